"""One source, two speeds: the same seeds played by whichever build runs, written down to be compared.

python -m innkeeper.testing.builds GAME [MODULE]     prints, as JSON, the build and what every seed led to

MODULE is one whose GAME is not installed, to be registered first.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from typing import Any

import innkeeper
from innkeeper.engine import frame
from innkeeper.testing.players import RANDOM, VARIED, Party

SEEDS = 3
MOST = 200  # actions of a match that are compared
LOOK = 5  # actions between two looks through everybody's eyes


def build() -> str:
    """Which build this process runs."""
    return "plain" if str(frame.__file__).endswith(".py") else "compiled"


def fingerprints(game_id: str) -> dict[str, list[str]]:
    """For each preset, number of seats and seed: digests of position, events and views, action by action."""
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
                found[key] = [_line("start", match, match.events(), True)]
                while match.outcome is None and len(found[key]) < MOST:
                    choice = party.next(match.state)
                    events = match.act(choice.seat, choice.action.id)
                    looks = len(found[key]) % LOOK == 0 or match.outcome is not None
                    found[key].append(_line(f"{choice.seat} {choice.action.id}", match, events, looks))
    return found


def _line(action: str, match: innkeeper.Match, events: Any, looks: bool) -> str:
    views = [match.view(viewer) for viewer in (*range(match.seats), None)] if looks else []
    asked = [(d.seat, d.name, d.ids, d.timeout) for d in match.pending.values()]
    seen = json.dumps([events, views, asked]).encode()
    return f"{action} {match.hash} {hashlib.sha256(seen).hexdigest()[:12]}"


if __name__ == "__main__":
    if len(sys.argv) > 2:
        innkeeper.register(importlib.import_module(sys.argv[2]).GAME)
    print(json.dumps({"build": build(), "matches": fingerprints(sys.argv[1])}))
