"""What the first two battles say about the hands: how a seat should play them, and which hands play so.

A seat that plays as it should comes to the third battle with some hands more often than with others. How
much more follows from the tables of `knowledge.py` and from what was seen: its creatures, edicts and
names, and for a seer also which creature it may have taken back.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.games.echo.cards import members
from innkeeper.games.echo.ending import THIRD, Position
from innkeeper.games.echo.knowledge import (
    STEPS,
    THREES,
    Known,
    Side,
    Table,
    among,
    known,
    rank_of,
    seen_of,
)
from innkeeper.games.echo.state import NONE, Echo, Finished

RARELY: Final = 0.002  # no play of a hand is taken to be rarer: the tables know nothing smaller


@final
class Fight:
    """One battle as it was fought, as the seat sees it whose hands are asked for."""

    def __init__(self, finished: Finished, seat: i64) -> None:
        mine, theirs = finished.clash.side(seat), finished.clash.side(1 - seat)
        self.creature: i64 = mine.creature
        self.edict: i64 = mine.edict
        self.name: i64 = finished.name0 if seat == 0 else finished.name1
        self.faced: i64 = theirs.creature
        self.across: i64 = theirs.edict
        self.their_name: i64 = finished.name1 if seat == 0 else finished.name0


def side_of(position: Position, seat: i64) -> Side:
    """What is public before a battle, as a seat sees it."""
    book = position.book
    sees = position.statuses[seat] & book.seeing != 0
    return Side(book, position.live, position.edicts[seat], position.edicts[1 - seat], sees)


def table_of(found: Known, s: Echo, seat: i64, turn: i64) -> Table | None:
    """How a seat plays one of the first two battles."""
    if turn == 1:
        return found.first(s.book)
    return found.second(side_of(Position(s, turn), seat), seen_of(s.book, s.history[0], seat))


def opening(s: Echo, seat: i64, legal: list[Action]) -> list[float]:
    """A seat's mix in the first two battles, in the order of the referee's list; none: nothing is known."""
    found = known(s)
    if found is None or s.turn >= THIRD:
        return []
    table = table_of(found, s, seat, s.turn)
    if table is None:
        return []
    me, them = s.rulers[seat], s.rulers[1 - seat]
    start = table.start(me.hand)
    if start == NONE:
        return []
    side = table.side
    if me.edict == NONE:
        held: list[i64] = sorted(side.edicts)
        return whole(
            [table.play(start, act, side.edicts.index(edict)) for act in range(side.acts) for edict in held]
        )
    mine, across = side.edicts.index(me.edict), side.across.index(them.edict)
    act = act_of(me.hand, me.committed, side.sees)
    if table.play(start, act, mine) == 0.0:
        return []
    if legal[0].verb is s.book.name:
        return whole([table.name(start, act, across, rank) for rank in range(len(legal))])
    row: i64 = 1 if me.name == them.creature else 0
    theirs = which(me.committed, them.name)
    rank = rank_of(them.creature, me.hand, side.live)
    stays = table.stays(start, act, mine, row, across, theirs, rank)
    return [1.0 - stays, stays]


def whole(shares: list[float]) -> list[float]:
    """Shares that add up to 1; none where all are 0."""
    total = 0.0
    for share in shares:
        total += share
    return [share / total for share in shares] if total > 0.0 else []


def act_of(hand: i64, committed: i64, sees: bool) -> i64:
    """The place of what was committed among all that a hand can commit."""
    held = members(hand)
    if not sees:
        return held.index(members(committed)[0])
    place: i64 = 0
    for at, one in enumerate(held):
        for two in held[at + 1 :]:
            if committed == 1 << one | 1 << two:
                return place
            place += 1
    raise ValueError("nobody can commit that")


def which(committed: i64, name: i64) -> i64:
    """Which of a seer's two was named: 0, 1, or 2 for neither."""
    one, two = members(committed)
    return 0 if name == one else 1 if name == two else 2


