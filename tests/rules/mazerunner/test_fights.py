"""MR-10 and MR-11: fights, retreat, pursuit."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import Maze

STRAIGHTS = [f"straight-{n}" for n in range(1, 10)]
CROSSES = [f"cross-{n}" for n in range(1, 10)]


def met(power: int, monster: str, **options: object) -> Maze:
    """A runner with some power who has met a monster behind the north door, with 14 half-steps left."""
    table = Maze(options=options, dice=[power, 4, 4, 1, 1], maze=CROSSES, monster=[monster])
    table.play("explore", "keep:15", "enter:north")
    return table


@rule("MR-10.1")
def test_entering_a_monsters_block_starts_a_fight() -> None:
    table = met(2, "doormat-mimic")
    table.play("base")
    assert (table.hp(), table.monsters) == (47, {(7, 6): ("doormat-mimic", 1)})
    table.roll(3, 4, 4, 1)
    events = table.play("explore", "keep:15", "enter:north")
    assert "encounter_rolled" not in kinds(events)
    fought = only(events, "fought")
    assert (fought["power"], fought["health"], fought["outcome"]) == (3, 1, "kill")
    assert (table.monsters, table.bag()) == ({}, (2, 0, 0))


@rule("MR-10.2", "MR-10.3", "MR-13.3", "MR-13.9")
def test_strikes_before_the_comparison() -> None:
    table = Maze(monster=["corridor-crab"])
    table.outing("bag-of-marbles", "firecracker")
    table.roll(1, 4, 4, 1, 1, maze=["cross-1"])
    table.play("explore", "keep:15", "enter:east")
    assert (table.phase, table.hp()) == ("fight", 50)
    assert table.legal() == ["fight", "use:bag-of-marbles", "use:firecracker"]
    events = table.play("use:bag-of-marbles")
    assert only(events, "item_used")["clause"] == "MR-13.3"
    assert (table.run["fight_bonus"], table.legal()) == (3, ["fight", "use:firecracker"])
    events = table.play("use:firecracker")
    fought = only(events, "fought")
    assert (fought["power"], fought["health"], fought["outcome"]) == (1 + 3 + 5, 7, "kill")
    assert (table.run["fight_bonus"], table.run["power"], table.items()) == (0, 1, [])
    assert table.table["discards"]["item"] == ["bag-of-marbles", "firecracker"]


@rule("MR-10.2")
def test_a_strike_may_be_saved() -> None:
    table = Maze(monster=["corridor-crab"])
    table.outing("bag-of-marbles", "pocket-portal")
    table.roll(1, 4, 4, 1, 1, maze=["cross-1"])
    table.play("explore", "keep:15", "enter:east")
    for wrong in ("use:pocket-portal", "return"):
        with pytest.raises(IllegalAction) as refused:
            table.play(wrong)
        assert refused.value.clause in ("MR-10.1", "MR-10.2")
    table.play("fight")
    assert (table.hp(), table.phase, table.items()) == (43, "retreat", ["bag-of-marbles", "pocket-portal"])


@rule("MR-10.3", "MR-12.3")
@pytest.mark.parametrize(
    ("card", "modifier"),
    [
        ("trapdoor-surprise", -1),
        ("footsteps-behind-you", 0),
        ("elevator-music", 1),
        ("snoring-around-the-corner", 2),
    ],
)
def test_the_modifier_of_the_chance_card(card: str, modifier: int) -> None:
    table = Maze(dice=[3, 4, 4, 1, 8], maze=CROSSES, chance=[card], monster=["minotaur-on-a-break"])
    events = table.play("explore", "keep:15", "enter:north")
    assert only(events, "monster_appeared")["clause"] == "MR-12.3"
    assert only(events, "fought")["power"] == 3 + modifier
    assert table.monsters == {(7, 6): ("minotaur-on-a-break", 13 - 3 - modifier)}
    table.play("base")
    table.roll(3, 4, 4, 1)
    assert only(table.play("explore", "keep:15", "enter:north"), "fought")["power"] == 3


@rule("MR-10.4")
def test_loot_in_its_printed_order() -> None:
    table = Maze(dice=[6, 5, 5, 1, 5, 5, 5], maze=CROSSES, monster=["bookcase-basilisk"])
    events = table.play("explore", "keep:15")
    assert only(events, "totals_fixed")["power"] == 17
    table = Maze(monster=["bookcase-basilisk"])
    table.outing("second-wind")
    table.roll(6, 5, 5, 1, 5, 5, 5, 1, maze=["cross-1"], item=["dustbin-lid"])
    table.play("explore", "keep:15", "use:second-wind")
    events = table.play("enter:east")
    assert kinds(events)[-5:] == [
        "monster_appeared",
        "fought",
        "monster_killed",
        "map_piece_gained",
        "item_gained",
    ]
    assert only(events, "item_gained")["clause"] == "MR-10.4"
    killed = only(events, "monster_killed")
    assert (killed["cell"], killed["health"], killed["clause"]) == ([8, 7], 0, "MR-10.4")
    assert (table.pieces(), table.items(), table.hp()) == (1, ["dustbin-lid"], 50)


@rule("MR-10.5")
def test_a_lost_fight_hurts_both() -> None:
    table = Maze(dice=[3, 4, 4, 1, 1], maze=CROSSES, monster=["paper-tiger"])
    events = table.play("explore", "keep:15", "enter:north")
    assert kinds(events)[-3:] == ["fought", "damaged", "monster_wounded"]
    assert only(events, "fought")["outcome"] == "lost"
    wounded = only(events, "monster_wounded")
    assert (wounded["cell"], wounded["card"], wounded["health"]) == ([7, 6], "paper-tiger", 3)
    assert (table.hp(), table.phase, table.legal()) == (43, "retreat", ["base", "fallback"])


@rule("MR-10.6")
def test_both_blows_land_and_the_runner_falls() -> None:
    table = Maze(2, {"start_hp": 4}, dice=[1, 4, 4, 4, 1, 1], maze=CROSSES, monster=["moth-marshal"])
    events = table.play("explore", "keep:15", "enter:north")
    assert only(events, "fought")["outcome"] == "tie"
    assert only(events, "monster_killed")["clause"] == "MR-10.6"
    assert "resources_gained" not in kinds(events)
    assert (table.hp(0), table.seat(0)["alive"], table.monsters) == (0, False, {})
    assert table.table["discards"]["monster"] == ["moth-marshal"]


@rule("MR-10.6")
def test_tie_rule_kill() -> None:
    table = met(4, "moth-marshal", tie_rule="kill")
    assert (table.hp(), table.monsters, table.bag(), table.phase) == (50, {}, (0, 0, 2), "step")


@rule("MR-10.6")
def test_tie_rule_repel() -> None:
    table = met(4, "moth-marshal", tie_rule="repel")
    assert (table.hp(), table.monsters) == (46, {(7, 6): ("moth-marshal", 4)})
    assert (table.bag(), table.phase) == ((0, 0, 0), "retreat")


@rule("MR-10.7", "MR-13.2")
def test_guard_leaves_at_least_one() -> None:
    table = Maze(monster=["doormat-mimic", "paper-tiger"])
    table.outing("saucepan-helmet", "dustbin-lid")
    table.roll(1, 4, 4, 1, 1, 1, maze=["cross-1", "cross-2"])
    events = table.play("explore", "keep:15", "enter:east")
    damaged = only(events, "damaged")
    assert (damaged["amount"], damaged["clause"], table.hp()) == (1, "MR-10.7", 49)
    events = table.play("fallback", "enter:west")
    assert (only(events, "damaged")["amount"], table.hp()) == (7 - 4, 46)


@rule("MR-10.8")
def test_a_survivor_waits_wounded_for_the_next_runner() -> None:
    table = Maze(2, dice=[1, 3, 4, 4, 1, 1], maze=CROSSES, monster=["paper-tiger"])
    table.act(0, "explore", "keep:15", "enter:north", "base")
    table.roll(4, 4, 4, 1)
    events = table.act(1, "explore", "keep:15", "enter:north")
    fought = only(events, "fought")
    assert (fought["power"], fought["health"], fought["outcome"]) == (4, 3, "kill")
    assert (table.bag(1), table.bag(0)) == ((1, 0, 2), (0, 0, 0))


@rule("MR-10.8")
def test_wounds_that_do_not_stay() -> None:
    table = Maze(options={"wounds_stay": False}, dice=[3, 4, 4, 1, 1], maze=CROSSES, monster=["paper-tiger"])
    events = table.play("explore", "keep:15", "enter:north")
    assert "monster_wounded" not in kinds(events)
    assert (table.hp(), table.monsters) == (43, {(7, 6): ("paper-tiger", 6)})


@rule("MR-10.9", "MR-11.8")
def test_never_two_monsters_on_a_block() -> None:
    """A hunter whose only way leads over another monster's block waits."""
    table = Maze(
        dice=[1, 4, 4, 1, 12, 12, 1, 1, 12],
        maze=CROSSES,
        monster=["teapot-tortoise", "umbrella-spider"],
    )
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:7:4", "fallback")
    table.play("move:8:5", "fallback", "move:7:6")
    events = table.play("move:6:6")
    assert only(events, "followed")["card"] == "teapot-tortoise"
    assert table.monsters == {(7, 5): ("teapot-tortoise", 4), (8, 5): ("umbrella-spider", 4)}


