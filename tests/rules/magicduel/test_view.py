"""What is shown: every field, in order, the same for everybody."""

from __future__ import annotations

from typing import Any

import pytest

from innkeeper import FastChance, view
from innkeeper.testing.table import Table
from tests.rules.magicduel.duels import duel, minions, play
from tests.rules.magicduel.test_options import DEFAULTS


def keys(value: object) -> Any:
    """The keys of nested mappings, in order."""
    return list(value) if isinstance(value, dict) else None


def test_the_opening() -> None:
    def seat(number: int) -> dict[str, object]:
        return {
            "seat": number,
            "hp": 25,
            "max_hp": 25,
            "magic": 0,
            "burn": 0,
            "shield": 0,
            "minions": [],
        }

    assert duel().match.view(1) == {
        "game": "magicduel",
        "turn": 1,
        "phase": "move",
        "to_act": [0],
        "may_act": [],
        "you": 1,
        "seats": [seat(0), seat(1)],
        "table": {
            "round": 1,
            "first": 0,
            "moves_left": 2,
            "used": [],
            "heals_used": 0,
            "specter": None,
            "storm_next": 0,
            "rounds_left": 99,
            "repeats": 1,
            "options": DEFAULTS,
            "result": None,
        },
    }


def example() -> Table:
    """Much like the example of the specification: a Bubble of age 2 and a fresh Specter."""
    table = duel(starting_magic=4)
    play(table, "summon:bubble, magic | magic, magic | magic, heal:3 |")
    play(table, "N2, magic | summon:specter")
    return table


def test_in_the_middle_of_a_turn() -> None:
    table = example()
    assert table.match.view(0) == {
        "game": "magicduel",
        "turn": 5,
        "phase": "move",
        "to_act": [0],
        "may_act": [],
        "you": 0,
        "seats": [
            {
                "seat": 0,
                "hp": 25 - 12 - 2,
                "max_hp": 25,
                "magic": 4 - 2 + 4 + 1 + 4 + 1 - 5,
                "burn": 2,
                "shield": 0,
                "minions": [
                    {
                        "uid": 1,
                        "kind": "bubble",
                        "hp": 6,
                        "attack": 0,
                        "burn": 0,
                        "age": 2,
                        "bursts_in": 2,
                        "ready": True,
                    },
                    {
                        "uid": 2,
                        "kind": "specter",
                        "hp": 10,
                        "attack": 1,
                        "burn": 1,
                        "age": 0,
                        "bursts_in": None,
                        "ready": True,
                    },
                ],
            },
            {"seat": 1, "hp": 25, "max_hp": 25, "magic": 4, "burn": 0, "shield": 0, "minions": []},
        ],
        "table": {
            "round": 3,
            "first": 0,
            "moves_left": 1,
            "used": ["specter"],
            "heals_used": 0,
            "specter": None,
            "storm_next": 0,
            "rounds_left": 97,
            "repeats": 1,
            "options": DEFAULTS | {"starting_magic": 4},
            "result": None,
        },
    }


def test_the_order_of_the_fields() -> None:
    shown = example().view()
    assert keys(shown) == ["game", "turn", "phase", "to_act", "may_act", "you", "seats", "table"]
    assert keys(shown["seats"][0]) == ["seat", "hp", "max_hp", "magic", "burn", "shield", "minions"]
    assert keys(shown["seats"][0]["minions"][0]) == [
        "uid",
        "kind",
        "hp",
        "attack",
        "burn",
        "age",
        "bursts_in",
        "ready",
    ]
    assert keys(shown["table"]) == [
        "round",
        "first",
        "moves_left",
        "used",
        "heals_used",
        "specter",
        "storm_next",
        "rounds_left",
        "repeats",
        "options",
        "result",
    ]
    assert keys(shown["table"]["options"]) == list(DEFAULTS)


def test_both_seats_and_spectators_see_the_same() -> None:
    table = example()
    shown = [table.match.view(viewer) for viewer in (0, 1, None)]
    assert [one.pop("you") for one in shown] == [0, 1, None]
    assert shown[0] == shown[1] == shown[2]


def test_nothing_is_hidden_so_every_possible_world_is_this_one() -> None:
    table = example()
    for viewer in (0, 1, None):
        world = table.match.state.determinize(viewer, FastChance(7))
        assert view(world, None) == table.view()


def test_while_a_specter_is_aimed() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, magic | magic, summon:specter")
    shown = table.view()
    assert (shown["phase"], shown["to_act"]) == ("specter", [1])
    assert shown["table"]["specter"] == 2
    assert shown["table"]["moves_left"] == 0
    assert shown["table"]["used"] == ["magic", "specter"]


def test_kinds_and_heals_used_are_shown_at_every_table() -> None:
    table = duel(moves_per_turn=4, starting_magic=9)
    play(table, "heal:1, N0, heal:0")
    assert table.table["used"] == ["heal", "normal", "heal"]
    assert table.table["heals_used"] == 2
    play(table, "P |")
    assert (table.table["used"], table.table["heals_used"]) == ([], 0)


def test_readiness_is_only_missing_under_summoning_sickness() -> None:
    table = duel(preset="workshop", starting_magic=7)
    play(table, "summon:bubble, summon:specter |")
    assert [minion["ready"] for minion in table.seat(0)["minions"]] == [False, False]


@pytest.mark.parametrize("fuse", [1, 4, 9])
def test_the_fuse_is_shown(fuse: int) -> None:
    table = duel(bubble_fuse=fuse, starting_magic=2)
    play(table, "summon:bubble, magic |")
    assert table.seat(0)["minions"][0]["bursts_in"] == fuse
    if fuse > 1:
        play(table, "magic, magic |")
        assert table.seat(0)["minions"][0]["bursts_in"] == fuse - 1


def test_the_weather_forecast() -> None:
    table = duel(storm_round=2, round_limit=10, max_hp=40)
    shown = []
    for _ in range(4):
        shown.append((table.table["storm_next"], table.table["rounds_left"], table.table["repeats"]))
        play(table, "heal:0, heal:0 | heal:0, heal:0 |")
    assert shown == [(0, 9, 0), (1, 8, 0), (2, 7, 0), (3, 6, 0)]


def test_after_the_end() -> None:
    table = duel(max_hp=5, starting_magic=9)
    play(table, "N2 |")
    shown = table.match.view(0)
    assert (shown["phase"], shown["to_act"], shown["may_act"]) == ("over", [], [])
    assert table.seat(1)["hp"] == 5 - 12
    assert table.table["specter"] is None
    assert table.result == {
        "winners": [0],
        "draw": False,
        "reason": "attack",
        "clause": "MD-9.1",
        "places": [1, 2],
    }
    assert list(table.result) == ["winners", "draw", "reason", "clause", "places"]


def test_a_view_is_a_copy() -> None:
    table = example()
    before = table.view()
    changed = table.view()
    changed["seats"][0]["minions"].clear()
    changed["table"]["used"].append("magic")
    changed["to_act"].append(1)
    assert table.view() == before
    assert len(minions(table, 0)) == 2
