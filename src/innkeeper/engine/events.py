"""Events: what happened, by which clause, and who may know.

An event is a constant `Kind` plus a few integers, so that telling one costs next to nothing and
nothing at all when nobody listens. JSON and sentences are made later, for those who ask.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Domain

EVERYBODY: Final = -1  # an audience: all seats and the spectators
SPECTATORS: Final = 1 << 62  # the bit of an audience that stands for those without a seat

NUMBER: Final = 0
SEAT: Final = 1
FLAG: Final = 2
ID: Final = 3
ROUND: Final = 4
DATA: Final = 5
SEATS: Final = 6
BY_SEAT: Final = 7
SIDES: Final = 8
THROWN: Final = 9
CHOICE: Final = 10

PAIRS: Final = -1  # dice that are told as [sides, rolled]

# Roles: how what a field names came to the event's seat, for those who study which cards help.
AT_FIRST: Final = "dealt"  # by chance, before anybody chose anything
BY_CHANCE: Final = "drawn"  # by chance
BY_CHOICE: Final = "played"  # by choice: played, bought, used


@final
class Field:
    """One named value of an event, and how its integer is to be read."""

    def __init__(
        self, name: str, reads: i64 = NUMBER, domain: Domain | None = None, die: i64 = 0, cards: bool = False
    ) -> None:
        self.name: Final = name
        self.reads: i64 = reads
        self.domain: Final = domain
        self.die: i64 = die  # the size of the die that showed the value; 0: it was not rolled
        self.cards: bool = cards  # may it name cards?


def number(name: str, die: i64 = 0) -> Field:
    """A plain number; with `die`, what a die of that size showed."""
    return Field(name, die=die)


def sides(name: str) -> Field:
    """The size of the die that showed the value of the field `name`. Told beside the event, not in it."""
    return Field(name, SIDES)


def seat(name: str) -> Field:
    """A seat other than the acting one; -1 is null."""
    return Field(name, SEAT)


def flag(name: str) -> Field:
    """True or false."""
    return Field(name, FLAG)


def thrown() -> Field:
    """Dice of several sizes, given as data: `thrown`, [[sides, rolled], …]. Not in the event itself."""
    return Field("thrown", THROWN)


def one_of(name: str, domain: Domain) -> Field:
    """An id of a domain; -1 is null. Plain numbers of the domain stay numbers."""
    return Field(name, ID, domain, cards=True)


def current_round() -> Field:
    """The round in which it happened; takes no value of its own."""
    return Field("round", ROUND)


def data(name: str, die: i64 = 0) -> Field:
    """Something larger, given with `State.tell_data`: a list, a mapping, a text; with `die`, rolled dice."""
    return Field(name, DATA, die=die, cards=True)


def plain(name: str) -> Field:
    """The same where no card is ever named: those who look for cards need not be told."""
    return Field(name, DATA)


def seats(name: str) -> Field:
    """A list of seats, given with `State.tell_data`."""
    return Field(name, SEATS)


def by_seat(name: str) -> Field:
    """A list with one entry for each seat, given with `State.tell_data`."""
    return Field(name, BY_SEAT)


def choice(name: str) -> Field:
    """The id of an action, given with `State.tell_data`."""
    return Field(name, CHOICE)


@final
class Kind:
    """A kind of event under one clause. `secret` fields are seen only by the event's own seat.

    `roles` says of fields that name cards how these came to that seat.
    """

    def __init__(
        self,
        name: str,
        clause: str,
        text: str,
        fields: list[Field] | None = None,
        secret: list[str] | None = None,
        veiled: str = "",
        roles: dict[str, str] | None = None,
    ) -> None:
        self.name: Final = name
        self.clause: Final = clause
        self.text: Final = text  # the log's sentence; fields in braces
        self.fields: Final[list[Field]] = [] if fields is None else fields
        self.secret: Final[list[str]] = [] if secret is None else secret
        self.veiled: Final[str] = veiled if veiled != "" else text  # for those who may not see all
        self.roles: Final[dict[str, str]] = {} if roles is None else roles
        self.cards: Final[bool] = any(field.cards for field in self.fields)  # may it name any?
        self.rolls: Final[bool] = any(field.die != 0 or field.reads >= SIDES for field in self.fields)

    def __repr__(self) -> str:
        return f"Kind({self.name!r}, {self.clause!r})"


@final
class Kinds:
    """Every kind of event that a game can tell; `always` are the fields that each of them carries."""

    def __init__(self, always: list[Field] | None = None) -> None:
        self.kinds: Final[list[Kind]] = []
        self.always: Final[list[Field]] = [] if always is None else always

    def add(
        self,
        name: str,
        clause: str,
        text: str,
        fields: list[Field] | None = None,
        secret: list[str] | None = None,
        veiled: str = "",
        roles: dict[str, str] | None = None,
    ) -> Kind:
        """Make a kind of event and keep it among the game's own."""
        own: list[Field] = [] if fields is None else fields
        made = Kind(name, clause, text, own + self.always, secret, veiled, roles)
        self.kinds.append(made)
        return made


