"""Simulation: many matches between bots, in parallel, one seed each, so the split never matters.

A match's seed is mixed from the plan's and its number: plans with neighbouring seeds share no match.
"""

from __future__ import annotations

import io
import os
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from innkeeper.bots import make_bot
from innkeeper.engine.action import Action
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError, InvalidOptions, fault
from innkeeper.engine.events import Log
from innkeeper.engine.frame import State, fingerprint
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.onlooker import Onlooker
from innkeeper.engine.playout import play, playout
from innkeeper.lab.workers import spread

Row = dict[str, Any]
ENDLESS = 1_000_000  # decisions: more than any match has


@dataclass(frozen=True)
class Plan:
    """What is to be simulated. `players` names a bot per seat; `rotate` moves them on with each match.

    The first `opening` decisions of every match are taken at random.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object]
    seed: int = 1
    rotate: bool = False
    content: Content | None = None
    opening: int = 0

    def checked(self) -> Plan:
        """Refuse a bad plan before any work is done."""
        game = get_game(self.game)
        game.check_seats(len(self.players))
        for name in self.players:
            make_bot(game, name)
        game.options.resolve(self.options, game.book_of(self.content or game.content))
        if not 0 <= self.seed < 2**61:
            raise InvalidOptions(f"a simulation's seed is a number from 0 to 2**61 - 1, not {self.seed}")
        return self


def play_batch(plan: Plan, first: int, count: int) -> list[Row]:
    """Some matches of a plan; runs in a worker process."""
    game = get_game(plan.game)
    book = game.book_of(plan.content or game.content)
    options = game.options.resolve(plan.options, book)
    rows: list[Row] = []
    for number in range(first, first + count):
        names = turned(plan.players, number if plan.rotate else 0)
        try:
            row = play_one(game, book, options, names, match_seed(plan.seed, number), plan.opening)
            rows.append({"match": number, **row})
        except InnkeeperError:
            raise
        except Exception as wrong:
            raise fault(f"{game.title}, or one of its bots, in match {number}", wrong) from wrong
    return rows


def play_one(
    game: Game,
    book: Any,
    options: Any,
    names: Sequence[str],
    seed: int,
    opening: int = 0,
    onlooker: Onlooker | None = None,
) -> Row:
    """One match between bots: who won, how it ended, how long it was, and what the game notes of it."""
    match = Underway(game, book, options, names, seed, opening, None if onlooker is None else onlooker.log)
    if onlooker is None:
        match.go_on()
    else:
        match.go_on_watched(onlooker)
    return match.row()


class Underway:
    """A match between bots that is being played."""

    def __init__(
        self,
        game: Game,
        book: Any,
        options: Any,
        names: Sequence[str],
        seed: int,
        opening: int = 0,
        log: Log | None = None,
    ) -> None:
        self.game, self.names, self.seed = game, names, seed
        self.state = game.start(book, options, len(names), FastChance(2 * seed), log)
        self.state.settle()
        self.policies = [make_bot(game, name) for name in names]
        self.course = Course(names, self.state)
        self._whims = FastChance(2 * seed + 1)
        self.decisions = playout(self.state, self._whims, opening)
        self.course.pass_by(self.state)

    def go_on(self, limit: int = ENDLESS) -> None:
        """Play so many decisions, or to the end."""
        self.decisions += play(self.state, self.policies, self._whims, limit, self.course.actions)

    def go_on_watched(self, onlooker: Onlooker) -> None:
        """Play to the end while somebody looks on."""
        self.decisions += onlooker.play(self.state, self.policies, self._whims, self.course.actions)

    def again(self, seed: int) -> Underway:
        """The same match from here on, with other dice and other whims."""
        other = copy(self)
        other.state = self.state.copy()
        other.state.chance = FastChance(2 * seed)
        other.course = self.course.copy()
        other._whims = FastChance(2 * seed + 1)
        return other

    def row(self) -> Row:
        """What came of it."""
        outcome = self.state.outcome
        if outcome is None:
            raise RuntimeError(f"a match of {self.game.id} (seed {self.seed}) did not end")
        self.course.pass_by(self.state)
        return {
            "seed": self.seed,
            "course": self.course.digest(),
            "players": list(self.names),
            "winners": list(outcome.winners),
            "draw": outcome.draw,
            "places": list(outcome.places),
            "reason": outcome.reason,
            "decisions": self.decisions,
            **self.game.measures(self.state),
        }


def turned(players: Sequence[str], shift: int) -> list[str]:
    """The players, moved on by so many seats."""
    return [players[(seat + shift) % len(players)] for seat in range(len(players))]


def match_seed(seed: int, number: int) -> int:
    """The seed of one match of a plan, a number below 2**61."""
    mixed = blake2b(array("q", [seed, number]).tobytes(), digest_size=8).digest()
    return int.from_bytes(mixed, "little") >> 3


class Course:
    """What makes two matches the same: who played, from which position through which to which, and how."""

    def __init__(self, names: Sequence[str], opening: State) -> None:
        self.actions: list[Action] = []
        self._parts = [*names]
        self.pass_by(opening)

    def pass_by(self, position: State) -> None:
        """Note a position on the way."""
        self._parts.append(fingerprint(position))

    def since(self, seen: int) -> list[str]:
        """What was done after so many actions."""
        return [action.id for action in self.actions[seen:]]

    def copy(self) -> Course:
        """The same way so far, to go on from."""
        new = copy(self)
        new.actions, new._parts = self.actions[:], self._parts[:]
        return new

    def digest(self) -> str:
        """Equal for equal matches."""
        parts = [*self._parts, *(action.id for action in self.actions)]
        return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def simulate(
    plan: Plan, games: int, jobs: int = -1, progress: Callable[[int], None] = lambda done: None
) -> list[Row]:
    """Play `games` matches on `jobs` processes (-1: all cores) and return a row for each, in order."""
    plan = plan.checked()
    rows: list[Row] = []
    for batch in _batches(plan, games, jobs):
        rows += batch
        progress(len(batch))
    return rows


def _batches(plan: Plan, games: int, jobs: int) -> Iterator[list[Row]]:
    """Batches of about a second each: the first match says how many that is."""
    started = time.perf_counter()
    yield play_batch(plan, 0, min(1, games))
    spent = max(time.perf_counter() - started, 1e-6)
    size = max(1, min(2000, int(1 / spent), -(-games // 8)))
    firsts = range(1, games, size)
    if jobs == 1 or len(firsts) < 2:
        for first in firsts:
            yield play_batch(plan, first, min(size, games - first))
        return
    yield from spread(play_batch, ((plan, first, min(size, games - first)) for first in firsts), jobs)


def check_parquet(path: str) -> None:
    """Refuse before the work is done what could not be written after it."""
    if find_spec("pyarrow") is None:
        raise InvalidOptions("writing Parquet needs pyarrow: pip install 'innkeeper[lab]'")
    check_writable(Path(path))


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written."""
    folder = path.absolute().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InvalidOptions(f"{path} cannot be written: {folder} is no folder that can be written to")


def write_parquet(rows: Sequence[Row], path: str) -> None:
    """The rows as a Parquet file."""
    import pyarrow
    import pyarrow.parquet

    file = io.BytesIO()  # written by ourselves: the library does not always say that a disk is full
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), file)
    try:
        Path(path).write_bytes(file.getvalue())
    except OSError as wrong:
        raise InvalidOptions(f"{path} cannot be written: {os.strerror(wrong.errno or 0)}") from None
