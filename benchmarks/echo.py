"""How far Echo's solved play is from an equilibrium, and what that takes, on positions reached in play.

`python -m benchmarks.echo --positions 50` plays so many matches to their third and fourth battle, each with a
line-up of its own deal, solves both, and lets a best answer try. Exploitability is the mean of what the best
answer of either seat wins, where a win is 1, a draw 0 and a loss -1. Times are of the processor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import innkeeper
from innkeeper import FastChance, get_game
from innkeeper.bots import make_bot
from innkeeper.engine.playout import ask
from innkeeper.games.echo.ending import THIRD, Ending, Position
from innkeeper.games.echo.equilibrium import alone
from innkeeper.games.echo.state import Echo

PLAYERS = ("greedy", "search:50", "random")  # who plays up to there, in turn


def reached(seed: int, turn: int, options: dict[str, object] | None = None) -> Echo:
    """A match as it stands when a turn begins; whose hands play it follows from the seed."""
    game = get_game("echo")
    match = innkeeper.new_match("echo", options=options, chance=FastChance(seed), log=False)
    s = match.state.copy()
    assert isinstance(s, Echo)
    s.chance = FastChance(seed)
    bots = [make_bot(game, PLAYERS[(seed // 3**seat) % 3]) for seat in range(2)]
    chance = FastChance(seed)
    while s.turn < turn:
        seat = int(s.decider())
        s.act(seat, ask(bots[seat], s, seat, chance))
    return s


def show(what: str, unit: str, figures: Sequence[float]) -> None:
    """The mean, what 90 of 100 stay below, and the worst."""
    ranked = sorted(figures)
    mean, most = sum(ranked) / len(ranked), ranked[len(ranked) * 9 // 10]
    print(f"{what:<34} {mean:>9.4f} {most:>9.4f} {ranked[-1]:>9.4f}  {unit}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    gains: list[float] = []
    seconds: list[float] = []
    rounds: list[float] = []
    last_gains: list[float] = []
    thousandths: list[float] = []
    line_ups: set[tuple[int, ...]] = set()
    for seed in range(asked.seed, asked.seed + asked.positions):
        s = reached(seed, THIRD)
        line_ups.add(tuple(int(field) for field in s.fields))
        began = time.process_time()
        ending = Ending(Position(s, THIRD))
        ending.solve(None)
        seconds.append(time.process_time() - began)
        gains.append(ending.exploitability())
        rounds.append(float(ending.rounds))
        s = reached(seed, THIRD + 1)
        began = time.process_time()
        last = alone(s)
        thousandths.append(1000 * (time.process_time() - began))
        last_gains.append(last.exploitability())
    print(f"{asked.positions} positions of {len(line_ups)} line-ups       mean   90 of 100     worst")
    show("turns 3 and 4: exploitability", "of a match", gains)
    show("turns 3 and 4: time", "s", seconds)
    show("turns 3 and 4: rounds", "", rounds)
    show("turn 4 alone: exploitability", "of a match", last_gains)
    show("turn 4 alone: time", "ms", thousandths)


if __name__ == "__main__":
    main()
