"""MR-12: chance cards, portals, map pieces."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper import IllegalAction
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import Maze

CROSSES = [f"cross-{n}" for n in range(1, 10)]


def chance(card: str, *more: int, seats: int = 1, **options: object) -> tuple[Maze, list[dict[str, object]]]:
    """A runner who draws a chance card behind the north door."""
    first = [1] if seats > 1 else []
    table = Maze(seats, options, dice=[*first, 1, 4, 4, 1, 8, *more], maze=CROSSES, chance=[card])
    return table, table.play("explore", "keep:15", "enter:north")


@rule("MR-12.1")
def test_what_the_chance_deck_holds() -> None:
    cards = innkeeper.get_game("mazerunner").content.tables("chance.toml")["chance"].values()
    words = [[effect["do"] for effect in card["effects"]] for card in cards]
    assert len(words) == 24
    assert sum("map" in card for card in words) == 6
    assert sum(any(word.startswith("portal") for word in card) for card in words) == 5
    assert sum("monster" in card for card in words) == 5
    assert sum("resource_card" in card for card in words) == 8


@rule("MR-12.2")
def test_a_map_piece() -> None:
    table, events = chance("mosaic-floor")
    piece = only(events, "map_piece_gained")
    assert (piece["total"], piece["taken_from"], piece["none_left"]) == (1, None, False)
    assert (piece["clause"], table.pieces()) == ("MR-12.2", 1)


@rule("MR-12.2")
def test_pieces_come_one_at_a_time() -> None:
    """The minotaur's two pieces with a goal of one: the second is not gained any more."""
    for goal, pieces in ((1, 1), (5, 2)):
        table = Maze(options={"map_goal": goal}, monster=["minotaur-on-a-break"])
        table.outing("second-wind")
        table.roll(6, 5, 5, 1, 5, 5, 5, 1, maze=["cross-1"])
        table.play("explore", "keep:15", "use:second-wind")
        events = table.play("enter:east")
        assert kinds(events).count("map_piece_gained") == pieces
        assert table.pieces() == pieces
        assert (table.result is not None) is (goal == 1)


@rule("MR-1.2")
def test_the_win_comes_before_the_rest_of_the_card() -> None:
    """R28: a runner at 3 health who draws the Draughty Keyhole for the last piece wins."""
    table, events = chance("draughty-keyhole", start_hp=3, map_goal=1)
    assert kinds(events)[-2:] == ["map_piece_gained", "game_over"]
    assert (table.hp(), table.result["winners"], table.result["medal"]) == (3, [0], "gold")


@rule("MR-12.4")
def test_a_resource_card() -> None:
    table = Maze(
        dice=[1, 4, 4, 1, 8], maze=CROSSES, chance=["abandoned-picnic"], resource=["lamplighters-bag"]
    )
    events = table.play("explore", "keep:15", "enter:north")
    assert kinds(events)[-3:] == ["resource_drawn", "resources_gained", "healed"]
    assert only(events, "resources_gained")["clause"] == "MR-12.4"
    assert only(events, "healed")["clause"] == "MR-9.6"
    assert table.bag() == (0, 1, 2)
    assert table.table["discards"]["resource"] == ["lamplighters-bag"]
    assert table.table["decks"]["resource"] == 11


@rule("MR-12.5")
@pytest.mark.parametrize("size", [7, 15])
def test_the_mirror(size: int) -> None:
    middle = (size - 1) // 2
    table = Maze(
        options={"grid_size": size}, dice=[1, 4, 4, 1, 12, 8, 12], maze=CROSSES, chance=["revolving-bookcase"]
    )
    table.play("explore", "keep:15", "enter:north")
    events = table.play(f"move:{middle + 1}:{middle - 1}")
    assert table.place == (middle - 1, middle + 1)
    assert only(events, "portal_opened")["clause"] == "MR-12.5"
    jumped = only(events, "jumped")
    assert (jumped["from"], jumped["to"]) == ([middle + 1, middle - 1], [middle - 1, middle + 1])


@rule("MR-12.6")
@pytest.mark.parametrize(
    ("door", "cell"), [("north", (7, 3)), ("east", (11, 7)), ("south", (7, 11)), ("west", (3, 7))]
)
def test_a_leap_goes_on_in_the_same_direction(door: str, cell: tuple[int, int]) -> None:
    table = Maze(dice=[1, 4, 4, 1, 8, 12], maze=CROSSES, chance=["laundry-chute"])
    events = table.play("explore", "keep:15", f"enter:{door}")
    assert (table.place, only(events, "jumped")["clause"]) == (cell, "MR-12.6")


