"""What a process does by itself, every few seconds, whatever goes wrong meanwhile.

The pulse, matches left waiting, results not written yet, tables that nobody needs in memory. Each step,
and each table in it, fails alone: it is counted and named in the log, and the next one is taken.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, func, insert, select, tuple_, update

from innkeeper.engine.game import all_rules
from innkeeper.server import schema
from innkeeper.server.clocks import TIME, now_ms
from innkeeper.server.errors import Unreadable
from innkeeper.server.metrics import METRICS
from innkeeper.server.storage import StorageDown

if TYPE_CHECKING:
    from innkeeper.server.hall import Hall

_log = logging.getLogger("innkeeper.housekeeping")

LOOK_SECONDS = 5.0  # how often a process looks for matches that another one left waiting
STOPPED_SECONDS = 30.0  # no round in so long: something is badly wrong
RESULTS_ROUNDS = 12  # results that are missing are looked for in every so-many-th round
REST_SECONDS = 600.0  # a table that could not be attended to is left alone for so long
AT_ONCE = 200
ENDINGS_AT_ONCE = 20  # there is time enough: nobody waits for them
DESERTED = "Nobody was at this table for a long time, so it was cleared away before it began."
OUTAGE_MS = 10_000
NEVER = 1 << 62  # a time that does not come: what is no time in a faulty row is not less than it


class Housekeeping:
    """The rounds of one process."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.task: asyncio.Task[None] | None = None
        self.outages: list[tuple[int, int]] = []
        self._rounds = 0
        self._round = time.monotonic()  # when the last one was done
        self._ended: deque[str] = deque(maxlen=10_000)  # matches whose ends are to be kept
        self._resting: dict[str, float] = {}  # tables that made trouble, and until when they are left alone

    @property
    def alive(self) -> bool:
        """Are rounds made?"""
        going = self.task is not None and not self.task.done()
        return going and time.monotonic() - self._round < STOPPED_SECONDS

    async def start(self) -> None:
        await self._note_outage()
        await self._give_time()
        self._round = time.monotonic()
        self.task = asyncio.create_task(self._run(), name="housekeeping")

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            if self._rounds % RESULTS_ROUNDS == 0:
                await self._try("results", self._write_results)
            await self._try("pulse", self.beat)
            await self._try("due", self._look_for_due)
            await self._try("endings", self._keep_endings)
            await self._try("deserted", self._clear_away)
            await self._try("evict", self._evict)
            if self.hall.channels.shared:
                await self._try("presence", self.hall.presence.repeat)
                await self._try("keys", self.hall.keys.look)
            self._rounds += 1
            self._round = time.monotonic()
            await asyncio.sleep(LOOK_SECONDS)

    async def _try(self, step: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except StorageDown as wrong:
            _log.warning("%s", wrong)
        except Exception as wrong:
            METRICS.housekeeping_failures.labels(step).inc()
            _log.error("housekeeping failed: %s", step, exc_info=wrong)

    async def _with_each(self, ids: list[str], work: Callable[[str], Awaitable[None]]) -> None:
        """One table after another. One that makes trouble is left alone for a while, and only that one."""
        for id in ids:
            try:
                await work(id)
            except Exception as wrong:
                if isinstance(wrong, StorageDown) and not wrong.duplicate:
                    raise
                self._resting[id] = time.monotonic() + REST_SECONDS
                if not isinstance(wrong, Unreadable):  # that has been noted
                    self.hall.note_damage(id, wrong)

    def _left_alone(self) -> list[str]:
        now = time.monotonic()
        self._resting = {id: until for id, until in self._resting.items() if until > now}
        return list(self._resting)

    # The pulse

    async def _last_sign(self) -> int:
        """When a server was last seen at work: the last beat, or an answer that came in after it."""
        b, e = schema.pulse.c.beat, schema.entries.c.at
        beat = await self.hall.storage.row(select(func.max(b).label("at")).where(b < NEVER))
        playing = schema.matches.c.status == "playing"
        entries = schema.entries.join(schema.matches, schema.entries.c.match_id == schema.matches.c.id)
        entry = await self.hall.storage.row(
            select(func.max(e).label("at")).select_from(entries).where(playing, e < NEVER)
        )
        return max((row["at"] or 0 for row in (beat, entry) if row is not None), default=0)

    async def _note_outage(self) -> None:
        """If no server was up for a while, that time is nobody's. The inn's time never goes back."""
        last = await self._last_sign()
        TIME.begin(last)
        now = now_ms()

        def run(connection: Connection) -> None:
            b = schema.pulse.c.beat
            beat = connection.execute(select(func.max(b)).where(b < NEVER)).scalar()
            if beat is None:
                connection.execute(delete(schema.pulse))
                connection.execute(insert(schema.pulse).values(id=1, beat=now))
            elif now - max(beat, last) > OUTAGE_MS:
                connection.execute(insert(schema.outages).values(began=max(beat, last), ended=now))
                connection.execute(update(schema.pulse).values(beat=now))

        try:
            await self.hall.storage.transact(run)
        except StorageDown:
            pass  # another process has just noted it
        o = schema.outages.c
        rows = await self.hall.storage.rows(
            select(schema.outages).where(o.began < NEVER, o.ended < NEVER).order_by(o.began)
        )
        self.outages = [(row["began"], row["ended"]) for row in rows]

    async def beat(self) -> None:
        """Some server is up now."""

        def run(connection: Connection) -> None:
            connection.execute(update(schema.pulse).values(beat=now_ms()))

        await self.hall.storage.transact(run)

    # Tables

    async def _look_for_due(self) -> None:
        m = schema.matches.c
        rows = await self.hall.storage.rows(
            select(m.id)
            .where(m.due <= now_ms(), m.status.in_(["playing", "dealing"]), m.id.not_in(self._left_alone()))
            .where(tuple_(m.game, m.rules).in_(all_rules()))  # others are not ours to touch
            .order_by(m.due)
            .limit(AT_ONCE)
        )
        await self._with_each([row["id"] for row in rows], self.hall.watch.attend)

    def patience(self, public: bool) -> int:
        """How long a table that has not begun is kept when nobody is at it, in milliseconds."""
        settings = self.hall.settings
        return round(settings.lobby_minutes * 60_000 if public else settings.invitation_hours * 3_600_000)

    async def _give_time(self) -> None:
        """Tables set before there was a limit go away as others do."""
        m = schema.matches.c

        def run(connection: Connection) -> None:
            for public in (True, False):
                waiting = (m.public.is_(public), m.status == "open", m.due.is_(None))
                until = now_ms() + self.patience(public)
                connection.execute(update(schema.matches).where(*waiting).values(due=until))

        await self.hall.storage.transact(run)

    async def _clear_away(self) -> None:
        """Tables that have not begun stay while somebody is at them, and go away when nobody comes back."""
        now = now_ms()
        for table in list(self.hall.tables.values()):
            patience = self.patience(table.leaf.public)
            if table.status == "open" and table.attended and (table.leaf.due or 0) < now + patience // 2:
                table.leaf.due = now + patience
                await self.hall.books.set_leaf(table.id, "open", due=now + patience)
        m = schema.matches.c
        rows = await self.hall.storage.rows(
            select(m.id)
            .where(m.due <= now, m.status == "open", m.id.not_in(self._left_alone()))
            .limit(AT_ONCE)
        )
        await self._with_each([row["id"] for row in rows], self._clear)

    async def _clear(self, id: str) -> None:
        m = schema.matches.c
        values = {"status": "closed", "code": None, "notice": DESERTED}

        def run(connection: Connection) -> int:
            deserted = (m.id == id, m.status == "open", m.due <= now_ms())
            return int(connection.execute(update(schema.matches).where(*deserted).values(**values)).rowcount)

        if await self.hall.storage.transact(run):
            METRICS.cleared.inc()
            if id in self.hall.tables:
                await self.hall.changed(self.hall.tables[id])

    async def _write_results(self) -> None:
        """Matches that ended while they could not be written down, or just before a server did."""
        m = schema.matches.c
        rows = await self.hall.storage.rows(
            select(m.id)
            .where(m.status == "over", m.rated.is_(False), m.origin.is_(None))
            .where(m.id.not_in(self._left_alone()))
            .limit(AT_ONCE)
        )

        async def write(id: str) -> None:
            if self.hall.finished is not None:
                await self.hall.finished(await self.hall.open(id))

        await self._with_each([row["id"] for row in rows], write)

    def ended(self, id: str) -> None:
        """A match is over: its end is kept when there is time."""
        self._ended.append(id)

    async def _keep_endings(self) -> None:
        """A few at a time. When none wait, those are looked for that another process left."""
        if not self._ended and self._rounds % RESULTS_ROUNDS == 0:
            self._ended.extend(await self.hall.endings.missing(AT_ONCE, self._left_alone()))
        some = [self._ended.popleft() for _ in range(min(ENDINGS_AT_ONCE, len(self._ended)))]
        await self._with_each(some, self.hall.keep_ending)

    async def _evict(self) -> None:
        self.evict()

    def evict(self) -> None:
        """Forget matches that nobody has touched for a while, the longest untouched first."""
        tables, settings = self.hall.tables, self.hall.settings
        now = time.monotonic()
        idle = sorted(
            (table for table in tables.values() if not table.lock.locked() and not table.thinking),
            key=lambda table: table.touched,
        )
        too_many = sum(table.match is not None for table in idle) - settings.tables_in_memory
        for table in idle:
            old = now - table.touched > settings.idle_seconds
            if table.match is not None and (old or too_many > 0):
                table.forget()
                too_many -= 1
                METRICS.evicted.inc()
            if old and not table.connections:
                if table.timer is not None:
                    table.timer.cancel()
                del tables[table.id]
        METRICS.tables.set(len(tables))
        METRICS.in_memory.set(sum(table.match is not None for table in tables.values()))
