"""MR-3: the grid, its blocks, and the shift."""

from __future__ import annotations

from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance, IllegalAction
from innkeeper.games.mazerunner.strategy import Greedy
from innkeeper.testing.table import only, rule
from tests.rules.mazerunner.table import Maze

SIDES = ["north", "east", "south", "west"]
FAR = [1, 4, 4, 1]  # power 1, 8 steps, no yield


@rule("MR-3.1", "MR-3.2")
@pytest.mark.parametrize("size", [7, 15, 21])
def test_the_base_and_its_doors(size: int) -> None:
    table = Maze(options={"grid_size": size})
    middle = (size - 1) // 2
    assert (table.table["grid_size"], table.table["base"]) == (size, [middle, middle])
    cells = [(middle, middle - 1), (middle + 1, middle), (middle, middle + 1), (middle - 1, middle)]
    for side, cell in zip(SIDES, cells):
        table.roll(*FAR, 12, maze=[f"cross-{SIDES.index(side) + 1}"])
        table.play("explore", "keep:15")
        assert table.legal() == [*(f"enter:{door}" for door in SIDES), "return"]
        table.play(f"enter:{side}")
        assert table.place == cell
        table.play("return")


@rule("MR-3.3", "MR-3.9")
def test_a_block_is_revealed_once_and_stays_for_all() -> None:
    table = Maze(2, dice=[1, *FAR, 12], maze=["cross-1", "left-1"])
    events = table.act(0, "explore", "keep:15", "enter:north")
    revealed = only(events, "revealed")
    assert (revealed["cell"], revealed["card"], revealed["open"]) == ([7, 6], "cross-1", SIDES)
    assert table.table["decks"]["maze"] == 71
    table.act(0, "return")
    table.roll(*FAR)
    table.act(1, "explore", "keep:15", "enter:north")
    assert table.half_steps == 15
    assert len(table.blocks) == 1
    assert table.table["decks"]["maze"] == 71


@rule("MR-3.4")
@pytest.mark.parametrize(
    ("card", "north", "east"),
    [
        ("dead-end-1", ["south"], ["west"]),
        ("straight-1", ["north", "south"], ["east", "west"]),
        ("left-1", ["south", "west"], ["north", "west"]),
        ("right-1", ["east", "south"], ["south", "west"]),
        ("tee-left-1", ["north", "south", "west"], ["north", "east", "west"]),
        ("tee-right-1", ["north", "east", "south"], ["east", "south", "west"]),
        ("tee-split-1", ["east", "south", "west"], ["north", "south", "west"]),
        ("cross-1", SIDES, SIDES),
    ],
)
def test_a_card_lies_as_the_arriving_runner_sees_it(card: str, north: list[str], east: list[str]) -> None:
    for door, cell, expected in (("north", (7, 6), north), ("east", (8, 7), east)):
        table = Maze(dice=[*FAR, 12], maze=[card])
        table.play("explore", "keep:15", f"enter:{door}")
        assert table.blocks[cell] == expected


@rule("MR-3.5", "MR-9.2")
def test_a_portal_arrival_counts_as_walking_north() -> None:
    table = Maze(
        dice=[*FAR, 12, 8, 11], maze=["straight-1", "straight-2", "left-1"], chance=["looking-glass"]
    )
    events = table.play("explore", "keep:15", "enter:east", "move:9:7")
    assert table.place == (5, 7)
    assert table.blocks[5, 7] == ["south", "west"]
    assert [event["value"] for event in events if event["kind"] == "encounter_rolled"] == [12, 8, 11]
    assert table.half_steps == 12


@rule("MR-3.6")
def test_doors_never_close() -> None:
    table = Maze(dice=[*FAR, 12, 12, 12], maze=["left-1", "left-2", "straight-1"])
    table.play("explore", "keep:15", "enter:east", "move:8:6", "move:7:6")
    assert table.blocks[7, 6] == ["east", "south", "west"]
    assert "move:7:7" not in table.legal()
    table.play("return")
    table.roll(*FAR)
    table.play("explore", "keep:15", "enter:north")
    assert (table.place, table.half_steps) == ((7, 6), 15)


