"""Many matches in step, as `gymnasium.vector` wants them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import innkeeper.envs
from innkeeper import IllegalAction, InvalidOptions, get_game
from tests.envs.cases import cycles, tables

ROWS = 6


def made(game: str, **settings: Any) -> Any:
    id = innkeeper.envs.env_id(get_game(game))
    return gymnasium.make_vec(id, ROWS, "vector_entry_point", **settings)


def sample(mask: Any, dice: Any) -> Any:
    return (dice.random(mask.shape) * mask).argmax(1)


@pytest.mark.parametrize(("game", "seats"), tables())
def test_rows_are_what_their_spaces_say(game: str, seats: int) -> None:
    envs, dice = made(game, seats=seats, illegal="raise"), np.random.default_rng(3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=3)
    for _ in range(cycles(40)):
        assert envs.observation_space.contains(observations)
        codes = sample(infos["action_mask"], dice)
        assert envs.action_space.contains(codes)
        observations, rewards, terminated, truncated, infos = envs.step(codes)
        assert not truncated.any()
        assert not rewards[~terminated].any()
        assert (envs.action_masks() == (infos["action_mask"] != 0)).all()


def test_the_same_seed_is_the_same_course() -> None:
    courses = []
    for _ in range(2):
        envs, dice = made("echo", rivals="greedy"), np.random.default_rng(1)
        observations, infos = envs.reset(seed=9)
        course = [observations]
        for _ in range(20):
            observations, rewards, *_, infos = envs.step(sample(infos["action_mask"], dice))
            course += [observations, rewards]
        courses.append(course)
    assert all((one == other).all() for one, other in zip(*courses))


def test_episodes_are_counted_and_rewards_are_the_learners() -> None:
    """Whoever answers at random loses to greedy in every row, from every seat."""
    envs = RecordEpisodeStatistics(made("magicduel", rivals="greedy"))
    _, infos = envs.reset(seed=2)
    dice, won = np.random.default_rng(2), np.zeros(ROWS)
    for _ in range(150):
        _, _, _, _, infos = envs.step(sample(infos["action_mask"], dice))
        if "episode" in infos:
            won += infos["episode"]["r"] * infos["_episode"]
    assert (won < 0).all()


def test_masked_codes_are_answered_by_the_clock_or_refused() -> None:
    envs = made("magicduel")
    _, infos = envs.reset(seed=1)
    hidden = infos["action_mask"].argmin(1)
    *_, infos = envs.step(hidden)
    assert infos["illegal"].all()
    *_, infos = envs.step(np.array([-1, -2, 24, 1000, -1000, 99]))  # no codes at all
    assert infos["illegal"].all()
    strict = made("magicduel", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="row 0"):
        strict.step(hidden)
    with pytest.raises(InvalidOptions, match="illegal is clock or raise"):
        made("magicduel", illegal="ignore")