def likelihood(table: Table, hand: i64, fight: Fight) -> float:
    """How likely a hand fights a battle so."""
    side = table.side
    start = table.start(hand)
    if start == NONE:
        return RARELY
    edict, across = side.edicts.index(fight.edict), side.across.index(fight.across)
    found = 0.0
    if not side.sees:
        found = plays(table, start, hand, 1 << fight.creature, edict, across, fight)
        return max(RARELY, found)
    for other in members(hand & ~(1 << fight.creature)):
        committed: i64 = 1 << fight.creature | 1 << other
        share = plays(table, start, hand, committed, edict, across, fight)
        if share > 0.0:
            act = act_of(hand, committed, True)
            row: i64 = 1 if fight.name == fight.faced else 0
            rank = rank_of(fight.faced, hand, side.live)
            theirs = which(committed, fight.their_name)
            stays = table.stays(start, act, edict, row, across, theirs, rank)
            found += share * (stays if fight.creature < other else 1.0 - stays)
    return max(RARELY, found)


def plays(
    table: Table, start: i64, hand: i64, committed: i64, edict: i64, across: i64, fight: Fight
) -> float:
    """How often a hand commits so and writes that name."""
    act = act_of(hand, committed, table.side.sees)
    share = table.play(start, act, edict)
    if fight.name == NONE or share == 0.0:
        return share
    return share * table.name(start, act, across, rank_of(fight.name, hand, table.side.live))


def beliefs(s: Echo, battles: i64 = 2) -> list[dict[int, float]]:
    """By seat, how often it comes to the third battle with each hand; none where nothing is known.

    With one battle, as if it fought the second with every hand as it did.
    """
    found = known(s)
    if found is None:
        return []
    position = Position(s, THIRD)
    told: list[dict[int, float]] = []
    for seat in range(2):
        first, second = Fight(s.history[0], seat), Fight(s.history[1], seat)
        opened = found.first(s.book)
        followed = table_of(found, s, seat, 2)
        hands: dict[int, float] = {}
        most = 0.0
        for hand in position.hands(seat, THIRD):
            four: i64 = hand | 1 << second.creature
            reach = likelihood(opened, four | 1 << first.creature, first)
            if followed is not None and battles == 2:
                reach *= likelihood(followed, four, second)
            hands[hand] = reach
            most = max(most, reach)
        told.append({hand: reach / most for hand, reach in hands.items()})
    return told


def expected(s: Echo, seat: i64) -> dict[int, float]:
    """What each hand of a seat may expect before the third battle; none where nothing is known."""
    found = known(s)
    position = Position(s, THIRD)
    values = found.before_third(number_of(position, seat)) if found is not None else b""
    if len(values) == 0:
        return {}
    return {
        hand: values[THREES[among(hand, position.live)]] / STEPS - 1.0 for hand in position.hands(seat, THIRD)
    }


def number_of(position: Position, seat: i64) -> i64:
    """The number by which `research/echo` knows what is public, as a seat sees it."""
    lead: i64 = position.lead if seat == 0 else -position.lead
    mine, theirs = position.edicts[seat], position.edicts[1 - seat]
    ours, others = position.statuses[seat], position.statuses[1 - seat]
    return position.live << 31 | mine << 26 | theirs << 21 | ours << 14 | others << 7 | (lead + 64)


def whole_of(told: dict[int, float], whole: float) -> dict[int, float]:
    """A belief that adds up to so much."""
    total = 0.0
    for reach in told.values():
        total += reach
    return {hand: whole * reach / total for hand, reach in told.items()}


def blend(told: dict[int, float], even: float) -> dict[int, float]:
    """A belief that leaves every hand some room: a rival may not play as it should."""
    total = 0.0
    for reach in told.values():
        total += reach
    mean = total / float(len(told))
    return {hand: (1.0 - even) * reach + even * mean for hand, reach in told.items()}
