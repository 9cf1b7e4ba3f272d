"""Looking back at a match of Echo: how often each answer should have been given, and what it was worth.

Shares are those that the player `equilibrium` draws from, except that nobody is taken to have strayed before
the third battle. Chances are what an answer brings against a rival
who plays that way, if all goes on as well as it can; they are known from the third battle on, where all that
follows was worked out.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.frame import State
from innkeeper.engine.strategy import Budget
from innkeeper.games.echo.belief import opening
from innkeeper.games.echo.ending import THIRD, Ending, solvable
from innkeeper.games.echo.equilibrium import Equilibrium, held, question_of, returns_of
from innkeeper.games.echo.ground import CHARTS, FACED, FIRST, HITS, LEAVES, LEFT, MINE, SECOND, THEIRS
from innkeeper.games.echo.lastbattle import NOWHERE, Camp, LastBattle, meet, playing
from innkeeper.games.echo.state import NONE, Echo

UNKNOWN: Final = -1.0  # the chance of an answer that nothing is known of


@final
class Hindsight:
    """Weighs the answers of one match after another; it remembers only to be quick."""

    def __init__(self) -> None:
        self.player: Final = Equilibrium(Budget(iterations=1), False)

    def weigh(self, s: State, seat: i64, legal: list[Action]) -> list[tuple[float, float]]:
        """Of each answer how often it should be given, and how likely it wins; none: nobody knows, or
        nothing can be lost any more. It follows from what is public and the seat's own hand."""
        assert isinstance(s, Echo)
        if not solvable(s):
            return []
        if s.turn < THIRD:
            return [(share, UNKNOWN) for share in opening(s, seat, legal)]
        shares = self.player.mix(s, seat, legal)
        if len(shares) == 0:
            return []
        if s.turn == THIRD:
            values = third_values(s, seat, legal, self.player.solved(s, seat))
        else:
            values = fourth_values(s, seat, legal, self.player.last(s, seat))
        if len(values) == 0:
            return [(share, UNKNOWN) for share in shares]
        return [(share, (1.0 + values[place]) / 2.0) for place, share in enumerate(shares)]


def third_values(s: Echo, seat: i64, legal: list[Action], ending: Ending) -> list[float]:
    """What each answer in the third battle brings, where a match won for sure is 1; none: nobody knows."""
    mine = ending.seats[seat]
    question = question_of(s, seat, legal, ending)
    met = third_met(s, seat, legal, ending)
    if met == 0.0:
        return []
    return [mine.ways.value[way] / met for way in range(mine.begins[question], mine.ends[question])]


def third_met(s: Echo, seat: i64, legal: list[Action], ending: Ending) -> float:
    """How likely the other seat comes where this one is asked, all hands together that it may have."""
    other = ending.seats[1 - seat]
    me, them = s.rulers[seat], s.rulers[1 - seat]
    verb = legal[0].verb
    found = 0.0
    for hand in other.hands:
        if hand & me.hand != 0:
            continue
        if verb is s.book.name:
            for committed in other.commits(hand):
                found += other.ways.reach[other.went(hand, committed, them.edict, me.edict)]
        elif verb is s.book.take_back:
            way = other.known.get(other.way(hand, 1 << them.creature, them.edict, me.edict, them.name))
            found += 0.0 if way is None else other.ways.reach[way]
        else:
            found += ending.reach(1 - seat, hand)
    return found


def fourth_values(s: Echo, seat: i64, legal: list[Action], last: LastBattle) -> list[float]:
    """The same for the fourth battle."""
    camp, other = last.camps[seat], last.camps[1 - seat]
    me, them = s.rulers[seat], s.rulers[1 - seat]
    hand = held(me, last)
    other.spread(0.0)
    if me.edict == NONE:
        return play_values(camp, other, hand)
    mine = last.ground.edicts[seat].index(me.edict)
    theirs = last.ground.edicts[1 - seat].index(them.edict)
    if legal[0].verb is not s.book.name:
        return returns_of(camp, last.ground, hand, mine, theirs, me, them)
    if camp.sees or other.sees:
        return []
    second = me.committed == 1 << last.ground.cards[SECOND[hand]]
    return name_values(camp, other, hand, mine, theirs, second)


def play_values(camp: Camp, other: Camp, hand: i64) -> list[float]:
    """What each edict brings with the first creature, then with the second."""
    met = 0.0
    for facing in FACED[hand]:
        met += other.reach(facing)
    if met == 0.0:
        return []
    meet(camp, other, hand, True)
    found = [camp.value[2 * edict] / met for edict in range(camp.edicts)]
    if not camp.sees:
        found += [camp.value[2 * edict + 1] / met for edict in range(camp.edicts)]
    return found


def name_values(camp: Camp, other: Camp, hand: i64, mine: i64, theirs: i64, second: bool) -> list[float]:
    """What each of the three names brings, both edicts shown, where nobody is a seer."""
    at: i64 = ((hand * camp.edicts + mine) * camp.across + theirs) * HITS
    found: list[float] = [0.0] * LEAVES
    met = 0.0
    for place, facing in enumerate(FACED[hand]):
        for fighter in range(2):
            weight = playing(other, facing, theirs, fighter)
            card = LEFT[hand].index(SECOND[facing] if fighter == 1 else FIRST[facing])
            struck = 0.0
            if other.calls[theirs] != NOWHERE:
                named = CHARTS.second if second else CHARTS.first
                asked = other.names_at(theirs, facing, mine, fighter)
                struck = weight * other.name_share[asked + named[LEAVES * hand + place]]
            met += weight
            for name in range(LEAVES):
                hits: i64 = at + (MINE if name == card else 0)
                found[name] += (weight - struck) * camp.brings(hits, card, second)
                found[name] += struck * camp.brings(hits + THEIRS, card, second)
    return [value / met for value in found] if met > 0.0 else []