@rule("MR-11.1")
def test_going_to_the_base_ends_the_movement() -> None:
    table = met(1, "moth-marshal")
    events = table.play("base")
    retreated = only(events, "retreated")
    assert (retreated["choice"], retreated["forced"], retreated["to"]) == ("base", False, [7, 7])
    assert (table.view()["turn"], table.phase) == (2, "plan")


@rule("MR-11.1", "MR-11.2")
def test_falling_back_is_free() -> None:
    table = Maze(dice=[1, 4, 4, 1, 12, 1], maze=CROSSES, monster=["moth-marshal"])
    table.play("explore", "keep:15", "enter:north", "move:7:5")
    assert table.run["fallback"] == [7, 6]
    left = table.half_steps
    retreated = only(table.play("fallback"), "retreated")
    assert (retreated["choice"], retreated["to"]) == ("fallback", [7, 6])
    assert (table.half_steps, table.place, table.run["fallback"]) == (left, (7, 6), [7, 7])


@rule("MR-11.2")
def test_falling_back_through_a_portal() -> None:
    table = Maze(dice=[1, 4, 4, 1, 8, 1], maze=CROSSES, chance=["looking-glass"], monster=["moth-marshal"])
    table.play("explore", "keep:15", "enter:north")
    assert (table.place, table.run["fallback"], table.phase) == ((7, 8), [7, 6], "retreat")
    table.play("fallback")
    assert table.place == (7, 6)


