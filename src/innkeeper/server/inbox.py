"""An inbox: what has come and waits to be read by one reader. An `asyncio.Queue`, but lean."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """Anybody in the loop may put something in; one task takes it out. It has no limit."""

    def __init__(self) -> None:
        self._waiting: deque[T] = deque()
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def empty(self) -> bool:
        """Is there nothing to read?"""
        return not self._waiting

    def put_nowait(self, what: T) -> None:
        """Put something in."""
        self._waiting.append(what)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> T:
        """Take the oldest out, when there is one."""
        while not self._waiting:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._waiting.popleft()
