"""What the lab costs: a watched match beside one that nobody watches, game by game. `make bench-lab`.

Both play the same matches one after the other on one core, and the time of the processor is measured, so that
a busy machine does not show.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from innkeeper.engine.game import Game, all_games
from innkeeper.engine.levels import REGULAR
from innkeeper.lab.study import Study, play_rows, watch_batch


def study_of(game: Game) -> Study:
    """The table at which `innkeeper study` looks at a game."""
    seats = game.contest.seats or max(2, game.seats.start)
    rules = {**game.contest.options, "preset": game.recommended}
    return Study(game.id, seats, rules, opening=game.contest.opening)


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each game and player")
    budget = parser.parse_args().seconds
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
