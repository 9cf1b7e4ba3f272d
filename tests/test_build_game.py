"""`innkeeper build-game` compiles the rules of a package in place, and nothing else about it changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from innkeeper import InnkeeperError, buildgame
from innkeeper.buildgame import build_game, find_package, prepared
from innkeeper.compiling import EXTENSION_SUFFIX, c_compiler
from innkeeper.newgame import new_game
from tests.examples import EXAMPLE

needs_compiler = pytest.mark.skipif(
    os.environ.get("INNKEEPER_COMPILE") == "0", reason="INNKEEPER_COMPILE=0: nobody wants to compile"
)
pytestmark = pytest.mark.timeout(900)  # a C compiler on a busy machine
PACE = """class Pace:
    def least(self) -> int:
        raise NotImplementedError
"""
SWIFT = """
class Swift(Pace):
    def least(self) -> int:
        return 0
"""
PASSED = "test_compiled_and_plain_play_the_same_matches PASSED"


def run(site: Path, *arguments: str, where: Path | None = None) -> str:
    """What a command prints where a package is installed."""
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-m", *arguments], env=env, cwd=where or site, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(folder: Path, site: Path) -> None:
    pip = ["install", "--quiet", "--no-build-isolation", "--no-deps", "--target", str(site)]
    site.mkdir()
    run(site, "pip", *pip, str(folder))


def line_of(id: str, site: Path) -> str:
    (line,) = [one for one in run(site, "innkeeper", "doctor").splitlines() if one.startswith(f"game {id}:")]
    return line


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A copy of Liar's Dice."""
    ignored = shutil.ignore_patterns("__pycache__", f"*{EXTENSION_SUFFIX}", buildgame.NOTE)
    shutil.copytree(EXAMPLE, tmp_path / "liars-dice", ignore=ignored)
    return tmp_path / "liars-dice"


@pytest.fixture
def race(tmp_path: Path) -> Path:
    return new_game("goose-run", tmp_path)


@needs_compiler
@pytest.mark.long
def test_the_example_is_compiled_and_stays_the_same_game(example: Path, tmp_path: Path) -> None:
    said: list[str] = []
    package = build_game(example, said.append)
    assert said[0].startswith("liars_dice/book.py stays plain")
    compiled = {path.name.partition(".")[0] for path in package.folder.iterdir() if ".cpython" in path.name}
    assert compiled == {"compiled__mypyc", "frames", "state", "strategy"}
    assert (package.folder / "frames.py").exists()
    kit = run(example / "src", "pytest", "-v", "-p", "no:cacheprovider", "tests", where=example)
    assert PASSED in kit
    assert "skipped" not in kit

    site = tmp_path / "site"
    install(example, site)
    assert line_of("liarsdice", site).endswith("compiled (3 of 6 modules)")
    (site / "liars_dice" / "frames.py").write_text("# changed\n")
    assert line_of("liarsdice", site).endswith(
        "but frames.py changed since: run `innkeeper build-game` again"
    )


@needs_compiler
def test_what_new_game_writes_is_compiled_and_made_plain_again(race: Path, tmp_path: Path) -> None:
    run(race, "innkeeper", "build-game")
    site = tmp_path / "site"
    install(race, site)
    assert PASSED in run(site, "pytest", "-v", "-p", "no:cacheprovider", "tests", where=race)
    assert line_of("goose_run", site).endswith("compiled (2 of 5 modules)")
    before = {path for path in race.rglob("*") if "__pycache__" not in path.parts}
    assert "plain Python again" in run(race, "innkeeper", "build-game", "--plain")
    gone = before - {path for path in race.rglob("*") if "__pycache__" not in path.parts}
    assert {path.name.partition(".")[0] for path in gone} == {
        "compiled",
        "compiled__mypyc",
        "rules",
        "strategy",
    }
    assert "as it was" in run(race, "innkeeper", "build-game", "--plain")


@needs_compiler
def test_a_game_that_would_play_otherwise_is_not_put_in_place(race: Path) -> None:
    rules = race / "goose_run" / "rules.py"
    odd = rules.read_text().replace(
        "s.squares[seat] += s.rolled[0]", 's.squares[seat] += s.rolled[0] + (not __file__.endswith(".py"))'
    )
    rules.write_text(odd)
    with pytest.raises(InnkeeperError, match=r"compiled, goose_run plays otherwise: .*: action \d+ differs"):
        build_game(race, print)
    assert not [path for path in race.rglob("*") if path.suffix in (".so", ".json")]


