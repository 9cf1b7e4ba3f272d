"""Looking on while bots play: what is offered and what is taken, who is ahead, what is ever seen.

It needs nothing of a game but what the kernel knows: its lists of allowed actions, the events of its log, the
names of its cards and, for who is ahead, the values that its strategy gives to positions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from innkeeper.engine.action import Action
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.events import Log
from innkeeper.engine.frame import State
from innkeeper.engine.game import Game
from innkeeper.engine.playout import Policy, ask, invite

ARGUMENTS = ("a", "b", "c")


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
        self.offered += other.offered
        self.taken += other.taken
        self.seen |= other.seen
        for phase, counts in other.by_phase.items():
            self.by_phase.setdefault(phase, Counter()).update(counts)

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


class Watcher:
    """One onlooker for many matches of a game."""

    def __init__(self, game: Game, content: Content) -> None:
        self.watched = Watched()
        self.log: Log | None = None
        self._ids = set(game.names_of(content))
        self._strategy = None if game.strategy is None else game.strategy()
        self._kinds: dict[Action, str] = {}

    def next_match(self) -> None:
        """Begin with an empty log."""
        self.log = Log()

    def play(self, s: State, policies: list[Policy], chance: FastChance, course: list[Action]) -> int:
        """As the kernel's `play`, with an eye on everything."""
        watched, steps, turn = self.watched, 0, -1
        ahead: list[int] = []
        while not s.over:
            for seat, policy in enumerate(policies):
                offered = invite(policy, s, seat, chance)
                if offered is not None:
                    s.act_standing(seat, offered)
                    course.append(offered)
                    if s.over:
                        break
            if s.over:
                break
            if self._strategy is not None and s.turn != turn:
                turn = s.turn
                values = self._strategy.values(s)
                ahead.append(max(range(s.seats), key=values.__getitem__))
            seat = s.decider()
            legal = s.actions(seat)
            chosen = ask(policies[seat], s, seat, chance)
            self._note(s.phase(), legal, chosen)
            s.act(seat, chosen)
            course.append(chosen)
            steps += 1
        watched.matches += 1
        watched.decisions += steps
        self._note_lead(s, ahead)
        self._note_cards()
        return steps

    def _note(self, phase: str, legal: list[Action], chosen: Action) -> None:
        watched = self.watched
        watched.options += len(legal)
        watched.forced += len(legal) == 1
        kinds = {self._kind(action) for action in legal}
        watched.offered.update(kinds)
        taken = self._kind(chosen)
        watched.taken[taken] += 1
        if len(kinds) > 1:
            watched.by_phase.setdefault(phase, Counter())[taken] += 1

    def _kind(self, action: Action) -> str:
        """An answer without what holds for a moment only: numbers of seats, slots and cards on the table."""
        found = self._kinds.get(action)
        if found is None:
            places = zip(action.verb.domains, ARGUMENTS)
            named = [(domain, int(getattr(action, argument))) for domain, argument in places]
            words = [domain.text(value) for domain, value in named if value < domain.named]
            found = self._kinds[action] = " ".join([action.verb.name, *words])
        return found

    def _note_lead(self, s: State, ahead: list[int]) -> None:
        outcome, watched = s.outcome, self.watched
        if outcome is None or len(ahead) < 2 or len(outcome.winners) != 1:
            return
        winner = outcome.winners[0]
        behind = [place for place, seat in enumerate(ahead) if seat != winner]
        watched.led += 1
        watched.lead_changes += sum(one != other for one, other in pairwise(ahead))
        watched.decided += (behind[-1] + 1) / len(ahead) if behind else 0.0
        watched.comebacks += ahead[len(ahead) // 2] != winner

    def _note_cards(self) -> None:
        for event in [] if self.log is None else self.log.events:
            for value in event.json(-1, True).values():
                for one in value if isinstance(value, list) else (value,):
                    if isinstance(one, str) and one in self._ids:
                        self.watched.seen.add(one)
