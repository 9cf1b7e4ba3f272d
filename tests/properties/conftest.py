"""The example of a package of its own is held to what holds for every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from liars_dice import GAME

import innkeeper
from innkeeper.engine import game as registry


@pytest.fixture(scope="module", autouse=True)
def liars_dice() -> Iterator[None]:
    """Liar's Dice, registered as if it were installed."""
    innkeeper.register(GAME)
    yield
    del registry._ADDED[GAME.id]
