"""Everything that travels between the server and its clients, version 1.

These structures are the protocol: OpenAPI, the decoders and docs/PROTOCOL.md follow from them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal
from unicodedata import category

import msgspec
from msgspec import Meta, Struct

from innkeeper.bots.advice import Hint as Hint
from innkeeper.bots.strength import StrengthCard
from innkeeper.engine.foresight import Beware, Change
from innkeeper.engine.phrases import Phrases
from innkeeper.lab.figures import Bar as Bar
from innkeeper.lab.figures import Columns as Columns
from innkeeper.lab.figures import Figure as Figure
from innkeeper.lab.figures import Grid as Grid
from innkeeper.lab.figures import Heat as Heat
from innkeeper.lab.figures import Report as Report
from innkeeper.lab.figures import Spot as Spot

VERSION = 1
FOR_GOOD = frozenset({4401, 4403, 4404, 4410})  # a line that is closed so is not to be made anew


def whole(pattern: str) -> str:
    """A pattern for all of a text. `$` alone would let a newline follow; schemas do not know `\\Z`."""
    return f"^(?:{pattern})$(?!\\n)"


Nonce = Annotated[str, Meta(min_length=1, max_length=64, pattern=whole("[A-Za-z0-9._:-]+"))]
DiceNonce = Annotated[str, Meta(max_length=64, pattern=whole("[ -~]*"))]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Seal = Annotated[str, Meta(pattern=whole("[0-9a-f]{64}|"))]
Seq = Annotated[int, Meta(ge=0, le=1_000_000_000)]
PlayerName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=32,
        pattern=whole(r"[^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?"),
    ),
]
AccountName = Annotated[str, Meta(min_length=3, max_length=24, pattern=whole("[A-Za-z0-9_-]+"))]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
GameId = Annotated[str, Meta(min_length=1, max_length=32, pattern=whole("[a-z0-9_-]+"))]
BotName = Annotated[str, Meta(min_length=1, max_length=32, pattern=whole("[a-z0-9_-]+"))]
ActionId = Annotated[str, Meta(min_length=1, max_length=512)]
# of the shape that the schema of its game declares
SeenView = Annotated[dict[str, Any], Meta(extra_json_schema={"view": True})]
ChatText = Annotated[str, Meta(min_length=1, max_length=400)]


class Asked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything a client sends: unknown fields are refused."""


# What a client sends over REST


class NoClock(Asked, frozen=True, tag_field="kind", tag="none"):
    """Nobody is hurried."""


class DecisionClock(Asked, frozen=True, tag_field="kind", tag="decision"):
    """So many seconds for every decision."""

    seconds: Annotated[int, Meta(ge=5, le=1_209_600)]


