"""The number of positions after n decisions is known: a change of the rules cannot hide."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing.tables import cases_of
from tests.honesty import perft

CASES = cases_of(perft.openings)


@pytest.mark.parametrize(
    ("game_id", "opening"), CASES, ids=[f"{game_id}-{opening.name}" for game_id, opening in CASES]
)
def test_counts(game_id: str, opening: perft.Opening) -> None:
    depth = len(opening.counts) - 1
    assert depth > 0
    assert perft.counts(game_id, opening, depth) == list(opening.counts)


@pytest.mark.parametrize("game_id", innkeeper.game_ids())
def test_no_opening_is_forgotten(game_id: str) -> None:
    found = perft.openings(game_id)
    assert len({opening.name for opening in found}) == len(found)
    assert [case for case in CASES if case[0] == game_id] == [(game_id, opening) for opening in found]
