"""The games for Gymnasium: one seat learns, named bots hold the others.

import gymnasium
env = gymnasium.make("innkeeper/Echo-v1", rivals="greedy")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from innkeeper.bots import make_bot
from innkeeper.engine.errors import InvalidOptions, shown
from innkeeper.engine.game import Game
from innkeeper.envs.needs import needs
from innkeeper.envs.seen import MASK, Mask, Seen
from innkeeper.envs.table import SEEDS, Illegal, Table

with needs("rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces


MOST_TRIES = 1000  # matches that may be over before the seat is asked anything


class Solo(gymnasium.Env[Any, Any]):
    """One match after the other from one seat; without a `seat`, from another one each time."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        content: str | Path | None = None,
        rivals: str | Sequence[str] = "random",
        seat: int | None = None,
        illegal: Illegal = "clock",
        offers: bool = False,
        mask: Mask = "info",
        render_mode: Literal["human", "ansi"] | None = None,
    ) -> None:
        self.table = Table(game, seats, options, content, illegal, offers)
        self.seen = Seen(self.table, mask)
        self.render_mode = render_mode
        self.always = check_seat(self.table, seat)
        self.seat = seat or 0
        self.rivals = named_rivals(self.table, rivals)
        self.action_space = spaces.Discrete(self.table.eyes.codes)
        self.observation_space = self.seen.space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """The next match, up to the first question to the seat."""
        super().reset(seed=seed)
        table, dice = self.table, self.np_random
        self.seat = int(dice.integers(table.seats)) if self.always is None else self.always
        for _ in range(MOST_TRIES):
            rivals: list[str | None] = [*self.rivals]
            rivals.insert(self.seat, None)
            table.begin(int(dice.integers(SEEDS)), rivals)
            if table.turn() >= 0:  # now and then a match is over before the seat is asked
                return self._look()
        raise RuntimeError(f"{table.game.title}: seat {self.seat} was asked nothing in {MOST_TRIES} matches")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The seat's answer, and whatever the others do until it is asked again."""
        table = self.table
        table.act(self.seat, int(action))
        table.turn()
        observation, info = self._look()
        return observation, table.rewards()[self.seat], table.state.over, False, info

    def _look(self) -> tuple[Any, dict[str, Any]]:
        info = {MASK: self.seen.mask(self.seat), "seat": self.seat, "illegal": self.table.offences}
        return self.seen.observe(self.seat), info

    def action_masks(self) -> Any:
        """The mask under the name that sb3-contrib looks for."""
        return self.seen.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The table as the seat sees it, in words."""
        told = self.table.shown(self.seat)
        if self.render_mode == "ansi":
            return told
        if self.render_mode == "human":
            print(told)
        return None


def check_seat(table: Table, seat: int | None) -> int | None:
    """A seat of the table, or None."""
    if seat is not None and (isinstance(seat, bool) or seat not in range(table.seats)):
        raise InvalidOptions(f"seat is a number from 0 to {table.seats - 1}, or None, not {shown(seat)}")
    return seat


def named_rivals(table: Table, rivals: str | Sequence[str]) -> list[str]:
    """Who holds the other seats: one name for all, or a name for each, the next seats first."""
    others = table.seats - 1
    named = [rivals] * others if isinstance(rivals, str) else list(rivals)
    if len(named) != others:
        raise InvalidOptions(f"there are {others} other seats, and {len(named)} rivals are named")
    for name in named:
        make_bot(table.game, name)
    return named
