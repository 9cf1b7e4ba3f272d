"""AF-8: the Encounter."""

from __future__ import annotations

from innkeeper.testing.table import kinds, only, rule
from tests.rules.adventurer.factory import card, factory, finished, packed, pick, refused


@rule("AF-8.1")
def test_at_most_one_encounter() -> None:
    top = ["knight", "squire", "cavalry-charge", "silver-ring"]
    table = factory(top, dice=[3], xp_first=20)
    assert refused(table, 0, "attack")[1] == "AF-8.1"
    table.act(0, "play:knight", "play:squire", "play:cavalry-charge", "done")
    assert table.legal() == ["attack", "parley", "use:3:charge", "rest"]
    assert table.match.pending[0].timeout == "rest"
    events = table.act(0, "use:3:charge")
    assert only(events, "encounter_made")["what"] == "action"
    assert only(events, "action_performed")["costs"] == {"encounter": True, "xp": 2}
    assert pick(table, 1, "health") == [26]
    assert table.view()["turn"] == 2
    finished(table)


@rule("AF-8.1", "AF-8.8")
def test_rest_makes_no_encounter_and_no_chain() -> None:
    table = factory(["silver-ring"], ["healing-potion"], xp_first=9)
    table.act(0, "done", "rest")
    table.act(1, "play:healing-potion", "done")
    events = table.act(1, "rest")
    assert only(events, "encounter_made")["what"] == "rest"
    assert "chain_opened" not in kinds(events)


@rule("AF-8.2", "AF-8.3")
def test_simple_attack() -> None:
    top = ["market-shortsword", "guard-goose", "guard-goose"]
    table = factory(top, ["pot-lid-buckler", "silver-ring"], dice=[5], xp_first=20)
    table.act(0, *[f"play:{name}" for name in top], "done", "rest")
    table.act(1, "play:pot-lid-buckler", "done", "rest")
    table.act(0, "done")
    event = only(table.act(0, "attack"), "damage_dealt")
    expected = {
        "what": "attack",
        "target": 1,
        "roll": 5,
        "extra": 0,
        "bonus": 2,
        "against": 1,
        "amount": 6,
        "dealt": 6,
        "new": 24,
        "clause": "AF-8.3",
        "seat": 0,
    }
    assert {name: event[name] for name in expected} == expected
    assert table.table["last_roll"] == {"seat": 0, "die": "1d6", "dice": [5], "total": 5}


@rule("AF-8.4", "AF-8.5")
def test_simple_parley() -> None:
    table = factory(["soapbox", "silver-ring"], ["sunday-hat"], dice=[4], xp_first=20)
    table.act(0, "play:soapbox", "play:silver-ring", "done", "rest")
    table.act(1, "play:sunday-hat", "done", "rest")
    event = only(table.act(0, "done", "parley"), "damage_dealt")
    assert [event[name] for name in ("roll", "bonus", "against", "dealt", "new")] == [4, 1, 1, 4, 26]
    assert event["clause"] == "AF-8.5"
    assert pick(table, 1, "willpower", "health") == [26, 30]


@rule("AF-8.6")
def test_below_zero_is_zero_unless_the_table_says_otherwise() -> None:
    for negative, gained in ((False, 0), (True, 2)):
        table = factory(
            ["silver-ring"],
            ["knight", "barn-door-shield", "pot-lid-buckler", "sensible-helmet"],
            xp_second=20,
            negative_damage=negative,
        )
        table.act(0, "done", "rest")
        table.act(1, "play:knight", "play:barn-door-shield", "play:sensible-helmet", "done", "rest")
        before = table.seat(1)["health"]
        event = only(table.act(0, "done", "attack"), "damage_dealt")
        assert (event["amount"], event["dealt"], event["clause"]) == (-2, 0, "AF-8.6")
        assert pick(table, 1, "health") == [before + gained]


