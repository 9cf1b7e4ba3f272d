"""The kernel and the C program play the same games, move for move; `make bench` checks the peers too."""

from __future__ import annotations

import random

import pytest

from benchmarks import ours
from benchmarks.contest import PRESETS
from benchmarks.limit import Limit

SEEDS = [*range(1, 41), 2**32, 2**62 + 12345]

# Numbers in the C program, words in the kernel.
WORDS: dict[str, tuple[object, ...]] = {
    "first_player": ("seat0", "seat1"),
    "burn_mode": ("tick", "on_hit"),
    "limit_result": ("tie", "higher_hp"),
    **dict.fromkeys(
        (
            "distinct_moves",
            "shield_armour",
            "bubble_final_drip",
            "summoning_sickness",
            "attack_minions",
            "shield_move",
            "fiery_shield",
        ),
        (False, True),
    ),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernel_plays_the_games_of_the_c_program(preset: str) -> None:
    limit = Limit(preset)
    for seed in SEEDS:
        assert ours.trace({"preset": preset}, seed) == limit.trace(seed)


@pytest.mark.parametrize("number", range(60))
def test_they_agree_at_tables_with_any_house_rules(number: int) -> None:
    rules = house_rules(random.Random(number))
    limit = Limit("literal", **rules)
    options = {name: WORDS[name][value] if name in WORDS else value for name, value in rules.items()}
    for seed in range(1, 6):
        assert ours.trace(options, seed) == limit.trace(seed)


def house_rules(dice: random.Random) -> dict[str, int]:
    """Every option at random, within its range."""
    moves = dice.randint(1, 4)
    cast = dice.choice([0, 3, 6, 99])
    limit = dice.choice([10, 20, 60])
    rules = {name: dice.randrange(len(words)) for name, words in WORDS.items()}
    return rules | {
        "max_hp": dice.choice([5, 25, 60, 99]),
        "moves_per_turn": moves,
        "first_turn_moves": dice.randint(1, moves),
        "starting_magic": dice.choice([0, 5, 20]),
        "second_magic": dice.choice([0, 3]),
        "heal_limit": dice.choice([0, 0, 1, 2]),
        "shield_max_cast": cast,
        "shield_cap": dice.choice([cast, 99, 999]),
        "magic_cap": dice.choice([5, 12, 999]),
        "burn_cap": dice.choice([0, 3, 99]),
        "burn_fade": dice.choice([0, 1, 9]),
        "bubble_fuse": dice.choice([1, 2, 4, 9]),
        "storm_round": dice.choice([0, 0, 1, limit // 2]),
        "round_limit": limit,
        "repetition_limit": dice.choice([0, 2, 3, 5]),
    }