class BankClock(Asked, frozen=True, tag_field="kind", tag="bank"):
    """A bank of seconds for the whole match, and so many more after each decision."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


Clock = NoClock | DecisionClock | BankClock


class You(Asked, frozen=True, tag_field="who", tag="you"):
    """You sit here. Several such seats are for friends at one screen. `seal`: of your word for the dice.

    `program`: what plays here is no person.
    """

    name: PlayerName = "Guest"
    seal: Seal = ""
    program: bool = False


class Open(Asked, frozen=True, tag_field="who", tag="open"):
    """Anybody with the link may sit here."""


class Bot(Asked, frozen=True, tag_field="who", tag="bot"):
    """A program sits here: one of the game's `levels` or `bots`.

    Null: at a new table where you are alone with bots, the level that fits your last matches; else `regular`.
    """

    bot: BotName | None = None


Place = You | Open | Bot


class NewTable(Asked, frozen=True):
    """A table to set. Without seats: you and as many bots that fit you as the game needs."""

    game: GameId
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[Place], Meta(min_length=1, max_length=16)] | None = None
    clock: Clock = NoClock()
    public: bool = False
    watchers: bool = True
    bench_talks: bool = False
    takeover: BotName | None = None


class Sit(Asked, frozen=True):
    """Sit down. The commitment to the seed is already public, and a word of yours is mixed into the dice.

    `seal` binds you to a word that you open when everybody is bound; `nonce` is a word that you say at once,
    which proves less.
    `brings`: options that are your seat's own, such as `deck`; without it, the table's.
    `program`: what plays here is no person, and everybody is told so.
    """

    name: PlayerName = "Guest"
    seat: SeatNumber | None = None
    nonce: DiceNonce = ""
    seal: Seal = ""
    brings: dict[str, Any] = {}
    program: bool = False


class NewStudy(Asked, frozen=True):
    """A study to make, or a comparison with the game as it is recommended here.

    Cards are brought as `files`, by name, or as `archive`, a zip file in Base64; they replace those of the
    same name. `players` are bots, the weakest first; a comparison is played by the last of them.
    """

    game: GameId
    kind: Literal["study", "compare"] = "study"
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    players: Annotated[list[BotName], Meta(max_length=6)] = []
    matches: Annotated[int, Meta(ge=1, le=5000)] = 400
    files: Annotated[dict[str, str], Meta(max_length=100)] = {}
    archive: Annotated[str, Meta(max_length=65_536, pattern=whole("[A-Za-z0-9+/]*={0,2}"))] = ""


class DeckFile(Asked, frozen=True):
    """The text of a deck file, and the house rules it is to fit."""

    text: Annotated[str, Meta(max_length=20_000)]
    options: dict[str, Any] = {}


class TableChange(Asked, frozen=True):
    """Who may watch. A table can be closed to watchers at any time, and opened until the match begins."""

    watchers: bool


class Start(Asked, frozen=True):
    """Begin. Nonces by seat, for seats of your own that have sealed no word."""

    nonces: dict[str, DiceNonce] = {}


class Words(Asked, frozen=True):
    """Open the words under the seals of your seats, by seat."""

    words: dict[str, Annotated[str, Meta(min_length=1, max_length=64, pattern=whole("[ -~]+"))]]


class Play(Asked, frozen=True):
    """One action: the same as the WebSocket message `act`."""

    action: ActionId
    seq: Seq
    nonce: Nonce


class Practise(Asked, frozen=True):
    """Play on from after entry `at`, yourself in `seat`, bots in the others."""

    at: Seq
    seat: SeatNumber
    bot: BotName | None = None
    name: PlayerName = "Guest"


class Credentials(Asked, frozen=True):
    """Name and password of an account."""

    name: AccountName
    password: Password


class NewAccount(Credentials, frozen=True):
    """An account to make. `program`: for a program that plays by itself; all its seats are marked."""

    program: bool = False


# What a client sends over the WebSocket


class Act(Asked, frozen=True, tag_field="type", tag="act"):
    """Do one of the actions offered. `seq` is the one of the last update seen."""

    action: ActionId
    seq: Seq
    nonce: Nonce


class Undo(Asked, frozen=True, tag_field="type", tag="undo"):
    """Take the last action back: at once where that is free, otherwise the others are asked."""

    seq: Seq
    nonce: Nonce


class AnswerUndo(Asked, frozen=True, tag_field="type", tag="answer_undo"):
    """Agree, or not, to what another seat wants to take back."""

    agree: bool
    seq: Seq
    nonce: Nonce


class Resign(Asked, frozen=True, tag_field="type", tag="resign"):
    """Leave the match."""

    nonce: Nonce


class Say(Asked, frozen=True, tag_field="type", tag="say"):
    """A line of chat."""

    text: ChatText
    nonce: Nonce


class Mute(Asked, frozen=True, tag_field="type", tag="mute"):
    """Stop (or start again) hearing a seat; null is everybody on the bench."""

    seat: SeatNumber | None
    muted: bool


class Preview(Asked, frozen=True, tag_field="type", tag="preview"):
    """What would this action lead to, as far as it is certain?"""

    action: ActionId
    seq: Seq
    nonce: Nonce


class Sync(Asked, frozen=True, tag_field="type", tag="sync"):
    """Send what is missing after these."""

    seq: Seq
    said: Seq


class Ping(Asked, frozen=True, tag_field="type", tag="ping"):
    """Are you there?"""

    nonce: Nonce


ClientMessage = Act | Undo | AnswerUndo | Resign | Say | Mute | Preview | Sync | Ping

# What the server sends


class Choice(Struct, frozen=True):
    """One action of a decision. `of`: what its arguments are, which are the last words of its id."""

    id: str
    label: str
    clause: str
    of: list[str]


class Question(Struct, frozen=True):
    """What a seat may answer. `timeout` is what the referee answers when the clock runs out."""

    name: str
    actions: list[Choice]
    timeout: str | None = None


class Rolled(Struct, frozen=True):
    """A die that was rolled: its size, and what it showed."""

    sides: int
    rolled: int


class LogLine(Struct, frozen=True):
    """A sentence of the log, the clause behind it, the event and its dice. `seq`: the entry it came of."""

    seq: int
    text: str
    clause: str
    event: dict[str, Any]
    dice: list[Rolled]


class Clocks(Struct, frozen=True):
    """Milliseconds left by seat (null: no clock runs there) at the moment of sending; who is on the clock."""

    left: list[int | None]
    running: list[int]


class UndoState(Struct, frozen=True):
    """What taking back would need now. `asked_by` waits for the answers of `waits_for`."""

    free: bool
    ask: bool
    asked_by: int | None = None
    waits_for: list[int] = []


class Update(Struct, frozen=True, tag_field="type", tag="update"):
    """The table as you may see it after entry `seq`, and the log lines of entries after `since`.

    Entry 0 is the opening; `since` -1 means that everything is there.
    """

    seq: int
    since: int
    view: SeenView
    decision: Question | None
    standing: Question | None
    lines: list[LogLine]
    clocks: Clocks | None
    undo: UndoState
    over: bool
    answers: str | None = None
    entry: int | None = None


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """Why not, by which clause, and what is legal now. Nothing has changed."""

    reason: str
    clause: str | None = None
    legal: list[str] = []
    answers: str | None = None


class Stale(Struct, frozen=True, tag_field="type", tag="stale"):
    """The table has moved on since `seq`; what is missing follows as an update."""

    answers: str
    seq: int


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """A message that needs no view in return was carried out."""

    answers: str


class Previewed(Struct, frozen=True, tag_field="type", tag="preview"):
    """The view after an action, null when dice or hidden things decide; the rest can be said anyway.

    `about`: how it is reckoned; `changes`: the figures that will be others; `notes`: what else comes of it;
    `beware`: what a player would want to be asked about twice.
    """

    answers: str
    certain: bool
    view: SeenView | None = None
    about: str = ""
    changes: list[Change] = []
    notes: list[str] = []
    beware: list[Beware] = []


class Note(Struct, frozen=True, tag_field="type", tag="said"):
    """A line of chat, in order `n`. `seat` is null for the bench."""

    n: int
    at: int
    seat: int | None
    name: str
    text: str


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    answers: str
    time: int


class SeatInfo(Struct, frozen=True):
    """Who sits where. `same_as`: the first seat of the same person, if that is another.

    `account`: the account that plays there; `program`: it is a stranger's program. `bot` is one of the inn's.
    `seal` is shown when everybody is bound, and so is `nonce`, the word itself, where none was sealed; other
    words when the match has begun.
    """

    seat: int
    who: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    ready: bool
    here: bool
    seen: int | None
    stand_in: str | None
    account: str | None
    program: bool
    same_as: int | None
    seal: str
    opened: bool
    nonce: str


class TableInfo(Struct, frozen=True, tag_field="type", tag="table"):
    """A table as everybody with the link may see it. `code` and `yours` only for those who sit there.

    `open_by`: until when words for the dice must be opened, while the status is `dealing`.
    `unrated`: why the match does not count, or would not if it began now.
    """

    id: str
    game: str
    title: str
    rules: str
    content: str
    status: Literal["open", "dealing", "playing", "over", "closed", "frozen"]
    notice: str | None
    options: dict[str, Any]
    seats: list[SeatInfo]
    clock: Clock
    public: bool
    watchers: bool
    bench_talks: bool
    takeover: str | None
    commitment: str
    open_by: int | None
    created: int
    started: int | None
    ended: int | None
    seq: int
    said: int
    outcome: dict[str, Any] | None
    previous: str | None
    next: str | None
    origin: str | None
    origin_at: int | None
    bench: int
    unrated: str | None
    code: str | None = None
    yours: list[int] = []
    host: bool = False


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The first message of every connection."""

    version: int
    you: int | None
    time: int
    table: TableInfo


