"""The plain and the compiled build play the same matches, bit for bit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hatch_build
import innkeeper

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
COMPILED = ROOT / "build" / "compiled"
TOY = {"toy": ["tests.toy.rules"]}


def other_build() -> Path:
    """The tree to compare with: the compiled one, which must be there unless nobody wants it."""
    if os.environ.get("INNKEEPER_COMPILE") == "0":
        return SOURCE
    stale = [
        path.relative_to(SOURCE).as_posix()
        for path in sorted((SOURCE / "innkeeper").rglob("*.py"))
        if not (twin := COMPILED / path.relative_to(SOURCE)).exists()
        or twin.read_bytes() != path.read_bytes()
    ]
    if stale:
        missing = "there is no compiled build" if not COMPILED.exists() else f"{stale[0]} changed since"
        pytest.fail(
            f"{missing}: run `make compiled` first, or set INNKEEPER_COMPILE=0 to compare plain with plain",
            pytrace=False,
        )
    return COMPILED


def play(game_id: str, tree: Path, hash_seed: str) -> dict[str, Any]:
    """What a process of its own makes of the seeds; the order of sets must not matter either."""
    done = subprocess.run(
        [sys.executable, "-m", "innkeeper.testing.builds", game_id, *TOY.get(game_id, [])],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        pytest.fail(f"{game_id} in {tree.name}: {done.stderr.strip().splitlines()[-1]}", pytrace=False)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("game_id", [*innkeeper.game_ids(), "toy"])
def test_same_seeds_same_matches(game_id: str) -> None:
    tree = other_build()
    plain, other = play(game_id, SOURCE, "1"), play(game_id, tree, "2")
    assert plain["build"] == "plain"
    assert other["build"] == ("plain" if tree == SOURCE else "compiled")
    assert list(plain["matches"]) == list(other["matches"])
    for name, steps in plain["matches"].items():
        for number, (one, two) in enumerate(zip(steps, other["matches"][name])):
            assert one == two, f"{name}: action {number} differs"
        assert len(steps) == len(other["matches"][name]) > 1


def test_what_is_tested_on_one_build_only_is_never_compiled() -> None:
    """`ONCE` in the Makefile leaves server, command line and lab out of the tests on plain Python."""
    compiled = {group.name.split(".")[1] for group in hatch_build.groups()}
    assert compiled == {"engine", "games"}


WRITE = """
import pickle, sys
from innkeeper import FastChance, fingerprint, game_ids, get_game, playout
states = [get_game(id).open(None, None, 3) for id in game_ids()]
for s in states:
    playout(s, FastChance(5), 25)
sys.stdout.buffer.write(pickle.dumps([(s, fingerprint(s)) for s in states]))
"""
READ = """
import pickle, sys
from innkeeper import FastChance, fingerprint, playout
for s, mark in pickle.load(sys.stdin.buffer):
    assert fingerprint(s) == mark
    playout(s, FastChance(6), 25)
    print(s.game, fingerprint(s))
"""


def run(program: str, tree: Path, given: bytes = b"") -> bytes:
    """What a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tree)},
        input=given,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_each_build_reads_what_the_other_has_pickled() -> None:
    tree = other_build()
    plain, other = run(WRITE, SOURCE), run(WRITE, tree)
    futures = {run(READ, SOURCE, other), run(READ, tree, plain)}
    assert len(futures) == 1
    assert len(futures.pop().splitlines()) == len(innkeeper.game_ids())
