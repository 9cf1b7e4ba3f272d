"""Setting tables, sitting down, leaving, starting, playing again, playing on from a position."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from innkeeper.bots import playable
from innkeeper.engine.errors import InvalidOptions, shown
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.levels import REGULAR
from innkeeper.engine.match import Match
from innkeeper.server import schema, watch
from innkeeper.server.accounts import Accounts
from innkeeper.server.clocks import now_ms
from innkeeper.server.dealing import Dealer, empty, own_seat
from innkeeper.server.errors import Denied, NotFound, NotYours
from innkeeper.server.fitting import fitting
from innkeeper.server.hall import Hall
from innkeeper.server.leaf import Chair
from innkeeper.server.metrics import METRICS
from innkeeper.server.protocol import (
    Bot,
    NewTable,
    NoClock,
    Practise,
    SeatToken,
    Sit,
    TableInfo,
    You,
    plain,
)
from innkeeper.server.rated import PRACTICE
from innkeeper.server.seats import Caller, fingerprint, new_id, new_token
from innkeeper.server.storage import Row, Storage, StorageDown
from innkeeper.server.table import Table
from innkeeper.server.words import new_code

BOT_NAMES = ("Fennimore", "Bodil", "Ambrose", "Tilly", "Osric", "Wilhelmina", "Pip", "Gunnhild")
PAGE = 50
NOT_TO_BE = "the match has begun, or will not"
MOST_ENTRIES = 5000  # of a match, that are copied to practise from there
DAY = 24 * 3600 * 1000  # milliseconds


class Tables:
    """Everything about tables that is not play."""

    def __init__(self, hall: Hall, accounts: Accounts) -> None:
        self.hall = hall
        self.accounts = accounts
        self.storage: Storage = hall.storage
        self.dealer = Dealer(hall)

    async def create(self, asked: NewTable, caller: Caller) -> tuple[Table, list[SeatToken]]:
        """Set a table. The commitment to its dice is public from now on."""
        game = get_game(asked.game)
        places = asked.seats
        if places is None:
            places = [You(), *[Bot()] * (game.check_seats(None) - 1)]
        game.check_seats(len(places))
        options = {**asked.options}
        if asked.preset is not None:
            options["preset"] = asked.preset
        options.setdefault("preset", game.recommended)
        if asked.takeover is not None:
            _check_bot(game, asked.takeover)
        resolved = game.options.resolve(options, game.book_of(game.content)).json()
        chairs: list[Row] = []
        tokens: list[SeatToken] = []
        alone = sum(not isinstance(place, Bot) for place in places) == 1
        usual = await fitting(self.storage, game, caller) if alone else REGULAR
        for seat, place in enumerate(places):
            chair = empty(seat)
            if isinstance(place, Bot):
                chair |= _bot(game, seat, place, usual)
            elif isinstance(place, You):
                token = new_token()
                tokens.append(SeatToken(seat, token))
                person = await self._person(place.name, caller, token, place.program)
                own = {what: name for what, name in game.options.brought(seat).items() if name in options}
                for name in own.values():
                    del options[name]  # it goes with whoever brought it
                brings = schema.encoded({what: resolved[name] for what, name in own.items()})
                chair |= {**person, "seal": place.seal, "brings": brings}
            chairs.append(chair)
        row = await self._insert(
            game,
            chairs,
            options=_resolved(game, options),
            public=asked.public,
            watchers=asked.watchers,
            bench_talks=asked.bench_talks,
            clock=schema.encoded(asked.clock),
            takeover=asked.takeover,
            host=caller.guest,
        )
        return await self.hall.open(row["id"]), tokens

    async def _insert(self, game: Game, chairs: list[Row], **values: Any) -> Row:
        """A new table in the database."""
        await self._count_tables(values["host"])
        await self.storage.keep_pack(game.id, game.content)
        seed = secrets.token_bytes(32)
        row: Row = {
            "id": new_id(),
            "code": None,
            "game": game.id,
            "rules": game.version,
            "content": game.content.hash,
            "status": "open",
            "notice": None,
            "seed": seed,
            "commitment": sha256(seed).hexdigest(),
            "start_hash": None,
            "created": now_ms(),
            "started": None,
            "ended": None,
            "outcome": None,
            "due": None,
            "previous": None,
            "origin": None,
            "origin_at": None,
            "rated": False,
            **values,
        }
        entries: list[Row] = row.pop("entries", [])
        if row["status"] == "open":
            row["code"] = await self._free_code()
            row["due"] = now_ms() + self.hall.housekeeping.patience(row["public"])

        def run(connection: Connection) -> None:
            connection.execute(insert(schema.matches), [row])
            connection.execute(insert(schema.chairs), [{"match_id": row["id"], **chair} for chair in chairs])
            if entries:
                connection.execute(
                    insert(schema.entries), [{"match_id": row["id"], **entry} for entry in entries]
                )

        await self.storage.transact(run)
        METRICS.created.labels(game.id).inc()
        return row

    async def _count_tables(self, guest: str | None) -> None:
        """Nobody needs hundreds of tables at a time. Old ones do not count: people forget them."""
        most = self.hall.settings.tables_per_guest
        if not most or guest is None:
            return
        m = schema.matches.c
        unfinished = (
            m.public.in_([True, False]),
            m.status.in_(["open", "dealing", "playing"]),
            m.host == guest,
        )
        mine = select(func.count()).select_from(schema.matches).where(*unfinished, m.created > now_ms() - DAY)
        row = await self.storage.row(mine)
        assert row is not None
        if row["count_1"] >= most:
            raise Denied(
                f"you have set {most} tables today that are not finished: "
                "play them, resign them, or take them away first"
            )

    async def _free_code(self) -> str:
        while True:
            code = new_code()
            taken = await self.storage.row(select(schema.matches.c.id).where(schema.matches.c.code == code))
            if taken is None:
                return code

    async def find_code(self, code: str) -> Table:
        """The table behind an invitation code."""
        row = await self.storage.row(
            select(schema.matches.c.id).where(schema.matches.c.code == code.strip().lower())
        )
        if row is None:
            raise NotFound(f"no table has the code {code[:40]}; codes are a word and a number")
        return await self.hall.open(row["id"])

    async def listed(self, status: str, game: str | None, before: int) -> tuple[list[TableInfo], int | None]:
        """Public tables, the newest first; of those that have begun, the ones that may be watched."""
        m = schema.matches.c
        query = select(m.id, m.created).where(m.public.is_(True), m.status == status, m.created < before)
        if status != "open":
            query = query.where(m.watchers.is_(True))
        if game is not None:
            query = query.where(m.game == game)
        rows = await self.storage.rows(query.order_by(m.created.desc()).limit(PAGE))
        infos = [table.info() for table in await self.hall.glance([row["id"] for row in rows])]
        return infos, rows[-1]["created"] if len(rows) == PAGE else None

    async def of_caller(self, caller: Caller) -> list[TableInfo]:
        """The tables at which the caller sits, those still going on first."""
        m = schema.matches.c
        rows = await self.storage.rows(
            select(m.id, m.created, m.status)
            .select_from(schema.chairs.join(schema.matches))
            .where(caller.of(), m.status != "closed")
            .distinct()
            .order_by(m.created.desc())
            .limit(PAGE)
        )
        rows = sorted(rows, key=lambda row: row["status"] not in ("open", "dealing", "playing"))
        return [
            table.info(caller.seats(table), caller.hosts(table))
            for table in await self.hall.glance([row["id"] for row in rows])
        ]

    # Before the first action

    async def sit(self, table: Table, asked: Sit, caller: Caller) -> SeatToken | None:
        """Take an open seat, or say that you are ready on one that is kept for you."""
        if asked.seal and asked.nonce:
            raise Denied("a word is either said now or sealed, not both", "IN-1.7")
        own = caller.seats(table)
        kept = [seat for seat in own if not table.chairs[seat].ready]
        if own and (asked.seat in own or (asked.seat is None and kept)):
            for seat in [asked.seat] if asked.seat is not None else kept:
                assert seat is not None
                values: Row = {"ready": True, "nonce": asked.nonce, "seal": asked.seal}
                if asked.brings:
                    values["brings"] = _brought(table, seat, asked.brings)
                await self._change_chair(table, table.chairs[seat], values, "you have left that seat")
            await self._start_if_full(table)
            return None
        free = [chair for chair in table.chairs if chair.who == "open" and asked.seat in (None, chair.seat)]
        if asked.seat is not None and not free:
            raise Denied(f"seat {asked.seat} is not open")
        token = new_token()
        person = await self._person(asked.name, caller, token, asked.program)
        for chair in free:
            values = {**person, "nonce": asked.nonce, "seal": asked.seal}
            values["brings"] = _brought(table, chair.seat, asked.brings)
            if await self._change_chair(table, chair, values, None):
                await self._start_if_full(table)
                return SeatToken(chair.seat, token)
        raise Denied("there is no open seat at this table")

    async def _person(self, name: str, caller: Caller, token: str, program: bool = False) -> Row:
        """Somebody who sits down, or some program; under the name of the account, if there is one."""
        if program and caller.account is not None and not caller.program:
            raise Denied("a program plays under an account of its own, or as a guest, not under a person's")
        shown = plain(name) or "Guest"
        await self.accounts.check_name(shown, caller)
        return {
            "who": "person",
            "name": caller.account_name or shown,
            "token": fingerprint(token),
            "guest": caller.guest,
            "account": caller.account,
            "ready": True,
            "program": program or caller.program,
        }

    async def seat_bot(self, table: Table, caller: Caller, seat: int, bot: Bot) -> None:
        """Give an open seat to a bot."""
        if not caller.hosts(table):
            raise NotYours("only whoever set the table may ask a bot to it")
        values = _bot(table.game, seat, bot)
        refusal = f"seat {seat} is not open"
        if seat >= len(table.chairs) or table.chairs[seat].who != "open":
            raise Denied(refusal)
        await self._change_chair(table, table.chairs[seat], values, refusal)
        await self._start_if_full(table)

    async def leave(self, table: Table, caller: Caller, seat: int) -> None:
        """Get up before the start. A table that nobody keeps is closed."""
        if seat not in caller.seats(table):
            raise NotYours(f"seat {seat} is not yours")
        if table.status == "dealing" and await self.dealer.break_up(table, table.chairs[seat]):
            return
        await self._change_chair(
            table, table.chairs[seat], empty(seat), "the match has begun: resign instead"
        )
        if not any(chair.who == "person" for chair in table.chairs):
            await self._set_status(table, "closed")

    async def let_watch(self, table: Table, caller: Caller, watchers: bool) -> None:
        """Close a table to those who watch, or open it while whoever does not like that can still leave."""
        if not caller.hosts(table):
            raise NotYours("only whoever set the table may say who watches")
        m = schema.matches.c
        here = (m.id == table.id) & (m.status == "open") if watchers else m.id == table.id

        def run(connection: Connection) -> int:
            return int(
                connection.execute(update(schema.matches).where(here).values(watchers=watchers)).rowcount
            )

        if not await self.storage.transact(run) and not table.leaf.watchers:
            raise Denied("the match has begun, and those who sat down were promised that nobody watches")
        await self.hall.changed(table)

    async def close(self, table: Table, caller: Caller) -> None:
        """Take a table away that has not begun."""
        if not caller.hosts(table):
            raise NotYours("only whoever set the table may take it away")
        await self._set_status(table, "closed")

    async def _set_status(self, table: Table, status: str) -> None:
        m = schema.matches.c

        def run(connection: Connection) -> int:
            done = connection.execute(
                update(schema.matches)
                .where(m.id == table.id, m.status.in_(["open", "dealing"]))
                .values(status=status, code=None)
            )
            return int(done.rowcount)

        if not await self.storage.transact(run):
            raise Denied("the match has begun")
        await self.hall.changed(table)

    async def _change_chair(self, table: Table, seen: Chair, values: Row, refusal: str | None) -> bool:
        """Change a chair if the match has not begun and the one who was seen on it still sits there."""
        m, c = schema.matches.c, schema.chairs.c
        waiting = select(m.id).where(m.id == table.id, m.status == "open").with_for_update()

        def run(connection: Connection) -> bool:
            if (connection.execute(waiting)).first() is None:
                return False
            done = connection.execute(
                update(schema.chairs)
                .where(c.match_id == table.id, c.seat == seen.seat, c.who == seen.who, c.token == seen.token)
                .values(**values)
            )
            return bool(done.rowcount)

        changed = await self.storage.transact(run)
        await self.hall.changed(table)
        if not changed and refusal is not None:
            raise Denied(refusal)
        return changed

    async def _start_if_full(self, table: Table) -> None:
        if table.status == "open" and all(chair.who != "open" and chair.ready for chair in table.chairs):
            host = table.leaf.host
            if any(chair.who == "person" and chair.guest != host for chair in table.chairs):
                await self.dealer.begin(table)

    async def start(self, table: Table, caller: Caller, nonces: Mapping[str, str]) -> None:
        """Begin on request. Nonces are for the caller's own seats that have sealed no word."""
        own = caller.seats(table)
        if not own and not caller.hosts(table):
            raise NotYours("only those who sit at a table may start it")
        if table.status != "open":
            raise Denied(NOT_TO_BE)
        for name, nonce in nonces.items():
            seat = own_seat(name, own)
            if table.chairs[seat].seal:
                raise Denied(
                    f"seat {seat} has sealed its word: it is opened when everybody is bound", "IN-1.7"
                )
            await self._change_chair(table, table.chairs[seat], {"nonce": nonce}, "the match has begun")
        missing = [str(chair.seat) for chair in table.chairs if chair.who == "open" or not chair.ready]
        if missing:
            raise Denied(f"nobody sits on seat {', '.join(missing)} yet")
        await self.dealer.begin(table)
        if table.status == "closed":  # it was cleared away while its cards were shuffled
            raise Denied(NOT_TO_BE)

    # Afterwards

    async def rematch(self, table: Table, caller: Caller) -> Table:
        """The same table again, everybody one seat further. All persons must say that they are ready."""
        own = caller.seats(table)
        if not own:
            raise NotYours("only those who sat at a table can ask for a rematch")
        if table.status != "over":
            raise Denied("the match is not over")
        if table.next is None:
            count = len(table.chairs)
            brought = table.game.options.brought
            set_with = table.leaf.options
            options = {**set_with}
            chairs = []
            for chair in table.chairs:
                new = empty((chair.seat + 1) % count)
                brings = {what: table.options[name] for what, name in brought(chair.seat).items()}
                # for whoever comes instead: what lies on a seat is nobody's who brought it, or still plays it
                options |= {
                    brought(new["seat"])[what]: set_with[brought(chair.seat)[what]] for what in brings
                }
                new |= {
                    "who": chair.who,
                    "name": chair.name,
                    "bot": chair.bot,
                    "token": chair.token,
                    "guest": chair.guest,
                    "account": chair.account,
                    "program": chair.program,
                    "ready": chair.who == "bot",
                    "brings": schema.encoded(brings),
                }
                chairs.append(new)
            leaf = table.leaf
            kept: Row = {
                "public": leaf.public,
                "watchers": leaf.watchers,
                "bench_talks": leaf.bench_talks,
                "clock": schema.encoded(leaf.clock),
                "takeover": leaf.takeover,
                "host": leaf.host,
                "options": schema.encoded(options),
            }
            game = get_game(table.game.id)  # what is set anew is played under today's rules
            if game.version != leaf.rules:
                kept["options"] = _resolved(game, options)
            try:
                await self._insert(
                    game,
                    sorted(chairs, key=lambda one: int(one["seat"])),
                    previous=table.id,
                    **kept,
                )
            except StorageDown as wrong:
                if not wrong.duplicate:
                    raise
            await self.hall.changed(table)
        assert table.next is not None
        return await self.hall.open(table.next)

    async def practise(
        self, table: Table, asked: Practise, caller: Caller, guest: Caller
    ) -> tuple[Table, SeatToken]:
        """A new table for a guest that begins with the entries of another match.

        While that match hides anything, one plays on from one's own seat only, and with what it knew then.
        """
        caller.look(table)
        if asked.seat >= len(table.chairs):
            raise Denied(f"there is no seat {asked.seat}")
        revealed = await self.revealed(table)
        if not revealed and not _alone(table, caller, asked.seat):
            raise Denied(
                "practise from a match that is over, or from your own seat in a match against bots", "IN-1.8"
            )
        bot = _check_bot(table.game, asked.bot or REGULAR)
        async with table.lock:
            await self.hall.ready(table)
            if table.match is None:
                raise Denied(table.notice or "the match has not begun")
            if asked.at > table.seq:
                raise Denied(f"the match has {table.seq} entries")
            if asked.at > MOST_ENTRIES:
                raise Denied(f"practise within the first {MOST_ENTRIES} entries of a match")
            entries = [table.live.record_entry(index) for index in range(asked.at)]
        match = await self.hall.books.pace.replayed(table.header(), entries, table.content)
        if match.outcome is not None or not match.state.playing(asked.seat):
            raise Denied(f"seat {asked.seat} has nothing left to play there: choose an earlier moment")
        match.practise(secrets.token_bytes(32), None if revealed else asked.seat)
        token = new_token()
        person = await self._person(asked.name, guest, token)
        chairs = []
        for seat, chair in enumerate(table.chairs):
            new = {**empty(seat), "nonce": chair.nonce, "seal": chair.seal}
            if seat == asked.seat:
                new |= person
            else:
                new |= {"who": "bot", "bot": bot, "name": BOT_NAMES[seat % len(BOT_NAMES)], "ready": True}
            chairs.append(new)
        now = now_ms()
        leaf = table.leaf
        made = await self._insert(
            table.game,
            chairs,
            rules=leaf.rules,
            content=leaf.content,
            options=schema.encoded(table.options),
            public=False,
            watchers=leaf.watchers,
            clock=schema.encoded(NoClock()),
            takeover=None,
            host=guest.guest,
            rated=True,
            unrated=PRACTICE,
            status="playing",
            started=now,
            due=now + watch.BOT_PATIENCE_MS,
            seed=leaf.seed,
            commitment=leaf.commitment,
            start_hash=leaf.start_hash,
            origin=table.id,
            origin_at=asked.at,
            entries=_entry_rows(match, now),
        )
        await self.hall.watch.attend(made["id"])
        return await self.hall.open(made["id"]), SeatToken(asked.seat, token)

    async def revealed(self, table: Table) -> bool:
        """May everybody see everything? Not while a match that it came from is still hidden."""
        if table.status != "over":
            return False
        origin = table.leaf.origin
        return origin is None or await self.revealed(await self.hall.open(origin))


