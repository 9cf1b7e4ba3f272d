"""A player of Echo whom nobody can see through.

The first two battles are drawn from what was worked out beforehand (`knowledge.py`), where there is some, and
searched elsewhere. From the third on it works out what both seats should play (`ending.py`), from what the
battles so far say about their hands (`belief.py`), and draws its answer from that mix. Hands that the other
seat should not have brought there are held to what they had elsewhere, where that is known. It looks at
nothing but what is public and its own hand, and what it worked out before the third battle holds for the
fourth as well: only where a seat did what it never should is the fourth battle worked out anew, with every
hand alike likely.
"""

from __future__ import annotations

import gc
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import WORD, Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy
from innkeeper.engine.search import Searcher
from innkeeper.engine.strategy import Budget
from innkeeper.games.echo.belief import beliefs, blend, expected, opening, whole_of
from innkeeper.games.echo.book import BATTLES
from innkeeper.games.echo.cards import members
from innkeeper.games.echo.ending import KEPT, THIRD, Ending, Position, ground_of, solvable
from innkeeper.games.echo.ground import HANDS, HITS, LEFT, MINE, SECOND, THEIRS, Ground, hand_of
from innkeeper.games.echo.lastbattle import NOWHERE, Camp, LastBattle, Ways, row
from innkeeper.games.echo.state import NONE, Echo, Ruler
from innkeeper.games.echo.strategy import EchoStrategy

ALONE: Final = 200  # rounds for the fourth battle alone
UNHEARD_OF: Final = 1.0e-4  # so rarely does a seat come here that nothing was learned about it
EVEN: Final = 0.05  # so much of a belief is spread over all hands: a rival may not play as it should
WARY: Final = 0.8  # so much of a belief has the choice to come, where what it has elsewhere is known
SERVED: Final = 4  # moves that one solution answers: the third and the fourth battle, with what is named


@final
class Equilibrium(Policy):
    """Searches, then draws from an equilibrium as soon as one can be had. It remembers only to be quick."""

    remembers = True
    mixes = True

    def __init__(self, budget: Budget, doubts: bool = True) -> None:
        self.budget: Final = budget
        self.doubts: bool = doubts  # may the other seat have strayed before the third battle?
        self.searcher: Final = Searcher(EchoStrategy(), budget)
        self.ending: Ending | None = None
        self.key: list[i64] = []

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Echo)
        if len(legal) == 1:
            return legal[0]
        if s.turn < THIRD or not solvable(s):
            shares = opening(s, seat, legal)
            if len(shares) == 0:
                return self.searcher.choose(s, seat, legal, chance)
            return draw(legal, shares, chance)
        shares = self.mix(s, seat, legal)
        if len(shares) == 0:
            return self.searcher.policy.choose(s, seat, legal, chance)
        return draw(legal, shares, chance)

    def size(self) -> i64:
        return self.searcher.size()

    def mix(self, s: Echo, seat: i64, legal: list[Action]) -> list[float]:
        """How often each answer should be given, in the order of the referee's list.

        None where nothing can be lost any more: there the greedy answer is at least no silly one, and a
        rival who errs pays for it.
        """
        if s.turn == THIRD:
            ending = self.solved(s, seat)
            return [] if ending.lost(seat, s.rulers[seat].hand) else third_battle(s, seat, legal, ending)
        return fourth_battle(s, seat, legal, self.last(s, seat))

    def last(self, s: Echo, seat: i64) -> LastBattle:
        """The fourth battle as it was worked out with the third, or alone where a seat never comes so."""
        if s.turn - len(s.history) > THIRD:  # with five creatures the game begins in the fourth turn
            return alone(s)
        last = self.solved(s, seat).battle_after(s.history[-1])
        mine = last.camps[seat].reach(held(s.rulers[seat], last))
        return alone(s) if mine <= UNHEARD_OF or not came(last.camps[1 - seat]) else last

    def solved(self, s: Echo, seat: i64) -> Ending:
        """The ending of this match as a seat should play it, worked out once. It follows from what is public
        alone, and is the same for both seats where nothing is known of what their hands had elsewhere."""
        position = Position(s, THIRD)
        elsewhere = expected(s, 1 - seat) if self.doubts else {}
        key = position.key()
        if len(elsewhere) > 0:
            key.append(seat)
        known = self.ending
        if known is not None and known.position.book is s.book and key == self.key:
            return known
        limit = None
        if self.budget.seconds > 0.0:
            limit = Budget(self.budget.seconds * float(SERVED))
            limit.begin()
        self.ending = None  # before the next is made: two at once are never needed
        collects = gc.isenabled()
        gc.disable()  # nothing here refers to itself in a circle, and there is much of it
        try:
            ending = Ending(position)
            believe(ending, s, seat, elsewhere)
            ending.solve(limit)
        finally:
            if collects:
                gc.enable()
        self.ending = ending
        self.key = key
        return ending


