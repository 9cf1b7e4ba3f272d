"""MR-13: items."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import SHOP, Maze

CROSSES = [f"cross-{n}" for n in range(1, 10)]


def hurt(table: Maze, door: str = "east") -> None:
    """A lost fight behind a door: 11 health gone."""
    table.roll(1, 1, 1, 1, 1, monster=["cellar-dragonette"], maze=["dead-end-1"])
    table.play("explore", "keep:15", f"enter:{door}", "base")
    table.leave_shop()


@rule("MR-13.1")
def test_items_lie_open_and_there_is_no_limit() -> None:
    found = ["butter-knife", "hedge-shears", "lion-tamers-chair", "quilted-waistcoat", "dustbin-lid"]
    table = Maze(2, dice=[1], items=["ginger-biscuit", "walking-stick", "pepper-bomb"])
    table.outing(*found)
    assert table.view(1)["seats"][0]["items"] == found
    table.leave_shop()
    table.roll(1, 1)
    table.act(1, "heal", "keep:3")
    table.roll(1, 1, 1, 1)
    totals = only(table.act(0, "explore", "keep:15"), "totals_fixed")
    assert totals["power"] == 1 + 1 + 2 + 1


@rule("MR-13.2")
def test_armour_works_from_the_moment_it_is_found() -> None:
    table = Maze(
        dice=[1, 4, 4, 1, 7, 1], items=[*SHOP, "saucepan-helmet"], maze=CROSSES, monster=["corridor-crab"]
    )
    table.play("explore", "keep:15", "enter:north", "move:7:5")
    assert table.hp() == 50 - (7 - 2)


@rule("MR-13.3", "MR-17.1")
def test_a_spent_item_is_discarded() -> None:
    table = Maze()
    table.outing("second-wind")
    table.roll(1, 1, 1, 1)
    events = table.play("explore", "keep:15", "use:second-wind")
    used = only(events, "item_used")
    assert (used["card"], used["clause"]) == ("second-wind", "MR-13.3")
    assert (table.items(), table.table["discards"]["item"]) == ([], ["second-wind"])


@rule("MR-13.4")
def test_a_chart_works_when_found() -> None:
    table = Maze(dice=[1, 4, 4, 1, 7], items=[*SHOP, "torn-atlas-page"], maze=CROSSES)
    events = table.play("explore", "keep:15", "enter:north")
    assert kinds(events)[-3:] == ["item_gained", "item_used", "map_piece_gained"]
    assert only(events, "item_used")["clause"] == "MR-13.4"
    assert (table.pieces(), table.items()) == (1, [])
    assert table.table["discards"]["item"] == ["torn-atlas-page"]


@rule("MR-13.4")
def test_a_chart_works_when_bought() -> None:
    table = Maze(options={"map_goal": 1}, items=["torn-atlas-page", *SHOP])
    table.outing(finds=3)
    events = table.play("buy:torn-atlas-page")
    assert kinds(events) == [
        "bought",
        "shop_filled",
        "item_gained",
        "item_used",
        "map_piece_gained",
        "game_over",
    ]
    assert (table.result["winners"], table.result["reason"]) == ([0], "map")


@rule("MR-13.5")
def test_no_item_left() -> None:
    table = Maze(dice=[1, 4, 4, 1, 7], maze=CROSSES)
    table.stack("item", deck=[])
    gained = only(table.play("explore", "keep:15", "enter:north"), "item_gained")
    assert (gained["card"], table.items(), table.phase) == (None, [], "step")


@rule("MR-13.6")
def test_potions_in_plan_enter_and_step() -> None:
    table = Maze(items=["walking-stick", "butter-knife", "pepper-bomb"])
    table.outing("ginger-biscuit", "soup-of-the-day", "tin-of-travel-sweets")
    assert table.legal() == ["heal", "explore"]
    with pytest.raises(IllegalAction, match="full health") as refused:
        table.play("use:ginger-biscuit")
    assert refused.value.clause == "MR-13.6"
    hurt(table)
    assert table.hp() == 39
    potions = ["use:ginger-biscuit", "use:soup-of-the-day", "use:tin-of-travel-sweets"]
    assert table.legal() == ["heal", "explore", *potions]
    table.roll(1, 1, 1, 1)
    table.play("explore", "keep:15")
    assert table.legal()[-4:] == [*potions, "return"]
    healed = only(table.play("use:tin-of-travel-sweets"), "healed")
    assert (healed["amount"], healed["clause"], table.phase) == (6, "MR-13.6", "enter")
    table.play("enter:north")
    assert table.legal()[-3:] == [*potions[:2], "return"]
    healed = only(table.play("use:soup-of-the-day"), "healed")
    assert (healed["amount"], table.hp(), table.phase) == (5, 50, "step")
    assert "use:ginger-biscuit" not in table.legal()


@rule("MR-13.6")
def test_potions_any_time_with_overheal() -> None:
    table = Maze(options={"overheal": True}, items=["walking-stick", "butter-knife", "pepper-bomb"])
    table.outing("bottled-sunshine")
    table.play("use:bottled-sunshine")
    assert table.hp() == 64


@rule("MR-13.7")
def test_a_dash() -> None:
    table = Maze()
    table.outing("second-wind")
    table.roll(1, 1, 1, 1, 12, maze=["cross-1"])
    table.play("explore", "keep:15", "enter:east")
    assert (table.half_steps, table.legal()[-2:]) == (6, ["use:second-wind", "return"])
    table.play("use:second-wind")
    assert (table.half_steps, table.phase) == (12, "step")


@rule("MR-13.8")
def test_a_warp() -> None:
    table = Maze()
    table.outing("pocket-portal", finds=2)
    table.leave_shop()
    table.roll(1, 1, 1, 1, 12, maze=["cross-1"])
    table.play("explore", "keep:15")
    with pytest.raises(IllegalAction) as refused:
        table.play("use:pocket-portal")
    assert refused.value.clause == "MR-13.8"
    table.play("enter:east", "use:pocket-portal")
    assert (table.phase, table.legal()) == ("portal", ["jump:7:4", "jump:7:5", "jump:7:6"])
    jumped = only(table.play("jump:7:4"), "jumped")
    assert (jumped["from"], jumped["to"], jumped["clause"]) == ([8, 7], [7, 4], "MR-13.8")
    assert (table.place, table.half_steps, table.table["portals"]) == ((7, 4), 6, [])
    assert (table.items(), table.run["fallback"], table.run["chase"]) == ([], [8, 7], 0)


@rule("MR-13.8")
def test_a_warp_needs_somewhere_to_go() -> None:
    table = Maze(dice=[1, 4, 4, 1, 7], items=[*SHOP, "pocket-portal"], maze=CROSSES)
    table.play("explore", "keep:15", "enter:north")
    assert table.legal() == ["move:7:5", "move:8:6", "move:6:6", "return"]
    with pytest.raises(IllegalAction, match="another free block"):
        table.play("use:pocket-portal")


@rule("MR-13.9")
def test_a_vanished_monster_leaves_no_loot() -> None:
    table = Maze(monster=["bookcase-basilisk"])
    table.outing("very-loud-trumpet")
    table.roll(1, 4, 4, 1, 1, maze=["cross-1"])
    table.play("explore", "keep:15", "enter:east")
    assert table.legal() == ["fight", "use:very-loud-trumpet"]
    gone = only(table.play("use:very-loud-trumpet"), "monster_vanished")
    assert (gone["card"], gone["health"], gone["clause"]) == ("bookcase-basilisk", 10, "MR-13.9")
    assert (table.monsters, table.pieces(), table.hp(), table.place) == ({}, 0, 50, (8, 7))
    assert (table.phase, table.table["discards"]["monster"]) == ("step", ["bookcase-basilisk"])


@rule("MR-13.2", "MR-13.9")
def test_why_an_item_cannot_be_used_on_the_way() -> None:
    table = Maze(items=["ginger-biscuit", "walking-stick", "pepper-bomb"])
    table.outing("butter-knife", "firecracker")
    table.roll(1, 1, 1, 1)
    table.play("explore", "keep:15")
    for item, clause in (("butter-knife", "MR-13.2"), ("firecracker", "MR-13.9"), ("warp", "MR-13.3")):
        with pytest.raises(IllegalAction) as refused:
            table.play(f"use:{item}")
        assert refused.value.clause == clause
