"""What a seat sees as numpy arrays: rows, masks, and the spaces they are from."""

from __future__ import annotations

from typing import Any, Literal, get_args

from innkeeper.engine.errors import InvalidOptions, shown
from innkeeper.engine.eyes import WAIT, Eyes
from innkeeper.envs.needs import needs
from innkeeper.envs.table import Table

with needs("rl"):
    import numpy as np
    from gymnasium import spaces

MASK = "action_mask"
Mask = Literal["info", "observation"]  # where a mask is given


def box(eyes: Eyes, rows: int = 1) -> Any:
    """What rows of numbers are from, side by side. Even a column that is always the same has room to vary."""
    low = np.array(eyes.low, np.int16)
    high = np.maximum(np.array(eyes.high, np.int16), low + 1)
    return spaces.Box(np.tile(low, rows), np.tile(high, rows), dtype=np.int16)


class Seen:
    """The eyes of a table for learners. Every array is the asker's own."""

    def __init__(self, table: Table, mask: Mask = "info") -> None:
        if mask not in get_args(Mask):
            raise InvalidOptions(f"mask is info or observation, not {shown(mask)}")
        self.table = table
        self.eyes = table.eyes
        self.inside = mask == "observation"
        self.waiting = np.zeros(self.eyes.codes, np.int8)
        self.waiting[WAIT] = 1

    def space(self) -> Any:
        """What an observation is from; one space for each agent, for each has its own dice."""
        if not self.inside:
            return box(self.eyes)
        bits = spaces.Box(0, 1, (self.eyes.codes,), np.int8)
        return spaces.Dict({"observation": box(self.eyes), MASK: bits})

    def state_space(self) -> Any:
        """What the rows of all seats are from, side by side."""
        return box(self.eyes, self.table.seats)

    def row(self, seat: int) -> Any:
        """What a seat sees."""
        row: Any = self.eyes.row(self.table.state, seat)
        return np.frombuffer(row, np.int16).copy()

    def mask(self, seat: int, turn: bool = True) -> Any:
        """A 1 for every code that a seat may choose; one that has no turn may wait."""
        if not turn:
            return self.waiting.copy()
        mask: Any = self.eyes.mask(self.table.state, seat)
        return np.frombuffer(mask, np.int8).copy()

    def observe(self, seat: int, turn: bool = True) -> Any:
        """The observation of a seat, as its space says."""
        row = self.row(seat)
        return {"observation": row, MASK: self.mask(seat, turn)} if self.inside else row

    def state(self) -> Any:
        """The rows of all seats."""
        return np.concatenate([self.row(seat) for seat in range(self.table.seats)])
