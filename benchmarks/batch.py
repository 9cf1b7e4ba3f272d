"""What learners get in a second: the compiled batch beside the dictionaries of views, for every game.

`python -m benchmarks.batch [--seconds 1] [--rounds 5] [--sizes 64,1024]` plays at random, in one process and
one thread. Every round measures everything once, so that other load on the machine hits all alike; what
counts is CPU time, and the best of the rounds. A decision is an answer that a match waited for.

playouts: nothing but the rules, inside the kernel. view: from Python, the view of the seat that is asked, its
list of answers, the step. batch N: in one call for N matches the row of numbers and the mask of codes, any
allowed code, the step, and the next match in place of one that is over. kB: what a match takes in memory.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from innkeeper import FastChance, State, get_game, playout, view
from innkeeper.engine.batch import Matches
from innkeeper.engine.game import Game
from innkeeper.envs.batch import make_matches
from innkeeper.testing.builds import build

TABLES = [
    ("magicduel", 2),
    ("echo", 2),
    ("mazerunner", 2),
    ("adventurer", 2),
    ("micah", 2),
    ("mazerunner", 4),
    ("micah", 6),
]
MEASURED = 1024  # matches whose memory is looked at

Work = Callable[[], int]  # some decisions, and how many they were


def openings(game: Game, seats: int, options: dict[str, object]) -> Iterator[tuple[State, FastChance]]:
    """One match after the other at a table, and somebody's whims."""
    book = game.book_of(game.content)
    chosen = game.options.resolve(options, book)
    for seed in count():
        s = game.start(book, chosen, seats, FastChance(2 * seed), None)
        s.settle()
        yield s, FastChance(2 * seed + 1)


def played(game: Game, seats: int, options: dict[str, object]) -> Work:
    """Whole matches by the rules alone."""
    matches = openings(game, seats, options)
    return lambda: playout(*next(matches))


def viewed(game: Game, seats: int, options: dict[str, object]) -> Work:
    """Whole matches with a view for every decision."""
    matches = openings(game, seats, options)

    def work() -> int:
        decisions = 0
        s, whims = next(matches)
        while not s.over:
            seat = s.decider()
            view(s, seat)
            legal = s.actions(seat)
            s.act(seat, legal[whims.below(len(legal))])
            decisions += 1
        return decisions

    return work


def batched(game: Game, seats: int, options: dict[str, object], size: int) -> Work:
    """Steps of a batch."""
    matches = make_matches(game, seats, options, size, seed=1)

    def work() -> int:
        before = matches.decisions
        matches.step(matches.sample())
        return matches.decisions - before

    return work


def rate(work: Work, seconds: float) -> float:
    """Decisions a second of CPU time."""
    done, began = 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        done += work()
    return done / taken


def resident() -> int:
    """Bytes that this process holds in memory; 0 where nobody tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def memory(game: Game, seats: int, options: dict[str, object], kept: list[Matches]) -> float:
    """Kilobytes of a match in a batch, its rows included. What is `kept` leaves no room to be used again."""
    before = resident()
    kept.append(make_matches(game, seats, options, MEASURED, seed=2))
    return (resident() - before) / MEASURED / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the batch for learners beside views.")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of one measurement")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of which the best counts")
    parser.add_argument("--sizes", default="64,1024", help="matches of a batch")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    jobs: list[list[Work]] = []
    about: list[str] = []
    sizes_of: list[float] = []
    kept: list[Matches] = []
    for id, seats in TABLES:
        game = get_game(id)
        options: dict[str, object] = {"preset": game.recommended}
        eyes = game.eyes_of(seats, options)
        about.append(f"{id} | {seats} | {eyes.width} | {eyes.codes}")
        sizes_of.append(memory(game, seats, options, kept))
        batches = [batched(game, seats, options, size) for size in sizes]
        jobs.append([played(game, seats, options), viewed(game, seats, options), *batches])
    best = [[0.0] * (2 + len(sizes)) for _ in jobs]
    for _ in range(arguments.rounds):
        for row, works in enumerate(jobs):
            for column, work in enumerate(works):
                best[row][column] = max(best[row][column], rate(work, arguments.seconds))
    print(f"Python {platform.python_version()}, {build()} build, thousands of decisions a second\n")
    heads = ["game", "seats", "columns", "codes", "playouts", "view", *[f"batch {n}" for n in sizes]]
    print(f"| {' | '.join(heads)} | × view | kB |")
    print("|---|" + "--:|" * (len(heads) + 1))
    for told, rates, size in zip(about, best, sizes_of):
        figures = " | ".join(f"{one / 1000:,.0f}" for one in rates)
        print(f"| {told} | {figures} | {max(rates[2:]) / rates[1]:.1f} | {size:.1f} |")


if __name__ == "__main__":
    main()
