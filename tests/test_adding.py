"""docs/adding.md is followed on a copy of the source, and what was added is played with."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"^```(?P<how>toml|diff)\n# (?P<file>src/\S+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)

# Run in the copy: what is found of everything that was added.
PLAY = """
import json, sys
import innkeeper
from innkeeper import FastChance
from innkeeper.testing.players import RANDOM, Party

def matches(game, tries, **options):
    for seed in range(tries):
        match = innkeeper.new_match(game, options=options, seed=seed)
        party = Party(innkeeper.get_game(game), [RANDOM] * match.seats, seed)
        for _ in range(400):
            if match.outcome is not None:
                break
            choice = party.next(match.state)
            match.act(choice.seat, choice.action.id)
        yield match

def met(game, id, tries=40, **options):
    return any(id in json.dumps(match.events()) + json.dumps(match.record()["entries"])
               for match in matches(game, tries, **options))

def magic(**options):
    match = innkeeper.new_match("magicduel", options=options)
    match.act(0, "magic")
    return match.view(None)["seats"][0]["magic"]

def burn():
    match = innkeeper.new_match("magicduel", options={"starting_magic": 5})
    match.act(0, "ember")
    return match.view(None)["seats"][1]["burn"]

duel = innkeeper.get_game("magicduel")
print(json.dumps({
    "home": innkeeper.__file__,
    "a move": met("magicduel", "wind", starting_magic=9),
    "a battlefield": met("echo", "marsh", fields="wild"),
    "an item": met("mazerunner", "folding-ladder", 60),
    "a card in a deck": met("adventurer", "ginger-biscuit"),
    "a treasure": met("micah", "umbrella-of-doubt"),
    "a word": burn(),
    "its sentence": duel.texts(duel.content)["ember-rain"],
    "a house rule": [magic(), magic(magic_toll=1)],
    "its clause": "MD-8.7" in duel.rulebook.clauses,
    "a bot": "hasty" in duel.bots and innkeeper.play(
        innkeeper.new_match("magicduel", chance=FastChance(1), log=False).state,
        [duel.bots["hasty"](), duel.bots["greedy"]()], FastChance(2)) is not None,
}))
"""


def apply(how: str, path: Path, text: str) -> None:
    """Write one block of the page into a file of the copy."""
    before = path.read_text(encoding="utf-8")
    if how == "toml":
        path.write_text(before + text, encoding="utf-8")
        return
    lines = [(line[:1], line[1:] + "\n") for line in text.splitlines()]
    old = "".join(line for sign, line in lines if sign != "+")
    new = "".join(line for sign, line in lines if sign != "-")
    assert before.count(old) == 1, f"{path.name} has not once:\n{old}"
    path.write_text(before.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "static", "*.so")
    shutil.copytree(ROOT / "src", home / "src", ignore=ignored)
    blocks = list(BLOCK.finditer(PAGE))
    assert len(blocks) == PAGE.count("\n```toml\n") + PAGE.count("\n```diff\n") == 15
    for block in blocks:
        apply(block["how"], home / block["file"], block["text"])
    return home / "src"


def test_what_the_page_adds_is_there_and_is_played_with(copy: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(copy)},
        cwd=copy,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found.pop("home")).is_relative_to(copy)
    assert found.pop("its sentence") == "Costs 2 magic. 1 burn, past any shield."
    assert found.pop("a word") == 1
    assert found.pop("a house rule") == [4, 3]
    assert [name for name, there in found.items() if there is not True] == []


def test_the_types_of_what_the_page_adds_hold(copy: Path, tmp_path: Path) -> None:
    duel = copy / "innkeeper" / "games" / "magicduel"
    strictly = ["--strict", "--config-file=", "--follow-imports=silent", "--cache-dir", str(tmp_path)]
    files = [str(duel / f"{name}.py") for name in ("effects", "options", "state", "strategy")]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *strictly, *files],
        env={**os.environ, "MYPYPATH": str(copy)},
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout
