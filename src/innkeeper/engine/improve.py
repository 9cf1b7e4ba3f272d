"""Policy improvement: is anything better than what the policy would do?

Where luck is large a tree sees little. Here the policy's best few answers are tried in the same worlds with
the same dice, the policy plays on for every seat, and only differences to its own answer count. The worse
half is dropped round by round; another answer is given only where it is surely better.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance, FastChance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy
from innkeeper.engine.strategy import STILL, Budget, Strategy, reopen, roll_on

FEW: Final = 12  # answers that are compared
SURE: Final = 1.5  # standard errors by which an answer must be better
SETTLED: Final = 3.0  # standard errors at which there is no need to go on
LEAST: Final = 8  # worlds before anything is believed


@final
class Rival:
    """An answer beside the policy's own, and by how much it turned out better."""

    def __init__(self, action: Action) -> None:
        self.action: Final = action
        self.tried: i64 = 0
        self.total: float = 0.0
        self.squares: float = 0.0

    def learn(self, gain: float) -> None:
        self.tried += 1
        self.total += gain
        self.squares += gain * gain

    def mean(self) -> float:
        return self.total / float(self.tried) if self.tried > 0 else 0.0

    def error(self) -> float:
        """The standard error of the mean; never quite 0, since a few equal tries prove little."""
        if self.tried < 2:
            return 1.0
        n = float(self.tried)
        mean = self.total / n
        spread = max(0.0, self.squares / n - mean * mean) + 1.0 / (n * n)
        return sqrt(spread / n)


@final
class Improver(Policy):
    """A policy, made better by trying out what it would do, and what else there is."""

    def __init__(self, strategy: Strategy, budget: Budget, sure: float = SURE, few: i64 = FEW) -> None:
        self.strategy: Final = strategy
        self.budget: Final = budget
        self.policy: Final = strategy.policy()
        self.settings: Final = strategy.settings()
        self.sure: float = sure
        self.few: i64 = few
        self.dice: Final = FastChance(0)

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        own = self.policy.choose(s.determinize(seat, chance), seat, legal, chance)
        rivals = self.candidates(s, seat, legal, own, chance)
        if len(rivals) == 0:
            return own
        here = s.determinize(seat, STILL)
        reopen(here, seat)
        budget = self.budget
        budget.begin()
        worlds: i64 = 0
        halving: i64 = 0  # known when the first worlds have shown how many there will be
        while len(rivals) > 0 and budget.spend():
            self.compare(here, seat, own, rivals, chance)
            worlds += 1
            if worlds < LEAST:
                continue
            if worlds == LEAST:
                halving = self.first_halving(len(rivals))
            rivals = self.hopeful(rivals)
            if len(rivals) == 1 and rivals[0].mean() > SETTLED * rivals[0].error():
                break
            if worlds >= halving and len(rivals) > 1:
                rivals = better_half(rivals)
                halving = worlds + worlds
        return self.verdict(own, rivals)

    def volunteer(self, s: State, seat: i64, chance: Chance) -> Action | None:
        """What the policy would do of its own accord, unless it turns out to be worse than nothing."""
        offered = self.policy.volunteer(s, seat, chance)
        return offered if offered is not None and self.is_worth(s, seat, offered, chance) else None

    def is_worth(self, s: State, seat: i64, offered: Action, chance: Chance) -> bool:
        """A standing action against doing nothing, in the same worlds with the same dice."""
        tried = Rival(offered)
        here = s.determinize(seat, STILL)
        reopen(here, seat)
        budget = self.budget
        budget.begin()
        while budget.spend():
            world = here.determinize(seat, chance)
            luck: i64 = chance.below(0x7FFFFFFF)
            without = self.outcome(world.copy(), seat, None, luck)
            world.chance = self.dice
            world.act_standing(seat, offered)
            tried.learn(self.outcome(world, seat, None, luck) - without)
            if tried.tried >= LEAST and abs(tried.mean()) > SETTLED * tried.error():
                break
        return tried.mean() > -self.sure * tried.error()

    def candidates(
        self, s: State, seat: i64, legal: list[Action], own: Action, chance: Chance
    ) -> list[Rival]:
        """The most promising few of the other answers."""
        kept = self.strategy.prune(s, seat, legal)
        others = [action for action in kept if action is not own]
        if len(others) < self.few:
            return [Rival(action) for action in others]
        weights = self.strategy.weights(s, seat, others, self.policy, chance)
        order = sorted(range(len(others)), key=weights.__getitem__, reverse=True)
        return [Rival(others[place]) for place in order[: self.few - 1]]

    def first_halving(self, rivals: i64) -> i64:
        """After how many worlds the worse half goes, so that every round costs about the same."""
        rounds: i64 = 1
        left = rivals
        while left > 1:
            left = (left + 1) // 2
            rounds += 1
        budget = self.budget
        return max(LEAST, (budget.spent + budget.left()) // (1 << rounds))

    def compare(self, here: State, seat: i64, own: Action, rivals: list[Rival], chance: Chance) -> float:
        """One world and one run of the dice for all; what the policy's own answer came to."""
        world = here.determinize(seat, chance)
        luck: i64 = chance.below(0x7FFFFFFF)
        base = self.outcome(world.copy(), seat, own, luck)
        for rival in rivals:
            rival.learn(self.outcome(world.copy(), seat, rival.action, luck) - base)
        return base

    def outcome(self, s: State, seat: i64, action: Action | None, luck: i64) -> float:
        """What an answer comes to in a world with these dice."""
        dice = self.dice
        dice.begin_anew(luck)
        s.chance = dice
        until = self.settings.until(s.turn)
        if action is not None:
            s.act(seat, action)
        roll_on(s, self.policy, dice, self.settings.far, until)
        return self.strategy.values(s)[seat]

    def hopeful(self, rivals: list[Rival]) -> list[Rival]:
        """Without what is surely no better than the policy's answer."""
        return [rival for rival in rivals if rival.mean() + SETTLED * rival.error() > 0.0]

    def verdict(self, own: Action, rivals: list[Rival]) -> Action:
        """The answer that is surely better by most, or the policy's."""
        best = own
        most = 0.0
        for rival in rivals:
            gain = rival.mean() - self.sure * rival.error()
            if gain > most:
                most = gain
                best = rival.action
        return best


def better_half(rivals: list[Rival]) -> list[Rival]:
    """Those that gained most so far."""
    order = sorted(range(len(rivals)), key=lambda place: -rivals[place].mean())
    return [rivals[place] for place in order[: (len(rivals) + 1) // 2]]
