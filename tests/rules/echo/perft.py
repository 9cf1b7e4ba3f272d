"""How many games of Echo there are: positions and ways after n decisions.

Five creatures and five edicts are 25 choices, sealed by both: 25 × 25 positions before the first reveal.
"""

from __future__ import annotations

from tests.honesty.perft import Opening

PLAIN = ["play:bard:gambit", "play:wall:gambit"]

OPENINGS = [
    Opening("the first battle", {}, [(1, 1), (25, 25), (625, 625), (8070, 8070)]),
    Opening("the second battle", {}, [(1, 1), (16, 16), (256, 256), (2072, 2072)], after=PLAIN),
    Opening(
        "four last strands",
        {"fields": "custom", "field_list": ["last-strand"] * 4},
        [(1, 1), (25, 25), (625, 625), (7750, 7750)],
        seed=2,
    ),
    Opening(
        "wild fields, guesses of all the living, shown late",
        {"fields": "wild", "guess_pool": "living", "guess_reveal": "late", "value_floor": "none"},
        [(1, 1), (25, 25), (625, 625), (8875, 8875)],
        seed=3,
    ),
]
