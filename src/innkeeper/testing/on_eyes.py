"""What learners see: nothing that a seat cannot know, within its bounds, and a code for every choice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from innkeeper import FastChance, Match
from innkeeper.engine.errors import UnknownGame
from innkeeper.engine.eyes import Eyes
from innkeeper.testing.guests import drawn, positions, seeds
from innkeeper.testing.sight import check_blind, check_codes, check_columns, check_names


@drawn(8)
@given(data=st.data())
def test_learners_see_what_a_seat_may_know(game_id: str, data: st.DataObject) -> None:
    seed = data.draw(seeds, label="worlds")
    for match in positions(game_id, data, looks=3):
        eyes = _eyes(match)
        for seat in range(match.seats):
            check_blind(eyes, match.state, seat, match.state.determinize(seat, FastChance(seed)))
            check_columns(eyes, match.state, seat)
            check_codes(eyes, match.state, seat)


@drawn(8)
@given(data=st.data())
def test_columns_and_codes_of_learners_have_names(game_id: str, data: st.DataObject) -> None:
    match = next(positions(game_id, data))
    check_names(_eyes(match))


def _eyes(match: Match) -> Eyes:
    """How learners see this table, all they could ever do included."""
    try:
        return match.game.eyes_of(match.seats, match.options.json(), offers=True)
    except UnknownGame as none:
        pytest.skip(f"{none}: give it eyes of its own (docs/research.md), or learners cannot play it")
