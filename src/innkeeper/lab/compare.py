"""Two ways to play a game, with the same dice: does a changed number matter, and to whom?

A *pair* is one deal played both ways: same seed, same players in the same seats, the same decks or whatever
else the game takes in turn. Where players differ, it is played once with each of them in every seat. What a
pair says of a figure is one value, the difference; pairs are counted, never matches. A pair that has been
played before is a copy and counts once. Where both ways part, what is left is played more than once
(`parting`); the first pairs say how often that is worth while.

Where some decks hold a changed card and others do not, only deals with one of those are played, after a look
at one deal of each of the others has shown that nothing changes there.

All seeds are mixed from the comparison's and the pair's number, and pairs are counted in the order of their
numbers: it comes to the same end on any number of processes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any

from innkeeper.bots import make_bot
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError, InvalidOptions, fault
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.positions import at, leaves
from innkeeper.lab.arena import LARGEST_BATCH, LineUp, in_turn, line_ups
from innkeeper.lab.parting import AT_FIRST, TRIAL, Luck, Parting, play_both, worth_while
from innkeeper.lab.simulate import Row, Underway, match_seed, turned
from innkeeper.lab.verdicts import AMOUNT, SHARE, Verdicts
from innkeeper.lab.workers import spread

STALE = 100  # pairs one after another with nothing new: no more will come
PILOT = 16  # pairs that only say which figures there are
NOT_FIGURES = {"match", "seed", "course", "players", "winners", "draw", "places", "reason"}


@dataclass(frozen=True)
class Side:
    """One of the two ways: cards, house rules, a version of the rules; and what it was called."""

    name: str
    options: Mapping[str, object]
    content: Content
    rules: str


@dataclass(frozen=True)
class Pair:
    """What came of one deal, both ways: of every figure, what it was this way and that way."""

    number: int
    digest: str  # equal for equal pairs
    matches: int
    affected: int  # matches that went another way, or ended in another
    luck: tuple[Luck, ...]  # of each match
    figures: dict[str, tuple[float, float]]


@dataclass(frozen=True)
class Comparison:
    """What is compared, by whom it is played and from which seed."""

    game: str
    sides: tuple[Side, Side]
    players: tuple[str, ...]
    seed: int = 1
    opening: int = 0
    focused: bool = False  # only deals that hold something that has changed
    times: int = AT_FIRST  # that the end of a match is played, where both ways have parted

    def checked(self) -> Comparison:
        """Refuse a bad comparison before any work is done."""
        for side in self.sides:
            game = get_game(self.game, side.rules)
            game.check_seats(len(self.players))
            for name in self.players:
                make_bot(game, name)
            for dealt in self.line_ups:
                game.options.resolve({**side.options, **dealt}, game.book_of(side.content))
        if not 0 <= self.seed < 2**61:
            raise InvalidOptions(f"a comparison's seed is a number from 0 to 2**61 - 1, not {self.seed}")
        return self

    def __getstate__(self) -> dict[str, object]:
        """What goes to another process: not what is found out anew there."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def line_ups(self) -> list[LineUp]:
        """What is taken in turn: where that is known, all that a change can matter to."""
        everything = self.all_line_ups
        return [one for one in everything if self._concerned(one)] if self.focused else everything

    @cached_property
    def all_line_ups(self) -> list[LineUp]:
        """What is taken in turn, as far as neither side has chosen it."""
        game, book = table(self.game, self.sides[0])
        return line_ups(game, book, {*self.sides[0].options, *self.sides[1].options})

    @cached_property
    def others(self) -> list[LineUp]:
        """The line-ups in which nothing has changed."""
        return [one for one in self.all_line_ups if not self._concerned(one)]

    @cached_property
    def changed(self) -> set[str]:
        """The ids of all cards that are not the same both ways, and of the decks that hold them."""
        before, after = (_entries(side.content) for side in self.sides)
        edited = {id for id in {*before, *after} if before.get(id) != after.get(id)}
        return edited | {id for id, entry in after.items() if edited & _mentioned(entry)}

    def _concerned(self, line_up: LineUp) -> bool:
        return any(value in self.changed for value in line_up.values() if isinstance(value, str))

    @property
    def cards_alone(self) -> bool:
        """Is nothing different but cards?"""
        before, after = self.sides
        return before.options == after.options and before.rules == after.rules

    @property
    def titles(self) -> set[str]:
        """What has changed, by id and by name."""
        entries = _entries(self.sides[1].content)
        return self.changed | {str(at(entries.get(id), ("name",))) for id in self.changed}

    def focus(self) -> Comparison:
        """The same, where a change can matter; unless that is everywhere, or it matters elsewhere, too."""
        if not self.cards_alone or not self.others or len(self.others) == len(self.all_line_ups):
            return self
        looked = (self._pair_of(one, place) for place, one in enumerate(self.others))
        return self if any(pair.affected for pair in looked) else replace(self, focused=True)

    @property
    def matches(self) -> int:
        """Of a pair."""
        return 2 * len(self._shifts)

    @cached_property
    def _shifts(self) -> range:
        """Everybody in every seat, where that makes a difference."""
        return range(len(self.players) if len(set(self.players)) > 1 else 1)

    def play(self, number: int) -> Pair:
        """One deal, both ways."""
        return self._pair_of(in_turn(self.line_ups, number, self.seed, "line-up"), number)

    def _pair_of(self, dealt: LineUp, number: int) -> Pair:
        seed = match_seed(self.seed, number)
        return _pair(number, [self._both(dealt, turned(self.players, shift), seed) for shift in self._shifts])

    def _both(self, dealt: LineUp, names: list[str], seed: int) -> Parting:
        tables = [self._table(side, dealt) for side in self.sides]
        try:
            before, after = (Underway(*table, names, seed, self.opening) for table in tables)
            return play_both(before, after, self.times)
        except InnkeeperError:
            raise
        except Exception as wrong:
            title = tables[0][0].title
            raise fault(f"{title}, or one of its bots, in a match with seed {seed}", wrong) from wrong

    def _table(self, side: Side, dealt: LineUp) -> tuple[Game, Any, Any]:
        key = (side is self.sides[1], *dealt.values())
        if key not in self._tables:
            game, book = table(self.game, side)
            self._tables[key] = game, book, game.options.resolve({**side.options, **dealt}, book)
        return self._tables[key]

    @cached_property
    def _tables(self) -> dict[tuple[object, ...], tuple[Game, Any, Any]]:
        return {}


