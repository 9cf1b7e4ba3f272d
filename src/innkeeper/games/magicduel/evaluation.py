"""What a position of MagicDuel is worth to one who looks ahead: traits of both sides, and what each counts.

The weights are fitted to matches of the veteran (`fitted.py`), so a lead is a chance to win in other clothes.
"""

from __future__ import annotations

from math import log1p
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from innkeeper.games.magicduel.fitted import WEIGHTS
from innkeeper.games.magicduel.state import Duel, Duelist

UNIT: Final = 500.0  # a lead of this many makes a win 73 % likely
HURT: Final = 8  # health from here down is worth more
THICK: Final = 8  # and a shield from here up worth less
MOST_SHIELD: Final = 999
FARTHEST: Final = 50_000  # no lead is as good as a win


def traits(s: Duel, seat: i64) -> list[float]:
    """What may tell how a duelist will fare: `fitted.py` says how much each counts."""
    me = s.duelists[seat]
    bubbles = [minion for minion in me.minions if minion.card.bursts]
    specters = [minion for minion in me.minions if not minion.card.bursts]
    return [
        float(me.hp),
        float(min(me.hp, HURT)),
        float(me.magic),
        float(min(me.shield, THICK)),
        log1p(float(max(0, me.shield - THICK))),
        float(me.burn),
        float(sum([minion.hp for minion in bubbles])),
        float(sum([minion.hp * minion.age for minion in bubbles])),
        float(len(bubbles)),
        float(sum([minion.hp for minion in specters])),
        float(sum([minion.attack for minion in specters])),
        tempo(s) if s.active == seat else 0.0,
    ]


def tempo(s: Duel) -> float:
    """Moves by which the active seat is ahead: those it has left, less half a turn."""
    return float(s.moves_left) - float(s.rules.moves_per_turn) / 2.0


def counts(place: i64) -> i64:
    """What one of a trait is worth."""
    return round(UNIT * WEIGHTS[place])


HEALTH: Final[i64] = counts(0)
LAST_HEALTH: Final[i64] = counts(1)
MAGIC: Final[i64] = counts(2)
SHIELD: Final[i64] = counts(3)
BURN: Final[i64] = counts(5)
BUBBLE_HEALTH: Final[i64] = counts(6)
BUBBLE_GROWTH: Final[i64] = counts(7)
BUBBLE: Final[i64] = counts(8)
SPECTER_HEALTH: Final[i64] = counts(9)
SPECTER_ATTACK: Final[i64] = counts(10)
HALF_A_MOVE: Final[i64] = round(UNIT * WEIGHTS[11] / 2.0)
WALL: Final[vec[i64]] = vec[i64](
    [round(UNIT * WEIGHTS[4] * log1p(float(more))) for more in range(MOST_SHIELD + 1)]
)


def lead(s: Duel, seat: i64) -> i64:
    """How far a seat is ahead in a match that is not over."""
    ahead = side(s.duelists[seat]) - side(s.duelists[1 - seat])
    hurry: i64 = HALF_A_MOVE * (2 * s.moves_left - s.rules.moves_per_turn)
    ahead += hurry if s.active == seat else -hurry
    return max(-FARTHEST, min(FARTHEST, ahead))


def side(duelist: Duelist) -> i64:
    """The traits of one side as one number, but for whose move it is."""
    total: i64 = HEALTH * duelist.hp + LAST_HEALTH * min(duelist.hp, HURT) + MAGIC * duelist.magic
    total += BURN * duelist.burn
    if duelist.shield <= THICK:
        total += SHIELD * duelist.shield
    else:
        total += SHIELD * THICK + WALL[duelist.shield - THICK]
    for minion in duelist.minions:
        if minion.card.bursts:
            total += BUBBLE + minion.hp * (BUBBLE_HEALTH + BUBBLE_GROWTH * minion.age)
        else:
            total += SPECTER_HEALTH * minion.hp + SPECTER_ATTACK * minion.attack
    return total
