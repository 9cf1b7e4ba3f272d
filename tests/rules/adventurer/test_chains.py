"""AF-7: response chains."""

from __future__ import annotations

from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.adventurer.factory import card, factory, packed, pick, refused

# One card that can always answer, several times over.
BELL = card("bell", actions={"ding": "[reply] xp(1)", "dong": "[reply] xp(1)"})
PEBBLE = card("pebble", actions={"kick": "[own] harm(1)"})


def bells() -> Table:
    """Both seats have a bell; it is seat 0's turn 3."""
    table = packed([BELL, PEBBLE], ["bell", "pebble", "pebble"], ["bell"], xp_first=9, xp_second=9)
    table.act(0, "play:bell", "done", "rest")
    table.act(1, "play:bell")
    table.act(0, "pass")
    table.act(1, "done", "rest")
    return table


@rule("AF-7.1")
def test_what_opens_a_chain() -> None:
    table = bells()
    assert "chain_opened" in kinds(table.act(0, "play:pebble"))
    assert table.table["chain"]["opened_by"] == {"seat": 0, "what": "play", "ref": 3}
    table.act(1, "pass")
    table.act(0, "use:3:kick")
    assert table.table["chain"]["opened_by"] == {"seat": 0, "what": "action", "ref": 3}
    table.act(1, "pass")
    table.act(0, "done", "attack")
    assert table.table["chain"]["opened_by"] == {"seat": 0, "what": "encounter", "ref": None}


@rule("AF-7.2", "AF-7.3")
def test_strict_alternation_one_action_each() -> None:
    table = bells()
    table.act(0, "play:pebble")
    assert (table.phase, table.view()["to_act"]) == ("respond", [1])
    assert table.legal(1) == ["use:2:ding", "use:2:dong", "pass"]
    assert table.match.pending[1].timeout == "pass"
    table.act(1, "use:2:ding")
    assert table.view()["to_act"] == [0]
    assert table.table["chain"]["responder"] == 0
    assert table.table["chain"]["links"] == [{"seat": 1, "ref": 2, "action": "ding"}]
    table.act(0, "use:1:dong")
    assert table.view()["to_act"] == [1]
    assert table.legal(1) == ["use:2:dong", "pass"]
    assert refused(table, 0, "use:1:ding") == ("seat 1 is asked for a response", "AF-7.3")
    table.act(1, "use:2:dong")
    assert len(table.table["chain"]["links"]) == 3


@rule("AF-7.4")
def test_the_first_pass_ends_the_chain() -> None:
    table = bells()
    table.act(0, "play:pebble")
    table.act(1, "use:2:ding")
    events = table.act(0, "pass")
    assert kinds(events) == ["passed", "chain_ended"]
    passed = only(events, "passed")
    assert (passed["responder"], passed["auto"], passed["clause"]) == (0, False, "AF-7.4")
    assert (table.phase, table.view()["to_act"]) == ("main", [0])


@rule("AF-7.5")
def test_who_has_no_answer_is_not_asked() -> None:
    table = bells()
    table.act(0, "play:pebble")
    table.act(1, "use:2:ding")
    table.act(0, "use:1:ding")
    table.act(1, "use:2:dong")
    table.act(0, "use:1:dong")
    events = table.match.events(None)
    passed = [event for event in events if event["kind"] == "passed"][-1]
    assert (passed["responder"], passed["auto"], passed["clause"]) == (1, True, "AF-7.5")
    assert table.phase == "main"


@rule("AF-7.5")
def test_being_asked_tells_nothing_about_hands() -> None:
    """Whatever seat 1 holds, it is asked exactly when its table allows an answer."""
    for hand in (["smelling-salts"] * 4, ["healing-potion"] * 4, ["silver-ring"] * 4):
        table = factory(["guard-goose", "guard-goose"], hand, xp_first=9)
        table.act(0, "play:guard-goose")
        assert (table.phase, table.view()["to_act"]) == ("main", [0])


@rule("AF-7.6")
def test_results_stand_in_the_order_things_were_done() -> None:
    """An answer comes too late to change what it answers."""
    top_0 = ["market-shortsword", "silver-ring"]
    table = factory(top_0, ["immaculate-hair", "elf"], dice=[6], xp_first=9, xp_second=20)
    table.act(0, "done", "rest")
    table.act(1, "play:elf", "play:immaculate-hair", "done", "rest")
    table.act(0, "play:market-shortsword")
    table.act(1, "pass")
    table.act(0, "done", "attack")
    assert pick(table, 1, "health") == [24]
    table.act(1, "use:2:toss")
    assert pick(table, 1, "health") == [24]


@rule("AF-7.6", "AF-5.8")
def test_only_the_on_play_effect_waits() -> None:
    table = packed(
        [BELL, card("lantern", attack=1, on_play="heal(4)")], ["lantern"], ["bell"], xp_first=9, xp_second=9
    )
    table.act(0, "done", "rest")
    table.act(1, "play:bell", "done", "rest")
    table.act(0, "play:lantern")
    assert pick(table, 0, "attack", "health") == [1, 30]
    table.act(1, "use:1:ding")
    assert pick(table, 0, "health") == [34]


@rule("AF-7.7")
def test_either_seat_responds_with_its_own_xp() -> None:
    cards = [card("purse", actions={"jingle": "[xp 2; reply] heal(1)"}), BELL]
    table = packed(cards, ["purse", "bell"], ["bell"], xp_first=9, xp_second=9)
    table.act(0, "play:purse", "play:bell", "done", "rest")
    table.act(1, "play:bell")
    xp = [pick(table, seat, "xp")[0] for seat in range(2)]
    table.act(0, "use:1:jingle")
    assert [pick(table, seat, "xp")[0] for seat in range(2)] == [xp[0] - 2, xp[1]]
    assert table.view()["to_act"] == [1]  # the active seat answers the answer
    table.act(1, "use:3:ding")
    assert table.view()["to_act"] == [0]


@rule("AF-7.8")
def test_no_cards_and_no_encounters_as_responses() -> None:
    table = bells()
    table.act(0, "play:pebble")
    assert refused(table, 1, "play:silver-ring") == ("cards cannot be played as responses", "AF-7.8")
    for action in ("attack", "parley", "rest", "done"):
        assert refused(table, 1, action)[1] == "AF-7.8"


def test_the_other_seat_waits_politely() -> None:
    table = bells()
    table.act(0, "play:pebble")
    assert refused(table, 0, "done")[1] == "AF-7.3"
    assert table.match.pending[1].name == "respond"
