"""Every house rule: its range, its refusal, and that it does something."""

from __future__ import annotations

import pytest

import innkeeper
from tests.rules.micah.road import Road


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("deck_per_player", 5, "5.*6 to 20"),
        ("deck_cards", 137, "137.*0 to 136"),
        ("treasure_cards", 11, "11.*12 to 120"),
        ("treasure_cards", 121, "121.*0 to 120"),
        ("class_pick", "draft", "'draft'.*choose, random"),
        ("hp_table", "huge", "'huge'.*original, balanced"),
        ("starting_hp", 100, "100.*0 to 99"),
        ("starting_coin", -1, "-1.*0 to 100"),
        ("start_weather", "hail", "'hail'.*clear, sunny"),
        ("first_seat", "seat1", "'seat1'.*seat0, random"),
        ("max_rounds", 9, "9.*10 to 200"),
        ("prep_action_cap", 101, "101.*10 to 100"),
        ("companion_dies", "never", "'never'.*exceed, meet"),
        ("trade_offers_per_turn", 0, "0.*1 to 10"),
        ("boss_level", "easy", "'easy'.*storybook, extreme, legendary"),
        ("boss_bystanders", "cheer", "'cheer'.*lose, share"),
        ("pvp_from_round", 51, "51.*1 to 50"),
        ("pvp_damage_cap", 3, "3.*4 to 40"),
        ("ghosts", "yes", "'yes'.*true or false"),
        ("whole_deck", 1, "1.*true or false"),
        ("preset", "unfair-road", "'unfair-road'.*literal, fair-road"),
    ],
)
def test_what_is_refused(option: str, value: object, words: str) -> None:
    with pytest.raises(innkeeper.InvalidOptions, match=f"{option}.*{words}"):
        innkeeper.new_match("micah", seats=2, options={option: value})


def test_unknown_options_are_refused() -> None:
    with pytest.raises(innkeeper.InvalidOptions, match="deck_size"):
        innkeeper.new_match("micah", seats=2, options={"deck_size": 3})


def test_the_recommended_preset() -> None:
    assert innkeeper.get_game("micah").recommended == "fair-road"
    assert Road("paladin", preset="fair-road").hp(0) == 54


def test_options_in_a_view_are_a_copy() -> None:
    table = Road("paladin")
    table.view(0)["table"]["options"]["max_rounds"] = 1
    assert table.table["options"]["max_rounds"] == 60
