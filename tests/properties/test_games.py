"""Every game keeps what all of them promise, the toy included; the example has a test of its own."""

from __future__ import annotations

import pytest

from innkeeper.testing import Promises

pytestmark = pytest.mark.usefixtures("toy")


class TestMagicDuel(Promises):
    game = "magicduel"


class TestEcho(Promises):
    game = "echo"


class TestMazerunner(Promises):
    game = "mazerunner"


class TestAdventurer(Promises):
    game = "adventurer"


class TestMicah(Promises):
    game = "micah"


class TestToy(Promises):
    game = "toy"
