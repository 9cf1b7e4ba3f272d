"""Watching over matches: what the server does by itself, when a clock runs out or a bot is to move."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from innkeeper.engine.errors import FaultyGame, IllegalAction
from innkeeper.server.bots import BotFailed, knows_more
from innkeeper.server.clocks import now_ms
from innkeeper.server.errors import Denied, mark
from innkeeper.server.metrics import METRICS
from innkeeper.server.seats import Caller
from innkeeper.server.table import Table

if TYPE_CHECKING:
    from innkeeper.server.hall import Hall

_log = logging.getLogger("innkeeper.watch")

BOT_PATIENCE_MS = 5000  # how long the process that owes a bot's answer may take before others help


class Watch:
    """Answers for those who are late, and asks the bots."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def attend(self, id: str) -> None:
        """Look at a table that may be waiting for the server."""
        table = await self.hall.open(id)
        async with table.lock:
            await self.hall.ready(table)
            if table.match is not None:
                await self._attend(table)
        if table.status == "dealing" and self.hall.dealing is not None:
            await self.hall.dealing(table)

    async def _attend(self, table: Table) -> None:
        await self.expire(table)
        await self.hall.consent.settle(table)
        due = table.due(now_ms(), BOT_PATIENCE_MS)
        if due != table.leaf.due and not table.live.state.over:
            await self.hall.books.set_leaf(table.id, "playing", due=due)
            table.leaf.due = due
        self.arrange(table)

    async def expire(self, table: Table) -> None:
        """Answer for those whose clock has run out (IN-1.2)."""
        while table.clock is not None and not table.live.state.over:
            late = table.clock.expired(now_ms())
            if not late:
                return
            seat = late[0]
            before = table.live.state
            await self._time_out(table, seat)
            if not await self.hall.referee.commit(table, before, seat, None):
                await self.hall.referee.reload(table)
            elif table.leaf.takeover and not table.here(seat) and not table.chairs[seat].stand_in:
                await self._stand_in(table, seat, table.leaf.takeover)

    async def _time_out(self, table: Table, seat: int) -> None:
        """Let the referee answer for a seat."""
        try:
            table.live.time_out(seat)
        except FaultyGame as wrong:
            await self.hall.call_back(table, wrong)
            raise

    async def _stand_in(self, table: Table, seat: int, bot: str | None) -> None:
        """Let a bot take over an absent seat, or give it back."""
        await self.hall.books.set_chair(table, seat, stand_in=bot)
        table.chairs[seat].stand_in = bot
        table.count_bots()
        table.changed()
        self.arrange(table)

    async def back(self, table: Table, caller: Caller, seat: int) -> None:
        """Somebody is on their seat again."""
        if table.chairs[seat].stand_in is not None:
            async with table.lock:
                await self.hall.ready(table)
                if caller.holds(table.chairs[seat]):
                    await self._stand_in(table, seat, None)

    def arrange(self, table: Table) -> None:
        """Set the alarm for the next clock, and let bots think that have something to say."""
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        if self.hall.closing or table.match is None or table.live.state.over:
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
                self.hall.spawn(self._think(table, seat, table.seq), f"bot at {mark(table.id)}")

    def _ring(self, id: str) -> None:
        self.hall.spawn(self.attend(id), f"clock of {mark(id)}")

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
            action = await self.hall.bots.choose(table.id, table.live, seat, bot, masked)
        except (BotFailed, FaultyGame) as wrong:
            _log.error("bot %s at %s: %s", bot, mark(table.id), wrong)
            METRICS.bot_failures.inc()
            failed = True
        finally:
            table.thinking.pop(seat, None)
        async with table.lock:
            try:
                await self.hall.referee.live(table)
            except Denied:
                return  # frozen meanwhile
            required = bool((table.live.state.required() >> seat) & 1)
            if seq < table.asked[seat] or table.chairs[seat].plays_itself is None:
                self.arrange(table)
                return
            before = table.live.state
            if failed and required:
                await self._time_out(table, seat)
            elif action is not None:
                try:
                    table.live.play(seat, action)
                except (IllegalAction, FaultyGame) as wrong:
                    _log.error("bot %s at %s: %s", bot, mark(table.id), wrong)
                    await self.hall.call_back(table, wrong)
                    if not required or table.match is None:
                        return
                    await self._time_out(table, seat)
            else:
                return
            if not await self.hall.referee.commit(table, before, seat, None):
                METRICS.conflicts.inc()
                await self.hall.referee.reload(table)
                self.arrange(table)
