"""The worked examples of the specification, word for word."""

from __future__ import annotations

from innkeeper.testing.table import kinds, only, rule
from tests.rules.adventurer.factory import (
    DEMO_A,
    DEMO_B,
    DEMO_C,
    DEMO_TEN,
    factory,
    finished,
    pick,
    refs,
)


@rule("AF-3.2", "AF-3.3", "AF-3.4", "AF-5.2")
def test_e1_needs() -> None:
    table = factory(
        ["knight", "silent-steps", "silver-ring", "squire", "knightly-banner", "guard-goose", "assassin"],
        None,
        DEMO_A,
        DEMO_A,
        xp_first=12,
    )
    table.act(0, "play:knight")
    assert pick(table, 0, "xp", "health") == [11, 35]
    assert table.legal() == ["play:guard-goose", "play:silver-ring", "play:squire", "done"]
    table.act(0, "play:squire")
    assert pick(table, 0, "xp", "levels") == [9, {"knight": 2}]
    assert table.seat(0)["hand"][-1] == "assassin"
    assert table.legal() == [
        "play:assassin",
        "play:guard-goose",
        "play:knightly-banner",
        "play:silver-ring",
        "use:2:polish",
        "done",
    ]
    table.act(0, "play:knightly-banner")
    assert pick(table, 0, "xp", "attack", "charisma", "willpower") == [5, 1, 1, 33]
    assert refs(table, 0) == {1: "knight", 2: "squire", 3: "knightly-banner"}


@rule("AF-1.5", "AF-1.7", "AF-4.3", "AF-4.5", "AF-8.4", "AF-8.5")
def test_e2_set_up_and_income() -> None:
    table = factory(
        ["knight", "silent-steps", "silver-ring", "squire", "knightly-banner", "guard-goose", "assassin"],
        ["knight", "squire", "squire", "silver-ring", "guard-goose", "dinner-fork-of-doom", "silver-ring"],
        DEMO_A,
        DEMO_A,
    )
    assert pick(table, 0, "xp") == [3]
    assert table.seat(0)["hand"][-1] == "guard-goose"
    table.act(0, "play:knight", "play:silver-ring", "done")
    events = table.act(0, "parley")
    hit = only(events, "damage_dealt")
    assert [hit[name] for name in ("what", "target", "roll", "extra", "bonus", "against")] == [
        "parley",
        1,
        1,
        0,
        1,
        0,
    ]
    assert [hit["amount"], hit["dealt"], hit["new"]] == [2, 2, 28]
    assert "rolled" not in kinds(events)
    assert pick(table, 1, "willpower", "xp") == [28, 5]
    assert pick(table, 0, "xp") == [0]
    table.act(1, "play:knight", "play:squire")
    assert table.seat(1)["hand"][-1] == "silver-ring"
    table.act(1, "play:guard-goose", "done", "attack")
    assert pick(table, 0, "health") == [33]
    assert pick(table, 1, "xp") == [0]
    assert table.view()["turn"] == 3
    assert pick(table, 0, "xp") == [2]
    assert table.seat(0)["hand"][-1] == "assassin"


@rule("AF-3.6", "AF-3.8", "AF-5.4")
def test_e3a_two_handed() -> None:
    table = factory(
        ["knight", "knight", "trusty-longsword", "barn-door-shield", "tourney-lance", "squire"],
        None,
        "goose-company",
        "goose-company",
        xp_first=12,
    )
    table.act(0, "play:knight", "play:knight", "play:trusty-longsword", "play:barn-door-shield")
    assert pick(table, 0, "health", "xp", "defense", "violence_die") == [40, 4, 2, "1d8"]
    events = table.act(0, "play:tourney-lance")
    assert table.seat(0)["discard"] == ["trusty-longsword", "barn-door-shield"]
    assert pick(table, 0, "xp", "defense", "violence_die") == [0, 0, "2d6"]
    assert refs(table, 0) == {1: "knight", 2: "knight", 5: "tourney-lance"}
    played = only(events, "card_played")
    assert played["replaced"] == [3, 4]
    assert played["slots"] == ["main-hand", "off-hand"]


