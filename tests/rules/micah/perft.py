"""How many journeys there are: positions and ways after n decisions."""

from __future__ import annotations

from tests.honesty.perft import Opening

RANDOM = {"class_pick": "random"}

OPENINGS = [
    Opening("class picks", {}, [(1, 1), (7, 7), (42, 42)], seats=2),
    Opening("three friends", RANDOM, [(1, 1), (2, 2), (5, 5), (11, 11), (28, 31), (52, 98)], seats=3),
    Opening(
        "a shopping spree",
        {**RANDOM, "starting_coin": 30, "boss": False},
        [(1, 1), (6, 6), (43, 43), (300, 347)],
        seats=2,
        seed=2,
    ),
    Opening(
        "duels and ghosts",
        {**RANDOM, "pvp": True, "pvp_from_round": 1, "ghosts": True, "starting_hp": 6, "boss": False},
        [(1, 1), (3, 3), (7, 7), (18, 18), (36, 43), (83, 97), (177, 230)],
        seats=3,
        seed=3,
    ),
    Opening(
        "the Boss alone",
        {**RANDOM, "starting_hp": 20},
        [(1, 1), (2, 4), (3, 14), (5, 19), (8, 34), (17, 95), (36, 326)],
        seats=1,
        seed=4,
        after=["challenge"],
    ),
]
