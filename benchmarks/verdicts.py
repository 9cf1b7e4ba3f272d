"""How often a comparison cries wolf, and how soon it finds what is really there: `make bench-verdicts`.

A/A: matches of MagicDuel are played once; then a run takes one after another two of them at random, as if the
first were the game before a change and the second after it, and looks at the verdict as `innkeeper compare`
does. Nothing has changed, so every "changed" is a false alarm. The same is done with the mean of four matches
each way, in half of the pairs only: that is what pairs say whose ends have been played several times. Power:
pairs are made up, of which a part is affected and leans to one side by a planted difference.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator

from innkeeper.engine.game import get_game
from innkeeper.lab.compare import PILOT, figures, main_figures, means, verdicts_of
from innkeeper.lab.simulate import Plan, play_batch
from innkeeper.lab.verdicts import CHANGED, SAME

MARGIN = 0.02
Values = dict[str, tuple[float, float]]


def run(pairs: Iterator[Values], names: list[str], main: list[str], most: int) -> tuple[str, int]:
    """One comparison to its end: the verdict, and after how many pairs."""
    verdicts = verdicts_of(names, main, MARGIN)
    look = PILOT
    for count in range(1, most + 1):
        verdicts.see(next(pairs))
        if count >= look:
            look = max(count + PILOT, int(1.05 * count))
            if verdicts.settled():
                return verdicts.verdict, count
    return verdicts.verdict, most


def false_alarms(
    runs: int, pairs: int, matches: int, ends: int = 1, parted: float = 1.0, seed: int = 1
) -> int:
    """So many of so many runs said "changed" where nothing was. `ends`: of a pair that has parted."""
    game = get_game("magicduel")
    plan = Plan("magicduel", ("greedy", "random"), {"preset": game.recommended}, seed, opening=4).checked()
    rows = [figures(row) for row in play_batch(plan, 0, matches)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    main = main_figures(names, 2)
    chance = random.Random(seed)

    def draw() -> Iterator[Values]:
        while True:
            before = after = means([chance.choice(rows) for _ in range(ends)])
            if chance.random() < parted:
                after = means([chance.choice(rows) for _ in range(ends)])
            yield {name: (before.get(name, 0.0), after.get(name, 0.0)) for name in names}

    return sum(run(draw(), names, main, pairs)[0] == CHANGED for _ in range(runs))


def planted(difference: float, affected: float, chance: random.Random) -> Callable[[], Iterator[Values]]:
    """Pairs of which so many are affected, and lean to one side: shares differ by so much on average."""
    leaning = (1 + difference / affected) / 2

    def draw() -> Iterator[Values]:
        while True:
            before = float(chance.random() < 0.5)
            if chance.random() < affected:
                before, after = (0.0, 1.0) if chance.random() < leaning else (1.0, 0.0)
            else:
                after = before
            yield {"wins of seat 0": (before, after)}

    return draw


def power(
    difference: float, affected: float, runs: int, most: int, seed: int = 1
) -> tuple[float, float, float]:
    """How often a planted difference is called changed, how often none; and after how many pairs."""
    draw = planted(difference, affected, random.Random(seed))
    found = [run(draw(), ["wins of seat 0"], ["wins of seat 0"], most) for _ in range(runs)]
    parts = [sum(verdict == wanted for verdict, _ in found) / runs for wanted in (CHANGED, SAME)]
    return parts[0], parts[1], sum(pairs for _, pairs in found) / runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    runs = parser.parse_args().runs
    for ends, parted in ((1, 1.0), (4, 0.5)):
        wrong = false_alarms(runs, 1000, 20_000, ends, parted)
        print(
            f"A/A, {ends} each way, {parted:.0%} parted: {wrong} false alarms in {runs} runs "
            f"of up to 1,000 pairs ({100 * wrong / runs:.1f} %)",
            flush=True,
        )
    print(
        "| affected | planted | changed | no change beyond ±2 % | pairs on average |\n|--:|--:|--:|--:|--:|"
    )
    for affected in (0.1, 0.4):
        for points in (0, 0.5, 1, 2, 4, 8):
            changed, same, pairs = power(points / 100, affected, max(10, runs // 10), 5000)
            print(f"| {affected:.0%} | {points:g} % | {changed:.0%} | {same:.0%} | {pairs:,.0f} |")


if __name__ == "__main__":
    main()
