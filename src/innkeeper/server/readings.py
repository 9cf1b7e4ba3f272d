"""The reading room: whoever looks back at a match has it replayed in a process of its own.

There is one such process, so that nobody who plays ever waits for somebody who looks, and one reading at a
time. Those who sit at a table come before strangers. Only so many may wait, and only a few of one address.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from sqlalchemy import select

from innkeeper.server import schema
from innkeeper.server.bots import Answer, BotFailed, Reading, Worker
from innkeeper.server.errors import Denied, TooFast, mark
from innkeeper.server.metrics import METRICS
from innkeeper.server.pace import Pace
from innkeeper.server.storage import Storage
from innkeeper.server.table import Table

_log = logging.getLogger("innkeeper.readings")

SECONDS = 30.0  # longest a reading may take
WAITING = 40  # readings that wait, at most
EACH = 6  # of these, for one address
KNOWN = 200  # matches of which we know how much the process remembers


class Who(NamedTuple):
    """Who looks: an address, and whether it is somebody of the table."""

    address: str
    sits: bool = False


class ReadingRoom:
    """The process that reads, and those who wait for it."""

    def __init__(self, storage: Storage, pace: Pace) -> None:
        self.storage = storage
        self.pace = pace
        self.worker = Worker(SECONDS)
        self._known: OrderedDict[str, int] = OrderedDict()  # how many entries of a match it has been given
        self._busy = False
        self._queue: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._inside: Counter[str] = Counter()

    async def stop(self) -> None:
        await self.worker.stop()

    async def read(self, table: Table, who: Who, **asked: Any) -> bytes:
        """What the reader makes of the log, as it is sent."""
        async with self._turn(who):
            whole = asked["what"] in ("record", "verdict")
            first = 0 if whole else self._known.pop(table.id, 0)
            answer = await self._ask(table, first, asked)
            if answer.missing:
                answer = await self._ask(table, 0, asked)
            if not whole:
                self._known[table.id] = answer.length
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
        if answer.denied is not None:
            raise Denied(answer.denied)
        return answer.page

    async def _ask(self, table: Table, first: int, asked: dict[str, Any]) -> Answer:
        shipped = table.content.hash == table.game.content.hash
        job = Reading(
            table=table.id,
            header=table.header(),
            files=None if shipped else table.content.files,
            names=table.names,
            outcome=table.leaf.outcome,
            first=first,
            entries=await self._entries(table, first),
            **asked,
        )
        try:
            answer = await self.worker.ask(job)
        except BotFailed:
            raise Denied("this match could not be looked through in time") from None
        if answer.error is not None:  # what exactly is wrong may be for nobody's eyes
            _log.error("%s cannot be read: %s", mark(table.id), answer.error.partition(":")[0])
            raise Denied("this match cannot be looked through: its log does not replay")
        return answer

    async def _entries(self, table: Table, first: int) -> list[tuple[str, int]]:
        e = schema.entries.c
        query = select(e.body, e.at).where(e.match_id == table.id, e.seq > first).order_by(e.seq)
        found: list[tuple[str, int]] = []
        rows = await self.storage.rows(query)
        await self.pace.through(rows, lambda row: found.append((row["body"], row["at"])))
        return found

    @asynccontextmanager
    async def _turn(self, who: Who) -> AsyncIterator[None]:
        """Wait until it is one's turn; TooFast if too many wait already."""
        if len(self._queue) >= WAITING or self._inside[who.address] >= EACH:
            METRICS.refusals.labels("readings").inc()
            raise TooFast("too many are looking back just now; wait a moment")
        self._inside[who.address] += 1
        try:
            if self._busy:
                mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                heapq.heappush(self._queue, (not who.sits, next(self._numbers), mine))
                try:
                    await mine
                except asyncio.CancelledError:
                    if mine.done() and not mine.cancelled():
                        self._next()
                    raise
            self._busy = True
            try:
                yield
            finally:
                self._next()
        finally:
            self._inside[who.address] -= 1
            if not self._inside[who.address]:
                del self._inside[who.address]

    def _next(self) -> None:
        self._busy = False
        while self._queue:
            _, _, mine = heapq.heappop(self._queue)
            if not mine.done():
                self._busy = True
                mine.set_result(None)
                return
