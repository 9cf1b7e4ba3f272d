"""Liar's Dice as somebody else would have it: installed into a fresh environment, and played there."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples import EXAMPLE, ROOT
from tests.test_terminal import Terminal, over


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of a fresh environment with both packages; what they depend on is borrowed from this one."""
    home = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    found = str(home / "bin" / "python")
    asked = [found, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = [found, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--editable", str(ROOT)], check=True)
    subprocess.run([*pip, str(EXAMPLE)], check=True)
    return found


def run(python: str, *arguments: str, cwd: Path = ROOT.parent) -> str:
    """What a command prints there."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([python, *arguments], capture_output=True, text=True, env=env, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_is_found_with_its_rules_and_its_bot(python: str) -> None:
    assert "Liar's Dice" in run(python, "-m", "innkeeper", "games")
    assert "liarsdice" in run(python, "-m", "innkeeper", "doctor")
    assert "LD-4.2" in run(python, "-m", "innkeeper", "rules", "liarsdice")


def test_the_example_is_simulated_and_its_bot_wins(python: str) -> None:
    asked = ["--games", "60", "--players", "reckoner,random", "--rotate", "--jobs", "1", "--json"]
    told = json.loads(run(python, "-m", "innkeeper", "simulate", "liarsdice", *asked))
    assert told["matches"] == told["distinct"] == 60
    assert told["by_player"]["reckoner"]["count"] >= 54


def test_the_example_needs_nothing_but_the_door() -> None:
    texts = [path.read_text() for path in (EXAMPLE / "src").rglob("*.py")]
    assert len(texts) > 1
    assert all(not re.search(r"innkeeper\.(?!testing)\w|import innkeeper\b", text) for text in texts)
    assert sum(bool(line.strip()) for text in texts for line in text.splitlines()) <= 250


@pytest.fixture
def terminal(python: str, tmp_path: Path) -> Iterator[Terminal]:
    command = [python, "-m", "innkeeper", "play", "liarsdice", "--plain", "--seed", "4", "-o", "dice=2"]
    opened = Terminal(tmp_path / "tmux", command)
    yield opened
    opened.close()


def test_a_whole_game_in_a_terminal(terminal: Terminal) -> None:
    """The first answer is the call, if there is something to call; else the lowest claim."""
    answered, dice = 0, random.Random(1)

    def asked_again(screen: str) -> bool:
        return over(screen) or len(re.findall(r"^>", screen, re.MULTILINE)) > answered

    screen = terminal.wait_until(asked_again)
    assert "under the cup [" in screen
    while not over(screen):
        terminal.type(dice.choice("12"))
        answered += 1
        assert answered < 100
        screen = terminal.wait_until(asked_again)
    assert "Won by" in screen
    assert "The cups are opened:" in screen
