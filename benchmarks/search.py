"""Iterations a second of the kernel's search in the middle of matches, on one core, compiled and plain.

`make bench-search`, or `python -m benchmarks.search [GAME …]`, prints a line for each game: how it searches
there (`evaluation`, or cut after so many decisions of a roll-out), iterations a second of CPU time in both
builds, and their ratio. `alphabeta` is MagicDuel's own player, and its iterations are positions.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BUILDS = {"compiled": ROOT / "build" / "compiled", "plain": ROOT / "src"}
POSITIONS = 5


class Setting(NamedTuple):
    """Where a game is searched, and how far the policy plays on before a position is judged."""

    seats: int
    options: dict[str, object]
    begun: int  # decisions before the search begins
    depth: int
    wanted: int  # iterations a second

    @property
    def how(self) -> str:
        return f"cut at {self.depth}" if self.depth else "evaluation"


ALPHABETA = "alphabeta"


SETTINGS = {
    ALPHABETA: Setting(2, {"preset": "tournament"}, 12, 0, 800_000),
    "magicduel": Setting(2, {"preset": "tournament"}, 12, 0, 60_000),
    "echo": Setting(2, {}, 2, 0, 130_000),
    "micah": Setting(3, {"champion": True}, 40, 12, 17_000),
    "adventurer": Setting(2, {}, 40, 12, 10_000),
    "mazerunner": Setting(4, {}, 150, 40, 4_000),
}


def measure(name: str, seconds: float, rounds: int) -> float:
    """Iterations per second of CPU time in a usual mid-game position, in whichever build is imported."""
    import innkeeper
    from innkeeper import FastChance
    from innkeeper.engine.playout import ask
    from innkeeper.engine.search import Searcher
    from innkeeper.engine.strategy import Budget, Settings
    from innkeeper.games.magicduel.alphabeta import AlphaBeta

    game_id = "magicduel" if name == ALPHABETA else name
    game = innkeeper.get_game(game_id)
    setting = SETTINGS[name]
    best = 0.0
    for _ in range(rounds):
        rates, seed = [], 0
        for _ in range(POSITIONS):
            strategy = game.strategy()  # type: ignore[misc]
            state = None
            while state is None or state.over:
                seed += 1
                match = innkeeper.new_match(
                    game_id, seats=setting.seats, options=setting.options, chance=FastChance(seed), log=False
                )
                state = match.state.copy()
                state.chance, whims = FastChance(seed + 1000), FastChance(seed)
                policy = strategy.policy()
                left = setting.begun
                while not state.over and (left > 0 or len(state.actions(state.decider())) < 3):
                    state.act(state.decider(), ask(policy, state, state.decider(), whims))
                    left -= 1
            seat = state.decider()
            if name == ALPHABETA:
                ahead = AlphaBeta(seconds=seconds)
                began = time.process_time()
                ahead.choose(state, seat, state.actions(seat), FastChance(3))
                rates.append(int(ahead.nodes) / (time.process_time() - began))
                continue
            bot = Searcher(strategy, Budget(seconds=seconds), Settings(depth=setting.depth, trust=0.0))
            began = time.process_time()
            bot.think(state, seat, FastChance(3))
            rates.append(int(bot.budget.spent) / (time.process_time() - began))
        best = max(best, median(rates))  # one position may be about to end
    return best


def figure(build: str, game_id: str, seconds: float, rounds: int) -> float:
    """The same in a process of its own, with that build."""
    if build == "compiled" and not (BUILDS[build] / "innkeeper").exists():
        sys.exit("there is no compiled build: make compiled")
    child = subprocess.run(
        [sys.executable, "-m", "benchmarks.search", "--here", game_id, str(seconds), str(rounds)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(BUILDS[build])},
        stdout=subprocess.PIPE,
        check=True,
    )
    return float(json.loads(child.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description="Iterations a second of the kernel's search.")
    parser.add_argument("games", nargs="*", choices=[[], *SETTINGS], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each position (default 0.3)")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many counts (default 3)")
    asked = parser.parse_args()
    print(f"{'game':12}{'how':14}{'compiled/s':>12}{'plain/s':>10}{'ratio':>7}{'wanted':>10}")
    for game_id in asked.games or SETTINGS:
        setting = SETTINGS[game_id]
        quick, slow = (figure(build, game_id, asked.seconds, asked.rounds) for build in BUILDS)
        row = (
            f"{game_id:12}{setting.how:14}{quick:12,.0f}{slow:10,.0f}{quick / slow:7.1f}{setting.wanted:10,}"
        )
        print(row, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        print(json.dumps(measure(sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))))
    else:
        main()
