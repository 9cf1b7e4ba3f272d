"""Playing: what somebody does at a table is checked by the kernel, appended to the log, and only then told.

A process that loses the race for a seq reads the log and looks again. Whoever asks must hold the seat when it
is their turn, not only when asking.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from innkeeper.engine.errors import FaultyGame
from innkeeper.engine.frame import State
from innkeeper.engine.match import RESIGN
from innkeeper.server import schema, watch
from innkeeper.server.clocks import now_ms
from innkeeper.server.errors import Denied
from innkeeper.server.metrics import METRICS
from innkeeper.server.seats import Caller
from innkeeper.server.storage import Entry, Patch
from innkeeper.server.table import Table

if TYPE_CHECKING:
    from innkeeper.server.hall import Hall

MOST_ENTRIES = 20_000  # of a match; the longest that anybody has played had some hundreds


class Moved(Exception):
    """The table has moved on since the seq that was named."""


class Referee:
    """Carries out what is done at the tables of one process."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def act(self, table: Table, caller: Caller, seat: int, action: str, seq: int, nonce: str) -> int:
        """Carry out an action; the entry it became. `Moved` if the table has moved on."""
        began = time.perf_counter()
        if action == RESIGN:
            return await self.resign(table, caller, seat, nonce)

        def run() -> None:
            check_length(table)
            table.live.play(seat, action)

        entry = await self._do(table, caller, seat, seq, nonce, run)
        METRICS.act_seconds.observe(time.perf_counter() - began)
        return entry

    async def resign(self, table: Table, caller: Caller, seat: int, nonce: str) -> int:
        """Leave the match, whatever has happened meanwhile."""
        return await self._do(table, caller, seat, None, nonce, lambda: table.live.resign(seat))

    async def live(self, table: Table) -> None:
        """The match in memory and running, clocks looked at."""
        if table.match is None:
            await self.hall.ready(table)
        if table.match is None:
            raise Denied(table.notice or "the match has not begun", "IN-1.1")
        table.touched = time.monotonic()
        if table.clock is not None:
            await self.hall.watch.expire(table)

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
            await self.live(table)
            if seq is not None and seq > table.seq:
                await self.reload(table)
            caller.check(table, seat)
            if (known := await self.hall.books.entry_of(table, seat, nonce)) is not None:
                return known
            if seq is not None and seq < table.asked[seat]:
                raise Moved
            return await self.commit_or_reload(table, seat, seq, nonce, run)

    async def commit_or_reload(
        self, table: Table, seat: int, seq: int | None, nonce: str | None, run: Callable[[], object]
    ) -> int:
        """Let the kernel do it and keep it; if another process was faster, look again."""
        while True:
            before = table.live.state
            try:
                run()
            except FaultyGame as wrong:
                await self.hall.call_back(table, wrong)
                raise
            if await self.commit(table, before, seat, nonce):
                return table.seq
            METRICS.conflicts.inc()
            await self.reload(table)
            if (known := await self.hall.books.entry_of(table, seat, nonce)) is not None:
                return known
            await self.live(table)
            if seq is not None and seq < table.asked[seat]:
                raise Moved

    async def reload(self, table: Table) -> None:
        """Throw our copy away and read the log."""
        table.forget()
        table.set(*await self.hall.books.leaf(table.id))
        await self.hall.books.read_rest(table)
        await self.hall.ready(table)
        if table.match is None:
            raise Denied(table.notice or "the match has not begun", "IN-1.1")
        table.changed(ours=False)

    async def commit(self, table: Table, before: State, seat: int, nonce: str | None) -> bool:
        """Make the kernel's last entry durable; only then does anybody hear of it."""
        match = table.live
        entry = match.record_entry(match.length - 1)
        at = max(now_ms(), table.last_at)
        try:
            table.advance(before, entry, at)
            outcome = match.outcome
            due = table.due(at, watch.BOT_PATIENCE_MS)
            patch = None
            if outcome is not None:
                shown = schema.encoded(outcome.json())
                patch = Patch("over", None, at, shown)
            elif due != table.leaf.due:
                patch = Patch("playing", due, None, None)
            body = schema.encoded(entry)
            kept = await self.hall.storage.append(Entry(table.id, match.length, seat, body, at, nonce), patch)
        except BaseException:
            table.forget()  # the rules failed, or it is unknown whether it was kept: the log will tell
            raise
        if not kept:
            return False
        if patch is not None:
            leaf = table.leaf
            leaf.status, leaf.due = patch.status, patch.due
            leaf.ended, leaf.outcome = patch.ended, patch.outcome
        table.note_nonce(seat, nonce)
        METRICS.acted(table.game.id, _kind(entry)).inc()
        table.changed(info=outcome is not None, settled=True)
        if outcome is not None:
            self.hall.ended(table)
        self.hall.watch.arrange(table)
        return True


def check_length(table: Table) -> None:
    """Everything about a match costs as much as it is long, and no match needs to be that long."""
    if table.seq >= MOST_ENTRIES:
        raise Denied(f"this match has {table.seq} entries, and cannot be played on: resign it", "IN-1.5")


def _kind(entry: dict[str, Any]) -> str:
    if "undo" in entry:
        return "undo"
    if entry.get("timeout"):
        return "timeout"
    return "resign" if entry.get("do") == RESIGN else "act"
