"""The ladder of players that a study climbs, and how its figures move from rung to rung.

A figure is one of the players, too. Where it still moves from one rung to the next it is not yet one of the
game. Where it has come to rest it may still be a habit that all these players share; so somebody who knows
the last of them plays against it, in every seat in turn. What that best response wins shows how far the habit
can be exploited, and what the seats win then is one more figure to compare.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from innkeeper.bots import foreseeable, levels_of, makers
from innkeeper.bots.counter import COUNTER
from innkeeper.bots.noisy import NOISY
from innkeeper.engine.game import Game
from innkeeper.engine.levels import REGULAR
from innkeeper.lab.evidence import ERROR, normal
from innkeeper.lab.simulate import turned
from innkeeper.lab.summary import Share

if TYPE_CHECKING:
    from innkeeper.lab.study import Rung

RANDOM = "random"
QUICK = 20  # ways that a best response looks at before each answer
FEWER = 4  # of so many matches on other rungs, a best response plays one: it takes its time
NEAR = 0.05  # a share that moves by less has come to rest
MOVES, RESTS, OPEN = "moves", "rests", "open"


def ladder_of(game: Game) -> list[str]:
    """Who a study is made with if nobody says: the weakest first, a quick best response last."""
    found = [RANDOM, *([NOISY] if NOISY in makers(game) else []), REGULAR]
    known = game.strategy is not None and foreseeable(game, REGULAR)
    if levels_of(game)[REGULAR].plays == RANDOM:
        found.remove(REGULAR)
    return [*found, f"{COUNTER}{REGULAR}:{QUICK}"] if known else found


def responds(player: str) -> bool:
    """Is somebody no player for all seats, but one who knows the others?"""
    return player.startswith(COUNTER)


def rival_of(player: str) -> str:
    """Whom a best response knows."""
    return player.removeprefix(COUNTER).partition(":")[0]


def seating(player: str, seats: int, shift: int) -> list[str]:
    """Who sits where: the same player everywhere, or a best response among those that it knows, in turn."""
    if not responds(player):
        return [player] * seats
    return turned([player, *[rival_of(player)] * (seats - 1)], shift)


def matches_of(player: str, matches: int) -> int:
    """How many matches are played on a rung."""
    return max(1, matches // FEWER) if responds(player) else matches


def mirrors(rungs: Sequence[Rung]) -> list[Rung]:
    """The rungs on which all seats have the same player; if there are none, all of them."""
    return [rung for rung in rungs if not responds(rung.player)] or list(rungs)


def strongest(rungs: Sequence[Rung]) -> Rung:
    """The rung that everything is asked of."""
    return mirrors(rungs)[-1]


@dataclass(frozen=True)
class Movement:
    """How a share moves along the ladder, and whether it has come to rest at its end."""

    figure: str
    shares: tuple[Share, ...]
    verdict: str  # of the last step


def movements(rungs: Sequence[Rung], seats: int) -> list[Movement]:
    """Every share that is asked for on every rung: seats, draws, endings, decks and classes."""
    listed = [_figures(rung, seats) for rung in mirrors(rungs)]
    names = [name for name in listed[-1] if all(name in figures for figures in listed)]
    error = ERROR / max(len(names), 1)  # one of them moves by accident in 1 of 20 studies at most
    found = []
    for name in names:
        shares = tuple(figures[name] for figures in listed)
        verdict = step(shares[-2], shares[-1], error) if len(shares) > 1 else OPEN
        found.append(Movement(name, shares, verdict))
    return found


def _figures(rung: Rung, seats: int) -> dict[str, Share]:
    summary = rung.summary(seats)
    found = {f"wins of seat {seat}": share for seat, share in enumerate(summary.seats)}
    found["draws"] = summary.draws
    found |= {f"ended by {reason}": share for reason, share in summary.reasons.items()}
    for label, met in rung.met.items():
        for mine in sorted({one for one, _ in met}):
            found[f"wins of {label} {mine}"] = rung.against(label, mine)
    return found


def step(before: Share, after: Share, error: float = ERROR) -> str:
    """Does a share move from one rung to the next, stay where it is, or is that not known?"""
    if before.interval is None or after.interval is None or not before.total or not after.total:
        return OPEN
    scatter = sum(_scatter(share) for share in (before, after))
    moved = abs(after.rate - before.rate)
    if moved > normal(error) * math.sqrt(scatter):
        return MOVES
    return RESTS if moved + normal(ERROR) * math.sqrt(scatter) <= NEAR else OPEN


def _scatter(share: Share) -> float:
    """The variance of a share; two made-up matches keep it from being nothing where all agree."""
    count = share.total * share.worth
    rate = (share.rate * count + 1) / (count + 2)
    return rate * (1 - rate) / (count + 2)
