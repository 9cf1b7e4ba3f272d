"""`python -m tests.faults.shifted …`: innkeeper, at a wall clock that can be set while it runs.

The file named by WALL_CLOCK holds how many seconds the wall clock is wrong.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_FILE = Path(os.environ["WALL_CLOCK"])
_true_ns = time.time_ns


def _wall_ns() -> int:
    return _true_ns() + int(_FILE.read_text()) * 1_000_000_000


time.time_ns = _wall_ns
time.time = lambda: _wall_ns() / 1e9

if __name__ == "__main__":
    from innkeeper.cli import main

    main()
