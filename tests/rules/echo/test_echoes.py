"""EC-10 and EC-11: statuses, points, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.echo.battles import (
    BARDS,
    PLAINS,
    SEERS,
    WALLS,
    echo,
    fight,
    finish,
    last,
    scores,
    statuses,
    turn,
)

# EC-10 Statuses


@rule("EC-10.1")
def test_statuses_are_public_and_last_exactly_one_turn() -> None:
    table = echo(BARDS, "night night plains last-strand")
    events = turn(table, "monarch:ambush", "diplomat:gambit")
    for viewer in (0, 1, None):
        seats = table.view(viewer)["seats"]
        assert [seat["statuses"] for seat in seats] == [["night"], ["barbarian", "night"]]
    told = [event for event in events if event["kind"] == "status_granted"]
    assert [(event["seat"], event["status"]) for event in told] == [
        (0, "night"),
        (1, "barbarian"),
        (1, "night"),
    ]
    turn(table, "witch:gambit", "mercenary:ambush")  # 3 v 4, negated
    assert statuses(table) == [["barbarian", "night"], ["night"]]  # once, though granted twice running
    turn(table, "ranger:divert-attention", "rogue:sabotage", "1 name:wall")
    assert statuses(table) == [[], ["barbarian"]]


@rule("EC-10.3")
def test_the_bards_echo_is_strength_and_a_point() -> None:
    table = echo()
    turn(table, "bard:rile-the-public", "diplomat:divert-attention")
    assert statuses(table) == [["bard"], []]
    turn(table, "monarch:ambush", "mercenary:ambush")
    assert [play["strength"] for play in last(table)["plays"]] == [7, 4]
    assert last(table)["value"] == 3 + 1
    table = echo()
    turn(table, "bard:rile-the-public", "diplomat:divert-attention")
    turn(table, "seer:ambush", "mercenary:gambit")
    assert last(table)["value"] == 3  # only if the bard's owner wins


@rule("EC-10.4")
def test_the_loser_is_angry_while_the_barbarian_lives() -> None:
    for holder in (0, 1):
        deck = "wall | bard witch seer monarch ranger | barbarian steward rogue diplomat mercenary"
        if holder == 0:
            deck = "wall | bard witch seer barbarian ranger | monarch steward rogue diplomat mercenary"
        table = echo(deck)
        turn(table, "seer:ambush", "mercenary:gambit")
        assert "barbarian" in statuses(table)[0]  # whether or not the loser holds it
    overseer = echo("barbarian | bard witch seer wall ranger | monarch steward rogue diplomat mercenary")
    turn(overseer, "seer:ambush", "mercenary:gambit")
    assert "barbarian" in statuses(overseer)[0]
    tie = echo()
    turn(tie, "bard:ambush", "diplomat:rile-the-public")
    assert statuses(tie) == [["bard"], []]
    fought = echo()
    turn(fought, "monarch:ambush", "barbarian:rile-the-public")
    assert statuses(fought) == [[], []]
    turn(fought, "witch:gambit", "steward:ambush")
    assert statuses(fought) == [[], []]
    cheap = echo(BARDS, PLAINS)
    turn(cheap, "seer:gambit", "rogue:ambush")  # level, and the gambler loses
    assert "barbarian" in statuses(cheap)[0]


@rule("EC-10.5")
def test_the_mercenarys_echo_costs_strength() -> None:
    table = echo()
    turn(table, "monarch:ambush", "mercenary:rile-the-public")
    assert "mercenary" in statuses(table)[1]
    turn(table, "ranger:gambit", "diplomat:divert-attention")
    assert [play["strength"] for play in last(table)["plays"]] == [3, 1]


def value_after(field: str) -> tuple[int, int]:
    """What the second battle is worth to the winner of the first, and to the loser."""
    found = []
    for one, two in (("monarch:ambush", "mercenary:gambit"), ("seer:ambush", "mercenary:gambit")):
        table = echo(BARDS, f"{field} plains plains last-strand")
        turn(table, "ranger:ambush", "steward:ambush")
        assert last(table)["winner"] == 0
        turn(table, one.replace("ambush", "gambit"), two.replace("gambit", "rile-the-public"))
        found.append(last(table)["value"] - 1)
    return found[0], found[1]


@rule("EC-10.6")
def test_the_glades_echo_is_two_points_for_its_holder() -> None:
    assert value_after("glade") == (5, 3)


@rule("EC-10.7")
def test_the_mountains_echo_is_strength() -> None:
    assert value_after("mountain") == (3, 3)
    table = echo(BARDS, "mountain plains plains last-strand")
    turn(table, "ranger:ambush", "steward:gambit")
    turn(table, "bard:gambit", "mercenary:rile-the-public")
    assert [play["strength"] for play in last(table)["plays"]] == [2 + 1 + 1, 4]


@rule("EC-10.8")
def test_the_nights_echo_is_a_point_for_either() -> None:
    assert value_after("night") == (4, 4)


@rule("EC-10.9")
def test_negated_creatures_grant_nothing_but_fields_and_losing_do() -> None:
    table = echo(BARDS, "night plains plains last-strand")
    turn(table, "witch:ambush", "mercenary:rile-the-public")
    assert statuses(table) == [["barbarian", "night"], ["night"]]
    table = echo("wall | bard mercenary seer monarch ranger | witch steward rogue diplomat barbarian", PLAINS)
    turn(table, "bard:ambush", "witch:gambit")
    assert statuses(table) == [["barbarian"], []]
    table = echo(SEERS, "glade plains plains last-strand")
    turn(table, "seer:ambush", "rogue:gambit")
    assert statuses(table) == [["barbarian"], ["glade"]]


# EC-11 Points and the end


@rule("EC-11.1")
def test_the_worth_of_a_battle() -> None:
    table = echo(BARDS, "glade mountain plains last-strand")
    turn(table, "bard:ambush", "mercenary:rile-the-public")
    events = turn(table, "monarch:rile-the-public", "steward:gambit")
    scored = only(events, "points_scored")
    assert (scored["seat"], scored["amount"]) == (0, 3 + 2 + 1 + 1)
    assert [(part["label"], part["amount"]) for part in scored["parts"]] == [
        ("reward", 3),
        ("bard", 1),
        ("glade", 2),
        ("rile-the-public", 1),
    ]


@rule("EC-11.1")
@pytest.mark.parametrize(
    ("floor", "value", "parts"),
    [
        ("total", 0, {"reward": 3, "night": 1, "divert-attention": -5, "floor": 1}),
        ("field", 1, {"reward": 3, "divert-attention": -5, "floor": 2, "night": 1}),
        ("none", -1, {"reward": 3, "night": 1, "divert-attention": -5}),
    ],
)
def test_where_the_worth_stops_falling(floor: str, value: int, parts: dict[str, int]) -> None:
    table = echo(BARDS, "night urban plains last-strand", value_floor=floor)
    turn(table, "witch:ambush", "barbarian:ambush")
    before = scores(table)
    events = turn(table, "monarch:divert-attention", "steward:divert-attention")
    scored = only(events, "points_scored")
    told: dict[str, int] = {}
    for part in scored["parts"]:
        told[part["label"]] = told.get(part["label"], 0) + part["amount"]
    assert (scored["seat"], scored["amount"], told) == (0, value, parts)
    assert (last(table)["value"], scores(table)) == (value, [before[0] + value, before[1]])


@rule("EC-11.2")
def test_a_battle_worth_nothing_is_still_won() -> None:
    table = echo(BARDS, "urban plains plains last-strand")
    events = turn(table, "monarch:divert-attention", "mercenary:divert-attention")
    assert (last(table)["winner"], last(table)["value"], scores(table)) == (0, 0, [0, 0])
    assert statuses(table) == [[], ["mercenary", "barbarian"]]
    assert only(events, "points_scored")["amount"] == 0
    assert only(events, "battle_decided")["winner"] == 0


def drawn(**options: object) -> Table:
    """A game in which both end on 3 points, the second seat having won last."""
    table = echo(BARDS, "plains plains plains plains", **options)
    turn(table, "monarch:ambush", "diplomat:gambit")
    turn(table, "witch:gambit", "barbarian:ambush")
    turn(table, "ranger:divert-attention", "steward:rile-the-public")
    assert scores(table) == [3, 3]
    return table


@rule("EC-11.3")
def test_more_points_win_and_equal_points_draw() -> None:
    table = drawn()
    turn(table, "bard:rile-the-public", "mercenary:ambush")
    assert (table.result["winners"], table.result["reason"], table.result["scores"]) == (
        [1],
        "points",
        [3, 7],
    )
    assert table.result["places"] == [2, 1]
    table = level()
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "points",
        "clause": "EC-11.3",
        "places": [1, 1],
        "scores": [3, 3],
    }


def level(**options: object) -> Table:
    """The same, with a tie in the last battle."""
    table = echo(
        "seer | wall witch bard monarch ranger | barbarian steward rogue diplomat mercenary",
        PLAINS,
        **options,
    )
    turn(table, "monarch:ambush", "diplomat:gambit")
    turn(table, "witch:gambit", "barbarian:ambush")
    turn(table, "ranger:divert-attention", "steward:rile-the-public")
    turn(table, "wall:rile-the-public", "mercenary:ambush")
    assert scores(table) == [3, 3]
    return table


@rule("EC-11.3")
def test_the_tiebreak_goes_to_the_latest_winner() -> None:
    table = level(tiebreak="last-win")
    assert table.result == {
        "winners": [1],
        "draw": False,
        "reason": "tiebreak",
        "clause": "EC-11.3",
        "places": [2, 1],
        "scores": [3, 3],
    }
    table = echo(BARDS, "plains plains plains last-strand", tiebreak="last-win")
    turn(table, "bard:rile-the-public", "diplomat:divert-attention")
    turn(table, "witch:ambush", "mercenary:rile-the-public")
    turn(table, "ranger:divert-attention", "steward:ambush")
    turn(table, "seer:sabotage", "barbarian:ambush", "0 name:barbarian")
    assert (table.result["draw"], table.result["reason"]) == (True, "points")  # nobody won a battle


@rule("EC-11.4")
def test_at_the_end_everything_is_shown_to_everyone() -> None:
    table = echo(WALLS, PLAINS)
    finish(table)
    over = only(table.match.events(None), "game_over")
    assert (over["clause"], over["seat"], over["turn"]) == ("EC-11.3", None, 4)
    for viewer in (0, 1, None):
        view = table.view(viewer)
        assert (view["phase"], view["to_act"], view["table"]["overseer"]) == ("over", [], "seer")
        hands = [seat["hand"] for seat in view["seats"]]
        assert [len(hand) for hand in hands] == [1, 1]
        assert (over["hands"], over["overseer"]) == (hands, "seer")
        assert view["table"]["result"] == {
            name: over[name] for name in ("winners", "draw", "reason", "places", "scores")
        } | {"clause": "EC-11.3"}
        for seat in view["seats"]:
            assert (seat["pending"], seat["unseen"], seat["unseen_count"]) == (None, [], 0)
            assert (seat["edict"], seat["named"], seat["creature"], seat["committed"]) == (
                None,
                None,
                None,
                False,
            )


def seats(table: Table, viewer: int | None, *names: str) -> list[list[Any]]:
    return [[seat[name] for name in names] for seat in table.view(viewer)["seats"]]


@rule("EC-11.5")
@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("chosen", [(), (0,), (1,)])
def test_either_seat_may_resign_at_any_time(leaver: int, chosen: tuple[int, ...]) -> None:
    table = echo(BARDS, PLAINS)
    for seat in chosen:
        table.act(seat, table.legal(seat)[3])
    events = table.act(leaver, "resign")
    assert kinds(events) == ["resigned", "game_over"]
    assert (events[0]["seat"], events[0]["clause"]) == (leaver, "EC-11.5")
    assert (events[1]["clause"], events[1]["overseer"]) == ("EC-11.5", "wall")
    assert table.result == {
        "winners": [1 - leaver],
        "draw": False,
        "reason": "resign",
        "clause": "EC-11.5",
        "places": [2, 1] if leaver == 0 else [1, 2],
        "scores": [0, 0],
    }
    for viewer in (0, 1, None):
        assert [len(hand) for (hand,) in seats(table, viewer, "hand")] == [5, 5]
        assert seats(table, viewer, "pending", "committed", "edict") == [[None, False, None]] * 2
    with pytest.raises(IllegalAction):
        table.act(1 - leaver, "resign")


@rule("EC-11.5")
def test_a_resignation_keeps_what_was_revealed_and_gives_back_what_was_not() -> None:
    table = echo(BARDS, PLAINS)
    turn(table, "bard:sabotage", "rogue:sabotage")
    table.act(0, "name:rogue")
    table.match.resign(0)
    for viewer in (0, 1, None):
        assert seats(table, viewer, "edict", "named", "creature") == [["sabotage", None, None]] * 2
        assert seats(table, viewer, "hand_count", "edicts")[0][0] == 5
    assert "bard" in table.seat(0)["hand"]
    assert "sabotage" in table.seat(0)["edicts"]
    table = echo(SEERS, "night glade plains last-strand")
    turn(table, "seer:rile-the-public", "barbarian:gambit")
    turn(table, "witch:monarch:divert-attention", "mercenary:sabotage", "1 name:monarch")
    table.match.resign(1)
    assert seats(table, None, "edict", "named", "creature") == [
        ["divert-attention", None, None],
        ["sabotage", "monarch", "mercenary"],
    ]
    assert table.result["scores"] == [0, 4]
    assert (table.view()["turn"], table.table["field_index"], len(table.table["history"])) == (2, 1, 1)
    assert statuses(table)[0] == ["seer", "night"]


def test_points_of_a_battle_are_the_scores() -> None:
    table = echo(BARDS, PLAINS)
    finish(table)
    gained = [sum(battle["points"][seat] for battle in table.table["history"]) for seat in (0, 1)]
    assert gained == scores(table) == table.result["scores"]
    assert fight("plains", "bard:ambush", "monarch:gambit")["points"] == [0, 3]
