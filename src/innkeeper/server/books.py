"""What the database knows of a table: its row, its chairs, its log, its chat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, Connection, bindparam, func, select, tuple_, update

from innkeeper.engine.content import Content
from innkeeper.server import schema
from innkeeper.server.errors import NotFound
from innkeeper.server.leaf import Chair, Leaf, Talk
from innkeeper.server.pace import Pace
from innkeeper.server.storage import Row, Storage
from innkeeper.server.table import Table

# What every table is read with, written down once: making a query costs more than asking it.
_m, _c, _n, _e = schema.matches.c, schema.chairs.c, schema.notes.c, schema.entries.c
_here: BindParameter[str] = bindparam("match")
_after: BindParameter[int] = bindparam("after")
_some: BindParameter[Any] = bindparam("matches", expanding=True)
_ROW = select(schema.matches, schema.LENGTH.label("seq"))
_MATCH = _ROW.where(_m.id == _here)
_REMATCH = select(_m.id).where(_m.previous == _here)
_SEATED = (
    select(schema.chairs, schema.accounts.c.name.label("account_name"))
    .select_from(schema.chairs.outerjoin(schema.accounts))
    .order_by(_c.match_id, _c.seat)
)
_CHAIRS = _SEATED.where(_c.match_id == _here)
# The same for a list of tables at once, with the last line of the chat only.
_MATCHES = _ROW.where(_m.id.in_(_some))
_REMATCHES = select(_m.id, _m.previous).where(_m.previous.in_(_some))
_ALL_CHAIRS = _SEATED.where(_c.match_id.in_(_some))
_SAID = select(_n.match_id, func.max(_n.n)).where(_n.match_id.in_(_some)).group_by(_n.match_id)
_LAST_NOTES = select(schema.notes).where(tuple_(_n.match_id, _n.n).in_(_SAID))
_NOTES = select(schema.notes).where(_n.match_id == _here, _n.n > _after).order_by(_n.n)
_ENTRIES = (
    select(_e.seq, _e.body, _e.at, _e.nonce).where(_e.match_id == _here, _e.seq > _after).order_by(_e.seq)
)
_ENTRY_OF_NONCE = select(_e.seq).where(
    _e.match_id == _here, _e.seat == bindparam("seat"), _e.nonce == bindparam("nonce")
)
_NOTE_OF_NONCE = select(_n.n).where(
    _n.match_id == _here, _n.seat == bindparam("seat"), _n.nonce == bindparam("nonce")
)


class Extract(Struct):
    """What a list shows of one table, as the database has it: it may make no sense."""

    row: Row
    chairs: list[Row]
    notes: list[Any]
    next: str | None

    def table(self, content: Content, apart: bool) -> Table:
        """The table, to look at only."""
        table = Table(Leaf.of(self.row), [Chair.of(one) for one in self.chairs], content, apart=apart)
        table.hear([Talk.of(note) for note in self.notes])
        table.next = self.next
        return table


class Books:
    """Reads and changes one table at a time."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.pace = Pace()

    async def leaf(self, id: str) -> tuple[Leaf, list[Chair]]:
        """The table's own row, and who sits there."""
        row = await self.storage.row(_MATCH, match=id)
        if row is None:
            raise NotFound("there is no such table")
        rows = await self.storage.rows(_CHAIRS, match=id)
        return Leaf.of(row), [Chair.of(one) for one in rows]

    async def extracts(self, ids: Sequence[str]) -> list[Extract]:
        """What a list shows of many tables, in the order of their ids, with as many queries as for one."""
        if not ids:
            return []
        found = {
            row["id"]: Extract(dict(row), [], [], None)
            for row in await self.storage.rows(_MATCHES, matches=ids)
        }
        for chair in await self.storage.rows(_ALL_CHAIRS, matches=ids):
            found[chair["match_id"]].chairs.append(dict(chair))
        for note in await self.storage.rows(_LAST_NOTES, matches=ids):
            found[note["match_id"]].notes.append(note)
        for row in await self.storage.rows(_REMATCHES, matches=ids):
            found[row["previous"]].next = row["id"]
        return [found[id] for id in ids if id in found]

    async def read_rest(self, table: Table) -> None:
        """Chat and the rematch."""
        rows = await self.storage.rows(_NOTES, match=table.id, after=table.said)
        table.hear([Talk.of(row) for row in rows])
        row = await self.storage.row(_REMATCH, match=table.id)
        table.next = None if row is None else row["id"]

    async def catch_up(self, table: Table) -> None:
        """Apply the entries of the log that the match does not have yet."""
        rows = await self.storage.rows(_ENTRIES, match=table.id, after=table.seq)
        fresh = table.seq == 0

        async def apply(some: list[Any]) -> None:
            await self.pace.through(
                some, lambda row: table.apply(row["seq"], row["body"], row["at"], row["nonce"])
            )

        with table.live.replaying():
            waiting: list[Any] = []
            for row in rows:
                if not fresh and schema.AGREED in row["body"]:
                    await apply(waiting)
                    waiting = []
                    await self.prepare(table, msgspec.json.decode(row["body"])["entry"])
                waiting.append(row)
            await apply(waiting)

    async def prepare(self, table: Table, entries: int) -> None:
        """Rebuild the position after so many entries, to which the match is about to go back."""
        live = table.live
        first = (live.record_entry(index) for index in range(entries))
        live.prepare(entries, (await self.pace.replayed(table.header(), first, table.content)).state)

    async def log(self, id: str) -> list[Any]:
        """All entries of a match, as a record has them."""
        rows = await self.storage.rows(_ENTRIES, match=id, after=0)
        return [msgspec.json.decode(row["body"]) for row in rows]

    async def set_leaf(self, id: str, status: str, /, **values: object) -> None:
        """Change the table's own row, if it still has a status."""

        def run(connection: Connection) -> None:
            same = update(schema.matches).where(_m.id == id, _m.status == status)
            connection.execute(same.values(**values))

        await self.storage.transact(run)

    async def set_chair(self, table: Table, seat: int, **values: object) -> None:
        """Change one chair."""
        c = schema.chairs.c

        def run(connection: Connection) -> None:
            connection.execute(
                update(schema.chairs).where(c.match_id == table.id, c.seat == seat).values(**values)
            )

        await self.storage.transact(run)

    async def entry_of(self, table: Table, seat: int, nonce: str | None) -> int | None:
        """The entry that a nonce became, if it did.

        Whoever appends an entry has replayed all before it and seen their nonces, and only one can
        append it: so no index is needed to keep a message from being carried out twice.
        """
        if nonce is None or not table.maybe_known(seat, nonce):
            return None
        row = await self.storage.row(_ENTRY_OF_NONCE, match=table.id, seat=seat, nonce=nonce)
        return None if row is None else int(row["seq"])

    async def has_note(self, table: Table, seat: int | None, nonce: str | None) -> bool:
        """Has this been said or asked before?"""
        if nonce is None or seat is None:
            return False
        found = await self.storage.row(_NOTE_OF_NONCE, match=table.id, seat=seat, nonce=nonce)
        return found is not None
