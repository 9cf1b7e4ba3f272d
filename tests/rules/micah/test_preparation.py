"""MG-4: Preparation."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road

STALL = ["wooden-spoon", "jetpack", "travel-bread", "smoke-bomb", "steady-hand", "slingshot"]


@rule("MG-4.1")
def test_everything_that_can_be_prepared_in_any_order() -> None:
    table = Road("knight", "paladin", enc=["goblin", "crossroads"], tre=STALL, starting_coin=60)
    table.go("draw", "charm", dice=[6])
    table.go("draw", "charm")
    assert table.legal() == [
        "draw",
        "challenge",
        *[f"buy:{card}" for card in STALL],
        "companion:goblin",
        "release:goblin",
    ]
    table.go(*[f"buy:{card}" for card in STALL])
    table.go("equip:jetpack", "equip:wooden-spoon", "companion:goblin")
    offered = table.legal()
    assert offered[:2] == ["draw", "challenge"]
    rest = [action for action in offered if not action.startswith("buy:")][2:]
    assert rest == [
        "sell:travel-bread",
        "sell:smoke-bomb",
        "sell:steady-hand",
        "sell:slingshot",
        "equip:slingshot",
        "unequip:weapon",
        "unequip:clothing",
        "apply:steady-hand",
        "use:travel-bread",
        "companion:none",
        "release:goblin",
    ]
    assert table.match.pending[0].timeout == "draw"
    table.go("use:travel-bread", "apply:steady-hand", "sell:slingshot", "companion:none", "release:goblin")
    assert table.table["graveyard"] == ["crossroads", "goblin"]


@rule("MG-4.1", "MG-10.7")
def test_a_creatures_favour() -> None:
    table = Road("minstrel", "knight", enc=["tempestarius", "yeti"], starting_coin=13)
    table.go("draw", "charm", dice=[8])
    table.go("draw", "escape", dice=[2])
    assert table.table["weather"] == "snowing"
    events = table.go("ability:tempestarius")
    assert only(events, "ability_used")["creature"] == "tempestarius"
    assert (table.coin(0), table.table["weather"], table.table["felt"]) == (7, "clear", "clear")
    assert "ability:tempestarius" not in table.legal()  # clear already: nothing would change
    with pytest.raises(innkeeper.IllegalAction, match="favours"):
        table.act(0, "ability:tempestarius")


def test_a_favour_must_be_affordable() -> None:
    table = Road("minstrel", "knight", enc=["tempestarius", "yeti"], starting_coin=5)
    table.go("draw", "charm", dice=[8])
    table.go("draw", "escape", dice=[2])
    assert "ability:tempestarius" not in table.legal()


@rule("MG-4.2", "MG-4.3")
def test_drawing_ends_preparation() -> None:
    table = Road("knight", "paladin", enc=["siren"], tre=STALL, starting_coin=20)
    table.go("buy:travel-bread", "draw")
    assert table.phase == "intention"
    assert table.legal() == ["attack", "charm", "escape"]
    with pytest.raises(innkeeper.IllegalAction, match="an Encounter is active") as refused:
        table.act(0, "buy:jetpack")
    assert refused.value.clause == "MG-4.2"
    with pytest.raises(innkeeper.IllegalAction, match="battle items"):
        table.act(0, "use:travel-bread")


@rule("MG-4.4")
def test_only_the_active_player_prepares() -> None:
    table = Road("knight", "paladin", tre=STALL, starting_coin=20)
    with pytest.raises(innkeeper.IllegalAction, match="seat 0's Preparation") as refused:
        table.act(1, "buy:jetpack")
    assert refused.value.clause == "MG-4.4"
    table.go("buy:jetpack")
    assert table.standing(1)[0].startswith("offer:0:")


@rule("MG-4.5")
def test_slots_hold_one_card_each_and_swap() -> None:
    table = Road("knight", "paladin", tre=STALL, starting_coin=40)
    table.go("buy:wooden-spoon", "buy:slingshot", "buy:travel-bread", "equip:wooden-spoon")
    assert (table.seat(0)["weapon"], table.pack(0)) == ("wooden-spoon", ["slingshot", "travel-bread"])
    events = table.go("equip:slingshot")
    assert kinds(events) == ["unequipped", "equipped"]
    assert (table.seat(0)["weapon"], table.pack(0)) == ("slingshot", ["travel-bread", "wooden-spoon"])
    table.go("unequip:weapon")
    assert (table.seat(0)["weapon"], table.pack(0)[-1]) == (None, "slingshot")
    with pytest.raises(innkeeper.IllegalAction, match="empty") as refused:
        table.act(0, "unequip:weapon")
    assert refused.value.clause == "MG-4.5"
    with pytest.raises(innkeeper.IllegalAction, match="not a card to equip"):
        table.act(0, "equip:travel-bread")


@rule("MG-4.6", "MG-9.4")
def test_upgrades_stay_and_stack() -> None:
    table = Road(
        "knight",
        "paladin",
        tre=["strength-training", "strength-training", "hearty-constitution"],
        starting_coin=50,
    )
    table.go(
        "buy:strength-training", "apply:strength-training", "buy:strength-training", "apply:strength-training"
    )
    assert table.stat(0, "attack") == {"level": 3, "dice": [10], "mod": 0}
    assert table.seat(0)["upgrades"] == ["strength-training", "strength-training"]
    assert not [action for action in table.legal() if action == "sell:strength-training"]
    events = table.go("buy:hearty-constitution", "apply:hearty-constitution")
    assert (table.hp(0), table.seat(0)["max_hp"]) == (58, 58)
    assert only(events, "effect_applied")["trigger"] == "MG-4.6"


@rule("MG-4.7")
def test_items_for_preparation_and_items_for_battle() -> None:
    table = Road("knight", "paladin", tre=STALL, starting_coin=40, starting_hp=40, enc=["siren"])
    table.go("buy:travel-bread", "buy:smoke-bomb")
    with pytest.raises(innkeeper.IllegalAction, match="for Encounters") as refused:
        table.act(0, "use:smoke-bomb")
    assert refused.value.clause == "MG-4.7"
    assert only(table.go("use:travel-bread"), "item_used")["card"] == "travel-bread"
    assert table.hp(0) == 44
    assert table.table["used_treasure"] == ["travel-bread"]
    table.go("draw")
    assert table.legal() == ["attack", "charm", "escape", "use:smoke-bomb"]
    table.go("use:smoke-bomb")
    assert table.table["used_treasure"] == ["travel-bread", "smoke-bomb"]
    assert table.met["items_used"] == ["smoke-bomb"]
    assert table.met["escape"] == {"how": "auto", "stat": None, "target": None, "odds": 1.0, "pay": None}


@rule("MG-4.8")
def test_the_pack_stays_in_the_order_of_gaining() -> None:
    table = Road("knight", "paladin", tre=STALL, starting_coin=60)
    table.go("buy:steady-hand", "buy:wooden-spoon", "buy:jetpack")
    assert table.pack(0) == ["steady-hand", "wooden-spoon", "jetpack"]
    assert not [action for action in table.legal() if action.startswith(("move", "sort"))]


@rule("MG-4.9")
def test_the_preparation_cap() -> None:
    table = Road("knight", "paladin", tre=STALL, starting_coin=40, prep_action_cap=10)
    table.go("buy:wooden-spoon")
    assert table.table["prep_actions_left"] == 9
    for _ in range(4):
        table.go("equip:wooden-spoon", "unequip:weapon")
    table.go("equip:wooden-spoon")
    assert table.table["prep_actions_left"] == 0
    assert table.legal() == ["draw", "challenge"]
    with pytest.raises(innkeeper.IllegalAction, match="now draw") as refused:
        table.act(0, "buy:jetpack")
    assert refused.value.clause == "MG-4.9"


@rule("MG-4.9", "MG-12.5")
def test_trades_do_not_count_towards_the_cap() -> None:
    table = Road(
        "knight", "paladin", tre=STALL, starting_coin=40, prep_action_cap=10, pvp=True, pvp_from_round=1
    )
    table.go("buy:wooden-spoon")
    for _ in range(4):
        table.go("equip:wooden-spoon", "unequip:weapon")
    table.act(0, "offer:1:wooden-spoon:coin-2")
    assert table.table["prep_actions_left"] == 1
    table.go("buy:smoke-bomb")
    assert table.legal() == ["draw", "challenge", "duel:1"]
    assert "cancel:1" in table.standing(0)


@rule("MG-4.10")
def test_maximum_hp_sink_and_rise() -> None:
    table = Road(
        "knight",
        "paladin",
        tre=["woolly-jumper", "healers-scarf", "chicken-soup", "berserker-kilt"],
        starting_coin=60,
    )
    table.go("buy:woolly-jumper", "equip:woolly-jumper")
    assert (table.hp(0), table.seat(0)["max_hp"]) == (50, 54)  # raising does not heal
    table.go("buy:chicken-soup", "use:chicken-soup")
    assert table.hp(0) == 54
    events = table.go("unequip:clothing")
    assert (table.hp(0), table.seat(0)["max_hp"]) == (50, 50)
    assert only(events, "effect_applied")["clause"] == "MG-4.10"
    table.go("equip:woolly-jumper")
    assert (table.hp(0), table.seat(0)["max_hp"]) == (50, 54)
    table.go("buy:berserker-kilt", "equip:berserker-kilt")
    assert (table.hp(0), table.seat(0)["max_hp"]) == (45, 45)


def test_a_remedy_can_kill_in_preparation() -> None:
    table = Road("knight", "paladin", "ranger", tre=["suspicious-remedy"], starting_coin=10, starting_hp=1)
    table.go("buy:suspicious-remedy", "use:suspicious-remedy", dice=[2])
    assert table.seat(0)["status"] == "defeated"
    assert table.to_act == [1]


@rule("MG-2.4")
def test_refusals_name_what_is_wrong() -> None:
    table = Road("knight", "paladin", tre=STALL, starting_coin=5, boss=False)
    for action, words, clause in (
        ("buy:jetpack", "costs 11 Coin, you have 5", "MG-11.2"),
        ("buy:oathkeeper", "not on the stall", "MG-11.1"),
        ("buy:nonsense", "no treasure", "MG-4.1"),
        ("sell:jetpack", "not in your pack", "MG-4.1"),
        ("challenge", "left in peace", "MG-16.1"),
        ("duel:1", "do not fight each other", "MG-17.1"),
        ("companion:goblin", "not in your Dock", "MG-8.2"),
        ("accept:1", "no open offer", "MG-12.7"),
        ("offer:1:jetpack:coin-1", "one thing you have", "MG-12.1"),
    ):
        with pytest.raises(innkeeper.IllegalAction, match=words) as refused:
            table.act(0, action)
        assert refused.value.clause == clause
