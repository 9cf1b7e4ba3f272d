"""What was seen of matches by somebody who looked on: answers, leads, and which cards came to whom."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from innkeeper.engine.events import AT_FIRST
from innkeeper.engine.onlooker import Onlooker

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
        self._lead(row["winners"], onlooker.ahead)
        seats = range(len(row["players"]))
        strata = [" ".join([str(seat), *(values[seat] for values in labels.values())]) for seat in seats]
        self.sat.update(strata)
        self.sat_won.update(strata[seat] for seat in row["winners"])
        for one in onlooker.arrivals():
            early = 0 if one.role == AT_FIRST else int(one.earlier).bit_length()
            arrived = one.role, one.kind, strata[one.seat], early, one.card
            self.came[arrived] += 1
            if one.seat in row["winners"]:
                self.won[arrived] += 1

    def close(self, onlooker: Onlooker) -> None:
        """What an onlooker has counted itself, after its last match."""
        self.decisions += onlooker.decisions
        self.options += onlooker.options
        self.forced += onlooker.forced
        for name, answer in onlooker.kinds.items():
            self.offered[name] += answer.offered
            if answer.taken:
                self.taken[name] += answer.taken
                self.seen.update(onlooker.cards.intersection(answer.words))
        self.seen |= onlooker.seen
        for phase, counts in onlooker.by_phase.items():
            self.by_phase.setdefault(phase, Counter()).update(counts)

    def never_taken(self, often: int = 30) -> list[str]:
        """Answers that were possible so often, and nobody ever gave."""
        return sorted(kind for kind, count in self.offered.items() if count >= often and not self.taken[kind])

    def variety(self) -> dict[str, float]:
        """Of every question, as how many kinds of answers, given equally often, all answers are as varied."""
        return {phase: 2 ** _entropy(counts.values()) for phase, counts in sorted(self.by_phase.items())}

    def _lead(self, winners: Sequence[int], ahead: Sequence[int]) -> None:
        if len(ahead) < 2 or len(winners) != 1:
            return
        behind = [place for place, seat in enumerate(ahead) if seat != winners[0]]
        self.led += 1
        self.lead_changes += sum(one != other for one, other in pairwise(ahead))
        self.decided += (behind[-1] + 1) / len(ahead) if behind else 0.0
        self.comebacks += ahead[len(ahead) // 2] != winners[0]


def _entropy(counts: Iterable[int]) -> float:
    found = list(counts)
    total = sum(found)
    return -math.fsum(count / total * math.log2(count / total) for count in found if count)
