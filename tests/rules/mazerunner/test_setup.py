"""MR-1, MR-2 and MR-4: what it is about, sitting down, the order of turns."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction, InvalidOptions
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import SHOP, Maze

ROUND = ["heal", "keep:3"]


@rule("MR-1.1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_to_four_may_sit_down(seats: int) -> None:
    table = Maze(seats, dice=[1] if seats > 1 else [])
    assert [seat["seat"] for seat in table.view()["seats"]] == list(range(seats))
    assert table.view()["to_act"] == [0]


@rule("MR-1.1")
@pytest.mark.parametrize("seats", [0, 5, -1])
def test_no_more_and_no_fewer(seats: int) -> None:
    with pytest.raises(InvalidOptions, match="1 to 4 seats"):
        Maze(seats)


@rule("MR-1.4")
def test_only_listed_actions_are_carried_out() -> None:
    table = Maze(dice=[4, 1, 2, 2])
    before = table.match.hash
    for wrong in ("enter:north", "fly", "keep:15", "use:ginger-biscuit", ""):
        with pytest.raises(IllegalAction) as refused:
            table.act(0, wrong)
        assert list(refused.value.legal) == ["heal", "explore"]
    assert table.match.hash == before


@rule("MR-1.5")
def test_only_the_runner_whose_turn_it_is_decides() -> None:
    table = Maze(3, dice=[2])
    for seat in (0, 2):
        with pytest.raises(IllegalAction, match="seat 1's turn") as refused:
            table.act(seat, "explore")
        assert refused.value.clause == "MR-1.5"
    assert table.view()["may_act"] == []


@rule("MR-1.5")
def test_a_run_changes_nobody_else() -> None:
    table = Maze(2, dice=[1, 3, 4, 4, 5, 5, 3], monster=["paper-tiger"], maze=["straight-1", "straight-2"])
    table.play("explore", "keep:15", "enter:north", "move:7:5")
    assert (table.hp(0), table.bag(0)) == (43, (1, 1, 1))
    assert (table.hp(1), table.bag(1)) == (50, (0, 0, 0))


@rule("MR-2.1", "MR-2.2")
def test_starting_health_is_the_maximum() -> None:
    table = Maze(options={"start_hp": 7}, dice=[4, 4])
    assert (table.hp(), table.seat(0)["max_hp"], table.items()) == (7, 7, [])
    table.play("heal", "keep:3")
    assert table.hp() == 7


@rule("MR-2.2")
def test_overheal_lifts_the_maximum() -> None:
    table = Maze(options={"overheal": True}, dice=[4, 4])
    table.play("heal", "keep:3")
    assert (table.hp(), table.seat(0)["max_hp"]) == (58, 50)


@rule("MR-2.3")
def test_five_shuffled_decks() -> None:
    decks = Maze().table["decks"]
    assert decks == {"maze": 72, "monster": 24, "item": 33, "chance": 24, "resource": 12}
    assert list(decks) == ["maze", "monster", "item", "chance", "resource"]
    first, second = (Maze(items=[], seed=seed).table["shop"] for seed in (1, 2))
    assert first != second


@rule("MR-2.4")
def test_the_first_die() -> None:
    table = Maze(3, dice=[3])
    assert only(table.match.events(), "first_seat_rolled") == {
        "kind": "first_seat_rolled",
        "turn": 1,
        "seat": None,
        "clause": "MR-2.4",
        "die": 3,
    }
    assert table.table["first_seat"] == 2
    assert "first_seat_rolled" not in kinds(Maze().match.events())


@rule("MR-2.6")
def test_the_shop_opens_after_the_first_die() -> None:
    events = Maze(2, dice=[1]).match.events()
    assert kinds(events) == ["first_seat_rolled", *["shop_filled"] * 3, "turn_started"]
    filled = [(event["slot"], event["card"], event["seat"], event["clause"]) for event in events[1:4]]
    assert filled == [(slot, card, None, "MR-2.6") for slot, card in enumerate(SHOP)]


@rule("MR-2.7")
def test_turns_count_from_one_set_up_included() -> None:
    table = Maze(2, dice=[1])
    assert {event["turn"] for event in table.match.events()} == {table.view()["turn"]} == {1}


@rule("MR-2.5", "MR-2.7")
def test_turns_and_rounds() -> None:
    table = Maze(3, dice=[2])
    order = []
    for _ in range(7):
        order.append((table.view()["to_act"], table.table["round"], table.view()["turn"]))
        table.roll(1, 1)
        table.play(*ROUND)
    assert order == [
        ([1], 1, 1),
        ([2], 1, 2),
        ([0], 1, 3),
        ([1], 2, 4),
        ([2], 2, 5),
        ([0], 2, 6),
        ([1], 3, 7),
    ]


@rule("MR-2.5", "MR-2.7")
def test_the_round_goes_on_counting_without_the_first_seat() -> None:
    table = Maze(3, dice=[2])
    table.match.resign(1)
    assert (table.view()["to_act"], table.table["round"]) == ([2], 1)
    seen = []
    for _ in range(4):
        table.roll(1, 1)
        table.play(*ROUND)
        seen.append((table.view()["to_act"], table.table["round"]))
    assert seen == [([0], 1), ([2], 2), ([0], 2), ([2], 3)]


@rule("MR-2.8")
def test_the_late_kit() -> None:
    table = Maze(4, {"late_kit": True}, dice=[3])
    assert [table.bag(seat) for seat in (2, 3, 0, 1)] == [(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3)]
    assert Maze(4, dice=[3]).bag(1) == (0, 0, 0)


@rule("MR-3.13")
def test_every_turn_starts_in_the_base() -> None:
    table = Maze(2, dice=[1, 4, 1, 2, 1, 11], maze=["straight-1"])
    table.play("explore", "keep:15", "enter:north")
    assert table.place == (7, 6)
    table.play("return")
    assert (table.run["seat"], table.place, table.run["in_base"]) == (1, (7, 7), True)


@rule("MR-4.1")
def test_the_steps_of_a_turn() -> None:
    table = Maze(dice=[4, 1, 1, 2, 5], maze=["straight-1"])
    phases = [table.phase]
    for action in ("explore", "keep:15", "enter:north", "return"):
        table.play(action)
        phases.append(table.phase)
    assert phases == ["plan", "keep", "enter", "step", "shop"]
    with pytest.raises(IllegalAction):
        table.play("explore")


@rule("MR-4.2")
def test_heal_and_explore_are_always_allowed() -> None:
    table = Maze(dice=[1, 1])
    assert (table.hp(), table.legal()) == (50, ["heal", "explore"])
    events = table.play("heal")
    assert only(events, "mode_chosen")["mode"] == "heal"
    assert table.run["mode"] == "heal"


@rule("MR-4.3")
def test_a_potion_before_the_plan() -> None:
    table = Maze(monster=["lost-tourist"])
    table.outing("soup-of-the-day", "second-wind")
    table.roll(1, 1, 1, 1, 1, maze=["straight-9"])
    table.play("explore", "keep:15", "enter:east", "base")
    assert (table.hp(), table.phase) == (44, "plan")
    assert table.legal() == ["heal", "explore", "use:soup-of-the-day"]
    with pytest.raises(IllegalAction, match="for the way") as refused:
        table.play("use:second-wind")
    assert refused.value.clause == "MR-4.3"
    table.play("use:soup-of-the-day")
    assert (table.hp(), table.phase, table.legal()) == (50, "plan", ["heal", "explore"])


@rule("MR-4.4")
def test_nothing_is_carried_over() -> None:
    table = Maze(dice=[4, 4, 4, 2, 5, 6], maze=["straight-1", "straight-2"])
    table.play("explore", "keep:15", "enter:north", "return", "done")
    run = table.run
    assert (run["mode"], run["power"], run["yield"], run["half_steps"]) == (None, None, None, 0)
    assert (run["dice"], run["bonus_dice"], run["rolls"], run["strolls"]) == ([], [], 0, 0)