@rule("MR-12.6")
def test_a_leap_stops_at_the_edge() -> None:
    table, _ = chance("dumbwaiter", 12, grid_size=7)
    assert table.place == (3, 0)


@rule("MR-12.6")
def test_a_leap_to_the_present_cell_does_nothing() -> None:
    table = Maze(options={"grid_size": 7}, dice=[1, 4, 4, 1, 12, 12, 8], maze=CROSSES, chance=["dumbwaiter"])
    table.play("explore", "keep:15", "enter:north", "move:3:1")
    events = table.play("move:3:0")
    assert kinds(events)[-1] == "chance_drawn"
    assert (table.place, table.table["portals"], table.phase) == ((3, 0), [], "step")


@rule("MR-12.6")
def test_a_leap_onto_the_base_goes_one_further() -> None:
    """North from (7,10) by 3 is the base: (7,6)."""
    table = Maze(dice=[1, 4, 4, 1, 12, 12, 12, 12, 8, 12], maze=CROSSES, chance=["laundry-chute"])
    table.play("explore", "keep:15", "enter:south", "move:7:9", "move:8:9", "move:8:10")
    table.play("move:7:10")
    assert table.place == (4, 10)  # walked in westward
    table = Maze(
        dice=[1, 4, 4, 1, 12, 12, 12, 12, 12, 12], maze=["cross-1", *CROSSES[1:]], chance=["laundry-chute"]
    )
    table.play("explore", "keep:15", "enter:south", "move:8:8", "move:8:9", "move:8:10", "move:8:11")
    table.play("move:7:11")
    table.roll(8, 12)
    table.play("move:7:10")
    assert table.place == (7, 6)


@rule("MR-12.7")
def test_a_portal_of_choice() -> None:
    table = Maze(
        dice=[1, 4, 4, 1, 12, 1, 8],
        maze=CROSSES,
        chance=["door-marked-elsewhere"],
        monster=["corridor-crab"],
    )
    table.play("explore", "keep:15", "enter:north", "move:7:5", "fallback", "move:8:6")
    assert (table.phase, table.place) == ("step", (7, 6))  # one landing only: nobody is asked
    assert table.table["portals"] == [[8, 6, 7, 6]]
    table = Maze(dice=[1, 4, 4, 1, 12, 12, 8], maze=CROSSES, chance=["door-marked-elsewhere"])
    table.play("explore", "keep:15", "enter:north", "move:7:5", "move:6:5")
    assert (table.phase, table.legal()) == ("portal", ["jump:7:5", "jump:7:6"])
    with pytest.raises(IllegalAction) as refused:
        table.play("jump:1:1")
    assert refused.value.clause == "MR-12.7"
    events = table.play("jump:7:6")
    assert (table.place, only(events, "portal_opened")["clause"]) == ((7, 6), "MR-12.7")
    assert "encounter_rolled" not in kinds(events)


@rule("MR-12.7")
def test_a_portal_of_choice_without_a_choice() -> None:
    table, events = chance("door-marked-elsewhere")
    assert kinds(events)[-1] == "chance_drawn"
    assert (table.place, table.phase, table.table["portals"]) == ((7, 6), "step", [])


@rule("MR-12.8")
def test_a_portal_is_open_to_everybody_and_never_doubled() -> None:
    table = Maze(2, dice=[1, 1, 4, 4, 1, 8, 12], maze=CROSSES, chance=["looking-glass"])
    table.act(0, "explore", "keep:15", "enter:north", "return")
    table.roll(1, 4, 4, 1, 8, chance=["door-marked-elsewhere"])
    table.act(1, "explore", "keep:15", "enter:south")
    assert table.legal(1) == ["move:8:8", "move:7:9", "move:6:8", "move:7:6", "return"]
    moved = only(table.act(1, "move:7:6"), "moved")
    assert (moved["cost"], table.place) == (1, (7, 6))
    table.act(1, "move:7:5", "jump:7:6")
    assert table.table["portals"] == [[7, 6, 7, 8], [7, 5, 7, 6]]
    assert table.legal(1).count("move:7:5") == 1


@rule("MR-12.8")
def test_the_same_portal_twice() -> None:
    """There and back again by two mirrors: one portal."""
    table = Maze(dice=[1, 4, 4, 1, 8, 8], maze=CROSSES, chance=["looking-glass", "revolving-bookcase"])
    events = table.play("explore", "keep:15", "enter:north")
    assert (table.place, table.half_steps) == ((7, 6), 14)
    assert (kinds(events).count("jumped"), kinds(events).count("portal_opened")) == (2, 1)
    assert table.table["portals"] == [[7, 6, 7, 8]]


