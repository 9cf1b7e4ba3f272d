"""The house rules of MagicDuel: ranges, refusals, presets."""

from __future__ import annotations

import pytest

from innkeeper import InvalidOptions, get_game
from innkeeper.engine.options import describe_options
from innkeeper.testing.table import Table
from tests.rules.magicduel.duels import duel, play

DEFAULTS: dict[str, object] = {
    "preset": "literal",
    "max_hp": 25,
    "moves_per_turn": 2,
    "first_turn_moves": 2,
    "first_player": "seat0",
    "starting_magic": 0,
    "second_magic": 0,
    "distinct_moves": False,
    "heal_limit": 0,
    "shield_max_cast": 99,
    "shield_cap": 999,
    "shield_armour": False,
    "magic_cap": 999,
    "burn_mode": "tick",
    "burn_cap": 99,
    "burn_fade": 0,
    "bubble_fuse": 4,
    "bubble_final_drip": True,
    "summoning_sickness": False,
    "attack_minions": True,
    "shield_move": False,
    "fiery_shield": False,
    "storm_round": 0,
    "round_limit": 100,
    "limit_result": "tie",
    "repetition_limit": 3,
}
NUMBERS = {
    "max_hp": (5, 99),
    "moves_per_turn": (1, 4),
    "starting_magic": (0, 20),
    "second_magic": (0, 20),
    "heal_limit": (0, 4),
    "shield_max_cast": (0, 99),
    "magic_cap": (5, 999),
    "burn_cap": (0, 99),
    "burn_fade": (0, 9),
    "bubble_fuse": (1, 9),
    "round_limit": (10, 500),
}
FLAGS = [name for name, value in DEFAULTS.items() if isinstance(value, bool)]
CHOICES = {
    "first_player": ["seat0", "seat1", "coin"],
    "burn_mode": ["tick", "on_hit"],
    "limit_result": ["tie", "higher_hp"],
    "preset": ["literal", "tournament", "workshop"],
}


def options(**given: object) -> dict[str, object]:
    table = Table("magicduel", options=given, dice=[1] if given.get("first_player") == "coin" else [])
    shown: dict[str, object] = table.table["options"]
    return shown


def refusal(**given: object) -> str:
    with pytest.raises(InvalidOptions) as refused:
        duel(**given)
    return str(refused.value)


def test_the_default_table() -> None:
    assert options() == DEFAULTS
    assert list(options()) == list(DEFAULTS)
    assert options() == options(preset="literal")


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_have_ranges(name: str) -> None:
    least, most = NUMBERS[name]
    for good in (least, most):
        assert options(**{name: good})[name] == good
    for bad in (least - 1, most + 1, 10**30):
        message = refusal(**{name: bad})
        assert f"option {name}: {bad} is not a whole number from {least} to {most}" in message
    for wrong in (True, 2.0, "7", None, [7]):
        said = refusal(**{name: wrong})
        assert f"option {name}: {wrong!r} is not a whole number from {least} to {most}" in said


@pytest.mark.parametrize("name", FLAGS)
def test_switches_are_true_or_false(name: str) -> None:
    for good in (True, False):
        assert options(**{name: good})[name] is good
    for bad in (0, 1, "true", None):
        assert f"option {name}: {bad!r} is not true or false" in refusal(**{name: bad})


@pytest.mark.parametrize("name", CHOICES)
def test_choices_are_named(name: str) -> None:
    for good in CHOICES[name]:
        assert options(**{name: good})[name] == good
    for bad in ("", "Tick", 0, None, ["tick"]):
        assert f"option {name}: {bad!r} is not one of {', '.join(CHOICES[name])}" in refusal(**{name: bad})


def test_the_repetition_limit_is_0_or_2_to_5() -> None:
    for good in (0, 2, 3, 4, 5):
        assert options(repetition_limit=good)["repetition_limit"] == good
    for bad in (-1, 1, 6, False, "3"):
        message = refusal(repetition_limit=bad)
        assert f"option repetition_limit: {bad!r} is not one of 0, 2, 3, 4, 5" in message


