"""What a seat may do with a move: the list of legal moves, made once for all duels of the same shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.games.magicduel.book import HELPER, MOST_MINIONS, SPARK_AND_TARGET, TARGET, Book, Move

if TYPE_CHECKING:
    from innkeeper.games.magicduel.state import Duel, Rules

NO_SHAPE: Final = -1
FEW_SHAPES: Final = 1024  # the lists without minions, which are met most often
SMALL_UID: Final = 32  # lists of moves are remembered while uids fit five bits


@final
class Lists:
    """The lists of moves met so far, by their shape; shared by all duels under the same house rules."""

    def __init__(self, book: Book, moves: list[Move], most_ward: i64) -> None:
        # What each move offers against the rival player, by the move's kind.
        self.offers: Final[list[list[Action]]] = [move.offers(most_ward) for move in book.moves]
        # Below each of these amounts of magic some move is out of reach.
        self.prices: Final[list[i64]] = sorted({max(move.cost, move.least_magic) for move in moves})
        self.few: Final[list[list[Action] | None]] = [None] * FEW_SHAPES
        self.more: Final[dict[int, list[Action]]] = {}


def moves_of(s: Duel, seat: i64) -> list[Action]:
    """Every move the seat can make now, remembered or listed."""
    rules = s.rules
    lists = rules.lists
    shape = shape_of(s, rules, lists.prices, seat)
    if shape == NO_SHAPE:
        return legal_moves(s, seat)
    known = lists.few[shape] if shape < FEW_SHAPES else lists.more.get(shape)
    if known is None:
        known = legal_moves(s, seat)
        if shape < FEW_SHAPES:
            lists.few[shape] = known
        else:
            lists.more[shape] = known
    return known


def shape_of(s: Duel, rules: Rules, prices: list[i64], seat: i64) -> i64:
    """All that a list of moves depends on, as one number; NO_SHAPE when it does not fit."""
    me = s.duelists[seat]
    shape: i64 = 0
    if rules.distinct_moves or rules.heal_limit > 0:
        shape = s.used  # at most four hexadecimal digits
    for price in prices:
        shape = shape << 1 | (1 if me.magic >= price else 0)
    for minion in s.duelists[1 - seat].minions:
        if minion.uid >= SMALL_UID:
            return NO_SHAPE
        shape = shape << 5 | minion.uid
    shape = shape << 2 | len(s.duelists[1 - seat].minions)
    if len(me.minions) == MOST_MINIONS:
        for minion in me.minions:
            if minion.uid >= SMALL_UID:
                return NO_SHAPE
            shape = shape << 6 | minion.uid << 1 | minion.card.number
    return shape << 1 | (1 if len(me.minions) == MOST_MINIONS else 0)


def legal_moves(s: Duel, seat: i64) -> list[Action]:
    """Every move the seat can make now, in the order of the book; minions by ascending uid."""
    me = s.duelists[seat]
    rival = s.duelists[1 - seat]
    found: list[Action] = []
    for move in s.rules.moves:
        if me.magic < move.cost or me.magic < move.least_magic or used_up(s, move):
            continue
        if move.asks == HELPER:
            if len(me.minions) < MOST_MINIONS:
                found.append(move.at().at())
            else:
                for minion in me.minions:
                    if minion.card is move.minion:
                        found.append(move.grow().at1(minion.uid))
            continue
        found += s.rules.lists.offers[move.number]
        if s.rules.attack_minions:
            if move.asks == SPARK_AND_TARGET:
                for minion in rival.minions:
                    found.append(move.at().at2(0, minion.uid))
            elif move.asks == TARGET:
                for minion in rival.minions:
                    found.append(move.at().at1(minion.uid))
    return found


def used_up(s: Duel, move: Move) -> bool:
    """MD-8.1, MD-8.2: is this kind of move closed for the rest of the turn?"""
    if s.used == 0:
        return False
    if s.rules.distinct_moves and s.times_used(move.number) > 0:
        return True
    return s.rules.heal_limit > 0 and move.id == "heal" and s.times_used(move.number) >= s.rules.heal_limit
