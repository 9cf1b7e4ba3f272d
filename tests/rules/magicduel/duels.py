"""Short words for tests of MagicDuel: scripts as the rulebook writes its examples."""

from __future__ import annotations

from typing import Any

from innkeeper.testing.table import Table

SHORT = {
    "N0": "attack:normal:0:player",
    "N1": "attack:normal:1:player",
    "N2": "attack:normal:2:player",
    "P": "attack:pierce:player",
}


def duel(dice: list[int] | None = None, /, **options: object) -> Table:
    """A duel under these house rules."""
    return Table("magicduel", options=options, dice=dice)


def play(table: Table, script: str) -> list[dict[str, Any]]:
    """`magic, N2 | heal:3, magic |`: actions of whoever is asked; `|` is where a turn must end."""
    events: list[dict[str, Any]] = []
    *turns, rest = script.split("|")
    for turn in turns:
        before = table.view()["turn"]
        events += table.play(*actions(turn))
        assert table.phase == "over" or table.view()["turn"] == before + 1, f"turn {before} of {script!r}"
    before = table.view()["turn"]
    events += table.play(*actions(rest))
    assert table.view()["turn"] == before, f"turn {before} of {script!r} ended"
    return events


def actions(turn: str) -> list[str]:
    return [SHORT.get(word, word) for word in map(str.strip, turn.split(",")) if word]


def values(table: Table, seat: int) -> tuple[int, int, int, int]:
    """Health, magic, burn and shield of a seat."""
    shown = table.seat(seat)
    return shown["hp"], shown["magic"], shown["burn"], shown["shield"]


def minions(table: Table, seat: int) -> list[tuple[int, str, int]]:
    """A seat's minions as (uid, kind, HP)."""
    return [(minion["uid"], minion["kind"], minion["hp"]) for minion in table.seat(seat)["minions"]]


def ages(table: Table, seat: int) -> list[int]:
    return [minion["age"] for minion in table.seat(seat)["minions"]]


def moves_of(table: Table, kind: str) -> list[str]:
    """What is offered of one verb."""
    return [action for action in table.legal() if action == kind or action.startswith(kind + ":")]
