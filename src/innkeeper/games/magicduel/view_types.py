"""The view of MagicDuel as a declaration."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from innkeeper.engine.shapes import Ordinal, Result, Rules, Seat, TableView, amount, card, thing

MoveKind = Annotated[str, card("move")]


class Minion(TypedDict):
    """A minion on the table. `attack` and `burn` are 0 for those that do not attack."""

    uid: Annotated[int, thing("uid", "target")]
    kind: Annotated[str, card("minion")]
    hp: Annotated[int, amount()]
    attack: Annotated[int, amount()]
    burn: Annotated[int, amount()]
    age: Annotated[int, amount()]
    bursts_in: Annotated[int, amount()] | None
    ready: bool


class Duelist(TypedDict):
    """One seat."""

    seat: Seat
    hp: Annotated[int, amount("max_hp")]
    max_hp: int
    magic: Annotated[int, amount()]
    burn: Annotated[int, amount()]
    shield: Annotated[int, amount()]
    minions: list[Minion]


class Table(TypedDict):
    """What both share. `specter`: the one to be aimed; `used`: the kinds of move of this turn, in order."""

    round: Ordinal
    first: Seat
    moves_left: Annotated[int, amount()]
    used: list[MoveKind]
    heals_used: Annotated[int, amount()]
    specter: Annotated[int, thing("uid", "target")] | None
    storm_next: Annotated[int, amount()]
    rounds_left: Annotated[int, amount()]
    repeats: Annotated[int, amount()]
    options: Rules
    result: Result | None


View: TypeAlias = TableView[Duelist, Table]
