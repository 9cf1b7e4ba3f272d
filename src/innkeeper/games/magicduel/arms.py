"""How much harm a seat can do in what is left of its turn: where looking ahead must not end yet."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.games.magicduel.book import AT_PLAYER, SPARK_AND_TARGET, SPARKS, TARGET, Move
from innkeeper.games.magicduel.state import Duel, Rules


def most(moves: list[Move], word: str) -> i64:
    """The largest amount with which any of the moves does this."""
    found: i64 = 0
    for move in moves:
        for effect in move.effects:
            if effect.word == word:
                found = max(found, effect.amount)
    return found


@final
class Arms:
    """What the moves of a table can do to a rival."""

    def __init__(self, rules: Rules) -> None:
        self.bolt: i64 = most(rules.moves, "hit")
        self.needle: i64 = most(rules.moves, "pierce")
        self.gain: i64 = most(rules.moves, "charge")
        self.spark: i64 = SPARKS.size - 1
        self.charging: Final = [move for move in rules.moves if move.does("charge")]

    def reach(self, s: Duel) -> bool:
        """Might the active seat win before the rival moves again? If not, it surely cannot by attacks."""
        me = s.duelists[s.active]
        rival = s.duelists[1 - s.active]
        harm: i64 = rival.burn
        for minion in me.minions:
            if minion.uid > s.aimed:
                harm += minion.attack + minion.card.burn
        left = s.moves_left
        if left > 0:
            more = left - 1
            bare: i64 = max(0, self.bolt + me.magic - rival.shield)
            if not s.rules.distinct_moves or left == 1:
                bare = max(bare, self.needle)
            charged: i64 = max(0, self.bolt + me.magic + more * self.gain - rival.shield)
            harm += max(bare + more * max(self.bolt, self.needle), charged)
            harm += self.spark if s.rules.distinct_moves else left * self.spark
        return rival.hp <= harm

    def serves(self, s: Duel, action: Action) -> bool:
        """Is it an attack on the rival, or magic for one that can still follow?"""
        verb = action.verb
        if verb is s.book.aim:
            return action.b == AT_PLAYER
        move = s.book.moves[verb.tag]
        if move.asks == SPARK_AND_TARGET:
            return action.b == AT_PLAYER
        if move.asks == TARGET:
            return action.a == AT_PLAYER
        return s.moves_left > 1 and move in self.charging
