"""Ctrl-C for a client that waits for somebody to type."""

from __future__ import annotations

import time
from pathlib import Path

from tests.patience import PATIENCE


def until_it_waits(process: int) -> None:
    """In the moment before a program waits for a key, Python overhears Ctrl-C until the next key."""
    until = time.monotonic() + PATIENCE
    while Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "S":
        assert time.monotonic() < until
        time.sleep(0.01)
