"""A cluster of Ray as an executor with the interface of `concurrent.futures`."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from innkeeper.engine.errors import InvalidOptions

PATIENCE = 10  # seconds until somebody opens


class RayExecutor(Executor):
    """Work on the machines of a cluster. All of them have the same innkeeper installed."""

    def __init__(self, address: str) -> None:
        if find_spec("ray") is None:
            raise InvalidOptions("a cluster needs more than is installed: pip install 'innkeeper[ray]'")
        self._ray: Any = import_module("ray")
        try:
            _knock(address)
            self._ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, RuntimeError, ValueError) as wrong:
            reason = str(wrong).strip().splitlines()[0]
            raise InvalidOptions(f"there is no cluster at {address}: {reason}") from None
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._made: dict[Callable[..., Any], Any] = {}

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a piece of work to whoever is free in the cluster."""
        if work not in self._made:
            self._made[work] = self._ray.remote(work)
        done: Future[Any] = self._made[work].remote(*args, **kwargs).future()
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; it goes on without us."""
        self._ray.shutdown()


def _knock(address: str) -> None:
    """Is anybody there? Ray itself would wait for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and "//" not in address:
        socket.create_connection((host, int(port)), PATIENCE).close()
