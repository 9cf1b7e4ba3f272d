"""Hints: what a strong player would do on one's seat, and why; only where a match does not count."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from innkeeper.bots.advice import Hint
from innkeeper.server.bots import BotFailed
from innkeeper.server.errors import Denied, TooFast
from innkeeper.server.metrics import METRICS
from innkeeper.server.seats import Caller
from innkeeper.server.table import Table

if TYPE_CHECKING:
    from innkeeper.server.hall import Hall

KEPT = 500  # hints in memory: who asks twice is told the same
WAITING = 12  # that are being thought about at a time: bots at the tables have their turn in between


class Hints:
    """Whispers to whoever must answer; nobody else hears of it."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._thoughts: OrderedDict[tuple[str, int, int], asyncio.Task[Hint]] = OrderedDict()

    async def hint(self, table: Table, caller: Caller, wanted: int | None) -> Hint:
        """A hint for the question that the caller must answer now."""
        async with table.lock:
            await self.hall.referee.live(table)
        seat = caller.seat(table, wanted)
        if table.leaf.unrated is None:
            raise Denied("this match counts: hints are for matches that are not rated")
        if not table.live.state.required() >> seat & 1:
            raise Denied("nobody asks you anything now")
        seq = table.seq
        try:
            found = await asyncio.shield(self._thought(table, seat, seq))
        except BotFailed as wrong:
            raise Denied(f"there is no hint: {wrong}") from None
        caller.check(table, seat)  # the seat may have changed hands, or been asked something else, meanwhile
        if seq < table.asked[seat]:
            raise Denied("the table has moved on")
        return found

    def _thought(self, table: Table, seat: int, seq: int) -> asyncio.Task[Hint]:
        """One thought for each question, however often somebody asks."""
        key = (table.id, seat, seq)
        task = self._thoughts.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            if sum(not one.done() for one in self._thoughts.values()) >= WAITING:
                METRICS.refusals.labels("hints").inc()
                raise TooFast("others are waiting for a hint; ask again in a moment")
            task = asyncio.create_task(self.hall.bots.advise(table.id, table.live, seat), name="hint")
            self._thoughts[key] = task
            while len(self._thoughts) > KEPT:
                self._thoughts.popitem(last=False)
        return task

    async def stop(self) -> None:
        """Give up what is being thought about."""
        for task in self._thoughts.values():
            task.cancel()
        await asyncio.gather(*self._thoughts.values(), return_exceptions=True)
