"""Echo's content: TOML to a native book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidContent
from innkeeper.engine.words import did_you_mean
from innkeeper.games.echo import effects
from innkeeper.games.echo.book import BATTLES, CREATURES, Book, LineUp
from innkeeper.games.echo.cards import Battlefield, Creature, Edict, Status
from innkeeper.games.echo.effects import Effect
from innkeeper.games.echo.events import NEGATED, WON_INSTANTLY

EDICTS = 5
FEWER = (5, 7, 9)  # creatures of a smaller game: what is alive when the later turns begin
MOST_STATUSES = 12
MOST_FIELDS = 12
BARBARIAN = "barbarian"

Amount = Annotated[int, msgspec.Meta(ge=-99, le=99)]


class CreatureEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`{ do = "…", … }` in a creature's list."""

    do: Literal[
        "force-tie",
        "win-vs",
        "win-if-same-edict",
        "negate",
        "grant",
        "strength-if",
        "multiplier",
        "recover-edicts",
        "no-edict-strength",
        "concede-unless-win",
    ]
    amount: Amount = 0
    ids: list[str] = []
    status: str = ""
    when: str = ""
    clause: str = ""


class CreatureData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[creature.…]` entry."""

    name: str
    strength: Amount
    effects: list[CreatureEffect]
    flavour: str = ""
    icon: str = ""


class EdictEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`{ do = "…", … }` in an edict's list."""

    do: Literal["value", "cancel", "strength", "strength-if-bonus", "strength-if-named", "lose-ties"]
    amount: Amount = 0
    edict: str = ""


class EdictData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An `[edict.…]` entry."""

    name: str
    effects: list[EdictEffect]
    flavour: str = ""
    icon: str = ""


class FieldEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`{ do = "…", … }` in a battlefield's list."""

    do: Literal["reward", "bonus", "winner-grant", "both-grant", "multiplier-both"]
    amount: Amount = 0
    ids: list[str] = []
    status: str = ""


class FieldData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[field.…]` entry."""

    name: str
    effects: list[FieldEffect]
    flavour: str = ""
    icon: str = ""


class StatusEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`{ do = "…", … }` in a status's list."""

    do: Literal["commit-two", "strength", "win-points", "enable-barbarian"]
    amount: Amount = 0


