"""MR-15 and MR-16: leaving, winning, drawing, and playing alone."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import Maze

CROSSES = [f"cross-{n}" for n in range(1, 10)]
PIECES = ["mosaic-floor", "helpful-ghost", "pie-crust-chart", "graffiti-arrow", "page-under-the-rug"]


def rest(table: Maze) -> None:
    """A turn that changes nothing."""
    table.roll(1, 1, 1, 1)
    table.play("explore")
    table.play("keep:15", "return")
    table.leave_shop()


def rest_until_over(table: Maze) -> None:
    while table.result is None:
        rest(table)


@rule("MR-15.1")
def test_whoever_is_out_leaves_everything_behind() -> None:
    table = Maze(3, {"start_hp": 10}, dice=[1], monster=["cellar-dragonette"], maze=CROSSES)
    table.roll(1, 4, 4, 5, 7, 5, 8, 1, item=["hedge-shears"], chance=["mosaic-floor"])
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:7:4")
    assert (table.items(0), table.bag(0), table.pieces(0)) == (["hedge-shears"], (1, 1, 1), 1)
    events = table.play("move:7:3")
    left = only(events, "left_game")
    assert (left["seat"], left["reason"], left["clause"]) == (0, "health", "MR-15.1")
    assert (table.items(0), table.bag(0), table.pieces(0), table.hp(0)) == ([], (0, 0, 0), 0, 0)
    assert table.table["discards"]["item"] == ["hedge-shears"]
    assert table.monsters == {(7, 3): ("cellar-dragonette", 10)}
    assert (table.view()["to_act"], table.phase, table.run["seat"]) == ([1], "plan", 1)


@rule("MR-15.1", "MR-15.7")
def test_resigning_in_the_middle_of_a_run() -> None:
    table = Maze(3, dice=[1, 1, 4, 4, 5, 5], maze=CROSSES)
    table.play("explore", "keep:15", "enter:north")
    events = table.match.resign(0)
    assert only(events, "left_game")["reason"] == "resigned"
    assert (table.view()["to_act"], table.phase) == ([1], "plan")
    assert (table.seat(0)["alive"], table.seat(0)["out_reason"], table.hp(0)) == (False, "resigned", 50)


@rule("MR-15.7")
def test_resigning_out_of_turn() -> None:
    table = Maze(3, dice=[1, 1, 4, 4, 1])
    table.play("explore")
    table.match.act(2, "resign")
    assert (table.view()["to_act"], table.phase) == ([0], "keep")
    assert "resign" not in table.legal()
    with pytest.raises(IllegalAction):
        table.match.resign(2)


@rule("MR-15.2", "MR-15.8")
def test_the_last_runner_wins() -> None:
    table = Maze(4, dice=[1])
    for seat in (2, 0, 3):
        table.match.resign(seat)
    assert table.result == {
        "winners": [1],
        "draw": False,
        "reason": "last-standing",
        "clause": "MR-15.2",
        "places": [3, 1, 4, 2],
        "medal": None,
    }


@rule("MR-15.2")
def test_the_last_runner_may_have_to_play_on() -> None:
    table = Maze(2, {"last_standing": "continues", "map_goal": 1}, dice=[1], maze=CROSSES)
    table.match.resign(0)
    assert (table.result, table.view()["to_act"], table.table["round"]) == (None, [1], 1)
    table.roll(1, 4, 4, 1, 8, chance=["mosaic-floor"])
    table.play("explore", "keep:15", "enter:north")
    assert (table.result["winners"], table.result["clause"], table.result["places"]) == (
        [1],
        "MR-1.2",
        [2, 1],
    )


@rule("MR-15.3")
def test_the_round_is_played_to_its_end() -> None:
    table = Maze(2, {"finish_round": True, "map_goal": 1}, dice=[1], maze=CROSSES)
    table.roll(1, 4, 4, 1, 8, chance=PIECES[:1])
    table.play("explore", "keep:15", "enter:north", "return")
    assert (table.result, table.view()["to_act"]) == (None, [1])
    table.roll(1, 4, 4, 1, 8, 8, chance=PIECES[1:3])
    table.play("explore", "keep:15", "enter:east", "move:9:7", "return")
    assert (table.result["winners"], table.result["places"], table.result["clause"]) == (
        [1],
        [2, 1],
        "MR-15.3",
    )


@rule("MR-15.3", "MR-15.5")
def test_equals_with_the_whole_map_win_together() -> None:
    table = Maze(2, {"finish_round": True, "map_goal": 1}, dice=[1], maze=CROSSES)
    for door, piece in zip(("north", "east"), PIECES):
        table.roll(1, 4, 4, 1, 8, chance=[piece])
        table.play("explore", "keep:15", f"enter:{door}", "return")
    assert (table.result["winners"], table.result["draw"], table.result["places"]) == ([0, 1], False, [1, 1])


@rule("MR-15.3")
def test_only_a_runner_still_in_the_game_counts() -> None:
    table = Maze(3, {"finish_round": True, "map_goal": 1}, dice=[1], maze=CROSSES)
    table.roll(1, 4, 4, 1, 8, chance=PIECES[:1])
    table.play("explore", "keep:15", "enter:north", "return")
    table.match.resign(0)
    rest(table)
    rest(table)
    assert (table.result, table.table["round"]) == (None, 2)


@rule("MR-15.4", "MR-15.5")
def test_the_round_limit_with_everybody_equal_is_a_draw() -> None:
    table = Maze(3, {"round_limit": 5}, dice=[2])
    table.match.resign(1)
    rest_until_over(table)
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "round-limit",
        "clause": "MR-15.4",
        "places": [1, 3, 1],
        "medal": None,
    }
    assert table.table["round"] == 5


@rule("MR-15.4")
def test_the_map_in_the_last_round_counts_as_found() -> None:
    table = Maze(2, {"finish_round": True, "map_goal": 1, "round_limit": 5}, dice=[1], maze=CROSSES)
    for _ in range(8):
        rest(table)
    table.roll(1, 4, 4, 1, 8, chance=PIECES[:1])
    table.play("explore", "keep:15", "enter:north", "return")
    rest(table)
    assert (table.result["reason"], table.result["clause"]) == ("map", "MR-15.3")


def compared(*turns: tuple[list[int], list[str], dict[str, list[str]]]) -> Maze:
    """Each seat takes one turn, then all rest until the limit."""
    table = Maze(len(turns), {"round_limit": 5}, dice=[1], maze=CROSSES)
    for dice, actions, decks in turns:
        if not actions:
            rest(table)
            continue
        table.roll(*dice, **decks)
        table.play(*actions)
        table.leave_shop()
    rest_until_over(table)
    return table


@rule("MR-15.5", "MR-15.8")
def test_more_pieces_beat_everything() -> None:
    table = compared(
        ([1, 4, 4, 1, 8], ["explore", "keep:15", "enter:north", "return"], {"chance": ["draughty-keyhole"]}),
        ([1, 4, 4, 5, 5, 7], ["explore", "keep:15", "enter:east", "move:9:7", "return"], {}),
    )
    assert (table.result["winners"], table.result["places"]) == ([0], [1, 2])


@rule("MR-15.5")
def test_then_health_then_resources_then_items() -> None:
    find = ["explore", "keep:15", "enter:north", "return"]
    table = compared(
        ([1, 4, 4, 5, 5], find, {}),
        ([1, 4, 4, 1], ["explore", "keep:15", "return"], {}),
        ([1, 4, 4, 1, 7], ["explore", "keep:15", "enter:east", "return"], {"item": ["hedge-shears"]}),
    )
    assert (table.result["winners"], table.result["places"]) == ([0], [1, 3, 2])
    hurt = ["explore", "keep:15", "enter:north", "base"]
    table = compared(
        ([1, 4, 4, 5, 1], hurt, {"monster": ["minotaur-on-a-break"]}),
        ([1, 4, 4, 1], ["explore", "keep:15", "return"], {}),
    )
    assert (table.hp(0), table.result["winners"], table.result["places"]) == (38, [1], [2, 1])


@rule("MR-15.5")
def test_some_equal_at_the_top_win_jointly() -> None:
    item = ["explore", "keep:15", "enter:north", "return"]
    table = compared(
        ([1, 4, 4, 1, 7], item, {"item": ["hedge-shears"]}),
        ([], [], {}),
        ([1, 4, 4, 1, 7], ["explore", "keep:15", "enter:east", "return"], {"item": ["dustbin-lid"]}),
    )
    assert (table.result["winners"], table.result["draw"], table.result["places"]) == (
        [0, 2],
        False,
        [1, 3, 1],
    )


@rule("MR-15.6", "MR-15.8")
def test_nobody_left() -> None:
    table = Maze(3, {"last_standing": "continues"}, dice=[1])
    for seat in (1, 2, 0):
        table.match.resign(seat)
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "all-out",
        "clause": "MR-15.6",
        "places": [1, 1, 1],
        "medal": None,
    }


@rule("MR-15.6", "MR-15.8", "MR-16.1")
def test_a_lost_game_alone() -> None:
    table = Maze()
    events = table.match.resign(0)
    assert kinds(events) == ["left_game", "game_over"]
    assert table.result == {
        "winners": [],
        "draw": False,
        "reason": "all-out",
        "clause": "MR-15.6",
        "places": [2],
        "medal": None,
    }
    table = Maze(options={"start_hp": 3}, dice=[1, 1, 1, 1, 1], monster=["hiccuping-bat"])
    table.play("explore", "keep:15", "enter:north")
    assert (table.result["reason"], table.result["places"], table.hp()) == ("all-out", [2], 0)


@rule("MR-15.4", "MR-16.1")
def test_alone_the_round_limit_is_a_loss() -> None:
    table = Maze(options={"round_limit": 5})
    rest_until_over(table)
    assert (table.result["winners"], table.result["draw"], table.result["places"]) == ([], False, [2])
    assert (table.result["reason"], table.result["clause"]) == ("round-limit", "MR-15.4")


@rule("MR-16.1", "MR-16.2")
@pytest.mark.parametrize(
    ("round", "medal"),
    [(1, "gold"), (8, "gold"), (9, "silver"), (11, "silver"), (12, "bronze"), (15, "bronze"), (16, "out")],
)
def test_medals(round: int, medal: str) -> None:
    table = Maze(options={"map_goal": 1}, maze=CROSSES)
    for _ in range(round - 1):
        rest(table)
    table.roll(1, 4, 4, 1, 8, chance=["mosaic-floor"])
    events = table.play("explore", "keep:15", "enter:north")
    assert (table.result["winners"], table.result["places"], table.result["medal"]) == ([0], [1], medal)
    over = only(events, "game_over")
    assert (over["seat"], over["medal"], over["clause"]) == (None, medal, "MR-1.2")


@rule("MR-16.2")
def test_a_medal_under_finish_round() -> None:
    table = Maze(options={"map_goal": 1, "finish_round": True}, maze=CROSSES)
    table.roll(1, 4, 4, 1, 8, chance=["mosaic-floor"])
    table.play("explore", "keep:15", "enter:north", "return")
    assert (table.result["clause"], table.result["medal"]) == ("MR-15.3", "gold")
