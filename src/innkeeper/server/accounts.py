"""Accounts, for those who want their history and ratings on every device. Nobody needs one to play."""

from __future__ import annotations

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update

from innkeeper.server import schema
from innkeeper.server.clocks import now_ms
from innkeeper.server.errors import Denied, NotFound, TooFast, Unknown
from innkeeper.server.figures import figures_of
from innkeeper.server.limits import Limiter
from innkeeper.server.lookalikes import looks_of
from innkeeper.server.protocol import Credentials, NewAccount, PastMatch, Player, Rating, Tally
from innkeeper.server.seats import Caller
from innkeeper.server.storage import Storage, StorageDown

HISTORY = 100
NOBODY = "guest"  # whoever gives no name


def key_of(name: str) -> str:
    """What two names are compared by: who looks or reads the same is the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).strip().casefold())


def _taken(name: str, by: str) -> str:
    """Why a name cannot be an account's."""
    if key_of(name) == key_of(by):
        return f"somebody is called {name} already"
    return f"somebody is called {by} already, and {name} looks like that"


class Accounts:
    """Names, passwords and what is known of people."""

    def __init__(self, storage: Storage, registration: bool) -> None:
        self.storage = storage
        self.registration = registration
        self._hasher = PasswordHasher()
        self._none = ""  # what is checked for names that do not exist
        self._tries = Limiter(rate=0.1, burst=5)  # for one name from one address: then 6 a minute
        self._senders = Limiter(rate=0.2, burst=15)  # from one address, whatever the name: then 12 a minute

    def _limit(self, address: str, name: str) -> None:
        """Slow down those who guess, and only those: nobody at another address can lock the owner out."""
        if not self._senders.take(address) or not self._tries.take(f"{address} {key_of(name)}"):
            raise TooFast("too many tries; wait a minute")

    async def register(self, asked: NewAccount, address: str) -> int:
        """Make an account."""
        if not self.registration:
            raise Denied("this inn does not take new names")
        if key_of(asked.name) == NOBODY:
            raise Denied(f"{asked.name} is what people without an account are called")
        self._limit(address, asked.name)
        if (other := await self._looks_like(asked.name)) is not None:
            raise Denied(_taken(asked.name, other))
        password = await asyncio.to_thread(self._hasher.hash, asked.password)

        def run(connection: Connection) -> int:
            made = connection.execute(
                insert(schema.accounts)
                .values(
                    name=asked.name,
                    key=key_of(asked.name),
                    password=password,
                    created=now_ms(),
                    program=asked.program,
                    looks=looks_of(asked.name),
                )
                .returning(schema.accounts.c.id)
            )
            return int(made.scalar_one())

        try:
            account = await self.storage.transact(run)
        except StorageDown as wrong:
            if wrong.duplicate:
                raise Denied(_taken(asked.name, asked.name)) from None
            raise
        return account

    async def log_in(self, asked: Credentials, address: str) -> int:
        """Check a password. The same time passes and the same is said whether or not the name exists."""
        self._limit(address, asked.name)
        a = schema.accounts.c
        row = await self.storage.row(select(a.id, a.password).where(a.key == key_of(asked.name)))
        if not self._none:
            self._none = await asyncio.to_thread(self._hasher.hash, "nobody has this password")
        stored = self._none if row is None else row["password"]
        try:
            await asyncio.to_thread(self._hasher.verify, stored, asked.password)
        except (VerificationError, InvalidHashError):  # what is kept may be damaged: then nothing fits
            row = None
        if row is None:
            raise Unknown("that name and password do not fit")
        return int(row["id"])

    async def check_name(self, name: str, caller: Caller) -> None:
        """Refuse a guest the name of an account, or one that looks like it: whoever has an account sits under
        its name, and nobody else does."""
        if caller.account is not None or key_of(name) == NOBODY:
            return
        if (other := await self._looks_like(name)) is not None:
            same = key_of(name) == key_of(other)
            like = "is the name" if same else f"looks like {other}, which is the name"
            raise Denied(f"{name} {like} of an account here: log in to it, or choose another")

    async def _looks_like(self, name: str) -> str | None:
        """The account whose name this is, or for whose name it may be taken."""
        a = schema.accounts.c
        alike = (a.looks == looks_of(name)) & (a.looks != "")
        same = a.key == key_of(name)
        row = await self.storage.row(select(a.name).where(same | alike).order_by(same.desc()).limit(1))
        return None if row is None else str(row["name"])

    async def attach(self, old: Caller, new: Caller) -> list[str]:
        """What a browser holds goes over to its new key, and its old key is worth nothing any more.

        So nobody who knew the key from before is logged in with it. Whoever has an account sits under its
        name: nobody plays for points as somebody else. Seats of another account, which did not log out here,
        stay that account's; those of programs do not become a person's. The tables it changed.
        """
        if old.guest is None:
            return []
        if old.account not in (None, new.account):
            await self.log_out(old)
            return []
        c, m, a = schema.chairs.c, schema.matches.c, schema.accounts.c
        row = await self.storage.row(select(a.name, a.program).where(a.id == new.account))
        assert row is not None
        program = bool(row["program"])
        values = {"guest": new.guest, "account": new.account, "name": row["name"], "program": program}

        def run(connection: Connection) -> list[str]:
            mine = (c.guest == old.guest) & (c.who == "person")
            if not program:
                mine &= c.program.is_(False)
            tables = list(connection.execute(select(c.match_id).where(mine).distinct()).scalars())
            connection.execute(update(schema.chairs).where(mine).values(**values))
            connection.execute(update(schema.matches).where(m.host == old.guest).values(host=new.guest))
            connection.execute(delete(schema.guests).where(schema.guests.c.id == old.guest))
            return tables

        return await self.storage.transact(run)

    async def log_out(self, caller: Caller) -> None:
        """This key is worth nothing any more; the account keeps the seats."""

        def run(connection: Connection) -> None:
            connection.execute(delete(schema.guests).where(schema.guests.c.id == caller.guest))

        await self.storage.transact(run)

    async def known_as(self, account: int) -> tuple[str, bool]:
        """What an account is called, and whether it is a landlord's."""
        a = schema.accounts.c
        row = await self.storage.row(select(a.name, a.landlord).where(a.id == account))
        assert row is not None
        return str(row["name"]), bool(row["landlord"])

    async def player(self, name: str, caller: Caller) -> Player:
        """A person with an account, as the caller may see it."""
        a = schema.accounts.c
        row = await self.storage.row(select(a.id, a.name, a.created, a.program).where(a.key == key_of(name)))
        if row is None:
            raise NotFound(f"nobody here is called {name[:24]}")
        career = await self.career(row["id"], caller)
        return Player(row["name"], row["created"], bool(row["program"]), *career)

    async def career(self, account: int, caller: Caller) -> tuple[list[Rating], list[PastMatch], list[Tally]]:
        """Ratings, matches, figures. The matches are read first: one that shows is in the others too."""
        history = await self.history(account, caller)
        return await self.ratings(account), history, await figures_of(self.storage, account)

    async def ratings(self, account: int) -> list[Rating]:
        r = schema.ratings.c
        rows = await self.storage.rows(
            select(schema.ratings).where(r.player == f"account:{account}").order_by(r.game)
        )
        return [
            Rating(row["game"], round(row["mu"], 3), round(row["sigma"], 3), row["matches"]) for row in rows
        ]

    async def history(self, account: int, caller: Caller) -> list[PastMatch]:
        """The last matches of an account. Where a private one was played, and against whom, is known only to
        those who sat there: its id is all that one needs to look at it.
        """
        r, c, m = schema.results.c, schema.chairs.c, schema.matches.c
        rows = await self.storage.rows(
            select(schema.results, m.public)
            .select_from(schema.results.join(schema.matches))
            .where(r.player == f"account:{account}")
            .order_by(r.at.desc())
            .limit(HISTORY)
        )
        chairs = await self.storage.rows(
            select(c.match_id, c.seat, c.name, caller.of().label("mine"))
            .where(c.match_id.in_({row["match_id"] for row in rows}))
            .order_by(c.seat)
        )
        sat = {chair["match_id"] for chair in chairs if chair["mine"]}
        found = []
        for row in rows:
            id = row["match_id"]
            known = row["public"] or id in sat
            others = [one["name"] for one in chairs if one["match_id"] == id and one["seat"] != row["seat"]]
            found.append(
                PastMatch(
                    table=id if known else None,
                    game=row["game"],
                    seat=row["seat"],
                    place=row["place"],
                    won=bool(row["won"]),
                    ended=row["at"],
                    against=others if known else [],
                )
            )
        return found
