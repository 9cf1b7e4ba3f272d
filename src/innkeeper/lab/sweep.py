"""Sweeps: numbers of a game are varied, and what comes of it is drawn; or searched for what is wanted.

A *parameter* is a house rule or a number on a card. A *point* is a choice of values for all of them. Every
point is played with the same dice by the same players: points differ by what was varied and little else.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidOptions
from innkeeper.engine.positions import Path, at, leaves, lines_of
from innkeeper.engine.words import did_you_mean
from innkeeper.lab.compare import LENGTH, SHARES, figures, is_share, main_figures
from innkeeper.lab.evidence import normal
from innkeeper.lab.simulate import Row
from innkeeper.lab.study import Study, play_rows
from innkeeper.lab.summary import Courses, Share
from innkeeper.lab.workers import spread

MOST_VALUES = 1000  # of a parameter
BATCH = 100  # matches

Point = tuple[object, ...]


@dataclass(frozen=True)
class Parameter:
    """A house rule, or `card.field`, and the values that it takes."""

    name: str
    values: tuple[object, ...]

    @property
    def on_card(self) -> bool:
        return "." in self.name


def read_parameter(text: str) -> Parameter:
    """`heal_limit=1..5`, `storm=0..20..5`, `first_moves=1,2,4` or `goblin-king.defense=10..14`."""
    name, found, values = text.partition("=")
    if not found or not name or not values:
        raise InvalidOptions(
            f"--vary {text!r} is not NAME=VALUES, such as heal_limit=1..5 or heal_limit=1,2,4"
        )
    return Parameter(name, read_values(values, f"--vary {text!r}"))


def read_values(text: str, asked: str) -> tuple[object, ...]:
    """A range, in steps of 1 or more (`0..20..5`), or a list (`1,2,4`), as it was asked for."""
    steps = re.fullmatch(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?", text)
    if steps is None:
        read = tuple(_value(one.strip()) for one in text.split(","))
    else:
        first, last, by = int(steps[1]), int(steps[2]), int(steps[3] or 1)
        if last < first or not by or (last - first) // by >= MOST_VALUES:
            raise InvalidOptions(f"{asked}: a range goes up, in at most {MOST_VALUES} steps of 1 or more")
        read = tuple(range(first, last + 1, by))
    if len(set(map(str, read))) < len(read):
        raise InvalidOptions(f"{asked} names a value twice")
    return read


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def with_value(content: Content, name: str, value: object) -> Content:
    """Cards with one value changed, and nothing else: `goblin-king.defense`, `pierce.effects.0.amount`."""
    card, _, field = name.partition(".")
    steps = tuple(int(step) if step.isdigit() else step for step in field.split("."))
    for file, text in content.files.items():
        for table, entries in content.tables(file).items():
            if isinstance(entries, dict) and card in entries:
                if at(entries[card], steps) is None:
                    known = [
                        str(key) for key, inside in entries[card].items() if isinstance(inside, int | str)
                    ]
                    raise InvalidOptions(
                        f"{file}: {table}.{card} has no {field}; there are {', '.join(known)}"
                        f"{did_you_mean(field, known)}"
                    )
                return content.edited({file: _changed(file, text, (table, card, *steps), value)})
    ids = [id for file in content.files for table in content.tables(file).values() for id in _ids(table)]
    raise InvalidOptions(f"no card is called {card!r}{did_you_mean(card, ids)}")


def _ids(table: object) -> list[str]:
    return list(table) if isinstance(table, dict) else []


def _changed(file: str, text: str, path: Path, value: object) -> str:
    """A file with one value changed, in its line; whatever else that would change is refused."""
    before = dict(leaves(Content.of({file: text}).tables(file)))
    line = lines_of(file, text)[path] - 1
    lines = text.split("\n")
    written = rf'((?:^|[\s{{,."]){re.escape(str(path[-1]))}"?\s*[=:]\s*)("[^"]*"|[^\s,}}#]+)'
    lines[line] = re.sub(written, lambda found: found[1] + json.dumps(value), lines[line], count=1)
    edited = "\n".join(lines)
    after = dict(leaves(Content.of({file: edited}).tables(file)))
    if after != {**before, path: value}:
        raise InvalidOptions(
            f"{file}: {'.'.join(map(str, path))} cannot be varied: write it on a line of its own"
        )
    return edited


@dataclass(frozen=True)
class Sweep:
    """What is varied, at which table, and who plays."""

    study: Study
    parameters: tuple[Parameter, ...]
    player: str

    def checked(self) -> Sweep:
        """Refuse a bad sweep before any work is done."""
        names = [one.name for one in self.parameters]
        if len(set(names)) < len(names):
            raise InvalidOptions("--vary names one thing twice")
        for place, parameter in enumerate(self.parameters):
            for value in parameter.values:
                others = tuple(one.values[0] for one in self.parameters)
                self.at((*others[:place], value, *others[place + 1 :])).checked([self.player])
        return self

    @property
    def points(self) -> list[Point]:
        """Every choice of values."""
        return list(product(*(one.values for one in self.parameters)))

    def at(self, point: Point) -> Study:
        """The table at a point."""
        game, _ = self.study.table
        content, rules = self.study.content or game.content, dict(self.study.options)
        for parameter, value in zip(self.parameters, point, strict=True):
            if parameter.on_card:
                content = with_value(content, parameter.name, value)
            else:
                rules[parameter.name] = value
        return replace(self.study, content=content, options=rules)

    def told(self, point: Point) -> str:
        """A point in words."""
        pairs = zip(self.parameters, point, strict=True)
        return ", ".join(f"{parameter.name} = {value}" for parameter, value in pairs)


@dataclass(frozen=True)
class Reading:
    """What a figure was at a point, with a 95 % interval, if one can be given."""

    value: float
    interval: tuple[float, float] | None
    share: bool

    def __str__(self) -> str:
        times, unit = (100, " %") if self.share else (1, "")
        digits = 1 if self.share or abs(self.value) < 100 else 0
        text = f"{times * self.value:.{digits}f}{unit}"
        if self.interval is None:
            return text
        low, high = self.interval
        return f"{text} [{times * low:.{digits}f}, {times * high:.{digits}f}]"


class Readings:
    """All figures of the matches at one point. It adds up."""

    def __init__(self) -> None:
        self.matches = 0
        self._courses = Courses()
        self._counts: Counter[str] = Counter()
        self._sums: dict[str, float] = {}
        self._squares: dict[str, float] = {}

    def take(self, row: Row) -> None:
        """One more match."""
        self.matches += 1
        self._courses.take(row["course"])
        for name, value in figures(row).items():
            self._counts[name] += 1
            self._sums[name] = self._sums.get(name, 0.0) + value
            self._squares[name] = self._squares.get(name, 0.0) + value * value

    @property
    def names(self) -> list[str]:
        return list(self._sums)

    def of(self, name: str) -> Reading:
        """One figure: an ending that did not come is 0, a deck counts where somebody had it."""
        count = self._counts[name] if name.startswith(SHARES) else self.matches
        mean = self._sums.get(name, 0.0) / max(count, 1)
        distinct = self._courses.distinct(self.matches)
        worth = distinct / self.matches if distinct > 1 else 0.0
        if is_share(name):
            return Reading(mean, Share(round(mean * count), count, worth).interval, True)
        if not worth:
            return Reading(mean, None, False)
        scatter = max(0.0, self._squares.get(name, 0.0) / count - mean * mean)
        half = normal() * math.sqrt(scatter / (count * worth))
        return Reading(mean, (mean - half, mean + half), False)


Swept = dict[Point, Readings]


def play_points(
    sweep: Sweep,
    points: Sequence[Point],
    matches: int,
    jobs: int = -1,
    progress: Callable[[int], None] = lambda done: None,
) -> Swept:
    """Play so many matches at each of these points, on so many processes."""
    found: Swept = {point: Readings() for point in points}
    work = [
        (sweep.at(point), sweep.player, first, min(BATCH, matches - first))
        for point in points
        for first in range(0, matches, BATCH)
    ]
    where = [point for point in points for _ in range(0, matches, BATCH)]
    done: Iterator[list[Row]]
    done = (play_rows(*one) for one in work) if jobs == 1 else spread(play_rows, work, jobs)
    for point, rows in zip(where, done, strict=True):
        for row in rows:
            found[point].take(row)
        progress(len(rows))
    return found


def told_figures(swept: Swept, seats: int) -> list[str]:
    """The figures that are shown: who wins, how it ends, how long it takes."""
    names = list(dict.fromkeys(name for readings in swept.values() for name in readings.names))
    return main_figures(names, seats)


SHORT = {"length": LENGTH, "first seat": f"{SHARES}seat 0"}


def find_figure(text: str, swept: Swept) -> str:
    """A figure by its name, or by what people call it: `first seat`, `length`, `deck Goose Company`."""
    names = dict.fromkeys(name for readings in swept.values() for name in readings.names)
    for known in (text, SHORT.get(text, ""), f"{SHARES}{text}", f"ended by {text}"):
        if known in names:
            return known
    short = [*SHORT, *(name.removeprefix(SHARES) for name in names)]
    raise InvalidOptions(
        f"nothing is called {text!r}; there are {', '.join(short)}{did_you_mean(text, short)}"
    )