class SeatToken(Struct, frozen=True):
    """The key to a seat. Shown once; the server keeps only its fingerprint."""

    seat: int
    token: str


class Seated(Struct, frozen=True):
    """The table, and the keys to the seats that are yours."""

    table: TableInfo
    tokens: list[SeatToken]


class TableList(Struct, frozen=True):
    """Tables, the newest first; `more` goes into `before` for the next page."""

    tables: list[TableInfo]
    more: int | None


class TapeEntry(Struct, frozen=True):
    """One tick of the replay scrubber. `out`: the seats that have nothing left to play after it."""

    seq: int
    at: int
    seat: int | None
    what: Literal["act", "timeout", "undo", "resign", "practise"]
    action: str | None
    turn: int
    chance: bool
    sealed: bool
    out: list[int]


class Tape(Struct, frozen=True):
    """All entries of a match, for a scrubber."""

    entries: list[TapeEntry]


class Estimate(Struct, frozen=True):
    """How likely each seat was to win after entry `seq`, and how far off that may well be."""

    seq: int
    chances: list[float]
    margins: list[float]


class MissedMoment(Struct, frozen=True):
    """At the moment `at` a seat played something, and something better was there.

    `chance`: how likely it would have been to win with that; `cost`: how much less likely it became, and
    `margin` how far off that may well be.
    """

    at: int
    seat: int
    played: str
    better: str
    chance: float
    cost: float
    margin: float


