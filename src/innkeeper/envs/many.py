"""The games for `gymnasium.vector`: many matches in step, one seat of each learns, bots hold the others.

    envs = gymnasium.make_vec("innkeeper/Echo-v1", 64, "vector_entry_point", rivals="greedy")

A match that is over gives way to the next in the same step: its last observation is never shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from innkeeper.engine.batch import CLOCK
from innkeeper.engine.errors import InvalidOptions, shown
from innkeeper.engine.game import Game, get_game
from innkeeper.envs.batch import Batch
from innkeeper.envs.needs import needs
from innkeeper.envs.seen import MASK, box
from innkeeper.envs.table import SEEDS, Illegal, house_rules

with needs("rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class Many(VectorEnv[Any, Any, Any]):
    """The batch of the kernel. Its own seat is one further in each row, so that none is favoured."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        content: str | Path | None = None,
        rivals: str = "random",
        illegal: Illegal = "clock",
        offers: bool = False,
    ) -> None:
        if illegal not in get_args(Illegal):
            raise InvalidOptions(f"illegal is clock or raise, not {shown(illegal)}")
        found = game if isinstance(game, Game) else get_game(game)
        self.game = found if content is None else found.with_content(Path(content))
        self.seats = self.game.check_seats(seats)
        self.rules = house_rules(self.game, options)
        self.rivals, self.illegal, self.offers, self.num_envs = rivals, illegal, offers, num_envs
        self.rows = np.arange(num_envs)
        self.seat = self.rows % self.seats  # whom a row teaches
        self.batch = self._begin(0)
        self.single_observation_space = box(self.batch.eyes)
        self.single_action_space = spaces.Discrete(self.batch.eyes.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _begin(self, seed: int) -> Batch:
        rivals, offers = self.rivals, self.offers
        return Batch(self.game, self.seats, self.rules, self.num_envs, seed, rivals=rivals, offers=offers)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New matches in all rows."""
        super().reset(seed=seed)
        self.batch = self._begin(int(self.np_random.integers(SEEDS)))
        return self.batch.obs.copy(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One answer in each row."""
        batch = self.batch
        chosen = np.asarray(actions)
        known = np.clip(chosen, 0, int(batch.eyes.codes) - 1)
        wrong = (known != chosen) | (batch.mask[self.rows, known] == 0)
        batch.step(np.where(wrong, CLOCK, chosen) if self.illegal == "clock" else chosen)
        over = batch.done != 0
        rewards = np.where(over, batch.reward[self.rows, self.seat], 0.0)
        return batch.obs.copy(), rewards, over, np.zeros_like(over), self._info(wrong)

    def _info(self, wrong: Any) -> dict[str, Any]:
        return {MASK: self.batch.mask.astype(np.int8), "illegal": wrong}

    def action_masks(self) -> Any:
        """The masks of all rows, for sb3-contrib."""
        return self.batch.mask.astype(np.bool_)
