"""What many matches say: shares with confidence intervals, medians with percentiles."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_NOT_MEASURES = {"match", "seed", "course", "players", "winners", "draw", "places", "reason"}


@dataclass(frozen=True)
class Share:
    """How often something happened, with a 95 % Wilson interval.

    `worth` is the part of all matches that is no copy of another: copies say nothing new, so the interval
    is that of so many fewer matches. Of one match alone there is none.
    """

    count: int
    total: int
    worth: float = 1.0

    @property
    def rate(self) -> float:
        return self.count / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        if not self.worth:
            return None
        if not self.total:
            return 0.0, 1.0
        z, n, p = 1.959964, self.total * self.worth, self.rate
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        if self.interval is None:
            return f"{100 * self.rate:.1f} %"
        low, high = self.interval
        return f"{100 * self.rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


@dataclass(frozen=True)
class Spread:
    """Median, 5th and 95th percentile, largest."""

    values: tuple[float, ...]

    def at(self, part: float) -> float:
        return self.values[min(len(self.values) - 1, int(part * len(self.values)))]

    def __str__(self) -> str:
        return f"{self.at(0.5):g} [{self.at(0.05):g}, {self.at(0.95):g}], largest {self.values[-1]:g}"


@dataclass(frozen=True)
class Summary:
    """The figures of a simulation."""

    matches: int
    distinct: int
    seats: list[Share]
    players: dict[str, Share]
    draws: Share
    reasons: dict[str, Share]
    spreads: dict[str, Spread]
    shares: dict[str, dict[str, Share]]


def summarise(rows: Sequence[dict[str, Any]]) -> Summary:
    """Count wins by seat and by player, draws, endings, and every measure of the game."""
    total = len(rows)
    distinct = len({row["course"] for row in rows})
    worth = distinct / total if distinct > 1 else 0.0
    seats = len(rows[0]["players"])
    by_seat = Counter(seat for row in rows for seat in row["winners"])
    played = Counter(name for row in rows for name in row["players"])
    won = Counter(row["players"][seat] for row in rows for seat in row["winners"])
    measures = [name for name in rows[0] if name not in _NOT_MEASURES]
    numeric = [name for name in measures if isinstance(rows[0][name], (int, float))]
    return Summary(
        matches=total,
        distinct=distinct,
        seats=[Share(by_seat[seat], total, worth) for seat in range(seats)],
        players={name: Share(won[name], played[name], worth) for name in played},
        draws=Share(sum(row["draw"] for row in rows), total, worth),
        reasons=_shares([row["reason"] for row in rows], worth),
        spreads={name: Spread(tuple(sorted(row[name] for row in rows))) for name in numeric},
        shares={
            name: _shares([row[name] for row in rows], worth) for name in measures if name not in numeric
        },
    )


def _shares(values: Sequence[str], worth: float) -> dict[str, Share]:
    return {str(value): Share(count, len(values), worth) for value, count in Counter(values).most_common()}
