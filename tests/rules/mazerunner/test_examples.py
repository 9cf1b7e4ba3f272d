"""The worked examples, to the letter."""

from __future__ import annotations

from innkeeper.testing.table import only, rule
from tests.rules.mazerunner.table import SHOP, Maze


@rule("MR-2.1", "MR-2.3", "MR-2.4", "MR-2.6")
def test_set_up() -> None:
    table = Maze(4, dice=[3])
    assert table.table["first_seat"] == 2
    assert table.view()["to_act"] == [2]
    assert table.phase == "plan"
    assert table.legal() == ["heal", "explore"]
    for seat in range(4):
        assert (table.hp(seat), table.bag(seat), table.pieces(seat)) == (50, (0, 0, 0), 0)
    assert table.table["shop"] == SHOP
    assert table.spent()


@rule("MR-6.1", "MR-6.2", "MR-6.3", "MR-6.4", "MR-6.5", "MR-6.6", "MR-6.7", "MR-6.8", "MR-6.9")
def test_keep_put_back_and_bonus_dice() -> None:
    table = Maze(dice=[2, 4, 5, 1, 6, 3, 2, 5, 6, 4, 2, 5])
    table.play("explore")
    assert [die["face"] for die in table.run["dice"]] == ["2", "4", "sword", "moth"]
    table.play("keep:6")
    assert [die["face"] for die in table.run["dice"]] == ["sword", "4", "sword", "chalk"]
    table.play("keep:1")
    assert [die["face"] for die in table.run["dice"]] == ["sword", "3", "sword", "sack"]
    assert [(die["kind"], die["value"]) for die in table.run["bonus_dice"]] == [
        ("attack", 4),
        ("attack", 2),
        ("resource", 5),
    ]
    assert table.run["power"] == 8
    assert table.half_steps == 6
    assert table.run["yield"] == {"twine": 1, "chalk": 1, "oil": 1}
    assert table.phase == "enter"
    assert table.legal() == ["enter:north", "enter:east", "enter:south", "enter:west", "return"]
    assert table.spent()


@rule("MR-8.1", "MR-8.2", "MR-8.7", "MR-8.8", "MR-9.1", "MR-9.4", "MR-9.8")
def test_a_find_and_travelled_blocks() -> None:
    table = Maze(dice=[4, 1, 2, 2, 11, 5], maze=["straight-1", "straight-2"])
    table.play("explore", "keep:15")
    assert (table.run["power"], table.half_steps) == (4, 10)
    assert table.run["yield"] == {"twine": 2, "chalk": 0, "oil": 0}
    table.play("enter:north")
    assert (table.place, table.half_steps, table.bag()) == ((7, 6), 8, (0, 0, 0))
    table.play("move:7:5")
    assert (table.bag(), table.half_steps) == ((2, 0, 0), 6)
    assert table.legal() == ["move:7:4", "move:7:6", "return"]
    table.play("move:7:6")
    assert (table.place, table.half_steps) == ((7, 6), 5)
    assert table.legal() == ["move:7:5", "return"]
    table.play("return")
    assert table.phase == "shop"
    assert table.legal() == ["buy:walking-stick", "done"]
    table.play("done")
    assert (table.table["round"], table.view()["turn"]) == (2, 2)
    assert table.spent()


@rule("MR-8.3", "MR-8.6", "MR-14.5")
def test_half_a_step_left() -> None:
    table = Maze(dice=[4, 1, 1, 2, 11, 12, 11], maze=["cross-1", "straight-2", "cross-2"])
    table.play("explore", "keep:15")
    left = [table.half_steps]
    for action in ("enter:north", "move:7:5", "move:7:6", "move:8:6"):
        table.play(action)
        left.append(table.half_steps)
    assert left == [8, 6, 4, 3, 1]
    assert table.blocks[8, 6] == ["north", "east", "south", "west"]
    assert table.legal() == ["move:7:6", "return"]
    events = table.play("move:7:6")
    assert only(events, "returned")["automatic"] is True
    assert (table.phase, table.view()["turn"]) == ("plan", 2)


