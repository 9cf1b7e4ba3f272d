"""EC-6: a battle is settled, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from innkeeper.testing.table import kinds, only, rule
from tests.rules.echo.battles import (
    BARDS,
    PLAINS,
    SEERS,
    WALLS,
    echo,
    fight,
    held,
    last,
    scores,
    statuses,
    turn,
)


def parts(side: dict[str, Any]) -> dict[str, int]:
    return {part["label"]: part["amount"] for part in side["parts"]}


@rule("EC-6.1")
def test_a_listed_creature_has_a_bonus() -> None:
    table = echo(BARDS, "glade plains plains last-strand")
    events = turn(table, "bard:rile-the-public", "mercenary:divert-attention")
    told = only(events, "bonus_applied")
    assert (told["seat"], told["creature"], told["clause"]) == (0, "bard", "EC-6.1")
    assert [play["bonus"] for play in last(table)["plays"]] == [True, False]
    events = turn(echo(BARDS, "night plains plains last-strand"), "ranger:ambush", "rogue:gambit")
    assert [event["seat"] for event in events if event["kind"] == "bonus_applied"] == [0, 1]
    assert "bonus_applied" not in kinds(turn(echo(), "ranger:ambush", "rogue:gambit"))


@rule("EC-6.2")
def test_a_negated_creature_keeps_strength_and_bonus_but_no_effect() -> None:
    battle = fight("urban", "steward:gambit", "witch:rile-the-public")
    steward = battle["plays"][0]
    assert (steward["negated"], steward["bonus"], steward["multiplier"]) == (True, True, 2)
    assert steward["strength"] == 2 + 2 + 2
    table = echo(BARDS, "glade plains plains last-strand")
    events = turn(table, "witch:ambush", "mercenary:gambit")
    told = only(events, "negated")
    assert (told["seat"], told["creature"], told["by"]) == (1, "mercenary", "witch")
    assert told["clause"] == "EC-7.9.1"


@rule("EC-6.3")
def test_multipliers_are_one_to_three() -> None:
    for field, one, two, expected in (
        ("plains", "bard", "ranger", [1, 1]),
        ("urban", "bard", "ranger", [2, 2]),
        ("plains", "steward", "ranger", [2, 1]),
        ("urban", "ranger", "steward", [2, 3]),
        ("urban", "steward", "witch", [2, 2]),
    ):
        battle = fight(field, f"{one}:gambit", f"{two}:ambush")
        assert [play["multiplier"] for play in battle["plays"]] == expected
    events = turn(echo(BARDS, "urban plains plains plains"), "bard:gambit", "steward:ambush")
    told = only(events, "multipliers_set")
    assert (told["multipliers"], told["seat"], told["clause"]) == ([2, 3], None, "EC-6.3")
    assert "multipliers_set" not in kinds(turn(echo(), "bard:gambit", "rogue:ambush"))


@rule("EC-6.4")
def test_instant_wins_come_before_everything_else() -> None:
    table = echo(WALLS)
    events = turn(table, "monarch:gambit", "rogue:gambit")
    told = only(events, "won_instantly")
    assert (told["seat"], told["creature"], told["clause"]) == (1, "rogue", "EC-7.3.2")
    decided = only(events, "battle_decided")
    assert (decided["winner"], decided["how"], decided["clause"]) == (1, "instant", "EC-6.4")
    assert decided["seat"] is None
    assert "strengths_compared" not in kinds(events)
    assert fight("plains", "wall:rile-the-public", "rogue:gambit")["winner"] == 1
    assert fight("plains", "wall:gambit", "diplomat:gambit")["how"] == "instant"


@rule("EC-6.5")
def test_a_wall_ties_before_strengths_are_looked_at() -> None:
    table = echo(WALLS)
    events = turn(table, "wall:ambush", "mercenary:rile-the-public")
    told = only(events, "wall_tied")
    assert (told["seat"], told["clause"]) == (0, "EC-7.1.1")
    decided = only(events, "battle_decided")
    assert (decided["winner"], decided["how"], decided["clause"]) == (None, "wall", "EC-6.5")
    assert "strengths_compared" not in kinds(events)
    assert [play["strength"] for play in last(table)["plays"]] == [None, None]
    assert fight("plains", "witch:ambush", "wall:rile-the-public")["how"] == "instant"


@rule("EC-6.6")
def test_strength_is_a_sum_and_its_parts_are_told() -> None:
    table = echo(BARDS, "glade mountain plains last-strand")
    turn(table, "bard:ambush", "mercenary:rile-the-public")
    events = turn(table, "monarch:gambit", "barbarian:ambush")
    compared = only(events, "strengths_compared")
    assert (compared["seat"], compared["clause"]) == (None, "EC-6.6")
    assert [side["total"] for side in compared["sides"]] == [8, 7]
    assert parts(compared["sides"][0]) == {"printed": 6, "gambit": 1, "bard": 1}
    assert parts(compared["sides"][1]) == {
        "printed": 3,
        "bonus": 2,
        "barbarian": 2,
        "ambush": 1,
        "mercenary": -1,
    }
    for side in compared["sides"]:
        assert sum(part["amount"] for part in side["parts"]) == side["total"]


@rule("EC-6.6")
def test_strength_may_be_negative() -> None:
    table = echo("wall | mercenary seer bard monarch ranger | barbarian steward rogue diplomat witch")
    turn(table, "mercenary:ambush", "barbarian:rile-the-public")
    turn(table, "seer:divert-attention", "rogue:gambit")
    assert [play["strength"] for play in last(table)["plays"]] == [-1, 2]


@rule("EC-6.7")
def test_the_stronger_wins_and_equals_tie() -> None:
    table = echo()
    events = turn(table, "monarch:ambush", "mercenary:gambit")
    decided = only(events, "battle_decided")
    assert (decided["winner"], decided["how"], decided["clause"]) == (0, "strength", "EC-6.7")
    events = turn(echo(), "bard:rile-the-public", "diplomat:divert-attention")
    decided = only(events, "battle_decided")
    assert (decided["winner"], decided["how"], decided["clause"]) == (None, "level", "EC-6.7")
    assert "points_scored" not in kinds(events)


@rule("EC-6.8", "EC-8.5.2")
def test_a_lone_gambler_loses_ties() -> None:
    table = echo()
    events = turn(table, "bard:gambit", "barbarian:ambush")  # 3 v 3
    broke = only(events, "gambit_broke_tie")
    assert (broke["seat"], broke["clause"]) == (0, "EC-6.8")
    decided = only(events, "battle_decided")
    assert (decided["winner"], decided["how"], decided["clause"]) == (1, "level-gambit", "EC-6.8")
    assert [play["strength"] for play in last(table)["plays"]] == [3, 3]
    assert scores(table) == [0, 3]
    both = fight("plains", "bard:gambit", "ranger:gambit")
    assert (both["winner"], both["how"], both["value"], both["points"]) == (None, "level", None, [0, 0])
    none = fight("plains", "bard:ambush", "ranger:rile-the-public")
    assert (none["winner"], none["how"]) == (None, "level")
    wall = turn(echo(WALLS), "wall:gambit", "barbarian:ambush")
    assert kinds(wall).index("wall_tied") < kinds(wall).index("gambit_broke_tie")
    assert only(wall, "battle_decided")["how"] == "wall-gambit"


@rule("EC-6.9")
def test_only_the_winner_scores() -> None:
    table = echo()
    events = turn(table, "monarch:rile-the-public", "mercenary:gambit")
    scored = only(events, "points_scored")
    assert (scored["seat"], scored["amount"], scored["clause"]) == (0, 4, "EC-11.1")
    assert parts(scored) == {"reward": 3, "rile-the-public": 1}
    assert (last(table)["points"], last(table)["value"]) == ([4, 0], 4)
    tie = fight("plains", "wall:rile-the-public", "bard:ambush")
    assert (tie["points"], tie["value"]) == ([0, 0], None)


@rule("EC-6.10")
def test_the_monarchs_penalty_comes_after_the_value_and_on_ties_too() -> None:
    table = echo(BARDS, "glade plains plains last-strand")
    turn(table, "ranger:rile-the-public", "mercenary:ambush")
    events = turn(table, "monarch:sabotage", "rogue:gambit", "0 name:wall")
    names = kinds(events)
    assert names.index("points_scored") < names.index("monarch_conceded")
    assert last(table)["points"] == [0, 3 + 2]
    tie = fight("plains", "monarch:rile-the-public", "wall:ambush")
    assert (tie["how"], tie["value"], tie["points"]) == ("wall", None, [0, 2])


@rule("EC-6.11")
def test_fighters_are_buried_and_edicts_spent() -> None:
    table = echo()
    events = turn(table, "monarch:rile-the-public", "mercenary:gambit")
    buried = only(events, "creatures_buried")
    assert (buried["creatures"], buried["seat"]) == (["monarch", "mercenary"], None)
    assert buried["clause"] == "EC-6.11"
    for viewer in (0, 1, None):
        view = table.view(viewer)
        assert view["table"]["graveyard"] == ["mercenary", "monarch"]
        assert [seat["spent"] for seat in view["seats"]] == [["rile-the-public"], ["gambit"]]
        assert [seat["hand_count"] for seat in view["seats"]] == [4, 4]
    assert "monarch" not in table.seat(0)["hand"]


@rule("EC-6.11")
def test_what_a_seer_took_back_is_not_buried() -> None:
    table = echo(SEERS, "night glade plains last-strand")
    turn(table, "seer:rile-the-public", "barbarian:gambit")
    turn(table, "witch:monarch:divert-attention", "mercenary:ambush", "0 return:monarch")
    assert table.table["graveyard"] == ["seer", "barbarian", "witch", "mercenary"]


@rule("EC-6.12")
def test_statuses_last_one_turn() -> None:
    table = echo(BARDS, "glade plains plains last-strand")
    turn(table, "bard:ambush", "mercenary:rile-the-public")
    assert statuses(table) == [["bard", "glade"], ["mercenary", "barbarian"]]
    turn(table, "ranger:rile-the-public", "diplomat:ambush")  # 3 v 1
    assert statuses(table) == [[], ["barbarian"]]
    turn(table, "seer:divert-attention", "barbarian:gambit")
    assert statuses(table) == [["seer"], []]


@rule("EC-6.13")
def test_the_steward_recovers_after_the_spending() -> None:
    table = echo()
    turn(table, "bard:ambush", "rogue:gambit")
    events = turn(table, "ranger:gambit", "steward:ambush")
    assert held(table) == [3, 5]
    told = only(events, "edicts_recovered")
    assert (told["seat"], told["clause"]) == (1, "EC-7.7.2")
    assert told["edicts"] == ["gambit", "ambush"]  # what was spent, not what was never played
    assert kinds(events).index("creatures_buried") < kinds(events).index("edicts_recovered")
    turn(table, "witch:rile-the-public", "diplomat:ambush")
    assert held(table) == [2, 4]


@rule("EC-6.14")
def test_no_statuses_after_the_last_turn() -> None:
    table = echo(BARDS, "night night night night")
    for one, two in (
        ("witch:ambush", "barbarian:ambush"),
        ("ranger:gambit", "diplomat:gambit"),
        ("monarch:rile-the-public", "steward:divert-attention"),
    ):
        events = turn(table, one, two)
        granted = [event for event in events if event["kind"] == "status_granted"]
        assert [event["status"] for event in granted].count("night") == 2
        assert {event["clause"] for event in granted} == {"EC-10.1"}
        assert kinds(events).index("creatures_buried") < kinds(events).index("status_granted")
    events = turn(table, "bard:divert-attention", "mercenary:ambush")
    assert "status_granted" not in kinds(events)
    assert statuses(table) == [[], []]


@rule("EC-6.15")
def test_the_turn_moves_to_the_history() -> None:
    table = echo(SEERS, "mountain plains plains last-strand")
    turn(table, "ranger:sabotage", "mercenary:ambush", "0 name:rogue")
    for viewer in (0, 1, None):
        for seat in table.view(viewer)["seats"]:
            assert (seat["edict"], seat["named"], seat["creature"], seat["committed"]) == (
                None,
                None,
                None,
                False,
            )
            assert seat["pending"] is None
    assert table.table["history"] == [
        {
            "turn": 1,
            "field": "mountain",
            "plays": [
                {
                    "seat": 0,
                    "creature": "ranger",
                    "edict": "sabotage",
                    "named": "rogue",
                    "strength": 4,
                    "multiplier": 1,
                    "bonus": True,
                    "negated": False,
                },
                {
                    "seat": 1,
                    "creature": "mercenary",
                    "edict": "ambush",
                    "named": None,
                    "strength": 7,
                    "multiplier": 1,
                    "bonus": True,
                    "negated": False,
                },
            ],
            "winner": 1,
            "how": "strength",
            "value": 3,
            "points": [0, 3],
        }
    ]


@rule("EC-6.15")
@pytest.mark.parametrize("battles", [1, 2, 3])
def test_a_turn_cut_short_is_no_history(battles: int) -> None:
    table = echo(BARDS, PLAINS)
    script = [("bard:ambush", "rogue:ambush"), ("witch:gambit", "steward:gambit"), ("ranger:sabotage", "")]
    for one, two in script[: battles - 1]:
        turn(table, one, two)
    table.act(0, f"play:{script[battles - 1][0]}")
    table.match.resign(1)
    assert len(table.table["history"]) == battles - 1
