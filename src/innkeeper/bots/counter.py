"""A local best response: a player that knows whom it plays against, to see how much that is worth.

`counter-greedy` searches as `search` does, but at every turn of a rival in its tree it lets greedy itself
answer. Whatever it wins beyond a fair share can be won against that rival by somebody, so it is a lower bound
of how far the rival can be exploited; a cleverer adversary may find more.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy
from innkeeper.engine.search import Searcher
from innkeeper.engine.strategy import Budget, Settings, Strategy

COUNTER = "counter-"


class Knowing(Strategy):
    """A game's strategy, and a rival that one knows."""

    def __init__(self, strategy: Strategy, rival: Callable[[], Policy]) -> None:
        self._of = strategy
        self._rival = rival

    def settings(self) -> Settings:
        found = self._of.settings()
        found.model = True
        return found

    def rival(self) -> Policy:
        return self._rival()

    def policy(self) -> Policy:
        return self._of.policy()

    def values(self, s: State) -> list[float]:
        return self._of.values(s)

    def weights(self, s: State, seat: i64, kept: list[Action], policy: Policy, chance: Chance) -> list[float]:
        return self._of.weights(s, seat, kept, policy, chance)

    def prune(self, s: State, seat: i64, legal: list[Action]) -> list[Action]:
        return self._of.prune(s, seat, legal)

    def key(self, s: State, seat: i64) -> i64:
        return self._of.key(s, seat)

    def worlds(self, s: State, seat: i64) -> list[State]:
        return self._of.worlds(s, seat)


def counter(strategy: Strategy, rival: Callable[[], Policy], budget: Budget) -> Policy:
    """A searcher that lets the rival answer for all others."""
    return Searcher(Knowing(strategy, rival), budget)
