"""MR-8 and MR-9: walking, and what is met on the way."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.games.mazerunner.state import Race
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import SHOP, Maze

STRAIGHTS = [f"straight-{n}" for n in range(1, 8)]


@rule("MR-8.1", "MR-8.2")
def test_one_block_at_a_time() -> None:
    table = Maze(dice=[1, 4, 4, 1, 12, 12], maze=STRAIGHTS)
    events = table.play("explore", "keep:15", "enter:north")
    moved = only(events, "moved")
    assert (moved["from"], moved["to"], moved["cost"], moved["stroll"]) == ([7, 7], [7, 6], 2, False)
    with pytest.raises(IllegalAction, match="one block at a time") as refused:
        table.play("move:7:4")
    assert refused.value.clause == "MR-8.1"
    with pytest.raises(IllegalAction, match="in the maze already"):
        table.play("enter:east")
    moved = only(table.play("move:7:5"), "moved")
    assert (moved["from"], moved["cost"]) == ([7, 6], 2)
    moved = only(table.play("move:7:6"), "moved")
    assert (moved["to"], moved["cost"]) == ([7, 6], 1)


@rule("MR-8.2")
def test_a_travelled_door_costs_half_a_step() -> None:
    table = Maze(dice=[1, 4, 4, 1, 12], maze=STRAIGHTS)
    table.play("explore", "keep:15", "enter:north", "return")
    table.roll(1, 4, 4, 1)
    table.play("explore", "keep:15", "enter:north")
    assert table.half_steps == 15


@rule("MR-8.3")
def test_why_a_block_cannot_be_paid_for() -> None:
    table = Maze(dice=[4, 1, 1, 2, 11, 12, 11], maze=["cross-1", "straight-2", "cross-2"])
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:7:6", "move:8:6")
    assert table.half_steps == 1
    with pytest.raises(IllegalAction, match="whole step") as refused:
        table.play("move:9:6")
    assert refused.value.clause == "MR-8.3"


@rule("MR-8.4")
def test_strolls_come_first_and_outlast_half_steps() -> None:
    table = Maze()
    table.outing("well-folded-floor-plan")
    table.roll(1, 1, 5, 1, 1, 12, 12, maze=STRAIGHTS[1:3])
    table.play("explore", "keep:15")
    assert (table.half_steps, table.run["strolls"]) == (4, 4)
    moved = only(table.play("enter:north"), "moved")
    assert (moved["cost"], moved["stroll"]) == (0, True)
    assert (table.half_steps, table.run["strolls"]) == (4, 3)
    table.play("move:7:5", "move:7:4")
    assert (table.half_steps, table.run["strolls"]) == (0, 3)
    assert table.legal() == ["move:7:5", "return"]
    table.play("move:7:5", "move:7:6", "move:7:5")
    assert table.view()["turn"] == 3


@rule("MR-8.5")
def test_returning_before_the_first_move() -> None:
    table = Maze(dice=[1, 4, 4, 1])
    events = table.play("explore", "keep:15", "return")
    returned = only(events, "returned")
    assert (returned["automatic"], returned["clause"]) == (False, "MR-8.5")
    assert (table.view()["turn"], table.blocks) == (2, {})


@rule("MR-8.5", "MR-8.8")
def test_returning_is_free_and_leads_to_the_shop() -> None:
    table = Maze(dice=[1, 4, 4, 5, 5, 5], maze=STRAIGHTS)
    table.play("explore", "keep:15", "enter:north", "move:7:5")
    assert "return" in table.legal()
    table.play("return")
    assert (table.phase, table.place, table.half_steps, table.bag()) == ("shop", (7, 7), 0, (2, 2, 2))


@rule("MR-8.6")
def test_a_usable_item_prevents_the_automatic_return() -> None:
    table = Maze()
    table.outing("second-wind")
    table.roll(1, 5, 5, 1, 1, 1)
    table.play("explore", "keep:15")
    assert (table.phase, table.legal()) == ("enter", ["use:second-wind", "return"])


@rule("MR-8.7")
def test_the_base_is_no_move() -> None:
    table = Maze(dice=[1, 4, 4, 1, 12], maze=["cross-1"])
    table.play("explore", "keep:15", "enter:south")
    assert table.legal() == ["move:8:8", "move:7:9", "move:6:8", "return"]
    with pytest.raises(IllegalAction, match="return ends the run") as refused:
        table.play("move:7:7")
    assert refused.value.clause == "MR-8.7"


@rule("MR-9.1")
@pytest.mark.parametrize(
    ("value", "result"),
    [
        *((value, "monster") for value in (1, 2, 3, 4)),
        *((value, "resource") for value in (5, 6)),
        (7, "item"),
        *((value, "chance") for value in (8, 9, 10)),
        *((value, "nothing") for value in (11, 12)),
    ],
)
def test_the_encounter_die(value: int, result: str) -> None:
    table = Maze(dice=[5, 4, 4, 1, value], monster=["dust-bunny"], chance=["mosaic-floor"])
    rolled = only(table.play("explore", "keep:15", "enter:north"), "encounter_rolled")
    assert (rolled["value"], rolled["result"], rolled["clause"]) == (value, result, "MR-9.1")


@rule("MR-9.9")
@pytest.mark.parametrize(
    ("value", "result"), [(1, "monster"), (2, "resource"), (3, "item"), (4, "chance"), (5, "nothing")]
)
def test_the_five_sided_encounter_die(value: int, result: str) -> None:
    table = Maze(
        options={"encounter_die": "five"},
        dice=[5, 4, 4, 1, value],
        monster=["dust-bunny"],
        chance=["mosaic-floor"],
    )
    rolled = only(table.play("explore", "keep:15", "enter:north"), "encounter_rolled")
    assert (rolled["result"], rolled["clause"]) == (result, "MR-9.9")


@rule("MR-9.1")
def test_no_die_on_travelled_blocks() -> None:
    table = Maze(dice=[1, 4, 4, 1, 12, 12], maze=STRAIGHTS)
    table.play("explore", "keep:15", "enter:north", "move:7:5")
    assert "encounter_rolled" not in kinds(table.play("move:7:6", "move:7:5"))


@rule("MR-9.3")
def test_a_monster_comes_onto_the_block() -> None:
    table = Maze(dice=[1, 4, 4, 1, 2], maze=STRAIGHTS, monster=["paper-tiger"])
    events = table.play("explore", "keep:15", "enter:north")
    appeared = only(events, "monster_appeared")
    assert (appeared["cell"], appeared["card"], appeared["clause"]) == ([7, 6], "paper-tiger", "MR-9.3")
    assert table.monsters == {(7, 6): ("paper-tiger", 5)}
    assert table.table["decks"]["monster"] == 23


@rule("MR-9.4")
def test_a_find_may_be_nothing() -> None:
    table = Maze(dice=[1, 4, 4, 1, 5], maze=STRAIGHTS)
    gained = only(table.play("explore", "keep:15", "enter:north"), "resources_gained")
    assert gained["gained"] == gained["totals"] == {"twine": 0, "chalk": 0, "oil": 0}
    assert gained["clause"] == "MR-9.4"


@rule("MR-9.5")
def test_an_item_is_kept() -> None:
    table = Maze(dice=[1, 4, 4, 1, 7], items=[*SHOP, "dustbin-lid"], maze=STRAIGHTS)
    gained = only(table.play("explore", "keep:15", "enter:north"), "item_gained")
    assert (table.items(), gained["card"]) == (["dustbin-lid"], "dustbin-lid")
    assert (gained["clause"], table.table["decks"]["item"]) == ("MR-9.5", 32)


@rule("MR-9.6")
def test_a_chance_card_in_its_printed_order() -> None:
    table = Maze(dice=[1, 4, 4, 1, 8], maze=STRAIGHTS, chance=["draughty-keyhole"])
    events = table.play("explore", "keep:15", "enter:north")
    assert kinds(events)[-3:] == ["chance_drawn", "map_piece_gained", "damaged"]
    hurt = only(events, "damaged")
    assert (hurt["amount"], hurt["health"], hurt["clause"]) == (3, 47, "MR-9.6")
    assert (table.hp(), table.pieces()) == (47, 1)
    assert table.table["discards"]["chance"] == ["draughty-keyhole"]


@rule("MR-9.7")
def test_a_quiet_corner() -> None:
    table = Maze(dice=[1, 4, 4, 5, 11], maze=STRAIGHTS)
    events = table.play("explore", "keep:15", "enter:north")
    assert kinds(events)[-1] == "encounter_rolled"
    assert (table.hp(), table.bag(), table.items(), table.pieces()) == (50, (0, 0, 0), [], 0)


@rule("MR-9.8")
def test_go_on_or_return_after_the_encounter() -> None:
    table = Maze(dice=[1, 4, 4, 1, 11], maze=STRAIGHTS)
    table.play("explore", "keep:15", "enter:north")
    assert (table.phase, table.legal()) == ("step", ["move:7:5", "return"])


@rule("MR-8.1", "MR-8.2", "MR-3.3")
def test_the_log_speaks_of_directions_and_of_steps() -> None:
    """No sentence has a coordinate or a half-step in it."""
    table = Maze(dice=[1, 4, 4, 1, 12, 12, 12], maze=["cross-1", "cross-2", *STRAIGHTS])
    table.play("explore", "keep:15", "enter:north", "move:8:6", "move:7:6")
    said = [line.text for line in table.match.lines(None, {0: "Ada"})]
    assert [text for text in said if text.startswith("Ada runs with 8 steps and power 1;")]
    assert [text for text in said if "walks" in text] == [
        "Ada walks north.",
        "Ada walks east.",
        "Ada walks west.",
    ]
    assert "A new block 1 north and 1 east of the base: Crossing." in said
    assert not [text for text in said if "half-step" in text or "(7," in text or "(8," in text]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ((7, 7), "the base"),
        ((7, 6), "1 north of the base"),
        ((9, 7), "2 east of the base"),
        ((4, 10), "3 south and 3 west of the base"),
    ],
)
def test_where_a_block_is(cell: tuple[int, int], said: str) -> None:
    race = Maze().match.state
    assert isinstance(race, Race)
    assert race.grid.spoken(cell[0] * 15 + cell[1]) == said