class WeighedAnswer(Struct, frozen=True):
    """How often an answer should be given, and how much less likely it wins than the best.

    `cost`: null where nobody knows.
    """

    answer: str
    share: float
    cost: float | None


class MixedMoment(Struct, frozen=True):
    """What a seat played at the moment `at`, beside how often each answer should be given there.

    Whoever gives them so cannot be seen through. Told is what is worth a mention, and what was `played`.
    """

    at: int
    seat: int
    played: str
    weights: list[WeighedAnswer]


class Analysis(Struct, frozen=True):
    """What a bot of this level makes of a finished match. Not `done`: ask again for more.

    `seat`: the chances with what that seat knew; null: with all cards open. Of so many `positions` so many
    have been `looked` at. The costliest of the moments at which something better was `missed` are told, by
    what whoever played knew. `mixed`: every choice beside how it should have been made, in games where that
    is known.
    """

    level: str
    seat: int | None
    done: bool
    looked: int
    positions: int
    steps: list[Estimate]
    missed: list[MissedMoment]
    mixed: list[MixedMoment] = []


class Verdict(Struct, frozen=True):
    """What came of checking a record. `unpromised`: why nobody was bound to these dice, as in practice."""

    good: bool
    entries: int
    commitment: str
    problem: str | None = None
    unpromised: str | None = None


class BotInfo(Struct, frozen=True):
    id: str


class PresetInfo(Struct, frozen=True):
    id: str
    title: str
    about: str
    recommended: bool
    overrides: dict[str, Any]


class OptionInfo(Struct, frozen=True):
    name: str
    range: str
    default: Any
    about: str
    json_schema: dict[str, Any]


class GameSummary(Struct, frozen=True):
    """A playbill. `presets`: their titles by id; `decks`: people bring decks to it."""

    id: str
    title: str
    pitch: str
    minutes: str
    least: int
    most: int
    rules: str
    content: str
    recommended: str
    presets: dict[str, str]
    flavour: str
    decks: bool


class LevelInfo(Struct, frozen=True):
    """A level at which bots play, and what is told about it to whoever chooses."""

    name: str
    about: str


class GameInfo(Struct, frozen=True):
    """Everything about the table of one game. `schema`: the shape of its views, with hints.

    `levels`: the bots that people are offered, the weakest first; `bots`: others that may be named too.
    """

    game: GameSummary
    presets: list[PresetInfo]
    options: list[OptionInfo]
    levels: list[LevelInfo]
    bots: list[str]
    names: dict[str, str]
    schema: dict[str, Any]
    phrases: Phrases
    texts: dict[str, str] = {}


class StrengthInfo(Struct, frozen=True):
    """How strong the bots of a game are; `card` is null where nobody has measured them.

    `changed`: their code is another one now. `slower`: they were compiled then, and are not here.
    """

    game: str
    card: StrengthCard | None
    changed: bool
    slower: bool


class DeckInfo(Struct, frozen=True):
    """A deck file as the value of an option, null if it is refused, and what is wrong or odd about it."""

    deck: Any
    problems: list[str]


