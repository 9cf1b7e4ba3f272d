"""The game is played here whether or not its package is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from liars_dice import GAME

import innkeeper


@pytest.fixture(scope="module", autouse=True)
def liars_dice() -> Iterator[None]:
    """Liar's Dice, registered as if it were installed, for the tests of one module."""
    with innkeeper.registered(GAME):
        yield
