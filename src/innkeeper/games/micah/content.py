"""Micah's content: TOML to a native book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from innkeeper.engine.content import Content
from innkeeper.engine.dice import Dice
from innkeeper.engine.errors import InvalidContent
from innkeeper.engine.words import name_in
from innkeeper.games.micah import grammar
from innkeeper.games.micah.book import Book, Boss, Encounter, Face, GhostCard, Job, Mood, Treasure, Weather
from innkeeper.games.micah.clauses import Clause, Effect
from innkeeper.games.micah.effects import DEEDS
from innkeeper.games.micah.fields import Ids, read_dice
from innkeeper.games.micah.terms import CHARM, DOCK, INTENTIONS, KINDS, LADDER, NOWHERE, STALL, TYPES

MOST_TAGS = 60  # tags are bits of one number
Number = int | str
Count = Annotated[int, Meta(ge=0, le=99)]
Price = Annotated[int, Meta(ge=0, le=999)]
Health = Annotated[int, Meta(ge=1, le=999)]
DieName = Literal["D4", "D6", "D8", "D10", "D12", "D20"]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every entry has."""

    name: str
    flavour: str = ""
    icon: str = ""
    original: bool = False


class ClassData(Card, frozen=True, kw_only=True):
    """A `[class.…]` entry."""

    hp: Health
    hp_balanced: Health
    attack: DieName
    charisma: DieName
    speed: DieName


class WeatherData(Card, frozen=True, kw_only=True):
    """A `[weather.…]` entry."""

    clauses: list[str] = []
    class_clauses: list[str] = []


class DockData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card's `dock` face."""

    attack: Number
    defense: Number
    id: str = ""
    name: str = ""
    clauses: list[str] = []


class EncounterData(Card, frozen=True, kw_only=True):
    """An `[encounter.…]` entry."""

    kind: Literal["creature", "traveller", "uncharmable", "trap", "place"]
    tags: list[str]
    copies: Count
    strike: Number
    defense: Number | None = None
    charm: Number | None = None
    escape: Number | None = None
    bounty: str = ""
    clauses: list[str] = []
    dock: DockData | None = None


class TreasureData(Card, frozen=True, kw_only=True):
    """A `[treasure.…]` entry."""

    type: Literal["weapon", "clothing", "single", "upgrade"]
    copies: Count
    price: Price
    sells: Price
    reserve: Count = 0
    clauses: list[str] = []


class GhostData(Card, frozen=True, kw_only=True):
    """A `[ghost.…]` entry."""

    target: Literal["player", "table"]
    copies: Count
    clauses: list[str]


class BossData(Card, frozen=True, kw_only=True):
    """The one `[boss.…]` entry."""

    tags: list[str]
    hp_base: Price
    hp_least: Health
    defense: Count
    retreat: Count
    distract: Count
    distracted: Count
    guard: Count
    temper_from: Health
    temper: Count
    last_round: Annotated[int, Meta(ge=1, le=100)]


