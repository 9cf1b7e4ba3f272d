"""The cards of Echo made native: creatures, edicts, battlefields and statuses."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.games.echo.effects import Effect

FIELD_BONUS: Final = 2  # strength of a creature that the battlefield lists (EC-9.1)


@final
class Creature:
    """A creature card."""

    def __init__(
        self, number: i64, id: str, name: str, strength: i64, effects: list[Effect], rousing: i64
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.strength: i64 = strength
        self.effects: Final = effects
        self.rousing: i64 = rousing  # the status that wakes it, as a mask


@final
class Edict:
    """An edict card."""

    def __init__(self, number: i64, id: str, name: str, effects: list[Effect], names: bool) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.effects: Final = effects
        self.names: bool = names  # its player names a creature


@final
class Battlefield:
    """A battlefield."""

    def __init__(
        self,
        number: i64,
        id: str,
        name: str,
        reward: i64,
        bonus: i64,
        multiplier: i64,
        winner_grants: i64,
        both_grant: i64,
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.reward: i64 = reward
        self.bonus: i64 = bonus  # the creatures it lists, as a mask
        self.multiplier: i64 = multiplier
        self.winner_grants: i64 = winner_grants  # statuses, as masks
        self.both_grant: i64 = both_grant


@final
class Status:
    """An echo of the last battle."""

    def __init__(
        self, number: i64, id: str, name: str, strength: i64, points: i64, commits_two: bool
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.strength: i64 = strength
        self.points: i64 = points  # added to the battle's worth if its holder wins
        self.commits_two: bool = commits_two


def count(mask: i64) -> i64:
    """How many cards a mask holds."""
    found: i64 = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found


def members(mask: i64) -> list[i64]:
    """The numbers of the cards in a mask, in their standard order."""
    found: list[i64] = []
    number: i64 = 0
    while mask != 0:
        if mask & 1 == 1:
            found.append(number)
        mask >>= 1
        number += 1
    return found


def nth(mask: i64, place: i64) -> i64:
    """The number of the card at a place of a mask, counted from 0."""
    while place > 0:
        mask &= mask - 1
        place -= 1
    return first(mask)


def first(mask: i64) -> i64:
    """The number of the first card of a mask that is not empty."""
    number: i64 = 0
    while (mask >> number) & 1 == 0:
        number += 1
    return number
