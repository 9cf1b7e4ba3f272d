"""Short words for tests of Adventurer Factory: the demo decks of the worked examples, and a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

import innkeeper
from innkeeper import Content, IllegalAction, ScriptedChance
from innkeeper.games.adventurer.book import Book
from innkeeper.testing.table import Table

GAME = innkeeper.get_game("adventurer")


def deck(name: str, *cards: str, copies: int = 4) -> dict[str, Any]:
    """Four copies of each card."""
    return {"game": "adventurer", "name": name, "cards": dict.fromkeys(cards, copies)}


DEMO_A = deck(
    "demo-a",
    "knight",
    "squire",
    "knightly-banner",
    "silent-steps",
    "silver-ring",
    "assassin",
    "guard-goose",
    "friendly-cudgel",
    "dinner-fork-of-doom",
    "pot-lid-buckler",
)
DEMO_B = deck(
    "demo-b",
    "smelling-salts",
    "healing-potion",
    "hot-cocoa",
    "throwing-onion",
    "strongly-worded-letter",
    "rust-powder",
    "grappling-hook",
    "whetstone",
    "banana-peel",
    "soapbox",
)
DEMO_C = deck(
    "demo-c",
    "magistrate",
    "diligent-clerk",
    "cross-examination",
    "grudge-ledger",
    "writ-of-seizure",
    "standing-objection",
    "dwarf",
    "market-shortsword",
    "second-wind",
    "hand-me-down-leathers",
)
DEMO_TEN = {
    "game": "adventurer",
    "name": "demo-ten",
    "cards": {"guard-goose": 4, "silver-ring": 4, "friendly-cudgel": 2},
}


def book(content: Content | None = None) -> Book:
    """The cards that came with the game, or others."""
    found: Book = GAME.book_of(GAME.content if content is None else content)
    return found


def around(*cards: str) -> dict[str, Any]:
    """A legal deck that holds these cards, as often as they are named, and harmless ones."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    for filler in FILLERS:
        missing = 40 - sum(counts.values())
        counts[filler] = min(4, counts.get(filler, 0) + missing)
    assert sum(counts.values()) == 40, counts
    return {"name": "around", "cards": {card: count for card, count in counts.items() if count > 0}}


FILLERS = [
    "silver-ring",
    "friendly-cudgel",
    "dinner-fork-of-doom",
    "sunday-hat",
    "calling-card",
    "market-shortsword",
    "guard-goose",
    "soapbox",
    "hand-me-down-leathers",
    "sensible-helmet",
    "eager-hireling",
    "travel-pack",
]


def factory(
    top_0: list[str] | None = None,
    top_1: list[str] | None = None,
    deck_0: object = None,
    deck_1: object = None,
    dice: list[int] | None = None,
    **options: object,
) -> Table:
    """A table with stacked decks. Decks that are not named hold the stacked cards and fillers."""
    decks = {}
    if top_0 is not None:
        decks["deck:0"] = top_0
    if top_1 is not None:
        decks["deck:1"] = top_1
    given: Mapping[str, object] = {
        "deck_0": around(*(top_0 or [])) if deck_0 is None else deck_0,
        "deck_1": around(*(top_1 or [])) if deck_1 is None else deck_1,
        **options,
    }
    return Table("adventurer", options=given, dice=dice, decks=decks)


def packed(
    cards: list[dict[str, Any]],
    top_0: list[str],
    top_1: list[str],
    dice: list[int] | None = None,
    **options: object,
) -> Table:
    """A table with a designer's pack on top of the core cards."""
    table = Table.__new__(Table)
    content = with_pack(cards)
    given = {"deck_0": around(*top_0), "deck_1": around(*top_1), "card_pack": "test-pack", **options}
    chance = ScriptedChance(dice or [], {"deck:0": top_0, "deck:1": top_1})
    table.match = innkeeper.new_match("adventurer", options=given, chance=chance, content=content)
    return table


def with_pack(cards: list[dict[str, Any]], **more: object) -> Content:
    """The core cards and a pack that extends them."""
    pack = {"pack": "test-pack", "extends": "core", "cards": cards, **more}
    return GAME.content.edited({"test-pack.json": json.dumps(pack)})


def card(id: str, types: str = "Feature", cost: int = 0, **more: object) -> dict[str, Any]:
    """A card of a pack."""
    return {"id": id, "name": id.replace("-", " ").title(), "types": types.split("/"), "cost": cost, **more}


def refused(table: Table, seat: int, action: str) -> tuple[str, str]:
    """The reason and the clause against an action, which must be refused."""
    with pytest.raises(IllegalAction) as wrong:
        table.act(seat, action)
    return wrong.value.reason, wrong.value.clause


def finished(table: Table) -> None:
    """All dice of the script have been rolled."""
    assert table.match.unused_dice == []


def pick(table: Table, seat: int, *fields: str) -> list[Any]:
    """Some fields of a seat, as it sees itself."""
    side = table.seat(seat)
    return [side[field] for field in fields]


def refs(table: Table, seat: int) -> dict[int, str]:
    """The cards a seat has in play."""
    return {card["ref"]: card["card"] for card in table.seat(seat)["in_play"]}
