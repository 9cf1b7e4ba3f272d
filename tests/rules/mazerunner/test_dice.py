"""MR-5 to MR-7: picking, rolling, keeping, healing."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import Maze

ALL_ANY = ["wind-up-pony", "loyal-lamp-snail", "spare-pair-of-hands"]


def picks(*items: str) -> list[str]:
    """What a runner with these items may pick; the only pick if there is no choice."""
    table = Maze()
    table.outing(*items)
    table.leave_shop()
    table.roll(*[1] * 6)
    events = table.play("explore")
    if table.phase == "pick":
        return table.legal()
    picked = only(events, "picked")
    return [f"pick:{picked['a']}:{picked['m']}:{picked['r']}"]


@rule("MR-5.1", "MR-5.5")
def test_without_items_the_four_base_dice_are_taken() -> None:
    table = Maze(dice=[1, 1, 1, 1])
    events = table.play("explore")
    picked = only(events, "picked")
    assert (picked["a"], picked["m"], picked["r"], picked["clause"]) == (1, 2, 1, "MR-5.4")
    assert [die["kind"] for die in table.run["dice"]] == ["attack", "move", "move", "resource"]
    assert table.phase == "keep"


@rule("MR-5.2", "MR-5.3", "MR-5.4", "MR-5.5")
@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (["hedge-shears"], ["1:2:1"]),
        (["squeaky-second-sword"], ["2:2:1"]),
        (["squeaky-second-sword", "borrowed-broom"], ["2:2:1"]),
        (["springheel-boots", "roller-skates"], ["1:4:1"]),
        (["springheel-boots", "bottomless-pocket"], ["1:3:2"]),
        (["springheel-boots", "roller-skates", "borrowed-broom"], ["1:4:1", "2:3:1"]),
        (["wind-up-pony", "bottomless-pocket"], ["1:3:2", "2:2:2"]),
        (ALL_ANY[:2], ["1:3:2", "1:4:1", "2:2:2", "2:3:1"]),
        (ALL_ANY, ["1:3:2", "1:4:1", "2:2:2", "2:3:1"]),
        (["bottomless-pocket"], ["1:2:2"]),
    ],
)
def test_legal_picks(items: list[str], expected: list[str]) -> None:
    assert picks(*items) == [f"pick:{pick}" for pick in expected]


def test_an_unlisted_pick_is_refused() -> None:
    table = Maze()
    table.outing("wind-up-pony")
    table.play("explore")
    with pytest.raises(IllegalAction, match="largest pool") as refused:
        table.play("pick:1:2:1")
    assert refused.value.clause == "MR-5.4"
    table.roll(1, 1, 1, 1, 1)
    events = table.play("pick:1:3:1")
    assert only(events, "picked")["m"] == 3
    assert len(table.legal()) == 32


@rule("MR-5.6")
@pytest.mark.parametrize(
    ("items", "dice"),
    [
        ([], 2),
        (["squeaky-second-sword", "bottomless-pocket"], 2),
        (["springheel-boots"], 3),
        (["springheel-boots", "wind-up-pony"], 4),
        (["springheel-boots", "roller-skates", *ALL_ANY], 4),
    ],
)
def test_healing_dice(items: list[str], dice: int) -> None:
    table = Maze()
    table.outing(*items, finds=1)
    table.leave_shop()
    table.roll(*[1] * dice)
    table.play("heal")
    assert table.phase == "keep"
    assert [die["kind"] for die in table.run["dice"]] == ["move"] * dice
    assert len(table.legal()) == 2**dice


@rule("MR-6.1", "MR-17.2")
def test_pool_order_is_rolling_order() -> None:
    table = Maze()
    table.outing("wind-up-pony", "bottomless-pocket")
    table.roll(5, 6, 1, 2, 3, 4)
    table.play("explore")
    events = table.play("pick:2:2:2")
    rolled = only(events, "rolled")
    assert (rolled["roll"], rolled["clause"]) == (1, "MR-6.1")
    assert [(d["index"], d["kind"], d["value"], d["face"]) for d in rolled["dice"]] == [
        (0, "attack", 5, "5"),
        (1, "attack", 6, "sword"),
        (2, "move", 1, "2"),
        (3, "move", 2, "3"),
        (4, "resource", 3, "chalk"),
        (5, "resource", 4, "oil"),
    ]


@rule("MR-6.2", "MR-6.3", "MR-6.5")
def test_three_rolls_at_most() -> None:
    table = Maze(dice=[1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
    table.play("explore")
    assert table.run["rolls"] == 1
    events = table.play("keep:0")
    assert (table.run["rolls"], table.phase) == (2, "keep")
    assert only(events, "kept")["mask"] == 0
    assert only(events, "rolled")["clause"] == "MR-6.3"
    table.play("keep:0")
    assert (table.run["rolls"], table.phase) == (3, "enter")
    assert [die["value"] for die in table.run["dice"]] == [3, 3, 3, 3]


@rule("MR-6.3", "MR-6.5")
def test_keeping_all_ends_the_rolling() -> None:
    table = Maze(dice=[1, 1, 1, 1, 4])
    table.play("explore")
    assert table.legal() == [f"keep:{mask}" for mask in range(16)]
    events = table.play("keep:7")
    assert [die["index"] for die in only(events, "rolled")["dice"]] == [3]
    assert table.play("keep:15")[0]["kind"] == "kept"
    assert (table.phase, table.run["rolls"]) == ("enter", 2)
    assert table.spent()


def test_a_mask_out_of_range_is_refused() -> None:
    table = Maze(dice=[1, 1, 1, 1])
    table.play("explore")
    with pytest.raises(IllegalAction, match="0 to 15") as refused:
        table.play("keep:16")
    assert refused.value.clause == "MR-6.3"
    with pytest.raises(IllegalAction, match="which to keep"):
        table.play("enter:north")


@rule("MR-6.4")
def test_a_kept_die_can_be_put_back() -> None:
    table = Maze(dice=[5, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4])
    table.play("explore", "keep:1")
    assert [die["value"] for die in table.run["dice"]] == [5, 2, 2, 2]
    table.play("keep:14")
    assert [die["value"] for die in table.run["dice"]] == [3, 2, 2, 2]


@rule("MR-6.6", "MR-6.7", "MR-6.8")
def test_bonus_dice_do_not_chain() -> None:
    table = Maze(dice=[6, 5, 6, 6, 6, 6, 6, 1])
    events = table.play("explore", "keep:15")
    bonus = [(e["die"], e["face"], e["clause"]) for e in events if e["kind"] == "bonus_rolled"]
    assert bonus == [
        ("attack", "sword", "MR-6.6"),
        ("attack", "sword", "MR-6.6"),
        ("resource", "sack", "MR-6.6"),
        ("resource", "moth", "MR-6.6"),
    ]
    totals = only(events, "totals_fixed")
    assert totals["power"] == 2 + 2 + 2
    assert totals["yield"] == {"twine": 0, "chalk": 0, "oil": 0}
    assert table.spent()


@rule("MR-6.9", "MR-8.6")
def test_no_step_at_all() -> None:
    table = Maze(dice=[1, 5, 5, 1, 1, 1])
    events = table.play("explore", "keep:15")
    assert only(events, "totals_fixed")["half_steps"] == 0
    returned = only(events, "returned")
    assert (returned["automatic"], returned["clause"]) == (True, "MR-8.6")
    assert table.view()["turn"] == 2


@rule("MR-6.7", "MR-6.8", "MR-6.9", "MR-6.10", "MR-13.1", "MR-13.2")
def test_items_add_to_the_totals_from_the_next_turn_on() -> None:
    items = ["butter-knife", "brass-knocker", "walking-stick", "seven-league-socks", "chalk-mill"]
    table = Maze(items=["ginger-biscuit", "pepper-bomb", "silver-tongue"])
    table.roll(1, 4, 4, 5, *[7] * 5, item=items, maze=[f"straight-{n}" for n in range(1, 6)])
    table.play("explore", "keep:15")
    before = (table.run["power"], table.run["yield"])
    table.play("enter:north", "move:7:5", "move:7:4", "move:7:3", "move:7:2")
    assert table.items() == items
    assert (table.run["power"], table.run["yield"]) == before
    assert table.half_steps == 6
    table.play("return")
    table.roll(1, 1, 1, 1)
    totals = only(table.play("explore", "keep:15"), "totals_fixed")
    assert totals["power"] == 1 + 1 + 1
    assert totals["yield"] == {"twine": 1, "chalk": 2, "oil": 0}
    assert totals["half_steps"] == 2 * (2 + 2 + 1 + 2)
    assert totals["clause"] == "MR-6.10"


@rule("MR-6.10")
def test_fights_and_finds_use_nothing_up() -> None:
    table = Maze(
        dice=[5, 4, 4, 5, 1, 5, 1, 5],
        maze=[f"straight-{n}" for n in (1, 2, 3, 4)],
        monster=["doormat-mimic", "chalk-gremlin"],
    )
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:7:4", "move:7:3")
    assert (table.run["power"], table.run["yield"]) == (5, {"twine": 1, "chalk": 1, "oil": 1})
    assert (table.hp(), table.bag()) == (50, (4, 4, 2))


@rule("MR-6.11")
@pytest.mark.parametrize(
    ("pool", "attack", "resource"),
    [
        ([1, 1, 1, 1], 0, 0),
        ([3, 1, 1, 3], 0, 0),
        ([4, 1, 1, 4], 1, 1),
        ([5, 5, 5, 5], 3, 1),
        ([6, 6, 6, 6], 1, 3),
    ],
)
def test_faces_of_the_first_stage(pool: list[int], attack: int, resource: int) -> None:
    dice = [*pool, *[2] * (1 + attack), *[3] * (1 + resource)]
    table = Maze(options={"dice_stages": "two"}, dice=dice)
    totals = only(table.play("explore", "keep:15"), "totals_fixed")
    assert totals["power"] == 2 * (1 + attack)
    assert totals["yield"]["chalk"] == 2 * (1 + resource)
    assert table.spent()


@rule("MR-6.11")
def test_two_stages_leave_healing_alone() -> None:
    table = Maze(options={"dice_stages": "two", "overheal": True}, dice=[5, 4])
    table.play("heal", "keep:3")
    assert table.hp() == 54


@rule("MR-7.1")
@pytest.mark.parametrize(("per_pip", "gained"), [(1, 4), (2, 8), (3, 12)])
def test_health_per_pip(per_pip: int, gained: int) -> None:
    table = Maze(options={"heal_per_pip": per_pip, "overheal": True}, dice=[4, 5])
    events = table.play("heal", "keep:3")
    healed = only(events, "healed")
    assert (healed["amount"], healed["health"], healed["clause"]) == (gained, 50 + gained, "MR-7.1")
    assert "bonus_rolled" not in kinds(events)


@rule("MR-7.1", "MR-13.2")
def test_mending_items() -> None:
    table = Maze(options={"overheal": True})
    table.outing("hot-water-bottle", "pocket-nurse")
    table.roll(1, 1)
    table.play("heal", "keep:3")
    assert table.hp() == 50 + 4 + 4 + 6


@rule("MR-7.2")
def test_health_stops_at_the_maximum() -> None:
    table = Maze(dice=[1, 1, 1, 1, 1], monster=["hiccuping-bat"])
    table.play("explore", "keep:15", "enter:north", "base")
    assert table.hp() == 47
    table.roll(4, 3)
    healed = only(table.play("heal", "keep:3"), "healed")
    assert (healed["amount"], table.hp()) == (3, 50)


@rule("MR-7.3")
def test_after_healing_comes_the_shop() -> None:
    table = Maze()
    table.outing(finds=1)
    table.play("done")
    table.roll(1, 1)
    table.play("heal", "keep:3")
    assert (table.phase, table.run["in_base"], table.run["mode"]) == ("shop", True, "heal")
