"""The number of positions after n decisions is known: a change of the rules cannot hide."""

from __future__ import annotations

from itertools import takewhile

import pytest

import innkeeper
from innkeeper import FastChance, Match
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


MOST = 400  # ways that are also walked one by one


@pytest.mark.parametrize(
    ("game_id", "opening"), CASES, ids=[f"{game_id}-{opening.name}" for game_id, opening in CASES]
)
def test_the_same_ways_are_found_from_outside(game_id: str, opening: perft.Opening) -> None:
    """An independent count: every way is a match of its own, played from the start by public ids alone."""

    def sit(answers: tuple[str, ...]) -> Match:
        chance = FastChance(opening.seed)
        match = innkeeper.new_match(game_id, seats=opening.seats, options=opening.options, chance=chance)
        for answer in (*opening.after, *answers):
            match.act(next(iter(match.pending)), answer)
        return match

    ways: list[tuple[str, ...]] = [()]
    for positions, expected in takewhile(lambda pair: pair[1] <= MOST, opening.counts):
        matches = [(way, sit(way)) for way in ways]
        assert len(matches) == expected
        assert len({match.hash for _, match in matches}) <= positions
        ways = [
            (*way, *((id,) if id else ()))
            for way, match in matches
            for id in (next(iter(match.pending.values())).ids if match.outcome is None else [""])
        ]


def test_every_game_is_counted() -> None:
    assert {game_id for game_id, _ in CASES} == set(innkeeper.game_ids())


@pytest.mark.parametrize("game_id", innkeeper.game_ids())
def test_no_opening_is_forgotten(game_id: str) -> None:
    found = perft.openings(game_id)
    assert len({opening.name for opening in found}) == len(found)
    assert [case for case in CASES if case[0] == game_id] == [(game_id, opening) for opening in found]
