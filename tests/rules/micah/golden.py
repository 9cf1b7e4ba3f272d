"""The journeys that are written down in tests/golden."""

from __future__ import annotations

from tests.honesty.golden import Scenario

SCENARIOS = [
    Scenario("alone", seats=1, options={"class_pick": "random"}, players=["greedy"], seed=4),
    Scenario(
        "three-friends",
        seats=3,
        options={"preset": "fair-road", "deck_per_player": 6, "class_pick": "random"},
        players=["greedy"],
        seed=2,
    ),
    Scenario(
        "six-with-everything",
        seats=6,
        options={
            "boss": False,
            "pvp": True,
            "pvp_from_round": 2,
            "ghosts": True,
            "champion": True,
            "class_weather": True,
            "trade_creatures": True,
            "starting_coin": 12,
            "deck_cards": 20,
            "starting_hp": 20,
        },
        players=["greedy", "varied"],
        seed=6,
    ),
    Scenario(
        "boss-fight",
        seats=3,
        options={"boss_level": "storybook", "starting_coin": 60, "class_pick": "random"},
        players=["greedy", "random", "greedy"],
        seed=8,
    ),
]