@rule("MR-3.7")
def test_walls_between_neighbours() -> None:
    table = Maze(dice=[*FAR, 12, 12], maze=["cross-1", "straight-1"])
    table.play("explore", "keep:15", "enter:north", "move:8:6")
    assert table.blocks[8, 6] == ["east", "west"]
    table.play("return")
    table.roll(*FAR, 12, maze=["tee-left-1"])
    table.play("explore", "keep:15", "enter:east")
    assert table.blocks[8, 7] == ["north", "east", "west"]
    assert table.legal() == ["move:9:7", "return"]
    with pytest.raises(IllegalAction, match="wall") as refused:
        table.play("move:8:6")
    assert refused.value.clause == "MR-3.7"


@rule("MR-3.8")
def test_the_edge_leads_nowhere() -> None:
    table = Maze(options={"grid_size": 7}, dice=[*FAR, 12, 12, 12], maze=["cross-1", "cross-2", "cross-3"])
    table.play("explore", "keep:15", "enter:north")
    assert table.legal() == ["move:3:1", "move:4:2", "move:2:2", "return"]
    table.play("move:3:1", "move:3:0")
    assert table.blocks[3, 0] == SIDES
    assert table.legal() == ["move:4:0", "move:3:1", "move:2:0", "return"]
    with pytest.raises(IllegalAction, match="no block") as refused:
        table.play("move:3:99")
    assert refused.value.clause == "MR-3.1"


@rule("MR-3.10")
def test_the_maze_deck_renews_itself() -> None:
    """A large maze that hardly ever shifts: sooner or later all 72 cards lie on the table."""
    match = innkeeper.new_match(
        "mazerunner",
        options={"grid_size": 21, "shift_distance": 40, "map_goal": 20},
        chance=FastChance(3),
    )
    greedy, chance = Greedy(), FastChance(5)
    renewed: list[dict[str, Any]] = []
    while not renewed:
        assert match.outcome is None
        blocks = match.view(0)["table"]["blocks"]  # type: ignore[index]
        s = match.state
        action = greedy.choose(s.determinize(0, chance), 0, s.actions(0), chance)
        renewed = [event for event in match.act(0, action.id) if event["kind"] == "deck_renewed"]
        renewed = [event for event in renewed if event["deck"] == "maze"]
    assert (renewed[0]["size"], renewed[0]["clause"]) == (72, "MR-3.10")
    assert len(blocks) == 72


@rule("MR-3.11")
def test_a_dead_end_is_rolled_for_as_usual() -> None:
    table = Maze(dice=[1, 1, 1, 5, 5], maze=["dead-end-1"])
    events = table.play("explore", "keep:15", "enter:north")
    assert only(events, "encounter_rolled")["result"] == "resource"
    assert table.bag() == (1, 1, 1)


@rule("MR-3.12")
def test_the_shift_counts_blocks_to_the_nearest_unknown_one() -> None:
    """Three dead ends and a corridor of four: with 3 the maze shifts, with 4 it does not."""
    for distance, shifts in ((4, False), (3, True)):
        table = Maze(options={"shift_distance": distance}, maze=[f"dead-end-{n}" for n in (1, 2, 3)])
        for door in ("north", "east", "south"):
            table.roll(*FAR, 12)
            table.play("explore", "keep:15", f"enter:{door}")
        assert len(table.blocks) == 3
        table.roll(*FAR, 12, 12, 12, 12, maze=[f"straight-{n}" for n in (1, 2, 3, 4)])
        events = table.play("explore", "keep:15", "enter:west", "move:5:7", "move:4:7", "move:3:7", "return")
        assert ("shifted" in [event["kind"] for event in events]) is shifts
        assert (table.blocks == {}) is shifts


@rule("MR-3.12")
def test_portals_shorten_the_way_for_the_shift() -> None:
    """Four dead ends, but a portal from one of them leads to open corridors."""
    table = Maze(maze=["dead-end-1", "dead-end-2", "dead-end-3"])
    for door in ("north", "east", "south"):
        table.roll(*FAR, 12)
        table.play("explore", "keep:15", f"enter:{door}")
    table.roll(*FAR, 8, 12, maze=["dead-end-4", "cross-1"], chance=["laundry-chute"])
    table.play("explore", "keep:15", "enter:west")
    assert table.place == (3, 7)
    table.play("return")
    assert len(table.blocks) == 5