def table(game: str, side: Side) -> tuple[Game, Any]:
    """A game under the rules of a side, and its book."""
    found = get_game(game, side.rules)
    return found, found.book_of(side.content)


def _entries(content: Content) -> dict[str, object]:
    """Every entry of a pack by its id, whichever file and table it is in."""
    tables = [content.tables(file) for file in content.files]
    listed = [table for file in tables for table in file.values() if isinstance(table, dict)]
    return {id: entry for table in listed for id, entry in table.items()}


def _mentioned(entry: object) -> set[str]:
    """The ids that an entry names, as keys or in its lists."""
    return {str(step) for path, value in leaves(entry) for step in (*path, value)}


def _pair(number: int, deals: list[Parting]) -> Pair:
    before, after = [one.before for one in deals], [one.after for one in deals]
    courses = [rows[0]["course"] for rows in (*before, *after)]
    digest = blake2b("".join(courses).encode(), digest_size=8).hexdigest()
    affected = sum(_way(one[0]) != _way(other[0]) for one, other in zip(before, after, strict=True))
    old, new = (means([means([figures(row) for row in rows]) for rows in side]) for side in (before, after))
    found = {
        name: (old.get(name, 0.0), new.get(name, 0.0))
        for name in dict.fromkeys([*old, *new])
        if not name.startswith(SHARES) or (name in old and name in new)
    }
    luck = tuple(one.luck for one in deals)
    return Pair(number, digest, 2 * len(deals), affected, luck, found)


def _way(row: Row) -> list[object]:
    """What a match was like; not from which position, which a house rule may change and nothing else."""
    return [value for name, value in row.items() if name != "course"]


def means(rows: list[dict[str, float]]) -> dict[str, float]:
    """What each figure is on average: an ending that did not come is 0, a deck nobody had says nothing."""
    if len(rows) == 1:
        return rows[0]
    found = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        there = [row[name] for row in rows if name in row]
        found[name] = math.fsum(there) / (len(there) if name.startswith(SHARES) else len(rows))
    return found


SHARES = "wins of "  # of a seat, or of who has something that the game tells of every seat: a deck, a class
ENDED, LENGTH, DRAWS = "ended by ", "decisions", "draws"
IS = ": "  # between a measure in words and what it was


def figures(row: Row) -> dict[str, float]:
    """Everything that is to be known of a match, as numbers."""
    seats = len(row["players"])
    won = [float(seat in row["winners"]) for seat in range(seats)]
    found = {f"{SHARES}seat {seat}": share for seat, share in enumerate(won)}
    found[DRAWS] = float(row["draw"])
    found[f"{ENDED}{row['reason']}"] = 1.0
    of_seats = labels(row)
    for label, values in of_seats.items():
        for value in set(values):
            having = [won[seat] for seat in range(seats) if values[seat] == value]
            if value and len(having) < seats:
                found[f"{SHARES}{label} {value}"] = sum(having) / len(having)
    told = {f"{label}_{seat}" for label in of_seats for seat in range(seats)}
    for name, value in row.items():
        if name not in NOT_FIGURES and name not in told:
            numeric = isinstance(value, (int, float))
            found[name if numeric else f"{name}{IS}{value}"] = float(value) if numeric else 1.0
    return found


def labels(row: Row) -> dict[str, list[str]]:
    """What a game tells of every seat in words: `deck_0`, `deck_1`."""
    seats = range(len(row["players"]))
    stems = [name[:-2] for name, value in row.items() if isinstance(value, str) and name[-2:] == "_0"]
    return {
        stem: [str(row[f"{stem}_{seat}"]) for seat in seats]
        for stem in stems
        if all(f"{stem}_{seat}" in row for seat in seats)
    }


