"""The view of Echo as a declaration."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from innkeeper.engine.shapes import Count, Ordinal, Result, Rules, Seat, TableView, amount, card, word

Creature = Annotated[str, card("creature")]
Edict = Annotated[str, card("edict")]
FieldId = Annotated[str, card("field")]
Status = Annotated[str, card("status")]


class Pending(TypedDict):
    """What a seat itself has face down or written down this turn."""

    creatures: list[Creature]
    edict: Edict | None
    name: Creature | None
    returned: Creature | None


class Ruler(TypedDict):
    """One seat. `hand`, `pending`, `unseen` and `deduced_overseer` are null to others while it matters."""

    seat: Seat
    score: Annotated[int, amount()]
    hand_count: Count
    hand: list[Creature] | None
    edicts: list[Edict]
    spent: list[Edict]
    statuses: list[Status]
    commits: Annotated[int, amount()]
    committed: bool
    pending: Pending | None
    edict: Edict | None
    named: Creature | None
    creature: Creature | None
    unseen_count: Count
    unseen: list[Creature] | None
    deduced_overseer: Creature | None


class Field(TypedDict):
    """A battlefield, what it is worth, and who is at home there."""

    id: FieldId
    reward: Annotated[int, amount()]
    bonus: list[Creature]


class Play(TypedDict):
    """One side of a battle. `strength` is null where strengths were not compared."""

    seat: Seat
    creature: Creature | None
    edict: Edict | None
    named: Creature | None
    strength: Annotated[int, amount()] | None
    multiplier: Annotated[int, amount()]
    bonus: bool
    negated: bool


class Battle(TypedDict):
    """A battle that is over. `points` by seat."""

    turn: Ordinal
    field: FieldId
    plays: list[Play]
    winner: Seat | None
    how: Annotated[str, word("how")]
    value: Annotated[int, amount()] | None
    points: list[Annotated[int, amount()]]


class Scored(Result):
    """How the match ended, with the scores by seat."""

    scores: list[Annotated[int, amount()]]


class Table(TypedDict):
    """What both share. `overseer` lies open only at the end."""

    fields: list[Field]
    field_index: int
    graveyard: list[Creature]
    overseer: Creature | None
    options: Rules
    history: list[Battle]
    result: Scored | None


View: TypeAlias = TableView[Ruler, Table]