def test_the_first_turn_has_as_many_moves_as_the_others_at_most() -> None:
    for moves in (1, 2, 3, 4):
        assert options(moves_per_turn=moves)["first_turn_moves"] == moves
        assert options(moves_per_turn=moves, first_turn_moves=1)["first_turn_moves"] == 1
    message = "option first_turn_moves: 3 is not from 1 to moves_per_turn (2)"
    assert refusal(first_turn_moves=3) == message
    assert refusal(first_turn_moves=3, moves_per_turn=2) == message
    assert "option first_turn_moves: 0 is not a whole number from 1 to 4" in refusal(first_turn_moves=0)
    assert "option first_turn_moves: 5 is not a whole number from 1 to 4" in refusal(first_turn_moves=5)


def test_the_shield_cap_is_at_least_the_largest_cast() -> None:
    assert options(shield_max_cast=10, shield_cap=10)["shield_cap"] == 10
    assert options(shield_cap=99)["shield_cap"] == 99
    assert options(shield_max_cast=0, shield_cap=0)["shield_cap"] == 0
    assert refusal(shield_cap=98) == "option shield_cap: 98 is not from shield_max_cast (99) to 999"
    assert "option shield_cap: 1000 is not a whole number from 0 to 999" in refusal(shield_cap=1000)


def test_the_storm_begins_within_the_round_limit() -> None:
    assert options(storm_round=100)["storm_round"] == 100
    assert options(storm_round=500, round_limit=500)["storm_round"] == 500
    assert refusal(storm_round=101) == "option storm_round: 101 is not from 0 to round_limit (100)"
    assert refusal(storm_round=-1).startswith("option storm_round: -1 is not")


def test_unknown_names_are_refused() -> None:
    assert refusal(shields=3).startswith("unknown option 'shields'; there are preset, max_hp, ")
    assert refusal(seats=2).startswith("unknown option 'seats'")


def test_presets() -> None:
    assert options(preset="tournament") == DEFAULTS | {
        "preset": "tournament",
        "distinct_moves": True,
        "first_turn_moves": 1,
        "shield_max_cast": 4,
        "shield_cap": 12,
        "storm_round": 12,
        "round_limit": 40,
        "repetition_limit": 0,
    }
    assert options(preset="workshop") == DEFAULTS | {
        "preset": "workshop",
        "summoning_sickness": True,
        "bubble_final_drip": False,
        "shield_move": True,
        "fiery_shield": True,
    }
    assert get_game("magicduel").recommended == "tournament"
    assert [preset.id for preset in get_game("magicduel").presets if preset.recommended] == ["tournament"]


def test_overrides_on_top_of_a_preset() -> None:
    shown = options(preset="tournament", max_hp=30, storm_round=0, repetition_limit=2, moves_per_turn=3)
    assert shown["preset"] == "tournament"
    assert (shown["max_hp"], shown["storm_round"], shown["repetition_limit"]) == (30, 0, 2)
    assert (shown["moves_per_turn"], shown["first_turn_moves"]) == (3, 1)
    assert shown["distinct_moves"] is True
    assert options(preset="workshop", moves_per_turn=3)["first_turn_moves"] == 3


def test_an_override_may_break_a_range_that_the_preset_set() -> None:
    assert (
        refusal(preset="tournament", shield_max_cast=13)
        == "option shield_cap: 12 is not from shield_max_cast (13) to 999"
    )
    assert (
        refusal(preset="tournament", round_limit=10)
        == "option storm_round: 12 is not from 0 to round_limit (10)"
    )


def test_the_resolved_options_make_the_same_table() -> None:
    shown = options(preset="tournament", max_hp=30)
    assert options(**shown) == shown


def test_every_option_is_described_for_people() -> None:
    helps = describe_options(get_game("magicduel").options)
    assert [entry.name for entry in helps] == list(DEFAULTS)
    assert all(entry.about for entry in helps)


def test_changing_a_view_changes_no_house_rule() -> None:
    table = duel()
    table.table["options"]["max_hp"] = 1
    assert table.table["options"]["max_hp"] == 25


def test_tables_do_not_share_their_house_rules() -> None:
    small, large = duel(shield_max_cast=1), duel()
    play(large, "heal:50")
    assert [action for action in small.legal() if action.startswith("heal")] == ["heal:0", "heal:1"]
