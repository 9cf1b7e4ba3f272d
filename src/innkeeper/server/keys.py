"""Keys that are worth nothing any more: a browser has logged out, or in. What they opened is closed.

Seats are looked at by whoever sits there (`Caller`); this is about the key itself, which may be shown to
one process and be in use in all of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from sqlalchemy import select

from innkeeper.server import schema
from innkeeper.server.channels import Channels, Hint
from innkeeper.server.storage import Storage
from innkeeper.server.table import Table

REMEMBERED = 1000  # keys: those on their way in when it happened are met at the door
BATCH = 500  # keys looked up in one query


class Keys:
    """Withdraws the keys of browsers, in this process and in all others."""

    def __init__(self, storage: Storage, channels: Channels, tables: Mapping[str, Table]) -> None:
        self.storage = storage
        self.channels = channels
        self.tables = tables
        self._withdrawn: deque[str] = deque(maxlen=REMEMBERED)

    async def withdraw(self, guest: str) -> None:
        """The database knows this key no longer: close whatever was opened with it, everywhere."""
        self.close([guest])
        await self.channels.publish(Hint(self.channels.process, withdrawn=guest))

    def close(self, guests: Iterable[str]) -> None:
        """Close what was opened with these keys in this process."""
        gone = set(guests)
        self._withdrawn.extend(gone)
        for table in self.tables.values():
            for connection in list(table.connections):
                if connection.caller.guest in gone:
                    connection.caller.withdrawn = True
                    connection.wake()

    def withdrawn(self, guest: str | None) -> bool:
        """Was this key withdrawn a moment ago?"""
        return guest in self._withdrawn

    async def look(self) -> None:
        """A hint can be lost: are the keys of all who are here still good?"""
        here = sorted(
            {
                connection.caller.guest
                for table in self.tables.values()
                for connection in table.connections
                if connection.caller.guest is not None
            }
        )
        g = schema.guests.c.id
        for first in range(0, len(here), BATCH):
            some = here[first : first + BATCH]
            known = {row["id"] for row in await self.storage.rows(select(g).where(g.in_(some)))}
            if len(known) < len(some):
                self.close(set(some) - known)
