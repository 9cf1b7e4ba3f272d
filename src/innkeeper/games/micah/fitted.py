"""How much each trait counts: fitted to matches and written by `python -m tools.fit micah`."""

from __future__ import annotations

from typing import Final

ALONE: Final[list[float]] = [0.0, 0.5, 0.5, 0.0, 0.0, 0.5, 0.5, 0.2, 0.2, 0.0, 0.0, 0.0, 0.1, 1.0, 1.5]
TOGETHER: Final[list[float]] = [0.0, 1.5, 1.0, -1.0, 0.0, 0.5, 0.5, 0.2, 0.2, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0]
