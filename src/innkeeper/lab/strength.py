"""Ratings of a pool of players from whom they beat: the model of Bradley and Terry, and Luce's for more.

Of players with strengths s, each wins with a chance of s by the sum of all at the table. One challenger among
rivals that are alike therefore wins with the chance of a logistic curve, and all pairings together are one
small regression. Intervals come from the blocks, whatever hangs together inside them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MIDDLE = 1500.0  # the mean of a pool
POINTS = 400 / math.log(10)  # Elo points: 400 more is ten times as strong
SURE = 1.959964
MOST_STEPS = 100
NEAR = 1e-12

Matrix = list[list[float]]


@dataclass(frozen=True)
class Meeting:
    """What two players made of each other: the challenger's share of every block of so many matches."""

    challenger: str
    rival: str
    seats: int
    matches: int
    shares: Sequence[float]


@dataclass(frozen=True)
class Rating:
    """Points, and half of the 95 % interval."""

    points: float
    half: float


def ratings(players: Sequence[str], meetings: Sequence[Meeting], made_up: float = 1.0) -> dict[str, Rating]:
    """The most likely strengths in Elo points around the pool's mean.

    So many `made_up` blocks of even matches are added to every pairing: whoever never lost is strong, but not
    infinitely so.
    """
    places = {name: place for place, name in enumerate(players)}
    pairs = [(places[met.challenger], places[met.rival]) for met in meetings]
    strengths = [0.0] * len(players)
    for _ in range(MOST_STEPS):
        slope, curve = _derivatives(strengths, meetings, pairs, made_up)
        step = _times(inverse(curve), slope)
        longest = max((abs(part) for part in step), default=0.0)
        shorten = (
            min(1.0, 2.0 / longest) if longest else 1.0
        )  # far out the curve is flat: not too far at once
        strengths = [old + shorten * part for old, part in zip(strengths, step, strict=True)]
        if longest < NEAR:
            break
    halves = _halves(strengths, meetings, pairs, made_up)
    return {
        name: Rating(MIDDLE + POINTS * strengths[place], POINTS * halves[place])
        for name, place in places.items()
    }


def expected(challenger: float, rival: float, seats: int) -> float:
    """The chance of a challenger among rivals that are all alike; strengths are logarithms."""
    return 1 / (1 + (seats - 1) * math.exp(rival - challenger))


def _derivatives(
    strengths: Sequence[float],
    meetings: Sequence[Meeting],
    pairs: Sequence[tuple[int, int]],
    made_up: float,
) -> tuple[list[float], Matrix]:
    """Slope and curvature of the likelihood. The ones in all places hold the mean at nothing."""
    size = len(strengths)
    slope, curve = [0.0] * size, [[1.0] * size for _ in range(size)]
    for met, (one, other) in zip(meetings, pairs, strict=True):
        chance = expected(strengths[one], strengths[other], met.seats)
        won = math.fsum(met.shares) + made_up / met.seats
        played = len(met.shares) + made_up
        slope[one] += met.matches * (won - played * chance)
        slope[other] -= met.matches * (won - played * chance)
        _add(curve, one, other, met.matches * played * chance * (1 - chance))
    return slope, curve


def _add(matrix: Matrix, one: int, other: int, weight: float) -> None:
    """A pairing's part of a matrix in which only differences count."""
    matrix[one][one] += weight
    matrix[other][other] += weight
    matrix[one][other] -= weight
    matrix[other][one] -= weight


def _halves(
    strengths: Sequence[float],
    meetings: Sequence[Meeting],
    pairs: Sequence[tuple[int, int]],
    made_up: float,
) -> list[float]:
    """Half intervals: the curvature says how the slope moves the strengths, the blocks how it varies."""
    size = len(strengths)
    _, curve = _derivatives(strengths, meetings, pairs, made_up)
    varies = [[0.0] * size for _ in range(size)]
    for met, (one, other) in zip(meetings, pairs, strict=True):
        chance = expected(strengths[one], strengths[other], met.seats)
        even = (1 - chance) ** 2 / met.seats + chance**2 * (1 - 1 / met.seats)
        blocks = math.fsum((met.matches * (share - chance)) ** 2 for share in met.shares)
        _add(varies, one, other, blocks + made_up * met.matches * even)
    back = inverse(curve)
    halves = []
    for row in back:
        moved = _times(varies, row)
        halves.append(SURE * math.sqrt(max(0.0, sum(a * b for a, b in zip(row, moved, strict=True)))))
    return halves


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a small matrix, by elimination with the largest pivot first."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for place in range(size):
        best = max(range(place, size), key=lambda i: abs(rows[i][place]))
        rows[place], rows[best] = rows[best], rows[place]
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for i, row in enumerate(rows):
            if i != place and row[place]:
                part = row[place]
                rows[i] = [a - part * b for a, b in zip(row, rows[place], strict=True)]
    return [row[size:] for row in rows]