@rule("AF-2.4", "AF-2.6", "AF-3.6", "AF-3.7")
def test_e3b_either_hand() -> None:
    table = factory(
        [
            "friendly-cudgel",
            "friendly-cudgel",
            "dinner-fork-of-doom",
            "pot-lid-buckler",
            "dinner-fork-of-doom",
            "silver-ring",
        ],
        None,
        DEMO_A,
        DEMO_A,
        xp_first=12,
    )
    assert table.legal() == [
        "play:dinner-fork-of-doom:main-hand",
        "play:dinner-fork-of-doom:off-hand",
        "play:friendly-cudgel:main-hand",
        "play:friendly-cudgel:off-hand",
        "play:pot-lid-buckler",
        "play:silver-ring",
        "done",
    ]
    table.act(0, "play:friendly-cudgel:main-hand", "play:friendly-cudgel:off-hand")
    assert pick(table, 0, "violence_die") == ["1d4"]
    table.act(0, "play:dinner-fork-of-doom:main-hand")
    assert pick(table, 0, "xp", "attack", "violence_die") == [8, 1, "1d4"]
    assert refs(table, 0) == {2: "friendly-cudgel", 3: "dinner-fork-of-doom"}
    table.act(0, "play:pot-lid-buckler")
    assert pick(table, 0, "xp", "defense", "violence_die") == [6, 1, "1d1"]
    assert table.seat(0)["discard"] == ["friendly-cudgel", "friendly-cudgel"]


@rule("AF-8.2", "AF-8.3", "AF-8.6")
def test_e4_arithmetic_and_the_floor() -> None:
    table = factory(
        ["knight", "trusty-longsword", "guard-goose", "ogre", "squire", "market-shortsword", "squire"],
        ["knight", "knight", "second-best-plate", "barn-door-shield", "ogre", "sensible-helmet", "squire"],
        "goose-company",
        "goose-company",
        dice=[8, 4],
        xp_first=12,
        xp_second=14,
    )
    table.act(0, "play:knight", "play:trusty-longsword", "done", "attack")
    assert pick(table, 1, "health") == [22]
    table.act(1, "play:knight", "play:knight")
    assert pick(table, 1, "health") == [32]
    table.act(1, "play:second-best-plate", "play:barn-door-shield")
    assert pick(table, 1, "defense", "charisma") == [5, -1]
    table.act(1, "done", "parley")
    assert pick(table, 0, "willpower") == [30]
    hit = only(table.act(0, "done", "attack"), "damage_dealt")
    assert (hit["dealt"], hit["clause"]) == (0, "AF-8.6")
    assert pick(table, 1, "health") == [32]
    finished(table)


@rule("AF-7.2", "AF-7.5", "AF-9.3", "AF-9.7")
def test_e5_zero_is_checked_at_the_end_of_the_turn() -> None:
    for saved in (True, False):
        table = factory(
            ["market-shortsword", "magistrate", "second-wind", "dwarf", "dwarf", "dwarf", "magistrate"],
            [
                "healing-potion",
                "hot-cocoa",
                "soapbox",
                "rust-powder",
                "smelling-salts",
                "whetstone",
                "throwing-onion",
            ],
            DEMO_C,
            DEMO_B,
            dice=[6],
            health=6,
        )
        table.act(0, "done", "rest")
        table.act(1, "play:healing-potion", "play:smelling-salts", "done", "rest")
        table.act(0, "play:market-shortsword")
        assert table.legal(1) == ["use:1:drink", "pass"]
        table.act(1, "pass")
        table.act(0, "done", "attack")
        assert pick(table, 1, "health") == [0]
        assert table.legal(1) == ["use:1:drink", "use:2:sniff", "pass"]
        if saved:
            table.act(1, "use:1:drink")
            assert pick(table, 1, "health", "xp", "discard") == [6, 3, ["healing-potion"]]
            assert table.view()["turn"] == 4
        else:
            table.act(1, "pass")
            assert table.result["winners"] == [0]
            assert (table.result["reason"], table.result["clause"]) == ("health", "AF-9.5")
        finished(table)


@rule("AF-5.8", "AF-11.2")
def test_e6_a_card_removed_before_its_on_play_effect() -> None:
    table = factory(
        [
            "knight",
            "squire",
            "knightly-banner",
            "silver-ring",
            "silver-ring",
            "guard-goose",
            "guard-goose",
            "assassin",
        ],
        ["grappling-hook", "soapbox", "soapbox", "soapbox", "soapbox", "whetstone", "whetstone"],
        DEMO_A,
        DEMO_B,
        xp_first=8,
    )
    table.act(0, "play:knight", "play:squire", "done", "rest")
    table.act(1, "play:grappling-hook", "done", "rest")
    assert pick(table, 0, "xp") == [7]
    table.act(0, "play:knightly-banner")
    assert table.table["chain"]["waiting_on_play"] == 4
    events = table.act(1, "use:3:yoink")
    assert only(events, "on_play_resolved")["lost"] is True
    assert pick(table, 0, "xp", "willpower", "attack", "hand_count", "hand_known") == [
        3,
        30,
        0,
        6,
        ["knightly-banner"],
    ]


