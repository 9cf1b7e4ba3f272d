"""What an arena has shown: shares with intervals, verdicts, ratings, paces, what seats and luck are worth."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from innkeeper.lab.arena import AMONG_THEMSELVES, Arena, Block, Pairing, seconds_of
from innkeeper.lab.evidence import SETTLED, Estimate, Gambler, estimate, verdict
from innkeeper.lab.strength import Meeting, Rating, ratings

STALE = 100  # blocks one after another with nothing new: no more will come


class Tally:
    """The evidence of one pairing. A block that brings no new match is a copy, and counts once."""

    def __init__(self, arena: Arena, pairing: Pairing, margin: float, than: float | None = None) -> None:
        self.pairing = pairing
        self.blocks: list[Block] = []
        self.copies = 0
        self.repeated = 0  # matches, also in blocks that brought something new besides
        fair = 0.0 if arena.together else 1 / arena.seats
        self.even = fair if than is None else than
        self.gambler = Gambler(-1.0, 1.0) if arena.together else Gambler()
        self._together = arena.together
        self._margin = margin
        self._seen: set[str] = set()
        self._stale = 0

    def add(self, block: Block) -> None:
        """One more block, in the order of their numbers."""
        courses = {bout.course for bout in block.bouts}
        self.repeated += sum(bout.course in self._seen for bout in block.bouts)
        if courses <= self._seen:
            self.copies += 1
            self._stale += 1
            return
        self._stale = 0
        self._seen |= courses
        self.blocks.append(block)
        self.gambler.see(self._value(block))

    def _value(self, block: Block) -> float:
        return block.edge if self._together else block.share

    @property
    def played(self) -> int:
        return len(self.blocks) + self.copies

    @property
    def verdict(self) -> str:
        return verdict(self.gambler, self.even, self._margin)

    @property
    def settled(self) -> bool:
        """Would more blocks tell nothing new?"""
        return self.verdict in SETTLED

    @property
    def stale(self) -> bool:
        """Have there been copies alone for so long that nothing else will come?"""
        return self._stale >= STALE

    @property
    def share(self) -> Estimate:
        """What the challenger gets of all points."""
        return estimate([block.share for block in self.blocks])

    @property
    def gain(self) -> Estimate | None:
        """Where all win together: how much more that is than a rival in its place gets on the same deals."""
        return estimate([block.edge for block in self.blocks], -1.0, 1.0) if self._together else None


@dataclass(frozen=True)
class Pace:
    """Seconds for a move: the mean, and what 95 of 100 stay below."""

    mean: float
    most: float
    moves: int


@dataclass(frozen=True)
class Luck:
    """How often the same deal had the same winner whoever sat where; and how often by accident alone."""

    same: Estimate
    accident: float


@dataclass(frozen=True)
class Standings:
    """All figures of an arena."""

    arena: Arena
    tallies: list[Tally]
    ratings: dict[str, Rating]  # none where all win together, or before all have met
    paces: dict[str, Pace]
    first_seat: Estimate
    luck: Luck

    @property
    def matches(self) -> int:
        return sum(tally.played for tally in self.tallies) * self.arena.matches

    @property
    def copies(self) -> int:
        """Matches that had been played before."""
        return sum(tally.repeated for tally in self.tallies)


def standings(arena: Arena, tallies: Mapping[Pairing, Tally]) -> Standings:
    """What has been shown so far."""
    found = [tallies[pairing] for pairing in arena.pairings]
    blocks = [block for tally in found for block in tally.blocks]
    return Standings(
        arena,
        found,
        _ratings(arena, found),
        {name: _pace(name, blocks) for name in arena.players},
        estimate([_first_seat(block) for block in blocks]),
        _luck(arena, blocks),
    )


def _ratings(arena: Arena, tallies: Iterable[Tally]) -> dict[str, Rating]:
    meetings = [
        Meeting(*tally.pairing, arena.seats, arena.seats, [block.share for block in tally.blocks])
        for tally in tallies
    ]
    if arena.together or not all(met.shares for met in meetings):
        return {}
    return ratings(arena.players, meetings)


def _first_seat(block: Block) -> float:
    """The first seat's part of all that was won, by whomever."""
    got = [(bout.points[0], math.fsum(bout.points)) for bout in block.bouts]
    won = math.fsum(total for _, total in got)
    return math.fsum(first for first, _ in got) / won if won else 1 / len(block.bouts[0].points)


def _pace(name: str, blocks: Iterable[Block]) -> Pace:
    paces: Counter[int] = Counter()
    spent = 0.0
    for block in blocks:
        paces.update(block.paces.get(name, {}))
        spent += block.spent.get(name, 0.0)
    moves = paces.total()
    if not moves:
        return Pace(0.0, 0.0, 0)
    reached = 0
    for pace in sorted(paces):
        reached += paces[pace]
        if reached >= 0.95 * moves:
            break
    return Pace(spent / moves, seconds_of(pace), moves)


def _luck(arena: Arena, blocks: list[Block]) -> Luck:
    """By accident: as often as matches that have nothing in common, but who sits where, would agree."""
    courses = [_results(block) for block in blocks]
    same = estimate([float(len(set(results)) == 1) for results in courses])
    accident = 0.0
    for result in {result for results in courses for result in results}:
        chances = [sum(results[place] == result for results in courses) for place in range(arena.seats)]
        accident += math.prod(chance / len(courses) for chance in chances)
    return Luck(same, accident)


def _results(block: Block) -> list[tuple[float, ...]]:
    return [tuple(bout.points) for bout in block.bouts if bout.seat != AMONG_THEMSELVES]
