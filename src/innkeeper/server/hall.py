"""The hall: all tables that are open in this process.

A table is rebuilt from the log on demand and forgotten when idle. Whatever happens at it is checked
by the kernel, appended to the log, and only then told: to the connections of this process at once, to
other processes as a hint. A process that loses the race for a seq reads the log and looks again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert

from innkeeper.engine.content import Content
from innkeeper.engine.errors import FaultyGame, IllegalAction, InvalidRecord
from innkeeper.engine.frame import State
from innkeeper.engine.match import RESIGN
from innkeeper.server import schema
from innkeeper.server.books import Books
from innkeeper.server.bots import BotFailed, BotPool, knows_more
from innkeeper.server.channels import Channels, Hint
from innkeeper.server.clocks import now_ms
from innkeeper.server.config import Settings
from innkeeper.server.endings import Endings
from innkeeper.server.errors import Denied, Unreadable, mark
from innkeeper.server.housekeeping import Housekeeping
from innkeeper.server.keys import Keys
from innkeeper.server.lookout import Lookout
from innkeeper.server.metrics import METRICS
from innkeeper.server.rated import TAKEN_BACK
from innkeeper.server.scrolls import Scrolls
from innkeeper.server.seats import Caller
from innkeeper.server.storage import Entry, Patch, Storage, StorageDown
from innkeeper.server.table import NOTES_KEPT, Table

_log = logging.getLogger("innkeeper.hall")

BOT_PATIENCE_MS = 5000  # how long the process that owes a bot's answer may take before others help
MOST_ENTRIES = 20_000  # of a match; the longest that anybody has played had some hundreds
PRESENCE_SECONDS = 60.0
LAST_BEAT_SECONDS = 0.5  # a database that hangs keeps nobody from going


class Moved(Exception):
    """The table has moved on since the seq that was named."""


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
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self.endings = Endings(storage)
        self.housekeeping = Housekeeping(self)

    # Opening and closing the hall

    async def start(self) -> None:
        await self.channels.start(self._hear, self._look_at_all)
        await self.housekeeping.start()
        if self.channels.shared:
            self._spawn(Lookout(self).run(), "lookout")

    async def stop(self) -> None:
        self._closing = True
        await self.housekeeping.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.channels.stop()
        try:  # an outage begins when we go, not at the last beat
            await asyncio.wait_for(self.housekeeping.beat(), LAST_BEAT_SECONDS)
        except (StorageDown, TimeoutError) as wrong:
            _log.warning("the last beat of the pulse is missing: %s", wrong)

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
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
                known[id] = extract.table(await self._content(extract.row))
            except StorageDown:
                raise
            except Exception as wrong:
                self.note_damage(id, wrong)
        return [known[id] for id in ids if id in known]

    def _is_current(self, table: Table) -> bool:
        """Would this process know if anything happened at the table?"""
        return bool(table.connections) or not self.channels.shared

    async def _content(self, row: Mapping[str, Any]) -> Content:
        pack = await self.storage.pack(row["content"])
        if pack is None:
            raise InvalidRecord("its cards are gone")
        return pack

    async def _load(self, id: str) -> Table:
        try:
            row, chairs = await self.books.rows(id)
            table = Table(row, chairs, await self._content(row))
            await self.books.read_rest(table)
        except (Denied, StorageDown):
            raise
        except Exception as wrong:
            self.note_damage(id, wrong)
            raise Unreadable("this table cannot be read: what the book says of it is damaged") from None
        self.tables[id] = table
        return table

    def note_damage(self, id: str, wrong: Exception) -> None:
        """A table cannot be read or attended to: count it, and name it in the log."""
        METRICS.damaged.inc()
        _log.error("%s made trouble", mark(id), exc_info=wrong)

    async def ready(self, table: Table) -> None:
        """Have the match of a table in memory. The caller holds the table's lock."""
        table.touched = time.monotonic()
        if table.in_memory and not table.doubted:
            return
        if table.absent is None:
            was, table.doubted = table.row["status"], False
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
                if was == "frozen":
                    await self._thaw(table)
        if table.match is None and table.status == "over":
            table.ending = await self.endings.find(table.id)

    async def _freeze(self, table: Table, wrong: Exception) -> None:
        """A match that no longer replays is shown as it is, never played on differently."""
        # what exactly is wrong may hold what only a seat may know, or the seed
        entry = wrong.entry if isinstance(wrong, InvalidRecord) else None
        why = "its set-up does not replay" if entry is None else f"entry {entry} of its log does not replay"
        if table.status != "frozen" or table.notice is None:
            METRICS.frozen.inc()
            _log.error("%s no longer replays: %s", mark(table.id), why)
        table.freeze(why)
        if table.row["status"] == "playing":  # what is over stays over
            await self.books.set_row(table.id, "playing", status="frozen", notice=table.notice, due=None)
            table.row |= {"status": "frozen", "notice": table.notice, "due": None}

    async def _thaw(self, table: Table) -> None:
        """A frozen match that replays again is played on."""
        values = {"status": "playing", "notice": None, "due": now_ms()}
        if table.row["outcome"] is not None:
            values |= {"status": "over", "due": None}
        await self.books.set_row(table.id, "frozen", **values)
        table.set({**table.row, **values}, table.chairs)
        _log.warning("%s replays again", mark(table.id))

    async def keep_ending(self, id: str) -> None:
        """Keep the end of a match, so that it can be read without its rules."""
        table = await self.open(id)
        async with table.lock:
            await self.ready(table)
            if table.match is not None and table.live.state.over:
                await self.endings.keep(id, table.live, table.marks, table.names)

    async def refresh(self, table: Table) -> None:
        """Read everything about a table that may have changed; replay it only if somebody is there to see."""
        async with table.lock:
            row, chairs = await self.books.rows(table.id)
            table.set(row, chairs)
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
        table.wake()

    # What happens at a table. Whoever asks must hold the seat when it is their turn, not only when asking.

    async def act(self, table: Table, caller: Caller, seat: int, action: str, seq: int, nonce: str) -> int:
        """Carry out an action; the entry it became. `Moved` if the table has moved on."""
        began = time.perf_counter()
        if action == RESIGN:
            return await self.resign(table, caller, seat, nonce)

        def run() -> None:
            _check_length(table)
            table.live.play(seat, action)

        entry = await self._do(table, caller, seat, seq, nonce, run)
        METRICS.act_seconds.observe(time.perf_counter() - began)
        return entry

    async def resign(self, table: Table, caller: Caller, seat: int, nonce: str) -> int:
        """Leave the match, whatever has happened meanwhile."""
        return await self._do(table, caller, seat, None, nonce, lambda: table.live.resign(seat))

    async def undo(self, table: Table, caller: Caller, seat: int, seq: int, nonce: str) -> int | None:
        """Take back if that is free, otherwise ask the others; None: they have been asked."""
        async with table.lock:
            await self._live(table)
            caller.check(table, seat)
            known = await self.books.entry_of(table, seat, nonce)
            if known is not None:
                return known
            if seq != table.seq:
                raise Moved
            _check_length(table)
            if not table.live.can_undo(seat):
                if not table.undo_state(table.viewer(seat)).ask:
                    raise IllegalAction("there is nothing to take back, or somebody is asking", "IN-1.3")
                await self._note(table, "ask", seat, "", nonce)
                if not await self._undo_if_agreed(table):
                    return None
                return table.seq
            return await self._commit_or_reload(table, seat, seq, nonce, lambda: table.live.undo(seat))

    async def answer_undo(
        self, table: Table, caller: Caller, seat: int, agree: bool, seq: int, nonce: str
    ) -> None:
        """Say yes or no to another seat's wish to take back."""
        async with table.lock:
            await self._live(table)
            caller.check(table, seat)
            if seq != table.seq:
                raise Moved
            asked_by, waits, _ = table.undo_asked()
            if asked_by is None:
                raise Denied("nobody asks to take anything back", "IN-1.3")
            if seat not in waits:
                raise Denied("you have answered, or need not", "IN-1.3")
            await self._note(table, "agree" if agree else "refuse", seat, "", nonce)
            await self._undo_if_agreed(table)

    async def _undo_if_agreed(self, table: Table) -> bool:
        asked_by, _, agreed = table.undo_asked()
        if asked_by is None or not agreed:
            return False
        seat, seq = asked_by, table.seq
        entries = table.live.to_rebuild(seat)
        if entries is not None:
            await self.books.prepare(table, entries)
        try:
            await self._commit_or_reload(table, seat, seq, None, lambda: table.live.undo(seat, agreed=True))
        except Moved:
            return False
        if table.unrated is None:
            await self.books.set_row(table.id, table.row["status"], unrated=TAKEN_BACK)
            table.say_unrated(TAKEN_BACK)
            self._tell(table, changed=True)
        return True

    async def say(
        self, table: Table, caller: Caller, seat: int | None, name: str, text: str, nonce: str | None
    ) -> None:
        """A line of chat."""
        async with table.lock:
            caller.check(table, seat)
            await self._note(table, "chat", seat, text, nonce, name)

    async def mute(self, table: Table, caller: Caller, seat: int, whom: int | None, muted: bool) -> None:
        """Stop hearing somebody, or hear them again."""
        if whom == seat:
            raise Denied("nobody can mute themselves here")
        if whom is not None and whom >= len(table.chairs):
            raise Denied(f"there is no seat {whom}")
        async with table.lock:
            caller.check(table, seat)
            chair = table.chairs[seat]
            chair.mutes = chair.mutes | {whom} if muted else chair.mutes - {whom}
            await self.books.set_chair(table, seat, mutes=msgspec.json.encode(list(chair.mutes)).decode())

    async def _live(self, table: Table) -> None:
        """The match in memory and running, clocks looked at."""
        if table.match is None:
            await self.ready(table)
        if table.match is None:
            raise Denied(table.notice or "the match has not begun", "IN-1.1")
        table.touched = time.monotonic()
        if table.clock is not None:
            await self._expire(table)

    async def _do(
        self,
        table: Table,
        caller: Caller,
        seat: int,
        seq: int | None,
        nonce: str,
        run: Callable[[], object],
    ) -> int:
        async with table.lock:
            await self._live(table)
            if seq is not None and seq > table.seq:
                await self._reload(table)
            caller.check(table, seat)
            if (known := await self.books.entry_of(table, seat, nonce)) is not None:
                return known
            if seq is not None and seq < table.asked[seat]:
                raise Moved
            return await self._commit_or_reload(table, seat, seq, nonce, run)

    async def _commit_or_reload(
        self, table: Table, seat: int, seq: int | None, nonce: str | None, run: Callable[[], object]
    ) -> int:
        """Let the kernel do it and keep it; if another process was faster, look again."""
        while True:
            before = table.live.state
            run()
            if await self._commit(table, before, seat, nonce):
                return table.seq
            METRICS.conflicts.inc()
            await self._reload(table)
            if (known := await self.books.entry_of(table, seat, nonce)) is not None:
                return known
            await self._live(table)
            if seq is not None and seq < table.asked[seat]:
                raise Moved

    async def _reload(self, table: Table) -> None:
        """Throw our copy away and read the log."""
        table.forget()
        row, chairs = await self.books.rows(table.id)
        table.set(row, chairs)
        await self.books.read_rest(table)
        await self.ready(table)
        if table.match is None:
            raise Denied(table.notice or "the match has not begun", "IN-1.1")
        table.wake()

    async def _commit(self, table: Table, before: State, seat: int, nonce: str | None) -> bool:
        """Make the kernel's last entry durable; only then does anybody hear of it."""
        match = table.live
        entry = match.record_entry(match.length - 1)
        at = max(now_ms(), table.last_at)
        try:
            table.advance(before, entry, at)
            outcome = match.outcome
            due = table.due(at, BOT_PATIENCE_MS)
            patch = None
            if outcome is not None:
                shown = msgspec.json.encode(outcome.json()).decode()
                patch = Patch("over", None, at, shown)
            elif due != table.row["due"]:
                patch = Patch("playing", due, None, None)
            body = msgspec.json.encode(entry).decode()
            kept = await self.storage.append(Entry(table.id, match.length, seat, body, at, nonce), patch)
        except BaseException:
            table.forget()  # the rules failed, or it is unknown whether it was kept: the log will tell
            raise
        if not kept:
            return False
        if patch is not None:
            table.row |= {
                "status": patch.status,
                "due": patch.due,
                "ended": patch.ended,
                "outcome": patch.outcome,
            }
        table.note_nonce(seat, nonce)
        METRICS.acted(table.game.id, _kind(entry)).inc()
        if outcome is not None:
            table.status = "over"
            table.version += 1
            METRICS.finished.labels(table.game.id).inc()
            self.housekeeping.ended(table.id)
            if self.finished is not None:
                self._spawn(self.finished(table), "results")
        table.wake(settled=True)
        self._tell(table)
        self._arrange(table)
        return True

    async def _note(
        self, table: Table, kind: str, seat: int | None, text: str, nonce: str | None, name: str | None = None
    ) -> None:
        """Keep a line of chat or a step of an undo. A nonce that is known already changes nothing."""
        values = {
            "match_id": table.id,
            "at": now_ms(),
            "kind": kind,
            "seat": seat,
            "name": name if name is not None else "" if seat is None else table.names[seat],
            "text": text,
            "seq": table.seq,
            "nonce": nonce,
        }
        c = schema.notes.c
        while True:
            n = table.said + 1

            def run(connection: Connection, n: int = n) -> None:
                connection.execute(insert(schema.notes).values(n=n, **values))
                connection.execute(delete(schema.notes).where(c.match_id == table.id, c.n <= n - NOTES_KEPT))

            refused: StorageDown | None = None
            try:
                await self.storage.transact(run)
            except StorageDown as wrong:
                if not wrong.duplicate:
                    raise
                refused = wrong
            await self.books.read_rest(table)
            if refused is None or await self.books.has_note(table, seat, nonce):
                break
            if table.said < n:  # nobody was faster: it will not be kept the next time either
                raise refused
        table.wake()
        self._tell(table)

    # Clocks and bots: what the server does by itself

    async def attend(self, id: str) -> None:
        """Look at a table that may be waiting for the server."""
        table = await self.open(id)
        async with table.lock:
            await self.ready(table)
            if table.match is not None:
                await self._attend(table)
        if table.status == "dealing" and self.dealing is not None:
            await self.dealing(table)

    async def _attend(self, table: Table) -> None:
        await self._expire(table)
        await self._undo_if_agreed(table)
        due = table.due(now_ms(), BOT_PATIENCE_MS)
        if due != table.row["due"] and not table.live.state.over:
            await self.books.set_row(table.id, "playing", due=due)
            table.row["due"] = due
        self._arrange(table)

    async def _expire(self, table: Table) -> None:
        """Answer for those whose clock has run out (IN-1.2)."""
        while table.clock is not None and not table.live.state.over:
            late = table.clock.expired(now_ms())
            if not late:
                return
            seat = late[0]
            before = table.live.state
            table.live.time_out(seat)
            if not await self._commit(table, before, seat, None):
                await self._reload(table)
            elif table.row["takeover"] and not table.here(seat) and not table.chairs[seat].stand_in:
                await self._stand_in(table, seat, table.row["takeover"])

    async def _stand_in(self, table: Table, seat: int, bot: str | None) -> None:
        """Let a bot take over an absent seat, or give it back."""
        await self.books.set_chair(table, seat, stand_in=bot)
        table.chairs[seat].stand_in = bot
        table.count_bots()
        table.version += 1
        table.wake()
        self._tell(table, changed=True)
        self._arrange(table)

    async def back(self, table: Table, caller: Caller, seat: int) -> None:
        """Somebody is on their seat again."""
        if table.chairs[seat].stand_in is not None:
            async with table.lock:
                await self.ready(table)
                if caller.holds(table.chairs[seat]):
                    await self._stand_in(table, seat, None)

    def _arrange(self, table: Table) -> None:
        """Set the alarm for the next clock, and let bots think that have something to say."""
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        if self._closing or table.match is None or table.live.state.over:
            return
        if table.clock is not None:
            now = now_ms()
            deadline = table.clock.deadline(now)
            if deadline is not None:
                loop = asyncio.get_running_loop()
                delay = max(0, deadline - now) / 1000 + 0.002
                table.timer = loop.call_later(delay, self._ring, table.id)
        for seat in table.bots_to_ask():
            if table.thinking.get(seat, -1) < table.asked[seat]:
                table.thinking[seat] = table.seq
                self._spawn(self._think(table, seat, table.seq), f"bot at {mark(table.id)}")

    def _ring(self, id: str) -> None:
        self._spawn(self.attend(id), f"clock of {mark(id)}")

    async def _think(self, table: Table, seat: int, seq: int) -> None:
        """Ask a bot and do what it says, unless the table has moved on."""
        bot = table.chairs[seat].plays_itself
        if bot is None:
            table.thinking.pop(seat, None)
            return
        failed = False
        action: str | None = None
        try:
            masked = knows_more(table.live, seat)
            record = table.live.record()
            action = await self.bots.choose(table.id, record, table.content, seat, bot, masked)
        except (BotFailed, FaultyGame) as wrong:
            _log.error("bot %s at %s: %s", bot, mark(table.id), wrong)
            METRICS.bot_failures.inc()
            failed = True
        finally:
            table.thinking.pop(seat, None)
        async with table.lock:
            try:
                await self._live(table)
            except Denied:
                return  # frozen meanwhile
            required = bool((table.live.state.required() >> seat) & 1)
            if seq < table.asked[seat] or table.chairs[seat].plays_itself is None:
                self._arrange(table)
                return
            before = table.live.state
            if failed and required:
                table.live.time_out(seat)
            elif action is not None:
                try:
                    table.live.play(seat, action)
                except (IllegalAction, FaultyGame) as wrong:
                    _log.error("bot %s at %s: %s", bot, mark(table.id), wrong)
                    if not required:
                        return
                    table.live.time_out(seat)
            else:
                return
            if not await self._commit(table, before, seat, None):
                METRICS.conflicts.inc()
                await self._reload(table)
                self._arrange(table)

    # Telling other processes

    def _tell(self, table: Table, changed: bool = False) -> None:
        if self.channels.shared and not self._closing:
            hint = Hint(self.channels.process, table.id, table.seq, table.said, changed)
            self._spawn(self.channels.publish(hint), "hint")

    async def changed(self, table: Table) -> None:
        """Chairs or status were changed in the database: look, and tell everybody."""
        await self.refresh(table)
        self._tell(table, changed=True)

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
            key = (hint.process, hint.seat)
            was = key in table.elsewhere
            if hint.here:
                table.elsewhere[key] = time.monotonic() + PRESENCE_SECONDS
            else:
                table.elsewhere.pop(key, None)
            if was != bool(hint.here):
                table.version += 1
                table.wake()
            return
        if hint.changed or hint.seq > table.seq or hint.said > table.said:
            self._spawn(self.refresh(table), f"refresh of {mark(table.id)}")

    def _look_at_all(self) -> None:
        """The channels were down, here or there: every followed table may have missed something."""
        for table in self.tables.values():
            if table.connections:
                self._spawn(self.refresh(table), f"refresh of {mark(table.id)}")
        self._spawn(self.keys.look(), "keys")

    async def repeat_presence(self) -> None:
        """Tell the other processes again who is here: what is not repeated is forgotten there."""
        for table in list(self.tables.values()):
            for seat in {connection.seat for connection in table.connections}:
                await self._say_here(table, seat)

    async def _say_here(self, table: Table, seat: int | None) -> None:
        count = sum(1 for connection in table.connections if connection.seat == seat)
        await self.channels.publish(Hint(self.channels.process, table.id, seat=seat, here=count))

    async def arrived(self, table: Table, connection: Any) -> None:
        """A connection has come."""
        connection.caller.withdrawn = self.keys.withdrawn(connection.caller.guest)
        first = not table.connections
        table.connections.add(connection)
        self.tables.setdefault(table.id, table)
        table.version += 1
        if self.channels.shared:
            if first:
                await self.channels.follow(table.id)
                await self.refresh(table)
            await self._say_here(table, connection.seat)
        table.wake()
        if connection.seat is not None:
            await self.back(table, connection.caller, connection.seat)

    async def left(self, table: Table, connection: Any) -> None:
        """A connection has gone."""
        table.connections.discard(connection)
        table.touched = time.monotonic()
        table.version += 1
        if connection.seat is not None and not connection.lost:
            table.seen[connection.seat] = now_ms()
        table.wake()
        if self.channels.shared:
            await self._say_here(table, connection.seat)
            if not table.connections:
                await self.channels.leave(table.id)


def _check_length(table: Table) -> None:
    """Everything about a match costs as much as it is long, and no match needs to be that long."""
    if table.seq >= MOST_ENTRIES:
        raise Denied(f"this match has {table.seq} entries, and cannot be played on: resign it", "IN-1.5")


def _kind(entry: dict[str, Any]) -> str:
    if "undo" in entry:
        return "undo"
    if entry.get("timeout"):
        return "timeout"
    return "resign" if entry.get("do") == RESIGN else "act"
