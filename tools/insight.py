"""Fits the net by which Adventurer Factory judges positions, and writes `fitted.json` into the game's folder.

`python -m tools.insight [--matches N] [--seed S] [--out FILE]` lets greedy play itself, on all pairs of decks
and with a random answer now and then, so that more is seen than one line of play. The net is fitted to how
these matches ended.

A match in ten is kept back: how well the net foretells those is printed beside what the clocks of greedy say.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.playout import ask
from innkeeper.engine.strategy import chance_of, shares
from innkeeper.games.adventurer import insight
from innkeeper.games.adventurer.strategy import Greedy, score, sensible
from innkeeper.lab.arena import line_ups

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "innkeeper" / "games" / "adventurer" / "fitted.json"
MATCHES = 40_000
EVERY = 10  # decisions, on average, between two positions that are kept
ERRS = 8  # one answer in so many is random
UNITS = 16
EPOCHS = 4
BATCH = 256
RATE = 2e-3
SHRINK = 1e-5
CLOCKS = 850.0  # the lead of greedy's clocks that foretells best as a chance of 73 %
WEIGHT = 1000  # weights are written in thousandths

Array = Any  # of numpy


class Positions(NamedTuple):
    """What was seen of matches, and what came of it."""

    figures: Array
    cards: Array  # how many of each lie where
    results: Array  # what the first seat got
    clocks: Array  # what the clocks of greedy give it
    matches: Array  # which match each is of


def collect(matches: int, seed: int) -> Positions:
    """Positions of matches on all pairs of decks, as a search would see them."""
    game = innkeeper.get_game("adventurer")
    book = game.book_of(game.content)
    greedy = Greedy()
    dealt, drawn = line_ups(game, book, ()), random.Random(seed)
    plain = insight.PLAIN
    figures, cards, results, clocks, numbers = [], [], [], [], []
    for number in range(matches):
        options, dice = drawn.choice(dealt), (seed << 32) + 2 * number
        match = innkeeper.new_match(
            "adventurer", seats=2, options=options, chance=FastChance(dice), log=False
        )
        s: Any = match.state.copy()
        s.chance, chance = FastChance(dice), FastChance(dice + 1)
        kept = 0
        while not s.over:
            seat = s.decider()
            legal = s.actions(seat)
            if len(legal) > 1 and chance.below(EVERY) == 0:
                world: Any = s.determinize(seat, chance)
                seen = np.zeros((2, len(book.cards) * insight.ZONES), np.uint8)
                for side in range(2):
                    np.add.at(seen[side], insight.places(world, side), 1)
                figures.append(insight.both(world))
                cards.append(seen)
                clocks.append(chance_of(float(score(world, 0, plain)) / CLOCKS))
                numbers.append(number)
                kept += 1
            thought = sensible(s, seat, legal)
            errs = chance.below(ERRS) == 0
            chosen = thought[chance.below(len(thought))] if errs else ask(greedy, s, seat, chance)
            s.act(seat, chosen)
        results += [shares(s.outcome, 2)[0]] * kept
    return Positions(
        np.array(figures, np.float32),
        np.array(cards),
        np.array(results, np.float32),
        np.array(clocks, np.float32),
        np.array(numbers),
    )


def inputs(positions: Positions) -> Array:
    """What the net is told: figures, and sums of what cards do, for each place where they may be."""
    book = innkeeper.get_game("adventurer").book_of(innkeeper.get_game("adventurer").content)
    does = np.array([insight.describe(card) for card in book.cards], np.float32)
    count = len(positions.results)
    lie = positions.cards.reshape(count, 2, len(book.cards), insight.ZONES)
    found = [positions.figures]
    found += [(lie[..., zone] @ does) * insight.share(zone) for zone in range(insight.ZONES)]
    return np.concatenate(found, 2)


class Net:
    """The same net as `Insight`, for many positions at once and able to learn."""

    def __init__(self, width: int, rng: Any) -> None:
        spread = 0.5 / np.sqrt(width)
        self.direct = np.zeros(width, np.float32)
        self.own = rng.normal(0, spread, (width, UNITS)).astype(np.float32)
        self.other = rng.normal(0, spread, (width, UNITS)).astype(np.float32)
        self.bias = np.zeros(UNITS, np.float32)
        self.votes = rng.normal(0, 0.3, UNITS).astype(np.float32)

    def units(self, mine: Array, theirs: Array) -> Array:
        return np.maximum(mine @ self.own + theirs @ self.other + self.bias, 0)

    def chances(self, seen: Array) -> Array:
        first, second = seen[:, 0], seen[:, 1]
        gap = self.units(first, second) - self.units(second, first)
        return 1 / (1 + np.exp(-((first - second) @ self.direct + gap @ self.votes)))

    def slopes(self, seen: Array, results: Array) -> dict[str, Array]:
        """In which direction each weight makes what happened less likely."""
        first, second = seen[:, 0], seen[:, 1]
        ours, theirs = self.units(first, second), self.units(second, first)
        lead = (first - second) @ self.direct + (ours - theirs) @ self.votes
        wrong = (1 / (1 + np.exp(-lead)) - results) / len(results)
        back = np.outer(wrong, self.votes)
        up, down = back * (ours > 0), -back * (theirs > 0)
        return {
            "direct": (first - second).T @ wrong + SHRINK * self.direct,
            "votes": (ours - theirs).T @ wrong,
            "own": first.T @ up + second.T @ down + SHRINK * self.own,
            "other": second.T @ up + first.T @ down + SHRINK * self.other,
            "bias": (up + down).sum(0),
        }

    @staticmethod
    def of(weights: list[float]) -> Net:
        """The net with these weights."""
        row = 2 * UNITS + 1
        net = Net(insight.INPUTS, np.random.default_rng(0))
        rows = np.array(weights[: insight.INPUTS * row], np.float32).reshape(-1, row)
        net.own, net.other, net.direct = rows[:, :UNITS], rows[:, UNITS:-1], rows[:, -1]
        net.bias, net.votes = np.array(weights[insight.INPUTS * row :], np.float32).reshape(2, UNITS)
        return net

    def weights(self) -> list[int]:
        """As `Insight` reads them."""
        rows = np.concatenate([self.own, self.other, self.direct[:, None]], 1)
        every = np.concatenate([rows.reshape(-1), self.bias, self.votes])
        return [int(weight) for weight in np.round(every * WEIGHT)]


def solve(seen: Array, results: Array, rng: Any) -> Net:
    """Gradient descent on small batches with a step of its own for each weight (Adam)."""
    net, step = Net(seen.shape[2], rng), 0
    names = ["direct", "votes", "own", "other", "bias"]
    mean = {name: np.zeros_like(getattr(net, name)) for name in names}
    spread = {name: np.zeros_like(getattr(net, name)) for name in names}
    steps = EPOCHS * (len(seen) // BATCH)
    for _ in range(EPOCHS):
        order = rng.permutation(len(seen))
        for begin in range(0, len(seen) - BATCH + 1, BATCH):
            step += 1
            batch = order[begin : begin + BATCH]
            rate = RATE * min(1.0, step / 100) * (1 - 0.95 * step / steps)
            for name, slope in net.slopes(seen[batch], results[batch]).items():
                mean[name] = 0.9 * mean[name] + 0.1 * slope
                spread[name] = 0.999 * spread[name] + 0.001 * slope**2
                away = mean[name] / (1 - 0.9**step) / (np.sqrt(spread[name] / (1 - 0.999**step)) + 1e-8)
                setattr(net, name, getattr(net, name) - (rate * away).astype(np.float32))
    return net


def surprise(chances: Array, results: Array) -> float:
    """How little what happened was expected, on average; lower is better."""
    likely = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(results * np.log(likely) + (1 - results) * np.log(1 - likely)).mean())


def fit(positions: Positions, seed: int) -> Net:
    """The net for these positions; says how well it foretells matches that were kept back."""
    seen, held = inputs(positions), positions.matches % 10 == 0
    net = solve(seen[~held], positions.results[~held], np.random.default_rng(seed))
    results = positions.results[held]
    print(
        f"{len(seen)} positions; surprise on unseen matches {surprise(net.chances(seen[held]), results):.3f}"
        f" (by the clocks {surprise(positions.clocks[held], results):.3f}, guessing {np.log(2):.3f})",
        flush=True,
    )
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit how Adventurer Factory judges positions.")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"default {MATCHES}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    asked = parser.parse_args()
    weights = fit(collect(asked.matches, asked.seed), asked.seed).weights()
    asked.out.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"written to {asked.out}")


if __name__ == "__main__":
    main()
