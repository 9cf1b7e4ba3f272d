"""What the quick players know."""

from __future__ import annotations

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.playout import Policy, RandomPolicy, play
from innkeeper.games.mazerunner.habits import Habits
from innkeeper.games.mazerunner.state import Race
from innkeeper.games.mazerunner.strategy import Greedy, Merchant, dice_to_keep, score, survey
from tests.rules.mazerunner.table import Maze


def race(table: Maze) -> Race:
    s = table.match.state
    assert isinstance(s, Race)
    return s


def chosen(table: Maze) -> str:
    s = race(table)
    seat = s.decider()
    return Greedy().choose(s, seat, s.actions(seat), FastChance(1)).id


def test_it_keeps_good_dice() -> None:
    table = Maze(dice=[5, 4, 1, 1])
    table.play("explore")
    assert dice_to_keep(race(table), Habits()) == 0b0011
    table = Maze(dice=[1, 6, 5, 5])
    table.play("explore")
    assert dice_to_keep(race(table), Habits()) & 0b1000


def test_it_walks_to_the_nearest_unknown_block() -> None:
    table = Maze(dice=[1, 4, 4, 1, 12], maze=["cross-1"])
    table.play("explore", "keep:15")
    assert survey(race(table), 16, 0, 1, Habits()).first in race(table).grid.doors
    table.play("enter:north")
    assert chosen(table).startswith("move:")


def test_it_rests_when_weak_and_turns_back_when_weaker() -> None:
    table = Maze(2, dice=[1], monster=["minotaur-on-a-break"])
    assert chosen(table) == "explore"
    race(table).runners[0].hp = 10
    assert chosen(table) == "heal"
    race(table).runners[0].hp = 50
    table.roll(1, 4, 4, 1, 12, maze=["cross-1"])
    table.play("explore", "keep:15", "enter:north")
    race(table).runners[0].hp = 5
    assert chosen(table) == "return"


def test_it_strikes_only_when_that_helps() -> None:
    for monster, expected in (("teapot-tortoise", "use:firecracker"), ("minotaur-on-a-break", "fight")):
        table = Maze(monster=[monster])
        table.outing("firecracker")
        table.roll(1, 4, 4, 1, 1, maze=["cross-1"])
        table.play("explore", "keep:15", "enter:east")
        assert chosen(table) == expected


def test_it_buys_the_winning_chart() -> None:
    table = Maze(options={"map_goal": 1}, items=["wind-up-pony", "torn-atlas-page", "butter-knife"])
    table.outing(finds=3)
    assert chosen(table) == "buy:torn-atlas-page"


def test_it_trades_for_what_it_wants() -> None:
    table = Maze(items=["wind-up-pony", "torn-atlas-page", "ginger-biscuit"])
    table.outing(finds=1)
    race(table).runners[0].held = [6, 2, 0]
    race(table).legal = None
    assert chosen(table) == "trade:twine:oil"


def test_the_score_looks_at_pieces_first() -> None:
    s = race(Maze(2, dice=[1]))
    assert score(s, 0) == 0
    s.runners[0].pieces = 2
    s.runners[1].hp = 10
    assert score(s, 0) == 280
    assert score(s, 1) == -280


def winner(policies: list[Policy], seed: int) -> tuple[int, ...]:
    s = innkeeper.new_match("mazerunner", seats=len(policies), chance=FastChance(seed), log=False).state
    play(s, policies, FastChance(seed + 1000))
    assert s.outcome is not None
    return tuple(s.outcome.winners)


def test_it_beats_random_players() -> None:
    assert all(winner([RandomPolicy(), Greedy()], seed) == (1,) for seed in range(6))


def test_greedy_races_end_with_a_map() -> None:
    for seed in range(3):
        s = innkeeper.new_match("mazerunner", seats=4, chance=FastChance(seed), log=False).state
        play(s, [Greedy() for _ in range(4)], FastChance(seed + 50))
        assert s.outcome is not None
        assert s.outcome.reason == "map"
        noted = innkeeper.get_game("mazerunner").measures(s)
        assert noted["turns"] == s.turn
        place = (s.outcome.winners[0] - s.first) % 4  # type: ignore[attr-defined]
        assert noted["won by"] == ["the first in turn order", "the second", "the third", "the fourth"][place]


def test_the_merchant_goes_on_shopping() -> None:
    table = Maze(items=["hedge-shears", "walking-stick", "butter-knife", "pepper-bomb"])
    table.outing(finds=6)
    table.play("buy:hedge-shears")
    s = race(table)
    assert chosen(table) == "done"
    assert Merchant().choose(s, 0, s.actions(0), FastChance(1)).id.startswith("buy:")
