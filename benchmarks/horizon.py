"""How far roll-outs should go before a position is judged: what each length costs, and what it is worth.

`python -m benchmarks.horizon GAME [--positions N] [--worlds N] [--depths 0,8,16]` takes usual mid-game
questions and compares two answers to each, the base policy's and another, in the same worlds with the same
dice. Short roll-outs are quick and differ little from world to world, but may judge wrongly; the last line
plays to the end, which is never wrong. `work` is the time it takes to know a difference equally well,
where playing to the end takes 1: noise squared, times the milliseconds of a world.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from statistics import correlation, fmean, pvariance
from typing import Any, NamedTuple

import innkeeper
from benchmarks.search import SETTINGS
from innkeeper import FastChance
from innkeeper.engine.action import Action
from innkeeper.engine.playout import ask
from innkeeper.engine.strategy import roll_on

TO_THE_END = 1_000_000
SPREAD = 60  # decisions between the earliest and the latest question


class Question(NamedTuple):
    """Somewhere in a match: what the base policy would answer, and what else there is."""

    state: Any
    seat: int
    own: Action
    other: Action


def questions(game_id: str, count: int) -> list[Question]:
    """Questions with a choice, each of another match."""
    strategy = innkeeper.get_game(game_id).strategy()  # type: ignore[misc]
    policy, setting = strategy.policy(), SETTINGS[game_id]
    found: list[Question] = []
    for seed in range(1, 50 * count):
        match = innkeeper.new_match(
            game_id, seats=setting.seats, options=setting.options, chance=FastChance(seed), log=False
        )
        state = match.state.copy()
        state.chance, whims = FastChance(seed + 1000), FastChance(seed)
        for _ in range(setting.begun // 2 + seed * 37 % SPREAD):
            if not state.over:
                state.act(state.decider(), ask(policy, state, state.decider(), whims))
        if state.over:
            continue
        seat = state.decider()
        own = ask(policy, state, seat, whims)
        others = [action for action in strategy.prune(state, seat, state.actions(seat)) if action is not own]
        if others:
            found.append(Question(state, seat, own, others[seed % len(others)]))
        if len(found) == count:
            break
    return found


def differences(game_id: str, question: Question, depth: int, worlds: int) -> list[float]:
    """By how much the other answer turned out better, world by world."""
    strategy = innkeeper.get_game(game_id).strategy()  # type: ignore[misc]
    policy, chance, found = strategy.policy(), FastChance(17), []
    for _ in range(worlds):
        world, luck = question.state.determinize(question.seat, chance), chance.below(1 << 30)
        values = []
        for action in (question.own, question.other):
            tried = world.copy()
            tried.chance = FastChance(luck)
            tried.act(question.seat, action)
            roll_on(tried, policy, tried.chance, depth)
            values.append(strategy.values(tried)[question.seat])
        found.append(values[1] - values[0])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="How far roll-outs should go before a position is judged.")
    parser.add_argument("game", choices=[*SETTINGS], metavar="GAME")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=100, help="for each position (default 100)")
    parser.add_argument("--depths", default="0,4,8,16,30,60", help="decisions, separated by commas")
    asked = parser.parse_args()
    depths = [int(depth) for depth in asked.depths.split(",")] + [TO_THE_END]
    posed = questions(asked.game, asked.positions)
    if len(posed) < 3:
        sys.exit("too few positions to compare")
    rows = []
    for depth in depths:
        began = time.process_time()
        found = [differences(asked.game, question, depth, asked.worlds) for question in posed]
        cost = 1000 * (time.process_time() - began) / (len(posed) * asked.worlds)
        noise = math.sqrt(fmean(pvariance(gains) for gains in found))
        rows.append((depth, cost, noise, [fmean(gains) for gains in found]))
    _, whole_cost, whole_noise, truth = rows[-1]
    print(f"{'decisions':>10}{'ms a world':>12}{'noise':>8}{'work':>8}{'agrees with the end':>21}")
    for depth, cost, noise, means in rows:
        length = "to the end" if depth == TO_THE_END else str(depth)
        work = noise * noise * cost / (whole_noise * whole_noise * whole_cost)
        print(f"{length:>10}{cost:12.3f}{noise:8.3f}{work:8.3f}{correlation(means, truth):21.2f}")


if __name__ == "__main__":
    main()