@needs_compiler
def test_what_mypyc_complains_of_is_told(race: Path) -> None:
    (race / "goose_run" / "strategy.py").write_text('def odd() -> int:\n    return "no"\n')
    with pytest.raises(InnkeeperError, match=r"stays plain Python: goose_run/strategy.py:2: error: .*return"):
        build_game(race, print)


@needs_compiler
def test_all_that_mypyc_complains_of_is_told_at_once(race: Path) -> None:
    wrong = 'def odd() -> int:\n    return "no"\n\n\ndef even() -> str:\n    return 2\n'
    (race / "goose_run" / "strategy.py").write_text(wrong)
    with pytest.raises(InnkeeperError, match=r"strategy.py:2: error: .*\n.*strategy.py:6: error: "):
        build_game(race, print)


@needs_compiler
def test_classes_of_the_package_may_build_upon_each_other(race: Path) -> None:
    """As the words of a card language do: one class for all, one heir for each."""
    (race / "goose_run" / "pace.py").write_text(PACE)
    strategy = race / "goose_run" / "strategy.py"
    strategy.write_text(
        strategy.read_text()
        .replace("from .rules import Track", "from .pace import Pace\nfrom .rules import Track\n\n" + SWIFT)
        .replace("legal[0] if walk > dash", "legal[0] if walk > dash + Swift().least()")
    )
    package = build_game(race, print)
    compiled = {path.name.partition(".")[0] for path in package.folder.iterdir() if ".cpython" in path.name}
    assert compiled == {"compiled__mypyc", "pace", "rules", "strategy"}


def test_without_a_c_compiler_or_mypyc_the_reason_is_told(
    race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buildgame, "TOOLS", ("mypyc_of_nowhere",))
    with pytest.raises(InnkeeperError, match="mypyc_of_nowhere is not installed: pip install 'mypy"):
        build_game(race, print)
    monkeypatch.setattr(buildgame, "TOOLS", ())
    monkeypatch.setenv("CC", "/nowhere/cc")
    c_compiler.cache_clear()
    try:
        with pytest.raises(InnkeeperError, match="goose_run stays plain Python: there is no C compiler"):
            build_game(race, print)
    finally:
        c_compiler.cache_clear()


@pytest.mark.parametrize(
    ("project", "complaint"),
    [
        (None, "has no pyproject.toml: name the folder of a game's package"),
        ("[project", "this is not TOML"),
        ("[project]", r'has no \[project.entry-points."innkeeper.games"\]'),
        ('[project.entry-points."innkeeper.games"]\na = "x:GAME"\nb = "y:GAME"', "names games of x and y"),
        ('[project.entry-points."innkeeper.games"]\na = "x:GAME"', "but there is no x or src/x"),
    ],
)
def test_a_folder_without_a_game_is_refused(project: str | None, complaint: str, tmp_path: Path) -> None:
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)
    with pytest.raises(InnkeeperError, match=complaint):
        find_package(tmp_path)


def test_marks_for_mypyc_move_no_line() -> None:
    text = "from innkeeper import (\n    State,\n)\n\n\nclass A(State):\n    pass\n\n\nclass B:\n    pass\n"
    marked = prepared(text)
    assert marked.splitlines()[2] == "); import innkeeper.engine.frame, mypy_extensions"
    assert marked.splitlines()[4:6] == ["@mypy_extensions.mypyc_attr(native_class=False)", "class A(State):"]
    assert marked.splitlines()[8:] == text.splitlines()[8:]


def test_whoever_has_heirs_is_marked_as_they_are() -> None:
    marked = prepared("X = 1\nclass A:\n    pass\n# a comment\nclass B(A):\n    pass\n", {"A"})
    assert marked.splitlines() == [
        "import mypy_extensions",
        "X = 1",
        "@mypy_extensions.mypyc_attr(native_class=False)",
        "class A:",
        "    pass",
        "@mypy_extensions.mypyc_attr(native_class=False)",
        "class B(A):",
        "    pass",
    ]
