"""Habits that were bred by `python -m tools.breed adventurer`."""

from __future__ import annotations

from typing import Final

BRED: Final[dict[str, int]] = {}
