"""A player that overlooks what a beginner overlooks.

It would play as another policy does, but often it does not see that answer, nor all of the others. Then it
takes something else that looks promising, if a glance at what comes of it shows no harm: never what throws a
match away, and nothing that a won or a lost position could not stand. A glance shows harm only: who also
found something better in this way would be no beginner. Nor does it stop while it sees something to do, and
with the end in sight it plays as well as it can, even if nothing helps any more.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.improve import Improver, Rival
from innkeeper.engine.playout import Policy, shuffled
from innkeeper.engine.strategy import STILL, Budget, Settings, Strategy, reopen, shares

OFTEN: Final = 25  # of a hundred decisions at which the policy's answer is not seen
FEW: Final = 8  # answers that come into view at all, the policy's own included
GLANCES: Final = 6  # worlds in which the answers are compared
TO_THE_END: Final = 400  # decisions
IN_SIGHT: Final = 0.1  # a chance to win or to lose from which on the end is in sight


@final
class Untaught(Strategy):
    """For a game that says nothing about being played: only how a match ends is worth anything."""

    def __init__(self, follows: Policy) -> None:
        self.follows: Final = follows

    def settings(self) -> Settings:
        return Settings(far=TO_THE_END)

    def policy(self) -> Policy:
        return self.follows

    def values(self, s: State) -> list[float]:
        outcome = s.outcome
        return [1.0 / float(s.seats)] * s.seats if outcome is None else shares(outcome, s.seats)


@final
class Beginner(Policy):
    """A policy that does not always see its own answer."""

    def __init__(self, strategy: Strategy, policy: Policy, often: i64 = OFTEN) -> None:
        self.policy: Final = policy
        self.often: i64 = often
        self.slip: float = strategy.settings().slip
        self.judge: Final = Improver(strategy, Budget(0.0, 1), few=FEW)

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        own = self.policy.choose(s, seat, legal, chance)
        if len(legal) == 1 or chance.below(100) >= self.often:
            return own
        idle = self.judge.strategy.idle(s, seat)
        seen: list[Rival] = []
        for rival in self.judge.candidates(s, seat, shuffled(legal, chance), own, chance):
            if chance.below(2) == 0 and rival.action is not idle:
                seen.append(rival)
        return own if len(seen) == 0 else self.second(s, seat, own, seen, chance)

    def volunteer(self, s: State, seat: i64, chance: Chance) -> Action | None:
        return self.policy.volunteer(s, seat, chance)

    def second(self, s: State, seat: i64, own: Action, seen: list[Rival], chance: Chance) -> Action:
        """Any of what is seen that costs no more than a mistake may."""
        here = s.determinize(seat, STILL)
        reopen(here, seat)
        hope = 0.0
        for _ in range(GLANCES):
            hope += self.judge.compare(here, seat, own, seen, chance) / float(GLANCES)
        if hope < IN_SIGHT or hope > 1.0 - IN_SIGHT:
            return own
        harmless: list[Action] = []
        for rival in seen:
            if 0.0 <= -rival.mean() <= allowed(self.slip, hope):
                harmless.append(rival.action)
        return own if len(harmless) == 0 else harmless[chance.below(len(harmless))]


def allowed(slip: float, hope: float) -> float:
    """What a mistake may cost: the less, the nearer the match is to its end, so that a win is not thrown away
    nor a lost match given up; never as much as there is to lose."""
    return slip * 4.0 * hope * (1.0 - hope)
