"""Breeds the habits of a quick player by letting many play, and writes `bred.py` into the game's folder.

`python -m tools.breed GAME [--rounds N] [--matches N] [--seed S] [--jobs N]` begins with the habits that are
there. In every round some players with habits a little different sit at the same tables, with the same dice
and the same rivals: in turn the best so far, and the game's best script that was not bred. The mean of the
better third moves the best so far, and habits in which the better third agree are varied less from then on
(the cross-entropy method).

What is written are the last habits. Whether they are stronger says the arena, with deals that nobody was bred
on.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.playout import Policy, play
from innkeeper.lab.arena import in_turn, line_ups, mixed, points_of

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = 30  # of a round
BETTER = 10  # of these
WIDE = 0.35  # how far habits are varied at first, as a part of their size
NARROW = 0.04  # and at least
SMALL = 8  # a habit of less is varied as if it were that large
CALM = 0.5  # how much a round changes what was found before

Habits = dict[str, int]


class Breed(NamedTuple):
    """A player by its habits, and at which table it is bred."""

    seats: int
    script: str
    habits: Any  # those that are there
    player: Callable[[Any], Policy]
    names: Sequence[str]


def breed_of(game: str) -> Breed:
    """What is bred for a game."""
    if game == "mazerunner":
        from innkeeper.games.mazerunner import habits as maze
        from innkeeper.games.mazerunner.strategy import Pathfinder

        return Breed(4, "merchant", maze.bred(), Pathfinder, maze.NAMES)
    sys.exit(f"nobody of {game!r} is bred; there is mazerunner")


def player_with(breed: Breed, habits: Mapping[str, int]) -> Policy:
    made = type(breed.habits)()
    for name, value in habits.items():
        setattr(made, name, value)
    return breed.player(made)


def won(task: tuple[str, Habits, Habits, int, int]) -> float:
    """The share of the points that a player gets against rivals alike: the best so far, or the script."""
    name, habits, best, seed, matches = task
    game, breed = innkeeper.get_game(name), breed_of(name)
    book = game.book_of(game.content)
    dealt = line_ups(game, book, ())
    mine, rival = player_with(breed, habits), player_with(breed, best)
    script = game.bots[breed.script]()
    total = 0.0
    for number in range(matches):
        deal, seat = divmod(number, breed.seats)
        options = {"preset": game.recommended, **in_turn(dealt, deal, seed)}
        dice = FastChance(mixed(seed, deal))
        state = game.start(book, game.options.resolve(options, book), breed.seats, dice, None)
        state.settle()
        others = script if deal % 2 else rival
        players = [mine if place == seat else others for place in range(breed.seats)]
        play(state, players, FastChance(mixed(seed, number, "whims")))
        assert state.outcome is not None
        total += points_of(state.outcome, breed.seats, False)[seat]
    return total / matches


def varied(best: Mapping[str, float], spread: Mapping[str, float], chance: random.Random) -> Habits:
    """Habits a little different; what is more than nothing stays so."""
    tried = {name: round(value + spread[name] * chance.gauss(0, 1)) for name, value in best.items()}
    return {name: max(1, value) if best[name] >= 1 else value for name, value in tried.items()}


def breed(game: str, rounds: int, matches: int, seed: int, jobs: int) -> Iterator[Habits]:
    """Round after round, the best so far; what those of before got is printed."""
    of = breed_of(game)
    chance = random.Random(seed)
    best = {name: float(getattr(of.habits, name)) for name in of.names}
    spread = {name: WIDE * max(SMALL, abs(value)) for name, value in best.items()}
    with ProcessPoolExecutor(jobs) as pool:
        for number in range(rounds):
            middle = {name: round(value) for name, value in best.items()}
            tried = [middle, *(varied(best, spread, chance) for _ in range(PLAYERS))]
            tasks = [(game, habits, middle, mixed(seed, number), matches) for habits in tried]
            shares = list(pool.map(won, tasks))
            order = sorted(range(len(tried)), key=lambda place: -shares[place])[:BETTER]
            for name in of.names:
                values = [tried[place][name] for place in order]
                mean = sum(values) / BETTER
                wide = math.sqrt(sum((value - mean) ** 2 for value in values) / BETTER)
                best[name] += CALM * (mean - best[name])
                least = NARROW * max(SMALL, abs(best[name]))
                spread[name] = max(least, spread[name] + CALM * (wide - spread[name]))
            better = sum(shares[place] for place in order) / BETTER
            said = f"{100 * shares[0]:.1f} %, the better third {100 * better:.1f} %"
            print(f"round {number + 1}: {said}", flush=True)
            yield {name: round(value) for name, value in best.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Breed the habits of a game's quick player.")
    parser.add_argument("game")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--matches", type=int, default=1600, help="of each player in a round (default 1600)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="another file than bred.py in the game's folder")
    asked = parser.parse_args()
    path = asked.out or ROOT / "src" / "innkeeper" / "games" / asked.game / "bred.py"
    for found in breed(asked.game, asked.rounds, asked.matches, asked.seed, asked.jobs):
        path.write_text(
            page(f"{asked.game} --rounds {asked.rounds} --matches {asked.matches}", found), encoding="utf-8"
        )
    print(f"written to {path}")


def page(command: str, habits: Habits) -> str:
    """The file of some habits."""
    lines = [
        f'"""Habits that were bred by `python -m tools.breed {command}`."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        "BRED: Final[dict[str, int]] = {",
        *(f'    "{name}": {value},' for name, value in habits.items()),
        "}",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
