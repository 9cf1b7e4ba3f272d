"""Taking back: freely while nobody has learned anything, otherwise when all the others agree (IN-1.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innkeeper.engine.errors import IllegalAction
from innkeeper.server.errors import Denied
from innkeeper.server.rated import TAKEN_BACK
from innkeeper.server.referee import Moved, check_length
from innkeeper.server.seats import Caller
from innkeeper.server.table import Table

if TYPE_CHECKING:
    from innkeeper.server.hall import Hall


class Consent:
    """Asks the others, and takes back what they agree to."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def undo(self, table: Table, caller: Caller, seat: int, seq: int, nonce: str) -> int | None:
        """Take back if that is free, otherwise ask the others; None: they have been asked."""
        async with table.lock:
            await self.hall.referee.live(table)
            caller.check(table, seat)
            if (known := await self.hall.books.entry_of(table, seat, nonce)) is not None:
                return known
            if seq != table.seq:
                raise Moved
            check_length(table)
            if not table.live.can_undo(seat):
                if not table.undo_state(table.viewer(seat)).ask:
                    raise IllegalAction("there is nothing to take back, or somebody is asking", "IN-1.3")
                await self.hall.chat.note(table, "ask", seat, "", nonce)
                if not await self.settle(table):
                    return None
                return table.seq
            return await self.hall.referee.commit_or_reload(
                table, seat, seq, nonce, lambda: table.live.undo(seat)
            )

    async def answer(
        self, table: Table, caller: Caller, seat: int, agree: bool, seq: int, nonce: str
    ) -> None:
        """Say yes or no to another seat's wish to take back."""
        async with table.lock:
            await self.hall.referee.live(table)
            caller.check(table, seat)
            if seq != table.seq:
                raise Moved
            asked_by, waits, _ = table.undo_asked()
            if asked_by is None:
                raise Denied("nobody asks to take anything back", "IN-1.3")
            if seat not in waits:
                raise Denied("you have answered, or need not", "IN-1.3")
            await self.hall.chat.note(table, "agree" if agree else "refuse", seat, "", nonce)
            await self.settle(table)

    async def settle(self, table: Table) -> bool:
        """Take back what somebody asked to, if nobody's answer is missing any more."""
        asked_by, _, agreed = table.undo_asked()
        if asked_by is None or not agreed:
            return False
        seat, seq = asked_by, table.seq
        entries = table.live.to_rebuild(seat)
        if entries is not None:
            await self.hall.books.prepare(table, entries)
        try:
            await self.hall.referee.commit_or_reload(
                table, seat, seq, None, lambda: table.live.undo(seat, agreed=True)
            )
        except Moved:
            return False
        if table.unrated is None:
            await self.hall.books.set_leaf(table.id, table.leaf.status, unrated=TAKEN_BACK)
            table.leaf.unrated = TAKEN_BACK
            table.changed()
        return True
