"""What the shared tests of all games need to know about Mazerunner."""

from __future__ import annotations

from typing import Any

VALUES: dict[str, list[Any]] = {"map_supply": [1, 10]}
TABLES: list[dict[str, Any]] = [
    {"map_goal": 4, "map_supply": 4},
    {"map_goal": 1, "map_supply": 1, "finish_round": True},
    {"map_goal": 20, "map_supply": 20, "grid_size": 7, "shift_distance": 3},
    {"start_hp": 20, "last_standing": "continues", "tie_rule": "repel", "wounds_stay": False},
    {"dice_stages": "two", "encounter_die": "five", "shop_choice": "either", "round_limit": 5},
]
