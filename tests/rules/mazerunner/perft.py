"""How many races there are: positions and ways after n decisions."""

from __future__ import annotations

from tests.honesty.perft import Opening

ROLLED = ["explore", "keep:15"]

OPENINGS = [
    Opening(
        "a run alone",
        {},
        [(1, 1), (5, 5), (10, 10), (36, 36), (193, 363), (1011, 2402)],
        seats=1,
        seed=5,
        after=ROLLED,
    ),
    Opening(
        "the first decisions of two",
        {},
        [(1, 1), (2, 2), (20, 20), (152, 259), (609, 1218)],
        seats=2,
        seed=3,
    ),
    Opening(
        "a small maze of house rules",
        {
            "grid_size": 7,
            "tie_rule": "repel",
            "encounter_die": "five",
            "dice_stages": "two",
            "map_goal": 1,
        },
        [(1, 1), (5, 5), (10, 10), (44, 44), (232, 371), (1163, 2400)],
        seats=1,
        seed=8,
        after=ROLLED,
    ),
    Opening(
        "four at the fair table",
        {"preset": "fair"},
        [(1, 1), (5, 5), (10, 10), (44, 44), (245, 371), (1300, 2372)],
        seats=4,
        seed=2,
        after=ROLLED,
    ),
]
