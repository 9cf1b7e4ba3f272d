"""AF-6: actions."""

from __future__ import annotations

from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.adventurer.factory import card, factory, packed, pick, refs, refused


def workshop() -> Table:
    """Seat 0 has an alchemist with an assistant, seat 1 is idle."""
    top = ["alchemist", "singed-assistant", "silver-ring", "guard-goose", "whetstone", "soapbox"]
    table = factory(top, xp_first=20)
    table.act(0, "play:alchemist", "play:singed-assistant")
    return table


@rule("AF-6.1")
def test_only_actions_of_own_cards_in_play() -> None:
    table = factory(["whetstone"], ["whetstone"], xp_first=9)
    assert refused(table, 0, "use:1:sharpen") == ("you have no card 1 in play", "AF-6.1")
    table.act(0, "play:whetstone")
    assert "use:1:sharpen" in table.legal()  # without costs it is free
    assert refused(table, 0, "use:1:dance")[1] == "AF-6.1"
    assert refused(table, 0, "use:1:sharpen:2")[1] == "AF-6.1"
    table.act(0, "done", "rest")
    assert refused(table, 1, "use:1:sharpen")[1] == "AF-6.1"


@rule("AF-6.2")
def test_timing_marks() -> None:
    cards = [
        card(
            "clock",
            actions={
                "any": "xp(1)",
                "mine": "[own] xp(1)",
                "back": "[reply] xp(1)",
                "event": "[encounter] xp(1)",
            },
        )
    ]
    table = packed(cards, ["clock"], ["clock"])
    table.act(0, "play:clock")
    uses = [action for action in table.legal() if action.startswith("use:")]
    assert uses == ["use:1:any", "use:1:mine"]
    assert refused(table, 0, "use:1:back") == ("Clock: back can only be used in a response", "AF-6.2")
    assert refused(table, 0, "use:1:event")[1] == "AF-6.2"
    table.act(0, "done")
    assert table.legal() == ["attack", "parley", "use:1:event", "rest"]
    table.act(0, "rest")
    table.act(1, "play:clock")
    assert table.legal(0) == ["use:1:any", "use:1:back", "pass"]
    assert refused(table, 0, "use:1:mine")[1] == "AF-6.2"


@rule("AF-6.3")
def test_once_per_turn_for_each_action_of_each_card() -> None:
    table = factory(["second-wind", "second-wind", "silver-ring"], xp_first=20)
    table.act(0, "play:second-wind", "play:second-wind", "use:1:breathe", "use:1:gather")
    assert refused(table, 0, "use:1:breathe") == ("Second Wind: breathe was already used this turn", "AF-6.3")
    uses = [action for action in table.legal() if action.startswith("use:")]
    assert uses == ["use:2:breathe", "use:2:gather"]
    assert table.seat(0)["in_play"][0]["used"] == ["breathe", "gather"]


@rule("AF-6.4")
def test_costs_in_full_down_to_zero() -> None:
    table = factory(["second-wind", "silver-ring"], xp_first=5, health=3, willpower=2)
    table.act(0, "play:second-wind")
    assert refused(table, 0, "use:1:breathe")[1] == "AF-6.4"  # 3 Willpower, and there are 2
    event = only(table.act(0, "use:1:gather"), "action_performed")
    assert event["costs"] == {"xp": 1, "health": 3}
    assert pick(table, 0, "health", "willpower", "xp") == [0, 5, 1]


@rule("AF-6.4")
def test_discarding_a_card_of_choice() -> None:
    table = workshop()
    hand = sorted(set(table.seat(0)["hand"]))
    uses = [action for action in table.legal() if action.startswith("use:")]
    assert uses == [f"use:2:sweep-up:{name}" for name in hand]
    assert refused(table, 0, "use:2:sweep-up")[1] == "AF-6.4"
    count = table.seat(0)["hand_count"]
    events = table.act(0, "use:2:sweep-up:whetstone")
    assert kinds(events)[:2] == ["action_performed", "hand_discarded"]
    assert only(events, "action_performed")["costs"] == {"xp": 2, "discard-hand": "whetstone"}
    assert only(events, "hand_discarded")["clause"] == "AF-6.4"
    assert pick(table, 0, "hand_count", "discard") == [count - 1 + 2, ["whetstone"]]


@rule("AF-6.4")
def test_sacrificing_another_card() -> None:
    top = ["tinker", "scrapyard-bargain", "silver-ring", "spare-hands", "guard-goose", "soapbox"]
    table = factory(top, xp_first=20)
    table.act(0, "play:tinker")
    if table.phase == "choose":
        table.play(table.legal()[0])
    table.act(0, "play:scrapyard-bargain")
    while table.phase == "choose":
        table.play(table.legal()[0])
    assert refused(table, 0, "use:2:haggle")[1] == "AF-6.4"
    table.act(0, "play:silver-ring", "play:spare-hands", "play:guard-goose")
    uses = [action for action in table.legal() if ":haggle" in action]
    assert uses == ["use:2:haggle:3", "use:2:haggle:4"]  # items only, in order of entry
    xp = table.seat(0)["xp"]
    events = table.act(0, "use:2:haggle:4")
    left = only(events, "card_left")
    assert (left["why"], left["card"], left["clause"]) == ("sacrificed", "spare-hands", "AF-6.4")
    assert only(events, "action_performed")["costs"] == {"sacrifice": 4}
    assert pick(table, 0, "xp", "levels") == [xp + 3, {"tinker": 1}]
    assert "spare-hands" in table.seat(0)["discard"]


