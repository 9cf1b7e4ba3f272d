"""Who is at the tables: the connections of this process, and what the other processes say of theirs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from innkeeper.server.channels import Hint
from innkeeper.server.clocks import now_ms
from innkeeper.server.table import Table

if TYPE_CHECKING:
    from innkeeper.server.hall import Hall
    from innkeeper.server.socket import Connection

LASTS_SECONDS = 60.0  # what another process says of its guests, unless it says so again


class Presence:
    """Lets connections come and go, and tells the other processes."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def repeat(self) -> None:
        """Tell the other processes again who is here: what is not repeated is forgotten there."""
        for table in list(self.hall.tables.values()):
            for seat in {connection.seat for connection in table.connections}:
                await self._say_here(table, seat)

    async def _say_here(self, table: Table, seat: int | None) -> None:
        count = sum(1 for connection in table.connections if connection.seat == seat)
        await self.hall.channels.publish(Hint(self.hall.channels.process, table.id, seat=seat, here=count))

    async def arrived(self, table: Table, connection: Connection) -> None:
        """A connection has come."""
        connection.caller.withdrawn = self.hall.keys.withdrawn(connection.caller.guest)
        first = not table.connections
        table.connections.add(connection)
        self.hall.tables.setdefault(table.id, table)
        if self.hall.channels.shared:
            if first:
                await self.hall.channels.follow(table.id)
                await self.hall.refresh(table)
            await self._say_here(table, connection.seat)
        table.changed(ours=False)
        if connection.seat is not None:
            await self.hall.watch.back(table, connection.caller, connection.seat)

    async def left(self, table: Table, connection: Connection) -> None:
        """A connection has gone."""
        table.connections.discard(connection)
        table.touched = time.monotonic()
        if connection.seat is not None and not connection.lost:
            table.seen[connection.seat] = now_ms()
        table.changed(ours=False)
        if self.hall.channels.shared:
            await self._say_here(table, connection.seat)
            if not table.connections:
                await self.hall.channels.leave(table.id)

    def heard(self, table: Table, hint: Hint) -> None:
        """Another process says how many of its connections a seat has."""
        key = (hint.process, hint.seat)
        was = key in table.elsewhere
        if hint.here:
            table.elsewhere[key] = time.monotonic() + LASTS_SECONDS
        else:
            table.elsewhere.pop(key, None)
        if was != bool(hint.here):
            table.changed(ours=False)
