"""Fits how a game judges positions to how matches ended, and writes `fitted.py` into the game's folder.

`python -m tools.fit GAME [--matches N] [--seed S]` lets the game's base policy play against itself (in
MagicDuel the veteran), with a random answer now and then so that more is seen than one line of play. Every
position that is kept gives one row for each seat: the traits that the game's strategy names, and what the
match brought that seat. The weights are those under which the results were most likely (softmax where one
seat wins, logistic where winners win together), with a little shrinkage; nothing is typed in.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import innkeeper
from innkeeper import FastChance
from innkeeper.bots import make_bot
from innkeeper.engine.frame import State
from innkeeper.engine.playout import ask
from innkeeper.engine.strategy import shares, wins

ROOT = Path(__file__).resolve().parent.parent
ERRS = 8  # one answer in so many is random
SHRINK = 1e-3
STEPS = 400
MATCHES = 300

Row = tuple[list[float], float]  # the traits of a seat, and what the match brought it
Group = list[Row]  # the seats of one position


class Fit(NamedTuple):
    """One list of weights: where its matches come from, and what is known of a seat."""

    name: str
    seats: int
    options: dict[str, object]
    every: int  # decisions between two positions that are kept
    together: bool  # do winners win together?
    traits: Callable[[Any, int], list[float] | None]  # None: the seat is out of the game
    player: str = ""  # who plays these matches, if not the base policy


def collect(game_id: str, fit: Fit, matches: int, seed: int) -> list[Group]:
    """Positions of many matches, with what came of them."""
    game = innkeeper.get_game(game_id)
    strategy = game.strategy()  # type: ignore[misc]
    policy = make_bot(game, fit.player) if fit.player else strategy.policy()
    groups: list[Group] = []
    for number in range(matches):
        chance = FastChance((seed << 32) + 2 * number + 1)
        match = innkeeper.new_match(
            game_id,
            seats=fit.seats,
            options=fit.options,
            chance=FastChance((seed << 32) + 2 * number),
            log=False,
        )
        s, kept = match.state.copy(), []
        s.chance = FastChance((seed << 32) + 2 * number)
        for step in range(1_000_000):
            if s.over:
                break
            if step % fit.every == fit.every - 1:
                kept.append([fit.traits(s, seat) for seat in range(fit.seats)])
            seat = s.decider()
            legal = s.actions(seat)
            errs = chance.below(ERRS) == 0
            s.act(seat, legal[chance.below(len(legal))] if errs else ask(policy, s, seat, chance))
        results = result(s, fit.together)
        for traits in kept:
            groups.append([(found, value) for found, value in zip(traits, results) if found is not None])
    return [group for group in groups if group]


def result(s: State, together: bool) -> list[float]:
    assert s.outcome is not None
    return list(wins(s.outcome, s.seats) if together else shares(s.outcome, s.seats))


def dot(weights: list[float], traits: list[float]) -> float:
    return sum(weight * trait for weight, trait in zip(weights, traits))


def guesses(weights: list[float], group: Group, together: bool) -> list[float]:
    """How likely each seat of a position is to win under these weights."""
    leads = [dot(weights, traits) for traits, _ in group]
    if together:
        return [1 / (1 + math.exp(-max(-30.0, min(30.0, lead)))) for lead in leads]
    most = max(leads)
    odds = [math.exp(lead - most) for lead in leads]
    return [odd / sum(odds) for odd in odds]


def loss(groups: Iterable[Group], together: bool, guess: Callable[[Group], list[float]]) -> float:
    """The mean surprise at what happened; lower is better."""
    total, count = 0.0, 0
    for group in groups:
        for (_, value), likely in zip(group, guess(group)):
            likely = min(1 - 1e-6, max(1e-6, likely))
            total -= value * math.log(likely)
            if together:
                total -= (1 - value) * math.log(1 - likely)
            count += together
        count += not together
    return total / count


def solve(groups: list[Group], together: bool) -> list[float]:
    """The weights that fit best, by gradient descent with a step of its own for each weight (Adam)."""
    size = len(groups[0][0][0])
    weights, first, second = [0.0] * size, [0.0] * size, [0.0] * size
    for step in range(1, STEPS + 1):
        slopes = [SHRINK * weight for weight in weights]
        for group in groups:
            for (traits, value), likely in zip(group, guesses(weights, group, together)):
                wrong = (likely - value) / len(groups)
                for place, trait in enumerate(traits):
                    slopes[place] += wrong * trait
        for place, slope in enumerate(slopes):
            first[place] = 0.9 * first[place] + 0.1 * slope
            second[place] = 0.999 * second[place] + 0.001 * slope * slope
            mean, spread = first[place] / (1 - 0.9**step), second[place] / (1 - 0.999**step)
            weights[place] -= 0.05 * mean / (math.sqrt(spread) + 1e-8)
    return [round(weight, 3) for weight in weights]


def fits(game_id: str) -> list[Fit]:
    """What is fitted for a game: its own strategy names the traits."""
    if game_id == "micah":
        from innkeeper.games.micah import strategy as micah
        from innkeeper.games.micah.terms import ALIVE

        def traits(s: Any, seat: int) -> list[float] | None:
            return micah.traits(s, seat) if s.heroes[seat].status == ALIVE else None

        return [
            Fit("ALONE", 3, {"champion": True}, 9, False, traits),
            Fit("TOGETHER", 3, {}, 9, True, traits),
        ]
    if game_id == "mazerunner":
        from innkeeper.games.mazerunner import strategy as mazerunner

        def assets(s: Any, seat: int) -> list[float] | None:
            runner = s.runners[seat]
            return mazerunner.traits(s, runner) if runner.out < 0 else None

        return [Fit("WEIGHTS", 4, {}, 45, False, assets)]
    if game_id == "magicduel":
        from innkeeper.games.magicduel import evaluation as magicduel

        return [Fit("WEIGHTS", 2, {"preset": "tournament"}, 5, False, magicduel.traits, "veteran")]
    sys.exit(f"nothing of {game_id!r} is fitted; there are magicduel, mazerunner and micah")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit how a game judges positions to how matches ended.")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"for each list (default {MATCHES})")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    many = "" if asked.matches == MATCHES else f" --matches {asked.matches}"
    wrote = f"fitted to matches by `python -m tools.fit {asked.game}{many}`."
    lines = [
        f'"""How much each trait counts: {wrote}"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
    ]
    for fit in fits(asked.game):
        groups = collect(asked.game, fit, asked.matches, asked.seed)
        seen, unseen = groups[: len(groups) * 4 // 5], groups[len(groups) * 4 // 5 :]
        weights = solve(seen, fit.together)
        even = [value for group in seen for _, value in group]
        mean = sum(even) / len(even)
        blind = loss(unseen, fit.together, lambda g: [mean if fit.together else 1 / len(g)] * len(g))  # noqa: B023
        found = loss(unseen, fit.together, lambda g: guesses(weights, g, fit.together))  # noqa: B023
        print(
            f"{fit.name}: {len(groups)} positions; surprise on unseen ones {found:.3f} (guessing {blind:.3f})"
        )
        lines += [f"{fit.name}: Final[list[float]] = [", *(f"    {weight}," for weight in weights), "]"]
    path = ROOT / "src" / "innkeeper" / "games" / asked.game / "fitted.py"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"written to {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
