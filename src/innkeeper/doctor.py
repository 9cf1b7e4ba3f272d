"""`innkeeper doctor`: which build runs, why, and with what."""

from __future__ import annotations

import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from innkeeper import __version__
from innkeeper.buildgame import changed_since
from innkeeper.engine import frame
from innkeeper.engine.game import Game, all_games

_USED = ("msgspec", "click", "rich", "joblib", "pyarrow")


def is_compiled() -> bool:
    """Does the compiled kernel run?"""
    return not str(frame.__file__).endswith(".py")


def report() -> list[str]:
    """The lines of the report."""
    lines = [
        f"innkeeper {__version__} on Python {platform.python_version()}, {platform.platform()}",
        _build(),
    ]
    games, broken = all_games()
    for game in games:
        clauses = len(game.rulebook.clauses)
        about = f"rules {game.version}, content {game.content.hash}, {clauses} clauses"
        lines.append(f"game {game.id}: {about}, {build_of(game)}")
    return [*lines, *broken, "packages: " + ", ".join(f"{name} {_version(name)}" for name in _USED)]


def build_of(game: Game) -> str:
    """Which build of a game runs: its modules that have been loaded say it themselves, and why."""
    files = [
        str(module.__file__) for module in list(sys.modules.values()) if getattr(module, "__file__", None)
    ]
    own = [Path(file) for file in files if Path(file).is_relative_to(game.folder) and "__mypyc." not in file]
    compiled = sum(1 for file in own if file.suffix != ".py")
    if compiled:
        changed = " and ".join(changed_since(game.folder))
        stale = f", but {changed} changed since: run `innkeeper build-game` again" if changed else ""
        return f"compiled ({compiled} of {len(own)} modules){stale}"
    if game.folder.is_relative_to(Path(__file__).parent):
        return "plain Python like the kernel" if not is_compiled() else "plain Python: it was not compiled"
    return "plain Python: `innkeeper build-game` compiles it"


def _build() -> str:
    note = Path(__file__).parent / "build.json"
    told = json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}
    if is_compiled():
        made_with = f"{told.get('modules')} modules, {told.get('compiler')}, mypy {told.get('mypy')}"
        return f"build: compiled ({made_with})"
    faster = "`make compiled` builds the fast one, which PYTHONPATH=build/compiled runs"
    reason = told.get("reason", f"this is the source tree; {faster}")
    return f"build: plain Python: {reason}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is not installed"
