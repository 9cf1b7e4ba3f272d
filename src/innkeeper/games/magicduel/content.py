"""MagicDuel's content: TOML to a native book."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from innkeeper.engine.action import Verb, Verbs
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidContent
from innkeeper.games.magicduel import effects
from innkeeper.games.magicduel.book import (
    ASKS,
    HELPER,
    SPARK_AND_TARGET,
    SPARKS,
    TARGET,
    UIDS,
    WARD,
    WARDS,
    Book,
    MinionCard,
    Move,
)
from innkeeper.games.magicduel.events import MINIONS, SHIELD_GAINED, TARGETS

Amount = Annotated[int, msgspec.Meta(ge=0, le=999)]
MOST_MOVES = 15  # what a turn's record of used kinds has room for
LEAST_FREE = 4  # kinds that need nothing: the most moves a turn can have, all different (MD-1.8)


class EffectData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`{ do = "…", … }` in a move's list."""

    do: Literal["pay", "pay_all", "hit", "ignite", "pierce", "mend", "cleanse", "ward", "charge", "call"]
    amount: Amount = 0
    minion: str = ""
    clause: str = ""


class MoveData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[move.…]` entry."""

    name: str
    verb: str
    asks: list[Literal["spark", "target", "ward", "helper"]]
    clause: str
    effects: list[EffectData]
    option: Literal["", "shield_move", "fiery_shield"] = ""
    least_magic: Amount = 0
    flavour: str = ""
    icon: str = ""


class MinionData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[minion.…]` entry."""

    name: str
    hp: Annotated[int, msgspec.Meta(ge=1, le=999)]
    attack: Amount = 0
    burn: Amount = 0
    drip: Amount = 0
    bursts: bool = False
    buff_hp: Amount = 0
    buff_attack: Amount = 0
    flavour: str = ""
    icon: str = ""


def load(content: Content) -> Book:
    """The book of a content pack."""
    minions = _minions(content)
    verbs = Verbs()
    moves = [
        _move(verbs, number, id, data, minions)
        for number, (id, data) in enumerate(content.cards("moves.toml", "move", MoveData).items())
    ]
    if "heal" not in {move.id for move in moves}:
        raise InvalidContent("moves.toml: there is no [move.heal], which the house rule heal_limit is about")
    if len(moves) > MOST_MOVES:
        raise InvalidContent(f"moves.toml: there are {len(moves)} moves, at most {MOST_MOVES} are possible")
    free = [move.id for move in moves if move.needs_nothing and move.option == ""]
    if len(free) < LEAST_FREE:
        raise InvalidContent(
            f"moves.toml: at least {LEAST_FREE} moves must need no magic, helper or house rule so that "
            f"nobody is ever stuck; there are {len(free)} ({', '.join(free) or 'none'})"
        )
    return Book(moves, list(minions.values()), verbs)


def _minions(content: Content) -> dict[str, MinionCard]:
    found = content.cards("minions.toml", "minion", MinionData)
    for id in found:
        if id not in MINIONS.places:
            raise InvalidContent(f"minions.toml: minion.{id}: minions are {', '.join(MINIONS.ids)}")
    return {
        id: MinionCard(
            MINIONS.index(id),
            id,
            data.name,
            data.hp,
            data.attack,
            data.burn,
            data.drip,
            data.bursts,
            data.buff_hp,
            data.buff_attack,
        )
        for id, data in found.items()
    }


def _move(verbs: Verbs, number: int, id: str, data: MoveData, minions: dict[str, MinionCard]) -> Move:
    where = f"moves.toml: move.{id}"
    asks = ASKS.get(" ".join(data.asks))
    if asks is None:
        raise InvalidContent(f"{where}.asks: {data.asks} is not one of {', '.join(map(repr, ASKS))}")
    cost = sum(effect.amount for effect in data.effects if effect.do == "pay")
    does = [effect.do for effect in data.effects]
    called = [effect.minion for effect in data.effects if effect.do == "call"]
    if len(called) != (asks == HELPER) or any(id not in minions for id in called):
        raise InvalidContent(
            f"{where}.effects: a move that asks for a helper, and only that, has one "
            f'{{ do = "call", minion = … }} with one of {", ".join(minions)}'
        )
    for first, second in [("call", "hit"), ("call", "pierce"), ("pay", "pay_all")]:
        if first in does and second in does:
            raise InvalidContent(f"{where}.effects: {first} and {second} do not go together")
    minion = minions[called[0]] if called else None
    verb = data.verb if minion is None else f"summon:{minion.id}"
    if any(verb == other.name for other in verbs.all):
        raise InvalidContent(f"{where}.verb: another move is already called {verb!r}")
    move = Move(number, id, data.name, data.clause, data.option, asks, cost, data.least_magic, minion)
    move.effects = [
        _effect(f"{where}.effects[{i}]", effect, cost, minion) for i, effect in enumerate(data.effects)
    ]
    move.verb, move.buff = _verbs(verbs, move, data)
    return move


def _verbs(verbs: Verbs, move: Move, data: MoveData) -> tuple[Verb, Verb | None]:
    number = move.number
    if move.minion is not None:
        name = move.minion.name
        clause = "MD-7.4" if move.minion.bursts else "MD-7.5"
        return (
            verbs.add(f"summon:{move.minion.id}", data.clause, f"Call a {name}", tag=number),
            verbs.add(f"buff:{move.minion.id}", clause, f"Strengthen {name} {{0}}", [UIDS], tag=number),
        )
    if move.asks == SPARK_AND_TARGET:
        return verbs.add(
            data.verb, data.clause, f"{data.name} on {{1}}, burn {{0}}", [SPARKS, TARGETS], tag=number
        ), None
    if move.asks == TARGET:
        return verbs.add(data.verb, data.clause, f"{data.name} on {{0}}", [TARGETS], tag=number), None
    if move.asks == WARD:
        return verbs.add(data.verb, data.clause, f"{data.name} of {{0}}", [WARDS], tag=number), None
    return verbs.add(data.verb, data.clause, data.name, tag=number), None


def _effect(where: str, data: EffectData, cost: int, minion: MinionCard | None) -> effects.Effect:
    match data.do:
        case "pay":
            return effects.Pay(data.amount)
        case "pay_all":
            return effects.PayAll()
        case "hit":
            return effects.Hit(data.amount)
        case "ignite":
            return effects.Ignite()
        case "pierce":
            return effects.Pierce(data.amount)
        case "mend":
            return effects.Mend(data.amount)
        case "cleanse":
            return effects.Cleanse()
        case "charge":
            return effects.Charge(data.amount)
        case "ward":
            if data.clause not in SHIELD_GAINED:
                raise InvalidContent(
                    f"{where}.clause: {data.clause!r} is not one of {', '.join(SHIELD_GAINED)}"
                )
            return effects.Ward(data.amount, data.clause)
        case "call":
            assert minion is not None
            return effects.Call(minion, cost)
