"""AF-2: the numbers on the sheet."""

from __future__ import annotations

from innkeeper.testing.table import only, rule
from tests.rules.adventurer.factory import card, factory, finished, packed, pick, refs


@rule("AF-2.1")
def test_a_loss_takes_what_is_left() -> None:
    table = factory(["throwing-onion", "throwing-onion"], dice=[4], health=2, xp_first=9)
    table.act(0, "play:throwing-onion")
    events = table.act(0, "use:1:throw")
    assert pick(table, 1, "health") == [0]
    assert only(events, "stat_changed")["by"] == -2


@rule("AF-2.2")
def test_no_upper_limit_unless_the_table_says_so() -> None:
    table = factory(["knight", "knight", "knight"], xp_first=5, health=99)
    table.act(0, "play:knight", "play:knight", "play:knight")
    assert pick(table, 0, "health") == [114]
    table = factory(["knight"], xp_first=50)
    table.act(0, "play:knight", "done", "rest")
    table.play("done", "rest")
    assert pick(table, 0, "xp") == [50]


@rule("AF-2.3")
def test_bonuses_are_sums_and_may_be_negative() -> None:
    top = ["knight", "knight", "second-best-plate", "guard-goose", "guard-goose", "whetstone"]
    table = factory(top, xp_first=20)
    table.act(0, "play:knight", "play:knight", "play:second-best-plate")
    assert pick(table, 0, "attack", "defense", "charisma") == [0, 3, -1]
    table.act(0, "play:guard-goose", "play:guard-goose", "play:whetstone", "use:6:sharpen")
    assert pick(table, 0, "attack") == [5]
    assert table.seat(0)["temp"] == [{"what": "attack", "by": 3, "until_end_of_turn": 1, "source": 6}]
    table.act(0, "rest")
    assert pick(table, 0, "attack", "temp") == [2, []]


@rule("AF-2.4")
def test_the_best_die_by_average_then_maximum_then_age() -> None:
    cards = [
        card("steady", violence="1d4+1"),  # average 3.5, at most 5
        card("wild", violence="1d6"),  # average 3.5, at most 6
        card("heavy", violence="2d4"),  # average 5
        card("tidy", violence="1d8+1"),  # average 5.5
    ]
    table = packed(cards, ["steady", "wild", "heavy", "tidy"], [])
    table.act(0, "play:steady")
    assert pick(table, 0, "violence_die") == ["1d4+1"]
    table.act(0, "play:wild")
    assert pick(table, 0, "violence_die") == ["1d6"]
    table.act(0, "play:heavy")
    assert pick(table, 0, "violence_die") == ["2d4"]
    table.act(0, "play:tidy")
    assert pick(table, 0, "violence_die", "diplomacy_die") == ["1d8+1", "1d1"]


@rule("AF-2.4")
def test_a_higher_maximum_wins_whichever_came_first() -> None:
    cards = [card("small", diplomacy="1d6+1"), card("large", diplomacy="1d8")]  # both 4.5; at most 7 and 8
    for order in (["small", "large"], ["large", "small"]):
        table = packed(cards, order, [])
        table.act(0, *[f"play:{name}" for name in order])
        assert pick(table, 0, "diplomacy_die") == ["1d8"]


@rule("AF-2.5")
def test_steps_add_up_and_stop_at_the_ends() -> None:
    top = ["lucky-horseshoe", "tinker", "spare-hands", "spare-hands", "trusty-longsword", "knight"]
    table = factory(top, ["banana-peel"], xp_first=30)
    table.act(0, "play:lucky-horseshoe")
    table.act(0, "play:tinker")
    if table.phase == "choose":
        table.play(table.legal()[0])
    table.act(0, "play:spare-hands", "play:spare-hands", "play:knight", "play:trusty-longsword")
    assert pick(table, 0, "violence_die", "diplomacy_die") == ["1d8", "1d1"]
    table.act(0, "use:1:rub")
    assert pick(table, 0, "violence_die", "diplomacy_die") == ["1d10", "1d4"]
    table.act(0, "use:3:assist", "use:4:assist")
    assert pick(table, 0, "violence_die", "diplomacy_die") == ["1d20", "1d8"]


@rule("AF-2.5")
def test_the_lower_end_of_the_ladder_and_steps_before_ends() -> None:
    cards = [
        card("slippery", actions={"slip": "[own] foe-step(violence,9,round)"}),
        card("nimble", actions={"hop": "[own] step(violence,8,turn)"}),
        card("pair", violence="2d6+1"),
    ]
    table = packed(cards, ["slippery"], ["pair", "nimble"], dice=[4, 4])
    table.act(0, "play:slippery", "use:1:slip", "done", "rest")
    table.act(1, "play:pair")
    assert pick(table, 1, "violence_die") == ["2d1+1"]
    table.act(1, "play:nimble", "use:3:hop")
    assert pick(table, 1, "violence_die") == ["2d4+1"]  # -9 and +8 make -1
    events = table.act(1, "done", "attack")
    assert only(events, "damage_dealt")["roll"] == 9
    assert table.table["last_roll"] == {"seat": 1, "die": "2d4+1", "dice": [4, 4], "total": 9}
    finished(table)


@rule("AF-2.6")
def test_what_a_card_gave_goes_with_it() -> None:
    top_0 = ["gnarled-staff", "wizard", "silver-ring", "guard-goose", "soapbox", "soapbox"]
    table = factory(top_0, ["rust-powder"], xp_first=20, xp_second=9)
    table.act(0, "play:wizard", "play:gnarled-staff", "done", "rest")
    assert pick(table, 0, "violence_die", "diplomacy_die") == ["1d6", "1d8"]
    table.act(1, "play:rust-powder", "use:3:sprinkle")
    assert pick(table, 0, "violence_die", "diplomacy_die") == ["1d1", "1d1"]
    assert refs(table, 0) == {1: "wizard"}


@rule("AF-2.7")
def test_levels_count_what_cards_provide() -> None:
    table = factory(["knight", "squire", "ogre", "knight"], xp_first=9)
    table.act(0, "play:knight", "play:squire", "play:ogre", "play:knight")
    assert pick(table, 0, "levels") == [{"knight": 3, "ogre": 1}]
    cards = [card("double-knight", provides={"knight": 2}), card("order", needs={"knight": 2})]
    table = packed(cards, ["double-knight", "order"], [])
    assert "play:order" not in table.legal()
    table.act(0, "play:double-knight")
    assert "play:order" in table.legal()


@rule("AF-2.8")
def test_numbers_are_public() -> None:
    table = factory(["knight", "trusty-longsword", "guard-goose"], xp_first=9)
    table.act(0, "play:knight", "play:trusty-longsword", "play:guard-goose")
    hidden = {"hand"}
    mine, theirs, nobodys = (table.seat(0, viewer) for viewer in (0, 1, None))
    for name, value in mine.items():
        if name not in hidden:
            assert theirs[name] == nobodys[name] == value


@rule("AF-2.9")
def test_no_core_card_carries_counters() -> None:
    table = factory(["knight", "guard-goose"], xp_first=9)
    table.act(0, "play:knight", "play:guard-goose")
    assert [placed["tokens"] for placed in table.seat(0)["in_play"]] == [{}, {}]
