"""`innkeeper doctor`: which build runs, why, and with what."""

from __future__ import annotations

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from innkeeper import __version__
from innkeeper.engine import frame
from innkeeper.engine.game import all_games

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
        lines.append(f"game {game.id}: rules {game.version}, content {game.content.hash}, {clauses} clauses")
    return [*lines, *broken, "packages: " + ", ".join(f"{name} {_version(name)}" for name in _USED)]


def _build() -> str:
    note = Path(__file__).parent / "build.json"
    told = json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}
    if is_compiled():
        made_with = f"{told.get('modules')} modules, {told.get('compiler')}, mypy {told.get('mypy')}"
        return f"build: compiled ({made_with})"
    reason = told.get("reason", "this is the source tree; `make compiled` builds the fast one")
    return f"build: plain Python: {reason}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is not installed"
