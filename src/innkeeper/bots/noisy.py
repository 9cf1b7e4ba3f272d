"""A player that is right most of the time: it answers as another does, and now and then at random.

It is quick, and lies between `random` and a level in strength: what a study needs to see whether a figure
moves with the players. People are offered guests instead, who overlook things as people do.
"""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy

NOISY = "noisy"  # noisy:30 gives 30 answers in a hundred at random
OFTEN = 25


class Noisy(Policy):
    """A policy, and so many answers in a hundred that are not its own."""

    def __init__(self, policy: Policy, often: int = OFTEN) -> None:
        self._policy = policy
        self._often = often

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        if chance.below(100) < self._often:
            return legal[chance.below(len(legal))]
        return self._policy.choose(s, seat, legal, chance)

    def volunteer(self, s: State, seat: i64, chance: Chance) -> Action | None:
        return self._policy.volunteer(s, seat, chance)
