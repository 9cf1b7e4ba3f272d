"""What a net is shown of a row: the same where it learns and where it plays."""

from __future__ import annotations

from typing import Any

import numpy as np

MOST_KINDS = 16  # a column with as many values or fewer is told one by one too


class Sight:
    """Rows of numbers as a net likes them: each held to a few units, and small ranges value by value."""

    def __init__(self, eyes: Any) -> None:
        self.scale = np.array([1 / min(max(high, 1), 10) for high in eyes.high], np.float32)
        spans = [high - low for low, high in zip(eyes.low, eyes.high)]
        self.kinds = [at for at, span in enumerate(spans) if 2 <= span < MOST_KINDS and eyes.low[at] == 0]
        self.sizes = [spans[at] + 1 for at in self.kinds]
        self.width = eyes.width + sum(self.sizes)

    def __call__(self, rows: Any) -> Any:
        told = [np.clip(rows * self.scale, -5, 10)]
        told += [np.eye(size, dtype=np.float32)[rows[:, at]] for at, size in zip(self.kinds, self.sizes)]
        return np.concatenate(told, 1, dtype=np.float32)