@rule("AF-6.4")
def test_a_card_cannot_be_sacrificed_to_itself_nor_an_innate_one() -> None:
    cards = [
        card("mill", "Item", actions={"grind": "[own; sacrifice item] xp(3)"}),
        card("heirloom", "Item", innate=True),
    ]
    table = packed(cards, ["mill", "heirloom", "mill"], [])
    table.act(0, "play:mill", "play:heirloom")
    assert refused(table, 0, "use:1:grind")[1] == "AF-6.4"
    table.act(0, "play:mill")
    assert [action for action in table.legal() if "grind" in action] == ["use:1:grind:3", "use:3:grind:1"]


@rule("AF-6.5")
def test_an_action_must_be_able_to_do_something() -> None:
    top = ["assassin", "light-fingers", "rust-powder", "grappling-hook", "tavern-rumour"]
    table = factory(top, xp_first=20, xp_second=2)
    table.act(0, *[f"play:{name}" for name in top])
    uses = [action for action in table.legal() if action.startswith("use:")]
    assert uses == ["use:5:listen"]  # no XP above 2, nothing to break or to bounce
    assert refused(table, 0, "use:2:pinch") == ("Light Fingers: pinch would do nothing right now", "AF-6.5")


@rule("AF-6.5")
def test_one_effect_that_can_act_is_enough() -> None:
    table = factory(["alchemist", "acid-flask"], xp_first=9)
    table.act(0, "play:alchemist", "play:acid-flask", "use:2:splash")
    assert pick(table, 1, "health") == [28]


@rule("AF-6.5")
def test_conditions_of_the_future_do_not_count() -> None:
    cards = [
        card("hope", actions={"wish": "[own] if(rolled>=1) xp(1)", "pray": "[own] if(hurt) xp(1)"}),
    ]
    table = packed(cards, ["hope"], [])
    table.act(0, "play:hope")
    assert not any(action.startswith("use:") for action in table.legal())


@rule("AF-6.6")
def test_effects_come_before_answers() -> None:
    table = factory(["guard-goose", "throwing-onion"], ["healing-potion"], dice=[4], xp_first=9)
    table.act(0, "done", "rest")
    table.act(1, "play:healing-potion", "done", "rest")
    table.act(0, "play:throwing-onion")
    table.act(1, "pass")
    events = table.act(0, "use:2:throw")
    assert kinds(events) == ["action_performed", "card_consumed", "rolled", "stat_changed", "chain_opened"]
    assert pick(table, 1, "health") == [26]
    assert table.table["chain"]["opened_by"] == {"seat": 0, "what": "action", "ref": 2}
    assert table.table["chain"]["waiting_on_play"] is None


@rule("AF-6.7", "AF-6.8")
def test_a_consumed_card_stays_until_clean_up_and_does_nothing_more() -> None:
    cards = [card("bottle", "Consumable", attack=2, actions={"sip": "[own] xp(1)", "gulp": "[own] xp(2)"})]
    table = packed(cards, ["bottle"], [])
    table.act(0, "play:bottle", "use:1:sip")
    assert refused(table, 0, "use:1:gulp") == ("Bottle is Consumed", "AF-6.8")
    assert pick(table, 0, "attack", "income_next") == [2, 0]
    placed = table.seat(0)["in_play"][0]
    assert (placed["consumed"], placed["used"]) == (True, ["sip"])
    events = table.act(0, "done", "rest")
    left = only(events, "card_left")
    assert (left["why"], left["clause"], left["target"]) == ("consumed", "AF-9.1", 0)
    assert pick(table, 0, "attack", "in_play", "discard") == [0, [], ["bottle"]]


@rule("AF-3.9", "AF-9.1")
def test_an_innate_card_stays_even_when_it_is_consumed() -> None:
    cards = [card("last-breath", "Consumable", innate=True, actions={"sigh": "[own] xp(1)"})]
    table = packed(cards, ["last-breath"], [])
    table.act(0, "play:last-breath", "use:1:sigh")
    assert pick(table, 0, "income_next") == [1]
    assert only(table.act(0, "done", "rest"), "cleaned_up")["discarded"] == []
    table.act(1, "done", "rest")
    assert refused(table, 0, "use:1:sigh") == ("Last Breath is Consumed", "AF-6.8")
    assert table.seat(0)["in_play"][0]["consumed"] is True


@rule("AF-6.7")
def test_a_consumed_card_can_still_be_hit() -> None:
    top_0 = ["throwing-onion", "silver-ring"]
    table = factory(top_0, ["rust-powder", "acid-flask", "alchemist"], dice=[1], xp_first=9, xp_second=20)
    table.act(0, "done", "rest")
    table.act(1, "play:alchemist", "play:acid-flask", "done", "rest")
    table.act(0, "play:throwing-onion")
    table.act(1, "pass")
    table.act(0, "use:3:throw")
    events = table.act(1, "use:2:splash")
    assert only(events, "card_left")["why"] == "broken"
    assert refs(table, 0) == {}


@rule("AF-6.9")
def test_effects_happen_even_if_the_card_has_gone() -> None:
    cards = [card("cannon", "Item", actions={"fire": "[encounter] harm(5)"})]
    table = packed(cards, ["cannon"], ["grappling-hook"], brace_window=True)
    table.act(0, "done", "rest")
    table.act(1, "play:grappling-hook", "done", "rest")
    table.act(0, "play:cannon")
    table.act(1, "pass")
    table.act(0, "done", "use:2:fire")
    assert pick(table, 1, "health") == [30]
    table.act(1, "use:1:yoink")
    assert refs(table, 0) == {}
    assert pick(table, 1, "health") == [25]