@rule("AF-8.7")
def test_dealt_is_what_was_taken_and_only_attacks_and_parleys_count_for_mend() -> None:
    top_0 = ["market-shortsword", "throwing-onion", "silver-ring", "soapbox"]
    table = factory(top_0, ["smelling-salts"], dice=[2, 6], xp_first=20, health=5)
    table.act(0, "done", "rest")
    table.act(1, "play:smelling-salts", "done", "rest")
    table.act(0, "play:market-shortsword", "play:throwing-onion", "use:3:throw")
    assert pick(table, 1, "health", "lost") == [3, {"health": 0, "willpower": 0}]
    assert table.phase == "main"  # harm cannot be mended, so nobody is asked
    event = only(table.act(0, "done", "attack"), "damage_dealt")
    assert (event["amount"], event["dealt"]) == (6, 3)
    assert pick(table, 1, "lost") == [{"health": 3, "willpower": 0}]
    table.act(1, "use:1:sniff")
    assert pick(table, 1, "health") == [3]


@rule("AF-8.8")
def test_the_opponent_answers_after_it_was_carried_out() -> None:
    table = factory(["market-shortsword"], ["smelling-salts"], dice=[4], xp_first=9)
    table.act(0, "done", "rest")
    table.act(1, "play:smelling-salts", "done", "rest")
    table.act(0, "play:market-shortsword", "done", "attack")
    assert (table.phase, table.view()["to_act"]) == ("respond", [1])
    assert pick(table, 1, "health") == [26]
    assert table.table["step"] == "encounter"


@rule("AF-8.9")
def test_the_brace_window() -> None:
    table = factory(
        ["market-shortsword"],
        ["immaculate-hair", "elf"],
        dice=[4],
        xp_first=9,
        xp_second=20,
        brace_window=True,
    )
    table.act(0, "done", "rest")
    table.act(1, "play:elf", "play:immaculate-hair", "done", "rest")
    table.act(0, "play:market-shortsword")
    table.act(1, "pass")
    events = table.act(0, "done", "attack")
    assert kinds(events) == ["encounter_made", "chain_opened"]
    assert table.table["chain"]["opened_by"] == {"seat": 0, "what": "encounter", "ref": None}
    events = table.act(1, "use:2:toss")
    hit = only(events, "damage_dealt")
    assert (hit["roll"], hit["bonus"], hit["dealt"]) == (4, -1, 3)
    assert kinds(events).index("chain_ended") < kinds(events).index("rolled")
    assert kinds(events).count("chain_opened") == 1  # and the usual one afterwards
    finished(table)


@rule("AF-8.9")
def test_an_encounter_action_is_paid_before_the_brace_window() -> None:
    cards = [
        card("drum", actions={"roll": "[encounter; xp 3] parley(+1d6)"}),
        card("bell", actions={"ding": "[reply] xp(1)"}),
    ]
    table = packed(cards, ["drum"], ["bell"], dice=[2], brace_window=True)
    table.act(0, "done", "rest")
    table.act(1, "play:bell", "done", "rest")
    table.act(0, "play:drum")
    table.act(1, "pass")
    table.act(0, "done", "use:2:roll")
    assert pick(table, 0, "xp") == [0]
    assert pick(table, 1, "willpower") == [30]
    table.act(1, "pass")
    assert pick(table, 1, "willpower") == [27]
    table.act(1, "pass")
    assert table.view()["turn"] == 4


@rule("AF-8.10")
def test_main_dice_first_then_extra_dice_as_written() -> None:
    cards = [
        card("pike", violence="2d8+1"),
        card("yell", actions={"charge": "[encounter] attack(+1d4,+2d6,+3,pierce)"}),
    ]
    table = packed(cards, ["pike", "yell"], [], dice=[8, 7, 4, 6, 5])
    table.act(0, "play:pike", "play:yell", "done")
    events = table.act(0, "use:2:charge")
    rolls = [(event["die"], event["purpose"]) for event in events if event["kind"] == "rolled"]
    assert rolls == [("d8", "attack"), ("d8", "attack"), ("d4", "extra"), ("d6", "extra"), ("d6", "extra")]
    hit = only(events, "damage_dealt")
    assert (hit["roll"], hit["extra"], hit["dealt"], hit["new"]) == (16, 18, 30, 0)
    assert hit["amount"] == 34
    assert table.table["last_roll"]["die"] == "2d6"
    finished(table)
