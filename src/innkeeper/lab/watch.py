"""What was seen of matches by somebody who looked on: answers, leads, and which cards came to whom."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from innkeeper.engine.onlooker import Holding, Onlooker

# A way in which a card came: its role, the kind of event, to whom (a seat, with its deck or class), about how
# many had come so before it, and which card it was.
Arrived = tuple[str, str, str, int, str]


class Watched:
    """What was seen in some matches. It adds up."""

    def __init__(self) -> None:
        self.matches = 0
        self.decisions = 0
        self.options = 0  # that were allowed, in all decisions
        self.forced = 0  # decisions with one answer only
        self.offered: Counter[str] = Counter()  # decisions in which such an answer was possible
        self.taken: Counter[str] = Counter()
        self.by_phase: dict[str, Counter[str]] = {}  # what was taken where there was a choice
        self.seen: set[str] = set()  # ids of cards
        self.led = 0  # matches with a winner of which it is known who was ahead when
        self.lead_changes = 0
        self.decided = 0.0  # after which part of each match its winner stayed ahead, added up
        self.comebacks = 0  # winners that were behind at half-time
        self.came: Counter[Arrived] = Counter()  # cards
        self.won: Counter[Arrived] = Counter()  # those that came to winners
        self.sat: Counter[str] = Counter()  # seats, with their deck or class, in all matches
        self.sat_won: Counter[str] = Counter()  # those that won

    def add(self, other: Watched) -> None:
        """What was seen in other matches."""
        for name in (
            "matches",
            "decisions",
            "options",
            "forced",
            "led",
            "lead_changes",
            "decided",
            "comebacks",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for counts, more in (
            (self.offered, other.offered),
            (self.taken, other.taken),
            (self.came, other.came),
            (self.won, other.won),
            (self.sat, other.sat),
            (self.sat_won, other.sat_won),
        ):
            counts.update(more)  # type: ignore[arg-type]
        self.seen |= other.seen
        for phase, found in other.by_phase.items():
            self.by_phase.setdefault(phase, Counter()).update(found)

    def take(self, row: Mapping[str, Any], labels: Mapping[str, Sequence[str]], onlooker: Onlooker) -> None:
        """One more match, just when it is over."""
        self.matches += 1
        seats = range(len(row["players"]))
        strata = [" ".join([str(seat), *(values[seat] for values in labels.values())]) for seat in seats]
        for stratum in strata:
            self.sat[stratum] += 1
        for seat in row["winners"]:
            self.sat_won[strata[seat]] += 1
        onlooker.end_match(strata, row["winners"])

    def close(self, onlooker: Onlooker) -> None:
        """What an onlooker has counted itself, after its last match."""
        self.decisions += onlooker.decisions
        self.options += onlooker.options
        self.forced += onlooker.forced
        self.led += onlooker.led
        self.lead_changes += onlooker.lead_changes
        self.decided += onlooker.decided
        self.comebacks += onlooker.comebacks
        for name, answer in onlooker.kinds.items():
            self.offered[name] += answer.offered
            for phase, count in answer.chosen.items():
                self.by_phase.setdefault(phase, Counter())[name] += count
            if answer.taken:
                self.taken[name] += answer.taken
                self.seen.update(onlooker.cards.intersection(answer.words))
        self.seen |= onlooker.seen
        for way in onlooker.ways.values():
            for stratum, held in way.holdings.items():
                for card, holding in held.items():
                    self._count((way.role, way.kind, stratum), card, holding)

    def _count(self, where: tuple[str, str, str], card: str, holding: Holding) -> None:
        for early, count in enumerate(holding.came):
            if count:
                self.came[*where, early, card] += count
                if holding.won[early]:
                    self.won[*where, early, card] += holding.won[early]

    def never_taken(self, often: int = 30) -> list[str]:
        """Answers that were possible so often, and nobody ever gave."""
        return sorted(kind for kind, count in self.offered.items() if count >= often and not self.taken[kind])

    def variety(self) -> dict[str, float]:
        """Of every question, as how many kinds of answers, given equally often, all answers are as varied."""
        return {phase: 2 ** _entropy(counts.values()) for phase, counts in sorted(self.by_phase.items())}


def _entropy(counts: Iterable[int]) -> float:
    found = list(counts)
    total = sum(found)
    return -math.fsum(count / total * math.log2(count / total) for count in found if count)
