"""How much each trait counts: fitted to matches by `python -m tools.fit mazerunner`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[list[float]] = [0.31, 0.102, 0.3, 0.491, 0.217]
