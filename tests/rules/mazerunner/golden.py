"""The races that are written down in tests/golden: alone, for two and for four."""

from __future__ import annotations

from tests.honesty.golden import Scenario

SCENARIOS = [
    Scenario("solo", seats=1, players=["greedy"], seed=4),
    Scenario("two", seats=2, options={"preset": "fair", "map_goal": 4}, players=["greedy", "varied"], seed=6),
    Scenario("four", seats=4, options={"map_goal": 4}, players=["greedy", "random"], seed=2),
    Scenario(
        "house-rules",
        seats=3,
        options={
            "dice_stages": "two",
            "encounter_die": "five",
            "tie_rule": "repel",
            "grid_size": 9,
            "map_supply": 6,
            "map_goal": 5,
            "start_hp": 25,
            "round_limit": 8,
            "shop_choice": "either",
        },
        players=["varied", "greedy"],
        seed=9,
    ),
]
