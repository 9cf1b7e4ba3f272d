"""Searching for house rules and cards that do what a designer wants: `first seat 50 %, turns 12`.

Where all points can be played, they are. Where they are too many, Optuna says which to try next from what
came of the others (a tree of Parzen estimators). The best of many tries is partly luck, so the best few are
played again with other dice, and only that is told.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from innkeeper.engine.errors import InvalidOptions
from innkeeper.lab.sweep import Point, Readings, Sweep, Swept, find_figure, play_points

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution

FINALISTS = 3
POINTS_OFF = 0.05  # a share that is off by so much is as bad as …
PART_OFF = 0.1  # … an amount that is off by such a part


@dataclass(frozen=True)
class Aim:
    """What a figure should be."""

    figure: str  # as it was written
    target: float

    def miss(self, readings: Readings, swept: Swept) -> float:
        """How far it is from that."""
        name = find_figure(self.figure, swept)
        reading = readings.of(name)
        scale = POINTS_OFF if reading.share else PART_OFF * max(abs(self.target), 1e-9)
        target = self.target / 100 if reading.share else self.target
        return (reading.value - target) / scale


def read_aims(text: str) -> list[Aim]:
    """`first seat 50 %, turns 12`."""
    aims = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*(.+?)[\s=:]+(\d+(?:\.\d+)?)\s*%?\s*", part)
        if found is None:
            raise InvalidOptions(f"{part.strip()!r} is no aim such as 'first seat 50 %' or 'turns 12'")
        aims.append(Aim(found[1], float(found[2])))
    return aims


def loss(aims: Sequence[Aim], readings: Readings, swept: Swept) -> float:
    """How far a point is from all aims together; 1 is off by 5 points of a share, or a tenth of an amount."""
    return math.hypot(*(aim.miss(readings, swept) for aim in aims))


@dataclass(frozen=True)
class Found:
    """What a search has tried, and what came of the best when they were played again."""

    tried: Swept
    finalists: Swept  # the best first

    @property
    def best(self) -> Point:
        return next(iter(self.finalists))


def matches_in(sweep: Sweep, trials: int, matches: int) -> int:
    """The most matches that a search plays."""
    points = min(len(sweep.points), trials)
    return (points + min(FINALISTS, points)) * matches


def optimise(
    sweep: Sweep,
    aims: Sequence[Aim],
    trials: int,
    matches: int,
    jobs: int = -1,
    progress: Callable[[int], None] = lambda done: None,
) -> Found:
    """Try points, and play the best of them again with other dice."""
    if len(sweep.points) <= trials:
        tried = play_points(sweep, sweep.points, matches, jobs, progress)
    else:
        tried = _searched(sweep, aims, trials, matches, jobs, progress)
    best = sorted(tried, key=lambda point: loss(aims, tried[point], tried))[:FINALISTS]
    again = play_points(_other_dice(sweep), best, matches, jobs, progress)
    ordered = sorted(again, key=lambda point: loss(aims, again[point], again))
    return Found(tried, {point: again[point] for point in ordered})


def _other_dice(sweep: Sweep) -> Sweep:
    seed = (sweep.study.seed + 1) % 2**61
    return replace(sweep, study=replace(sweep.study, seed=seed))


def _searched(
    sweep: Sweep,
    aims: Sequence[Aim],
    trials: int,
    matches: int,
    jobs: int,
    progress: Callable[[int], None],
) -> Swept:
    """As many points as may be tried, each where the others suggest it; none is played twice."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    search = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=sweep.study.seed % 2**32))
    spaces = {one.name: _space(one.values) for one in sweep.parameters}
    tried: Swept = {}
    for _ in range(10 * trials):
        if len(tried) == trials:
            break
        trial = search.ask(spaces)
        point = tuple(one.values[int(trial.params[one.name])] for one in sweep.parameters)
        if not _possible(sweep, point):
            search.tell(trial, state=optuna.trial.TrialState.FAIL)
            continue
        if point not in tried:
            tried |= play_points(sweep, [point], matches, jobs, progress)
        search.tell(trial, loss(aims, tried[point], tried))
    return tried


def _possible(sweep: Sweep, point: Point) -> bool:
    """Do the values of a point go together? Each by itself does."""
    try:
        sweep.at(point).checked([sweep.player])
    except InvalidOptions:
        return False
    return True


def _space(values: Sequence[object]) -> BaseDistribution:
    """Numbers lie beside each other; words do not."""
    import optuna

    places = len(values) - 1
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return optuna.distributions.IntDistribution(0, places)
    return optuna.distributions.CategoricalDistribution(range(places + 1))
