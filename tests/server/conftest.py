from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from innkeeper.server import housekeeping, limits, watch
from tests.again import tried_again
from tests.server.running import Running, running


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("inn")) as found:
        yield found


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Running]:
    """One server for all tests that need nothing special; one of its own for a test that is tried again."""
    if tried_again(request):
        with running(tmp_path) as found:
            yield found
    else:
        yield request.getfixturevalue("shared_server")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that look for matches left waiting more often than they would."""
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(watch, "BOT_PATIENCE_MS", 200)


class Standing:
    """The time by which limits recover, which goes on only when a test says so."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def refilling(monkeypatch: pytest.MonkeyPatch) -> Standing:
    """No limit recovers by itself, however long a busy machine takes to reach it."""
    standing = Standing()
    monkeypatch.setattr(limits, "time", standing)
    return standing
