"""How many duels there are: positions and ways after n moves."""

from __future__ import annotations

from tests.honesty.perft import Opening

SMALL = {"shield_max_cast": 1, "repetition_limit": 0}

OPENINGS = [
    Opening("literal", {"repetition_limit": 0}, [(1, 1), (105, 105), (717, 11026)]),
    Opening(
        "small shields",
        SMALL,
        [(1, 1), (7, 7), (31, 50), (181, 352), (630, 2532), (3250, 18456), (8176, 135716)],
    ),
    Opening(
        "everything at once",
        {**SMALL, "starting_magic": 20, "shield_move": True, "fiery_shield": True, "max_hp": 5},
        [(1, 1), (12, 12), (58, 97), (338, 850), (1773, 7665)],
    ),
    Opening(
        "workshop",
        {**SMALL, "preset": "workshop", "starting_magic": 8},
        [(1, 1), (12, 12), (57, 131), (682, 1648), (3704, 18971)],
    ),
    Opening(
        "tournament with a storm",
        {**SMALL, "preset": "tournament", "storm_round": 1, "max_hp": 9, "moves_per_turn": 1},
        [(1, 1), (7, 7), (37, 49), (200, 350), (742, 2000), (1921, 10592)],
    ),
    Opening(
        "burning hits, armour, no minion is a target",
        {
            **SMALL,
            "burn_mode": "on_hit",
            "shield_armour": True,
            "attack_minions": False,
            "starting_magic": 10,
            "heal_limit": 1,
        },
        [(1, 1), (9, 9), (46, 71), (400, 639), (1976, 5041), (11596, 37492)],
    ),
    Opening(
        "two Specters a side",
        {**SMALL, "starting_magic": 20},
        [(1, 1), (3, 3), (6, 9), (78, 117), (876, 1395), (2436, 3897)],
        after=["summon:specter", "summon:specter", "summon:specter", "summon:specter"],
    ),
]