def _alone(table: Table, caller: Caller, seat: int) -> bool:
    """Is this the caller's own seat in a running match, with nobody else but bots?"""
    if table.status != "playing" or not caller.holds(table.chairs[seat]):
        return False
    return all(chair.who != "person" or caller.holds(chair) for chair in table.chairs)


def _entry_rows(match: Match, now: int) -> list[Row]:
    return [
        {
            "seq": index + 1,
            "seat": match.record_entry(index).get("seat"),
            "body": schema.encoded(match.record_entry(index)),
            "at": now,
            "nonce": None,
        }
        for index in range(match.length)
    ]


def _resolved(game: Game, options: Mapping[str, Any]) -> str:
    """House rules as they are kept: complete, and allowed by the game."""
    return schema.encoded(game.options.resolve(options, game.book_of(game.content)).json())


def _brought(table: Table, seat: int, brings: Mapping[str, Any]) -> str:
    """What somebody brings to a seat, if the table's rules allow it there."""
    names = table.game.options.brought(seat)
    for what in brings:
        if what not in names:
            known = ", ".join(names) or "nothing"
            raise InvalidOptions(
                f"to seat {seat} of {table.game.title} one brings {known}, not {shown(what)}"
            )
    options = {**table.options, **table.with_brought(seat, brings)}
    resolved = table.game.options.resolve(options, table.game.book_of(table.content)).json()
    return schema.encoded({what: resolved[names[what]] for what in brings})


def _bot(game: Game, seat: int, asked: Bot, usual: str = REGULAR) -> Row:
    bot = _check_bot(game, asked.bot or usual)
    return {"who": "bot", "bot": bot, "name": BOT_NAMES[seat % len(BOT_NAMES)], "ready": True}


def _check_bot(game: Game, name: str) -> str:
    if name not in playable(game):
        raise InvalidOptions(f"{game.title} has no bot {name!r}; there are {', '.join(playable(game))}")
    return name
