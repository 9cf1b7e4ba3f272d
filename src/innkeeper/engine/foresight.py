"""What a player may expect of an action before choosing it, as data that any client can draw."""

from __future__ import annotations

from msgspec import Struct


class Change(Struct, frozen=True):
    """A figure that will be another. `path` leads to it in the view, as `seats.1.hp`; `what` is its name."""

    path: str
    what: str
    before: int
    after: int


class Beware(Struct, frozen=True):
    """Something that a player would want to be asked about twice, and the clause behind it."""

    text: str
    clause: str


class Foreseen(Struct, frozen=True):
    """How an action is reckoned, which figures change, what else comes of it, and what to beware of."""

    about: str = ""
    changes: list[Change] = []
    notes: list[str] = []
    beware: list[Beware] = []
