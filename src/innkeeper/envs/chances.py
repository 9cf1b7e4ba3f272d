"""Chance laid open: every die and every card of a shuffle is a question that somebody else answers.

The games use chance through `die` and `shuffle` alone. So a chance that knows some outcomes and raises at the
first that it does not know turns any rule into a tree: what was asked is carried out again on a copy, with
one outcome more, until it needs no further one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from innkeeper.engine.action import Domain
from innkeeper.engine.chance import Chance

T = TypeVar("T")

MOST_WAYS = 200_000  # of one use of chance that is laid out at once


class Toss(Exception):
    """Chance is asked: the outcomes with their odds, and what they are called."""

    def __init__(self, odds: list[tuple[int, float]], called: Callable[[int], str]) -> None:
        super().__init__()
        self.odds = odds
        self.called = called


class Told(Chance):
    """Dice and cards come out as they are told; at the first that nobody told it raises `Toss`."""

    def __init__(self, outcomes: list[int]) -> None:
        super().__init__()
        self.outcomes = outcomes
        self.used = 0

    def word(self) -> int:
        raise RuntimeError("a game that draws words cannot be laid open; dice and shuffles can")

    def die(self, sides: int) -> int:
        self.drawn += 1
        if sides == 1:
            return 1
        face = self._next(
            lambda: [(face, 1.0 / sides) for face in range(sides)], lambda face: f"{face + 1} of d{sides}"
        )
        return face + 1

    def shuffle(self, name: str, cards: list[int], domain: Domain) -> None:
        """From the top down: which of the cards that are left lies here? Equal cards are one outcome."""
        self.drawn += 1
        left = Counter(cards)
        laid: list[int] = []
        while len(left) > 1:
            card = self._next(lambda: odds_of(left), lambda card: f"{name}: {domain.text(card)}")
            laid.append(card)
            left[card] -= 1
            if left[card] == 0:
                del left[card]
        cards[:] = [*left.elements(), *reversed(laid)]

    def _next(self, odds: Callable[[], list[tuple[int, float]]], called: Callable[[int], str]) -> int:
        if self.used == len(self.outcomes):
            raise Toss(odds(), called)
        self.used += 1
        return self.outcomes[self.used - 1]


def odds_of(left: Counter[int]) -> list[tuple[int, float]]:
    """Which card is the next, of those that are left."""
    number = left.total()
    return [(card, copies / number) for card, copies in sorted(left.items())]


def laid_out(do: Callable[[Told], T], same: Callable[[T], Any]) -> list[tuple[T, float]]:
    """Everything that can come of something, with its odds; what is the same is put together."""
    found: dict[Any, tuple[T, float]] = {}
    ways: list[tuple[list[int], float]] = [([], 1.0)]
    tried = 0
    while ways:
        outcomes, odds = ways.pop()
        tried += 1
        if tried > MOST_WAYS:
            raise ValueError(f"chance has more than {MOST_WAYS} ways here: take it step by step")
        try:
            made = do(Told(outcomes))
        except Toss as toss:
            ways += [([*outcomes, one], odds * part) for one, part in reversed(toss.odds)]
            continue
        key = same(made)
        first, before = found.get(key, (made, 0.0))
        found[key] = (first, before + odds)
    return list(found.values())
