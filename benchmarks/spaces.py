"""How large the games are for learners: the table of docs/research.md, from random play.

`python -m benchmarks.spaces [--matches 400]`. Ways to play: the product of the choices at every decision of a
match, dice and shuffles left out. New: how many of the information states that were met were met only once.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from math import log10
from statistics import fmean, median, quantiles

from innkeeper import FastChance, get_game
from innkeeper.engine.eyes import Eyes
from innkeeper.engine.frame import seats_of
from innkeeper.envs import env_id

TABLES = [
    ("magicduel", 2),
    ("echo", 2),
    ("mazerunner", 1),
    ("mazerunner", 4),
    ("adventurer", 2),
    ("micah", 1),
    ("micah", 6),
]


@dataclass
class Seen:
    """What random matches at one table were like."""

    lengths: list[int] = field(default_factory=list)
    ways: list[float] = field(default_factory=list)  # of a match, as powers of ten
    choices: list[int] = field(default_factory=list)
    together: int = 0  # decisions that several seats owed at once
    known: Counter[bytes] = field(default_factory=Counter)  # information states

    def play(self, game_id: str, seats: int, eyes: Eyes, seed: int) -> None:
        """One match."""
        game = get_game(game_id)
        s = game.open(seats, {"preset": game.recommended}, seed)
        whims = FastChance(2 * seed + 1)
        before = len(self.choices)
        while not s.over:
            seat = s.decider()
            legal = s.actions(seat)
            self.choices.append(len(legal))
            self.together += len(seats_of(s.required())) > 1
            self.known[eyes.key(s, seat)] += 1
            s.act(seat, legal[whims.below(len(legal))])
        self.lengths.append(len(self.choices) - before)
        self.ways.append(sum(log10(count) for count in self.choices[before:]))

    def figures(self) -> str:
        """Its columns."""
        low, *_, high = quantiles(self.lengths, n=20)
        new = sum(count == 1 for count in self.known.values()) / len(self.known)
        return (
            f"{median(self.lengths):.0f} [{low:.0f}, {high:.0f}] | {fmean(self.choices):.1f}, at most"
            f" {max(self.choices)} | {self.together / len(self.choices):.0%} | 10^{median(self.ways):.0f}"
            f" | {new:.1%}"
        ).replace("%", " %")


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=400, help="of each table (default 400)")
    given = parser.parse_args()
    if given.matches < 2:
        parser.error("--matches must be at least 2")
    heads = ["environment", "seats", "columns", "codes", "decisions in a match", "choices at each"]
    heads += ["several asked at once", "ways to play", "met once"]
    print(f"| {' | '.join(heads)} |\n|---|---|" + "--:|" * (len(heads) - 2))
    for game_id, seats in TABLES:
        game = get_game(game_id)
        eyes = game.eyes_of(seats, {"preset": game.recommended})
        seen = Seen()
        for seed in range(given.matches):
            seen.play(game_id, seats, eyes, seed)
        told = f"| `{env_id(game)}` | {seats} | {eyes.width} | {eyes.codes} | {seen.figures()} |"
        print(told, flush=True)


if __name__ == "__main__":
    main()
