"""The games that are written down in tests/golden: the standard table, and some with house rules."""

from __future__ import annotations

from tests.honesty.golden import Scenario

SCENARIOS = [
    Scenario("standard", players=["greedy"], seed=4),
    Scenario(
        "seer",
        options={"fields": "custom", "field_list": ["night", "glade", "mountain", "last-strand"]},
        players=["greedy"],
        seed=17,
    ),
    Scenario(
        "house-rules",
        options={
            "fields": "wild",
            "guess_pool": "living",
            "guess_reveal": "late",
            "value_floor": "none",
            "tiebreak": "last-win",
        },
        players=["varied"],
        seed=5,
    ),
]
