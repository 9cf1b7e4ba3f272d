"""Threads that speak to the database, and whom nobody waits for at the end.

A database that hangs holds its threads for as long as it likes. Python waits at its own end for the
threads of its executors; for these it does not.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


class Threads:
    """A few threads that do what they are given, in turn."""

    def __init__(self, count: int, name: str) -> None:
        self._count = count
        self._name = name
        self._started = 0
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def run(self, work: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        """Have something done; the future is that of the loop which asks."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def job() -> None:
            result, wrong = None, None
            try:
                result = work(*given)
            except BaseException as raised:
                wrong = raised
            try:
                loop.call_soon_threadsafe(_settle, done, result, wrong)
            except RuntimeError:
                pass  # the loop is closed: nobody waits any more

        if self._started < self._count:
            self._started += 1
            threading.Thread(target=self._work, name=f"{self._name}-{self._started}", daemon=True).start()
        self._jobs.put(job)
        return done

    def stop(self) -> None:
        """Let every thread go when it has done what it was given."""
        for _ in range(self._started):
            self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _settle(done: asyncio.Future[Any], result: object, wrong: BaseException | None) -> None:
    if done.done():
        return  # whoever waited has gone
    if wrong is None:
        done.set_result(result)
    else:
        done.set_exception(wrong)
