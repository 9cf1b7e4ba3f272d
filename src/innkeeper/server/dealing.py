"""From the last chair taken to the first card: everybody is bound, then every word is opened, then the deal.

The seed is bound by the commitment, which is public before anybody sits down. A person's word is bound by
its seal when they sit down. Only when every chair is taken, and nothing can be changed any more, are the
seals shown and the words opened; the dice come from the seed and all words. So nobody can choose them: not
the server, not whoever sits down last, and not both together. Whoever opens last could know the deal first,
and can only refuse: then the seat is lost, the table says so, and all words are made anew.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from innkeeper.engine.chance import seal_of
from innkeeper.engine.match import new_match
from innkeeper.server import schema
from innkeeper.server.clocks import now_ms
from innkeeper.server.errors import Denied, NotYours
from innkeeper.server.hall import Hall
from innkeeper.server.leaf import Chair
from innkeeper.server.protocol import BankClock, Clock, NoClock
from innkeeper.server.rated import why_unrated
from innkeeper.server.seats import Caller
from innkeeper.server.storage import Row, Storage
from innkeeper.server.table import Table

LEAST_MS, MOST_MS = 120_000, 86_400_000
NOT_BOUND = {"seal": "", "nonce": "", "ready": False}


def empty(seat: int) -> Row:
    """A chair that nobody has taken."""
    return {
        "seat": seat,
        "who": "open",
        "name": "",
        "bot": None,
        "token": None,
        "guest": None,
        "account": None,
        "program": False,
        "nonce": "",
        "seal": "",
        "ready": False,
        "stand_in": None,
        "mutes": "[]",
        "brings": "{}",
    }


def own_seat(name: str, own: Collection[int]) -> int:
    """A seat of one's own, as a name in JSON."""
    if name not in map(str, own):
        raise NotYours(f"seat {name[:10]} is not yours")
    return int(name)


def patience(clock: Clock) -> int:
    """How long words may take to be opened: as long as a decision, from two minutes to a day."""
    if isinstance(clock, NoClock):
        return MOST_MS
    seconds = 0 if isinstance(clock, BankClock) else clock.seconds
    return max(LEAST_MS, min(MOST_MS, seconds * 1000))


