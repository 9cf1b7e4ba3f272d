"""How much each trait counts: fitted to matches by `python -m tools.fit magicduel --matches 900`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[list[float]] = [
    0.04,
    0.256,
    0.143,
    0.058,
    0.025,
    -0.137,
    0.105,
    -0.029,
    0.271,
    0.081,
    0.14,
    0.383,
]
