"""The games that are written down in tests/golden."""

from __future__ import annotations

from tests.honesty.golden import Scenario
from tests.rules.adventurer.honesty import ODDS_AND_ENDS

SCENARIOS = [
    Scenario("geese-and-velvet", players=["greedy"], seed=3),
    Scenario(
        "clockwork-and-bottles",
        options={"deck_0": "clockwork-picnic", "deck_1": "volatile-stock"},
        players=["greedy"],
        seed=5,
    ),
    Scenario(
        "candles-and-grievances",
        options={"deck_0": "too-many-candles", "deck_1": "petty-grievances"},
        players=["greedy", "varied"],
        seed=8,
    ),
    Scenario(
        "later-edition",
        options={"preset": "later-edition", "deck_0": "knives-and-invoices", "deck_1": "goose-company"},
        players=["varied"],
        seed=2,
    ),
    Scenario(
        "closed-lists",
        options={
            "deck_0": ODDS_AND_ENDS,
            "deck_1": "petty-grievances",
            "open_decklists": False,
            "mulligan": True,
            "first": "random",
            "brace_window": True,
        },
        players=["varied", "greedy"],
        seed=4,
    ),
]
