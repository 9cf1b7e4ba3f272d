"""Habits that were bred by `python -m tools.breed mazerunner --rounds 16 --matches 640`."""

from __future__ import annotations

from typing import Final

BRED: Final[dict[str, int]] = {
    "power": 50,
    "supply": 54,
    "opening": 35,
    "wound": 22,
    "rest_at": 14,
    "stop_at": 8,
    "careful": 9,
    "fearless": 1,
    "spare": 12,
    "thrift": 57,
    "chart": 673,
    "hurry": 1,
    "any_die": 997,
    "move_die": 821,
    "attack_die": 937,
    "resource_die": 516,
    "spare_die": 116,
    "strength": 477,
    "steps": 395,
    "strolls": 81,
    "yields": 209,
    "guard": 79,
    "mend": 19,
    "haggle": 207,
    "potion": 18,
    "strike": 66,
    "dash": 67,
    "vanish": 246,
    "warp": 175,
    "far": 1,
    "near": 2,
    "prey": 6,
    "fight": 3,
    "poor": 2,
    "rich": -4,
}
