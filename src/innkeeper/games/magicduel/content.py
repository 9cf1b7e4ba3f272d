"""MagicDuel's content: TOML to a native book."""

from __future__ import annotations

from typing import Literal

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


class EffectData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`{ do = "…", … }` in a move's list."""

    do: Literal["pay", "pay_all", "hit", "ignite", "pierce", "mend", "cleanse", "ward", "charge", "call"]
    amount: int = 0
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
    least_magic: int = 0
    flavour: str = ""
    icon: str = ""


class MinionData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[minion.…]` entry."""

    name: str
    hp: int
    attack: int = 0
    burn: int = 0
    drip: int = 0
    bursts: bool = False
    buff_hp: int = 0
    buff_attack: int = 0
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
    return Book(moves, list(minions.values()), verbs)


def _minions(content: Content) -> dict[str, MinionCard]:
    found = content.cards("minions.toml", "minion", MinionData)
    for id, data in found.items():
        if id not in MINIONS.places:
            raise InvalidContent(f"minions.toml: minion.{id}: minions are {', '.join(MINIONS.ids)}")
        if data.hp < 1 or data.attack < 0 or data.burn < 0 or data.drip < 0:
            raise InvalidContent(
                f"minions.toml: minion.{id}: hp is at least 1; attack, burn and drip at least 0"
            )
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
    called = next((effect.minion for effect in data.effects if effect.do == "call"), None)
    if (called is not None) != (asks == HELPER) or (called is not None and called not in minions):
        raise InvalidContent(
            f'{where}: a helper is called by {{ do = "call", minion = … }} with one of {", ".join(minions)}'
        )
    minion = None if called is None else minions[called]
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
            data.verb, data.clause, f"{data.name} on {{1}}, spark {{0}}", [SPARKS, TARGETS], tag=number
        ), None
    if move.asks == TARGET:
        return verbs.add(data.verb, data.clause, f"{data.name} on {{0}}", [TARGETS], tag=number), None
    if move.asks == WARD:
        return verbs.add(data.verb, data.clause, f"{data.name} {{0}}", [WARDS], tag=number), None
    return verbs.add(data.verb, data.clause, data.name, tag=number), None


def _effect(where: str, data: EffectData, cost: int, minion: MinionCard | None) -> effects.Effect:
    if data.amount < 0:
        raise InvalidContent(f"{where}.amount: {data.amount} is below 0")
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
