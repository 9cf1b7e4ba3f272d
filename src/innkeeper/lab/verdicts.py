"""What pairs of matches say of every figure: changed, no change beyond a margin, or not known yet.

These are two questions. *Is there any change?* However often one looks and whenever one stops, anything is
called changed that is not in 1 of 20 worlds at most: four fifths of that are shared out among the figures
that matter most, the rest among all others. *Does it matter?* That none of the former differs by more than
the margin is said wrongly as rarely, and needs no sharing out: it is said only where each of them says so.

Shares are tested by betting (`Gambler`). Amounts without bounds are tested by their scatter (`Drift`), and by
bets on whether there is more or less of them: of a card that is seldom met most pairs are the same, and a few
that all lean to one side drown in the scatter of the others.

What has been known once stays known: where nothing changes, 1 of 20 worlds at most *ever* says that it does,
and chance may take back later what it has shown.

A change may be too small to matter and be there all the same. So when it is known that nothing matters, the
play goes on until a good many pairs have differed in anything at all, and for as long as something leans, but
not for ever: the tests allow that, whatever the reason.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from innkeeper.lab.evidence import BOLDLY, ERROR, Drift, Gambler

MAIN_PART = 0.8  # of the error that may be made
SPREAD = 2.0  # what it costs, as a logarithm, that most of a purse lies on other bets than the best
LEAST = 100  # pairs, so that whoever reads of one change sees something of the others, too
LEANING = 0.1  # what would be called changed if one might err so often, leans
DIFFERING = 150  # pairs that differ in anything: of fewer, a small change would not be seen
PATIENCE = 5  # so many times as many pairs at most, once it is known that nothing matters
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
    ups: int  # pairs in which there was more of it
    downs: int  # pairs in which there was less

    @property
    def difference(self) -> float:
        return self.after - self.before


class Figure:
    """The evidence about one figure."""

    def __init__(self, name: str, kind: str, error: float, margin: float) -> None:
        self.name, self.kind = name, kind
        self._error, self._margin = error, margin
        self._test = Gambler(-1.0, 1.0, BOLDLY) if kind == SHARE else Drift()
        self._signs = None if kind == SHARE else Gambler(-1.0, 1.0, BOLDLY)
        self._moved = self._oftener = False  # what was known at the last look
        self._known = -math.inf, math.inf
        self.pairs = self.ups = self.downs = 0
        self._before = self._after = self._squares = 0.0

    def see(self, before: float, after: float) -> None:
        """One more pair."""
        self.pairs += 1
        self._before += before
        self._after += after
        self._squares += (after - before) ** 2
        self.ups += after > before
        self.downs += after < before
        self._test.see(after - before)
        if self._signs is not None:
            self._signs.see((after > before) - (after < before))

    @property
    def margin(self) -> float:
        """The difference that does not matter: so many points of a share, such a part of an amount."""
        if self.kind == SHARE or not self.pairs:
            return self._margin
        return self._margin * abs(self._before) / self.pairs

    def look(self) -> None:
        """Keep what is known by now."""
        self._moved, self._oftener, self._known = self.moved, self.oftener, self.known

    @property
    def _certain(self) -> float:
        """How often each test of it may be wrong."""
        return self._error if self._signs is None else self._error / 2

    @property
    def verdict(self) -> str:
        if self.moved or self.oftener:
            return CHANGED
        return SAME if self.within else OPEN

    @property
    def leans(self) -> bool:
        """Does it look as if it had changed?"""
        if self._signs is None:
            return self._off(self._test, LEANING)
        return self._off(self._test, LEANING / 2) or self._off(self._signs, LEANING / 2)

    @property
    def moved(self) -> bool:
        """Is it known that it is more or less on average, and not only more often?"""
        return self._moved or self._off(self._test, self._certain)

    @property
    def oftener(self) -> bool:
        """Is it known that there is more of it in more pairs than less, or the other way round?"""
        return self._oftener or (self._signs is not None and self._off(self._signs, self._certain))

    @staticmethod
    def _off(test: Gambler | Drift, error: float) -> bool:
        return test.above(0.0, error) or test.below(0.0, error)

    @property
    def known(self) -> tuple[float, float]:
        """Between which of the differences that matter the true one lies."""
        low, high = self._known
        for mean in (-self.margin, 0.0, self.margin):
            low = mean if mean > low and self._test.above(mean) else low
            high = mean if mean < high and self._test.below(mean) else high
        return low, high

    @property
    def within(self) -> bool:
        """Is it known that it does not differ by more than the margin?"""
        low, high = self.known
        return low >= -self.margin and high <= self.margin

    def finding(self) -> Finding:
        pairs = max(self.pairs, 1)
        lows, highs = zip(self._test.interval, self.known, strict=True)
        return Finding(
            self.name,
            self.kind,
            self._before / pairs,
            self._after / pairs,
            (max(lows), max(max(lows), min(highs))),
            self.verdict,
            self.pairs,
            self.more,
            self.ups,
            self.downs,
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
        needed = 2 * (math.log(2 / error) + SPREAD) * scatter / gap**2
        return max(1, math.ceil(needed) - self.pairs)


class Verdicts:
    """All figures of a comparison."""

    def __init__(
        self, kinds: Mapping[str, str], main: Sequence[str], rare: Collection[str], margin: float
    ) -> None:
        error = MAIN_PART * ERROR / max(len(main), 1)
        rest = (1 - MAIN_PART) * ERROR / max(len(kinds) - len(main), 1)
        self.main = list(main)
        self.pairs = self.differing = 0
        self._enough: int | None = None  # pairs after which it is no use to go on
        self._rare = rare  # figures that not every pair says something about
        self.figures = {
            name: Figure(name, kind, error if name in main else rest, margin) for name, kind in kinds.items()
        }

    def see(self, values: Mapping[str, tuple[float, float]]) -> None:
        """One more pair: of every figure, what it was this way and that way."""
        self.pairs += 1
        self.differing += any(before != after for before, after in values.values())
        for name, figure in self.figures.items():
            if name in values or name not in self._rare:
                figure.see(*values.get(name, (0.0, 0.0)))

    @property
    def verdict(self) -> str:
        """Has anything changed? If not, is it known that nothing changes by more than the margin?"""
        if any(figure.verdict == CHANGED for figure in self.figures.values()):
            return CHANGED
        return SAME if self.within else OPEN

    @property
    def within(self) -> bool:
        """Is it known of every figure that matters that it does not differ by more than the margin?"""
        return all(self.figures[name].within for name in self.main)

    def settled(self, every: bool = False) -> bool:
        """Is there nothing more to be found out? With `every`, is it known of each figure that matters?

        What is known now stays known.
        """
        for figure in self.figures.values():
            figure.look()
        main = [self.figures[name] for name in self.main]
        if every:
            return all(figure.moved or figure.within for figure in main)
        if self.pairs < LEAST:
            return False
        if any(figure.moved for figure in main):
            return True
        if not self.within:
            return False
        if self._enough is None:
            self._enough = PATIENCE * self.pairs
        if self.verdict == CHANGED or self.pairs >= self._enough:
            return True
        return self.differing >= DIFFERING and not any(figure.leans for figure in self.figures.values())

    def findings(self) -> list[Finding]:
        return [figure.finding() for figure in self.figures.values()]
