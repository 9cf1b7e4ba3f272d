"""Long work on the event loop, a few milliseconds at a time.

A match that is played on must be replayed where it is played: in the server's own process. That may take
seconds, and all other tables wait meanwhile, unless it is done in slices. Only one slice is worked on at a
time, however many matches are being rebuilt, and after each the loop is left to others for as long.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from innkeeper.engine.content import Content
from innkeeper.engine.match import Match
from innkeeper.engine.record import begin, follow

T = TypeVar("T")

SLICE_SECONDS = 0.003


class Pace:
    """The slices of one process."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()

    async def through(self, things: Iterable[T], work: Callable[[T], object]) -> None:
        """Do something with each of many things."""
        rest = iter(things)
        while await self._slice(rest, work):
            pass

    async def _slice(self, rest: Iterable[T], work: Callable[[T], object]) -> bool:
        """As much as fits; is there more?"""
        async with self._one_at_a_time:
            began = time.perf_counter()
            for thing in rest:
                work(thing)
                spent = time.perf_counter() - began
                if spent > SLICE_SECONDS:
                    await asyncio.sleep(spent)
                    return True
            return False

    async def replayed(self, header: dict[str, object], entries: Iterable[object], content: Content) -> Match:
        """A match with these entries, none of which has been played yet."""
        match = begin(header, content)
        await self.through(follow(match, entries), lambda _: None)
        return match
