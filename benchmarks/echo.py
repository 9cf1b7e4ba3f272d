"""How far Echo's solved play is from an equilibrium, and what that takes, on positions reached in play.

`make bench-echo POSITIONS=200` plays so many matches to their third and fourth battle and
solves both as the player `equilibrium` does. Every second match is one of the recommended line-up whose
first two battles are played from what is known; the others are of any line-up and played by other bots.
Then a best answer tries. Exploitability is the mean of what the best answer of either seat wins, where a
win is 1, a draw 0 and a loss -1. Times are of the processor.

With `KEEP=FILE` every position is written down there when it is solved, and what the same solver has written
down before is not solved again: a long measure can be broken off and gone on with.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

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


def solver() -> str:
    """Which solver this is: what an other one found is no figure of this one."""
    folder = Path(str(innkeeper.__file__)).parent / "games" / "echo"
    files = ("ground", "lastbattle", "ending", "belief", "knowledge", "equilibrium")
    read = b"".join((folder / f"{name}.py").read_bytes() for name in files)
    return hashlib.sha256(read).hexdigest()[:16]


class Found(Struct, frozen=True):
    """What was found from one seed: a position before the third battle, and one before the fourth."""

    solver: str
    seed: int
    fields: list[int]
    gain: float
    seconds: float
    rounds: int
    last_gain: float
    last_ms: float


def measured(seed: int) -> Found:
    s = position(seed, THIRD)
    fields = [int(field) for field in s.fields]
    began = time.process_time()
    ending = Equilibrium(Budget(iterations=1)).solved(s, seed // 2 % 2)
    seconds = time.process_time() - began
    s = reached(seed, THIRD + 1)
    began = time.process_time()
    last = alone(s)
    last_ms = 1000 * (time.process_time() - began)
    rounds = int(ending.rounds)
    return Found(
        solver(), seed, fields, ending.exploitability(), seconds, rounds, last.exploitability(), last_ms
    )


def read_kept(file: Path | None) -> dict[int, Found]:
    """By seed, what this solver has found before."""
    if file is None or not file.exists():
        return {}
    lines = [msgspec.json.decode(line, type=Found) for line in file.read_bytes().splitlines()]
    return {one.seed: one for one in lines if one.solver == solver()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    kept = read_kept(asked.keep)
    found: list[Found] = []
    for seed in range(asked.seed, asked.seed + asked.positions):
        one = kept.get(seed) or measured(seed)
        found.append(one)
        if asked.keep is not None and seed not in kept:
            with asked.keep.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")
    line_ups = {tuple(one.fields) for one in found}
    print(f"{asked.positions} positions of {len(line_ups)} line-ups               mean   90 of 100     worst")
    show("turns 3 and 4: exploitability", "of a match", [one.gain for one in found])
    show("turns 3 and 4: time", "s", [one.seconds for one in found])
    show("turns 3 and 4: rounds", "", [float(one.rounds) for one in found])
    for place, who in enumerate(("any line-up", "turns 1 and 2 known")):
        among = [one for one in found if one.seed % 2 == place]
        if among:
            show(f"  {who}: exploitability", "of a match", [one.gain for one in among])
            show(f"  {who}: time", "s", [one.seconds for one in among])
    show("turn 4 alone: exploitability", "of a match", [one.last_gain for one in found])
    show("turn 4 alone: time", "ms", [one.last_ms for one in found])
    print(f"largest memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
