"""The same files with the same duties in every game: what CONTRIBUTING.md promises a reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from innkeeper import game_ids, get_game

ROOT = Path(__file__).parents[1]
TABLE = re.findall(r"^\| (`.*?) \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE)
FILES = [name for row in TABLE for name in re.findall(r"`([^`]+)`", row)]

DUTIES = {
    "book": "content",
    "view": "view",
    "eyes": "eyes",
    "strategy": "strategy",
    "names": "words",
    "texts": "words",
    "about": "words",
    "bound": "measure",
    "wanted": "measure",
    "measures": "measure",
}


def test_the_table_is_read() -> None:
    assert {"__init__.py", "content/*.toml", "refusals.py", "measure.py", "rulebook.md"} <= set(FILES)


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_every_file(game_id: str) -> None:
    folder = ROOT / "src" / "innkeeper" / "games" / game_id
    assert [name for name in FILES if not list(folder.glob(name))] == []


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize(("duty", "home"), DUTIES.items())
def test_every_duty_is_done_in_its_place(game_id: str, duty: str, home: str) -> None:
    assert getattr(get_game(game_id), duty).__module__ == f"innkeeper.games.{game_id}.{home}"
