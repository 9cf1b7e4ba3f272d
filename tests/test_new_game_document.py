"""docs/new-game.md builds a whole game: what it writes down is written, installed, and held to the kit."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.test_new_game import _run

PAGE = Path(__file__).parents[1] / "docs" / "new-game.md"
BLOCK = re.compile(
    r"^```(?:python|toml|markdown)\n# (?P<file>[\w/.]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


def test_the_game_of_the_guide_is_whole(tmp_path: Path) -> None:
    files: dict[str, str] = {}
    for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        files[block["file"]] = files.get(block["file"], "") + block["text"]
    assert len(files) == 8
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    site = tmp_path / "site"
    install = ["install", "--quiet", "--no-build-isolation", "--no-deps", "--target", str(site)]
    _run(site, "pip", *install, str(tmp_path))
    assert "game tallest: rules 1" in _run(site, "innkeeper", "doctor")
    played = _run(site, "pytest", "-q", "-p", "no:cacheprovider", where=tmp_path)
    assert re.search(r"\d\d passed", played)
    _run(site, "innkeeper", "simulate", "tallest", "--games", "20", "--jobs", "1")
    checked = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            "--cache-dir",
            str(tmp_path / "mypy"),
            "tallest",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout
