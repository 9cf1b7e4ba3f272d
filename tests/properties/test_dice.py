"""The dice of our own games, as lines tell them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import innkeeper
from innkeeper.testing.guests import drawn, eventful, sit_down, viewers

pytestmark = pytest.mark.usefixtures("toy", "example")

GAMES = [*innkeeper.game_ids(), "toy", "liarsdice"]
DICE_TOLD = {"rolled", "bonus_rolled", "encounter_rolled", "first_seat_rolled", "coin_tossed"}


@pytest.mark.parametrize("game_id", GAMES)
@drawn(30)
@given(data=st.data())
def test_dice_are_told_in_one_shape(game_id: str, data: st.DataObject) -> None:
    """Whatever an event calls them, its line has every die as its size and what it showed."""
    match, party = sit_down(game_id, data)
    eventful(match, party, data.draw(st.integers(0, 100), label="steps"))
    for viewer in viewers(match):
        for line in match.lines(viewer):
            hidden = line.event.get("dice", "") is None
            if hidden:  # under somebody else's cup
                assert game_id == "liarsdice"
                assert line.event["seat"] != viewer
            assert bool(line.dice) == (line.event["kind"] in DICE_TOLD and not hidden), line
            for sides, rolled in line.dice:
                assert 1 <= rolled <= sides
            assert "thrown" not in line.event
