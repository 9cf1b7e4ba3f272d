"""What several test modules share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import innkeeper
from innkeeper.engine import game as registry
from tests.toy.rules import GAME

# A shell lets what runs in its background ignore Ctrl-C, and all that it starts; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Whoever runs the tests keeps their own saved matches; programs that are started see the same."""
    with pytest.MonkeyPatch.context() as changed:
        home = tmp_path_factory.mktemp("data")
        changed.setenv("XDG_DATA_HOME", str(home))
        yield home


@pytest.fixture(scope="module")
def toy() -> Iterator[innkeeper.Game]:
    """Pebbles, registered as an installed plug-in would be, for the tests of one module."""
    innkeeper.register(GAME)
    yield GAME
    del registry._ADDED[GAME.id]
