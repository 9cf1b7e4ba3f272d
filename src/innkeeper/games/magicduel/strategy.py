"""Playing MagicDuel well: a score for positions, and the quick policy that roll-outs use."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Best, Policy
from innkeeper.games.magicduel.book import AT_PLAYER, NOTHING, SPARK_AND_TARGET, SPARKS, WARD
from innkeeper.games.magicduel.state import Duel, Duelist

CLOSE: Final = 20  # a fifth of a health point: nobody can tell which of two such moves is the better one
WON: Final = 100_000  # far above what any position is worth, in hundredths of a health point


def score(s: Duel, seat: i64) -> i64:
    """How good the position is for a seat; the sooner won and the later lost, the better."""
    outcome = s.outcome
    if outcome is not None:
        if outcome.draw:
            return 0
        return WON - s.turn if seat in outcome.winners else s.turn - WON
    return worth(s, s.duelists[seat]) - worth(s, s.duelists[1 - seat])


def worth(s: Duel, duelist: Duelist) -> i64:
    """One side of the score: health, stored magic, shield, burn, minions."""
    low_shield: i64 = min(duelist.shield, 8)
    total: i64 = 100 * duelist.hp + 80 * duelist.magic + 45 * low_shield + 5 * (duelist.shield - low_shield)
    total -= 160 * duelist.burn
    for minion in duelist.minions:
        if minion.card.bursts:
            turns_left: i64 = max(0, s.rules.bubble_fuse - minion.age)
            total += 8 * (minion.hp + turns_left) * (6 + minion.age)
        else:
            total += 220 + 33 * minion.hp + 240 * (minion.attack - minion.card.attack)
    return total


@final
class Greedy(Policy):
    """Looks one move ahead: tries every sensible answer and keeps the best-scored position.

    A duel has no luck, so moves that score about the same are chosen between by chance: otherwise any
    two of these players would play one and the same match for ever.
    """

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Duel)
        best = Best(CLOSE)
        for action in sensible(s, legal):
            world = s.copy()
            world.chance = chance
            world.act(seat, action)
            best.offer(action, score(world, seat))
        return best.pick(chance)


def sensible(s: Duel, legal: list[Action]) -> list[Action]:
    """Without what is never better: sparks below 2 and shields below the largest."""
    kept: list[Action] = []
    most = s.rules.shield_max_cast
    for action in legal:
        asks = s.book.moves[action.verb.tag].asks if action.verb is not s.book.aim else NOTHING
        if asks == SPARK_AND_TARGET and action.b == AT_PLAYER and action.a < SPARKS.size - 1:
            continue
        if asks == WARD and action.a < most:
            continue
        kept.append(action)
    return kept


BOTS: Final[dict[str, type[Policy]]] = {"greedy": Greedy}
