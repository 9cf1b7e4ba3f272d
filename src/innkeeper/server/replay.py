"""Looking at any moment of a match, at its record, and whether that is good: see `readings`; and what a
strong player makes of it: see `analyses`."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from innkeeper.server.analyses import Analyses
from innkeeper.server.endings import Ending
from innkeeper.server.errors import Denied, NotYours
from innkeeper.server.hall import Hall
from innkeeper.server.protocol import Analysis, encode
from innkeeper.server.readings import ReadingRoom, Who
from innkeeper.server.seats import Caller
from innkeeper.server.table import Table
from innkeeper.server.tables import Tables

VERDICTS = 5000  # kept in memory


class Replays:
    """Who may look back at what; the looking is done in the reading room."""

    def __init__(self, hall: Hall, tables: Tables) -> None:
        self.hall = hall
        self.tables = tables
        self.room = ReadingRoom(hall.storage, hall.books.pace)
        self._verdicts: OrderedDict[str, bytes] = OrderedDict()
        self._checking: dict[str, asyncio.Task[bytes]] = {}
        self.analyses = Analyses(hall.storage)

    async def stop(self) -> None:
        """Give up what is being read and analysed."""
        await self.analyses.stop()
        await self.room.stop()

    async def _read(self, table: Table, caller: Caller, address: str, **asked: Any) -> bytes:
        """Have the log of a match read that has begun and can be replayed here."""
        if table.doubted:
            async with table.lock:
                await self.hall.ready(table)
        if table.status not in ("playing", "over") or table.absent is not None:
            raise Denied(table.notice or "the match has not begun")
        return await self.room.read(table, Who(address, bool(caller.seats(table))), **asked)

    async def at(self, table: Table, caller: Caller, address: str, at: int | None, seat: int | None) -> bytes:
        """The table after an entry. Through any eyes once it is over; until then only through one's own."""
        if seat is not None and seat >= len(table.chairs):
            raise Denied(f"there is no seat {seat}")
        await self._check(table, caller, seat)
        ending = await self._ending(table)
        if ending is not None and at in (None, ending.length):
            return encode(table.update(seat))
        moment = await self._read(table, caller, address, what="moment", at=at, seat=seat)
        await self._check(table, caller, seat)  # the seat may have changed hands while we waited
        return moment

    async def _check(self, table: Table, caller: Caller, seat: int | None) -> None:
        """May the caller look here, and through these eyes (null: the bench's)?"""
        caller.look(table)
        if seat is not None and seat not in caller.seats(table) and not await self.tables.revealed(table):
            raise NotYours("the match is not over: you may look through your own eyes only")

    async def tape(self, table: Table, caller: Caller, address: str) -> bytes:
        """All entries. What was chosen is shown once everything may be seen; your own always."""
        await self._check(table, caller, None)
        own, open_to_all = caller.seats(table), await self.tables.revealed(table)
        asked = {"what": "tape", "own": own, "open_to_all": open_to_all}
        tape = await self._read(table, caller, address, **asked)
        await self._check(table, caller, None)
        if not set(own) <= set(caller.seats(table)):
            raise NotYours("the seat was given to somebody else meanwhile")
        return tape

    async def analysis(self, table: Table, caller: Caller, address: str, seat: int | None) -> Analysis:
        """How likely each seat was to win along a match and what was missed, as far as it is known by now."""
        caller.look(table)
        if not await self.tables.revealed(table):
            raise Denied("a match is analysed when it is over: that takes all that is hidden", "IN-1.7")
        if seat is not None and seat >= len(table.chairs):
            raise Denied(f"there is no seat {seat}")

        async def record() -> bytes:
            return await self._read(table, caller, address, what="record")

        found = await self.analyses.told(table, address, seat, record)
        caller.look(table)  # who may look can change while we wait
        return found

    async def record(self, table: Table, caller: Caller, address: str) -> bytes:
        """The whole record, seed included: only once nothing is secret any more."""
        await self._check_open(table, caller)
        ending = await self._ending(table)
        if ending is not None:
            return encode({**ending.record, "entries": await self.hall.books.log(table.id)})
        return await self._read(table, caller, address, what="record")

    async def _ending(self, table: Table) -> Ending | None:
        """What is left of a match that is over and whose rules are not here."""
        if table.absent is None:
            return None
        async with table.lock:
            await self.hall.ready(table)
        return table.ending if table.shows else None

    async def check(self, table: Table, caller: Caller, address: str) -> bytes:
        """Verify the record as anybody could. What is over stays as it is, so once is enough."""
        await self._check_open(table, caller)
        if table.id not in self._verdicts:
            task = self._checking.get(table.id)
            if task is None:
                work = self._read(table, caller, address, what="verdict")
                task = self._checking[table.id] = asyncio.create_task(work, name="verdict")
                task.add_done_callback(lambda _: self._checking.pop(table.id, None))
            self._verdicts[table.id] = await asyncio.shield(task)
            if len(self._verdicts) > VERDICTS:
                self._verdicts.popitem(last=False)
        return self._verdicts[table.id]

    async def _check_open(self, table: Table, caller: Caller) -> None:
        caller.look(table)
        if not await self.tables.revealed(table):
            raise Denied("the record is open when the match is over: it holds the seed of the dice", "IN-1.7")
