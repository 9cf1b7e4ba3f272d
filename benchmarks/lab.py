"""What the lab costs: watching a match, and getting a verdict on an edited card. `make bench-lab`.

Watching: the same matches are played with nobody looking on and with somebody, one after the other on one
core, and the time of the processor is measured, so that a busy machine does not show.

Edit to verdict: one number on a card of each game is edited in a folder, and `innkeeper compare - FOLDER` is
run as a designer would, with Regulars and all that is usual: once on one core, of which the time of the
processor is told, and once on two, of which the time on the clock is, and that of both processors.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from innkeeper.engine.game import Game, all_games
from innkeeper.engine.levels import REGULAR
from innkeeper.lab.study import Study, play_rows, watch_batch
from innkeeper.lab.sweep import with_value


def study_of(game: Game) -> Study:
    """The table at which `innkeeper study` looks at a game."""
    seats = game.contest.seats or max(2, game.seats.start)
    rules = {**game.contest.options, "preset": game.recommended}
    return Study(game.id, seats, rules, openings=(game.contest.opening,))


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def watching(game: Game, player: str, budget: float) -> tuple[float, float]:
    """Seconds for a match that nobody watches, and for one that is watched."""
    study = study_of(game).checked([player])
    one = seconds(lambda: play_rows(study, player, 0, 2)) / 2
    count = max(2, int(budget / 6 / one))
    plain = watched = 0.0
    for first in range(0, 3 * count, count):
        plain += seconds(lambda first=first: play_rows(study, player, first, count))  # type: ignore[misc]
        watched += seconds(lambda first=first: watch_batch(study, player, first, count))  # type: ignore[misc]
    return plain / 3 / count, watched / 3 / count


EDITS: dict[str, tuple[str, object]] = {
    "adventurer": ("bard.cost", 2),
    "echo": ("seer.strength", 1),
    "magicduel": ("pierce.effects.0.amount", 6),
    "mazerunner": ("dust-bunny.health", 3),
    "micah": ("goblin-king.strike", "1d12-1"),
}


def compared(folder: Path, jobs: int) -> tuple[dict[str, Any], float, float]:
    """What a comparison says, and how long it took: on the clock, and on the processor if it had one only."""
    words = [sys.executable, "-m", "innkeeper", "compare", "-", str(folder), "-j", str(jobs), "--json"]
    before, began = os.times(), time.perf_counter()
    told = subprocess.run(words, capture_output=True, check=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return json.loads(told.stdout), time.perf_counter() - began, spent


def verdict(game: Game, both: bool) -> None:
    """One edit of a game, to its verdict."""
    name, value = EDITS[game.id]
    edited = with_value(game.content, name, value)
    with tempfile.TemporaryDirectory() as folder:
        for file, text in edited.files.items():
            if text != game.content.files[file]:
                Path(folder, file).write_text(text)
        told, _, spent = compared(Path(folder), 1)
        two = "–"
        if both:
            _, clock, spent_by_two = compared(Path(folder), 2)
            two = f"{clock:.1f} s ({spent_by_two:.1f} s)"
    small = ", within ±2 %" if told["within_margin"] else ""
    print(
        f"| {game.title} | {name} = {value} | {told['verdict']}{small} | {told['pairs']:,} "
        f"| {100 * told['affected'] / max(told['matches'] // 2, 1):.0f} % | {spent:.1f} s | {two} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="for watching, for each game and player")
    parser.add_argument("--one", action="store_true", help="verdicts on one core only")
    given = parser.parse_args()
    watched_table(given.seconds)
    print("\n| game | edit | verdict | pairs | affected | one core | two cores, clock (processors) |")
    print("|---|---|---|--:|--:|--:|--:|")
    for game in all_games()[0]:
        if game.id in EDITS:
            verdict(game, not given.one)


def watched_table(budget: float) -> None:
    """Every game, with players that answer at random and with Regulars."""
    if not budget:
        return
    print("| game | players | a match | watched | times |\n|---|---|--:|--:|--:|")
    for game in all_games()[0]:
        for player in ("random", REGULAR):
            plain, watched = watching(game, player, budget)
            print(
                f"| {game.title} | {player} | {1000 * plain:.2f} ms | {1000 * watched:.2f} ms "
                f"| {watched / plain:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
