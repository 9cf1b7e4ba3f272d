"""How much things count for the greedy player of Adventurer Factory."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64


@final
class Weights:
    """How much things count against each other."""

    def __init__(self) -> None:
        self.clock: i64 = 250  # in hundredths, times the thousandths of the race
        self.growth: i64 = 150  # every adventurer gets better
        self.card: i64 = 40
        self.income: i64 = 12  # per turn that is left, at most eight
        self.level: i64 = 60
        self.hand: i64 = 30
        self.xp: i64 = 14
        self.ready: i64 = 70  # percent that an unused Consumable counts
        self.price: i64 = 20  # per XP that an ability costs
        self.last: i64 = 300  # a card in hand when there is nothing more to draw
        self.samples: i64 = 5  # tries of an action that uses chance
