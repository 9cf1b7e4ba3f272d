"""How many fights there are: positions and ways after n decisions."""

from __future__ import annotations

from tests.honesty.perft import Opening

OPENINGS = [
    Opening(
        "the core decks",
        {},
        [(1, 1), (5, 5), (21, 21), (56, 56), (162, 165), (512, 525), (1663, 1743), (5200, 5574)],
    ),
    Opening(
        "with a mulligan",
        {"mulligan": True},
        [(1, 1), (2, 2), (4, 4), (14, 14), (36, 36), (101, 101), (381, 381), (1448, 1452)],
        seed=2,
    ),
    Opening(
        "rich and braced",
        {"xp_first": 9, "xp_second": 9, "brace_window": True},
        [(1, 1), (2, 2), (5, 5), (13, 13), (39, 39), (117, 117), (298, 303), (788, 825), (2059, 2319)],
        seed=3,
    ),
    Opening(
        "later edition, cards thrown away, beaten at once",
        {"preset": "later-edition", "voluntary_discard": True, "zero_check": "immediate", "health": 4},
        [(1, 1), (3, 3), (5, 5), (18, 18), (75, 75), (318, 330), (970, 1038), (2293, 2523)],
        seed=4,
    ),
]
