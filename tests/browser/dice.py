"""Dice that fall alike whenever a test is run: what fails for one deal fails again, and can be looked into.

The seed of a table and the seeds of the bots come from the name of the test that is running, which it leaves
in a file of the inn's folder. INNKEEPER_DICE=wild leaves the dice alone: then every run is a hunt through new
deals.
"""

from __future__ import annotations

import os
from hashlib import shake_256
from pathlib import Path

from innkeeper.server import bots, tables

NOTE = "dice"


def name(folder: Path, test: str) -> None:
    """From here on the inn in this folder throws this test's dice."""
    if os.environ.get("INNKEEPER_DICE") != "wild":
        (folder / NOTE).write_text(test, encoding="utf-8")


class Loaded:
    """In the place of the module `secrets` where seeds are drawn."""

    def __init__(self, note: Path) -> None:
        self.note = note
        self.drawn: dict[str, int] = {}

    def token_bytes(self, length: int) -> bytes:
        test = self.note.read_text(encoding="utf-8") if self.note.exists() else ""
        if not test:
            return os.urandom(length)
        self.drawn[test] = self.drawn.get(test, 0) + 1
        return shake_256(f"{test} {self.drawn[test]}".encode()).digest(length)

    def randbits(self, bits: int) -> int:
        return int.from_bytes(self.token_bytes((bits + 7) // 8)) >> -bits % 8


def load(folder: str) -> None:
    """Called in the inn's own process before it opens."""
    note = Path(folder) / NOTE
    tables.secrets = Loaded(note)  # type: ignore[assignment, attr-defined]
    bots.secrets = Loaded(note)  # type: ignore[assignment, attr-defined]