@rule("MR-11.3")
def test_no_half_step_left_forces_the_way_home() -> None:
    table = Maze(dice=[1, 1, 5, 1, 1, 12, 1], maze=CROSSES, monster=["corridor-crab"])
    events = table.play("explore", "keep:15", "enter:north", "move:7:5")
    retreated = only(events, "retreated")
    assert (retreated["choice"], retreated["forced"]) == ("base", True)
    assert table.view()["turn"] == 2


@rule("MR-11.3")
def test_strolls_are_no_movement_left() -> None:
    table = Maze(monster=["corridor-crab"])
    table.outing("well-folded-floor-plan")
    table.roll(1, 1, 5, 1, 1, 12, 1, maze=["cross-1", "cross-2"])
    events = table.play("explore", "keep:15", "enter:east", "move:9:7")
    assert only(events, "retreated")["forced"] is True


@rule("MR-11.3", "MR-11.7")
def test_a_monster_on_the_fallback_block_forces_the_way_home() -> None:
    """Both hunters follow: the first onto the block the runner came from, the second to the runner."""
    table = Maze(
        dice=[1, 4, 4, 1, 12, 1, 12, 1],
        maze=CROSSES,
        monster=["teapot-tortoise", "umbrella-spider"],
    )
    table.play("explore", "keep:15", "enter:north", "move:8:6", "fallback")
    table.play("move:7:5", "move:7:4", "fallback", "move:7:6")
    events = table.play("move:7:5")
    followed = [
        (event["card"], event["to"], event["caught"]) for event in events if event["kind"] == "followed"
    ]
    assert followed == [("teapot-tortoise", [7, 6], False), ("umbrella-spider", [7, 5], True)]
    retreated = only(events, "retreated")
    assert (retreated["choice"], retreated["forced"]) == ("base", True)
    assert (table.hp(), table.view()["turn"]) == (50 - 3 - 6 - 6, 2)


