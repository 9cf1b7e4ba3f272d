"""`innkeeper new-game` writes a package that is installed, listed, played and tested like any other game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from innkeeper import InnkeeperError
from innkeeper.newgame import new_game

CLAUSES = ["GO-1.1", "GO-1.2", "GO-2.1", "GO-2.2", "GO-3.1", "GO-3.2", "GO-3.3"]


def _run(site: Path, *arguments: str, answers: str = "", where: Path | None = None) -> str:
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = subprocess.run(
        [sys.executable, "-m", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        cwd=where,
        input=answers,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The package as it was written, and where it is installed."""
    folder = tmp_path_factory.mktemp("written")
    said = _run(folder, "innkeeper", "new-game", "goose-run", "--in", str(folder))
    assert "innkeeper play goose_run" in said
    site = folder / "site"
    install = ["install", "--quiet", "--no-build-isolation", "--no-deps", "--target", str(site)]
    _run(folder, "pip", *install, str(folder / "goose-run"))
    return folder / "goose-run", site


def test_it_is_listed_and_played(written: tuple[Path, Path]) -> None:
    _, site = written
    assert "goose_run    Goose Run (2 to 6 seats" in _run(site, "innkeeper", "games")
    (line,) = [
        one for one in _run(site, "innkeeper", "doctor").splitlines() if "game goose_run: rules 1" in one
    ]
    assert line.endswith("plain Python: `innkeeper build-game` compiles it")
    assert "[GO-2.2]" not in _run(site, "innkeeper", "rules", "goose_run", "GO-2.2")
    assert re.findall(r"GO-\d\.\d", _run(site, "innkeeper", "rules", "goose_run")) == CLAUSES
    played = _run(site, "innkeeper", "play", "goose_run", "--plain", "--seed", "3", answers="walk\n" * 30)
    assert "Walk, or dash and risk a fall?" in played
    assert "(GO-3." in played
    table = _run(site, "innkeeper", "simulate", "goose_run", "--games", "60", "--jobs", "1", "--json")
    assert '"goose_run"' in table


def test_its_own_tests_pass(written: tuple[Path, Path]) -> None:
    folder, site = written
    said = _run(site, "pytest", "-q", "-p", "no:cacheprovider", "tests", where=folder)
    assert " passed" in said
    assert "failed" not in said


def test_nothing_of_the_starter_is_left_in_it(written: tuple[Path, Path]) -> None:
    for path in written[0].rglob("*.*"):
        if path.is_file() and path.suffix in {".py", ".md", ".toml"}:
            text = path.read_text(encoding="utf-8")
            assert "race" not in f"{path.name} {text}".lower().split(), path
            assert "RC-" not in text, path


@pytest.mark.parametrize(
    "name", ["", "1x", "Race", "a--b", "../x", "a/b", "x" * 31, "class", "json", "magicduel", "innkeeper"]
)
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InnkeeperError):
        new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    new_game("inside", tmp_path)
    assert 'id="IX-1.1"' in (tmp_path / "inside" / "inside" / "rulebook.md").read_text()  # IN is the inn's
    with pytest.raises(InnkeeperError, match="exists already"):
        new_game("inside", tmp_path)
