"""What PettingZoo asks of environments, by its own tests, and what we promise besides. No warning passes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

from innkeeper import FastChance, IllegalAction, InvalidOptions
from innkeeper.engine.eyes import WAIT
from innkeeper.envs import zoo
from tests.envs.cases import cycles, tables

TABLES = pytest.mark.parametrize(("game", "seats"), tables())


@TABLES
def test_one_seat_after_the_other(game: str, seats: int) -> None:
    api_test(zoo.env(game, seats=seats), num_cycles=cycles(30))
    seed_test(lambda: zoo.env(game, seats=seats), num_cycles=cycles(20))


@TABLES
def test_all_seats_at_once(game: str, seats: int) -> None:
    parallel_api_test(zoo.parallel_env(game, seats=seats), num_cycles=cycles(30))
    parallel_seed_test(lambda: zoo.parallel_env(game, seats=seats), num_cycles=cycles(20))


@TABLES
def test_the_table_in_words_and_in_numbers(game: str, seats: int) -> None:
    render_test(lambda render_mode=None: zoo.env(game, seats=seats, render_mode=render_mode))
    state_test(zoo.env(game, seats=seats), zoo.parallel_env(game, seats=seats), num_cycles=cycles(10))


def sample(mask: Any, chance: FastChance) -> int:
    codes = np.flatnonzero(mask)
    return int(codes[chance.below(len(codes))])


@TABLES
def test_a_whole_match_by_masks_alone(game: str, seats: int) -> None:
    """No mask offers what is not allowed, and what is won adds up as it should."""
    env = zoo.env(game, seats=seats, illegal="raise")
    env.reset(seed=7)
    chance = FastChance(7)
    won = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        won[agent] += reward
        assert env.observation_space(agent).contains(observation)
        env.step(None if terminated or truncated else sample(info["action_mask"], chance))
    assert list(won.values()) == env.table.rewards()
    assert set(won.values()) != {0.0} or env.table.state.outcome.draw  # type: ignore[union-attr]


@TABLES
def test_a_whole_match_at_once_by_masks_alone(game: str, seats: int) -> None:
    env = zoo.parallel_env(game, seats=seats, illegal="raise", mask="observation")
    observations, infos = env.reset(seed=7)
    chance = FastChance(7)
    rewards: dict[str, float] = {}
    while env.agents:
        for agent in env.agents:
            assert env.observation_space(agent).contains(observations[agent])
            assert (observations[agent]["action_mask"] == infos[agent]["action_mask"]).all()
        answers = {agent: sample(infos[agent]["action_mask"], chance) for agent in env.agents}
        observations, rewards, terminated, _, infos = env.step(answers)
    assert all(terminated.values())
    assert list(rewards.values()) == env.table.rewards()


def test_both_kinds_play_the_same_match() -> None:
    """A match follows from its seed and the answers, however many are asked at once."""
    one, all_ = zoo.env("echo"), zoo.parallel_env("echo")
    one.reset(seed=3)
    observations, infos = all_.reset(seed=3)
    chance = FastChance(1)
    while all_.agents:
        answers = {agent: sample(infos[agent]["action_mask"], chance) for agent in all_.agents}
        asked = [agent for agent in all_.agents if not infos[agent]["action_mask"][WAIT]]
        for agent in asked:
            assert one.agent_selection == agent
            one.step(answers[agent])
        observations, *_, infos = all_.step(answers)
        for agent in observations:
            assert (observations[agent] == one.observe(agent)).all()
    assert one.table.state.over


def test_a_sealed_choice_is_not_seen_by_whoever_is_asked_next() -> None:
    seen = []
    for answer in (0, -1):
        env = zoo.env("echo")
        env.reset(seed=5)
        env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[answer]))
        assert env.agent_selection == "seat_1"
        seen.append(env.last()[0])
    assert (seen[0] == seen[1]).all()


def test_who_is_made_an_offer_has_a_turn_and_may_wait() -> None:
    """A draw is offered in Adventurer Factory: the rival is asked once, then again who offered it."""
    env = zoo.env("adventurer", offers=True)
    env.reset(seed=2)
    names = env.table.eyes.names
    assert "offer-draw" not in zoo.env("adventurer").table.eyes.names
    first = env.agent_selection
    env.step(names.index("offer-draw"))
    other = env.agent_selection
    allowed = {names[code] for code in np.flatnonzero(env.last()[4]["action_mask"])}
    assert other != first
    assert allowed == {"wait", "accept-draw", "decline-draw"}
    env.step(WAIT)
    assert env.agent_selection == first
    assert not env.table.state.over
    env.step(names.index("withdraw-draw"))
    assert env.agent_selection == first


def test_a_masked_code_is_answered_by_the_clock_or_refused() -> None:
    env = zoo.env("magicduel")
    env.reset(seed=1)
    timeout = env.table.state.asking.timeout(env.table.state, 0)
    hidden = int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[1])
    after = env.table.state.copy()
    after.act(0, timeout)
    env.step(hidden)
    assert env.table.offences == 1
    assert env.table.game.view(env.table.state, 0) == env.table.game.view(after, 0)
    strict = zoo.env("magicduel", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat 0 may not choose") as refused:
        strict.step(hidden)
    assert len(refused.value.legal) == int(strict.last()[4]["action_mask"].sum())
    strict.step(int(np.flatnonzero(strict.last()[4]["action_mask"])[0]))  # nothing had happened


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"illegal": "ignore"}, "illegal is clock or raise, not 'ignore'"),
        ({"mask": "both"}, "mask is info or observation, not 'both'"),
        ({"seats": 3}, "MagicDuel is for 2 seats, not 3"),
        ({"options": {"luck": 3}}, "unknown option 'luck'"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        zoo.env("magicduel", **settings)
    assert message in str(refused.value)