@rule("MR-10.1", "MR-10.3", "MR-10.4")
def test_a_kill() -> None:
    table = Maze(dice=[4, 1, 2, 2, 1], maze=["cross-1"], monster=["doormat-mimic"])
    table.play("explore", "keep:15", "enter:east")
    assert (table.hp(), table.bag(), table.monsters) == (50, (2, 0, 0), {})
    assert table.table["discards"]["monster"] == ["doormat-mimic"]
    assert table.half_steps == 8
    assert table.legal() == ["move:8:6", "move:9:7", "move:8:8", "return"]


@rule("MR-10.6")
def test_equal_power() -> None:
    table = Maze(dice=[4, 1, 2, 2, 1], maze=["cross-1"], monster=["moth-marshal"])
    table.play("explore", "keep:15", "enter:east")
    assert (table.hp(), table.bag(), table.monsters) == (46, (0, 0, 2), {})
    assert table.phase == "step"


@rule("MR-10.5", "MR-10.8", "MR-11.1", "MR-11.5", "MR-11.6", "MR-11.7", "MR-11.8", "MR-11.10")
def test_a_lost_fight_fallback_and_pursuit() -> None:
    table = Maze(
        dice=[3, 4, 4, 2, 11, 1, 12, 11],
        maze=["cross-1", "straight-1", "straight-2", "straight-3"],
        monster=["corridor-crab"],
    )
    table.play("explore", "keep:15")
    assert (table.run["power"], table.half_steps) == (3, 16)
    table.play("enter:north", "move:7:5")
    assert (table.hp(), table.half_steps, table.phase) == (43, 12, "retreat")
    assert table.monsters == {(7, 5): ("corridor-crab", 4)}
    table.play("fallback")
    assert (table.place, table.half_steps) == ((7, 6), 12)
    assert table.table["monsters"][0]["hunting"] is True
    assert table.legal() == ["move:8:6", "move:6:6", "return"]
    table.play("move:6:6")
    assert (table.half_steps, table.run["chase"]) == (10, 1)
    assert table.monsters == {(7, 5): ("corridor-crab", 4)}
    events = table.play("move:5:6")
    assert (table.half_steps, table.run["chase"]) == (8, 0)
    followed = only(events, "followed")
    assert (followed["from"], followed["to"], followed["caught"]) == ([7, 5], [7, 6], False)
    assert table.monsters == {(7, 6): ("corridor-crab", 4)}
    table.play("return")
    assert table.monsters == {(7, 6): ("corridor-crab", 4)}
    assert table.table["monsters"][0]["hunting"] is False


@rule("MR-11.2")
def test_beaten_at_the_door() -> None:
    table = Maze(dice=[1, 4, 4, 1, 4, 12], maze=["straight-1", "left-1"], monster=["umbrella-spider"])
    table.play("explore", "keep:15", "enter:south")
    assert (table.run["power"], table.hp()) == (1, 44)
    assert table.monsters == {(7, 8): ("umbrella-spider", 4)}
    table.play("fallback")
    assert (table.run["in_base"], table.half_steps) == (True, 14)
    assert table.legal() == ["enter:north", "enter:east", "enter:west", "return"]
    table.play("enter:west")
    assert (table.blocks[6, 7], table.run["chase"]) == (["east", "south"], 1)
    table.play("return")
    assert table.monsters == {(7, 8): ("umbrella-spider", 4)}
    assert table.view()["turn"] == 2


@rule("MR-3.5", "MR-3.6", "MR-12.5", "MR-12.8")
def test_a_portal() -> None:
    table = Maze(dice=[3, 4, 1, 1, 8, 12], maze=["left-1", "tee-split-1"], chance=["looking-glass"])
    table.play("explore", "keep:15")
    assert table.half_steps == 12
    table.play("enter:north")
    assert (table.place, table.half_steps) == ((7, 8), 10)
    assert table.blocks[7, 8] == ["north", "east", "south", "west"]
    assert table.table["portals"] == [[7, 6, 7, 8]]
    assert table.legal() == ["move:8:8", "move:7:9", "move:6:8", "move:7:6", "return"]
    table.play("move:7:6")
    assert (table.place, table.half_steps) == ((7, 6), 9)


