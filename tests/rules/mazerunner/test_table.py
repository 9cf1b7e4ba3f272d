"""Options, views, time-outs, undo and labels: what is seen and agreed at the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance, InvalidOptions
from innkeeper.engine.options import describe_options
from innkeeper.testing.table import rule
from tests.rules.mazerunner.table import SHOP, Maze

CROSSES = [f"cross-{n}" for n in range(1, 10)]
DEFAULTS = {
    "preset": "literal",
    "map_goal": 10,
    "start_hp": 50,
    "overheal": False,
    "heal_per_pip": 1,
    "grid_size": 15,
    "shift_distance": 8,
    "tie_rule": "trade",
    "wounds_stay": True,
    "monsters_follow": True,
    "portals_stay": True,
    "retreat_ends_turn": False,
    "shop_choice": "any",
    "finish_round": False,
    "late_kit": False,
    "last_standing": "wins",
    "map_supply": 0,
    "round_limit": 40,
    "dice_stages": "one",
    "encounter_die": "twelve",
}


def test_the_options_in_their_order() -> None:
    table = Maze()
    assert table.table["options"] == DEFAULTS
    assert list(table.table["options"]) == list(DEFAULTS)
    game = innkeeper.get_game("mazerunner")
    assert all(option.about for option in describe_options(game.options))
    assert game.recommended == "fair"


def test_the_fair_preset_and_what_overrides_it() -> None:
    fair = Maze(options={"preset": "fair"}).table["options"]
    assert fair == {**DEFAULTS, "preset": "fair", "finish_round": True, "late_kit": True}
    mixed = Maze(options={"preset": "fair", "late_kit": False}).table["options"]
    assert (mixed["finish_round"], mixed["late_kit"]) == (True, False)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("map_goal", 0, "option map_goal: 0 .*from 1 to 20"),
        ("map_goal", 21, "from 1 to 20"),
        ("start_hp", 101, "from 1 to 100"),
        ("heal_per_pip", 4, "from 1 to 3"),
        ("grid_size", 8, "option grid_size: 8 .*odd .*from 7 to 21"),
        ("grid_size", 5, "from 7 to 21"),
        ("shift_distance", 2, "from 3 to 40"),
        ("tie_rule", "win", "one of trade, kill, repel"),
        ("shop_choice", "both", "one of any, either"),
        ("last_standing", True, "one of wins, continues"),
        ("map_supply", 9, r"option map_supply: 9 is not 0 or from map_goal \(10\) to 60"),
        ("map_supply", 61, "from 0 to 60"),
        ("round_limit", 4, "from 5 to 200"),
        ("dice_stages", "three", "one of one, two"),
        ("encounter_die", 5, "one of twelve, five"),
        ("overheal", 1, "true or false"),
        ("seats", 2, "unknown option 'seats'"),
        ("preset", "tough", "literal, fair"),
    ],
)
def test_wrong_options_are_refused(name: str, value: object, words: str) -> None:
    with pytest.raises(InvalidOptions, match=words):
        Maze(options={name: value})


@pytest.mark.parametrize(
    "options",
    [
        {"map_goal": 20, "map_supply": 20},
        {"map_goal": 1, "map_supply": 1},
        {"map_supply": 60},
        {"grid_size": 7, "shift_distance": 40, "round_limit": 200, "start_hp": 1},
    ],
)
def test_the_ends_of_the_ranges(options: dict[str, Any]) -> None:
    assert {**DEFAULTS, **options} == Maze(options=options).table["options"]


def test_the_view_has_its_fields_in_order() -> None:
    table = Maze(2, dice=[1, 3, 4, 4, 2, 11, 1, 12, 11], maze=CROSSES, monster=["corridor-crab"])
    table.play("explore", "keep:15", "enter:north", "move:7:5", "fallback")
    view = table.view(1)
    assert list(view) == ["game", "turn", "phase", "to_act", "may_act", "you", "seats", "table"]
    assert (view["game"], view["turn"], view["phase"], view["you"]) == ("mazerunner", 1, "step", 1)
    assert list(view["seats"][0]) == [
        "seat",
        "hp",
        "max_hp",
        "resources",
        "map_pieces",
        "items",
        "alive",
        "out_reason",
    ]
    assert list(view["table"]) == [
        "round",
        "first_seat",
        "options",
        "grid_size",
        "base",
        "blocks",
        "monsters",
        "portals",
        "shop",
        "runner",
        "decks",
        "discards",
        "map_supply",
        "result",
    ]
    assert view["table"]["blocks"] == [
        {"x": 7, "y": 6, "card": "cross-1", "open": ["north", "east", "south", "west"]},
        {"x": 7, "y": 5, "card": "cross-2", "open": ["north", "east", "south", "west"]},
    ]
    assert view["table"]["monsters"] == [
        {"x": 7, "y": 5, "card": "corridor-crab", "health": 4, "hunting": True}
    ]
    assert view["table"]["runner"] == {
        "seat": 0,
        "mode": "explore",
        "x": 7,
        "y": 6,
        "in_base": False,
        "half_steps": 12,
        "strolls": 0,
        "power": 3,
        "yield": {"twine": 2, "chalk": 0, "oil": 0},
        "dice": [
            {"index": 0, "kind": "attack", "value": 3, "face": "3"},
            {"index": 1, "kind": "move", "value": 4, "face": "4"},
            {"index": 2, "kind": "move", "value": 4, "face": "4"},
            {"index": 3, "kind": "resource", "value": 2, "face": "twine"},
        ],
        "bonus_dice": [],
        "rolls": 1,
        "chase": 0,
        "fallback": [7, 7],
        "fight_bonus": 0,
    }
    assert view["table"]["decks"] == {"maze": 70, "monster": 23, "item": 33, "chance": 24, "resource": 12}
    assert view["table"]["discards"] == {"monster": [], "item": [], "chance": [], "resource": []}
    assert json.loads(json.dumps(view)) == view


def test_the_runner_in_plan_and_while_rolling() -> None:
    table = Maze(dice=[1, 1, 1, 1])
    run = table.run
    assert (run["mode"], run["power"], run["yield"], run["dice"], run["fallback"]) == (
        None,
        None,
        None,
        [],
        None,
    )
    assert (run["x"], run["y"], run["in_base"], run["rolls"]) == (7, 7, True, 0)
    table.play("explore")
    assert (table.run["mode"], table.run["power"], table.run["rolls"]) == ("explore", None, 1)


def test_monsters_are_sorted_by_cell() -> None:
    table = Maze(dice=[1, 4, 4, 1, 1], maze=CROSSES, monster=["paper-tiger", "puddle-kraken", "moth-marshal"])
    table.play("explore", "keep:15", "enter:east", "base")
    for door in ("west", "north"):
        table.roll(1, 4, 4, 1, 1)
        table.play("explore", "keep:15", f"enter:{door}", "base")
    assert list(table.monsters) == [(6, 7), (7, 6), (8, 7)]


def test_the_runner_keeps_its_last_content_after_the_end() -> None:
    table = Maze(options={"map_goal": 1}, dice=[1, 4, 4, 1, 9], maze=CROSSES, chance=["mosaic-floor"])
    table.play("explore", "keep:15", "enter:north")
    assert (table.phase, table.view()["to_act"]) == ("over", [])
    assert (table.place, table.half_steps, table.run["in_base"]) == ((7, 6), 14, False)


def test_a_view_cannot_reach_the_state() -> None:
    table = Maze(dice=[1, 4, 4, 1, 12], maze=CROSSES)
    table.play("explore", "keep:15", "enter:north")
    before = json.dumps(table.view())
    view = table.view()
    view["table"]["options"]["map_goal"] = 1
    view["table"]["blocks"].clear()
    view["table"]["runner"]["yield"]["oil"] = 99
    view["seats"][0]["items"].append("wind-up-pony")
    view["seats"][0]["resources"]["oil"] = 99
    view["table"]["shop"].clear()
    assert json.dumps(table.view()) == before


TIMEOUTS = {
    "plan": "heal",
    "pick": "pick:1:2:2",
    "keep": "keep:15",
    "enter": "return",
    "step": "return",
    "fight": "fight",
    "retreat": "base",
    "portal": "jump:7:5",
    "shop": "done",
}


@rule("MR-4.1")
def test_what_the_clock_answers() -> None:
    found: dict[str, str] = {}

    def note(table: Maze) -> Maze:
        (decision,) = table.match.pending.values()
        assert decision.timeout is not None
        assert decision.timeout in decision.ids
        found.setdefault(decision.name, decision.timeout)
        return table

    table = note(Maze(monster=["corridor-crab"], items=[*SHOP, "firecracker", "wind-up-pony"]))
    table.roll(1, 4, 4, 5, 7, 5, maze=CROSSES)
    for action in ("explore", "keep:15", "enter:north", "move:7:5", "return"):
        table.play(action)
        note(table)
    table.play("done")
    table.roll(1, 4, 4, 1, 1)
    table.play("explore")
    note(table)
    table.play("keep:15", "enter:east")
    note(table).play("fight")
    note(table).play("base")
    table.leave_shop()
    table.roll(1, 4, 4, 1, 7)
    table.play("explore", "keep:15", "enter:south", "return")
    table.leave_shop()
    table.play("explore")
    note(table)
    table = Maze(dice=[1, 4, 4, 1, 12, 12, 8], maze=CROSSES, chance=["door-marked-elsewhere"])
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:6:5")
    note(table)
    assert found == TIMEOUTS


def test_running_out_of_time_is_told() -> None:
    table = Maze(dice=[1, 1])
    events = table.match.time_out(0)
    assert (events[0]["kind"], events[0]["action"]) == ("timed_out", "heal")
    table.match.time_out(0)
    assert table.view()["turn"] == 2


def test_walking_old_ground_can_be_taken_back_and_a_find_cannot() -> None:
    table = Maze(2, dice=[1, 1, 4, 4, 1, 12, 12], maze=["cross-1", "cross-2"])
    table.play("explore", "keep:15", "enter:north")
    assert not table.match.can_undo(0)
    table.play("move:7:5", "move:7:6")
    assert table.match.can_undo(0)
    table.match.undo(0)
    assert (table.place, table.half_steps) == ((7, 5), 12)


def test_buying_shows_a_card_so_it_stands() -> None:
    table = Maze()
    table.outing(finds=3)
    table.play("trade:twine:chalk")
    assert table.match.can_undo(0)
    table.play("buy:ginger-biscuit")
    assert not table.match.can_undo(0)


def test_labels_and_clauses_of_actions() -> None:
    table = Maze(dice=[1, 1, 1, 1])
    table.play("explore")
    (decision,) = table.match.pending.values()
    labels = {action.id: action.label for action in decision.actions}
    assert labels["keep:0"] == "Keep nothing"
    assert labels["keep:5"] == "Keep dice 0, 2"
    rulebook = innkeeper.get_game("mazerunner").rulebook
    assert all(action.clause in rulebook.clauses for action in decision.actions)


def test_the_log_reads_well() -> None:
    match = innkeeper.new_match("mazerunner", seats=2, chance=FastChance(11))
    playing = FastChance(3)
    for _ in range(150):
        if match.outcome is not None:
            break
        (seat,) = match.pending
        ids = match.pending[seat].ids
        match.act(seat, ids[playing.below(len(ids))])
    for line in match.lines(None, {0: "Ada", 1: "Bo"}):
        assert line.text[0].isupper()
        assert line.text.endswith(".")
        assert "{" not in line.text
        assert line.clause.startswith("MR-")
