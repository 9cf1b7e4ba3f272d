"""PettingZoo's card games as contestants: random play over agent_iter, observations built."""

from __future__ import annotations

import random
from functools import partial
from importlib import import_module
from typing import Any

import pettingzoo

from benchmarks.contest import Contestant, Job

GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5")


def contestant(name: str) -> Contestant:
    """PettingZoo, for the worker."""
    jobs: dict[str, Job] = {}
    for game in GAMES:
        env = import_module(f"pettingzoo.classic.{game}").env()
        env.reset(seed=1)
        jobs[f"viewed {game}"] = partial(played, env)
    return Contestant(f"pettingzoo {pettingzoo.__version__}", jobs)


def played(env: Any, count: int) -> int:
    """Random games."""
    steps = 0
    for _ in range(count):
        env.reset()
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            steps += 1
    return steps
