"""How much each trait counts: fitted to matches by `python -m tools.fit micah`."""

from __future__ import annotations

from typing import Final

ALONE: Final[list[float]] = [
    -1.162,
    0.691,
    0.423,
    -0.9,
    -0.284,
    1.432,
    -0.105,
    0.529,
    1.102,
    -1.162,
    -0.9,
    -0.121,
    0.266,
    0.202,
    0.817,
]
TOGETHER: Final[list[float]] = [
    -1.145,
    -0.295,
    2.03,
    -0.287,
    0.454,
    1.119,
    1.021,
    1.788,
    0.844,
    0.037,
    -0.828,
    -0.624,
    0.161,
    0.014,
    0.491,
]
