"""One deal played both ways, in step, and what is left where the two ways part played again and again.

Until the players do something else, both ways are the same match: that part costs most of the time and says
nothing. What comes after it is luck for the greater part. So what is left is played several times, each time
with other dice, the same for both ways, and the pair says the mean of all. That is as right as one of them
alone, because the place where they part is known as soon as it is reached, by nothing that comes after it. It
scatters less, and costs little where a change is seldom met.

How often is worth while: that depends on how much of the scatter lies behind that place, and how much of
the play.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from innkeeper.lab.simulate import Row, Underway, match_seed

STEP = 8  # decisions, after which it is asked whether the ways have parted
TRIAL = 64  # pairs, after which it is settled how often is worth while
AT_FIRST = 4  # times until then
MOST = 8
SCATTER = 0.05  # what is taken to lie behind the parting before anything is known
FIXED = SCATTER / 4  # and before it


@dataclass(frozen=True)
class Luck:
    """Where the luck of a match lies that was played both ways, and where the play."""

    times: int  # that its end was played
    within: float  # the variance of single ends, in what each seat wins more one way than the other, added up
    square: float  # the square of their mean
    decisions: int  # of both ways, once
    left: int  # of these, after the parting


@dataclass(frozen=True)
class Parting:
    """What came of it: the rows of both ways, first of the match itself, then of what was played again."""

    before: list[Row]
    after: list[Row]
    luck: Luck


def play_both(before: Underway, after: Underway, times: int) -> Parting:
    """Play a match both ways to its end, and the part after their parting so often in all."""
    if any(policy.remembers for policy in (*before.policies, *after.policies)):
        times = 1  # what they remember cannot be played again
    parted = False
    seen = 0
    while not parted and not (before.state.over and after.state.over):
        before.go_on(STEP)
        after.go_on(STEP)
        parted = before.course.since(seen) != after.course.since(seen)
        seen = len(before.course.actions)
    there = before.decisions + after.decisions
    open_still = parted and not (before.state.over and after.state.over)
    seeds = [match_seed(before.seed, number) for number in range(1, times)] if open_still else []
    again = [(before.again(seed), after.again(seed)) for seed in seeds]
    rows: tuple[list[Row], list[Row]] = [], []
    for both in [(before, after), *again]:
        for way, found in zip(both, rows, strict=True):
            way.go_on()
            found.append(way.row())
    whole = before.decisions + after.decisions
    within, square = _scatter(list(zip(*rows, strict=True)))
    return Parting(*rows, Luck(1 + len(again), within, square, whole, whole - there))


def _scatter(ends: list[tuple[Row, Row]]) -> tuple[float, float]:
    within = square = 0.0
    for seat in range(len(ends[0][0]["players"])):
        more = [float(seat in after["winners"]) - float(seat in before["winners"]) for before, after in ends]
        mean = sum(more) / len(more)
        within += sum((one - mean) ** 2 for one in more) / max(len(more) - 1, 1)
        square += mean * mean
    return within, square


def worth_while(seen: Sequence[Luck]) -> int:
    """How often to play what is left: the least scatter for the time, as far as some matches tell.

    What is alike costs c and each end e; the variance of the places is b and that of the ends w. So r ends
    have a variance of b + w / r and cost c + r * e: their product is least at the root of w * c / (b * e).
    """
    if not seen:
        return 1
    within = sum(one.within for one in seen) / len(seen)
    between = sum(one.square - one.within / one.times for one in seen) / len(seen)
    left = sum(one.left for one in seen)
    alike = sum(one.decisions for one in seen) - left
    best = math.sqrt((within + SCATTER) / (max(between, 0.0) + FIXED) * alike / max(left, 1))
    return max(1, min(MOST, round(best)))