def believe(
    ending: Ending,
    s: Echo,
    seat: i64,
    elsewhere: dict[int, float],
    wary: float = WARY,
    even: float = EVEN,
) -> None:
    """Tell an ending what is known of the hands, for a seat that wants to play it safely."""
    told = beliefs(s)
    if len(elsewhere) == 0:
        for place, hands in enumerate(told):
            ending.believe(place, blend(hands, even))
        return
    ending.believe(seat, told[seat])  # it knows how it plays itself
    sure = whole_of(told[1 - seat], 1.0 - wary)
    unsure = whole_of(beliefs(s, 1)[1 - seat], wary)
    ending.doubt(1 - seat, sure, unsure, elsewhere)


def draw(legal: list[Action], shares: list[float], chance: Chance) -> Action:
    """One answer, each as often as its share says."""
    left = float(chance.word()) / float(WORD)
    found = legal[0]
    for place, share in enumerate(shares):
        if share > 0.0:
            found = legal[place]
            left -= share
            if left < 0.0:
                break
    return found


def came(camp: Camp) -> bool:
    """Does a seat that plays as it should come here with any hand?"""
    total = 0.0
    for hand in range(HANDS):
        total += camp.reach(hand)
    return total > UNHEARD_OF


def alone(s: Echo) -> LastBattle:
    """The fourth battle with every hand alike likely that a seat may have."""
    position = Position(s, BATTLES)
    cards = members(position.live)
    ways = [Ways(), Ways()]
    places: list[list[i64]] = []
    for seat in range(2):
        possible = position.hands(seat, KEPT)
        ways[seat].reach = row(len(possible), 1.0)
        ways[seat].value = row(len(possible), 0.0)
        found: list[i64] = [NOWHERE] * HANDS
        for place, hand in enumerate(possible):
            one, two = members(hand)
            found[hand_of(cards.index(one), cards.index(two))] = place
        places.append(found)
    last = LastBattle(ground_of(position), ways[0], places[0], ways[1], places[1])
    last.solve(ALONE)
    return last


def held(ruler: Ruler, last: LastBattle) -> i64:
    """The number of a seat's hand in the fourth battle."""
    one, two = members(ruler.hand)
    return hand_of(last.ground.cards.index(one), last.ground.cards.index(two))


def third_battle(s: Echo, seat: i64, legal: list[Action], ending: Ending) -> list[float]:
    """A seat's mix in the third battle, whatever it is asked."""
    return ending.seats[seat].mix(question_of(s, seat, legal, ending))


def question_of(s: Echo, seat: i64, legal: list[Action], ending: Ending) -> i64:
    """What a seat is asked in the third battle."""
    mine = ending.seats[seat]
    me, them = s.rulers[seat], s.rulers[1 - seat]
    verb = legal[0].verb
    if verb is s.book.name:
        return mine.namings[mine.way(me.hand, me.committed, me.edict, them.edict, NONE)]
    if verb is s.book.take_back:
        key = mine.meeting(me.hand, me.committed, me.edict, them.edict, me.name, them.name, them.creature)
        return mine.returns[key]
    return mine.mains[me.hand]


def fourth_battle(s: Echo, seat: i64, legal: list[Action], last: LastBattle) -> list[float]:
    """A seat's mix in the fourth battle, whatever it is asked; none where all is decided."""
    camp = last.camps[seat]
    me, them = s.rulers[seat], s.rulers[1 - seat]
    cards = last.ground.cards
    hand = held(me, last)
    if last.ground.settled or camp.decided(hand):
        return []
    if me.edict == NONE:
        return camp.mix(hand)
    mine = last.ground.edicts[seat].index(me.edict)
    theirs = last.ground.edicts[1 - seat].index(them.edict)
    if legal[0].verb is s.book.name:
        return camp.names(mine, hand, theirs, me.committed == 1 << cards[SECOND[hand]])
    values = returns_of(camp, last.ground, hand, mine, theirs, me, them)
    if values[0] == values[1]:
        return [0.5, 0.5]
    return [1.0, 0.0] if values[0] > values[1] else [0.0, 1.0]


def returns_of(
    camp: Camp, ground: Ground, hand: i64, mine: i64, theirs: i64, me: Ruler, them: Ruler
) -> list[float]:
    """What it brings a seer to take its first creature back, or its second: nothing is hidden any more."""
    at: i64 = ((hand * camp.edicts + mine) * camp.across + theirs) * HITS
    facing = LEFT[hand].index(ground.cards.index(them.creature))
    one, two = members(me.hand)
    hits: i64 = at + (MINE if me.name == them.creature else 0)
    keep_one = camp.brings(hits + (THEIRS if them.name == one else 0), facing, False)
    keep_two = camp.brings(hits + (THEIRS if them.name == two else 0), facing, True)
    return [keep_two, keep_one]


def within(budget: Budget) -> Policy:
    """A player that searches so long, and then plays an equilibrium."""
    return Equilibrium(budget)


def exploiting(budget: Budget) -> Policy:
    """A player that takes its rival for a greedy one: it beats the weak, and can be seen through."""
    return Searcher(EchoStrategy(), budget)
