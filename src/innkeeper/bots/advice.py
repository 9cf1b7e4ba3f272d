"""A hint: what a strong player would do here, and why.

The strongest level that does not take long chooses. The reason comes from worlds that the seat could be in:
there its answer and the most promising others are tried with the same dice, and whoever is asked next plays
on as the game's policy would.
"""

from __future__ import annotations

from collections import Counter
from time import thread_time

from msgspec import Struct

from innkeeper.bots import judge_of, make_bot, strong_level
from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance, FastChance
from innkeeper.engine.frame import State
from innkeeper.engine.game import Game
from innkeeper.engine.improve import Improver
from innkeeper.engine.playout import Policy, ask
from innkeeper.engine.strategy import STILL, Budget, reopen

FEW = 5  # answers that are compared
WORLDS = 32
LEAST = 8  # worlds, however long they take
SECONDS = 0.3  # of the processor
SOON = 12  # decisions within which somebody else is asked


class ExpectedReply(Struct, frozen=True):
    """What is expected of whoever is asked next, and in which share of the worlds that were tried."""

    seat: int
    label: str
    share: float


class Hint(Struct, frozen=True):
    """What a bot of this level would do. `share`: how often another good answer did not do better."""

    level: str
    action: str
    label: str
    share: float
    chance: float
    reply: ExpectedReply | None


def advise(game: Game, s: State, seat: int, chance: Chance) -> Hint:
    """A hint for whoever must answer at a seat, from nothing but what that seat sees."""
    level = strong_level(game)
    choice = ask(make_bot(game, level), s, seat, chance)
    judge = Improver(judge_of(game), Budget(0.0, 1), few=FEW)
    here = s.determinize(seat, STILL)
    reopen(here, seat)
    rivals = [one.action for one in judge.candidates(here, seat, here.actions(seat), choice, chance)]
    replies: Counter[tuple[int, Action]] = Counter()
    worlds = 0
    good = total = 0.0
    until = thread_time() + SECONDS
    while worlds < WORLDS and (worlds < LEAST or thread_time() < until):
        world = here.determinize(seat, chance)
        luck = chance.below(0x7FFFFFFF)
        own = judge.outcome(world.copy(), seat, choice, luck)
        tries = [judge.outcome(world.copy(), seat, rival, luck) <= own for rival in rivals]
        good += sum(tries) / len(tries) if tries else 1.0
        total += own
        worlds += 1
        if (reply := _reply(world, seat, choice, judge.policy, FastChance(luck))) is not None:
            replies[reply] += 1
    ((next_seat, answer), times) = replies.most_common(1)[0] if replies else ((-1, choice), 0)
    expected = ExpectedReply(next_seat, answer.label, round(times / worlds, 3)) if times else None
    return Hint(level, choice.id, choice.label, round(good / worlds, 3), round(total / worlds, 3), expected)


def _reply(s: State, seat: int, choice: Action, policy: Policy, dice: Chance) -> tuple[int, Action] | None:
    """What the next other seat answers in a world, if that is soon; an only answer is none."""
    s.chance = dice
    s.act(seat, choice)
    for _ in range(SOON):
        if s.over:
            return None
        asked = s.decider()
        legal = s.actions(asked)
        answer = legal[0] if len(legal) == 1 else policy.choose(s, asked, legal, dice)
        if asked != seat and len(legal) > 1:
            return int(asked), answer
        s.act(asked, answer)
    return None
