"""AF-12 and the options: house rules."""

from __future__ import annotations

from typing import Any

import pytest

import innkeeper
from innkeeper import InvalidOptions
from innkeeper.games.adventurer.options import AdventurerOptions
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.adventurer.factory import book, card, factory, packed, pick, refs, refused


@rule("AF-12.1")
def test_voluntary_discard() -> None:
    table = factory(["knight", "silver-ring", "guard-goose"], xp_first=6, voluntary_discard=True)
    table.act(0, "play:knight", "play:silver-ring", "play:guard-goose")
    assert table.legal()[-3:] == ["discard:2", "discard:3", "done"]
    assert refused(table, 0, "discard:1")[1] == "AF-3.9"
    assert refused(table, 0, "discard:9")[1] == "AF-12.1"
    events = table.act(0, "discard:2")
    assert kinds(events) == ["card_left"]  # and no chain
    left = only(events, "card_left")
    assert [left[name] for name in ("ref", "card", "to", "why", "target")] == [
        2,
        "silver-ring",
        "discard",
        "voluntary",
        0,
    ]
    assert pick(table, 0, "xp", "charisma", "discard") == [0, 0, ["silver-ring"]]
    assert refused(table, 0, "discard:3") == ("throwing a card away costs 1 XP, you have 0", "AF-12.1")
    table = factory(["silver-ring"], xp_first=6)
    table.act(0, "play:silver-ring")
    assert refused(table, 0, "discard:1")[1] == "AF-12.1"


@rule("AF-12.1")
def test_throwing_away_keeps_the_main_step_open() -> None:
    table = factory(["silver-ring", "silver-ring"], hand=1, xp_first=6, voluntary_discard=True)
    table.act(0, "play:silver-ring", "play:silver-ring")
    assert table.legal() == ["discard:2", "done"]
    table.act(0, "discard:2")
    assert table.phase == "encounter"


@rule("AF-12.2")
def test_strict_needs_cascade_in_clean_up() -> None:
    cards = [
        card("root", "Item", provides={"root": 1}),
        card("stem", needs={"root": 1}, provides={"stem": 1}),
        card("leaf", needs={"stem": 1}),
        card("moss", needs={"moss": 1}, provides={"moss": 1}),
        card("spore", "Consumable", provides={"moss": 1}, actions={"puff": "[own] xp(1)"}),
        card("saw", "Consumable", actions={"cut": "[own] break(item)"}),
    ]
    top = ["root", "stem", "leaf", "spore", "moss"]
    table = packed(cards, top, ["saw"], strict_needs=True)
    table.act(0, *[f"play:{name}" for name in top], "use:4:puff", "done")
    events = table.act(0, "rest")
    # moss needs a moss that is not itself
    left = [event for event in events if event["kind"] == "card_left"]
    assert [(event["card"], event["why"], event["clause"]) for event in left] == [
        ("spore", "consumed", "AF-9.1"),
        ("moss", "needs", "AF-12.2"),
    ]
    table.act(1, "play:saw", "use:6:cut", "done")
    events = table.act(1, "rest")
    left = [event for event in events if event["kind"] == "card_left"]
    assert [(event["card"], event["target"]) for event in left] == [("saw", 1), ("stem", 0), ("leaf", 0)]
    assert only(events, "cleaned_up")["discarded"] == [6, 2, 3]
    assert refs(table, 0) == {}


@rule("AF-12.2", "AF-3.9")
def test_strict_needs_spare_innate_cards() -> None:
    cards = [
        card("root", "Item", provides={"root": 1}),
        card("dryad", "Race", needs={"root": 1}, provides={"dryad": 1}),
        card("saw", "Consumable", actions={"cut": "[own] break(item)"}),
    ]
    table = packed(cards, ["root", "dryad"], ["saw"], strict_needs=True)
    table.act(0, "play:root", "play:dryad", "done", "rest")
    table.act(1, "play:saw", "use:3:cut", "done", "rest")
    assert refs(table, 0) == {2: "dryad"}


@rule("AF-12.3", "AF-2.2")
def test_stat_cap() -> None:
    table = factory(["knight", "bard", "knight"], stat_cap=32, xp_first=9)
    event = only(table.act(0, "play:knight"), "stat_changed")
    assert (event["by"], event["new"]) == (2, 32)
    assert "stat_changed" not in kinds(table.act(0, "play:knight"))
    table.act(0, "play:bard")
    assert pick(table, 0, "health", "willpower") == [32, 32]
    table = factory(["knight"], stat_cap=10)  # what is above it at the start stays
    table.act(0, "play:knight")
    assert pick(table, 0, "health") == [30]


@rule("AF-12.3")
def test_stat_cap_and_mend() -> None:
    table = factory(["market-shortsword"], ["smelling-salts"], dice=[4], xp_first=9, stat_cap=28, health=30)
    table.act(0, "done", "rest")
    table.act(1, "play:smelling-salts", "done", "rest")
    table.act(0, "play:market-shortsword", "done", "attack")
    events = table.act(1, "use:1:sniff")
    assert only(events, "stat_changed")["by"] == 2
    assert pick(table, 1, "health") == [28]


