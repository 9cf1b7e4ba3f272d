"""What several test modules share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

import innkeeper
from innkeeper.engine import game as registry
from tests.toy.rules import GAME

# A shell lets what runs in its background ignore Ctrl-C, and all that it starts; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def toy() -> Iterator[innkeeper.Game]:
    """Pebbles, registered as an installed plug-in would be, for the tests of one module."""
    innkeeper.register(GAME)
    yield GAME
    del registry._ADDED[GAME.id]
