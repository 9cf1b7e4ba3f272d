"""Looking at any moment of a match: every position of it is kept while somebody scrubs.

How likely each seat was to win is estimated, for finished matches only, by letting a bot play on in the
processes where bots think.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections import OrderedDict
from collections.abc import Mapping

from sqlalchemy import select

from innkeeper.bots import best_bot
from innkeeper.engine.errors import InvalidRecord
from innkeeper.engine.frame import State
from innkeeper.engine.match import RESIGN, Match
from innkeeper.engine.record import begin, repeat, verify
from innkeeper.server import schema
from innkeeper.server.bots import ERRS, BotFailed, BotPool
from innkeeper.server.errors import Denied, NotYours
from innkeeper.server.hall import Hall
from innkeeper.server.protocol import (
    Estimate,
    Estimates,
    LogLine,
    Tape,
    TapeEntry,
    UndoState,
    Update,
    Verdict,
)
from innkeeper.server.seats import Caller
from innkeeper.server.table import Table, log_lines
from innkeeper.server.tables import Tables

POSITIONS = 20_000  # positions kept in memory, over all matches
PLAYOUTS = 24  # from each position that is estimated
SURVEYED = 64  # positions of a match that are estimated, at most
FORECASTS = 256  # kept in memory
PATIENCE = 2.0  # seconds until somebody who waits is told what is known so far

_log = logging.getLogger("innkeeper.replay")


class Reel:
    """A match with the position after every entry. Positions share what did not change."""

    def __init__(self, table: Table) -> None:
        self.match: Match = begin(table.header(), table.content)
        self.states: list[State] = [self.match.state]
        self.marks = [self.match.told]
        self.times: list[int] = []
        self._lines: dict[int | None, list[LogLine]] = {}

    def add(self, entry: dict[str, object], at: int) -> None:
        repeat(self.match, self.match.length, entry)
        self.states.append(self.match.state)
        self.marks.append(self.match.told)
        self.times.append(at)
        self._lines.clear()

    def lines(self, viewer: int | None, names: Mapping[int, str], at: int) -> list[LogLine]:
        """The log up to an entry, put into words once per viewer."""
        if viewer not in self._lines:
            self._lines[viewer] = log_lines(self.match, self.marks, viewer, names, 0, self.match.length)
        return [line for line in self._lines[viewer] if line.seq <= at]


class Forecast:
    """The chances along a finished match with what one seat knew, as far as they are worked out."""

    def __init__(self, bots: BotPool, reel: Reel, seat: int | None) -> None:
        self.bots = bots
        self.reel = reel
        self.seat = seat
        self.bot = best_bot(reel.match.game)
        self.steps: dict[int, Estimate] = {}
        self.task: asyncio.Task[None] | None = None

    async def work(self) -> None:
        """Put every position to the bots: first a few over the whole match, then those in between."""
        match = self.reel.match
        record = match.record()
        for at in survey(match.length):
            state = self.reel.states[at]
            if state.outcome is not None:
                chances = [float(seat in state.outcome.winners) for seat in range(state.seats)]
                self.steps[at] = Estimate(at, chances, [0.0] * state.seats)
                continue
            try:
                wins = await self.bots.survey(record, match.content, at, self.seat, self.bot, PLAYOUTS)
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
    """The reels of the matches that were looked at last."""

    def __init__(self, hall: Hall, tables: Tables) -> None:
        self.hall = hall
        self.tables = tables
        self._reels: OrderedDict[str, Reel] = OrderedDict()
        self._forecasts: OrderedDict[tuple[str, int | None], Forecast] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def stop(self) -> None:
        """Give up what is being estimated."""
        tasks = [one.task for one in self._forecasts.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _reel(self, table: Table) -> Reel:
        reel = self._reels.pop(table.id, None)
        async with table.lock:
            await self.hall.ready(table)
            if table.match is None:
                raise Denied(table.notice or "the match has not begun")
            if reel is None:
                reel = Reel(table)
            done = reel.match.length
            if done < table.seq:
                e = schema.entries.c
                rows = await self.hall.storage.rows(
                    select(e.at).where(e.match_id == table.id, e.seq > done).order_by(e.seq)
                )
                for index in range(done, table.seq):
                    reel.add(table.live.record_entry(index), rows[index - done]["at"])
        self._reels[table.id] = reel
        while sum(len(one.states) for one in self._reels.values()) > POSITIONS and len(self._reels) > 1:
            self._reels.popitem(last=False)
        return reel

    async def at(self, table: Table, caller: Caller, at: int | None, seat: int | None) -> Update:
        """The table after an entry. Through any eyes once it is over; until then only through one's own."""
        if seat is not None and seat >= len(table.chairs):
            raise Denied(f"there is no seat {seat}")
        await self._check(table, caller, seat)
        reel = await self._reel(table)
        await self._check(table, caller, seat)  # the seat may have changed hands while we waited
        last = reel.match.length
        at = last if at is None else at
        if at > last:
            raise Denied(f"the match has {last} entries")
        state = reel.states[at]
        if seat is not None and not state.over and not state.playing(seat):
            seat = None
        return Update(
            seq=at,
            since=-1,
            view=reel.match.game.view(state, -1 if seat is None else seat),
            decision=None,
            standing=None,
            lines=reel.lines(seat, table.names, at),
            clocks=None,
            undo=UndoState(False, False),
            over=state.over,
        )

    async def _check(self, table: Table, caller: Caller, seat: int | None) -> None:
        """May the caller look here, and through these eyes (null: the bench's)?"""
        caller.look(table)
        if seat is not None and seat not in caller.seats(table) and not await self.tables.revealed(table):
            raise NotYours("the match is not over: you may look through your own eyes only")

    async def tape(self, table: Table, caller: Caller) -> Tape:
        """All entries. What was chosen is shown once everything may be seen; your own always."""
        await self._check(table, caller, None)
        reel = await self._reel(table)
        await self._check(table, caller, None)
        open_to_all = await self.tables.revealed(table)
        own = caller.seats(table)
        entries = []
        for index, at in enumerate(reel.times):
            entry = reel.match.record_entry(index)
            before, after = reel.states[index], reel.states[index + 1]
            sealed = not before.over and before.asking.secret()
            seat = entry.get("seat")
            action = entry.get("do")
            what = "practise" if "practise" in entry else "undo" if "undo" in entry else "act"
            if entry.get("timeout"):
                what = "timeout"
            elif action == RESIGN:
                what = "resign"
            shown = open_to_all or seat in own  # an action id may name what only its seat knows
            entries.append(
                TapeEntry(
                    seq=index + 1,
                    at=at,
                    seat=seat,
                    what=what,  # type: ignore[arg-type]
                    action=action if shown else None,
                    turn=int(after.turn),
                    chance=after.chance.drawn != before.chance.drawn,
                    sealed=sealed,
                )
            )
        return Tape(entries)

    async def estimates(self, table: Table, caller: Caller, seat: int | None) -> Estimates:
        """How likely each seat was to win after each entry, as far as it is known by now."""
        caller.look(table)
        if not await self.tables.revealed(table):
            raise Denied(
                "chances are told when the match is over: they come from all that is hidden", "IN-1.7"
            )
        if seat is not None and seat >= len(table.chairs):
            raise Denied(f"there is no seat {seat}")
        reel = await self._reel(table)
        key = (table.id, seat)
        forecast = self._forecasts.pop(key, None)
        if forecast is None:
            forecast = Forecast(self.hall.bots, reel, seat)
            forecast.task = asyncio.create_task(self._work(forecast))
        self._forecasts[key] = forecast
        while len(self._forecasts) > FORECASTS:
            _, old = self._forecasts.popitem(last=False)
            if old.task is not None:
                old.task.cancel()
        if forecast.task is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(forecast.task), PATIENCE)
        return forecast.told()

    async def _work(self, forecast: Forecast) -> None:
        async with self._one_at_a_time:
            await forecast.work()

    async def record(self, table: Table, caller: Caller) -> dict[str, object]:
        """The whole record, seed included: only once nothing is secret any more."""
        caller.look(table)
        if not await self.tables.revealed(table):
            raise Denied("the record is open when the match is over: it holds the seed of the dice", "IN-1.7")
        reel = await self._reel(table)
        return reel.match.record()

    async def check(self, table: Table, caller: Caller) -> Verdict:
        """Verify the record as anybody could."""
        record = await self.record(table, caller)
        commitment = str(table.row["commitment"])
        try:
            match = verify(record, table.content)
        except InvalidRecord as wrong:
            return Verdict(False, len(record["entries"]), commitment, str(wrong))  # type: ignore[arg-type]
        return Verdict(True, match.length, commitment)
