"""The REST side: games, tables, seats, records, people. Play itself is better over the WebSocket."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from innkeeper import __version__
from innkeeper.bots import bot_names, levels_of
from innkeeper.bots.strength import card_of, changed_since
from innkeeper.doctor import is_compiled
from innkeeper.engine.game import Game, all_games, get_game
from innkeeper.engine.options import Options, describe_options
from innkeeper.server import protocol
from innkeeper.server.errors import Denied, NotFound, TooFast, Unknown
from innkeeper.server.inn import Inn
from innkeeper.server.limits import sender
from innkeeper.server.metrics import METRICS
from innkeeper.server.openapi import document
from innkeeper.server.pages import FOREVER, print_out
from innkeeper.server.referee import Moved
from innkeeper.server.seats import COOKIE, Caller, fingerprint, identify, new_guest
from innkeeper.server.table import Table

YEAR = 365 * 24 * 3600

TableId = Annotated[
    str,
    PathParameter(
        pattern=protocol.whole("[A-Za-z0-9_-]{22}"), min_length=22, max_length=22, description="a table's id"
    ),
]
GameId = Annotated[
    str,
    PathParameter(
        pattern=protocol.whole("[a-z0-9_-]+"), min_length=1, max_length=32, description="a game's id"
    ),
]
# A number that may be left out is -1 then, and never null: the framework would take the text `null` for one.
SeatQuery = Annotated[
    int,
    QueryParameter(
        name="seat", ge=-1, le=15, description="which seat, when you have several; -1: none", required=False
    ),
]
SeatPath = Annotated[int, PathParameter(ge=0, le=15, description="a seat's number")]
Asking = Request[Any, Any, Any]
TheInn = NamedDependency[Inn]
Asker = NamedDependency[Caller]


def refusals(*codes: int) -> dict[int, ResponseSpec]:
    """What a door may refuse, for its description."""
    said = {
        400: "This is not what the schema describes.",
        401: "The server does not know who you are.",
        403: "This is not yours.",
        404: "There is no such thing.",
        409: "The referee refuses: see reason, clause and legal.",
        413: "Too large.",
        429: "Too fast.",
        503: "The database does not answer.",
    }
    return {
        code: ResponseSpec(protocol.Refusal, description=said[code], generate_examples=False)
        for code in (*codes, 400, 413, 429, 503)
    }


def give_inn(state: State) -> Inn:
    """The parts of this server."""
    inn: Inn = state.inn
    return inn


async def give_caller(request: Asking, inn: TheInn) -> Caller:
    """Who asks."""
    return await identify(inn.storage, request.cookies.get(COOKIE), request.headers.get("authorization"))


def _cookie(token: str, inn: Inn) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        path="/",
        max_age=YEAR,
        httponly=True,
        secure=inn.settings.secure,
        samesite="strict",
    )


async def _as_guest(inn: Inn, caller: Caller, request: Asking) -> tuple[Caller, str | None]:
    """Whoever sits down is at least a guest."""
    if caller.guest is not None:
        return caller, None
    if not inn.new_guests.take(sender(request.scope)):
        raise TooFast("too many new guests from your address; wait a moment")
    return await new_guest(inn.storage)


def _answer(content: Any, token: str | None, inn: Inn, status: int = 201) -> Response[Any]:
    return Response(content, status_code=status, cookies=[] if token is None else [_cookie(token, inn)])


# Games


@get("/games", responses=refusals())
async def list_games(request: Asking) -> Response[list[protocol.GameSummary]]:
    """Every game that can be played here."""
    return print_out(request, summaries())


def summaries() -> list[protocol.GameSummary]:
    """All games in brief, in the order in which their playbills hang."""
    return [_summary(game) for game in sorted(all_games()[0], key=lambda game: game.phrases.shelf)]


@get("/games/{game:str}", responses=refusals(404))
async def show_game(game: GameId, request: Asking) -> Response[protocol.GameInfo]:
    """Presets, house rules, bots and the names of things."""
    found = get_game(game)
    schema = _options_schema(found.options)
    info = protocol.GameInfo(
        game=_summary(found),
        presets=[
            protocol.PresetInfo(one.id, one.title, one.about, one.recommended, one.overrides)
            for one in found.presets
        ],
        options=[
            protocol.OptionInfo(one.name, one.range, one.default, one.about, schema.get(one.name, {}))
            for one in describe_options(found.options)
            if one.name != "preset"
        ],
        levels=[protocol.LevelInfo(one.name, one.about) for one in levels_of(found).values()],
        bots=bot_names(found),
        names=found.names_of(found.content),
        texts=found.texts(found.content),
        schema=found.schema,
        phrases=found.phrases,
    )
    return print_out(request, info)


def _options_schema(options: type[Options]) -> dict[str, Any]:
    schema = msgspec.json.schema(options)
    name = schema["$ref"].rpartition("/")[2]
    found: dict[str, Any] = schema["$defs"][name]["properties"]
    return found


def _summary(game: Game) -> protocol.GameSummary:
    return protocol.GameSummary(
        id=game.id,
        title=game.title,
        pitch=game.pitch,
        minutes=game.minutes,
        least=game.seats.start,
        most=game.seats.stop - 1,
        rules=game.version,
        content=game.content.hash,
        recommended=game.recommended,
        presets={one.id: one.title for one in game.presets},
        flavour=game.phrases.flavour,
        decks=game.read_deck is not None,
    )


@get("/games/{game:str}/rulebook", responses=refusals(404))
async def show_rulebook(game: GameId, request: Asking) -> Response[protocol.RulebookInfo]:
    """The rules for people, and every clause by its id."""
    book = get_game(game).rulebook
    clauses = [protocol.ClauseInfo(one.id, one.chapter, one.text) for one in book.clauses.values()]
    chapters = [protocol.ChapterInfo(title, text) for title, text in book.chapters.items()]
    return print_out(request, protocol.RulebookInfo(book.text, clauses, chapters))


@get("/games/{game:str}/strength", responses=refusals(404, 409))
async def show_strength(game: GameId, request: Asking) -> Response[protocol.StrengthInfo]:
    """How strong its bots are, as it was measured."""
    found = get_game(game)
    card = card_of(found)
    changed = card is not None and await asyncio.to_thread(changed_since, found, card)
    slower = card is not None and card.build.compiled and not is_compiled()
    return print_out(request, protocol.StrengthInfo(found.id, card, changed, slower))


@post("/games/{game:str}/decks", responses=refusals(404, 409), status_code=200)
async def read_deck(game: GameId, data: JSONBody[protocol.DeckFile]) -> protocol.DeckInfo:
    """What a deck file amounts to, for games to which one brings a deck."""
    found = get_game(game)
    if found.read_deck is None:
        raise NotFound(f"{found.title} has no decks to bring")
    book = found.book_of(found.content)
    deck, problems = found.read_deck(data.text, found.options.resolve(data.options, book), book)
    return protocol.DeckInfo(deck, [str(problem) for problem in problems])


@get("/games/{game:str}/content/{content:str}", responses=refusals(404))
async def show_content(
    game: GameId,
    content: Annotated[
        str, PathParameter(pattern=protocol.whole("[0-9a-f]{16}"), min_length=16, max_length=16)
    ],
    inn: TheInn,
    request: Asking,
) -> Response[dict[str, dict[str, Any]]]:
    """The cards of a content pack, by file: what a match with that content is played with."""
    found = get_game(game)
    pack = found.content if found.content.hash == content else await inn.storage.pack(content)
    if pack is None:
        raise NotFound("there are no such cards")
    return print_out(request, {name: pack.tables(name) for name in pack.files}, FOREVER)


# Tables


@post("/tables", responses=refusals(404, 409))
async def create_table(
    data: JSONBody[protocol.NewTable], inn: TheInn, caller: Asker, request: Asking
) -> Response[protocol.Seated]:
    """Set a table. Its answer holds the commitment to the dice and the keys to your seats."""
    _one_more_table(inn, request)
    caller, token = await _as_guest(inn, caller, request)
    table, tokens = await inn.tables.create(data, caller)
    return _answer(protocol.Seated(table.info(caller.seats(table), True), tokens), token, inn)


def _one_more_table(inn: Inn, request: Asking) -> None:
    if not inn.new_tables.take(sender(request.scope)):
        raise TooFast("too many new tables from your address; wait a moment")


@get("/tables", responses=refusals())
async def list_tables(
    inn: TheInn,
    status: Annotated[
        Literal["open", "playing", "over"], QueryParameter(name="status", required=False)
    ] = "open",
    game: Annotated[
        str | None,
        QueryParameter(
            name="game", pattern=protocol.whole("[a-z0-9_-]+"), min_length=1, max_length=32, required=False
        ),
    ] = None,
    before: Annotated[int, QueryParameter(name="before", ge=0, le=2**53, required=False)] = 2**53,
) -> protocol.TableList:
    """Public tables: with an empty chair, being played, or over."""
    return protocol.TableList(*await inn.tables.listed(status, game, before))


@get("/codes/{code:str}", responses=refusals(404))
async def find_table(
    code: Annotated[
        str, PathParameter(min_length=3, max_length=40, pattern=protocol.whole("[A-Za-z]+-[0-9]+"))
    ],
    inn: TheInn,
    request: Asking,
) -> protocol.TableInfo:
    """The table behind an invitation code, such as goose-4117."""
    if not inn.codes.take(sender(request.scope)):
        raise TooFast("too many codes; wait a moment")
    return (await inn.tables.find_code(code)).info()


@get("/tables/{table_id:str}", responses=refusals(401, 403, 404))
async def show_table(table_id: TableId, inn: TheInn, caller: Asker) -> protocol.TableInfo:
    """A table as you may see it."""
    table = await inn.hall.open(table_id)
    caller.look(table)
    return table.info(caller.seats(table), caller.hosts(table))


@post("/tables/{table_id:str}/sit", responses=refusals(401, 403, 404, 409))
async def sit(
    table_id: TableId, data: JSONBody[protocol.Sit], inn: TheInn, caller: Asker, request: Asking
) -> Response[protocol.Seated]:
    """Sit down on an open seat, or say that you are ready on one that is kept for you (a rematch)."""
    table = await inn.hall.open(table_id)
    token: str | None = None
    if caller.key is None or not caller.seats(table):
        caller, token = await _as_guest(inn, caller, request)
    key = await inn.tables.sit(table, data, caller)
    tokens = [] if key is None else [key]
    if key is not None and caller.key is not None:
        caller = Caller(key=fingerprint(key.token))
    return _answer(protocol.Seated(table.info(caller.seats(table), caller.hosts(table)), tokens), token, inn)


@put("/tables/{table_id:str}/seats/{seat_number:int}", responses=refusals(401, 403, 404, 409))
async def seat_bot(
    table_id: TableId, seat_number: SeatPath, data: JSONBody[protocol.Bot], inn: TheInn, caller: Asker
) -> protocol.TableInfo:
    """Give an open seat to a bot, for whoever set the table and waits no longer."""
    table = await inn.hall.open(table_id)
    await inn.tables.seat_bot(table, caller, seat_number, data)
    return table.info(caller.seats(table), caller.hosts(table))


@delete("/tables/{table_id:str}/seats/{seat_number:int}", responses=refusals(401, 403, 404, 409))
async def leave(table_id: TableId, seat_number: SeatPath, inn: TheInn, caller: Asker) -> None:
    """Get up before the match begins."""
    table = await inn.hall.open(table_id)
    await inn.tables.leave(table, caller, caller.seat(table, seat_number))


@patch("/tables/{table_id:str}", responses=refusals(401, 403, 404, 409))
async def change(
    table_id: TableId, data: JSONBody[protocol.TableChange], inn: TheInn, caller: Asker
) -> protocol.TableInfo:
    """Say whether people may watch, for whoever set the table."""
    table = await inn.hall.open(table_id)
    await inn.tables.let_watch(table, caller, data.watchers)
    return table.info(caller.seats(table), caller.hosts(table))


@delete("/tables/{table_id:str}", responses=refusals(401, 403, 404, 409))
async def close(table_id: TableId, inn: TheInn, caller: Asker) -> None:
    """Take a table away that has not begun."""
    await inn.tables.close(await inn.hall.open(table_id), caller)


@post("/tables/{table_id:str}/start", responses=refusals(401, 403, 404, 409), status_code=200)
async def start(
    table_id: TableId, data: JSONBody[protocol.Start], inn: TheInn, caller: Asker
) -> protocol.TableInfo:
    """Begin now."""
    table = await inn.hall.open(table_id)
    await inn.tables.start(table, caller, data.nonces)
    return table.info(caller.seats(table), caller.hosts(table))


@post("/tables/{table_id:str}/words", responses=refusals(401, 403, 404, 409), status_code=200)
async def open_words(
    table_id: TableId, data: JSONBody[protocol.Words], inn: TheInn, caller: Asker
) -> protocol.TableInfo:
    """Open the words for the dice, once the table is `dealing`. The last one deals."""
    table = await inn.hall.open(table_id)
    await inn.tables.dealer.open_words(table, caller, data.words)
    return table.info(caller.seats(table), caller.hosts(table))


# Play


def _given(number: int) -> int | None:
    return None if number < 0 else number


def _place(table: Table, caller: Caller, seat: int | None) -> int | None:
    """Where the caller is: on a seat, or on the bench."""
    if seat is not None or caller.key is not None:
        return caller.seat(table, seat)
    own = caller.seats(table)
    if len(own) == 1:
        return own[0]
    caller.look(table)
    return None


@get("/tables/{table_id:str}/view", responses=refusals(401, 403, 404, 409))
async def view(
    table_id: TableId,
    inn: TheInn,
    caller: Asker,
    request: Asking,
    seat: SeatQuery = -1,
    since: Annotated[int, QueryParameter(name="since", ge=-1, le=1_000_000_000, required=False)] = -1,
) -> protocol.Update:
    """The match as you may see it now: what an update over the WebSocket holds."""
    table = await inn.hall.open(table_id)
    _place(table, caller, _given(seat))
    async with table.lock:
        await inn.hall.ready(table)
        where = _place(table, caller, _given(seat))
        if not table.shows:
            raise Denied(table.notice or "the match has not begun")
        inn.charge(sender(request.scope), table.seq - since)
        await inn.hall.scrolls.unroll(table, where, since)
        return table.update(_place(table, caller, _given(seat)), since)


@post("/tables/{table_id:str}/act", responses=refusals(401, 403, 404, 409), status_code=200)
async def act(
    table_id: TableId, data: JSONBody[protocol.Play], inn: TheInn, caller: Asker, seat: SeatQuery = -1
) -> protocol.Update:
    """Do something. `entry` of the answer is null if the table had moved on: look, and choose again."""
    table = await inn.hall.open(table_id)
    where = caller.seat(table, _given(seat))
    entry: int | None = None
    try:
        entry = await inn.hall.referee.act(table, caller, where, data.action, data.seq, data.nonce)
    except Moved:
        pass
    async with table.lock:
        await inn.hall.ready(table)
        caller.check(table, where)
        if table.match is None:
            raise Denied(table.notice or "the match has not begun")
        await inn.hall.scrolls.unroll(table, where, data.seq)
        caller.check(table, where)
        return table.update(where, data.seq, data.nonce, entry)


# Afterwards


@get("/tables/{table_id:str}/hint", responses=refusals(401, 403, 404, 409))
async def hint(table_id: TableId, inn: TheInn, caller: Asker, seat: SeatQuery = -1) -> protocol.Hint:
    """What a strong bot would do on your seat now, and why; not in a match that counts."""
    return await inn.hints.hint(await inn.hall.open(table_id), caller, _given(seat))


@get("/tables/{table_id:str}/replay", responses=refusals(401, 403, 404, 409))
async def replay(
    table_id: TableId,
    inn: TheInn,
    caller: Asker,
    request: Asking,
    at: Annotated[
        int,
        QueryParameter(name="at", ge=-1, le=1_000_000_000, required=False, description="-1: the last entry"),
    ] = -1,
    seat: Annotated[
        int,
        QueryParameter(
            name="as", ge=-1, le=15, required=False, description="through whose eyes; -1: your own"
        ),
    ] = -1,
) -> Response[protocol.Update]:
    """The match after any entry. Through any eyes once it is over."""
    table = await inn.hall.open(table_id)
    return _ready(await inn.replays.at(table, caller, sender(request.scope), _given(at), _given(seat)))


def _ready(page: bytes, **headers: str) -> Response[Any]:
    """What has been put into JSON elsewhere."""
    return Response(page, media_type="application/json", headers=headers)


@get("/tables/{table_id:str}/tape", responses=refusals(401, 403, 404, 409))
async def tape(table_id: TableId, inn: TheInn, caller: Asker, request: Asking) -> Response[protocol.Tape]:
    """All entries in brief, for a scrubber."""
    table = await inn.hall.open(table_id)
    return _ready(await inn.replays.tape(table, caller, sender(request.scope)))


@get("/tables/{table_id:str}/analysis", responses=refusals(401, 403, 404, 409))
async def analysis(
    table_id: TableId,
    inn: TheInn,
    caller: Asker,
    request: Asking,
    seat: Annotated[
        int,
        QueryParameter(
            name="as", ge=-1, le=15, required=False, description="with whose knowledge; -1: everybody's"
        ),
    ] = -1,
) -> protocol.Analysis:
    """What a strong player makes of a finished match: chances and misses. Ask again until it is done."""
    table = await inn.hall.open(table_id)
    return await inn.replays.analysis(table, caller, sender(request.scope), _given(seat))


@get("/tables/{table_id:str}/record", responses=refusals(401, 403, 404, 409))
async def record(table_id: TableId, inn: TheInn, caller: Asker, request: Asking) -> Response[dict[str, Any]]:
    """The whole record with the seed, once the match is over. `innkeeper verify` checks it."""
    table = await inn.hall.open(table_id)
    found = await inn.replays.record(table, caller, sender(request.scope))
    name = f"{table.leaf.game}-{table.id[:8]}.json"
    return _ready(found, **{"content-disposition": f'attachment; filename="{name}"'})


@get("/tables/{table_id:str}/verify", responses=refusals(401, 403, 404, 409))
async def verify(
    table_id: TableId, inn: TheInn, caller: Asker, request: Asking
) -> Response[protocol.Verdict]:
    """Check the record, every action and the dice."""
    table = await inn.hall.open(table_id)
    return _ready(await inn.replays.check(table, caller, sender(request.scope)))


@post("/tables/{table_id:str}/rematch", responses=refusals(401, 403, 404, 409))
async def rematch(table_id: TableId, inn: TheInn, caller: Asker) -> protocol.TableInfo:
    """The same table again, everybody one seat further. Your old key opens your new seat."""
    new = await inn.tables.rematch(await inn.hall.open(table_id), caller)
    return new.info(caller.seats(new), caller.hosts(new))


@post("/tables/{table_id:str}/practise", responses=refusals(401, 403, 404, 409))
async def practise(
    table_id: TableId, data: JSONBody[protocol.Practise], inn: TheInn, caller: Asker, request: Asking
) -> Response[protocol.Seated]:
    """Play on from any position of a finished match, or of your own match against bots."""
    table = await inn.hall.open(table_id)
    _one_more_table(inn, request)
    guest, token = await _as_guest(inn, caller, request)
    made, key = await inn.tables.practise(table, data, caller, guest)
    return _answer(protocol.Seated(made.info([key.seat], True), [key]), token, inn)


# People


@get("/me", responses=refusals(401))
async def me(inn: TheInn, caller: Asker) -> protocol.Me:
    """Your tables, and your account if you have one."""
    return await _me(inn, caller)


async def _me(inn: Inn, caller: Caller) -> protocol.Me:
    tables = await inn.tables.of_caller(caller)
    if caller.account is None:
        return protocol.Me(None, tables, [], [], [], False)
    career = await inn.accounts.career(caller.account, caller)
    return protocol.Me(caller.account_name, tables, *career, caller.landlord)


@post("/accounts", responses=refusals(401, 409))
async def register(
    data: JSONBody[protocol.NewAccount], inn: TheInn, caller: Asker, request: Asking
) -> Response[protocol.Me]:
    """Make an account. The seats this browser holds come along."""
    return await _enter(data, inn, caller, request)


@post("/login", responses=refusals(401, 409), status_code=200)
async def log_in(
    data: JSONBody[protocol.Credentials], inn: TheInn, caller: Asker, request: Asking
) -> Response[protocol.Me]:
    """Come back to an account."""
    return await _enter(data, inn, caller, request)


async def _enter(
    data: protocol.Credentials, inn: Inn, caller: Caller, request: Asking
) -> Response[protocol.Me]:
    address = sender(request.scope)
    if caller.key is not None:
        raise Denied("accounts are for browsers: leave the Authorization header out")
    if isinstance(data, protocol.NewAccount):
        account, status = await inn.accounts.register(data, address), 201
    else:
        account, status = await inn.accounts.log_in(data, address), 200
    fresh, token = await new_guest(inn.storage, account)
    changed = await inn.accounts.attach(caller, fresh)
    if caller.guest is not None:
        await inn.hall.keys.withdraw(caller.guest)
    for id in changed:
        await inn.hall.moved(id)
    name, landlord = await inn.accounts.known_as(account)
    known = Caller(fresh.guest, account, name, landlord=landlord)
    return _answer(await _me(inn, known), token, inn, status)


@post("/logout", responses=refusals(401), status_code=204)
async def log_out(inn: TheInn, caller: Asker) -> Response[None]:
    """Leave the account on this browser."""
    if caller.account is None or caller.guest is None:
        raise Unknown("you are not logged in")
    await inn.accounts.log_out(caller)
    await inn.hall.keys.withdraw(caller.guest)
    return Response(None, status_code=204, cookies=[Cookie(key=COOKIE, value="", path="/", max_age=0)])


@get("/players/{name:str}", responses=refusals(401, 404))
async def player(
    name: Annotated[
        str, PathParameter(pattern=protocol.whole("[A-Za-z0-9_-]+"), min_length=3, max_length=24)
    ],
    inn: TheInn,
    caller: Asker,
) -> protocol.Player:
    """A person with an account: ratings and history."""
    return await inn.accounts.player(name, caller)


@get("/leaderboard/{game:str}", responses=refusals(404))
async def leaderboard(game: GameId, inn: TheInn) -> protocol.Leaderboard:
    """The best of a game, bots labelled as such."""
    return await inn.ratings.leaderboard(get_game(game).id)


api = Router(
    path="/api",
    route_handlers=[
        list_games,
        show_game,
        show_rulebook,
        show_strength,
        read_deck,
        show_content,
        create_table,
        list_tables,
        find_table,
        show_table,
        sit,
        seat_bot,
        leave,
        change,
        close,
        start,
        open_words,
        view,
        act,
        replay,
        tape,
        analysis,
        hint,
        record,
        verify,
        rematch,
        practise,
        me,
        register,
        log_in,
        log_out,
        player,
        leaderboard,
    ],
    dependencies={"caller": Provide(give_caller)},
    response_headers={"cache-control": "no-store"},
)


# Operations


@get("/health", responses=refusals())
async def health() -> protocol.Health:
    """This process is alive."""
    return protocol.Health("ok", __version__)


@get("/ready", responses=refusals())
async def ready(inn: TheInn) -> Response[protocol.Health]:
    """This process can serve: its database answers, housekeeping goes on, and it is not shutting down."""
    good = inn.state == "ok" and inn.hall.housekeeping.alive and await inn.storage.check()
    status: Any = "ok" if good else inn.state if inn.state != "ok" else "unavailable"
    return Response(protocol.Health(status, __version__), status_code=200 if good else 503)


@get("/metrics", media_type="text/plain", include_in_schema=False)
async def metrics() -> Response[bytes]:
    """Figures for Prometheus."""
    return Response(METRICS.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/schema/openapi.json", include_in_schema=False)
async def openapi(request: Asking) -> Response[bytes]:
    """The OpenAPI 3.1 document of this server, made when it is first asked for."""
    state = request.app.state
    if "openapi" not in state:
        state.openapi = msgspec.json.encode(document(request.app))
    return Response(state.openapi, media_type="application/json")
