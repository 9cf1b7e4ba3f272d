"""How far Echo's solved play is from an equilibrium, and what that takes, on positions reached in play.

`make bench-echo POSITIONS=200` plays so many matches to their third and fourth battle and
solves both as the player `equilibrium` does. Every second match is one of the recommended line-up whose
first two battles are played from what is known; the others are of any line-up and played by other bots.
Then a best answer tries. Exploitability is the mean of what the best answer of either seat wins, where a
win is 1, a draw 0 and a loss -1. Times are of the processor.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Sequence

import innkeeper
from innkeeper import FastChance, get_game
from innkeeper.bots import make_bot
from innkeeper.engine.playout import ask
from innkeeper.engine.strategy import Budget
from innkeeper.games.echo.ending import THIRD
from innkeeper.games.echo.equilibrium import Equilibrium, alone
from innkeeper.games.echo.state import Echo

PLAYERS = ("greedy", "search:50", "random")  # who plays up to there, in turn
KNOWING = ("equilibrium:1", "equilibrium:1", "equilibrium:1")
RECOMMENDED = ["glade", "urban", "night", "last-strand"]


def reached(
    seed: int, turn: int, options: dict[str, object] | None = None, players: Sequence[str] = PLAYERS
) -> Echo:
    """A match as it stands when a turn begins; whose hands play it follows from the seed."""
    game = get_game("echo")
    match = innkeeper.new_match("echo", options=options, chance=FastChance(seed), log=False)
    s = match.state.copy()
    assert isinstance(s, Echo)
    s.chance = FastChance(seed)
    bots = [make_bot(game, players[(seed // 3**seat) % 3]) for seat in range(2)]
    chance = FastChance(seed)
    while s.turn < turn:
        seat = int(s.decider())
        s.act(seat, ask(bots[seat], s, seat, chance))
    return s


def position(seed: int, turn: int) -> Echo:
    """Every second one is of the line-up whose first two battles are known."""
    if seed % 2 == 0:
        return reached(seed, turn)
    return reached(seed, turn, {"fields": "custom", "field_list": RECOMMENDED}, KNOWING)


def show(what: str, unit: str, figures: Sequence[float]) -> None:
    """The mean, what 90 of 100 stay below, and the worst."""
    ranked = sorted(figures)
    mean, most = sum(ranked) / len(ranked), ranked[len(ranked) * 9 // 10]
    print(f"{what:<42} {mean:>9.4f} {most:>9.4f} {ranked[-1]:>9.4f}  {unit}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    gains: list[list[float]] = [[], []]
    seconds: list[list[float]] = [[], []]
    rounds: list[float] = []
    last_gains: list[float] = []
    thousandths: list[float] = []
    line_ups: set[tuple[int, ...]] = set()
    for seed in range(asked.seed, asked.seed + asked.positions):
        s = position(seed, THIRD)
        line_ups.add(tuple(int(field) for field in s.fields))
        began = time.process_time()
        ending = Equilibrium(Budget(iterations=1)).solved(s)
        seconds[seed % 2].append(time.process_time() - began)
        gains[seed % 2].append(ending.exploitability())
        rounds.append(float(ending.rounds))
        s = reached(seed, THIRD + 1)
        began = time.process_time()
        last = alone(s)
        thousandths.append(1000 * (time.process_time() - began))
        last_gains.append(last.exploitability())
    print(f"{asked.positions} positions of {len(line_ups)} line-ups               mean   90 of 100     worst")
    show("turns 3 and 4: exploitability", "of a match", gains[0] + gains[1])
    show("turns 3 and 4: time", "s", seconds[0] + seconds[1])
    show("turns 3 and 4: rounds", "", rounds)
    for place, who in enumerate(("nothing known", "turns 1 and 2 known")):
        if gains[place]:
            show(f"  {who}: exploitability", "of a match", gains[place])
            show(f"  {who}: time", "s", seconds[place])
    show("turn 4 alone: exploitability", "of a match", last_gains)
    show("turn 4 alone: time", "ms", thousandths)
    print(f"largest memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
