"""Talk at a table: lines of chat, and the steps of taking back by consent, which are kept beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert

from innkeeper.server import schema
from innkeeper.server.clocks import now_ms
from innkeeper.server.errors import Denied
from innkeeper.server.seats import Caller
from innkeeper.server.storage import StorageDown
from innkeeper.server.table import NOTES_KEPT, Table

if TYPE_CHECKING:
    from innkeeper.server.hall import Hall


class Chat:
    """Keeps what is said, and who does not want to hear whom."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def say(
        self, table: Table, caller: Caller, seat: int | None, name: str, text: str, nonce: str | None
    ) -> None:
        """A line of chat."""
        async with table.lock:
            caller.check(table, seat)
            await self.note(table, "chat", seat, text, nonce, name)

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
            mutes = schema.encoded(list(chair.mutes))
            await self.hall.books.set_chair(table, seat, mutes=mutes)

    async def note(
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
                await self.hall.storage.transact(run)
            except StorageDown as wrong:
                if not wrong.duplicate:
                    raise
                refused = wrong
            await self.hall.books.read_rest(table)
            if refused is None or await self.hall.books.has_note(table, seat, nonce):
                break
            if table.said < n:  # nobody was faster: it will not be kept the next time either
                raise refused
        table.changed(info=False)
