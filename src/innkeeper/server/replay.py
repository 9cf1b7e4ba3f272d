"""Looking at any moment of a match, at its record, and whether that is good: see `readings`.

How likely each seat was to win is estimated, for finished matches only, by letting a bot play on in the
processes where bots think.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections import OrderedDict
from typing import Any

import msgspec

from innkeeper.bots import best_bot
from innkeeper.server.bots import ERRS, BotFailed, BotPool
from innkeeper.server.endings import Ending
from innkeeper.server.errors import Denied, NotYours, TooFast
from innkeeper.server.hall import Hall
from innkeeper.server.metrics import METRICS
from innkeeper.server.protocol import Estimate, Estimates, encode
from innkeeper.server.readings import ReadingRoom, Who
from innkeeper.server.seats import Caller
from innkeeper.server.table import Table
from innkeeper.server.tables import Tables

PLAYOUTS = 24  # from each position that is estimated
SURVEYED = 64  # positions of a match that are estimated, at most
FORECASTS = 256  # kept in memory
EACH = 3  # matches that are estimated for one address at a time
WAITING = 40  # the same for all together
VERDICTS = 5000  # kept in memory
LONGEST = 5000  # entries of a match whose chances are worked out
PATIENCE = 2.0  # seconds until somebody who waits is told what is known so far

_log = logging.getLogger("innkeeper.replay")


class Forecast:
    """The chances along a finished match with what one seat knew, as far as they are worked out."""

    def __init__(
        self, bots: BotPool, table: Table, record: dict[str, Any], seat: int | None, address: str
    ) -> None:
        self.bots = bots
        self.address = address  # of whoever asked first
        self.record = record
        self.content = table.content
        self.seat = seat
        self.bot = best_bot(table.game)
        self.steps: dict[int, Estimate] = {}
        self.task: asyncio.Task[None] | None = None

    async def work(self, turn: asyncio.Lock) -> None:
        """Put every position to the bots: first a few over the whole match, then those in between.

        One position at a time, of all matches together and in turn: who asks for more waits longer.
        """
        seats, length = self.record["seats"], len(self.record["entries"])
        for at in survey(length):
            if at == length:
                winners = self.record["outcome"]["winners"]
                chances = [float(seat in winners) for seat in range(seats)]
                self.steps[at] = Estimate(at, chances, [0.0] * seats)
                continue
            try:
                async with turn:
                    wins = await self.bots.survey(
                        self.record, self.content, at, self.seat, self.bot, PLAYOUTS
                    )
            except BotFailed as wrong:
                _log.warning("no estimate of entry %s: %s", at, wrong)
                continue
            self.steps[at] = Estimate(at, [won / PLAYOUTS for won in wins], [_margin(won) for won in wins])

    def told(self) -> Estimates:
        """What is known by now."""
        done = self.task is not None and self.task.done()
        steps = [self.steps[at] for at in sorted(self.steps)]
        return Estimates(self.bot, ERRS, PLAYOUTS, self.seat, done, steps)


def survey(length: int) -> list[int]:
    """Which positions of a match are estimated: all of a short one, from coarse to fine."""
    count = min(length, SURVEYED - 1)
    order = sorted(range(1, count), key=lambda place: -(place & -place))
    return [round(place * length / count) for place in (0, count, *order)] if count else [0]


def _margin(won: int) -> float:
    """Two standard errors, with two more wins and losses so that it is never nothing."""
    share = (won + 2) / (PLAYOUTS + 4)
    return round(2 * math.sqrt(share * (1 - share) / (PLAYOUTS + 4)), 3)


class Replays:
    """Who may look back at what; the looking is done in the reading room."""

    def __init__(self, hall: Hall, tables: Tables) -> None:
        self.hall = hall
        self.tables = tables
        self.room = ReadingRoom(hall.storage, hall.books.pace)
        self._verdicts: OrderedDict[str, bytes] = OrderedDict()
        self._checking: dict[str, asyncio.Task[bytes]] = {}
        self._forecasts: OrderedDict[tuple[str, int | None], Forecast] = OrderedDict()
        self._turn = asyncio.Lock()

    async def stop(self) -> None:
        """Give up what is being estimated."""
        tasks = [one.task for one in self._forecasts.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
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

    async def estimates(self, table: Table, caller: Caller, address: str, seat: int | None) -> Estimates:
        """How likely each seat was to win after each entry, as far as it is known by now."""
        caller.look(table)
        if not await self.tables.revealed(table):
            raise Denied(
                "chances are told when the match is over: they come from all that is hidden", "IN-1.7"
            )
        if seat is not None and seat >= len(table.chairs):
            raise Denied(f"there is no seat {seat}")
        key = (table.id, seat)
        forecast = self._forecasts.get(key)
        if forecast is None:
            self._check_asked(address)
            record = msgspec.json.decode(await self._read(table, caller, address, what="record"))
            if len(record["entries"]) > LONGEST:
                raise Denied(f"chances are worked out for matches of at most {LONGEST} entries")
            self._check_asked(address)
            forecast = Forecast(self.hall.bots, table, record, seat, address)
            forecast.task = asyncio.create_task(forecast.work(self._turn))
        self._forecasts[key] = forecast
        self._forecasts.move_to_end(key)
        while len(self._forecasts) > FORECASTS:
            _, old = self._forecasts.popitem(last=False)
            if old.task is not None:
                old.task.cancel()
        if forecast.task is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(forecast.task), PATIENCE)
        return forecast.told()

    def _check_asked(self, address: str) -> None:
        """One visitor has only so many matches estimated at a time, or nobody else ever would."""
        unfinished = [one for one in self._forecasts.values() if one.task is not None and not one.task.done()]
        if sum(one.address == address for one in unfinished) >= EACH or len(unfinished) >= WAITING:
            METRICS.refusals.labels("estimates").inc()
            raise TooFast("other chances are still being worked out; wait for those")

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
