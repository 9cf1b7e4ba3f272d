"""How much each trait counts: fitted to matches by `python -m tools.fit mazerunner --matches 400`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[list[float]] = [
    0.288,
    0.047,
    0.04,
    -0.424,
    0.37,
    -0.27,
    0.744,
    0.091,
    0.166,
    0.194,
    0.126,
    -0.004,
    0.096,
]
