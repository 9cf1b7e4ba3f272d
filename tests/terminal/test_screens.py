"""Every table at three sizes is drawn as it was looked at, and nothing is wider than the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual")

from rich.cells import cell_len

from innkeeper.terminal.tables import charted, drawn, facts
from tests.terminal.screens import FOLDER, PICTURES, TABLES, picture, position


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize(("game", "width", "height"), PICTURES)
def test_the_picture_is_the_one_that_was_looked_at(game: str, width: int, height: int) -> None:
    kept = (FOLDER / f"{game}-{width}x{height}.txt").read_text(encoding="utf-8")
    assert picture(game, width, height) == kept, "python -m tests.terminal.screens --write makes it anew"


@pytest.mark.parametrize("game", TABLES)
def test_no_line_is_wider_than_there_is_room(game: str) -> None:
    table = position(game)
    now = table.moment()
    for width in (60, 78, 100, 196):
        for line in drawn(now, table.lore, width):
            wide = cell_len(line.plain.rstrip())
            assert wide <= width or game == "mazerunner", line.plain


@pytest.mark.parametrize("game", TABLES)
def test_no_figure_is_cut_off(game: str) -> None:
    table = position(game)
    now = table.moment()
    for width in (74, 78, 100, 136, 196):
        assert not [line.plain for line in drawn(now, table.lore, width) if "…" in line.plain]
    if charted(now, table.lore) is not None:
        assert not [line.plain for line in facts(now, table.lore, 40) if "…" in line.plain]


@pytest.mark.parametrize("game", TABLES)
def test_a_watcher_is_drawn_a_table_without_anybodys_secrets(game: str) -> None:
    table = position(game)
    table.viewer = None
    told = "\n".join(line.plain for line in drawn(table.moment(), table.lore, 120))
    assert "(you)" not in told
    assert "None" not in told