class Dealer:
    """Begins matches."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.storage: Storage = hall.storage
        hall.dealing = self.settle

    async def begin(self, table: Table) -> None:
        """Everybody is here and bound: show the seals, or deal at once where there are none."""
        if not any(chair.seal for chair in table.chairs):
            await self._deal(table)
            return
        m, c = schema.matches.c, schema.chairs.c
        values = {"status": "dealing", "notice": None, "due": now_ms() + patience(table.leaf.clock)}

        def run(connection: Connection) -> bool:
            missing = select(c.seat).where(c.match_id == table.id, c.ready.is_(False))
            if _status(connection, table) != "open" or connection.execute(missing).first():
                return False
            connection.execute(update(schema.matches).where(m.id == table.id).values(**values))
            return True

        await self.storage.transact(run)
        await self.hall.changed(table)

    async def open_words(self, table: Table, caller: Caller, words: Mapping[str, str]) -> None:
        """Open the words of the caller's seats; the last one deals. Saying it again changes nothing."""
        own = caller.seats(table)
        if not own:
            raise NotYours("only those who sit at a table have a word to open")
        opened = {own_seat(name, own): word for name, word in words.items()}
        for seat, word in opened.items():
            if not table.chairs[seat].seal:
                raise Denied(f"seat {seat} has sealed no word", "IN-1.7")
            if seal_of(word) != table.chairs[seat].seal:
                raise Denied(f"that is not the word under the seal of seat {seat}", "IN-1.7")
        if table.status == "open":
            raise Denied("words are opened when every chair is taken and everybody is bound", "IN-1.7")
        m, c = schema.matches.c, schema.chairs.c

        def run(connection: Connection) -> None:
            if _status(connection, table) != "dealing":
                return
            for seat, word in opened.items():
                chair = (c.match_id == table.id, c.seat == seat, c.seal == seal_of(word))
                connection.execute(update(schema.chairs).where(*chair).values(nonce=word))
            if not _unopened(connection, table):  # should this process end now, another one deals
                connection.execute(update(schema.matches).where(m.id == table.id).values(due=now_ms()))

        await self.storage.transact(run)
        await self.hall.changed(table)
        await self.settle(table)

    async def settle(self, table: Table) -> None:
        """Deal if all words are open; if their time is up, whoever kept theirs back loses the seat."""
        if table.status != "dealing":
            return
        if all(chair.nonce for chair in table.chairs if chair.seal):
            await self._deal(table)
        elif now_ms() >= (table.leaf.due or 0):
            await self.break_up(table, None)

    async def break_up(self, table: Table, leaving: Chair | None) -> bool:
        """Back to waiting, without the seat that is left, or without all who did not open in time.

        Words that were opened are worth nothing any more: everybody who stays seals a new one.
        """
        m, c = schema.matches.c, schema.chairs.c

        def run(connection: Connection) -> bool:
            if _status(connection, table) != "dealing":
                return False
            gone = set(_unopened(connection, table)) if leaving is None else {leaving.seat}
            if not gone or (leaving is not None and _key(connection, table, leaving.seat) != leaving.token):
                return False
            for chair in table.chairs:
                if chair.who == "person":
                    values = empty(chair.seat) if chair.seat in gone else NOT_BOUND
                    connection.execute(
                        update(schema.chairs)
                        .where(c.match_id == table.id, c.seat == chair.seat)
                        .values(**values)
                    )
            stays = any(chair.who == "person" and chair.seat not in gone for chair in table.chairs)
            kept = {
                "status": "open" if stays else "closed",
                "notice": _notice([table.names[seat] for seat in sorted(gone)], leaving is not None),
                "due": now_ms() + self.hall.housekeeping.patience(table.leaf.public),
            }
            connection.execute(update(schema.matches).where(m.id == table.id).values(**kept))
            return True

        done = await self.storage.transact(run)
        await self.hall.changed(table)
        return done

    async def _deal(self, table: Table) -> None:
        """Deal. From here on nothing about the table changes but by entries of the log."""
        m, c = schema.matches.c, schema.chairs.c
        before = table.status
        bound = [_bound(chair) for chair in table.chairs]
        match = new_match(
            table.game.id,
            seats=len(bound),
            options=table.options,
            seed=table.leaf.seed,
            nonces=[chair.nonce for chair in table.chairs],
            seals=[chair.seal for chair in table.chairs],
            content=table.content,
            rules=table.leaf.rules,
        )
        values = {
            "status": "over" if match.outcome else "playing",
            "started": now_ms(),
            "start_hash": match.record()["start"],
            "unrated": why_unrated(table),
            "code": None,
            "due": now_ms(),  # should this process end before it has looked, another one will
        }
        columns = (c.nonce, c.seal, c.brings, c.ready)

        def run(connection: Connection) -> bool:
            status = _status(connection, table)
            chairs = connection.execute(select(*columns).where(c.match_id == table.id).order_by(c.seat)).all()
            # somebody may have come, gone, changed a word or brought something else since we looked
            now = [
                (chair.nonce, chair.seal, msgspec.json.decode(chair.brings), bool(chair.ready))
                for chair in chairs
            ]
            if status != before or now != bound or not all(ready for *_, ready in bound):
                return False
            connection.execute(update(schema.matches).where(m.id == table.id).values(**values))
            return True

        began = await self.storage.transact(run)
        await self.hall.changed(table)
        if began:
            await self.hall.watch.attend(table.id)
        elif table.status == "open" and all(chair.ready for chair in table.chairs):
            await self.begin(table)
        elif table.status == "dealing":
            await self.settle(table)


def _bound(chair: Chair) -> tuple[str, str, dict[str, Any], bool]:
    return chair.nonce, chair.seal, dict(chair.brings), chair.ready


def _status(connection: Connection, table: Table) -> str | None:
    """The status of a table, which nobody else changes until this transaction is done."""
    m = schema.matches.c
    found: str | None = connection.execute(
        select(m.status).where(m.id == table.id).with_for_update()
    ).scalar()
    return found


def _key(connection: Connection, table: Table, seat: int) -> str | None:
    """Whose key opens a seat now."""
    c = schema.chairs.c
    found: str | None = connection.execute(
        select(c.token).where(c.match_id == table.id, c.seat == seat)
    ).scalar()
    return found


def _unopened(connection: Connection, table: Table) -> list[int]:
    """The seats whose word is still under its seal."""
    c = schema.chairs.c
    under_seal = (c.match_id == table.id, c.seal != "", c.nonce == "")
    return list(connection.execute(select(c.seat).where(*under_seal).order_by(c.seat)).scalars())


def _notice(names: list[str], left: bool) -> str:
    who = " and ".join(names)
    if left:
        return f"{who} got up while the words for the dice were being opened. Everybody else seals a new one."
    kept = "kept the word for the dice back and lost the seat"
    return f"{who} {kept}. Everybody else seals a new one."
