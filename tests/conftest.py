"""What several test modules share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import liars_dice
import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG

import innkeeper
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


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Whoever asks a server waits as long as a busy machine may take, not the five seconds of httpx."""
    with pytest.MonkeyPatch.context() as changed:
        for part in ("connect", "read", "write", "pool"):
            changed.setattr(DEFAULT_TIMEOUT_CONFIG, part, 60.0)
        yield


# What takes longest begins first, so that no worker is left alone with it at the end.
FIRST = (
    "test_kills.py",
    "test_new_game_document.py",
    "test_new_game.py",
    "test_example.py",
    "test_openapi.py",
    "test_upgrade.py",
    "test_exhaustive.py",
    "test_lighthouse.py",
    "test_whole_games.py",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: FIRST.index(item.path.name) if item.path.name in FIRST else len(FIRST))


@pytest.fixture(scope="module")
def toy() -> Iterator[innkeeper.Game]:
    """Pebbles, registered as an installed plug-in would be, for the tests of one module."""
    with innkeeper.registered(GAME):
        yield GAME


@pytest.fixture(scope="module")
def example() -> Iterator[innkeeper.Game]:
    """Liar's Dice of `examples/`, in the same way."""
    with innkeeper.registered(liars_dice.GAME):
        yield liars_dice.GAME