class ClauseInfo(Struct, frozen=True):
    id: str
    chapter: str
    text: str


class ChapterInfo(Struct, frozen=True):
    """What a chapter says besides its clauses."""

    title: str
    text: str


class RulebookInfo(Struct, frozen=True):
    """A rulebook for people. Links in it lead to a clause, `#MD-5.1`, or to a card, `card:specter`."""

    text: str
    clauses: list[ClauseInfo]
    chapters: list[ChapterInfo]


class Rating(Struct, frozen=True):
    """openskill: about two in three times the true strength is within `sigma` of `mu`."""

    game: str
    mu: float
    sigma: float
    matches: int


class Standing(Struct, frozen=True):
    """A row of the leaderboard: `score` is mu minus three sigma. A `program` is a stranger's bot."""

    name: str
    bot: bool
    program: bool
    mu: float
    sigma: float
    score: float
    matches: int


class Leaderboard(Struct, frozen=True):
    game: str
    rows: list[Standing]


class PastMatch(Struct, frozen=True):
    """A result. `table` is null and `against` empty where a private match is somebody else's."""

    table: str | None
    game: str
    seat: int
    place: int | None
    won: bool
    ended: int
    against: list[str]


class Tally(Struct, frozen=True):
    """How somebody's matches of a game ended: all (`of` is null), or those with one class or deck.

    What is told apart so is counted among the last hundred matches; `of` is empty for decks of one's own.
    """

    game: str
    of: str | None
    played: int
    won: int
    drawn: int


class Player(Struct, frozen=True):
    """Somebody with an account, as everybody may see it; or some `program`."""

    name: str
    since: int
    program: bool
    ratings: list[Rating]
    history: list[PastMatch]
    figures: list[Tally]


class Me(Struct, frozen=True):
    """You: your account if you have one, and your tables."""

    account: str | None
    tables: list[TableInfo]
    ratings: list[Rating]
    history: list[PastMatch]
    figures: list[Tally]
    landlord: Annotated[bool, Meta(description="may you use the workshop?")]


class Remark(Struct, frozen=True):
    """What is wrong with a card, or only `odd`: its file and line (0: none), card and field."""

    file: str
    line: int
    place: str
    said: str
    odd: bool


class Checked(Struct, frozen=True):
    """What is said of a study before it is made. `refused` is null if it can be made."""

    refused: str | None
    remarks: list[Remark]
    files: Annotated[list[str], Meta(description="the files of cards that were brought")]


class StudyInfo(Struct, frozen=True):
    """A study of the workshop. `ahead`: how many come before it; times are in milliseconds since 1970."""

    id: str
    kind: Literal["study", "compare"]
    game: str
    preset: str | None
    options: dict[str, Any]
    players: list[str]
    matches: int
    files: list[str]
    by: str
    status: Literal["waiting", "running", "done", "failed", "cancelled"]
    ahead: int
    done: int
    total: int
    made: int
    ended: int | None
    said: Annotated[str | None, Meta(description="why there is no report")]
    report: Annotated[Report | None, Meta(description="left out of lists")]


class WorkshopInfo(Struct, frozen=True):
    """The workshop: its studies, the latest first, and its bounds."""

    studies: list[StudyInfo]
    seconds: Annotated[float, Meta(description="that a study may take")]
    kept: int
    waiting: Annotated[int, Meta(description="that may wait, at most")]
    bytes: Annotated[int, Meta(description="of all files of cards together, at most")]


class Refusal(Struct, frozen=True):
    """The body of every answer that is not what was asked for."""

    reason: str
    clause: str | None = None
    legal: list[str] = []


class Health(Struct, frozen=True):
    status: Literal["ok", "starting", "stopping", "unavailable"]
    version: str


ServerMessage = Welcome | Update | Refused | Stale | Done | Previewed | Note | Pong | TableInfo

encode = msgspec.json.Encoder().encode
decode_client = msgspec.json.Decoder(ClientMessage).decode

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # control, format, surrogate, private, separators of lines
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that are drawn as nothing


def plain(text: str) -> str:
    """A text from a person without characters that nobody sees, or that make others look otherwise."""
    seen = [one for one in text if one in "\t\n" or (category(one) not in _UNSEEN and one not in _BLANK)]
    return "".join(seen).strip()