@rule("AF-6.3", "AF-7.7", "AF-9.2")
def test_e7_once_per_turn_every_turn() -> None:
    table = factory(
        ["elf", "immaculate-hair", "silver-ring", "bard", "understudy", "bard"],
        ["elf", "bard", "bard", "silver-ring", "silver-ring", "understudy"],
        "velvet-revolution",
        "velvet-revolution",
        xp_first=10,
    )
    table.act(0, "play:elf", "play:immaculate-hair", "use:2:toss")
    assert pick(table, 0, "xp") == [5]
    assert pick(table, 1, "attack", "charisma") == [-1, -1]
    assert "use:2:toss" not in table.legal()
    table.act(0, "done", "rest")
    assert pick(table, 1, "attack", "charisma") == [0, 0]
    table.act(1, "play:bard")
    assert table.legal(0) == ["use:2:toss", "pass"]
    table.act(0, "use:2:toss")
    assert pick(table, 0, "xp") == [3]
    assert pick(table, 1, "attack", "charisma", "willpower") == [-1, -1, 35]
    table.act(1, "play:elf")
    assert table.legal(0) == []
    assert pick(table, 1, "charisma") == [0]


@rule("AF-6.7", "AF-9.1")
def test_e8_consumed_cards() -> None:
    table = factory(
        ["healing-potion", "hot-cocoa", "soapbox", "throwing-onion", "whetstone", "whetstone"],
        ["rust-powder", "rust-powder", "rust-powder", "rust-powder", "soapbox", "soapbox"],
        DEMO_B,
        DEMO_B,
        dice=[3],
        xp_first=9,
    )
    table.act(0, "play:healing-potion", "play:throwing-onion", "use:1:drink")
    assert pick(table, 0, "health") == [36]
    potion = table.seat(0)["in_play"][0]
    assert (potion["consumed"], potion["slots"]) == (True, ["belt"])
    table.act(0, "play:hot-cocoa")
    assert pick(table, 0, "xp", "discard") == [4, ["healing-potion"]]
    table.act(0, "use:2:throw")
    assert pick(table, 1, "health") == [27]
    table.act(0, "done", "rest")
    assert table.seat(0)["discard"] == ["healing-potion", "throwing-onion"]
    assert list(refs(table, 0).values()) == ["hot-cocoa"]
    assert pick(table, 0, "income_next") == [1]
    finished(table)


@rule("AF-9.6", "AF-6.4", "AF-8.7")
def test_e9_both_at_zero() -> None:
    table = factory(
        ["second-wind", "market-shortsword", "dwarf", "dwarf", "dwarf", "dwarf"],
        None,
        DEMO_C,
        DEMO_C,
        dice=[4],
        xp_first=7,
        health=3,
    )
    table.act(0, "play:second-wind", "play:market-shortsword", "use:1:gather")
    assert pick(table, 0, "health", "willpower", "xp") == [0, 33, 0]
    events = table.act(0, "done", "attack")
    hit = only(events, "damage_dealt")
    assert (hit["amount"], hit["dealt"]) == (4, 3)
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "both",
        "clause": "AF-9.6",
        "places": [1, 1],
    }
    assert only(events, "game_over")["beaten"] == [["health"], ["health"]]


@rule("AF-9.4")
def test_e10_deck_exhaustion() -> None:
    table = factory(["guard-goose", "silver-ring"], None, DEMO_TEN, DEMO_TEN, deck_size=10, hand=9)
    assert pick(table, 0, "deck_count", "hand_count") == [0, 10]
    table.act(0, "done", "rest")
    assert (table.result["winners"], table.result["reason"]) == ([1], "deck")

    table = factory(["guard-goose", "silver-ring"], None, DEMO_TEN, DEMO_TEN, deck_size=10, hand=9)
    table.act(0, "play:silver-ring", "done", "rest")
    assert table.result is None
    assert pick(table, 0, "xp", "deck_count") == [1, 0]


