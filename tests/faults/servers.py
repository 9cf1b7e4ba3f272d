"""Servers that can be killed and are up again at once: forked from a process that has loaded everything."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.context import ForkServerProcess
from typing import Any

from tests.server.running import FREE, free_port, wait_until_ready

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["innkeeper.server.app", "innkeeper.server.serve", "tests.faults.preload"])


def _serve(values: dict[str, Any]) -> None:
    from innkeeper.server.config import Settings
    from innkeeper.server.serve import serve

    os.setsid()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    serve(Settings(**values), browser=False)


class Killable:
    """A real server process, on a port of its own."""

    def __init__(self, **settings: Any) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = {**FREE, "port": self.port, **settings}
        self.process: ForkServerProcess | None = None
        self.kills = 0

    def start(self) -> Killable:
        self.process = _CONTEXT.Process(target=_serve, args=(self.settings,))
        self.process.start()
        started = self.process
        wait_until_ready(self.url, lambda: started.exitcode)
        return self

    def kill(self) -> None:
        """SIGKILL: no goodbye, no last write."""
        assert self.process is not None
        assert self.process.pid is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.join()
        self.kills += 1

    def stop(self) -> None:
        if self.process is not None and self.process.is_alive():
            self.process.terminate()
            self.process.join(60)
            assert not self.process.is_alive(), "the server does not stop"
