"""pgx on the CPU as a contestant: random play of many games in one compiled call, without a pause."""

from __future__ import annotations

from functools import partial
from importlib.metadata import version
from typing import Any

import jax
import pgx
from pgx.experimental import auto_reset

from benchmarks.contest import Contestant, Job

GAMES = ("leduc_holdem", "kuhn_poker")
MATCHES = (64, 1024)
STEPS = 100  # in one call


def contestant(name: str) -> Contestant:
    """pgx, for the worker."""
    jobs: dict[str, Job] = {
        f"batch {game} {matches}": partial(played, *prepared(game, matches), matches)
        for game in GAMES
        for matches in MATCHES
    }
    return Contestant(f"pgx {version('pgx')}, jax {jax.__version__} on {jax.default_backend()}", jobs)


def prepared(game: str, matches: int) -> tuple[Any, Any]:
    """A compiled run of random steps, and where it begins."""
    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, _: Any) -> tuple[Any, Any]:
        states, key = carried
        key, choices, dice = jax.random.split(key, 3)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choices, logits, axis=-1)
        states = step(states, actions, jax.random.split(dice, matches))
        return (states, key), states.observation.sum()

    run = jax.jit(lambda carried: jax.lax.scan(one, carried, None, STEPS))
    key = jax.random.PRNGKey(1)
    states = jax.vmap(env.init)(jax.random.split(key, matches))
    (begun, _) = run((states, key))  # compiled here, not in what is measured
    return run, jax.block_until_ready(begun)


def played(run: Any, carried: Any, matches: int, count: int) -> int:
    """So many calls."""
    for _ in range(count):
        carried, seen = run(carried)
        jax.block_until_ready(seen)
    return count * STEPS * matches