@rule("AF-7.3", "AF-7.4", "AF-4.2", "AF-6.2")
def test_e11_one_answer_per_deed_and_mend() -> None:
    table = factory(
        ["knight", "trusty-longsword", "ogre", "guard-goose", "whetstone", "squire", "squire"],
        [
            "smelling-salts",
            "smelling-salts",
            "healing-potion",
            "soapbox",
            "soapbox",
            "whetstone",
            "whetstone",
        ],
        "goose-company",
        DEMO_B,
        dice=[6],
        xp_first=6,
    )
    table.act(0, "play:knight", "play:trusty-longsword", "done", "rest")
    table.act(1, "play:smelling-salts", "play:smelling-salts")
    assert not any(action.startswith("use:") for action in table.legal())
    table.act(1, "done", "rest")
    table.act(0, "done", "attack")
    assert pick(table, 1, "health", "lost") == [24, {"health": 6, "willpower": 0}]
    events = table.act(1, "use:3:sniff")
    assert only(events, "stat_changed")["by"] == 4
    assert table.view()["turn"] == 4
    assert pick(table, 1, "health", "lost") == [28, {"health": 0, "willpower": 0}]
    assert refs(table, 1) == {4: "smelling-salts"}
    finished(table)


@rule("AF-2.5")
def test_e12_dice_steps_durations_delve() -> None:
    table = factory(
        [
            "tinker",
            "clockwork-crossbow",
            "lucky-horseshoe",
            "spare-hands",
            "overclock",
            "tinker",
            "sensible-helmet",
            "silver-ring",
            "riveted-gauntlets",
        ],
        [
            "banana-peel",
            "soapbox",
            "whetstone",
            "rust-powder",
            "hot-cocoa",
            "healing-potion",
            "healing-potion",
        ],
        "clockwork-picnic",
        DEMO_B,
        dice=[11, 1],
        xp_first=10,
    )
    table.act(0, "play:tinker")
    assert pick(table, 0, "health") == [33]
    assert table.legal() == ["choose:sensible-helmet", "choose:silver-ring"]
    assert table.table["choice"] == {"seat": 0, "verb": "delve", "options": table.legal()}
    table.act(0, "choose:silver-ring")
    assert pick(table, 0, "discard", "hand_known") == [["sensible-helmet"], ["silver-ring"]]
    table.act(0, "play:clockwork-crossbow", "play:lucky-horseshoe", "use:3:rub")
    assert pick(table, 0, "violence_die", "diplomacy_die", "xp") == ["1d12", "1d4", 2]
    table.act(0, "done", "attack")
    assert pick(table, 1, "health") == [19]
    assert pick(table, 0, "violence_die", "diplomacy_die") == ["1d10", "1d1"]
    table.act(1, "play:banana-peel", "use:4:drop")
    assert pick(table, 0, "violence_die") == ["1d6"]
    assert table.seat(0)["temp"] == [{"what": "violence", "by": -2, "until_end_of_turn": 3, "source": 4}]
    table.act(1, "done", "rest")
    table.act(0, "done", "attack")
    assert pick(table, 1, "health") == [18]
    assert table.view()["turn"] == 4
    assert pick(table, 0, "violence_die") == ["1d10"]
    finished(table)


@rule("AF-8.10", "AF-1.2")
def test_e13_conditional_effect_and_random_discard() -> None:
    table = factory(
        [
            "magistrate",
            "diligent-clerk",
            "cross-examination",
            "market-shortsword",
            "market-shortsword",
            "dwarf",
            "dwarf",
        ],
        ["magistrate", "second-wind", "writ-of-seizure", "dwarf", "grudge-ledger", "dwarf"],
        DEMO_C,
        DEMO_C,
        dice=[4, 3],
        xp_first=12,
    )
    table.act(0, "play:magistrate")
    assert pick(table, 0, "willpower") == [33]
    assert pick(table, 1, "xp") == [4]
    table.act(0, "play:diligent-clerk", "play:cross-examination", "done")
    assert table.legal() == ["attack", "parley", "use:3:question", "rest"]
    events = table.act(0, "use:3:question")
    rolls = [event for event in events if event["kind"] == "rolled"]
    assert [(r["die"], r["result"], r["purpose"]) for r in rolls] == [
        ("d4", 4, "extra"),
        ("d5", 3, "discard"),
    ]
    assert only(events, "damage_dealt")["dealt"] == 5
    assert only(events, "hand_discarded")["card"] == "writ-of-seizure"
    assert pick(table, 1, "willpower", "discard") == [25, ["writ-of-seizure"]]
    assert pick(table, 0, "xp") == [4]
    finished(table)