@final
class Event:
    """Something that happened. Values are integers in the order of the kind's fields."""

    __slots__ = ("a", "audience", "b", "c", "d", "data", "e", "f", "kind", "round", "seat", "turn")

    def __init__(
        self,
        kind: Kind,
        turn: i64,
        round: i64,
        seat: i64,
        audience: i64,
        a: i64,
        b: i64,
        c: i64,
        d: i64,
        e: i64,
        f: i64,
        data: dict[str, object] | None,
    ) -> None:
        self.kind: Final = kind
        self.turn: i64 = turn
        self.round: i64 = round
        self.seat: i64 = seat
        self.audience: i64 = audience
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d
        self.e: i64 = e
        self.f: i64 = f
        self.data: Final = data

    def visible(self, viewer: i64) -> bool:
        """May this seat (-1: a spectator) know that it happened?"""
        if self.audience == EVERYBODY:
            return True
        bit: i64 = 62 if viewer < 0 else viewer
        return (self.audience >> bit) & 1 == 1

    def json(self, viewer: i64, complete: bool = False) -> dict[str, object]:
        """The event as one viewer may see it, or with nothing withheld."""
        kind = self.kind
        out: dict[str, object] = {
            "kind": kind.name,
            "turn": self.turn,
            "seat": None if self.seat < 0 else self.seat,
            "clause": kind.clause,
        }
        values: list[int] = [self.a, self.b, self.c, self.d, self.e, self.f]
        place = 0
        for field in kind.fields:
            if field.reads == ROUND:
                out[field.name] = self.round
            elif field.reads == THROWN:
                continue
            elif field.reads == SIDES:
                place += 1
            elif field.reads in (DATA, SEATS, BY_SEAT, CHOICE):
                out[field.name] = None if self.data is None else copied(self.data.get(field.name))
            else:
                out[field.name] = read(field, values[place])
                place += 1
        if not complete and viewer != self.seat:
            for name in kind.secret:
                out[name] = None
        return out

    def dice(self, shown: dict[str, object]) -> list[tuple[int, int]]:
        """The dice in what a viewer is shown of it, in one shape for all games: size, and what was rolled."""
        found: list[tuple[int, int]] = []
        if not self.kind.rolls:
            return found
        values: list[int] = [self.a, self.b, self.c, self.d, self.e, self.f]
        sizes: dict[str, int] = {}
        place = 0
        for field in self.kind.fields:
            if field.reads == THROWN and self.data is not None:
                add_dice(found, PAIRS, self.data["thrown"])
            elif field.reads == SIDES:
                sizes[field.name] = values[place]
            if field.reads <= ID or field.reads == SIDES:
                place += 1
        for field in self.kind.fields:
            size = sizes.get(field.name, field.die)
            if size != 0 and field.reads < SIDES:
                add_dice(found, size, shown[field.name])
        return found


def add_dice(found: list[tuple[int, int]], size: int, value: object) -> None:
    """The dice in one value: a number, [sides, rolled], something with a `value`, or a list of these."""
    if isinstance(value, int):
        found.append((size, value))
    elif isinstance(value, dict):
        add_dice(found, size, value["value"])
    elif isinstance(value, list):
        for part in value:
            if size == PAIRS and isinstance(part, list):
                add_dice(found, int(part[0]), part[1])
            else:
                add_dice(found, size, part)


def copied(value: object) -> object:
    """A JSON value of one's own: what is told stays told, whatever a listener does with it."""
    if isinstance(value, list):
        return [copied(part) for part in value]
    if isinstance(value, dict):
        return {name: copied(part) for name, part in value.items()}
    return value


def read(field: Field, value: i64) -> object:
    """An event's integer as the JSON value it stands for."""
    if field.reads == NUMBER:
        return value
    if field.reads == FLAG:
        return value != 0
    if value < 0:
        return None
    domain = field.domain
    if domain is None:
        return value
    if value < domain.named:
        return domain.ids[value]
    return value - domain.named + domain.first


@final
class Log:
    """The events of a match so far, or of one action; with `cards`, only of kinds that may name cards."""

    def __init__(self, cards: bool = False) -> None:
        self.events: Final[list[Event]] = []
        self.cards: Final[bool] = cards

    def wants(self, kind: Kind) -> bool:
        """Is such an event to be told?"""
        return kind.cards or not self.cards

    def __len__(self) -> int:
        return len(self.events)


TIMED_OUT: Final = Kind(
    "timed_out",
    "IN-1.2",
    "{seat} runs out of time; the referee chooses {action}.",
    [data("decision"), choice("action")],
)
TIMED_OUT_SEALED: Final = Kind(
    "timed_out",
    "IN-1.2",
    "{seat} runs out of time; the referee chooses {action}.",
    [data("decision"), choice("action")],
    ["action"],
    "{seat} runs out of time; the referee chooses, sealed.",
)
UNDONE: Final = Kind("undone", "IN-1.3", "{seat} takes back {action}.", [choice("action"), flag("agreed")])
UNDONE_SEALED: Final = Kind(
    "undone",
    "IN-1.3",
    "{seat} takes back {action}.",
    [choice("action"), flag("agreed")],
    ["action"],
    "{seat} takes back a sealed choice.",
)
UNSEALED: Final = Kind("unsealed", "IN-1.4", "{seat} thinks again about a sealed choice.")
