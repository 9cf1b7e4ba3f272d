"""RLCard as a contestant: random play, with the observation that every step returns."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import rlcard

from benchmarks.contest import Contestant, Job

GAMES = ("leduc-holdem", "uno", "gin-rummy")


def contestant(name: str) -> Contestant:
    """RLCard, for the worker."""
    jobs: dict[str, Job] = {
        f"viewed {game}": partial(played, rlcard.make(game, config={"seed": 1})) for game in GAMES
    }
    return Contestant(f"rlcard {rlcard.__version__}", jobs)


def played(env: Any, count: int) -> int:
    """Random games."""
    steps = 0
    for _ in range(count):
        state, _player = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _player = env.step(legal[int(random.random() * len(legal))])
            steps += 1
    return steps