@rule("AF-12.4", "AF-9.7")
def test_zero_counts_immediately() -> None:
    for zero_check, over in (("end_of_turn", False), ("immediate", True)):
        table = factory(["throwing-onion"], dice=[4], health=3, xp_first=9, zero_check=zero_check)
        table.act(0, "play:throwing-onion")
        events = table.act(0, "use:1:throw")
        assert (table.result is not None) == over
        if over:
            assert (table.result["winners"], table.result["reason"]) == ([0], "health")
            assert "chain_opened" not in kinds(events)


@rule("AF-12.4")
def test_immediate_also_for_encounters_on_play_lists_and_answers() -> None:
    table = factory(["market-shortsword"], dice=[3], health=3, zero_check="immediate", xp_first=9)
    table.act(0, "play:market-shortsword", "done", "attack")
    assert table.result["reason"] == "health"
    cards = [card("omen", on_play="daunt(30)"), card("glare", actions={"stare": "[reply] daunt(30)"})]
    table = packed(cards, ["omen"], [], zero_check="immediate")
    table.act(0, "play:omen")
    assert (table.result["winners"], table.result["reason"]) == ([0], "willpower")
    table = packed(cards, ["glare", "knight"], ["glare"], zero_check="immediate")
    table.act(0, "play:glare", "done", "rest")
    table.act(1, "play:glare")
    table.act(0, "use:1:stare")
    assert (table.result["winners"], table.view()["turn"]) == ([0], 2)


@rule("AF-12.4")
def test_immediate_does_not_look_at_decks() -> None:
    ten = {"name": "ten", "cards": {"whetstone": 4, "silver-ring": 4, "guard-goose": 2}}
    table = factory(["whetstone"], ["silver-ring"], ten, ten, deck_size=10, hand=9, zero_check="immediate")
    table.act(0, "play:whetstone", "done", "rest")
    table.act(1, "play:silver-ring", "done", "rest")
    table.act(0, "use:1:sharpen")
    assert table.result is None


# Options


def test_defaults_are_the_literal_preset() -> None:
    options = AdventurerOptions.resolve(None, book()).json()
    assert options == {
        "preset": "literal",
        "health": 30,
        "willpower": 30,
        "xp_first": 3,
        "xp_second": 5,
        "hand": 5,
        "first": "0",
        "mulligan": False,
        "deck_size": 40,
        "max_copies": 4,
        "deck_0": "goose-company",
        "deck_1": "velvet-revolution",
        "card_pack": "core",
        "open_decklists": True,
        "min_income": 0,
        "xp_cap": 0,
        "stat_cap": 0,
        "negative_damage": False,
        "brace_window": False,
        "strict_needs": False,
        "voluntary_discard": False,
        "zero_check": "end_of_turn",
        "simultaneous": "draw",
        "turn_limit": 120,
        "main_action_cap": 100,
        "draw_offers": True,
    }
    table = Table("adventurer")
    assert table.table["options"] == options
    assert list(table.table["options"]) == list(options)


def test_the_later_edition() -> None:
    table = Table("adventurer", options={"preset": "later-edition", "health": 25})
    assert pick(table, 0, "health", "willpower", "xp") == [25, 20, 3]
    assert pick(table, 1, "xp") == [4]
    options = table.table["options"]
    assert [options[name] for name in ("preset", "min_income", "xp_cap")] == ["later-edition", 1, 10]
    assert options["voluntary_discard"] is True
    assert not any(preset.recommended for preset in AdventurerOptions.presets)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("health", 0),
        ("health", 100),
        ("willpower", "30"),
        ("xp_first", 51),
        ("xp_second", -1),
        ("hand", 16),
        ("first", 0),
        ("first", "2"),
        ("mulligan", 1),
        ("deck_size", 9),
        ("max_copies", 11),
        ("deck_0", 7),
        ("deck_0", None),
        ("card_pack", "none"),
        ("min_income", 4),
        ("xp_cap", 51),
        ("stat_cap", 200),
        ("zero_check", "never"),
        ("simultaneous", "both"),
        ("turn_limit", 1),
        ("main_action_cap", 19),
        ("preset", "fast"),
    ],
)
def test_values_out_of_range_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(InvalidOptions, match=f"option {name}: "):
        innkeeper.new_match("adventurer", options={name: value})


def test_cross_checks() -> None:
    ten: dict[str, Any] = {"name": "ten", "cards": {"silver-ring": 4, "guard-goose": 4, "soapbox": 2}}
    with pytest.raises(InvalidOptions, match=r"option hand: 11 is not from 1 to deck_size \(10\)"):
        innkeeper.new_match("adventurer", options={"deck_size": 10, "hand": 11, "deck_0": ten, "deck_1": ten})
    with pytest.raises(InvalidOptions, match="unknown option 'fields'"):
        innkeeper.new_match("adventurer", options={"fields": 3})
