"""Looking back at a finished match with a strong player's eyes: the chances along it, and what was missed.

A match is analysed when somebody asks, position by position, in a process of its own that gives way to all
others; matches that are asked for at the same time take turns. The work rests when nobody has asked for a
while, and what is complete is kept for good.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from innkeeper.bots import strong_level
from innkeeper.bots.analysis import Judged
from innkeeper.server import schema
from innkeeper.server.bots import Answer, BotFailed, Study, Worker
from innkeeper.server.errors import Denied, TooFast, mark
from innkeeper.server.metrics import METRICS
from innkeeper.server.protocol import Analysis, Estimate, MissedMoment, MixedMoment, WeighedAnswer
from innkeeper.server.storage import Storage
from innkeeper.server.table import Table

POSITIONS = 200  # of a match that are looked at, at most
LONGEST = 5000  # entries of a match that is analysed
MOST_MISSED = 20  # moments that are told, the costliest
EACH = 3  # matches that are analysed for one address at a time
WAITING = 40  # the same for all together
KEPT = 256  # analyses in memory
SECONDS = 60.0  # longest that one position may take
GENTLY = 10  # by so much looking back is less urgent than the tables, and than their bots
PATIENCE = 2.0  # seconds until somebody who waits is told what is known so far
FORGOTTEN = 20.0  # seconds without anybody asking after which the work rests

_log = logging.getLogger("innkeeper.analyses")


class Findings(Struct):
    """What is known of a match: its positions in the order of the match, as far as they were looked at."""

    level: str
    positions: int
    steps: dict[int, Judged] = {}

    def told(self, seat: int | None, done: bool) -> Analysis:
        """The chances with what a seat knew (null: with all cards open), and the costliest misses of all."""
        place = 0 if seat is None else seat + 1
        steps = []
        missed = []
        mixed = []
        for at in sorted(self.steps):
            judged = self.steps[at]
            steps.append(Estimate(at, judged.known[place].chances, judged.known[place].margins))
            if (one := judged.missed) is not None:
                missed.append(MissedMoment(at, **msgspec.structs.asdict(one)))
            if (choice := judged.mixture) is not None:
                weights = [WeighedAnswer(one.answer, one.share, one.cost) for one in choice.weights]
                mixed.append(MixedMoment(at, choice.seat, choice.played, weights))
        missed = sorted(missed, key=lambda one: -one.cost)[:MOST_MISSED]
        missed.sort(key=lambda one: one.at)
        return Analysis(self.level, seat, done, len(self.steps), self.positions, steps, missed, mixed)


class Work:
    """A match that is being analysed."""

    def __init__(self, table: Table, record: dict[str, Any], address: str) -> None:
        self.table = table.id
        self.record = record
        self.content = table.content
        self.shipped = table.content.hash == table.game.content.hash
        self.address = address  # of whoever asked first
        self.order = survey(len(record["entries"]))
        self.found = Findings(strong_level(table.game), len(self.order))
        self.failed: set[int] = set()
        self.known = False  # does the process remember the match?
        self.asked = 0.0
        self.task: asyncio.Task[None] | None = None

    @property
    def rest(self) -> list[int]:
        """The positions that have not been looked at."""
        return [at for at in self.order if at not in self.found.steps and at not in self.failed]

    @property
    def busy(self) -> bool:
        return self.task is not None and not self.task.done()

    def job(self, at: int) -> Study:
        given = not self.known
        files = None if self.shipped or not given else self.content.files
        return Study(self.table, self.record if given else None, files, at)


class Analyses:
    """All that is being analysed, and what is kept."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.worker = Worker(SECONDS, GENTLY)
        self._insert = storage.insert_new(schema.analyses)
        self._works: OrderedDict[str, Work] = OrderedDict()
        self._whole: OrderedDict[str, Findings] = OrderedDict()

    async def stop(self) -> None:
        """Give up what is being worked on."""
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.worker.stop()

    async def told(
        self, table: Table, address: str, seat: int | None, record: Callable[[], Awaitable[bytes]]
    ) -> Analysis:
        """What is known of a finished match by now; whoever asks keeps the work going."""
        whole = await self._find(table.id)
        if whole is not None:
            return whole.told(seat, True)
        work = self._works.get(table.id)
        if work is None or not work.busy:
            self._check_asked(address)
        if work is None:
            given = msgspec.json.decode(await record())
            if len(given["entries"]) > LONGEST:
                raise Denied(f"matches of at most {LONGEST} entries are analysed")
            work = self._works.setdefault(table.id, Work(table, given, address))
        loop = asyncio.get_running_loop()
        work.asked = loop.time()
        if not work.busy:
            self._check_asked(address)  # others may have asked while the record was read
            work.task = asyncio.create_task(self._look(work), name="analysis")
        self._works.move_to_end(table.id)
        assert work.task is not None
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(work.task), PATIENCE)
        work.asked = loop.time()
        return work.found.told(seat, not work.rest and not work.busy)

    def _check_asked(self, address: str) -> None:
        """One visitor has only so many matches analysed at a time, or nobody else ever would."""
        busy = [work for work in self._works.values() if work.busy]
        if sum(work.address == address for work in busy) >= EACH or len(busy) >= WAITING:
            METRICS.refusals.labels("analyses").inc()
            raise TooFast("other matches are still being analysed; wait for those")

    async def _look(self, work: Work) -> None:
        """Position by position, first a few over the whole match, then those in between."""
        loop = asyncio.get_running_loop()
        try:
            for at in work.rest:
                if loop.time() - work.asked > FORGOTTEN:
                    return
                try:
                    work.found.steps[at] = await self._judged(work, at)
                except BotFailed as wrong:
                    _log.warning("entry %s of %s is not analysed: %s", at, mark(work.table), wrong)
                    work.failed.add(at)
            await self._keep(work)
        finally:
            self._tidy(work)

    async def _judged(self, work: Work, at: int) -> Judged:
        """One position, put once more to a successor if the process ends. It is told of the match if it does
        not remember it."""
        try:
            answer = await self.worker.ask(work.job(at))
        except BotFailed:
            answer = Answer(missing=True)
        if answer.missing:
            work.known = False
            answer = await self.worker.ask(work.job(at))
        if answer.judged is None:
            raise BotFailed(answer.error or "nobody can say")
        work.known = True
        return answer.judged

    async def _keep(self, work: Work) -> None:
        body = schema.packed(work.found)

        def run(connection: Connection) -> None:
            connection.execute(self._insert, {"match_id": work.table, "body": body})

        await self.storage.transact(run)
        self._remember(work.table, work.found)

    def _tidy(self, work: Work) -> None:
        """Forget what is whole, and of what rests the oldest."""
        if work.table in self._whole:
            self._works.pop(work.table, None)
        resting = [id for id, one in self._works.items() if not one.busy and one is not work]
        for id in resting[: max(0, len(self._works) - KEPT)]:
            del self._works[id]

    async def _find(self, id: str) -> Findings | None:
        """What is kept of a match."""
        found = self._whole.get(id)
        if found is None:
            a = schema.analyses.c
            row = await self.storage.row(select(a.body).where(a.match_id == id))
            found = self._whole.get(id)  # it may have become whole while the book was read
            if found is None and row is not None:
                found = schema.unpacked(row["body"], Findings)
            if found is None:
                return None
        self._remember(id, found)
        return found

    def _remember(self, id: str, found: Findings) -> None:
        self._whole[id] = found
        self._whole.move_to_end(id)
        while len(self._whole) > KEPT:
            self._whole.popitem(last=False)


def survey(length: int) -> list[int]:
    """Which positions of a match are looked at: all of a short one, from coarse to fine."""
    count = min(length, POSITIONS - 1)
    order = sorted(range(1, count), key=lambda place: -(place & -place))
    return [round(place * length / count) for place in (0, count, *order)] if count else [0]