@rule("MR-11.4")
def test_the_shop_after_a_lost_fight() -> None:
    for ends, phase in ((False, "shop"), (True, "plan")):
        table = Maze(
            options={"retreat_ends_turn": ends},
            dice=[1, 4, 4, 5, 5, 1],
            maze=CROSSES,
            monster=["corridor-crab"],
        )
        table.play("explore", "keep:15", "enter:north", "move:7:5", "base")
        assert (table.phase, table.bag()) == (phase, (1, 1, 1))


@rule("MR-11.4")
def test_a_forced_retreat_may_end_the_turn_too() -> None:
    table = Maze(
        options={"retreat_ends_turn": True},
        dice=[1, 1, 5, 5, 1, 5, 1],
        maze=CROSSES,
        monster=["corridor-crab"],
    )
    table.play("explore", "keep:15", "enter:north", "move:7:5")
    assert (table.phase, table.view()["turn"], table.bag()) == ("plan", 2, (1, 1, 1))


@rule("MR-11.5")
def test_a_hunters_block_is_barred() -> None:
    table = met(1, "moth-marshal")
    table.play("fallback")
    assert "enter:north" not in table.legal()
    with pytest.raises(IllegalAction, match="fled from") as refused:
        table.play("enter:north")
    assert refused.value.clause == "MR-11.5"


@rule("MR-11.5")
def test_the_bar_holds_without_followers_too() -> None:
    table = met(1, "moth-marshal", monsters_follow=False)
    table.play("fallback")
    assert "enter:north" not in table.legal()
    table.roll(12, 12, 12, 12)
    table.play("enter:east", "move:9:7", "move:10:7", "move:11:7")
    assert (table.run["chase"], table.monsters) == (0, {(7, 6): ("moth-marshal", 3)})


@rule("MR-11.6")
def test_the_chase_counter() -> None:
    table = Maze(
        dice=[1, 4, 4, 1, 8, 12, 1],
        maze=CROSSES,
        chance=["looking-glass"],
        monster=["minotaur-on-a-break", "bookcase-basilisk"],
    )
    table.play("explore", "keep:15", "enter:north", "move:7:9", "fallback")
    assert (table.place, table.run["chase"]) == ((7, 8), 0)
    table.play("move:7:6")  # through the open portal
    assert table.run["chase"] == 1
    table.roll(1)
    table.play("move:7:5")
    assert (table.phase, table.run["chase"]) == ("retreat", 2)
    table.play("fallback")
    assert (table.place, table.run["chase"]) == ((7, 6), 0)
    assert len([monster for monster in table.table["monsters"] if monster["hunting"]]) == 2


