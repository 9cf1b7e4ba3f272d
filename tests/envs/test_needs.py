"""The base package stays light, what is missing is named, and docs/research.md tells the truth."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import innkeeper.envs
from innkeeper import get_game
from tests.envs.cases import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")


def python(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("zoo", "pettingzoo", "rl"),
        ("solo", "gymnasium", "rl"),
        ("many", "numpy", "rl"),
        ("spiel", "pyspiel", "spiel"),
    ],
)
def test_what_is_missing_is_named_with_its_extra(module: str, missing: str, extra: str) -> None:
    hidden = f"import sys, innkeeper; sys.modules[{missing!r}] = None; import innkeeper.envs.{module}"
    done = python(hidden)
    assert done.returncode == 1
    assert f"{missing} is not installed: pip install 'innkeeper[{extra}]'" in done.stderr.splitlines()[-1]


def test_the_base_package_imports_none_of_it() -> None:
    heavy = "{'gymnasium', 'numpy', 'pettingzoo', 'pyspiel', 'torch'}"
    played = "import sys, innkeeper, innkeeper.bots; innkeeper.new_match('echo')"
    assert python(f"{played}; print({heavy} & set(sys.modules))").stdout.strip() == "set()"


def test_the_table_of_spaces_is_true() -> None:
    rows = re.findall(r"^\| `(innkeeper/\S+)` \| (\d) \| (\d+) \| (\d+) \|", PAGE, re.MULTILINE)
    told = {(id, int(seats)): (int(width), int(codes)) for id, seats, width, codes in rows}
    found = {}
    for game in map(get_game, GAMES):
        for seats in sorted({game.seats[0], game.seats[-1]}):
            eyes = game.eyes_of(seats, {"preset": game.recommended})
            found[innkeeper.envs.env_id(game), seats] = (int(eyes.width), int(eyes.codes))
    assert told == found
