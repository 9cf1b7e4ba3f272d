"""AF-3: types, Needs, Provides, Fills."""

from __future__ import annotations

from innkeeper.testing.table import only, rule
from tests.rules.adventurer.factory import book, card, factory, packed, pick, refs, refused


@rule("AF-3.1")
def test_every_card_has_a_type_and_types_are_labels() -> None:
    assert all(card.types for card in book().cards)
    # An Item that calls itself neither Weapon nor Armour is left alone by rust, whatever its case.
    cards = [
        card("dull", "weapon"),
        card("rusty", "Consumable/Flask", actions={"shake": "[own] break(WEAPON)"}),
        card("nice", "Item"),
    ]
    table = packed(cards, ["rusty"], ["dull", "nice"], xp_first=9)
    table.act(0, "play:rusty", "done", "rest")
    table.act(1, "play:dull", "play:nice", "done", "rest")
    table.act(0, "use:1:shake")
    assert refs(table, 1) == {3: "nice"}


@rule("AF-3.2")
def test_a_class_or_race_card_makes_the_character_that_class_or_race() -> None:
    for made in book().cards:
        if made.is_a("class") or made.is_a("race"):
            assert [book().symbols.text(symbol) for symbol in made.gives_symbols] == [made.id]
            table = factory([made.id], xp_first=9)
            table.act(0, f"play:{made.id}")
            assert table.seat(0)["levels"] == {made.id: 1}


@rule("AF-3.3")
def test_multiclassing_has_no_limit() -> None:
    classes = ["knight", "bard", "assassin", "magistrate", "alchemist", "knight"]
    table = factory(classes, xp_first=20)
    table.act(0, *[f"play:{name}" for name in classes])
    assert table.seat(0)["levels"] == {
        "alchemist": 1,
        "assassin": 1,
        "bard": 1,
        "knight": 2,
        "magistrate": 1,
    }


@rule("AF-3.4", "AF-5.2")
def test_needs_count_levels() -> None:
    table = factory(["knight", "knightly-banner", "knight"], xp_first=20)
    assert refused(table, 0, "play:knightly-banner") == (
        "Knightly Banner Needs Knight 2 (you have 0)",
        "AF-5.2",
    )
    table.act(0, "play:knight")
    assert "you have 1" in refused(table, 0, "play:knightly-banner")[0]
    table.act(0, "play:knight", "play:knightly-banner")


@rule("AF-3.5")
def test_needs_lost_later_do_not_matter() -> None:
    cards = [
        card("badge", "Item", provides={"guild": 1}),
        card("guild-hall", needs={"guild": 1}, attack=2),
        card("thief", "Consumable", actions={"take": "[own] break(item)"}),
    ]
    table = packed(cards, ["badge", "guild-hall"], ["thief"], xp_first=9)
    table.act(0, "play:badge", "play:guild-hall", "done", "rest")
    table.act(1, "play:thief", "use:3:take", "done", "rest")
    assert refs(table, 0) == {2: "guild-hall"}
    assert pick(table, 0, "attack", "levels") == [2, {}]


@rule("AF-3.6", "AF-3.7")
def test_slots_are_text_and_a_new_card_may_invent_one() -> None:
    cards = [
        card("left-wing", fills=["wing"]),
        card("right-wing", fills=["wing"]),
        card("any-wing", fills_one_of=["tail", "wing"]),
    ]
    table = packed(cards, ["left-wing", "right-wing", "any-wing"], [])
    assert [action for action in table.legal() if "wing" in action] == [
        "play:any-wing:tail",
        "play:any-wing:wing",
        "play:left-wing",
        "play:right-wing",
    ]
    table.act(0, "play:left-wing", "play:right-wing")
    assert refs(table, 0) == {2: "right-wing"}
    table.act(0, "play:any-wing:tail")
    assert table.seat(0)["in_play"][1]["slots"] == ["tail"]
    assert refs(table, 0) == {2: "right-wing", 3: "any-wing"}


@rule("AF-3.6")
def test_an_either_or_card_needs_its_slot_named() -> None:
    table = factory(["friendly-cudgel", "silver-ring"], xp_first=9)
    for action in ("play:friendly-cudgel", "play:friendly-cudgel:head"):
        reason, clause = refused(table, 0, action)
        assert clause == "AF-3.6"
        assert "main-hand, off-hand" in reason
    assert refused(table, 0, "play:silver-ring:finger")[1] == "AF-3.6"


@rule("AF-3.8")
def test_body_and_hands_are_only_slots() -> None:
    top = ["assassin", "nothing-to-see-cloak", "hand-me-down-leathers", "paired-stilettos", "pot-lid-buckler"]
    table = factory(top, xp_first=20)
    table.act(0, "play:assassin", "play:hand-me-down-leathers", "play:nothing-to-see-cloak")
    assert refs(table, 0) == {1: "assassin", 3: "nothing-to-see-cloak"}
    table.act(0, "play:paired-stilettos", "play:pot-lid-buckler")
    assert refs(table, 0) == {1: "assassin", 3: "nothing-to-see-cloak", 5: "pot-lid-buckler"}


@rule("AF-3.9")
def test_innate_cards_never_leave_and_cannot_be_chosen() -> None:
    for made in book().cards:
        assert made.innate == (made.is_a("class") or made.is_a("race"))
    cards = [
        card("badge", "Item", innate=True),
        card("ring", "Item"),
        card("hook", "Consumable", actions={"yank": "[own] bounce(item)"}),
    ]
    table = packed(cards, ["badge", "ring"], ["hook", "hook"], xp_first=9)
    table.act(0, "play:badge", "play:ring", "done", "rest")
    table.act(1, "play:hook", "play:hook")
    event = only(table.act(1, "use:3:yank"), "card_left")
    assert (event["card"], event["to"], event["why"]) == ("ring", "hand", "bounced")
    assert refused(table, 1, "use:4:yank")[1] == "AF-6.5"
    assert refs(table, 0) == {1: "badge"}


@rule("AF-3.10")
def test_refs_count_both_seats_and_are_never_used_again() -> None:
    table = factory(["silver-ring", "guard-goose"], ["guard-goose", "grappling-hook"], xp_first=9)
    table.act(0, "play:silver-ring", "done", "rest")
    table.act(1, "play:guard-goose", "play:grappling-hook", "use:3:yoink", "done", "rest")
    table.act(0, "play:silver-ring")
    assert refs(table, 0) == {4: "silver-ring"}