class MoodData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A `[mood.…]` entry."""

    name: str
    attack: Number | None = None
    targets: Literal["all", "strongest"] = "all"
    defense: int = 0
    recover: Number | None = None
    collect: Annotated[int, Meta(ge=0, le=100)] = 0


def load(content: Content) -> Book:
    """The book of a content pack."""
    classes = content.cards("classes.toml", "class", ClassData)
    weathers = content.cards("weather.toml", "weather", WeatherData)
    encounters = content.cards("encounters.toml", "encounter", EncounterData)
    treasures = content.cards("treasures.toml", "treasure", TreasureData)
    ghosts = content.cards("ghosts.toml", "ghost", GhostData)
    bosses = content.cards("boss.toml", "boss", BossData)
    if len(bosses) != 1:
        raise InvalidContent(f"boss.toml: there is one boss, not {len(bosses)}: {', '.join(bosses)}")
    ((boss_id, boss),) = bosses.items()
    tags = list(dict.fromkeys([tag for card in encounters.values() for tag in card.tags] + boss.tags))
    if len(tags) > MOST_TAGS:
        raise InvalidContent(f"encounters.toml: at most {MOST_TAGS} different tags, not {len(tags)}")
    ids = Ids(list(classes), list(weathers), list(treasures), tags)
    _check_ids(classes, weathers, encounters, treasures, ghosts)
    return Book(
        [_class(number, id, data) for number, (id, data) in enumerate(classes.items())],
        [_weather(number, id, data, ids, False) for number, (id, data) in enumerate(weathers.items())],
        [_weather(number, id, data, ids, True) for number, (id, data) in enumerate(weathers.items())],
        [_encounter(number, id, data, ids) for number, (id, data) in enumerate(encounters.items())],
        [_treasure(number, id, data, ids) for number, (id, data) in enumerate(treasures.items())],
        [_ghost(number, id, data, ids) for number, (id, data) in enumerate(ghosts.items())],
        _boss(boss_id, boss, content.cards("boss.toml", "mood", MoodData), ids),
        tags,
    )


def _check_ids(
    classes: dict[str, ClassData],
    weathers: dict[str, WeatherData],
    encounters: dict[str, EncounterData],
    treasures: dict[str, TreasureData],
    ghosts: dict[str, GhostData],
) -> None:
    for file, table, ids in (
        ("classes.toml", "class", classes),
        ("weather.toml", "weather", weathers),
        ("encounters.toml", "encounter", encounters),
        ("treasures.toml", "treasure", treasures),
        ("ghosts.toml", "ghost", ghosts),
    ):
        for id in ids:
            if not id.replace("-", "").isalnum() or id != id.lower():
                raise InvalidContent(f"{file}: {table}.{id}: an id is lower-case words joined by hyphens")
            if id == "none" or id.startswith(("coin-", "creature-")):
                raise InvalidContent(f"{file}: {table}.{id}: this id has a meaning of its own in offers")
    if len(classes) < 6:
        raise InvalidContent(f"classes.toml: six players need six classes, here are {len(classes)}")
    if "clear" not in weathers or len(weathers) < 2:
        raise InvalidContent("weather.toml: there must be [weather.clear] and some other weather")
    if "travel-bread" not in treasures:
        raise InvalidContent(
            "treasures.toml: there must be [treasure.travel-bread], the Merchant's house copy"
        )
    if sum(card.copies for card in encounters.values()) < 1:
        raise InvalidContent("encounters.toml: there is no Encounter card with a copy")
    if sum(card.copies for card in treasures.values()) < STALL:
        raise InvalidContent(f"treasures.toml: the stall shows {STALL} cards; there are fewer in the deck")
    faces: dict[str, str] = {}
    for id, card in encounters.items():
        face = (card.dock.id if card.dock is not None else "") or id
        if face in faces:
            raise InvalidContent(
                f"encounters.toml: encounter.{id}.dock.id: {face!r} is also the Dock face of {faces[face]!r}"
            )
        faces[face] = id


def _class(number: int, id: str, data: ClassData) -> Job:
    levels = [LADDER.index(int(die[1:])) for die in (data.attack, data.charisma, data.speed)]
    return Job(number, id, data.name, [data.hp, data.hp_balanced], list(levels), data.flavour)


def _weather(number: int, id: str, data: WeatherData, ids: Ids, wild: bool) -> Weather:
    where = f"weather.toml: weather.{id}"
    clauses = _clauses(f"{where}.clauses", data.clauses, "weather", ids)
    more = _clauses(f"{where}.class_clauses", data.class_clauses, "weather", ids)
    return Weather(number, id, data.name, clauses + more if wild else clauses, data.flavour)


def _encounter(number: int, id: str, data: EncounterData, ids: Ids) -> Encounter:
    where = f"encounters.toml: encounter.{id}"
    mask = sum(1 << ids.tags.index(tag) for tag in dict.fromkeys(data.tags))
    numbers = [
        None if value is None else _dice(f"{where}.{field}", value)
        for field, value in (("defense", data.defense), ("charm", data.charm), ("escape", data.escape))
    ]
    card = Encounter(
        number,
        id,
        data.name,
        KINDS.index(data.kind),
        mask,
        list(data.tags),
        data.copies,
        numbers,
        _dice(f"{where}.strike", data.strike),
        _bounty(f"{where}.bounty", data.bounty, ids),
        data.bounty,
        _clauses(f"{where}.clauses", data.clauses, "encounter", ids),
        _face(f"{where}.dock", id, data, ids),
        data.flavour,
    )
    _check_encounter(where, card)
    return card


def _check_encounter(where: str, card: Encounter) -> None:
    """MG-5.5: something can always be chosen; and a charmed card has somewhere to go."""
    offered = [
        card.numbers[i] is not None or any(not clause.conditions for clause in card.resolvers[i])
        for i in range(3)
    ]
    if not any(offered):
        raise InvalidContent(
            f"{where}: no Intention is always offered; give a number for defense, charm or escape, "
            "or a clause such as escape: roll 2d6 doubles"
        )
    if card.face is None:
        moves = [clause for clause in card.clauses if any(e.zone != NOWHERE for e in clause.effects)]
        leaves = any(clause in card.success[CHARM] and not clause.conditions for clause in moves)
        can_charm = card.numbers[CHARM] is not None or card.resolvers[CHARM] or card.prices[CHARM]
        if can_charm and not leaves:
            raise InvalidContent(
                f"{where}.dock: it can be charmed, so it needs a dock face, or charm.ok: … to graveyard"
            )
        if any(e.zone == DOCK for clause in moves for e in clause.effects):
            raise InvalidContent(f"{where}.clauses: to dock needs a dock face")


def _face(where: str, id: str, data: EncounterData, ids: Ids) -> Face | None:
    dock = data.dock
    if dock is None:
        return None
    return Face(
        dock.id or id,
        dock.name or data.name,
        _dice(f"{where}.attack", dock.attack),
        _dice(f"{where}.defense", dock.defense),
        _clauses(f"{where}.clauses", dock.clauses, "dock", ids),
    )


def _treasure(number: int, id: str, data: TreasureData, ids: Ids) -> Treasure:
    where = f"treasures.toml: treasure.{id}"
    if data.price <= data.sells:
        raise InvalidContent(f"{where}.price: {data.price} is not more than its sell value {data.sells}")
    clauses = _clauses(f"{where}.clauses", data.clauses, data.type, ids)
    type = TYPES.index(data.type)
    return Treasure(
        number, id, data.name, type, data.copies, data.reserve, data.price, data.sells, clauses, data.flavour
    )


def _ghost(number: int, id: str, data: GhostData, ids: Ids) -> GhostCard:
    clauses = _clauses(f"ghosts.toml: ghost.{id}.clauses", data.clauses, "ghost", ids)
    return GhostCard(number, id, data.name, data.target == "player", data.copies, clauses, data.flavour)


def _boss(id: str, data: BossData, moods: dict[str, MoodData], ids: Ids) -> Boss:
    numbers = {name: value for name, value in msgspec.structs.asdict(data).items() if isinstance(value, int)}
    mask = sum(1 << ids.tags.index(tag) for tag in data.tags)
    feelings = [
        Mood(
            mood,
            feeling.name,
            None if feeling.attack is None else _dice(f"boss.toml: mood.{mood}.attack", feeling.attack),
            feeling.targets == "strongest",
            feeling.defense,
            None if feeling.recover is None else _dice(f"boss.toml: mood.{mood}.recover", feeling.recover),
            feeling.collect,
        )
        for mood, feeling in moods.items()
    ]
    return Boss(id, data.name, mask, numbers, feelings, data.flavour)


def _clauses(where: str, texts: Sequence[str], card: str, ids: Ids) -> list[Clause]:
    found = []
    for place, text in enumerate(texts):
        with _at(f"{where}[{place}]"):
            found.append(grammar.read_clause(text, card, ids))
    return found


def _bounty(where: str, text: str, ids: Ids) -> list[Effect]:
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if name_in(part) not in ("coin", "treasure", "gain"):
            raise InvalidContent(f"{where}: {part!r} is no bounty; it can be coin N, treasure N or gain CARD")
        with _at(where):
            found.append(DEEDS.parse(part, ids))
    return found


def _dice(where: str, value: Number) -> Dice:
    with _at(where):
        return read_dice(str(value))


@contextmanager
def _at(where: str) -> Iterator[None]:
    """A complaint about a card names the file, the card and the field."""
    try:
        yield
    except ValueError as wrong:
        raise InvalidContent(f"{where}: {wrong}") from None


# What is allowed, and can still not be meant.


def doubts(content: Content, book: Book) -> Iterator[str]:
    """Cards that never come, and clauses that never happen."""
    given = set(_given(book))
    for card in book.encounters:
        where = f"encounters.toml: encounter.{card.id}"
        if card.copies == 0:
            yield f"{where}.copies: no copy is in the deck, so nobody ever meets it"
        for place, clause in enumerate(card.clauses):
            if why := _never(clause, book, card):
                yield f"{where}.clauses[{place}]: this never happens: {why}"
        for place, clause in enumerate(card.face.clauses if card.face is not None else ()):
            if why := _never(clause, book):
                yield f"{where}.dock.clauses[{place}]: this never happens: {why}"
    for treasure in book.treasures:
        where = f"treasures.toml: treasure.{treasure.id}"
        if treasure.copies == 0 and treasure.reserve == 0 and treasure.id not in given:
            yield f"{where}.copies: no copy is in the deck and no card gives it, so nobody ever has it"
        for place, clause in enumerate(treasure.clauses):
            if why := _never(clause, book):
                yield f"{where}.clauses[{place}]: this never happens: {why}"


def _given(book: Book) -> Iterator[str]:
    """The treasures that some card gives by name."""
    for card in book.encounters:
        faces = [] if card.face is None else card.face.clauses
        for effect in [*card.bounty, *(e for clause in [*card.clauses, *faces] for e in clause.effects)]:
            if effect.word == "gain":
                yield str(getattr(effect, "id", ""))


def _never(clause: Clause, book: Book, card: Encounter | None = None) -> str:
    """Why a clause can never happen; nothing if it can."""
    intention = clause.trigger.partition(".")[0]
    if card is not None and intention in INTENTIONS and "." in clause.trigger:
        place = INTENTIONS.index(intention)
        if card.numbers[place] is None and not card.resolvers[place] and not card.prices[place]:
            return f"nobody can {intention} this card"
    if card is not None:
        for condition in clause.conditions:
            own = {"kind": [KINDS[card.kind]], "tag": card.tag_ids}.get(condition.word)
            if own is not None and condition.id not in own:
                return f"the card's own {condition.word} is {', '.join(own) or 'none'}, never {condition.id}"
    for condition in clause.conditions:
        if condition.word == "dock" and not _can_dock(book, condition.id, condition.least):
            return f"no {condition.least} cards with the tag {condition.id} have a dock face"
    return _contradiction(clause)


def _can_dock(book: Book, tag: str, least: int) -> bool:
    return sum(card.copies for card in book.encounters if card.face and tag in card.tag_ids) >= least


def _contradiction(clause: Clause) -> str:
    for word in ("weather", "class", "kind"):
        named = {condition.id for condition in clause.conditions if condition.word == word}
        if len(named) > 1:
            return f"there is one {word} at a time, not {' and '.join(sorted(named))}"
    least = max((c.value for c in clause.conditions if c.word == "coin>="), default=0)
    most = min((c.value for c in clause.conditions if c.word == "coin<="), default=least)
    return f"nobody has {least} Coin or more and {most} or less" if least > most else ""
