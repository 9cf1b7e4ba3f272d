"""What blocks of matches prove: an interval for their mean, and a test that may be looked at after every one.

A block is what was played with the same dice, so it counts once: its mean is one value between `low` and
`high`. Matches inside a block depend on each other, so blocks are counted and never matches.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

ERROR = 0.05  # how often an interval or a verdict may be wrong
MADE_UP = 2  # blocks at each end of the scale, so that no interval closes on nothing
BETS = tuple(0.9 * 0.6**k for k in range(10))  # the parts of what it has that the gambler stakes
EVENLY = (1.0,) * len(BETS)  # how the purse is spread over the bets
BOLDLY = tuple(0.8**k for k in range(len(BETS)))  # for values that are mostly alike: large bets are safe
SPOT = 1e-9  # the nearest to an end of the scale that is looked at
FEW = 50  # values that no normal approximation is made of
TUNED_FOR = 1000  # values, at which the bound of a drift is tightest


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval. Of fewer than two blocks there is none."""

    mean: float
    interval: tuple[float, float] | None
    blocks: int

    def __str__(self) -> str:
        text = f"{100 * self.mean:.1f} %"
        if self.interval is None:
            return text
        low, high = self.interval
        return f"{text} [{100 * low:.1f}, {100 * high:.1f}]"


def estimate(values: Sequence[float], low: float = 0.0, high: float = 1.0) -> Estimate:
    """The mean of some blocks. Two made-up blocks at each end keep the interval honest where all agree."""
    if not values:
        return Estimate(math.nan, None, 0)
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, None, len(values))
    padded = _padded(values, low, high)
    middle = math.fsum(padded) / len(padded)
    half = student(len(padded) - 1) * math.sqrt(variance(values, low, high) / len(padded))
    return Estimate(mean, (max(low, middle - half), min(high, middle + half)), len(values))


def variance(values: Sequence[float], low: float = 0.0, high: float = 1.0) -> float:
    """How far single blocks lie from their mean, the made-up ones included: never nothing."""
    padded = _padded(values, low, high)
    middle = math.fsum(padded) / len(padded)
    return math.fsum((value - middle) ** 2 for value in padded) / (len(padded) - 1)


def _padded(values: Sequence[float], low: float, high: float) -> list[float]:
    return [*values, *([low] * MADE_UP), *([high] * MADE_UP)]


def normal(error: float = ERROR) -> float:
    """The two-sided quantile of the normal distribution."""
    return NormalDist().inv_cdf(1 - error / 2)


def student(freedom: int, error: float = ERROR) -> float:
    """The two-sided quantile of Student's distribution, by its expansion around the normal one."""
    z = normal(error)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


class Gambler:
    """A test by betting, for bounded values: right however often one looks and whenever one stops.

    Whoever bets against "the mean is m" at fair odds cannot expect to grow rich if that is so, and by Ville's
    inequality becomes 40 times as rich at any time in 1 of 40 worlds at most. This gambler spreads a purse
    over ten fixed bets that the mean is higher, and a second purse over as many that it is lower: together
    they are wrong in 1 of 20 worlds. The order of the blocks does not matter. How the purse is spread is
    settled beforehand: the bet that suits the scatter of the values best should have a good part of it.
    """

    def __init__(self, low: float = 0.0, high: float = 1.0, spread: Sequence[float] = EVENLY) -> None:
        self.low, self.high = low, high
        self._shares = tuple(share / sum(spread) for share in spread)
        self._counts: Counter[float] = Counter()

    def see(self, value: float) -> None:
        """One more block."""
        self._counts[round((value - self.low) / (self.high - self.low), 12)] += 1

    def above(self, mean: float, error: float = ERROR) -> bool:
        """Is it known that the mean is higher than this?"""
        return self._above(self._counts, self._unit(mean), error)

    def below(self, mean: float, error: float = ERROR) -> bool:
        """Is it known that the mean is lower than this?"""
        return self._above(self._turned(), 1 - self._unit(mean), error)

    @property
    def interval(self) -> tuple[float, float]:
        """The means that are not refuted: a 95 % interval that holds at all times at once."""
        width = self.high - self.low
        return (
            self.low + width * self._least(self._counts),
            self.high - width * self._least(self._turned()),
        )

    def _unit(self, mean: float) -> float:
        return (mean - self.low) / (self.high - self.low)

    def _turned(self) -> Counter[float]:
        return Counter({1 - value: count for value, count in self._counts.items()})

    def _above(self, counts: Counter[float], mean: float, error: float = ERROR) -> bool:
        """Has the purse that bets on more than `mean` grown enough? All values are at least 0."""
        if mean <= 0:
            return mean < 0
        purses = [0.0] * len(BETS)
        for value, count in counts.items():
            purses = [purse + count * gain for purse, gain in zip(purses, _gains(value, mean), strict=True)]
        most = max(purses)
        parts = zip(self._shares, purses, strict=True)
        grown = most + math.log(sum(share * math.exp(purse - most) for share, purse in parts))
        return grown >= math.log(2 / error)

    def _least(self, counts: Counter[float]) -> float:
        """The smallest mean that is not refuted; the purse shrinks as the mean grows, so halving finds it."""
        low, high = 0.0, 1.0
        while high - low > SPOT:
            middle = (low + high) / 2
            low, high = (middle, high) if self._above(counts, middle) else (low, middle)
        return low


@lru_cache(maxsize=4096)
def _gains(value: float, mean: float) -> tuple[float, ...]:
    """What each bet on more than `mean` multiplies its purse by when this value comes, as logarithms."""
    return tuple(math.log(1 - bet + bet * value / mean) for bet in BETS)


class Drift:
    """The same for values without bounds: the mean of many, by their scatter.

    A confidence sequence by normal approximation (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas): a bound
    that a random walk of that scatter crosses at any time in 1 of 20 worlds at most. It is right for many
    values, so of few it says nothing.
    """

    def __init__(self) -> None:
        self._count, self._mean, self._squares = 0, 0.0, 0.0

    def see(self, value: float) -> None:
        """One more value."""
        self._count += 1
        off = value - self._mean
        self._mean += off / self._count
        self._squares += off * (value - self._mean)

    def above(self, mean: float, error: float = ERROR) -> bool:
        """Is it known that the mean is higher than this?"""
        return self._mean - self._half(error) > mean

    def below(self, mean: float, error: float = ERROR) -> bool:
        """Is it known that the mean is lower than this?"""
        return self._mean + self._half(error) < mean

    @property
    def interval(self) -> tuple[float, float]:
        """The means that are not refuted; everything, as long as there are few values."""
        return self._mean - self._half(ERROR), self._mean + self._half(ERROR)

    def _half(self, error: float) -> float:
        if self._count < FEW:
            return math.inf
        thin = -2 * math.log(error)
        known = self._count * (thin + math.log(thin) + 1) / TUNED_FOR
        scatter = self._squares / (self._count - 1)
        return math.sqrt(
            scatter * 2 * (known + 1) / (self._count * known) * math.log(math.sqrt(known + 1) / error)
        )


STRONGER, WEAKER, ALIKE, NOT_WEAKER, OPEN = "stronger", "weaker", "alike", "not weaker", "open"
SETTLED = (STRONGER, WEAKER, ALIKE)


def verdict(gambler: Gambler, even: float, margin: float) -> str:
    """What is known of a mean: more or less than `even`, as good as even within `margin`, or nothing yet."""
    if gambler.above(even):
        return STRONGER
    if gambler.below(even):
        return WEAKER
    if gambler.above(even - margin):
        return ALIKE if gambler.below(even + margin) else NOT_WEAKER
    return OPEN