def play_pairs(comparison: Comparison, first: int, count: int) -> tuple[list[Pair], float]:
    """Some pairs and how long they took; runs in a worker process."""
    began = time.perf_counter()
    return [comparison.play(number) for number in range(first, first + count)], time.perf_counter() - began


class Running:
    """A comparison that is being played. What it says is true at any time, also when it is broken off."""

    def __init__(self, comparison: Comparison, most: int, margin: float, every: bool = False) -> None:
        self.comparison = comparison
        self._every = every  # go on until each figure of the verdict is known
        self.margin = margin
        self.pairs = self.copies = self.matches = self.affected = 0
        self.ends = 0  # matches whose end was played more than once
        self.verdicts: Verdicts | None = None
        self._most = -(-most // comparison.matches)
        self._trial: list[Luck] = []
        self._pilot: list[Pair] = []
        self._seen: set[str] = set()
        self._stale = 0
        self._look = 2 * PILOT
        self._given = 0
        self._seconds = 0.01  # for a pair, as far as is known
        self._settled = False

    @property
    def length(self) -> int:
        """The most matches."""
        return self._most * self.comparison.matches

    @property
    def done(self) -> bool:
        return self._settled or self.stale or self.pairs >= self._most

    @property
    def stale(self) -> bool:
        """Have there been copies alone for so long that nothing else will come?"""
        return self._stale >= STALE

    def run(self, jobs: int = -1, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play until it is known, on `jobs` processes (-1: all cores)."""
        self._run(min(TRIAL, self._most), jobs, progress)
        self.comparison = replace(self.comparison, times=worth_while(self._trial))
        self._run(self._most, jobs, progress)

    def _run(self, end: int, jobs: int, progress: Callable[[int], None]) -> None:
        """Play all pairs before this one."""
        here = (play_pairs(*one) for one in self._work(end))
        for pairs, seconds in here if jobs == 1 else spread(play_pairs, self._work(end), jobs):
            self._seconds = max(seconds / len(pairs), 1e-5)
            before = self.matches
            for pair in pairs:
                if not self.done:
                    self._take(pair)
            progress(self.matches - before)

    def _work(self, end: int) -> Iterator[tuple[Comparison, int, int]]:
        """Batches of about a quarter of a second, asked for while others are being played."""
        while self._given < end and not self.done:
            size = min(end - self._given, LARGEST_BATCH, max(1, int(0.25 / self._seconds)))
            first, self._given = self._given, self._given + size
            yield self.comparison, first, size

    def _take(self, pair: Pair) -> None:
        """Count a pair, in the order of their numbers."""
        self.pairs += 1
        self.matches += pair.matches
        if self.pairs <= TRIAL:
            self._trial += pair.luck
        if pair.digest in self._seen:
            self.copies += 1
            self._stale += 1
            return
        self._stale = 0
        self._seen.add(pair.digest)
        self.affected += pair.affected
        self.ends += sum(one.times > 1 for one in pair.luck)
        if self.verdicts is None:
            self._pilot.append(pair)
            if len(self._pilot) == PILOT:
                self._begin()
            return
        self.verdicts.see(pair.figures)
        if self.pairs >= self._look:
            self._look = max(self.pairs + PILOT, int(1.05 * self.pairs))
            self._settled = self.verdicts.settled(self._every)

    def _begin(self) -> None:
        """The first pairs say which figures there are; what is known of them comes from the others alone."""
        names = list(dict.fromkeys(name for pair in self._pilot for name in pair.figures))
        titles = self.comparison.titles if self.comparison.cards_alone else None
        main = main_figures(names, len(self.comparison.players), titles)
        self.verdicts = verdicts_of(names, main, self.margin)


def main_figures(names: Sequence[str], seats: int, titles: Collection[str] | None = None) -> list[str]:
    """What a verdict is about: who wins, how it ends, how long it takes.

    Of those who have something, a deck or a class, only what has changed itself, where that is known.
    """
    chairs = [f"{SHARES}seat {seat}" for seat in range(seats)]
    wins = [name for name in names if name.startswith(SHARES) and name not in chairs]
    if titles is not None:
        wins = [name for name in wins if any(name.endswith(f" {title}") for title in titles)]
    endings = [name for name in names if name.startswith(ENDED)]
    told = [
        *chairs[: 1 if seats == 2 else seats],
        *wins,
        DRAWS,
        *(endings if len(endings) > 1 else []),
        LENGTH,
    ]
    return [name for name in names if name in told]


def verdicts_of(names: Sequence[str], main: Sequence[str], margin: float) -> Verdicts:
    """The evidence about figures, before the first pair."""
    kinds = {name: SHARE if is_share(name) else AMOUNT for name in names}
    return Verdicts(kinds, main, [name for name in names if name.startswith(SHARES)], margin)


def is_share(name: str) -> bool:
    """Is a figure a part of all matches?"""
    return name == DRAWS or name.startswith((SHARES, ENDED)) or IS in name
