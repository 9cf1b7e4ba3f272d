"""What learners are shown, as one number for each version of an environment.

    python -m tests.honesty.seen            compare with tests/golden/environments.json
    python -m tests.honesty.seen --write    add what is new

Columns, bounds and codes go into the number, and every row, mask and reward of some random matches: whatever
a rule, a card or an eye changes there changes it. A number once written stays: what a figure was measured on
is known by the version of its environment, so a change raises the `VERSION` in the `eyes.py` of its game.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from itertools import product
from pathlib import Path

import innkeeper
from innkeeper.engine.game import Game
from innkeeper.envs import env_id
from innkeeper.envs.batch import make_matches

FILE = Path(__file__).parents[1] / "golden" / "environments.json"
MATCHES, STEPS = 4, 150  # of each table


def fingerprint(game: Game) -> str:
    """All that a version promises, at the smallest and the largest table of every preset."""
    found = blake2b(digest_size=16)
    sizes = sorted({game.seats.start, game.seats.stop - 1})
    for seats, preset in product(sizes, game.presets):
        batch = make_matches(game, seats, {"preset": preset.id}, MATCHES, seed=1)
        eyes = batch.eyes
        found.update(repr((seats, preset.id, eyes.columns, eyes.low, eyes.high, eyes.names)).encode())
        for _ in range(STEPS):
            batch.step(batch.sample())
            for shown in (batch.obs, batch.mask, batch.seat, batch.reward, batch.done, batch.length):
                found.update(memoryview(shown).cast("B"))
    return found.hexdigest()


def written() -> dict[str, str]:
    """The numbers of all versions that there ever were."""
    found: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def difference(game: Game, known: dict[str, str]) -> str:
    """Empty if learners are shown what this version says; otherwise what to do."""
    id = env_id(game)
    if id not in known:
        return f"{id} is not written down yet: `make golden`, and raise it wherever the docs name it"
    if known[id] != fingerprint(game):
        return f"{id} shows or rewards something else than it did: raise VERSION in the eyes.py of {game.id}"
    return ""


def main(arguments: list[str]) -> int:
    known = written()
    games = [innkeeper.get_game(game_id) for game_id in innkeeper.game_ids()]
    if "--write" in arguments:
        known |= {env_id(game): fingerprint(game) for game in games if env_id(game) not in known}
        FILE.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    wrong = [told for game in games if (told := difference(game, known))]
    print("\n".join(wrong) or f"{FILE.name}: as before")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
