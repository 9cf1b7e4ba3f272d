"""Simulation: many matches between bots, in parallel, one seed each, so the split never matters."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from innkeeper.bots import make_bot
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidOptions
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.playout import play

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What is to be simulated. `players` names a bot per seat; `rotate` moves them on with each match."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object]
    seed: int = 1
    rotate: bool = False
    content: Content | None = None

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
    seats = len(plan.players)
    return [_play_one(game, book, options, plan, seats, number) for number in range(first, first + count)]


def _play_one(game: Game, book: Any, options: Any, plan: Plan, seats: int, number: int) -> Row:
    seed = plan.seed + number
    shift = number % seats if plan.rotate else 0
    names = [plan.players[(seat + shift) % seats] for seat in range(seats)]
    state = game.start(book, options, seats, FastChance(2 * seed), None)
    state.settle()
    decisions = play(state, [make_bot(game, name) for name in names], FastChance(2 * seed + 1))
    outcome = state.outcome
    if outcome is None:
        raise RuntimeError(f"match {number} of {game.id} (seed {seed}) did not end")
    return {
        "match": number,
        "seed": seed,
        "players": names,
        "winners": list(outcome.winners),
        "draw": outcome.draw,
        "places": list(outcome.places),
        "reason": outcome.reason,
        "decisions": decisions,
        **game.measures(state),
    }


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
    from joblib import Parallel, delayed

    work = (delayed(play_batch)(plan, first, min(size, games - first)) for first in firsts)
    yield from Parallel(n_jobs=jobs, return_as="generator")(work)


def write_parquet(rows: Sequence[Row], path: str) -> None:
    """The rows as a Parquet file."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise InvalidOptions("writing Parquet needs pyarrow: pip install 'innkeeper[lab]'") from None
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
