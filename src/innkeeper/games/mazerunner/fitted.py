"""How much each trait counts: fitted to matches and written by `python -m tools.fit mazerunner`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[list[float]] = [0.67, 0.0, 0.13, 0.17, 0.2]