@rule("MR-11.7", "MR-11.9")
def test_hunters_follow_in_order_and_a_catch_stops_the_rest() -> None:
    """Two hunters side by side: the first fled from goes first, and its fight keeps the other in place."""
    table = Maze(
        dice=[1, 4, 4, 1, 12, 12, 1, 1],
        maze=CROSSES,
        monster=["minotaur-on-a-break", "bookcase-basilisk"],
    )
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:7:4", "fallback")
    table.play("move:8:5", "fallback")
    assert (table.place, table.half_steps) == ((7, 5), 8)
    table.play("move:7:6")
    assert table.run["chase"] == 1
    events = table.play("move:7:5")
    followed = only(events, "followed")
    assert (followed["card"], followed["from"], followed["to"]) == ("minotaur-on-a-break", [7, 4], [7, 5])
    assert (followed["caught"], followed["clause"]) == (True, "MR-11.8")
    fought = only(events, "fought")
    assert (fought["health"], fought["power"]) == (12, 1)
    assert table.monsters == {(7, 5): ("minotaur-on-a-break", 11), (8, 5): ("bookcase-basilisk", 9)}
    assert (table.hp(), table.phase) == (50 - 12 - 10 - 12, "retreat")


@rule("MR-11.8")
def test_ties_are_broken_clockwise_from_the_north() -> None:
    """A ring of four blocks: the hunter in the corner goes north before west."""
    table = Maze(
        dice=[1, 4, 4, 1, 12, 12, 12, 1],
        maze=CROSSES,
        monster=["minotaur-on-a-break"],
    )
    # (7,6), (7,5), (8,5) are known; the minotaur waits on (8,6).
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:8:5", "move:8:6", "fallback")
    assert (table.place, table.half_steps) == ((8, 5), 8)
    table.play("move:7:5")
    events = table.play("move:7:6")
    followed = only(events, "followed")
    assert (followed["to"], followed["caught"]) == ([7, 6], True)
    table = Maze(dice=[1, 4, 4, 1, 12, 12, 12, 1], maze=CROSSES, monster=["minotaur-on-a-break"])
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:8:5", "move:8:6", "fallback")
    table.play("move:7:5", "move:8:5")
    assert table.phase == "retreat"  # from (8,6) straight north
    table = Maze(dice=[1, 4, 4, 1, 12, 12, 12, 1], maze=CROSSES, monster=["minotaur-on-a-break"])
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:8:5", "move:8:6", "fallback")
    table.roll(12)
    table.play("move:7:5", "move:6:5")
    assert list(table.monsters) == [(8, 5)]  # (8,5) and (7,6) are equally near: north first


@rule("MR-11.8")
def test_monsters_neither_use_portals_nor_the_base() -> None:
    table = Maze(
        dice=[1, 4, 4, 1, 8, 12, 1],
        maze=["cross-1", "cross-2", "cross-3", *STRAIGHTS],
        chance=["looking-glass"],
        monster=["minotaur-on-a-break"],
    )
    table.play("explore", "keep:15", "enter:north", "move:7:9", "fallback")
    table.roll(12)
    events = table.play("move:7:6", "move:7:5")
    assert "followed" not in kinds(events)  # the only ways are a portal and the base
    assert (table.run["chase"], list(table.monsters)) == (0, [(7, 9)])


@rule("MR-11.9")
def test_a_beaten_hunter_is_gone() -> None:
    table = met(2, "moth-marshal")
    table.play("fallback")
    table.roll(12, 12)
    table.play("enter:east", "move:8:6")
    # The moth comes from (7,6) to (8,6) with 2 health left: equal power, both blows land.
    assert (table.monsters, table.hp(), table.phase) == ({}, 50 - 4 - 4, "step")
    assert table.bag() == (0, 0, 2)
    assert "move:7:6" in table.legal()


@rule("MR-11.10")
def test_the_hunt_ends_with_the_movement() -> None:
    table = met(1, "moth-marshal")
    table.play("fallback", "return")
    assert [monster["hunting"] for monster in table.table["monsters"]] == [False]
    table.roll(5, 4, 4, 1)
    table.play("explore", "keep:15")
    assert "enter:north" in table.legal()
