"""What pairs of matches say of every figure: changed, no change beyond a margin, or not known yet.

However often one looks and whenever one stops, anything is called changed that is not in 1 of 20 worlds at
most: four fifths of that are shared out among the figures that the verdict is about, the rest among all
others. That none of them differs by more than the margin is said wrongly as rarely, and needs no sharing out:
it is said only where each of them says so. Shares are tested by betting (`Gambler`), amounts without bounds
by their scatter (`Drift`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from innkeeper.lab.evidence import BETS, ERROR, Drift, Gambler

MAIN_PART = 0.8  # of the error that may be made
CHANGED, SAME, OPEN = "changed", "same", "open"
AMOUNT, SHARE = "amount", "share"


@dataclass(frozen=True)
class Finding:
    """What is known of one figure."""

    name: str
    kind: str
    before: float
    after: float
    interval: tuple[float, float]  # of the difference, for this figure alone, at all times at once
    verdict: str
    pairs: int
    more: int  # pairs that are about needed until it is known

    @property
    def difference(self) -> float:
        return self.after - self.before


class Figure:
    """The evidence about one figure."""

    def __init__(self, name: str, kind: str, error: float, margin: float) -> None:
        self.name, self.kind = name, kind
        self._error, self._margin = error, margin
        self._test = Gambler(-1.0, 1.0) if kind == SHARE else Drift()
        self.pairs = 0
        self._before = self._after = self._squares = 0.0

    def see(self, before: float, after: float) -> None:
        """One more pair."""
        self.pairs += 1
        self._before += before
        self._after += after
        self._squares += (after - before) ** 2
        self._test.see(after - before)

    @property
    def margin(self) -> float:
        """The difference that does not matter: so many points of a share, such a part of an amount."""
        if self.kind == SHARE or not self.pairs:
            return self._margin
        return self._margin * abs(self._before) / self.pairs

    @property
    def verdict(self) -> str:
        if self._test.above(0.0, self._error) or self._test.below(0.0, self._error):
            return CHANGED
        alike = self._test.above(-self.margin) and self._test.below(self.margin)
        return SAME if alike else OPEN

    def finding(self) -> Finding:
        pairs = max(self.pairs, 1)
        return Finding(
            self.name,
            self.kind,
            self._before / pairs,
            self._after / pairs,
            self._test.interval,
            self.verdict,
            self.pairs,
            self.more,
        )

    @property
    def more(self) -> int:
        """About so many more pairs, should it go on as it did: the nearer of both ends decides."""
        if not self.pairs or self.verdict != OPEN:
            return 0
        mean = (self._after - self._before) / self.pairs
        scatter = max(self._squares / self.pairs - mean * mean, 1 / self.pairs)
        gap = max(abs(mean), self.margin - abs(mean), 1e-9)
        error = self._error if abs(mean) >= self.margin / 2 else ERROR
        needed = 2 * (math.log(2 / error) + math.log(len(BETS))) * scatter / gap**2
        return max(1, math.ceil(needed) - self.pairs)


class Verdicts:
    """All figures of a comparison."""

    def __init__(
        self, kinds: Mapping[str, str], main: Sequence[str], rare: Collection[str], margin: float
    ) -> None:
        error = MAIN_PART * ERROR / max(len(main), 1)
        rest = (1 - MAIN_PART) * ERROR / max(len(kinds) - len(main), 1)
        self.main = list(main)
        self._rare = rare  # figures that not every pair says something about
        self.figures = {
            name: Figure(name, kind, error if name in main else rest, margin) for name, kind in kinds.items()
        }

    def see(self, values: Mapping[str, tuple[float, float]]) -> None:
        """One more pair: of every figure, what it was this way and that way."""
        for name, figure in self.figures.items():
            if name in values or name not in self._rare:
                figure.see(*values.get(name, (0.0, 0.0)))

    @property
    def verdict(self) -> str:
        """Of the figures that it is about, taken together."""
        found = {self.figures[name].verdict for name in self.main}
        return CHANGED if CHANGED in found else OPEN if OPEN in found else SAME

    def settled(self, every: bool = False) -> bool:
        """Is the verdict known? With `every`, is it known of each figure that it is about?"""
        if every:
            return OPEN not in {self.figures[name].verdict for name in self.main}
        return self.verdict != OPEN

    def findings(self) -> list[Finding]:
        return [figure.finding() for figure in self.figures.values()]
