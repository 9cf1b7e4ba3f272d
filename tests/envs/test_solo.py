"""What Gymnasium asks of its environments, and what a learner against named bots relies on."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import innkeeper.envs
from innkeeper import InvalidOptions, get_game
from tests.envs.cases import GAMES, tables


def made(game: str, **settings: Any) -> Any:
    return gymnasium.make(innkeeper.envs.env_id(get_game(game)), **settings)


@pytest.mark.parametrize(("game", "seats"), tables())
def test_gymnasium_finds_nothing_wrong(game: str, seats: int) -> None:
    check_env(made(game, seats=seats, render_mode="ansi").unwrapped)


def test_ids_are_titles_and_versions() -> None:
    assert innkeeper.envs.env_id(get_game("echo")) == "innkeeper/Echo-v1"
    assert innkeeper.envs.env_id(get_game("micah")) == "innkeeper/MicahsGame-v1"
    assert made("magicduel").spec.id == "innkeeper/MagicDuel-v1"


def whole_match(env: Any, seed: int) -> tuple[float, int]:
    """First answers to the end: what was won, and after how many of them."""
    _, info = env.reset(seed=seed)
    steps, over, reward = 0, False, 0.0
    while not over:
        assert (env.unwrapped.action_masks() == (info["action_mask"] != 0)).all()
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        steps += 1
    return float(reward), steps


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_against_a_bot(game: str) -> None:
    env = made(game, rivals="greedy" if "greedy" in get_game(game).bots else "random", illegal="raise")
    assert whole_match(env, 5) == whole_match(env, 5)


def test_who_loses_to_the_bot_is_told_so() -> None:
    """The seat that always answers last on the list hardly ever beats greedy, from either seat."""
    env = made("magicduel", rivals="greedy")
    won = {0: 0.0, 1: 0.0}
    for seed in range(8):
        reward, _ = whole_match(env, seed)
        won[env.unwrapped.seat] += reward
    assert won[0] < 0 > won[1]


def test_rivals_by_name_and_seats_by_number() -> None:
    env = made("mazerunner", seats=3, rivals=["random", "greedy"], seat=2)
    env.reset(seed=1)
    kinds = [type(rival).__name__ for rival in env.unwrapped.table.row.rivals]
    assert kinds[0] == "RandomPolicy" != kinds[1]
    assert kinds[2] == "NoneType"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rivals": "nobody"}, "Echo has no bot 'nobody'"),
        ({"rivals": ["greedy", "greedy"]}, "there are 1 other seats, and 2 rivals are named"),
        ({"seat": 2}, "seat is a number from 0 to 1, or None, not 2"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        made("echo", **settings)
    assert message in str(refused.value)
