"""The game in `examples/` as somebody else would have it: a package that is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "liars-dice"


def install_example(folder: Path, python: str = sys.executable, *more: Path) -> Path:
    """Install Liar's Dice (and `more`) into a folder that a path of Python's may name; the folder."""
    pip = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder), str(EXAMPLE), *map(str, more)], check=True)
    return folder
