"""The films' list of movements comes from the sources: what a table calls a thing or draws is on it."""

from __future__ import annotations

import pytest

from tests.browser.films import kinds

SOME = {
    "magicduel": {"minion", "fly", "grows"},
    "echo": {"creature", "turn"},
    "mazerunner": {"pawn", "block", "fall"},
    "adventurer": {"card", "hand", "tumble", "float"},
    "micah": {"met", "dock", "ware", "front", "tumble"},
    "generic": {"float", "grows"},
}


@pytest.mark.parametrize("table", SOME)
def test_every_movement_of_the_sources_is_to_be_filmed(table: str) -> None:
    assert kinds(table) >= SOME[table]
    assert "flicker" not in kinds(table), "a flame moves for ever, and is no event"
