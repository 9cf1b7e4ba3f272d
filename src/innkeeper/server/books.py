"""What the database knows of a table: its row, its chairs, its log, its chat."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, bindparam, select, update

from innkeeper.server import schema
from innkeeper.server.errors import NotFound
from innkeeper.server.pace import Pace
from innkeeper.server.storage import Row, Storage
from innkeeper.server.table import Chair, Table, Talk

_AGREED = '"undo":"agreed"'

# What every table is read with, written down once: making a query costs more than asking it.
_m, _c, _n, _e = schema.matches.c, schema.chairs.c, schema.notes.c, schema.entries.c
_here: BindParameter[str] = bindparam("match")
_after: BindParameter[int] = bindparam("after")
_MATCH = select(schema.matches).where(_m.id == _here)
_REMATCH = select(_m.id).where(_m.previous == _here)
_CHAIRS = (
    select(schema.chairs, schema.accounts.c.name.label("account_name"))
    .select_from(schema.chairs.outerjoin(schema.accounts))
    .where(_c.match_id == _here)
    .order_by(_c.seat)
)
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


class Books:
    """Reads and changes one table at a time."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.pace = Pace()

    async def rows(self, id: str) -> tuple[Row, list[Chair]]:
        """The table's own row, and who sits there."""
        row = await self.storage.row(_MATCH, match=id)
        if row is None:
            raise NotFound("there is no such table")
        rows = await self.storage.rows(_CHAIRS, match=id)
        return dict(row), [_chair(dict(one)) for one in rows]

    async def read_rest(self, table: Table) -> None:
        """Chat and the rematch."""
        rows = await self.storage.rows(_NOTES, match=table.id, after=table.said)
        table.hear([_talk(row) for row in rows])
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
                if not fresh and _AGREED in row["body"]:
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

    async def set_row(self, id: str, status: str, /, **values: object) -> None:
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


def _chair(row: Row) -> Chair:
    return Chair(
        seat=row["seat"],
        who=row["who"],
        name=row["name"],
        bot=row["bot"],
        token=row["token"],
        guest=row["guest"],
        account=row["account"],
        account_name=row["account_name"],
        nonce=row["nonce"],
        seal=row["seal"],
        ready=bool(row["ready"]),
        stand_in=row["stand_in"],
        mutes=frozenset(msgspec.json.decode(row["mutes"])),
        brings=msgspec.json.decode(row["brings"]),
    )


def _talk(row: Any) -> Talk:
    return Talk(
        n=row["n"],
        at=row["at"],
        kind=row["kind"],
        seat=row["seat"],
        name=row["name"],
        text=row["text"],
        seq=row["seq"],
    )
