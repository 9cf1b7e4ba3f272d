"""What an installation without any extra can do, and what it says about the rest."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
BASE = {"click", "joblib", "librt", "msgspec", "mypy_extensions", "rich"}
# Imports of everything that only extras bring fail, as where they are not installed.
WITHOUT = """
import sys
GONE = {"alembic", "argon2", "httptools", "litestar", "openskill", "prometheus_client", "psycopg", "redis",
        "sqlalchemy", "uvicorn", "uvloop", "websockets", "textual", "pyarrow"}
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in GONE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in GONE else real(name, package)
sys.meta_path.insert(0, Missing())
from innkeeper.cli import main
main(sys.argv[1:])
"""


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments], input=typed, capture_output=True, text=True, timeout=120
    )


def test_the_base_needs_six_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {need.partition(">")[0] for need in project["dependencies"]} == BASE


def test_without_extras_one_plays_simulates_and_verifies(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    played = run("play", "echo", typed=f"1\nsave {record}\nquit\n")
    assert played.returncode == 0, played.stderr
    assert "Saved." in played.stdout
    assert "MagicDuel" in run("games").stdout
    assert "magicduel, 4 matches" in run("simulate", "magicduel", "-n", "4", "-j", "1").stdout
    assert "good" in run("verify", str(record)).stdout
    assert "EC-1.1" in run("rules", "echo").stdout
    assert run("doctor").returncode == 0


def test_what_needs_an_extra_says_which() -> None:
    visit = ["bot", "--server", "http://127.0.0.1:1", "--game", "echo", "--program", "sh"]
    for extra, command in (("server", ["serve"]), ("server", ["backup", "copy.db"]), ("bot", visit)):
        refused = run(*command)
        assert refused.returncode == 1
        assert refused.stderr == (
            f"Error: this needs more than is installed: pip install 'innkeeper[{extra}]'\n"
        )
