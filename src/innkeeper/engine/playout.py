"""Playing matches fast: the loops that simulation, search and benchmarks share."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance, FastChance
from innkeeper.engine.errors import IllegalAction
from innkeeper.engine.frame import State

DICE: Final = 0x4000000000000000  # set in the seeds of dice, so that they and the choices are independent


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """A player that is a program. It is shown worlds that its seat could be in, never the truth."""

    looks: bool = True  # False: never reads the state, so no world need be dealt for it
    remembers: bool = False  # True: what it found helps its next move, so each seat of each match has its own
    mixes: bool = False  # True: draws its answers by lot, so that whoever models it knows none of them

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        """Answer the question on the table."""
        raise NotImplementedError

    def volunteer(self, s: State, seat: i64, chance: Chance) -> Action | None:
        """A standing action to take now, or None. Asked once before each decision of the match."""
        return None

    def reckon(self, s: State, seat: i64, action: Action) -> float:
        """«rarely» How likely a seat is to win with an answer, thought through as far as its last choice;
        below 0: it cannot say."""
        return -1.0

    def size(self) -> i64:
        """«rarely» How many situations it remembers; one takes about a kilobyte."""
        return 0


class RandomPolicy(Policy):
    """Every legal answer is equally likely."""

    looks = False

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        return legal[chance.below(len(legal))]


@final
class Best:
    """Of many answers the best. What is as good, or less than `close` worse, is a tie: chance breaks it."""

    def __init__(self, close: i64 = 0) -> None:
        self.close: i64 = close
        self.most: i64 = 0
        self.actions: list[Action] = []
        self.values: list[i64] = []

    def offer(self, action: Action, value: i64) -> None:
        """One more answer, and what it is worth."""
        if len(self.actions) == 0 or value > self.most:
            self.most = value
        self.actions.append(action)
        self.values.append(value)

    def pick(self, chance: Chance) -> Action:
        """One of the best."""
        tied: list[Action] = []
        for place in range(len(self.actions)):
            value: i64 = self.values[place]
            if value >= self.most - self.close:
                tied.append(self.actions[place])
        return tied[0] if len(tied) == 1 else tied[chance.below(len(tied))]


def shuffled(legal: list[Action], chance: Chance) -> list[Action]:
    """The answers in any order, so that of equals any one may be the first."""
    mixed = legal.copy()
    for place in range(len(mixed) - 1, 0, -1):
        other = chance.below(place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def playout(s: State, chance: Chance, limit: i64 = 1_000_000) -> int:
    """Play at random to the end, in place; the number of decisions taken."""
    steps: i64 = 0
    while not s.over and steps < limit:
        s.act_at_random(chance)
        steps += 1
    return steps


def playouts(opening: State, first_seed: i64, count: i64) -> int:
    """Random playouts from one position, one seed each; the number of decisions in all."""
    steps: i64 = 0
    for seed in range(first_seed, first_seed + count):
        s = opening.copy()
        s.chance = FastChance(seed | DICE)
        steps += playout(s, FastChance(seed))
    return steps


def copies(s: State, count: i64) -> None:
    """Copy a state over and over, for measuring."""
    for _ in range(count):
        s.copy()


def ask(policy: Policy, s: State, seat: i64, chance: Chance) -> Action:
    """A policy's answer to the question on the table, chosen in a world that its seat could be in."""
    return answer(policy, s, seat, s.actions(seat), chance)


def answer(policy: Policy, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
    """The same, where it is known already what is allowed."""
    if len(legal) == 0:
        raise IllegalAction(f"seat {seat} owes no answer")
    world = s.determinize(seat, chance) if policy.looks else s
    return _allowed(policy.choose(world, seat, legal, chance), seat, legal)


def invite(policy: Policy, s: State, seat: i64, chance: Chance) -> Action | None:
    """What a policy does of its own accord, seen from such a world; None: nothing.

    Invite everybody once before each answer, as `play` does: more often, and two might haggle for ever.
    """
    if not policy.looks or not s.may(seat):
        return None
    offered = policy.volunteer(s.determinize(seat, chance), seat, chance)
    return None if offered is None else _allowed(offered, seat, s.standing(seat))


def _allowed(action: Action, seat: i64, legal: list[Action]) -> Action:
    for one in legal:
        if one is action:
            return action
    ids = [one.id for one in legal]
    raise IllegalAction(f"the bot of seat {seat} answers {action.id!r}, which is not allowed now", legal=ids)


def play(
    s: State,
    policies: list[Policy],
    chance: Chance,
    limit: i64 = 1_000_000,
    course: list[Action] | None = None,
) -> int:
    """Let policies play a match to its end, in place; `chance` is theirs, not the match's.

    What they did is added to `course`, if there is one.
    """
    steps: i64 = 0
    while not s.over and steps < limit:
        for other in range(s.seats):
            offered = invite(policies[other], s, other, chance)
            if offered is not None:
                s.act_standing(other, offered)
                if course is not None:
                    course.append(offered)
                if s.over:
                    return steps
        seat = s.decider()
        chosen = ask(policies[seat], s, seat, chance)
        s.act(seat, chosen)
        if course is not None:
            course.append(chosen)
        steps += 1
    return steps