class StatusData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[status.…]` entry."""

    name: str
    effects: list[StatusEffect]
    granted_by: str = ""


class LineUpData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[lineup.…]` entry."""

    deck: list[str]
    last: list[str] = []


def load(content: Content) -> Book:
    """The book of a content pack."""
    creatures = content.cards("creatures.toml", "creature", CreatureData)
    edicts = content.cards("edicts.toml", "edict", EdictData)
    fields = content.cards("fields.toml", "field", FieldData)
    statuses = content.cards("statuses.toml", "status", StatusData)
    if len(creatures) not in FEWER and len(creatures) != CREATURES:
        raise InvalidContent(
            f"creatures.toml: there are {CREATURES} creatures (five each and one overseer), "
            f"or 9, 7 or 5 for a game that begins in turn 2, 3 or 4, not {len(creatures)}"
        )
    if len(edicts) != EDICTS:
        raise InvalidContent(f"edicts.toml: there are {EDICTS} edicts, not {len(edicts)}")
    if len(statuses) > MOST_STATUSES:
        raise InvalidContent(f"statuses.toml: at most {MOST_STATUSES} statuses, not {len(statuses)}")
    if len(fields) > MOST_FIELDS:
        raise InvalidContent(f"fields.toml: at most {MOST_FIELDS} battlefields, not {len(fields)}")
    names = list(creatures)
    angers = [id for id, data in statuses.items() if any(e.do == "enable-barbarian" for e in data.effects)]
    if len(angers) != 1 or BARBARIAN not in creatures:
        raise InvalidContent(
            'statuses.toml: exactly one status has { do = "enable-barbarian" }, and there is a '
            f"[creature.{BARBARIAN}] for it; here are {len(angers)}"
        )
    return Book(
        [
            _creature(number, id, data, names, list(statuses))
            for number, (id, data) in enumerate(creatures.items())
        ],
        [_edict(number, id, data, list(edicts)) for number, (id, data) in enumerate(edicts.items())],
        [_field(number, id, data, names, list(statuses)) for number, (id, data) in enumerate(fields.items())],
        [_status(number, id, data) for number, (id, data) in enumerate(statuses.items())],
        _line_ups(content, list(fields)),
        names.index(BARBARIAN),
        1 << list(statuses).index(angers[0]),
    )


def _creature(number: int, id: str, data: CreatureData, names: list[str], statuses: list[str]) -> Creature:
    where = f"creatures.toml: creature.{id}"
    made: list[Effect] = []
    rousing = 0
    for place, effect in enumerate(data.effects):
        here = f"{where}.effects[{place}]"
        made.append(_creature_effect(here, effect, names, statuses))
        if effect.do == "strength-if" and effect.when.startswith("status:"):
            if rousing:
                raise InvalidContent(f"{here}.when: a creature waits for one status at most")
            rousing = _mask(f"{here}.when", [effect.when.removeprefix("status:")], statuses)
    return Creature(number, id, data.name, data.strength, made, rousing)


def _creature_effect(where: str, data: CreatureEffect, names: list[str], statuses: list[str]) -> Effect:
    match data.do:
        case "force-tie":
            return effects.ForceTie()
        case "win-vs":
            return effects.WinVs(
                _mask(f"{where}.ids", data.ids, names), _clause(where, data.clause, WON_INSTANTLY)
            )
        case "win-if-same-edict":
            return effects.WinIfSameEdict(0, _clause(where, data.clause, WON_INSTANTLY))
        case "negate":
            ids = names if data.ids == ["any"] else data.ids
            return effects.Negate(_mask(f"{where}.ids", ids, names), _clause(where, data.clause, NEGATED))
        case "grant":
            return effects.Grant(_mask(f"{where}.status", [data.status], statuses))
        case "strength-if":
            if data.when == "sole-bonus":
                return effects.StrengthIfSoleBonus(data.amount)
            if not data.when.startswith("status:"):
                raise InvalidContent(f'{where}.when: {data.when!r} is not "sole-bonus" or "status:…"')
            return effects.StrengthIfRoused(data.amount)
        case "multiplier":
            return effects.Multiplier(_natural(where, data.amount))
        case "recover-edicts":
            return effects.RecoverEdicts()
        case "no-edict-strength":
            return effects.NoEdictStrength()
        case "concede-unless-win":
            return effects.ConcedeUnlessWin(_natural(where, data.amount))


def _edict(number: int, id: str, data: EdictData, edicts: list[str]) -> Edict:
    where = f"edicts.toml: edict.{id}"
    made = [
        _edict_effect(f"{where}.effects[{place}]", effect, edicts)
        for place, effect in enumerate(data.effects)
    ]
    names = any(effect.do == "strength-if-named" for effect in data.effects)
    return Edict(number, id, data.name, made, names)


def _edict_effect(where: str, data: EdictEffect, edicts: list[str]) -> Effect:
    match data.do:
        case "value":
            return effects.Value(data.amount)
        case "cancel":
            if data.edict not in edicts:
                near = did_you_mean(data.edict, edicts)
                raise InvalidContent(f"{where}.edict: {data.edict!r} is not one of {', '.join(edicts)}{near}")
            return effects.Cancel(edicts.index(data.edict))
        case "strength":
            return effects.Strength(data.amount)
        case "strength-if-bonus":
            return effects.StrengthIfBonus(data.amount)
        case "strength-if-named":
            return effects.StrengthIfNamed(data.amount)
        case "lose-ties":
            return effects.LoseTies()


def _field(number: int, id: str, data: FieldData, names: list[str], statuses: list[str]) -> Battlefield:
    reward = bonus = multiplier = winner_grants = both_grant = 0
    for place, effect in enumerate(data.effects):
        where = f"fields.toml: field.{id}.effects[{place}]"
        match effect.do:
            case "reward":
                reward += effect.amount
            case "bonus":
                bonus |= _mask(f"{where}.ids", effect.ids, names)
            case "winner-grant":
                winner_grants |= _mask(f"{where}.status", [effect.status], statuses)
            case "both-grant":
                both_grant |= _mask(f"{where}.status", [effect.status], statuses)
            case "multiplier-both":
                multiplier += _natural(where, effect.amount)
    return Battlefield(number, id, data.name, reward, bonus, multiplier, winner_grants, both_grant)


def _status(number: int, id: str, data: StatusData) -> Status:
    strength = sum(effect.amount for effect in data.effects if effect.do == "strength")
    points = sum(effect.amount for effect in data.effects if effect.do == "win-points")
    commits_two = any(effect.do == "commit-two" for effect in data.effects)
    return Status(number, id, data.name, strength, points, commits_two)


def _line_ups(content: Content, fields: list[str]) -> list[LineUp]:
    found = content.cards("lineups.toml", "lineup", LineUpData)
    for wanted in ("standard", "wild"):
        if wanted not in found:
            raise InvalidContent(f"lineups.toml: there is no [lineup.{wanted}]")
    for id, data in found.items():
        if len(data.last) > BATTLES or len(data.deck) + len(data.last) < BATTLES:
            raise InvalidContent(
                f"lineups.toml: lineup.{id}: deck and last together have at least {BATTLES} battlefields, "
                f"last at most {BATTLES}"
            )
    return [
        LineUp(
            id,
            _places(f"lineups.toml: lineup.{id}.deck", data.deck, fields),
            _places(f"lineups.toml: lineup.{id}.last", data.last, fields),
        )
        for id, data in found.items()
    ]


def _places(where: str, ids: Iterable[str], known: Sequence[str]) -> list[int]:
    for id in ids:
        if id not in known:
            raise InvalidContent(f"{where}: {id!r} is not one of {', '.join(known)}{did_you_mean(id, known)}")
    return [known.index(id) for id in ids]


def _mask(where: str, ids: Sequence[str], known: Sequence[str]) -> int:
    if not ids:
        raise InvalidContent(f"{where}: names at least one of {', '.join(known)}")
    return sum(1 << place for place in set(_places(where, ids, known)))


def _clause(where: str, clause: str, known: Iterable[str]) -> str:
    if clause not in known:
        raise InvalidContent(f"{where}.clause: {clause!r} is not one of {', '.join(known)}")
    return clause


def _natural(where: str, amount: int) -> int:
    if amount < 0:
        raise InvalidContent(f"{where}.amount: {amount} is below 0")
    return amount


def doubts(content: Content, book: Book) -> Iterator[str]:
    """Battlefields that are never fought over; statuses that nobody has, or not from where they say."""
    fought = {number for line_up in book.line_ups for number in (*line_up.deck, *line_up.last)}
    for field in book.fields:
        if field.number not in fought:
            yield f"fields.toml: field.{field.id}: this battlefield is in no line-up"
    for id, data in content.cards("statuses.toml", "status", StatusData).items():
        if any(effect.do == "enable-barbarian" for effect in data.effects):
            continue  # the loser of a battle has it
        givers = _givers(content, id)
        if not givers:
            yield f"statuses.toml: status.{id}: no creature and no battlefield grants this status"
        elif data.granted_by and not any(giver in data.granted_by for giver in givers):
            yield (
                f"statuses.toml: status.{id}.granted_by: the text says {data.granted_by!r}, "
                f"but it is granted by {', '.join(givers)}"
            )


def _givers(content: Content, status: str) -> list[str]:
    cards: dict[str, CreatureData | FieldData] = {
        **content.cards("creatures.toml", "creature", CreatureData),
        **content.cards("fields.toml", "field", FieldData),
    }
    return [id for id, data in cards.items() if any(effect.status == status for effect in data.effects)]
