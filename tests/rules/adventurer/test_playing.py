"""AF-5: playing a card."""

from __future__ import annotations

from innkeeper.testing.table import kinds, only, rule
from tests.rules.adventurer.factory import card, factory, packed, pick, refs, refused


@rule("AF-5.1")
def test_only_from_the_own_hand_in_the_own_main_step() -> None:
    table = factory(["silver-ring", "knight"], ["healing-potion", "silver-ring"], xp_first=9)
    assert refused(table, 0, "play:panacea") == ("Panacea is not in your hand", "AF-5.1")
    assert refused(table, 1, "play:silver-ring")[1] == "AF-5.1"
    assert refused(table, 0, "play:no-such-card")[1] == "AF-10.3"
    table.act(0, "done")
    assert refused(table, 0, "play:knight")[1] == "AF-5.1"


@rule("AF-5.2", "AF-5.4")
def test_the_card_that_is_replaced_still_counts_for_needs() -> None:
    cards = [
        card("student-hat", "Item", fills=["head"], provides={"student": 1}),
        card("doctor-hat", "Item", fills=["head"], needs={"student": 1}, charisma=2),
    ]
    table = packed(cards, ["student-hat", "doctor-hat"], [])
    assert refused(table, 0, "play:doctor-hat")[1] == "AF-5.2"
    table.act(0, "play:student-hat", "play:doctor-hat")
    assert refs(table, 0) == {2: "doctor-hat"}
    assert pick(table, 0, "levels", "discard") == [{}, ["student-hat"]]


@rule("AF-5.3", "AF-5.5")
def test_the_cost_must_be_there_and_is_paid() -> None:
    table = factory(["travel-pack", "soapbox"], xp_first=3)
    table.act(0, "play:soapbox")
    assert pick(table, 0, "xp") == [0]
    assert refused(table, 0, "play:travel-pack") == ("Travel Pack costs 3, you have 0", "AF-5.3")
    table = factory(["soapbox"], xp_first=2)
    assert refused(table, 0, "play:soapbox")[1] == "AF-5.3"


@rule("AF-5.4")
def test_slots_are_emptied_in_order_of_entry() -> None:
    top = ["pot-lid-buckler", "market-shortsword", "assassin", "paired-stilettos", "silver-ring"]
    table = factory(top, xp_first=20)
    table.act(0, "play:pot-lid-buckler", "play:market-shortsword", "play:assassin")
    events = table.act(0, "play:paired-stilettos")
    left = [event for event in events if event["kind"] == "card_left"]
    assert [(event["ref"], event["why"], event["to"]) for event in left] == [
        (1, "replaced", "discard"),
        (2, "replaced", "discard"),
    ]
    assert kinds(events)[:3] == ["card_left", "card_left", "card_played"]
    assert only(events, "card_played")["replaced"] == [1, 2]
    assert table.seat(0)["discard"] == ["pot-lid-buckler", "market-shortsword"]


@rule("AF-5.4", "AF-3.9")
def test_one_race_for_life() -> None:
    table = factory(["elf", "ogre", "elf"], xp_first=9)
    table.act(0, "play:elf")
    assert not any(action in ("play:ogre", "play:elf") for action in table.legal())
    reason, clause = refused(table, 0, "play:ogre")
    assert (clause, "Innate" in reason) == ("AF-5.4", True)
    assert refused(table, 0, "play:elf")[1] == "AF-5.4"


@rule("AF-5.4")
def test_an_either_or_card_avoids_an_innate_slot() -> None:
    cards = [
        card("claw", "Race", fills=["main-hand"]),
        card("stick", "Item", fills_one_of=["main-hand", "off-hand"]),
    ]
    table = packed(cards, ["claw", "stick"], [])
    table.act(0, "play:claw")
    assert [action for action in table.legal() if "stick" in action] == ["play:stick:off-hand"]
    assert refused(table, 0, "play:stick:main-hand")[1] == "AF-5.4"


@rule("AF-5.6", "AF-3.10")
def test_the_card_counts_from_here_and_a_card_was_played() -> None:
    table = factory(["silver-ring"], xp_first=9)
    assert pick(table, 0, "played_card", "charisma") == [False, 0]
    event = only(table.act(0, "play:silver-ring"), "card_played")
    expected = {"card": "silver-ring", "ref": 1, "cost": 2, "slots": ["finger"], "replaced": []}
    assert {name: event[name] for name in expected} == expected
    assert pick(table, 0, "played_card", "charisma") == [True, 1]
    table.act(0, "done", "rest")
    assert pick(table, 0, "played_card") == [False]


@rule("AF-5.6", "AF-5.7", "AF-5.8")
def test_the_opponent_answers_while_the_card_lies_there_and_its_effect_waits() -> None:
    table = factory(["guard-goose", "hand-me-down-leathers"], ["healing-potion"], xp_first=9)
    table.act(0, "done", "rest")
    table.act(1, "play:healing-potion", "done", "rest")
    events = table.act(0, "play:hand-me-down-leathers")
    assert kinds(events) == ["card_played", "chain_opened"]
    assert pick(table, 0, "defense", "health") == [1, 30]
    assert table.table["chain"] == {
        "opened_by": {"seat": 0, "what": "play", "ref": 2},
        "responder": 1,
        "links": [],
        "waiting_on_play": 2,
    }
    events = table.act(1, "pass")
    assert kinds(events) == ["passed", "chain_ended", "stat_changed", "on_play_resolved"]
    assert pick(table, 0, "health") == [31]
    assert only(events, "on_play_resolved")["lost"] is False
    assert table.table["chain"] is None


@rule("AF-5.8", "AF-7.6")
def test_a_card_that_does_nothing_on_play_keeps_nothing_waiting() -> None:
    table = factory(["guard-goose", "silver-ring"], ["healing-potion"], xp_first=9)
    table.act(0, "done", "rest")
    table.act(1, "play:healing-potion", "done", "rest")
    table.act(0, "play:silver-ring")
    assert table.table["chain"]["opened_by"] == {"seat": 0, "what": "play", "ref": 2}
    assert table.table["chain"]["waiting_on_play"] is None
    assert kinds(table.act(1, "pass")) == ["passed", "chain_ended"]


@rule("AF-5.9")
def test_on_play_effects_open_no_chain() -> None:
    table = factory(["guard-goose", "knight"], ["healing-potion"], xp_first=9)
    table.act(0, "done", "rest")
    table.act(1, "play:healing-potion", "done", "rest")
    table.act(0, "play:knight")
    events = table.act(1, "pass")
    assert "chain_opened" not in kinds(events)
    assert (table.phase, table.view()["to_act"]) == ("main", [0])


def test_on_play_effects_of_magistrate_and_goblin() -> None:
    table = factory(["magistrate", "goblin", "ghost", "elf"], xp_first=5, xp_second=2)
    table.act(0, "play:magistrate")
    assert pick(table, 1, "xp") == [2]  # never the last two
    table.act(0, "play:goblin")
    assert pick(table, 0, "xp", "willpower") == [5, 33]
