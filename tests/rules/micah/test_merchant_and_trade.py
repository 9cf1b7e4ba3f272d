"""MG-11 and MG-12: the Merchant, and trading among friends."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing.table import only, rule
from tests.rules.micah.road import Road


@rule("MG-11.1")
def test_six_cards_for_all_to_see() -> None:
    table = Road("knight", "paladin", starting_coin=20, tre=["merchants-apron", "travel-bread"])
    for viewer in (0, 1, None):
        stall = table.view(viewer)["table"]["merchant"]
        assert [entry["slot"] for entry in stall] == list(range(6))
    table.go("buy:travel-bread")
    assert len(table.table["merchant"]) == 6


@rule("MG-11.2")
def test_prices_and_what_changes_them() -> None:
    table = Road(
        "knight",
        "paladin",
        starting_coin=50,
        tre=["merchants-apron", "fat-purse", "shortcut-map", "travel-bread"],
    )
    table.go("buy:merchants-apron", "equip:merchants-apron")
    prices = {
        viewer: [e["price"] for e in table.view(viewer)["table"]["merchant"]][1:4] for viewer in (0, 1, None)
    }
    assert prices == {0: [8, 2, 3], 1: [9, 3, 4], None: [9, 3, 4]}
    event = only(table.go("buy:fat-purse"), "bought")
    assert (event["price"], event["slot"], event["card"], table.coin(0)) == (8, 1, "fat-purse", 33)
    assert event["replacement"] == table.slot(1)
    assert table.pack(0) == ["fat-purse"]


def test_a_price_is_always_more_than_the_sell_value() -> None:
    game = innkeeper.get_game("micah")
    content = game.content.edited(
        {"treasures.toml": game.content.files["treasures.toml"].replace("while: price -1", "while: price -9")}
    )
    match = innkeeper.new_match(
        "micah",
        seats=1,
        options={"starting_coin": 50},
        content=content,
        chance=innkeeper.ScriptedChance([], {"treasure": ["merchants-apron", "shortcut-map"]}),
    )
    for action in ("pick:knight", "buy:merchants-apron", "equip:merchants-apron"):
        match.act(0, action)
    view = match.view(0)
    assert view["table"]["merchant"][1]["price"] == 2  # type: ignore[index]


@rule("MG-11.3")
def test_the_gap_is_filled_at_once_in_the_same_slot() -> None:
    names = [
        "travel-bread",
        "jetpack",
        "travel-bread",
        "raincoat",
        "spyglass",
        "peace-pie",
        "oathkeeper",
        "royal-robe",
    ]
    table = Road("knight", "paladin", starting_coin=50, tre=names)
    table.go("buy:travel-bread")  # the lowest slot holding it
    assert [table.slot(n) for n in range(3)] == ["oathkeeper", "jetpack", "travel-bread"]
    table.go("buy:travel-bread")
    assert table.slot(2) == "royal-robe"
    assert not table.match.can_undo(0)  # a new card was seen


@rule("MG-11.4")
def test_selling() -> None:
    table = Road("knight", "paladin", starting_coin=60, tre=["red-katana", "jetpack", "steady-hand"])
    table.go("buy:red-katana", "buy:jetpack", "equip:jetpack", "buy:steady-hand", "apply:steady-hand")
    event = only(table.go("sell:red-katana"), "sold")
    assert (event["price"], table.coin(0)) == (0, 33)  # no refunds
    assert table.table["used_treasure"] == ["red-katana"]
    for card in ("jetpack", "steady-hand"):
        with pytest.raises(innkeeper.IllegalAction, match="in use") as refused:
            table.act(0, f"sell:{card}")
        assert refused.value.clause == "MG-11.4"
    table.go("unequip:clothing", "sell:jetpack")
    assert table.coin(0) == 40


@rule("MG-11.5")
def test_everything_costs_more_than_it_sells_for() -> None:
    game = innkeeper.get_game("micah")
    assert all(card.price > card.sells for card in game.book_of(game.content).treasures)


@rule("MG-11.6")
def test_the_used_pile_becomes_the_deck() -> None:
    table = Road("knight", enc=["goblin"], treasure_cards=12, starting_coin=50, tre=["travel-bread"] * 4)
    table.go(*["buy:travel-bread"] * 4, *["sell:travel-bread"] * 4)
    while table.table["treasure_deck_count"] > 0:
        cheap = min(table.table["merchant"], key=lambda entry: int(entry["price"]))
        table.go(f"buy:{cheap['card']}")
    used = sorted(table.table["used_treasure"])
    cheap = min(table.table["merchant"], key=lambda entry: int(entry["price"]))
    events = table.go(f"buy:{cheap['card']}")
    shuffled = only(events, "deck_shuffled")
    assert (shuffled["clause"], shuffled["size"]) == ("MG-11.6", len(used))
    assert (table.table["used_treasure"], table.table["treasure_deck_count"]) == ([], len(used) - 1)


@rule("MG-11.7", "MG-11.8")
def test_other_draws_with_nothing_left_give_nothing() -> None:
    table = Road(
        "paladin",
        treasure_cards=12,
        starting_coin=90,
        tre=["wooden-spoon"] * 2
        + ["travel-bread"] * 4
        + ["snow-globe", "shortcut-map", "shortcut-map", "spyglass", "spyglass", "prank-parcel"],
        enc=["grumpy-goose"],
    )
    table.go(*["buy:travel-bread"] * 4, *["buy:wooden-spoon"] * 2)
    assert (table.table["treasure_deck_count"], table.table["used_treasure"]) == (0, [])
    carried = table.pack(0)
    events = table.go("draw", "attack", dice=[6])
    assert only(events, "bounty_paid")["cards"] == []
    assert table.pack(0) == carried
    table.go(f"buy:{table.slot(0)}")
    assert table.slot(0) == "travel-bread"  # of the house


@rule("MG-11.8")
def test_treasure_goes_to_the_pack_face_up() -> None:
    names = [
        "jetpack",
        "raincoat",
        "spyglass",
        "fat-purse",
        "peace-pie",
        "lucky-socks",
        "oathkeeper",
        "royal-robe",
    ]
    table = Road("minstrel", "knight", enc=["frostbitten-postman"], tre=names, starting_coin=3)
    table.go("draw")
    events = table.go("charm:pay")
    gained = next(
        event for event in events if event["kind"] == "effect_applied" and event["verb"] == "treasure"
    )
    assert gained["cards"] == ["oathkeeper"]
    assert table.seat(0, 1)["pack"] == ["oathkeeper"]


def trading(**options: object) -> Road:
    table = Road(
        "knight", "paladin", "ranger", starting_coin=10, tre=["smoke-bomb", "travel-bread"], options=options
    )
    table.go("buy:smoke-bomb")
    return table


@rule("MG-12.1", "MG-12.4")
def test_what_an_offer_can_be() -> None:
    table = trading()
    offers = [action for action in table.standing(0) if action.startswith("offer:1:")]
    coins = ["coin-1", "coin-2", "coin-3", "coin-4", "coin-5", "coin-6", "coin-8", "coin-10"]
    assert offers == [f"offer:1:smoke-bomb:{thing}" for thing in [*coins, "none"]]
    asks = [action for action in table.standing(1) if action.startswith("offer:0:")]
    assert asks == [f"offer:0:{thing}:smoke-bomb" for thing in [*coins, "none"]]
    assert not [
        action for action in table.standing(1) if action.startswith("offer:2:")
    ]  # no card on either side
    for wrong in (
        "offer:1:coin-1:coin-2",
        "offer:1:smoke-bomb:coin-7",
        "offer:1:smoke-bomb:coin-12",
        "offer:0:smoke-bomb:none",
    ):
        with pytest.raises(innkeeper.IllegalAction) as refused:
            table.act(0, wrong)
        assert refused.value.clause == "MG-12.1"
    table.act(0, "offer:2:smoke-bomb:none")  # a gift
    table.act(2, "accept:1")
    assert table.pack(2) == ["smoke-bomb"]


@rule("MG-12.2", "MG-12.3")
def test_trading_is_for_preparation_and_never_blocks() -> None:
    table = trading()
    table.act(1, "offer:0:coin-3:smoke-bomb")
    assert (table.to_act, table.phase) == ([0], "prep")
    assert "draw" in table.legal(0)
    assert table.match.pending.keys() == {0}
    table.act(0, "draw")
    assert table.table["offers"] == []


@rule("MG-12.5")
def test_one_open_offer_and_three_a_turn() -> None:
    table = trading()
    assert table.seat(1)["offers_left"] == 3
    table.act(1, "offer:0:coin-1:smoke-bomb")
    with pytest.raises(innkeeper.IllegalAction, match="open offer already") as refused:
        table.act(1, "offer:0:coin-2:smoke-bomb")
    assert refused.value.clause == "MG-12.5"
    table.act(1, "cancel:1")
    table.act(1, "offer:0:coin-2:smoke-bomb")
    table.act(0, "decline:2")
    table.act(1, "offer:0:coin-3:smoke-bomb")
    table.act(1, "cancel:3")
    assert table.seat(1)["offers_left"] == 0
    with pytest.raises(innkeeper.IllegalAction, match="made 3 offers"):
        table.act(1, "offer:0:coin-4:smoke-bomb")
    assert (table.standing(1), table.may_act) == ([], [0, 2])
    assert trading(trade_offers_per_turn=1).seat(1)["offers_left"] == 1


@rule("MG-12.5", "MG-12.6")
def test_offers_are_numbered_through_the_game_and_counted_by_turn() -> None:
    table = Road("knight", "paladin", "ranger", enc=["hot-spring"], starting_coin=10, tre=["smoke-bomb"])
    table.go("buy:smoke-bomb")
    table.act(1, "offer:0:coin-1:smoke-bomb")
    assert table.table["offers"] == [{"offer": 1, "from": 1, "to": 0, "give": "coin-1", "get": "smoke-bomb"}]
    table.go("draw", "attack")
    assert table.seat(1)["offers_left"] == 3
    table.act(2, "offer:0:coin-2:smoke-bomb")
    assert [offer["offer"] for offer in table.table["offers"]] == [2]


@rule("MG-12.7")
def test_accept_decline_cancel() -> None:
    table = trading()
    table.go("buy:travel-bread")
    table.act(1, "offer:0:coin-4:smoke-bomb")
    assert table.standing(0)[-2:] == ["accept:1", "decline:1"]
    assert table.standing(1) == ["cancel:1"]
    with pytest.raises(innkeeper.IllegalAction):
        table.act(2, "accept:1")
    events = table.act(0, "accept:1")
    closed = only(events, "offer_closed")
    assert (closed["result"], closed["from"], closed["to"], closed["clause"]) == ("accepted", 1, 0, "MG-12.7")
    assert (table.pack(0), table.pack(1), table.coin(0), table.coin(1)) == (
        ["travel-bread"],
        ["smoke-bomb"],
        5,
        6,
    )
    table.act(0, "offer:1:travel-bread:smoke-bomb")
    table.act(1, "accept:2")
    assert (table.pack(0), table.pack(1)) == (["smoke-bomb"], ["travel-bread"])
    table.act(0, "offer:1:smoke-bomb:coin-1")
    assert only(table.act(1, "decline:3"), "offer_closed")["result"] == "declined"
    table.act(0, "offer:1:smoke-bomb:coin-1")
    assert only(table.act(0, "cancel:4"), "offer_closed")["result"] == "cancelled"


@rule("MG-12.8")
def test_offers_become_void() -> None:
    table = trading()
    table.act(1, "offer:0:coin-6:smoke-bomb")
    events = table.go("sell:smoke-bomb")  # the card is gone
    closed = only(events, "offer_closed")
    assert (closed["result"], closed["clause"]) == ("void", "MG-12.8")
    table = trading()
    table.act(0, "offer:1:smoke-bomb:coin-5")
    events = table.act(1, "resign")  # the party is gone
    assert only(events, "offer_closed")["result"] == "void"
    table = trading()
    table.act(1, "offer:0:coin-6:smoke-bomb")
    events = table.act(0, "draw")  # Preparation is over
    assert [e["result"] for e in events if e["kind"] == "offer_closed"] == ["void"]
    table = trading()
    table.act(2, "offer:0:none:smoke-bomb")
    table.act(1, "offer:0:coin-6:smoke-bomb")
    events = table.act(0, "accept:2")  # somebody else got it
    assert [e["result"] for e in events if e["kind"] == "offer_closed"] == ["accepted", "void"]
    coins = trading()
    coins.act(0, "offer:1:smoke-bomb:coin-10")
    assert coins.table["offers"]


@rule("MG-12.8")
def test_coin_that_is_spent_voids_an_offer() -> None:
    table = Road(
        "knight",
        "paladin",
        "ranger",
        starting_coin=15,
        tre=["smoke-bomb", "travel-bread", "jetpack"],
        enc=["hot-spring"],
    )
    table.go("buy:smoke-bomb", "draw", "attack")
    assert table.to_act == [1]
    table.act(1, "offer:0:coin-12:smoke-bomb")
    events = table.go("buy:travel-bread")
    assert only(events, "offer_closed")["result"] == "void"


@rule("MG-12.9")
def test_slots_and_upgrades_are_not_for_trade() -> None:
    table = Road("knight", "paladin", starting_coin=40, tre=["wooden-spoon", "steady-hand"])
    table.go("buy:wooden-spoon", "equip:wooden-spoon", "buy:steady-hand", "apply:steady-hand")
    assert table.may_act == []


@rule("MG-12.9")
def test_creatures_only_by_house_rule() -> None:
    def with_goose(**options: object) -> Road:
        table = Road(
            "wiseman", "paladin", enc=["grumpy-goose", "crossroads"], starting_coin=5, options=options
        )
        table.go("draw", "charm", dice=[5])
        table.go("draw", "charm")
        table.go("companion:silly-goose")
        return table

    assert with_goose().may_act == []
    table = with_goose(trade_creatures=True)
    assert table.may_act == [0, 1]
    table.act(1, "offer:0:coin-5:creature-silly-goose")
    table.act(0, "accept:1")
    assert table.seat(0)["dock"] == []
    assert table.seat(1)["dock"] == [{"creature": "silly-goose", "from": "grumpy-goose", "companion": False}]
    assert table.coin(0) == 11  # five and five, and one the goose had already paid


def test_trade_off_and_alone() -> None:
    table = Road("knight", "paladin", starting_coin=40, tre=["wooden-spoon"], trade=False)
    table.go("buy:wooden-spoon")
    assert (table.may_act, table.standing(1)) == ([], [])
    with pytest.raises(innkeeper.IllegalAction, match="nobody trades"):
        table.act(1, "offer:0:coin-1:wooden-spoon")
