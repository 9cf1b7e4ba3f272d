"""What several test modules share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import innkeeper
from innkeeper.engine import game as registry
from tests.toy.rules import GAME


@pytest.fixture(scope="module")
def toy() -> Iterator[innkeeper.Game]:
    """Pebbles, registered as an installed plug-in would be, for the tests of one module."""
    innkeeper.register(GAME)
    yield GAME
    del registry._ADDED[GAME.id]
