"""Counting positions: after n decisions from a fixed opening, how many distinct ones, and how many ways?

    python -m tests.honesty.perft [GAME …]     counts again, prints what to commit

A game's openings stand in `tests/rules/<game>/perft.py`, with the counts after 0, 1, 2, … decisions:

    OPENINGS = [Opening("small", {"shield_max_cast": 1}, counts=[(1, 1), (7, 7), …])]

Chance goes on from the opening's seed along every way, so the counts are exact for games with dice
and decks too: same position and same dice to come is counted once.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.frame import State, canonical
from innkeeper.testing.tables import of_game


@dataclass(frozen=True)
class Opening:
    """A table, a seed, decisions already taken, and the (positions, ways) after 0, 1, 2, … more."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    counts: Sequence[tuple[int, int]] = ((1, 1),)
    seats: int | None = None
    seed: int = 1
    after: Sequence[str] = ()


def openings(game_id: str) -> list[Opening]:
    found: list[Opening] = of_game(game_id, "perft", "OPENINGS", [])
    return found


def counts(game_id: str, opening: Opening, depth: int) -> list[tuple[int, int]]:
    """(distinct positions, ways to get there) after 0 to `depth` decisions; finished matches stay."""
    match = innkeeper.new_match(
        game_id, seats=opening.seats, options=opening.options, chance=FastChance(opening.seed), log=False
    )
    for answer in opening.after:
        match.act(next(iter(match.pending)), answer)
    level: dict[tuple[int, ...], tuple[State, int]] = {_key(match.state): (match.state, 1)}
    found = [(1, 1)]
    for _ in range(depth):
        after: dict[tuple[int, ...], tuple[State, int]] = {}
        for key, (s, ways) in level.items():
            if s.over:
                after[key] = (s, after[key][1] + ways if key in after else ways)
                continue
            seat = s.decider()
            for action in s.actions(seat):
                new = s.copy()
                new.chance = s.chance.copy()
                new.act(seat, action)
                reached = _key(new)
                known = after.get(reached)
                after[reached] = (new, ways) if known is None else (known[0], known[1] + ways)
        level = after
        found.append((len(level), sum(ways for _, ways in level.values())))
    return found


def _key(s: State) -> tuple[int, ...]:
    """The position and the dice to come."""
    return (*canonical(s), s.chance.copy().word())


def main(names: list[str]) -> int:
    wrong = 0
    for game_id in names or innkeeper.game_ids():
        for opening in openings(game_id):
            found = counts(game_id, opening, len(opening.counts) - 1)
            same = found == list(opening.counts)
            wrong += not same
            print(f"{game_id} {opening.name}: {'as committed' if same else f'now {found}'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
