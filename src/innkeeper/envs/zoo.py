"""The games for PettingZoo: one seat after the other (AEC), or all at once (parallel).

    from innkeeper.envs import zoo
    env = zoo.env("echo")

Agents are called seat_0, seat_1, … and stay until the match is over; a seat that is out of the game is never
asked again. The mask of an agent's codes is in its info, or in its observation with `mask="observation"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from innkeeper.engine.game import Game
from innkeeper.envs.needs import needs
from innkeeper.envs.seen import MASK, Mask, Seen
from innkeeper.envs.table import SEEDS, Illegal, Table

with needs("rl"):
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv

RENDER_MODES = ["human", "ansi"]


class Room:
    """What both kinds of environments have: a table, agents, spaces, and the table in words."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        content: str | Path | None = None,
        illegal: Illegal = "clock",
        offers: bool = False,
        mask: Mask = "info",
        render_mode: Literal["human", "ansi"] | None = None,
    ) -> None:
        self.table = Table(game, seats, options, content, illegal, offers)
        self.seen = Seen(self.table, mask)
        self.render_mode = render_mode
        name = f"innkeeper_{self.table.game.id}_v{self.table.eyes.version}"
        self.metadata = {"name": name, "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.places = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.seen.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.table.eyes.codes) for agent in self.possible_agents}
        self.state_space = self.seen.state_space()
        self.np_random, self.np_random_seed = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        """What an agent's observations are."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may answer: a code."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """The next match; with a seed, the first of a row that begins with it."""
        if seed is not None:
            self.np_random, self.np_random_seed = seeding.np_random(seed)
        self.table.begin(int(self.np_random.integers(SEEDS)))
        self.agents = self.possible_agents[:]

    def state(self) -> Any:
        """What all seats see, side by side: for critics that may know everything that anybody knows."""
        return self.seen.state()

    def render(self) -> str | None:
        """The table as a spectator sees it, in words."""
        told = self.table.shown()
        if self.render_mode == "ansi":
            return told
        if self.render_mode == "human":
            print(told)
        return None

    def close(self) -> None:
        """Nothing is left open."""


class AEC(Room, AECEnv):
    """One agent at a time: those with an offer to answer first, then those the match waits for, by seat."""

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin the next match."""
        self.begin(seed)
        agents = self.agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._ask()

    def _ask(self) -> None:
        seat = self.table.turn()
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {MASK: self.seen.mask(seat)}

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        return self.seen.observe(self.places[agent])

    def step(self, action: int | None) -> None:
        """Carry out the answer of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.act(self.places[agent], int(action))  # type: ignore[arg-type]
        if self.table.state.over:
            self._end()
        else:
            self._ask()

    def _end(self) -> None:
        self.agent_selection = self.agents[0]
        for agent, won in zip(self.agents, self.table.rewards()):
            self.rewards[agent] = won
            self._cumulative_rewards[agent] += won
            self.terminations[agent] = True
            self.infos[agent] = {MASK: self.seen.mask(self.places[agent]), "illegal": self.table.offences}


class Parallel(Room, ParallelEnv):
    """All agents at every step; those that are not asked have nothing on their mask but to wait."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next match."""
        self.begin(seed)
        return self._look()

    def _look(self) -> tuple[dict[str, Any], dict[str, Any]]:
        turn = self.table.asked()
        observations, infos = {}, {}
        for agent in self.agents:
            seat = self.places[agent]
            observations[agent] = self.seen.observe(seat, seat in turn)
            infos[agent] = {MASK: self.seen.mask(seat, seat in turn)}
        return observations, infos

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Carry out the answers of all who are asked, unless an earlier answer took the question away."""
        table, agents = self.table, self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        menus = {seat: set(table.eyes.menu(table.state, seat).codes) for seat in table.asked()}
        for seat, menu in menus.items():
            code = int(actions[self.possible_agents[seat]])
            if seat not in table.asked():
                continue
            if code in menu and table.eyes.menu(table.state, seat).find(code) < 0:
                continue  # it was allowed when everybody chose: ask again
            table.act(seat, code)
        over = table.state.over
        observations, infos = self._look()
        rewards = dict(zip(agents, table.rewards()))
        if over:
            self.agents = []
        no = dict.fromkeys(agents, False)
        return observations, rewards, dict.fromkeys(agents, over), no, infos


def env(game: str | Game, **settings: Any) -> AEC:
    """One seat after the other. Settings: seats, options, content, illegal, offers, mask, render_mode."""
    return AEC(game, **settings)


def parallel_env(game: str | Game, **settings: Any) -> Parallel:
    """All seats at once, with the same settings."""
    return Parallel(game, **settings)


raw_env = env  # what wrappers of PettingZoo look for
