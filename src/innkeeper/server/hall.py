"""The hall: all tables that are open in this process, and the rooms in which they are attended to.

A table is rebuilt from the log on demand and forgotten when idle. Playing is the referee's room, taking back
is a matter of consent, talking is chat; presence knows who is here, and the watch what the server owes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidRecord
from innkeeper.server.books import Books
from innkeeper.server.bots import BotPool
from innkeeper.server.channels import Channels, Hint
from innkeeper.server.chat import Chat
from innkeeper.server.clocks import now_ms
from innkeeper.server.config import Settings
from innkeeper.server.consent import Consent
from innkeeper.server.endings import Endings
from innkeeper.server.errors import Denied, Unreadable, mark
from innkeeper.server.housekeeping import Housekeeping
from innkeeper.server.keys import Keys
from innkeeper.server.limits import Limiter
from innkeeper.server.lookout import Lookout
from innkeeper.server.metrics import METRICS
from innkeeper.server.presence import Presence
from innkeeper.server.referee import Referee
from innkeeper.server.scrolls import Scrolls
from innkeeper.server.storage import Storage, StorageDown
from innkeeper.server.table import Table
from innkeeper.server.watch import Watch
from innkeeper.server.watchman import is_endless

_log = logging.getLogger("innkeeper.hall")

SAID_AGAIN_SECONDS = 600.0  # what is wrong with a table
LAST_BEAT_SECONDS = 0.5  # a database that hangs keeps nobody from going


class Hall:
    """All tables of one process."""

    def __init__(self, settings: Settings, storage: Storage, channels: Channels, bots: BotPool) -> None:
        self.settings = settings
        self.storage = storage
        self.books = Books(storage)
        self.scrolls = Scrolls(self.books.pace)
        self.channels = channels
        self.bots = bots
        self.tables: dict[str, Table] = {}
        self.keys = Keys(storage, channels, self.tables)
        self.dealing: Callable[[Table], Coroutine[Any, Any, None]] | None = None  # the dealer
        self.finished: Callable[[Table], Coroutine[Any, Any, None]] | None = None  # ratings
        self._damage = Limiter(1 / SAID_AGAIN_SECONDS, 1)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.endings = Endings(storage)
        self.housekeeping = Housekeeping(self)
        self.referee = Referee(self)
        self.consent = Consent(self)
        self.chat = Chat(self)
        self.presence = Presence(self)
        self.watch = Watch(self)

    # Opening and closing the hall

    async def start(self) -> None:
        await self.channels.start(self._hear, self._look_at_all)
        await self.housekeeping.start()
        if self.channels.shared:
            self.spawn(Lookout(self).run(), "lookout")

    async def stop(self) -> None:
        self.closing = True
        await self.housekeeping.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.channels.stop()
        try:  # an outage begins when we go, not at the last beat
            await asyncio.wait_for(self.housekeeping.beat(), LAST_BEAT_SECONDS)
        except (StorageDown, TimeoutError) as wrong:
            _log.warning("the last beat of the pulse is missing: %s", wrong)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (wrong := task.exception()) is not None:
            _log.error("%s failed", task.get_name(), exc_info=wrong)

    # Opening a table

    async def open(self, id: str) -> Table:
        """A table by its id, as new as the database knows it."""
        table = self.tables.get(id)
        if table is None:
            task = self._loading.get(id)
            if task is None:
                task = self._loading[id] = asyncio.create_task(self._load(id))
                task.add_done_callback(lambda _: self._loading.pop(id, None))
            table = await asyncio.shield(task)
        elif not self._is_current(table):
            await self.refresh(table)
        table.touched = time.monotonic()
        return table

    async def glance(self, ids: Sequence[str]) -> list[Table]:
        """Tables to look at only: those of them that can be read, for a bad row takes no list down.

        Lists are asked for by anybody, again and again. So they are read all at once, nothing is replayed for
        them, and what nobody is at does not come into the hall.
        """
        known = {id: self.tables[id] for id in ids if id in self.tables and self._is_current(self.tables[id])}
        for extract in await self.books.extracts([id for id in ids if id not in known]):
            id = extract.row["id"]
            try:
                known[id] = extract.table(
                    await self._content(extract.row["content"]), self.settings.programs_apart
                )
            except StorageDown:
                raise
            except Exception as wrong:
                self.note_damage(id, wrong)
        return [known[id] for id in ids if id in known]

    def _is_current(self, table: Table) -> bool:
        """Would this process know if anything happened at the table?"""
        return bool(table.connections) or not self.channels.shared

    async def _content(self, hash: str) -> Content:
        pack = await self.storage.pack(hash)
        if pack is None:
            raise InvalidRecord("its cards are gone")
        return pack

    async def _load(self, id: str) -> Table:
        try:
            leaf, chairs = await self.books.leaf(id)
            content = await self._content(leaf.content)
            table = Table(leaf, chairs, content, self._tell, self.settings.programs_apart)
            await self.books.read_rest(table)
        except (Denied, StorageDown):
            raise
        except Exception as wrong:
            self.note_damage(id, wrong)
            raise Unreadable("this table cannot be read: what the book says of it is damaged") from None
        self.tables[id] = table
        return table

    def note_damage(self, id: str, wrong: Exception) -> None:
        """A table cannot be read or attended to: count it, and name it in the log.

        Once in a while, for the same thing: anybody may ask for it again and again.
        """
        METRICS.damaged.inc()
        if self._damage.take(f"{id} {type(wrong).__name__}"):
            _log.error("%s made trouble", mark(id), exc_info=wrong)

    async def ready(self, table: Table) -> None:
        """Have the match of a table in memory. The caller holds the table's lock."""
        table.touched = time.monotonic()
        if table.in_memory and not table.doubted:
            return
        if table.absent is None:
            was, table.doubted = table.leaf.status, False
            try:
                table.build(self.housekeeping.outages)
                await self.books.catch_up(table)
                table.check_end()
            except (StorageDown, asyncio.CancelledError):
                table.forget()
                raise
            except Exception as wrong:  # a bug in a game's own code is damage too
                table.forget()
                await self._freeze(table, wrong)
            else:
                METRICS.rebuilt.inc()
                table.fault = None
                if was == "frozen":
                    await self._thaw(table)
        if table.match is None and table.status == "over":
            table.ending = await self.endings.find(table.id)

    async def call_back(self, table: Table, wrong: Exception) -> None:
        """Rules that went on for ever held up all tables: they are not asked again until the match is read
        anew. The caller holds the table's lock."""
        if is_endless(wrong):
            table.forget()
            await self._freeze(table, wrong)

    async def call_back_when_free(self, table: Table, wrong: Exception) -> None:
        """The same for whoever does not hold the lock."""
        async with table.lock:
            await self.call_back(table, wrong)

    async def _freeze(self, table: Table, wrong: Exception) -> None:
        """A match that no longer replays is shown as it is, never played on differently."""
        # what exactly is wrong may hold what only a seat may know, or the seed
        entry = wrong.entry if isinstance(wrong, InvalidRecord) else None
        why = "its set-up does not replay" if entry is None else f"entry {entry} of its log does not replay"
        if is_endless(wrong):
            why = "its rules went on for ever"
        if table.status != "frozen" or table.notice is None:
            METRICS.frozen.inc()
            _log.error("%s no longer replays: %s", mark(table.id), why)
        leaf, known = table.leaf, table.fault == why
        table.fault = why
        if leaf.status == "playing":  # what is over stays over
            await self.books.set_leaf(table.id, "playing", status="frozen", notice=table.notice, due=None)
            leaf.status, leaf.notice, leaf.due = "frozen", table.notice, None
        if not known:
            table.changed(ours=False)

    async def _thaw(self, table: Table) -> None:
        """A frozen match that replays again is played on."""
        over = table.leaf.outcome is not None
        status, due = ("over", None) if over else ("playing", now_ms())
        await self.books.set_leaf(table.id, "frozen", status=status, notice=None, due=due)
        table.leaf.status, table.leaf.notice, table.leaf.due = status, None, due
        table.changed(ours=False)
        _log.warning("%s replays again", mark(table.id))

    async def keep_ending(self, id: str) -> None:
        """Keep the end of a match, so that it can be read without its rules."""
        table = await self.open(id)
        async with table.lock:
            await self.ready(table)
            if table.match is not None and table.live.state.over:
                await self.endings.keep(id, table.live, table.marks, table.names)

    def ended(self, table: Table) -> None:
        """A match is over: count it, keep its end, write its results down."""
        METRICS.finished.labels(table.game.id).inc()
        self.housekeeping.ended(table.id)
        if self.finished is not None:
            self.spawn(self.finished(table), "results")

    async def refresh(self, table: Table) -> None:
        """Read everything about a table that may have changed; replay it only if somebody is there to see."""
        async with table.lock:
            table.set(*await self.books.leaf(table.id))
            await self.books.read_rest(table)
            if table.match is not None:
                try:
                    await self.books.catch_up(table)
                except StorageDown:
                    raise
                except Exception:
                    table.forget()  # our copy was wrong; build it anew from the log
            if table.connections:
                await self.ready(table)
        table.changed(ours=False)

    # Telling other processes

    def _tell(self, table: Table, info: bool) -> None:
        if self.channels.shared and not self.closing:
            hint = Hint(self.channels.process, table.id, table.seq, table.said, info)
            self.spawn(self.channels.publish(hint), "hint")

    async def changed(self, table: Table) -> None:
        """Chairs or status were changed in the database: look, and tell everybody."""
        await self.refresh(table)
        self._tell(table, info=True)

    async def moved(self, id: str) -> None:
        """Chairs were changed in the database at a table that need not be in this process."""
        table = self.tables.get(id)
        if table is not None:
            await self.changed(table)
        else:
            await self.channels.publish(Hint(self.channels.process, id, changed=True))

    async def _hear(self, hint: Hint) -> None:
        if hint.withdrawn is not None:
            self.keys.close([hint.withdrawn])
            return
        if hint.missed:
            self._look_at_all()
            return
        table = None if hint.table is None else self.tables.get(hint.table)
        if table is None:
            return
        if hint.here >= 0:
            self.presence.heard(table, hint)
            return
        if hint.changed or hint.seq > table.seq or hint.said > table.said:
            self.spawn(self.refresh(table), f"refresh of {mark(table.id)}")

    def _look_at_all(self) -> None:
        """The channels were down, here or there: every followed table may have missed something."""
        for table in self.tables.values():
            if table.connections:
                self.spawn(self.refresh(table), f"refresh of {mark(table.id)}")
        self.spawn(self.keys.look(), "keys")