@rule("MR-5.2", "MR-5.3", "MR-5.4", "MR-14.1", "MR-14.2", "MR-14.3")
def test_trade_buy_and_pick() -> None:
    table = Maze(
        dice=[3, 1, 6, 2, 5, 5, 6],
        items=["wind-up-pony", "torn-atlas-page", "silver-tongue", "butter-knife"],
        maze=["straight-1", "straight-2"],
    )
    table.play("explore", "keep:15")
    assert table.half_steps == 4
    assert table.run["yield"] == {"twine": 3, "chalk": 1, "oil": 1}
    table.play("enter:north", "move:7:5")
    assert table.bag() == (6, 2, 2)
    assert table.legal() == [
        "buy:wind-up-pony",
        "buy:silver-tongue",
        "trade:twine:chalk",
        "trade:twine:oil",
        "done",
    ]
    table.play("trade:twine:oil")
    assert table.bag() == (3, 2, 3)
    table.play("buy:wind-up-pony")
    assert table.bag() == (1, 0, 2)
    assert table.table["shop"] == ["butter-knife", "torn-atlas-page", "silver-tongue"]
    assert table.view()["turn"] == 2
    table.play("explore")
    assert table.phase == "pick"
    assert table.legal() == ["pick:1:2:2", "pick:1:3:1", "pick:2:2:1"]
    assert table.spent()


@rule("MR-7.1", "MR-7.3")
def test_healing() -> None:
    table = Maze(dice=[1, 1, 1, 1, 4, 5, 6, 4, 4, 3], maze=["straight-1"], monster=["cellar-dragonette"])
    table.play("explore", "keep:15", "enter:north")
    assert (table.hp(), table.monsters) == (39, {(7, 6): ("cellar-dragonette", 10)})
    table.play("base", "heal")
    assert [die["face"] for die in table.run["dice"]] == ["sword", "sack"]
    table.play("keep:0")
    assert [die["face"] for die in table.run["dice"]] == ["4", "4"]
    table.play("keep:2")
    assert table.hp() == 46
    assert table.spent()


@rule("MR-1.3", "MR-15.2")
def test_out_and_last_standing() -> None:
    table = Maze(
        2, {"start_hp": 10}, dice=[2, 1, 1, 1, 1, 2], maze=["straight-1"], monster=["cellar-dragonette"]
    )
    table.act(1, "explore", "keep:15", "enter:north")
    assert (table.hp(1), table.seat(1)["alive"], table.seat(1)["out_reason"]) == (0, False, "health")
    assert table.monsters == {(7, 6): ("cellar-dragonette", 10)}
    assert table.result["winners"] == [0]
    assert table.result["reason"] == "last-standing"
    assert table.result["clause"] == "MR-15.2"


@rule("MR-1.2")
def test_winning_at_once() -> None:
    table = Maze(2, {"map_goal": 1}, dice=[1, 1, 1, 1, 1, 9], chance=["mosaic-floor"])
    table.act(0, "explore", "keep:15", "enter:north")
    assert (table.result["winners"], table.result["reason"], table.phase) == ([0], "map", "over")
    assert table.result["clause"] == "MR-1.2"
    assert table.view()["to_act"] == []


