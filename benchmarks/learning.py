"""Innkeeper's environments as a contestant: random play, with all that a learner is given each time."""

from __future__ import annotations

import resource
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

import innkeeper
from benchmarks.contest import Contestant, Job, Missing
from benchmarks.ours import build, stepped
from innkeeper import game_ids, get_game
from innkeeper.envs import spiel, zoo
from innkeeper.envs.batch import Batch
from innkeeper.envs.solo import Solo

MATCHES = (64, 1024)  # rows of a batch
DRIVEN = ("magicduel", "echo")  # by the slower doors


def contestant(name: str) -> Contestant:
    """The environments on the compiled build, for the worker."""
    if build() != "compiled":
        raise Missing("the compiled build is not there")
    jobs: dict[str, Job] = {}
    for id in game_ids():
        for matches in MATCHES:
            jobs[f"batch {id} {matches}"] = partial(in_step, rules(id) | {"matches": matches})
        jobs[f"memory {id}"] = partial(memory, rules(id))
    for id in DRIVEN:
        jobs[f"aec {id}"] = partial(one_by_one, zoo.env(id))
        jobs[f"gymnasium {id}"] = partial(solo, Solo(id))
        jobs[f"openspiel {id}"] = partial(played, spiel.load(id))
    return Contestant(f"innkeeper {innkeeper.__version__}, compiled", jobs)


def rules(id: str) -> dict[str, Any]:
    """The table that is measured: the recommended one, for two where there are two."""
    game = get_game(id)
    return {"game": id, "seats": max(2, game.seats.start), "options": {"preset": game.recommended}}


BATCHES: dict[tuple[str, int], Batch] = {}  # begun once: steps are measured, not the making


def in_step(settings: dict[str, Any], count: int) -> int:
    """Steps of a batch; random answers are drawn inside, observations and masks are filled."""
    key = (settings["game"], settings["matches"])
    batch = BATCHES.get(key)
    if batch is None:
        batch = BATCHES[key] = Batch(**settings)
    return stepped(batch.matches, count)


KEPT: list[Batch] = []  # so that no match is made in the room of another


def memory(settings: dict[str, Any], count: int) -> int:
    """Bytes of so many thousand matches, by what the process has grown."""
    before = resident()
    KEPT.append(Batch(**settings, matches=1000 * count))
    return resident() - before


def resident() -> int:
    """The memory of this process."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def one_by_one(env: Any, count: int) -> int:
    """Random games over agent_iter, as PettingZoo's own examples play them."""
    steps = 0
    draw = np.random.default_rng(1).random
    for _ in range(count):
        env.reset()
        for _agent in env.agent_iter():
            _, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = info["action_mask"].nonzero()[0]
            env.step(legal[int(draw() * len(legal))])
            steps += 1
    return steps


def solo(env: Any, count: int) -> int:
    """Random games from one seat against random; only the decisions of the seat count."""
    steps = 0
    draw = np.random.default_rng(1).random
    for _ in range(count):
        _, info = env.reset()
        over = False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(legal[int(draw() * len(legal))])
            steps += 1
    return steps


def played(game: pyspiel.Game, count: int) -> int:
    """Random games with the observation tensor of the player whose turn it is."""
    steps = 0
    draw = np.random.default_rng(1).random
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                state.observation_tensor()
                steps += 1
            state.apply_action(legal[int(draw() * len(legal))])
    return steps
