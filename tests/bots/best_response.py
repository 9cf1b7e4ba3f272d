"""What a best answer to a mixed way of playing wins, found by playing the real match to every end.

Slow and plain on purpose: it knows nothing but the referee, what a seat can tell apart, and the mix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from innkeeper import Action, State
from innkeeper.engine.strategy import Strategy, shares

Mix = Callable[[State, int, list[Action]], Sequence[float]]
Worlds = list[tuple[State, float]]  # that one seat cannot tell apart, and how likely each is


def respond(worlds: Worlds, seat: int, mix: Mix, strategy: Strategy) -> float:
    """The best a seat can get against the mix: 1 a win, -1 a loss, times how likely the worlds are."""
    s = worlds[0][0]
    if s.over:
        return sum(weight * result(world, seat) for world, weight in worlds)
    asked = int(s.decider())
    if asked == seat:
        return max(
            seen([(after(world, seat, action), weight) for world, weight in worlds], seat, mix, strategy)
            for action in s.actions(seat)
        )
    found: Worlds = []
    for world, weight in worlds:
        legal = world.actions(asked)
        for action, share in zip(legal, mix(world, asked, legal), strict=True):
            if share > 0.0:
                found.append((after(world, asked, action), weight * share))
    return seen(found, seat, mix, strategy)


def seen(worlds: Worlds, seat: int, mix: Mix, strategy: Strategy) -> float:
    """The same for worlds that the seat can tell apart by now, as far as it sees them."""
    apart: dict[int, Worlds] = {}
    for world, weight in worlds:
        key = -1 if world.over else int(strategy.key(world, seat))
        apart.setdefault(key, []).append((world, weight))
    return sum(respond(alike, seat, mix, strategy) for alike in apart.values())


def after(s: State, seat: int, action: Action) -> State:
    new = s.copy()
    new.act(seat, action)
    return new


def result(s: State, seat: int) -> float:
    assert s.outcome is not None
    return 2.0 * shares(s.outcome, 2)[seat] - 1.0
