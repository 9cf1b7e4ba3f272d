"""The worked examples of the rulebook, literally."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import Table, rule
from tests.rules.echo.battles import (
    BARDS,
    PLAINS,
    SEERS,
    WALLS,
    battle,
    echo,
    held,
    last,
    multipliers,
    scores,
    statuses,
    strengths,
    turn,
)

DIPLOMATS = "seer | steward diplomat bard rogue ranger | barbarian witch monarch wall mercenary"
CITY = "urban plains plains last-strand"


@rule("EC-2.1", "EC-11.3", "EC-11.4")
def test_x1_a_whole_game() -> None:
    table = echo(
        "seer | mercenary bard diplomat wall ranger | monarch witch rogue steward barbarian",
        "mountain glade urban last-strand",
    )
    turn(table, "mercenary:ambush", "monarch:rile-the-public")
    assert strengths(table) == [7, 6]
    assert (last(table)["winner"], last(table)["value"], last(table)["points"]) == (0, 4, [6, 0])
    assert (scores(table), held(table)) == ([6, 0], [4, 4])
    assert statuses(table) == [["mercenary", "mountain"], ["barbarian"]]

    turn(table, "bard:divert-attention", "witch:gambit")
    assert strengths(table) == [4, 5]
    assert [play["bonus"] for play in last(table)["plays"]] == [True, True]
    assert [play["negated"] for play in last(table)["plays"]] == [True, False]
    assert (last(table)["winner"], last(table)["value"], last(table)["points"]) == (1, 2, [0, 2])
    assert (scores(table), held(table)) == ([6, 2], [3, 3])
    assert statuses(table) == [["barbarian"], ["glade"]]

    turn(table, "diplomat:sabotage", "steward:sabotage", "0 name:steward", "1 name:diplomat")
    assert (last(table)["how"], last(table)["winner"], last(table)["points"]) == ("instant", 0, [3, 0])
    assert (strengths(table), multipliers(table)) == ([None, None], [2, 3])
    assert (scores(table), held(table), statuses(table)) == ([9, 2], [2, 5], [[], ["barbarian"]])

    turn(table, "wall:rile-the-public", "rogue:ambush")
    assert (last(table)["how"], last(table)["value"], scores(table)) == ("instant", 6, [9, 8])
    assert table.result == {
        "winners": [0],
        "draw": False,
        "reason": "points",
        "clause": "EC-11.3",
        "places": [1, 2],
        "scores": [9, 8],
    }
    assert [seat["hand"] for seat in table.view()["seats"]] == [["ranger"], ["barbarian"]]
    assert table.table["overseer"] == "seer"


def test_x1_strengths_would_have_been_10_and_13() -> None:
    """Told in X1, though nobody compares them."""
    table = echo(
        "seer | mercenary bard diplomat wall ranger | monarch witch rogue steward barbarian",
        "urban plains plains last-strand",
    )
    cards = table.match.game.book_of(table.match.content)
    clash = cards.battles.at(2, 4, 6, 2, 2, 3)
    assert (clash.side0.strength, clash.side1.strength) == (10, 13)


@rule("EC-6.8")
@pytest.mark.parametrize(
    ("one", "two", "how", "points"),
    [
        ("wall:rile-the-public", "barbarian:gambit", "wall-gambit", [4, 0]),
        ("wall:gambit", "barbarian:rile-the-public", "wall-gambit", [0, 4]),
        ("wall:gambit", "barbarian:gambit", "wall", [0, 0]),
    ],
)
def test_x2_wall_and_gambit(one: str, two: str, how: str, points: list[int]) -> None:
    table = echo(WALLS)
    turn(table, one, two)
    assert (last(table)["how"], last(table)["points"], scores(table)) == (how, points, points)
    assert statuses(table) == [[], []]


@rule("EC-7.3.2")
def test_x3_rogue_against_monarch_beats_everything_else() -> None:
    table = echo(WALLS)
    turn(table, "monarch:sabotage", "rogue:divert-attention", "0 name:rogue")
    assert (last(table)["how"], last(table)["value"], last(table)["points"]) == ("instant", 2, [0, 4])
    assert statuses(table) == [["barbarian"], []]


@rule("EC-7.5.1")
def test_x4_diplomat() -> None:
    deck = "seer | wall diplomat bard rogue ranger | barbarian witch monarch steward mercenary"
    first = battle(deck, PLAINS, "diplomat:gambit", "monarch:gambit")
    assert (first["how"], first["points"]) == ("instant", [5, 0])
    table = echo(deck)
    turn(table, "diplomat:rile-the-public", "witch:rile-the-public")
    assert (strengths(table), last(table)["value"], scores(table)) == ([2, 3], 5, [0, 5])
    assert last(table)["plays"][0]["negated"]
    assert statuses(table) == [["barbarian"], []]
    third = battle(DIPLOMATS, PLAINS, "diplomat:ambush", "wall:ambush")
    assert (third["how"], third["winner"], third["points"]) == ("instant", 0, [3, 0])


@rule("EC-7.7.1", "EC-7.7.2")
def test_x5_multiplier_and_recovery() -> None:
    table = echo(DIPLOMATS, CITY)
    turn(table, "steward:sabotage", "monarch:gambit", "0 name:monarch")
    assert (multipliers(table), strengths(table)) == ([3, 2], [13, 8])
    assert (scores(table), held(table)) == ([5, 0], [5, 4])
    assert "sabotage" in table.seat(0)["edicts"]
    table = echo(DIPLOMATS, CITY)
    turn(table, "steward:gambit", "witch:gambit")
    assert (multipliers(table), strengths(table)) == ([2, 2], [6, 3])
    assert (scores(table), held(table)) == ([3, 0], [4, 4])


@rule("EC-11.2")
def test_x6_value_floor() -> None:
    table = echo(DIPLOMATS, CITY)
    turn(table, "rogue:divert-attention", "mercenary:divert-attention")
    assert (strengths(table), last(table)["winner"], last(table)["value"]) == ([3, 4], 1, 0)
    assert (scores(table), statuses(table)) == ([0, 0], [["barbarian"], ["mercenary"]])
    table = echo(DIPLOMATS, CITY, value_floor="none")
    turn(table, "rogue:divert-attention", "mercenary:divert-attention")
    assert (last(table)["value"], scores(table)) == (-1, [0, -1])


@rule("EC-8.2.2")
def test_x7_rile_cancels_divert() -> None:
    table = echo(DIPLOMATS, CITY)
    turn(table, "bard:divert-attention", "monarch:rile-the-public")
    assert (strengths(table), last(table)["value"], scores(table)) == ([4, 6], 5, [0, 5])
    assert statuses(table) == [["bard", "barbarian"], []]


@rule("EC-7.9.1")
def test_x8_witch_cancels_the_monarchs_penalty() -> None:
    table = echo(
        "seer | bard witch wall rogue ranger | barbarian steward monarch diplomat mercenary",
        "plains glade plains last-strand",
    )
    turn(table, "bard:rile-the-public", "diplomat:divert-attention")
    assert (strengths(table), scores(table), statuses(table)) == ([2, 2], [0, 0], [["bard"], []])
    turn(table, "witch:ambush", "monarch:sabotage", "1 name:rogue")
    assert (strengths(table), last(table)["how"], scores(table)) == ([6, 6], "level", [0, 0])


@rule("EC-5.2", "EC-5.3")
def test_x9_a_seer_dodges_sabotage() -> None:
    table = echo(SEERS, "night glade plains last-strand")
    turn(table, "seer:rile-the-public", "barbarian:gambit")
    assert (strengths(table), scores(table)) == ([2, 4], [0, 4])
    assert statuses(table) == [["seer", "night"], ["night"]]
    turn(table, "witch:monarch:divert-attention", "mercenary:sabotage", "1 name:monarch")
    assert table.phase == "seer"
    for viewer in (0, 1, None):
        seats = table.view(viewer)["seats"]
        assert (seats[1]["named"], seats[1]["creature"], seats[0]["creature"]) == (
            "monarch",
            "mercenary",
            None,
        )
    table.act(0, "return:monarch")
    assert (strengths(table), last(table)["value"], scores(table)) == ([5, 4], 3, [3, 4])
    assert statuses(table) == [["glade"], []]
    assert table.seat(0)["hand"] == ["bard", "ranger", "monarch"]
    assert table.seat(0, viewer=1)["hand"] is None
    returned = [event for event in table.match.events(1) if event["kind"] == "creature_returned"]
    assert [event["creature"] for event in returned] == [None]


@rule("EC-7.3.1", "EC-7.6.1")
def test_x10_rogue_against_seer_night_ranger() -> None:
    table = echo(SEERS, "night glade plains last-strand")
    turn(table, "seer:divert-attention", "rogue:rile-the-public")
    assert (strengths(table), last(table)["value"], scores(table)) == ([2, 3], 4, [0, 4])
    assert statuses(table) == [["barbarian", "night"], ["night"]]
    turn(table, "ranger:ambush", "mercenary:gambit")
    assert (strengths(table), last(table)["value"], scores(table)) == ([7, 5], 4, [4, 4])
    assert statuses(table) == [["glade"], ["mercenary", "barbarian"]]


@rule("EC-10.1")
def test_x11_statuses_add_up() -> None:
    table = echo(BARDS, "glade mountain plains last-strand")
    turn(table, "bard:ambush", "mercenary:rile-the-public")
    assert (strengths(table), last(table)["points"]) == ([5, 4], [4, 0])
    assert statuses(table) == [["bard", "glade"], ["mercenary", "barbarian"]]
    turn(table, "monarch:gambit", "barbarian:ambush")
    assert (strengths(table), last(table)["value"], scores(table)) == ([8, 7], 6, [10, 0])
    assert statuses(table) == [["mountain"], []]
    turn(table, "witch:rile-the-public", "steward:divert-attention")
    assert (strengths(table), last(table)["value"], scores(table)) == ([4, 2], 4, [14, 0])
    assert held(table) == [2, 2]


@rule("EC-7.6.1")
def test_x12_ranger() -> None:
    shared = battle(BARDS, "night plains plains plains", "ranger:ambush", "rogue:gambit")
    assert [play["strength"] for play in shared["plays"]] == [5, 4]
    alone = battle(BARDS, "night plains plains plains", "ranger:ambush", "diplomat:gambit")
    assert [play["strength"] for play in alone["plays"]] == [7, 3]


@rule("EC-7.8.1", "EC-10.4")
def test_x13_the_barbarian_comes_back_angry() -> None:
    table = echo(BARDS, "plains mountain plains last-strand")
    turn(table, "monarch:rile-the-public", "diplomat:divert-attention")
    assert (strengths(table), scores(table), statuses(table)) == ([6, 2], [4, 0], [[], ["barbarian"]])
    turn(table, "ranger:sabotage", "barbarian:ambush", "0 name:barbarian")
    assert (strengths(table), scores(table), statuses(table)) == ([7, 8], [4, 3], [[], ["mountain"]])


@rule("EC-11.3")
def test_x14_a_drawn_game() -> None:
    table = echo(BARDS, "plains plains plains last-strand")
    turn(table, "bard:rile-the-public", "diplomat:divert-attention")
    assert (strengths(table), statuses(table)) == ([2, 2], [["bard"], []])
    turn(table, "witch:ambush", "mercenary:rile-the-public")
    assert (strengths(table), statuses(table)) == ([4, 4], [[], []])
    turn(table, "ranger:divert-attention", "steward:ambush")
    assert (strengths(table), held(table)) == ([2, 2], [2, 5])
    turn(table, "seer:sabotage", "barbarian:ambush", "0 name:barbarian")
    assert (strengths(table), scores(table)) == ([3, 3], [0, 0])
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "points",
        "clause": "EC-11.3",
        "places": [1, 1],
        "scores": [0, 0],
    }


@rule("EC-4.2")
def test_x15_a_name_gives_the_overseer_away() -> None:
    table = echo(BARDS, "plains plains plains last-strand")
    turn(table, "bard:ambush", "mercenary:sabotage")
    names = ["wall", "seer", "bard", "ranger", "witch", "monarch"]
    assert table.legal(1) == [f"name:{creature}" for creature in names]
    assert table.seat(0)["deduced_overseer"] is None
    table.act(1, "name:wall")
    assert (table.seat(0)["deduced_overseer"], table.seat(1)["deduced_overseer"]) == ("wall", None)
    assert table.seat(0, viewer=1)["deduced_overseer"] is None
    assert (strengths(table), last(table)["points"]) == ([2, 4], [0, 3])


def x16() -> Table:
    table = echo(BARDS, "glade mountain plains last-strand")
    table.act(0, "play:monarch:gambit")
    table.match.time_out(1)
    return table


@rule("EC-11.5")
def test_x16_resignation_and_time_out() -> None:
    table = x16()
    assert last(table)["plays"][1]["creature"] == "rogue"
    assert last(table)["plays"][1]["edict"] == "rile-the-public"
    assert scores(table) == [0, 6]
    table.act(0, "resign")
    assert table.result == {
        "winners": [1],
        "draw": False,
        "reason": "resign",
        "clause": "EC-11.5",
        "places": [2, 1],
        "scores": [0, 6],
    }
    with pytest.raises(IllegalAction, match="over"):
        table.act(1, "play:barbarian:ambush")


def test_x16_the_clock_is_in_the_log() -> None:
    table = x16()
    for viewer, action in ((1, "play:rogue:rile-the-public"), (0, None), (None, None)):
        (event,) = [event for event in table.match.events(viewer) if event["kind"] == "timed_out"]
        assert (event["seat"], event["decision"], event["action"]) == (1, "main", action)
