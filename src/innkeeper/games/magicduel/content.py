"""MagicDuel's content: TOML to a native book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from innkeeper.engine.action import Domain, Verb, Verbs
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidContent
from innkeeper.engine.words import did_you_mean
from innkeeper.games.magicduel import book
from innkeeper.games.magicduel.book import HELPER, SPARKS, UIDS, WARDS, Book, MinionCard, Move
from innkeeper.games.magicduel.effects import WORDS, Call, Pay
from innkeeper.games.magicduel.events import MINIONS, TARGETS

Amount = Annotated[int, msgspec.Meta(ge=0, le=999)]
MOST_MOVES = 15  # what a turn's record of used kinds has room for
LEAST_FREE = 4  # kinds that need nothing: the most moves a turn can have, all different (MD-1.8)


# What a player names with a move, how that reads, and from what it is chosen.
ASKS: dict[str, tuple[int, str, list[Domain]]] = {
    "": (book.NOTHING, "", []),
    "spark target": (book.SPARK_AND_TARGET, " on {1}, burn {0}", [SPARKS, TARGETS]),
    "target": (book.TARGET, " on {0}", [TARGETS]),
    "ward": (book.WARD, " of {0}", [WARDS]),
    "helper": (HELPER, "", []),
}


class MoveData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[move.…]` entry."""

    name: str
    verb: str
    asks: list[Literal["spark", "target", "ward", "helper"]]
    clause: str
    effects: list[dict[str, Any]]  # words, see effects.py
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
            raise InvalidContent(
                f"minions.toml: minion.{id}: minions are {', '.join(MINIONS.ids)}"
                f"{did_you_mean(id, MINIONS.ids)}"
            )
    numbers = {id: msgspec.structs.astuple(data)[:8] for id, data in found.items()}
    return {id: MinionCard(MINIONS.index(id), id, *numbers[id]) for id in found}


def _move(verbs: Verbs, number: int, id: str, data: MoveData, minions: dict[str, MinionCard]) -> Move:
    where = f"moves.toml: move.{id}"
    if " ".join(data.asks) not in ASKS:
        raise InvalidContent(f"{where}.asks: {data.asks} is not one of {', '.join(map(repr, ASKS))}")
    asks, _, _ = ASKS[" ".join(data.asks)]
    effects = [WORDS.read(f"{where}.effects[{i}]", entry, minions) for i, entry in enumerate(data.effects)]
    cost = sum(effect.amount for effect in effects if isinstance(effect, Pay))
    called = [effect.minion for effect in effects if isinstance(effect, Call)]
    if len(called) != (asks == HELPER):
        raise InvalidContent(
            f"{where}.effects: a move that asks for a helper, and only that, has one "
            f'{{ do = "call", minion = … }} with one of {", ".join(minions)}'
        )
    does = [effect.word for effect in effects]
    for first, second in [("call", "hit"), ("call", "pierce"), ("pay", "pay_all")]:
        if first in does and second in does:
            raise InvalidContent(f"{where}.effects: {first} and {second} do not go together")
    minion = called[0] if called else None
    verb = data.verb if minion is None else f"summon:{minion.id}"
    if any(verb == other.name for other in verbs.all):
        raise InvalidContent(f"{where}.verb: another move is already called {verb!r}")
    move = Move(
        number, id, data.name, data.clause, data.option, asks, cost, data.least_magic, minion, effects
    )
    for effect in effects:
        effect.join(move)
    move.verb, move.buff = _verbs(verbs, move, data)
    return move


def _verbs(verbs: Verbs, move: Move, data: MoveData) -> tuple[Verb, Verb | None]:
    helper = move.minion
    if helper is None:
        _, label, domains = ASKS[" ".join(data.asks)]
        return verbs.add(data.verb, data.clause, data.name + label, domains, tag=move.number), None
    clause = "MD-7.4" if helper.bursts else "MD-7.5"
    return (
        verbs.add(f"summon:{helper.id}", data.clause, f"Call a {helper.name}", tag=move.number),
        verbs.add(f"buff:{helper.id}", clause, f"Strengthen {helper.name} {{0}}", [UIDS], tag=move.number),
    )


def doubts(content: Content, book: Book) -> Iterator[str]:
    """Minions that nobody can call."""
    called = {move.minion.id for move in book.moves if move.minion is not None}
    for minion in book.minions:
        if minion.id not in called:
            yield f"minions.toml: minion.{minion.id}: no move calls this minion"
