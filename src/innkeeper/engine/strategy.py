"""What a game knows about being played: all that a search over it asks.

A search is given worlds that its seat could be in and plays on in them. How good a position is, which
answers are worth a thought, and what a seat can tell apart stands in each game's `strategy.py`.
"""

from __future__ import annotations

from math import exp
from time import thread_time
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance, StillChance
from innkeeper.engine.frame import State, canonical
from innkeeper.engine.outcome import Outcome
from innkeeper.engine.playout import Policy

FACTOR: Final = 0x1E3779B97F4A7C15
BITS: Final = 0x7FFFFFFFFFFFFFFF
ROOM: Final = 60_000  # tables, about 1 kB each
SLIP: Final = 0.1
LARGEST_SLIP: Final = 0.25  # beyond this a mistake might cost all that is left of a lost match
LAST_TURN: Final = 1 << 40
STEEPEST: Final = 30.0  # beyond this a chance is 0 or 1

STILL: Final = StillChance()


def mix(key: i64, value: i64) -> i64:
    """Stir a number into a key of 63 bits. The product may wrap: the bits that are kept do not mind."""
    mixed: i64 = ((key ^ value) * FACTOR) & BITS
    return mixed ^ (mixed >> 29)


def mix_cards(key: i64, cards: list[i64]) -> i64:
    """The same for a list of numbers, in its order."""
    key = mix(key, len(cards) + 1)
    for card in cards:
        key = mix(key, card)
    return key


@final
class Settings:
    """How a search thinks, as far as that differs from game to game."""

    def __init__(
        self,
        depth: i64 = 0,
        explore: float = 0.7,
        trust: float = 0.3,
        model: bool = False,
        mixes: bool = False,
        far: i64 = 40,
        room: i64 = ROOM,
        slip: float = SLIP,
        turns: i64 = 0,
    ) -> None:
        if not 0.0 <= slip <= LARGEST_SLIP:
            raise ValueError(f"a beginner's mistake may cost 0 to {LARGEST_SLIP} of a match, not {slip}")
        self.depth: i64 = depth  # decisions that the policy plays on before a position is judged
        self.explore: float = explore
        self.trust: float = trust  # how much the strategy's weights count against all answers alike
        self.model: bool = model  # do the others answer as the policy would, not as the search finds best?
        self.mixes: bool = mixes  # are sealed answers drawn, so that nobody can foresee them?
        self.far: i64 = far  # the same as `depth` where roll-outs are paired, without a tree
        self.turns: i64 = turns  # if not 0, paired roll-outs end after so many turns, this one included
        self.room: i64 = room  # tables to remember
        self.slip: float = slip  # the chance to win that a beginner's mistake may cost, in an even match

    def until(self, turn: i64) -> i64:
        """The turn before which a paired roll-out ends that begins in this one."""
        return turn + self.turns if self.turns > 0 else LAST_TURN


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy:
    """How to play one game. Only `policy` and `values` must be written."""

    def settings(self) -> Settings:
        """«game, rarely» How a search of this game thinks if nobody says otherwise."""
        return Settings()

    def policy(self) -> Policy:
        """«game» The player that roll-outs follow: quick, and good enough to be followed."""
        raise NotImplementedError

    def rival(self) -> Policy:
        """«game, rarely» Who the others are taken to be where a search models them."""
        return self.policy()

    def values(self, s: State) -> list[float]:
        """«game» For every seat how likely it is to win, from 0 to 1; of a match that is over, its result."""
        raise NotImplementedError

    def weights(self, s: State, seat: i64, kept: list[Action], policy: Policy, chance: Chance) -> list[float]:
        """«game, rarely» How likely a good player is to choose each of these answers; at most 1 together."""
        favourite = policy.choose(s, seat, s.actions(seat), chance)
        return [1.0 if action is favourite else 0.0 for action in kept]

    def prune(self, s: State, seat: i64, legal: list[Action]) -> list[Action]:
        """«game, rarely» The answers worth a thought: at least one, by nothing but what the seat sees."""
        return legal

    def idle(self, s: State, seat: i64) -> Action | None:
        """«game, rarely» The answer that stops though more could be done: nobody overlooks so much."""
        return None

    def key(self, s: State, seat: i64) -> i64:
        """«game, for speed» A number for all that a seat sees: equal views, equal numbers."""
        world = s.determinize(seat, STILL)
        reopen(world, seat)
        key: i64 = seat
        for number in canonical(world):
            key = mix(key, number)
        return key

    def worlds(self, s: State, seat: i64) -> list[State]:
        """«game, rarely» Every world the seat could be in, if they are few and alike likely; none: deal."""
        return []


