"""A report: questions that a designer asks, each with its answer, its figure and its caveat.

What is found out is put into words here once; `page` draws it on a page of its own, the inn's workshop on its
sheet.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from innkeeper.lab.summary import Share, Spread

COLUMNS = 24  # of a histogram, at most
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")

PLAYERS = "A figure is one of these players, too: others may show another."
DRAWN = "drawn, for whatever reason"
INTERVAL = "The thin line is the 95 % interval."


class Bar(Struct, frozen=True):
    """A part of a whole, from 0 to 1, and the interval in which it lies for all that is known."""

    name: str
    value: float
    low: float
    high: float
    said: Annotated[str, Meta(description="the same in words")]


class Columns(Struct, frozen=True):
    """How often which values came: columns of equal width from the least value on."""

    least: float
    most: float
    width: float
    counts: list[int]
    said: Annotated[str, Meta(description="the same in words")]


class Grid(Struct, frozen=True):
    """Each against each, row against column; null where they never met."""

    names: list[str]
    cells: list[list[float | None]]
    fair: Annotated[float, Meta(description="what a row would win if all were equally good")] = 0.5


class Spot(Struct, frozen=True):
    """What came of one pair of values."""

    said: str
    reach: Annotated[str, Meta(description="its 95 % interval, where one can be given")]
    tint: Annotated[float, Meta(description="0 at the least of the map, 1 at the most")]


class Heat(Struct, frozen=True):
    """What came of two numbers that were varied: the first by row, the second by column."""

    down: str
    across: str
    rows: list[str]
    columns: list[str]
    spots: list[list[Spot]]


class Figure(Struct, frozen=True, kw_only=True):
    """A question, its answer, what shows it, and what must be kept in mind."""

    question: str
    answer: str
    caveat: str
    bars: list[Bar] = []
    mark: Annotated[float | None, Meta(description="a fair share, on the bars")] = None
    columns: Columns | None = None
    grid: Grid | None = None
    heat: Heat | None = None
    lines: list[str] = []


class Report(Struct, frozen=True):
    """All of it, with what was played and the command that plays it again."""

    title: str
    verdict: str
    figures: list[Figure]
    facts: list[tuple[str, str]]
    again: str


def bars(shares: Iterable[tuple[str, Share]]) -> list[Bar]:
    """Shares as bars."""
    found = []
    for name, share in shares:
        low, high = share.interval or (share.rate, share.rate)
        found.append(Bar(name, share.rate, low, high, str(share)))
    return found


def columns(spread: Spread) -> Columns:
    """A histogram from the least to the largest value; of whole numbers, each column holds as many."""
    least, most = spread.counts[0][0], spread.largest
    width = max(1, -(-(int(most - least) + 1) // COLUMNS))
    counts = [0] * (int((most - least) / width) + 1)
    for value, count in spread.counts:
        counts[int((value - least) / width)] += count
    said = f"from {least:g} to {most:g}, half of them up to {spread.at(0.5):g}"
    return Columns(float(least), float(most), float(width), counts, said)


def half_of(spread: Spread) -> str:
    """A histogram in a sentence."""
    half, low, high = (spread.at(part) for part in (0.5, 0.05, 0.95))
    if low == high:
        return f"At least nine of ten matches have {half:g}."
    return f"Half of the matches have at most {half:g}, nine of ten {low:g} to {high:g}."


def asked(name: str, seats: int, which: str = "how many") -> str:
    """A measure of a game as a question."""
    told = measure_name(name, seats)
    return f"{told[0].upper()}{told[1:]}: {which}?"


def measure_name(name: str, seats: int) -> str:
    """What a measure is called, as people say it: `class_0` is the class of the first seat."""
    stem, _, seat = name.rpartition("_")
    if stem and seat.isdecimal() and int(seat) < seats:
        return f"{stem.replace('_', ' ')} of the {seat_name(int(seat)).lower()}"
    return name.replace("_", " ")


def seat_name(seat: int) -> str:
    """A seat as people count."""
    return f"{ORDINALS[seat] if seat < len(ORDINALS) else f'{seat + 1}th'} seat"


def figure_name(name: str) -> str:
    """What a figure is called, as people say it: the seats have numbers from 0 only for programs."""
    head, found, seat = name.rpartition(" seat ")
    if found and seat.isdecimal():
        return f"{head} the {seat_name(int(seat)).lower()}"
    return name.replace("_", " ")


def spelled(options: Iterable[tuple[str, object]]) -> str:
    """House rules in a line."""
    return ", ".join(f"{name} = {value}" for name, value in options) or "none"


def house_rules(options: Mapping[str, object]) -> list[str]:
    """House rules as words of a command."""
    preset = options.get("preset")
    chosen = [] if preset is None else ["--preset", str(preset)]
    for name, value in options.items():
        if name != "preset":
            chosen += ["-o", f"{name}={json.dumps(value)}"]
    return chosen
