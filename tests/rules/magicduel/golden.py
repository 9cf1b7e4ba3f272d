"""The duels that are written down in tests/golden: one per preset, and one by careless players."""

from __future__ import annotations

from tests.honesty.golden import Scenario

SCENARIOS = [
    Scenario("literal", players=["greedy", "random"], seed=3),
    Scenario("tournament", options={"preset": "tournament"}, players=["greedy"], seed=7),
    Scenario("workshop", options={"preset": "workshop"}, players=["varied"], seed=5),
    Scenario(
        "coin-and-storm",
        options={"first_player": "coin", "storm_round": 5, "round_limit": 20, "burn_mode": "on_hit"},
        players=["varied", "greedy"],
        seed=11,
    ),
]
