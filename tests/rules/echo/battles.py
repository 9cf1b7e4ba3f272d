"""Short words for tests of Echo: tables with stacked decks, and turns as the rulebook writes them."""

from __future__ import annotations

from typing import Any

from innkeeper.testing.table import Table

CREATURES = ["wall", "seer", "rogue", "bard", "diplomat", "ranger", "steward", "barbarian"]
CREATURES += ["witch", "mercenary", "monarch"]
EDICTS = ["rile-the-public", "divert-attention", "sabotage", "gambit", "ambush"]
FIELDS = ["mountain", "glade", "urban", "night", "plains", "last-strand"]
STATUSES = ["seer", "bard", "mercenary", "barbarian", "mountain", "glade", "night"]

PLAINS = "plains plains plains plains"
WALLS = "seer | wall monarch bard diplomat ranger | barbarian witch rogue steward mercenary"
SEERS = "wall | seer witch bard monarch ranger | barbarian steward rogue diplomat mercenary"
BARDS = "wall | bard witch seer monarch ranger | barbarian steward rogue diplomat mercenary"


def echo(deck: str = BARDS, fields: str = PLAINS, **options: object) -> Table:
    """A table with these battlefields; the deck is overseer | seat 0's five | seat 1's five."""
    chosen = {"fields": "custom", "field_list": fields.split(), **options}
    return Table("echo", options=chosen, decks={"creatures": deck.replace("|", " ").split()})


def turn(table: Table, one: str, two: str, *more: str) -> list[dict[str, Any]]:
    """A turn: `turn(table, "bard:ambush", "witch:sabotage", "1 name:bard")`; its events, complete."""
    events = table.act(0, f"play:{one}") + table.act(1, f"play:{two}")
    for answer in more:
        seat, action = answer.split()
        events += table.act(int(seat), action)
    return events


def scores(table: Table) -> list[int]:
    return [seat["score"] for seat in table.view()["seats"]]


def statuses(table: Table) -> list[list[str]]:
    return [seat["statuses"] for seat in table.view()["seats"]]


def held(table: Table) -> list[int]:
    """How many edicts each seat holds."""
    return [len(seat["edicts"]) for seat in table.view()["seats"]]


def last(table: Table) -> dict[str, Any]:
    """The latest battle of the history."""
    battle: dict[str, Any] = table.table["history"][-1]
    return battle


def strengths(table: Table) -> list[int | None]:
    return [play["strength"] for play in last(table)["plays"]]


def multipliers(table: Table) -> list[int]:
    return [play["multiplier"] for play in last(table)["plays"]]


def battle(deck: str, fields: str, one: str, two: str, *more: str, **options: object) -> dict[str, Any]:
    """The first battle of a new game, as the history tells it."""
    table = echo(deck, fields, **options)
    turn(table, one, two, *more)
    return last(table)


def fight(field: str, one: str, two: str, *more: str, **options: object) -> dict[str, Any]:
    """One battle between two creatures: the deck is arranged so that each seat holds its own."""
    mine, theirs = one.split(":")[0], two.split(":")[0]
    rest = [creature for creature in CREATURES if creature not in (mine, theirs)]
    deck = [rest[0], mine, *rest[1:5], theirs, *rest[5:9]]
    return battle(" ".join(deck), f"{field} plains plains last-strand", one, two, *more, **options)


def finish(table: Table) -> None:
    """Play on to the end, everybody doing the first thing offered."""
    while table.phase != "over":
        for seat in list(table.match.pending):
            table.act(seat, table.legal(seat)[0])
