"""AF-1: sitting down."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper import InvalidOptions
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.adventurer.factory import DEMO_A, factory, finished, pick

TOP = ["knight", "squire", "silver-ring", "silver-ring", "guard-goose", "assassin", "guard-goose"]


@rule("AF-1.1")
def test_two_seats_with_a_deck_each() -> None:
    for seats in (1, 3):
        with pytest.raises(InvalidOptions):
            innkeeper.new_match("adventurer", seats=seats)
    match = innkeeper.new_match("adventurer", options={"deck_1": DEMO_A}, seed=1)
    assert match.seats == 2
    lists = match.view(None)["table"]["decklists"]  # type: ignore[index]
    assert [deck["name"] for deck in lists] == ["Goose Company", "demo-a"]
    with pytest.raises(InvalidOptions, match="E-SIZE"):
        innkeeper.new_match("adventurer", options={"deck_1": {"name": "x", "cards": {"knight": 4}}})


@rule("AF-1.2")
def test_a_d1_is_not_rolled_and_takes_no_scripted_die() -> None:
    table = factory(TOP, dice=[])
    events = table.act(0, "done", "attack")
    assert "rolled" not in kinds(events)
    assert only(events, "damage_dealt")["roll"] == 1
    assert table.table["last_roll"] is None


@rule("AF-1.3", "AF-1.4")
def test_starting_scores_and_dice() -> None:
    table = factory(TOP)
    for seat in range(2):
        assert pick(table, seat, "health", "willpower") == [30, 30]
        assert pick(table, seat, "violence_die", "diplomacy_die") == ["1d1", "1d1"]
        assert pick(table, seat, "attack", "defense", "charisma", "levels") == [0, 0, 0, {}]
    table = factory(TOP, health=7, willpower=99)
    assert [pick(table, seat, "health", "willpower") for seat in range(2)] == [[7, 99]] * 2


@rule("AF-1.5", "AF-1.6")
def test_who_begins() -> None:
    table = factory(TOP)
    assert (table.table["first"], table.table["active"]) == (0, 0)
    assert [pick(table, seat, "xp") for seat in range(2)] == [[3], [5]]

    table = factory(TOP, first="1", xp_first=9, xp_second=2)
    assert (table.table["first"], table.table["active"]) == (1, 1)
    assert [pick(table, seat, "xp") for seat in range(2)] == [[2], [9]]
    assert table.view()["to_act"] == [1]

    for die in (1, 2):
        table = factory(TOP, first="random", dice=[die])
        assert table.table["first"] == die - 1
        roll = only(table.match.events(None), "rolled")
        assert [roll[name] for name in ("die", "result", "seat", "clause")] == ["d2", die, None, "AF-1.6"]
        finished(table)


@rule("AF-1.7")
def test_shuffle_and_deal() -> None:
    top_0 = ["knight", "squire", "silver-ring", "guard-goose", "assassin", "silent-steps"]
    top_1 = ["assassin", "squire", "knight", "silver-ring", "guard-goose", "knight"]
    table = factory(top_0, top_1, DEMO_A, DEMO_A)
    events = table.match.events(None)
    assert kinds(events)[:6] == [
        "game_started",
        "shuffled",
        "shuffled",
        "cards_drawn",
        "cards_drawn",
        "turn_started",
    ]
    assert [event["target"] for event in events[1:3]] == [0, 1]
    assert [(event["seat"], event["count"]) for event in events[3:5]] == [(0, 5), (1, 5)]
    assert table.seat(0)["hand"] == top_0
    assert table.seat(1)["hand"] == top_1[:5]
    assert pick(table, 1, "deck_count") == [35]
    assert len(factory(TOP, hand=7).seat(1)["hand"]) == 7


@rule("AF-1.8")
def test_mulligan() -> None:
    table = factory(TOP, TOP, DEMO_A, DEMO_A, mulligan=True)
    view = table.view(0)
    assert (view["phase"], view["turn"], view["to_act"]) == ("mulligan", 1, [0, 1])
    assert table.table["step"] == "setup"
    assert table.legal(0) == table.legal(1) == ["keep", "mulligan"]
    assert table.match.pending[1].timeout == "keep"
    first = table.seat(0)["hand"]
    assert table.act(0, "mulligan") == []
    assert table.view(1)["to_act"] == [1]
    assert table.seat(0)["hand"] == first
    events = table.act(1, "keep")
    decided = [event for event in events if event["kind"] == "mulligan_decided"]
    assert [(event["seat"], event["kept"]) for event in decided] == [(0, False), (1, True)]
    assert [event["target"] for event in events if event["kind"] == "shuffled"] == [0]
    assert pick(table, 1, "hand") == [TOP[:5]]
    assert pick(table, 0, "hand_count", "deck_count", "discard") == [6, 34, []]
    assert table.seat(0)["hand"] != [*first, table.seat(0)["hand"][-1]]
    assert (table.phase, table.table["step"]) == ("main", "main")


@rule("AF-1.8")
def test_both_mulligan_seat_0_reshuffles_first_and_choices_may_be_changed() -> None:
    table = factory(TOP, TOP, DEMO_A, DEMO_A, mulligan=True)
    table.act(1, "keep")
    assert table.match.can_undo(1)
    table.match.undo(1)
    table.act(1, "mulligan")
    events = table.act(0, "mulligan")
    assert [event["target"] for event in events if event["kind"] == "shuffled"] == [0, 1]
    assert all(event["clause"] == "AF-1.8" for event in events if event["kind"] == "shuffled")
    reason = table.match.events(1)[-1]
    assert reason["kind"] == "cards_drawn"


@rule("AF-1.8")
def test_a_mulligan_is_the_only_thing_to_say_then() -> None:
    table = factory(TOP, mulligan=True)
    with pytest.raises(innkeeper.IllegalAction) as wrong:
        table.act(0, "done")
    assert (wrong.value.clause, wrong.value.legal[:2]) == ("AF-1.8", ("keep", "mulligan"))


@rule("AF-1.9")
def test_turns_alternate() -> None:
    table = factory(TOP)
    seen = []
    for _ in range(4):
        seen.append((table.view()["turn"], table.table["active"]))
        table.play("done", "rest")
    assert seen == [(1, 0), (2, 1), (3, 0), (4, 1)]
    table = Table("adventurer", options={"first": "1"})
    assert (table.view()["turn"], table.table["active"]) == (1, 1)
