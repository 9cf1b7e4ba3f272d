"""One source, two speeds: the same seeds played by whichever build runs, written down to be compared.

python -m innkeeper.testing.builds GAME [MODULE]     prints, as JSON, the build and what every seed led to

MODULE is one whose GAME is to be played, whichever is installed under that name.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import innkeeper
from innkeeper.engine import frame
from innkeeper.engine.eyes import Eyes
from innkeeper.testing.players import RANDOM, VARIED, Party

SEEDS = 3
MOST = 200  # actions of a match that are compared
LOOK = 5  # actions between two looks through everybody's eyes
EXTENSIONS = (".so", ".pyd")


def build() -> str:
    """Which build this process runs."""
    return "plain" if str(frame.__file__).endswith(".py") else "compiled"


def fingerprints(game_id: str) -> dict[str, list[str]]:
    """For each preset, number of seats and seed: digests of position, events, views and what learners see."""
    game = innkeeper.get_game(game_id)
    found = {}
    for preset in game.presets:
        for seats in game.seats:
            for seed in range(SEEDS):
                players = [[VARIED], [RANDOM], list(game.bots)][seed % 3] or [RANDOM]
                names = [players[seat % len(players)] for seat in range(seats)]
                match = innkeeper.new_match(game_id, seats=seats, options={"preset": preset.id}, seed=seed)
                party = Party(game, names, seed)
                key = f"{preset.id}, {seats} seats, seed {seed}, {'+'.join(sorted(set(names)))}"
                eyes = game.eyes_of(seats, {"preset": preset.id})
                found[key] = [_line("start", match, match.events(), True, eyes)]
                while match.outcome is None and len(found[key]) < MOST:
                    choice = party.next(match.state)
                    events = match.act(choice.seat, choice.action.id)
                    looks = len(found[key]) % LOOK == 0 or match.outcome is not None
                    found[key].append(_line(f"{choice.seat} {choice.action.id}", match, events, looks, eyes))
    return found


def played(game_id: str, tree: Path, module: str | None = None, hash_seed: str = "1") -> dict[str, Any]:
    """What a process of its own makes of the seeds, with `tree` first on its path.

    The order of sets must not matter, so a second process may be given another seed of hashes.
    """
    path = os.pathsep.join([str(tree), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "innkeeper.testing.builds", game_id, *([module] if module else [])],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def first_difference(one: dict[str, list[str]], two: dict[str, list[str]]) -> str | None:
    """Where the matches of two builds part, in words; None if they never do."""
    if list(one) != list(two):
        return "not the same tables were played"
    for name, steps in one.items():
        for number, (step, other) in enumerate(zip(steps, two[name])):
            if step != other:
                return f"{name}: action {number} differs"
        if len(steps) != len(two[name]):
            return f"{name}: one is longer"
    return None


def plain_copy(package: Path, into: Path) -> Path:
    """Copies a package without what was compiled of it; the folder to import it from."""
    compiled = [f"*{suffix}" for suffix in EXTENSIONS]
    shutil.copytree(package, into / package.name, ignore=shutil.ignore_patterns("__pycache__", *compiled))
    return into


def _line(action: str, match: innkeeper.Match, events: Any, looks: bool, eyes: Eyes) -> str:
    views = [match.view(viewer) for viewer in (*range(match.seats), None)] if looks else []
    asked = [(d.seat, d.name, d.ids, d.timeout) for d in match.pending.values()]
    learnt = []
    if looks:
        for seat in range(match.seats):
            row, mask = eyes.row(match.state, seat), eyes.mask(match.state, seat)
            learnt += [bytes(memoryview(row)).hex(), bytes(memoryview(mask)).hex()]
            learnt.append(eyes.key(match.state, seat).hex())
    seen = json.dumps([events, views, asked, learnt]).encode()
    return f"{action} {match.hash} {hashlib.sha256(seen).hexdigest()[:12]}"


if __name__ == "__main__":
    if len(sys.argv) > 2:
        innkeeper.register(importlib.import_module(sys.argv[2]).GAME)
    print(json.dumps({"build": build(), "matches": fingerprints(sys.argv[1])}))