@rule("MR-3.11", "MR-3.12")
def test_dead_ends_and_the_shift() -> None:
    turns = [[1, 1, 1, 1, encounter] for encounter in (12, 12, 4, 12)]
    table = Maze(
        dice=[die for turn in turns for die in turn],
        maze=[f"dead-end-{number}" for number in (1, 2, 3, 4)],
        monster=["teapot-tortoise"],
    )
    for turn, door in enumerate(("north", "east"), start=1):
        assert table.view()["turn"] == turn
        table.play("explore", "keep:15", f"enter:{door}")
    table.play("explore", "keep:15", "enter:south")
    assert (table.hp(), table.monsters) == (47, {(7, 8): ("teapot-tortoise", 4)})
    table.play("base")
    assert (table.view()["turn"], len(table.blocks)) == (4, 3)
    events = table.play("explore", "keep:15", "enter:west")
    assert only(events, "shifted")["monsters_returned"] == ["teapot-tortoise"]
    assert table.view()["turn"] == 5
    assert (table.blocks, table.monsters) == ({}, {})
    assert table.table["discards"]["monster"] == ["teapot-tortoise"]
    assert table.table["decks"]["maze"] == 72


@rule("MR-12.3", "MR-12.6")
def test_an_ambush_inside_a_chain_of_portals() -> None:
    table = Maze(
        dice=[3, 1, 4, 2, 8, 9, 10],
        maze=["straight-1", "straight-2", "straight-3"],
        chance=["looking-glass", "dumbwaiter", "snoring-around-the-corner"],
        monster=["teapot-tortoise"],
    )
    table.play("explore", "keep:15")
    assert table.half_steps == 12
    events = table.play("enter:north")
    fought = only(events, "fought")
    assert (fought["power"], fought["health"], fought["outcome"]) == (5, 5, "tie")
    assert only(events, "damaged")["health"] == 47
    assert (table.hp(), table.place, table.half_steps) == (50, (7, 4), 10)
    assert table.table["portals"] == [[7, 6, 7, 8], [7, 8, 7, 4]]
    assert table.phase == "step"
    assert table.legal() == ["move:7:3", "move:7:5", "move:7:8", "return"]


@rule("MR-6.11")
def test_dice_in_two_stages() -> None:
    table = Maze(options={"dice_stages": "two"}, dice=[4, 1, 5, 6, 3, 6, 2, 5, 6])
    events = table.play("explore", "keep:15")
    assert [event["clause"] for event in events if event["kind"] == "bonus_rolled"] == ["MR-6.11"] * 5
    assert table.run["power"] == 7
    assert table.run["yield"] == {"twine": 1, "chalk": 1, "oil": 1}
    assert table.half_steps == 4
    assert [die["face"] for die in table.run["bonus_dice"]] == ["3", "sword", "2", "trio", "sack"]
    assert table.phase == "enter"


@rule("MR-9.9", "MR-2.8", "MR-15.3", "MR-15.5", "MR-15.8")
def test_the_five_sided_die_at_the_fair_table() -> None:
    table = Maze(
        2,
        {"preset": "fair", "encounter_die": "five", "map_goal": 1},
        dice=[2, 1, 1, 1, 1, 4, 1, 1, 1, 1, 5],
        maze=["straight-1", "straight-2"],
        chance=["mosaic-floor"],
    )
    assert (table.bag(1), table.bag(0)) == ((0, 0, 0), (1, 1, 1))
    events = table.act(1, "explore", "keep:15")
    assert only(events, "totals_fixed")["yield"] == {"twine": 0, "chalk": 0, "oil": 0}
    assert table.half_steps == 8
    events = table.act(1, "enter:north")
    rolled = only(events, "encounter_rolled")
    assert (rolled["value"], rolled["result"], rolled["clause"]) == (4, "chance", "MR-9.9")
    assert (table.pieces(1), table.result) == (1, None)
    table.act(1, "return")
    assert table.view()["to_act"] == [0]
    events = table.act(0, "explore", "keep:15", "enter:south")
    assert only(events, "encounter_rolled")["result"] == "nothing"
    table.act(0, "return")
    assert table.legal(0) == ["buy:ginger-biscuit", "buy:butter-knife", "done"]
    table.act(0, "done")
    assert table.result == {
        "winners": [1],
        "draw": False,
        "reason": "map",
        "clause": "MR-15.3",
        "places": [2, 1],
        "medal": None,
    }
