"""What many matches say: shares with confidence intervals, medians with percentiles."""

from __future__ import annotations

import math
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NOT_MEASURES = {"match", "seed", "course", "players", "winners", "draw", "places"}


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
        return self.within(1.959964)

    def within(self, z: float) -> tuple[float, float] | None:
        """The interval of so many standard errors."""
        if not self.worth:
            return None
        if not self.total:
            return 0.0, 1.0
        n, p = self.total * self.worth, self.rate
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
    """Median, 5th and 95th percentile, largest: of values, each with how often it came."""

    counts: tuple[tuple[float, int], ...]  # in order of the values

    @property
    def total(self) -> float:
        return sum(value * count for value, count in self.counts)

    @property
    def largest(self) -> float:
        return self.counts[-1][0]

    def at(self, part: float) -> float:
        """The value that such a part of all is below."""
        left = int(part * sum(count for _, count in self.counts))
        for value, count in self.counts:
            left -= count
            if left < 0:
                return value
        return self.largest

    def __str__(self) -> str:
        return f"{self.at(0.5):g} [{self.at(0.05):g}, {self.at(0.95):g}], largest {self.largest:g}"


class Tally:
    """Everything that a summary needs of matches, counted; parts of a run add up in it."""

    def __init__(self) -> None:
        self.matches = 0
        self.seats: Counter[int] = Counter()  # wins
        self.played: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.draws = 0
        self.values: dict[str, Counter[Any]] = {}  # of every measure, and of the reasons
        self.courses = Courses()

    def take(self, row: Mapping[str, Any]) -> None:
        """Count one match."""
        self.matches += 1
        self.courses.take(row["course"])
        self.result(tuple(row["players"]), row["winners"])
        self.draws += row["draw"]
        for name, value in row.items():
            if name not in NOT_MEASURES:
                self.values.setdefault(name, Counter())[value] += 1

    def result(self, players: Sequence[str], winners: Iterable[int], count: int = 1) -> None:
        """So many matches of these players had these winners."""
        for name in players:
            self.played[name] += count
        for seat in winners:
            self.seats[seat] += count
            self.won[players[seat]] += count


class Courses:
    """How many matches are no copies of others: by the smallest of their digests, of which some are kept.

    As long as all are kept it is exact. Beyond, the largest of them says how densely they lie, within a
    tenth: of very many matches, nobody needs to know more closely how many are copies.
    """

    MOST = 1024
    NEAR = 0.1  # three times what the estimate is wrong by: so near to all, it is all
    BYTES = 8  # of a digest

    def __init__(self, courses: Iterable[str] = ()) -> None:
        self.kept: set[str] = set()
        for course in courses:
            self.take(course)

    @classmethod
    def unpacked(cls, data: bytes) -> Courses:
        """What was packed."""
        told = b64decode(data).hex()
        return cls(told[start : start + 2 * cls.BYTES] for start in range(0, len(told), 2 * cls.BYTES))

    def packed(self) -> bytes:
        """As text, for the metadata of a file."""
        return b64encode(bytes.fromhex("".join(sorted(self.kept)[: self.MOST])))

    def take(self, course: str) -> None:
        """One more match."""
        self.kept.add(course)
        if len(self.kept) >= 4 * self.MOST:
            self.kept = set(sorted(self.kept)[: self.MOST])

    def add(self, other: Courses) -> None:
        """The matches of another part."""
        for course in other.kept:
            self.take(course)

    def distinct(self, matches: int) -> int:
        """About so many of so many matches."""
        if len(self.kept) < self.MOST:
            return len(self.kept)
        farthest = int(sorted(self.kept)[self.MOST - 1], 16)
        about = round((self.MOST - 1) * 256.0**self.BYTES / (farthest + 1))
        return about if about < (1 - self.NEAR) * matches else matches


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


def summarise(rows: Iterable[Mapping[str, Any]]) -> Summary:
    """Count wins by seat and by player, draws, endings, and every measure of the game."""
    tally, seats = Tally(), 0
    for row in rows:
        tally.take(row)
        seats = len(row["players"])
    return summary_of(tally, seats)


def summary_of(tally: Tally, seats: int) -> Summary:
    """The figures of what has been counted."""
    total = tally.matches
    distinct = tally.courses.distinct(total)
    worth = distinct / total if distinct > 1 else 0.0
    measures = {name: counts for name, counts in tally.values.items() if name != "reason"}
    numeric = [name for name, counts in measures.items() if isinstance(next(iter(counts)), (int, float))]
    return Summary(
        matches=total,
        distinct=distinct,
        seats=[Share(tally.seats[seat], total, worth) for seat in range(seats)],
        players={name: Share(tally.won[name], played, worth) for name, played in tally.played.items()},
        draws=Share(tally.draws, total, worth),
        reasons=_shares(tally.values["reason"], worth),
        spreads={name: Spread(tuple(sorted(measures[name].items()))) for name in numeric},
        shares={name: _shares(counts, worth) for name, counts in measures.items() if name not in numeric},
    )


def _shares(counts: Counter[Any], worth: float) -> dict[str, Share]:
    total = sum(counts.values())
    ordered = sorted(counts.items(), key=lambda one: (-one[1], str(one[0])))
    return {str(value): Share(count, total, worth) for value, count in ordered}
