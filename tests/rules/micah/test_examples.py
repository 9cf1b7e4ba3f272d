"""The worked examples E1 to E19 of the specification, dice for dice."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road


def first_three_turns() -> Road:
    table = Road("wiseman", "assassin", "paladin", enc=["grumpy-goose", "goblin-king", "yeti"])
    assert table.table["encounter_deck_count"] == 36
    table.go("draw", "charm", dice=[7])
    assert table.dock(0) == ["silly-goose"]
    assert table.coin(0) == 0
    assert table.table["encounter_deck_count"] == 35
    assert table.to_act == [1]
    table.go("draw")
    assert table.met["escape"]["target"] == "2"
    table.go("escape", dice=[4])
    assert table.hp(1) == 40
    assert table.table["encounter_deck_count"] == 35
    assert table.table["returned"] == ["goblin-king"]
    table.force("yeti")
    table.go("draw")
    assert (table.table["weather"], table.table["felt"]) == ("snowing", "clear")
    return table


@rule("MG-6.1", "MG-7.1", "MG-7.2", "MG-7.3", "MG-3.1", "MG-10.2")
def test_e1_the_first_three_turns() -> None:
    table = first_three_turns()
    table.go("attack", dice=[10])
    assert table.coin(2) == 6
    assert table.table["graveyard"] == ["yeti"]
    assert table.table["encounter_deck_count"] == 34
    assert table.hp(2) == 70
    assert table.table["felt"] == "snowing"
    assert (table.hp(0), table.coin(0)) == (44, 1)


@rule("MG-7.4", "MG-7.6")
def test_e2_the_alternative() -> None:
    table = first_three_turns()
    events = table.go("attack", dice=[2, 3])
    assert only(events, "struck")["value"] == 5
    assert (table.hp(2), table.coin(2)) == (65, 0)
    assert table.table["encounter_deck_count"] == 35
    assert "yeti" in table.table["returned"]
    assert table.table["weather"] == "snowing"


@rule("MG-10.2", "MG-10.5")
def test_e3_it_was_already_snowing() -> None:
    table = Road("paladin", "knight", enc=["yeti"], start_weather="snowing")
    assert table.hp(0) == 69
    events = table.go("draw")
    assert "weather_changed" not in kinds(events)
    assert table.table["felt"] == "snowing"
    assert table.met["escape"]["target"] == "4"
    assert table.met["strike"] == "1d4+4"
    table.go("attack", dice=[4, 3])
    assert table.hp(0) == 62


@rule("MG-11.3", "MG-11.4", "MG-4.6")
def test_e4_turn_23() -> None:
    table = Road(
        "wiseman",
        "assassin",
        "paladin",
        starting_coin=47,
        starting_hp=40,
        start_weather="sunny",
        tre=[
            "confidence-boost",
            "suspicious-remedy",
            "confidence-boost",
            "travel-bread",
            "wooden-spoon",
            "slingshot",
            "jetpack",
            "raincoat",
            "spyglass",
        ],
        enc=["goblin-king"],
    )
    assert table.hp(0) == 41
    table.go("buy:confidence-boost")
    assert (table.coin(0), table.slot(0)) == (35, "jetpack")
    table.go("apply:confidence-boost")
    assert table.stat(0, "charisma")["dice"] == [10]
    table.go("buy:suspicious-remedy")
    assert (table.coin(0), table.slot(1)) == (26, "raincoat")
    table.go("buy:confidence-boost")
    assert (table.coin(0), table.slot(2)) == (14, "spyglass")
    table.go("apply:confidence-boost")
    assert table.stat(0, "charisma") == {"level": 4, "dice": [12], "mod": 0}
    table.go("sell:suspicious-remedy")
    assert table.coin(0) == 20
    assert table.table["used_treasure"] == ["suspicious-remedy"]
    table.go("draw")
    assert table.met["strike"] == "1d12+5"
    table.go("escape", dice=[1, 12])
    assert table.hp(0) == 24


@rule("MG-9.2")
def test_e5_beyond_d20() -> None:
    table = Road(
        "paladin",
        starting_coin=40,
        tre=["strength-training"] * 3 + ["travel-bread"] * 2 + ["wooden-spoon"],
        enc=["mechanical-mantis"],
    )
    for _ in range(3):
        table.go("buy:strength-training", "apply:strength-training")
    assert table.coin(0) == 4
    assert table.stat(0, "attack")["level"] == 6
    assert table.stat(0, "attack")["dice"] == [20, 4]
    table.go("draw", "attack", dice=[12, 2])
    assert table.coin(0) == 14


def with_a_goblin(**options: object) -> Road:
    table = Road("knight", "paladin", enc=["goblin", "crossroads", "moss-bear"], options=options)
    table.go("draw", "charm", dice=[6])
    assert table.dock(0) == ["goblin"]
    table.go("draw", "charm")
    assert table.hp(1) == 70
    assert table.table["graveyard"] == ["crossroads"]
    table.go("companion:goblin", "draw")
    return table


@rule("MG-6.3", "MG-8.5")
def test_e6_companion() -> None:
    table = with_a_goblin()
    table.go("attack", dice=[3, 4, 6])
    assert table.hp(0) == 44
    assert table.dock(0) == ["goblin"]

    table = with_a_goblin()
    table.go("attack", dice=[3, 4, 7])
    assert table.hp(0) == 43
    assert table.dock(0) == []
    assert table.table["graveyard"] == ["crossroads", "goblin"]

    table = with_a_goblin(companion_dies="meet")
    table.go("attack", dice=[3, 4, 6])
    assert table.dock(0) == []


@rule("MG-20.2", "MG-7.4")
def test_e7_dice_game() -> None:
    table = Road(
        "knight",
        "paladin",
        starting_coin=20,
        tre=["travel-bread", "wooden-spoon", "slingshot", "jetpack", "raincoat", "spyglass"],
        enc=["dice-goblin"],
    )
    table.go("buy:travel-bread", "buy:wooden-spoon", "buy:slingshot")
    assert table.coin(0) == 7
    table.go("equip:wooden-spoon")
    assert table.pack(0) == ["travel-bread", "slingshot"]
    table.go("draw", "attack", dice=[2, 3, 1])
    assert (table.hp(0), table.pack(0)) == (50, [])
    assert table.seat(0)["weapon"] == "wooden-spoon"
    assert table.table["used_treasure"] == ["travel-bread", "slingshot"]


@rule("MG-6.6", "MG-6.10")
def test_e8_roll_doubles() -> None:
    table = Road("assassin", "knight", enc=["twin-wardens"])
    table.go("draw", "escape", dice=[3, 3])
    assert (table.hp(0), table.to_act) == (40, [1])
    table = Road("assassin", "knight", enc=["twin-wardens"])
    table.go("draw", "escape", dice=[3, 4, 5])
    assert table.hp(0) == 34


@rule("MG-7.9", "MG-6.6", "MG-7.5")
def test_e9_draw_another_and_pay() -> None:
    table = Road("assassin", "knight", starting_coin=6, enc=["pitfall", "jubjub"])
    table.go("draw")
    assert table.legal() == ["escape", "escape:pay"]
    table.go("escape:pay")
    assert table.coin(0) == 1
    assert table.table["graveyard"] == ["pitfall"]
    assert table.phase == "intention"
    assert table.met["card"] == "jubjub"
    table.go("attack", dice=[1])
    assert table.coin(0) == 6
    assert table.to_act == [1]
    assert table.table["graveyard"] == ["pitfall", "jubjub"]


@rule("MG-10.3", "MG-10.4")
def test_e10_storm_is_exempt() -> None:
    table = Road("assassin", "knight", enc=["thunder-ram"])
    table.go("draw", dice=[1])
    assert (table.table["weather"], table.table["felt"]) == ("storming", "storming")
    assert table.hp(0) == 36
    table.go("escape", dice=[5, 6])
    assert table.hp(0) == 36
    assert table.to_act == [1]
    assert table.hp(1) == 50
    assert table.stat(1, "speed")["mod"] == -1


@rule("MG-10.2")
def test_e11_replaced_fog_is_gone() -> None:
    table = Road("knight", "paladin", start_weather="foggy", enc=["yeti"])
    assert table.stat(0, "speed")["mod"] == -2
    table.go("draw")
    assert (table.table["weather"], table.table["felt"]) == ("snowing", "clear")
    assert table.stat(0, "speed")["mod"] == 0
    table.go("escape", dice=[2])
    assert table.hp(0) == 50


@rule("MG-15.2", "MG-15.6", "MG-7.9")
def test_e12_exhaustion_beats_draw_another() -> None:
    table = Road("knight", "paladin", deck_cards=1, enc=["lost-goblinling"])
    table.go("draw", "charm", dice=[2])
    assert table.phase == "over"
    assert table.result == {
        "winners": [0, 1],
        "draw": False,
        "reason": "deck_exhausted",
        "clause": "MG-15.2",
        "places": [1, 1],
        "renown": [5, 0],
    }
    table = Road("knight", "paladin", deck_cards=1, enc=["lost-goblinling"], champion=True)
    table.go("draw", "charm", dice=[2])
    assert (table.result["winners"], table.result["places"]) == ([0], [1, 2])


@rule("MG-3.4", "MG-15.2", "MG-14.1")
def test_e13_death_at_the_start_of_a_turn() -> None:
    table = Road("knight", "paladin", starting_hp=1, start_weather="snowing")
    assert table.hp(0) == 0
    assert table.seat(0)["status"] == "defeated"
    assert table.result["reason"] == "last_alive"
    assert table.result["winners"] == [1]
    assert table.result["places"] == [2, 1]


@rule("MG-11.6", "MG-11.7")
def test_e14_the_merchant_is_never_empty() -> None:
    table = Road(
        "knight",
        treasure_cards=12,
        starting_coin=60,
        tre=["wooden-spoon"] * 2
        + ["travel-bread"] * 4
        + ["snow-globe", "storm-in-a-teacup", "shortcut-map", "shortcut-map", "prank-parcel", "weather-vane"],
    )
    table.go(*["buy:travel-bread"] * 4)
    assert table.coin(0) == 44
    assert [table.slot(n) for n in range(2, 6)] == [
        "snow-globe",
        "storm-in-a-teacup",
        "shortcut-map",
        "shortcut-map",
    ]
    table.go(*["buy:wooden-spoon"] * 2)
    assert table.coin(0) == 36
    assert [table.slot(0), table.slot(1)] == ["prank-parcel", "weather-vane"]
    assert table.table["treasure_deck_count"] == 0
    table.go("sell:wooden-spoon")
    assert table.coin(0) == 38
    events = table.go("buy:snow-globe")
    assert only(events, "deck_shuffled")["deck"] == "treasure"
    assert (table.coin(0), table.slot(2)) == (34, "wooden-spoon")
    assert table.table["used_treasure"] == []
    table.go("buy:wooden-spoon")
    assert (table.coin(0), table.slot(2)) == (30, "travel-bread")


@rule("MG-12.2", "MG-12.3", "MG-12.6", "MG-12.7")
def test_e15_a_trade_on_somebody_elses_turn() -> None:
    table = Road("knight", "paladin", starting_coin=10, tre=["smoke-bomb"])
    assert (table.to_act, table.may_act) == ([0], [])
    table.go("buy:smoke-bomb")
    assert table.coin(0) == 5
    assert table.may_act == [0, 1]
    event = only(table.act(1, "offer:0:coin-6:smoke-bomb"), "offer_made")
    assert event["offer"] == 1
    table.act(0, "accept:1")
    assert (table.coin(0), table.pack(0)) == (11, [])
    assert (table.coin(1), table.pack(1)) == (4, ["smoke-bomb"])
    table.go("draw")
    if table.phase == "intention":
        assert table.may_act == []
        with pytest.raises(innkeeper.IllegalAction):
            table.act(1, "offer:0:smoke-bomb:coin-1")


@rule("MG-6.6", "MG-1.7")
def test_e16_outspeeding_ronen() -> None:
    table = Road("assassin", "knight", enc=["ronen"])
    table.go("draw", "attack", dice=[7, 7])
    assert table.pack(0) == ["odachi-blade"]
    assert table.table["graveyard"] == ["ronen"]


@rule("MG-16.2", "MG-16.3", "MG-16.4", "MG-16.7", "MG-16.8", "MG-16.10")
def test_e17_one_boss_round() -> None:
    table = Road("paladin", "minstrel")
    table.roll(2)
    table.act(0, "challenge")
    table.act(1, "join")
    assert table.table["boss"]["hp"] == 80
    assert table.table["boss"]["mood"] == "tail"
    table.act(0, "strike")
    table.roll(10, 10, 6, 3)
    table.act(1, "distract")
    assert table.match.unused_dice == []
    assert table.table["boss"]["hp"] == 70
    assert (table.hp(0), table.hp(1)) == (62, 34)
    assert table.table["boss"]["round"] == 2
    assert table.table["boss"]["mood"] == "claw"
    assert table.table["boss"]["defense"] == 13


@rule("MG-14.3", "MG-14.4", "MG-14.5")
def test_e18_leaving_the_adventure() -> None:
    table = Road("knight", "paladin", "ranger", starting_coin=8, tre=["travel-bread", "wooden-spoon"])
    table.go("buy:travel-bread", "buy:wooden-spoon", "equip:wooden-spoon")
    assert table.coin(0) == 0
    table.act(0, "resign")
    assert table.seat(0)["status"] == "left"
    assert (table.pack(0), table.seat(0)["weapon"]) == ([], None)
    assert table.table["used_treasure"] == ["wooden-spoon", "travel-bread"]
    assert table.view()["turn"] == 2
    assert (table.to_act, table.phase) == ([1], "prep")
    assert table.table["encounter_deck_count"] == 36
    assert table.result is None
    with pytest.raises(innkeeper.IllegalAction):
        table.act(0, "resign")


def test_e19_the_recommended_preset() -> None:
    table = Road("paladin", "wiseman", preset="fair-road", starting_coin=3)
    assert (table.hp(0), table.hp(1)) == (54, 50)
    assert (table.coin(0), table.coin(1)) == (3, 3)
    options = table.table["options"]
    assert (options["preset"], options["hp_table"], options["starting_coin"]) == ("fair-road", "balanced", 3)
    defaults = Road("paladin", "wiseman").table["options"]
    changed = {name for name in options if options[name] != defaults[name]}
    assert changed == {"preset", "hp_table", "starting_coin"}
    assert Road("paladin", "wiseman", preset="fair-road", hp_table="original").hp(0) == 70
    with pytest.raises(innkeeper.InvalidOptions, match=r"1 to 6.*7"):
        innkeeper.new_match("micah", seats=7)
    with pytest.raises(innkeeper.InvalidOptions, match=r"deck_per_player: 999.*6 to 20"):
        innkeeper.new_match("micah", seats=2, options={"deck_per_player": 999})