def shares(outcome: Outcome, seats: i64) -> list[float]:
    """What a match brought each seat: winners share one point, and so do all if it was drawn."""
    if outcome.draw:
        return [1.0 / float(seats)] * seats
    found: list[float] = [0.0] * seats
    for winner in outcome.winners:
        found[winner] = 1.0 / float(len(outcome.winners))
    return found


def wins(outcome: Outcome, seats: i64) -> list[float]:
    """The same where winners win together: each has the whole point."""
    found: list[float] = [0.0] * seats
    for winner in outcome.winners:
        found[winner] = 1.0
    return found


def chance_of(lead: float) -> float:
    """A lead as a chance to win: even at 0, and ever more certain."""
    return 1.0 / (1.0 + exp(-max(-STEEPEST, min(STEEPEST, lead))))


def shared_by(leads: list[float]) -> list[float]:
    """Leads of several seats as chances to win that make one together."""
    most = max(leads)
    found: list[float] = []
    total = 0.0
    for lead in leads:
        weight = exp(max(-STEEPEST, lead - most))
        found.append(weight)
        total += weight
    return [weight / total for weight in found]


def roll_on(s: State, policy: Policy, chance: Chance, decisions: i64, until: i64 = LAST_TURN) -> None:
    """Let one policy answer for everybody, in place, for so many decisions or until a turn begins.

    Nothing is dealt anew, so this is for worlds only.
    """
    left: i64 = decisions
    while left > 0 and s.turn < until and not s.over:
        seat = s.decider()
        legal = s.actions(seat)
        s.act(seat, legal[0] if len(legal) == 1 else policy.choose(s, seat, legal, chance))
        left -= 1


def reopen(s: State, seat: i64) -> None:
    """Let the others answer a sealed question again: what they may have sealed is for the search to find."""
    if len(s.sealed) > 0:
        for other in range(s.seats):
            if other != seat and s.sealed[other] is not None:
                s.unseal(other)


@final
class Budget:
    """What may be spent on a decision: seconds, iterations, or whichever is used up first.

    With iterations alone an answer follows from the seed; seconds depend on the machine. They are seconds of
    the processor, so that a busy machine makes a player slower and not weaker.
    """

    def __init__(self, seconds: float = 0.0, iterations: i64 = 0) -> None:
        if seconds < 0.0 or iterations < 0 or (seconds == 0.0 and iterations == 0):
            raise ValueError(f"a budget is some seconds or iterations, not {seconds} and {iterations}")
        self.seconds: float = seconds
        self.iterations: i64 = iterations
        self.until: float = 0.0
        self.spent: i64 = 0

    def begin(self) -> None:
        """A new decision."""
        self.spent = 0
        if self.seconds > 0.0:
            self.until = thread_time() + self.seconds

    def spend(self) -> bool:
        """One more iteration, if there is anything left; the clock is looked at now and then."""
        if self.iterations > 0 and self.spent >= self.iterations:
            return False
        if self.seconds > 0.0 and self.spent & 7 == 7 and thread_time() >= self.until:
            return False
        self.spent += 1
        return True

    def left(self) -> i64:
        """How many iterations there may still be, as far as one can tell."""
        by_count: i64 = BITS
        if self.iterations > 0:
            by_count = self.iterations - self.spent
        if self.seconds > 0.0 and self.spent > 0:
            remaining = self.until - thread_time()
            rate = float(self.spent) / max(1.0e-9, self.seconds - remaining)
            return min(by_count, i64(max(0.0, remaining * rate)))
        return by_count
