"""Seats are capabilities: who holds the key of a seat may act for it, and nobody else.

A seat's key is a token that programs send as `Authorization: Bearer …`. A browser holds one key in a
cookie, the guest's, which opens all seats that this guest took. Only fingerprints are kept.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, bindparam, false, insert, or_, select

from innkeeper.server import schema
from innkeeper.server.clocks import now_ms
from innkeeper.server.errors import NotYours, Unknown
from innkeeper.server.leaf import Chair
from innkeeper.server.storage import Storage
from innkeeper.server.table import Table

COOKIE = "innkeeper_guest"


def new_token() -> str:
    """A key nobody can guess."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """An id nobody can guess: whoever knows a table's id may come and watch."""
    return secrets.token_urlsafe(16)


def fingerprint(token: str) -> str:
    """What is kept of a key. Keys have 256 random bits, so a plain hash cannot be turned round."""
    return sha256(token.encode()).hexdigest()


class Caller(Struct):
    """Who asks, as far as the keys tell."""

    guest: str | None = None
    account: int | None = None
    account_name: str | None = None
    program: bool = False  # the account is that of a program
    landlord: bool = False  # the account may use the workshop
    key: str | None = None  # fingerprint of a seat's token
    withdrawn: bool = False  # the key was good when it was shown, and is worth nothing any more

    def holds(self, chair: Chair) -> bool:
        """Is that seat the caller's, now?"""
        if chair.who != "person" or self.withdrawn:
            return False
        if self.key is not None:
            return chair.token is not None and secrets.compare_digest(chair.token, self.key)
        if self.guest is not None and chair.guest == self.guest:
            return True
        return self.account is not None and chair.account == self.account

    def of(self) -> ColumnElement[bool]:
        """The same for the rows of chairs in the database."""
        c = schema.chairs.c
        if self.key is not None:
            return c.token == self.key
        mine = [c.guest == self.guest] if self.guest is not None else []
        mine += [c.account == self.account] if self.account is not None else []
        return or_(false(), *mine)

    def seats(self, table: Table) -> list[int]:
        """The caller's seats at a table."""
        return [chair.seat for chair in table.chairs if self.holds(chair)]

    def hosts(self, table: Table) -> bool:
        """Did the caller set this table?"""
        host = table.leaf.host
        if host is None:
            return False
        return self.guest == host or any(self.holds(chair) and chair.guest == host for chair in table.chairs)

    def may_look(self, table: Table) -> bool:
        """May the caller look at a table? This, and nothing else, decides it at every door.

        Who has the link may come as far as the lobby of any table, or nobody could sit down.
        """
        return table.leaf.watchers or table.status == "open" or bool(self.seats(table))

    def look(self, table: Table) -> None:
        """Refuse those who may not look."""
        if not self.may_look(table):
            raise NotYours("this table is not for watching")

    def rule(self) -> None:
        """Refuse all but landlords. This, and nothing else, decides who may use the workshop."""
        if self.account is None:
            raise Unknown("the workshop is for the landlord: log in first")
        if not self.landlord:
            raise NotYours("the workshop is for the landlord of this inn")

    def loss(self, table: Table, seat: int | None) -> str | None:
        """Why a place that the caller had (null: on the bench) is not the caller's any more, if so."""
        if self.withdrawn:
            return "your key is worth nothing any more: you have logged out, or in"
        if seat is None:
            return None if self.may_look(table) else "this table is not for watching"
        return None if self.holds(table.chairs[seat]) else f"seat {seat} is no longer yours"

    def check(self, table: Table, seat: int | None) -> None:
        """Refuse what is asked from a place that was lost while the message waited for its turn."""
        if (why := self.loss(table, seat)) is not None:
            raise NotYours(why)

    def seat(self, table: Table, wanted: int | None) -> int:
        """The seat the caller acts for; `wanted` is needed only when there are several."""
        own = self.seats(table)
        if not own:
            if self.key is None and self.guest is None:
                raise Unknown("say who you are: send the token of your seat, or the cookie of your browser")
            raise NotYours("you have no seat at this table")
        if wanted is None:
            if len(own) > 1:
                raise NotYours(f"you have seats {', '.join(map(str, own))}: say which with ?seat=")
            return own[0]
        if wanted not in own:
            raise NotYours(f"seat {wanted} is not yours")
        return wanted


_GUEST = (
    select(
        schema.guests.c.id,
        schema.guests.c.account,
        schema.accounts.c.name,
        schema.accounts.c.program,
        schema.accounts.c.landlord,
    )
    .select_from(schema.guests.outerjoin(schema.accounts))
    .where(schema.guests.c.token == bindparam("token"))
)


async def identify(storage: Storage, cookie: str | None, authorization: str | None) -> Caller:
    """Who sent these keys. A key that fits nothing is refused, so that mistakes do not go unnoticed."""
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not 16 <= len(token) <= 128:
            raise Unknown("the Authorization header is not `Bearer` and the token of a seat")
        return Caller(key=fingerprint(token))
    if not cookie or len(cookie) > 128:
        return Caller()
    row = await storage.row(_GUEST, token=fingerprint(cookie))
    if row is None:
        return Caller()
    return Caller(
        guest=row["id"],
        account=row["account"],
        account_name=row["name"],
        program=bool(row["program"]),
        landlord=bool(row["landlord"]),
    )


async def new_guest(storage: Storage, account: int | None = None) -> tuple[Caller, str]:
    """A guest and the key that goes into the cookie."""
    token, guest = new_token(), new_id()

    def run(connection: Connection) -> None:
        connection.execute(
            insert(schema.guests).values(
                id=guest, token=fingerprint(token), account=account, created=now_ms()
            )
        )

    await storage.transact(run)
    return Caller(guest=guest, account=account), token