@rule("MR-12.8")
def test_portals_that_close() -> None:
    table, events = chance("looking-glass", 12, portals_stay=False)
    assert "portal_opened" not in kinds(events)
    assert "jumped" in kinds(events)
    assert (table.place, table.table["portals"]) == ((7, 8), [])
    assert "move:7:6" not in table.legal()


@rule("MR-12.8", "MR-10.1")
def test_a_portal_to_a_monster_starts_a_fight() -> None:
    table = Maze(dice=[2, 4, 4, 1, 1], maze=CROSSES, chance=["looking-glass"], monster=["doormat-mimic"])
    table.play("explore", "keep:15", "enter:south", "base")
    table.roll(1, 4, 4, 1, 8)
    events = table.play("explore", "keep:15", "enter:north")
    assert (table.place, only(events, "fought")["outcome"]) == ((7, 8), "tie")
    assert kinds(events).count("encounter_rolled") == 1
    assert table.half_steps == 14


@rule("MR-12.9")
def test_a_finite_supply_runs_out() -> None:
    options = {"map_goal": 2, "map_supply": 2}
    table = Maze(3, options, dice=[1], maze=CROSSES)
    assert table.table["map_supply"] == 2
    for seat, door in ((0, "north"), (1, "east")):
        table.roll(1, 4, 4, 1, 8, chance=["mosaic-floor" if seat == 0 else "pie-crust-chart"])
        table.act(seat, "explore", "keep:15", f"enter:{door}", "return")
    assert (table.table["map_supply"], table.pieces(0), table.pieces(1)) == (0, 1, 1)
    table.roll(1, 4, 4, 1, 8, chance=["helpful-ghost"])
    piece = only(table.act(2, "explore", "keep:15", "enter:south"), "map_piece_gained")
    assert (piece["total"], piece["taken_from"], piece["clause"]) == (1, 0, "MR-12.9")  # 0 is next to play
    assert [table.pieces(seat) for seat in range(3)] == [0, 1, 1]
    table.act(2, "return")
    table.match.resign(1)
    assert table.table["map_supply"] == 1


@rule("MR-12.9", "MR-1.5")
def test_the_rival_with_most_pieces_loses_one() -> None:
    options = {"map_goal": 3, "map_supply": 3}
    table = Maze(3, options, dice=[1, 1, 4, 4, 1, 8], maze=CROSSES, chance=["mosaic-floor"])
    table.act(0, "explore", "keep:15", "enter:north", "return")
    table.roll(1, 4, 4, 1, 8, 8, chance=["helpful-ghost", "pie-crust-chart"])
    table.act(1, "explore", "keep:15", "enter:east", "move:9:7", "return")
    table.roll(1, 4, 4, 1, 8, chance=["graffiti-arrow"])
    piece = only(table.act(2, "explore", "keep:15", "enter:south"), "map_piece_gained")
    assert piece["taken_from"] == 1
    assert [table.pieces(seat) for seat in range(3)] == [1, 1, 1]


@rule("MR-12.9")
def test_nobody_to_take_from() -> None:
    """The one piece there is lies with the runner who finds the next."""
    table = Maze(
        2,
        {"map_goal": 1, "map_supply": 1, "finish_round": True},
        dice=[1, 1, 4, 4, 1, 8, 8],
        maze=CROSSES,
        chance=["mosaic-floor", "helpful-ghost"],
    )
    table.play("explore", "keep:15", "enter:north")
    piece = only(table.play("move:7:5"), "map_piece_gained")
    assert (piece["total"], piece["taken_from"], piece["none_left"]) == (1, None, True)
    assert table.pieces(0) == 1


@rule("MR-12.9")
def test_the_usual_supply_has_no_end() -> None:
    assert Maze().table["map_supply"] is None


@rule("MR-12.10")
def test_no_monster_left() -> None:
    """As if all 24 monsters were waiting in the maze: the next call brings nothing."""
    table = Maze()
    table.stack("monster", deck=[])
    table.roll(1, 4, 4, 1, 1, 8, chance=["footsteps-behind-you"], maze=CROSSES)
    events = table.play("explore", "keep:15", "enter:north")
    appeared = only(events, "monster_appeared")
    assert (appeared["card"], appeared["clause"]) == (None, "MR-9.3")
    assert "fought" not in kinds(events)
    events = table.play("move:7:5")
    assert only(events, "monster_appeared")["card"] is None
    assert (table.phase, table.hp()) == ("step", 50)
