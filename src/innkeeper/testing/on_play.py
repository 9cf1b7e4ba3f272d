"""A match can be played at every table, comes to an end, and can be copied."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.frame import State, canonical, seats_of
from innkeeper.engine.game import Game
from innkeeper.engine.playout import playout
from innkeeper.testing import introspect
from innkeeper.testing.guests import (
    ACTION_ID,
    check_clause,
    drawn,
    load,
    positions,
    sit_down,
    viewers,
)
from innkeeper.testing.tables import Setting, is_valid, of_game, option_tables


@drawn(60)
@given(data=st.data())
def test_random_play_ends_within_the_bound(game_id: str, data: st.DataObject) -> None:
    game = load(game_id)
    match, party = sit_down(game_id, data, log=False)
    bound = game.bound(match.options, match.seats)
    leaves = data.draw(st.none() | st.integers(0, 60), label="somebody leaves after")
    s = match.state.copy()
    s.chance = match.state.chance.copy()
    decisions = 0
    while not s.over:
        assert s.required() != 0, f"{s.phase()} waits for nobody"
        for seat in seats_of(s.required()):
            ids = [action.id for action in s.actions(seat)]
            assert ids, f"seat {seat} has no answer to {s.phase()}"
            assert len(set(ids)) == len(ids), f"{s.phase()} offers something twice"
            assert s.asking.timeout(s, seat) in s.actions(seat)
        if decisions == leaves:
            seat = decisions % s.seats
            if s.playing(seat):
                s.resign(seat)
                leaves = decisions + 7
                continue
        choice = party.next(s)
        if choice.standing:
            s.act_standing(choice.seat, choice.action)
        else:
            s.act(choice.seat, choice.action)
            decisions += 1
        assert decisions <= bound, f"more than {bound} decisions"
    check_outcome(game, s)


def check_outcome(game: Game, s: State) -> None:
    outcome = s.outcome
    assert outcome is not None
    assert s.required() == 0
    assert s.owing == 0
    assert len(outcome.places) == s.seats
    assert min(outcome.places) >= 1
    assert all(0 <= seat < s.seats for seat in outcome.winners)
    assert list(outcome.winners) == sorted(set(outcome.winners))
    check_clause(game, outcome.clause)
    assert ACTION_ID.fullmatch(outcome.reason)
    first = [seat for seat, place in enumerate(outcome.places) if place == 1]
    if outcome.winners:
        assert not outcome.draw
        assert list(outcome.winners) == first
    elif s.seats == 1:
        assert outcome.draw or outcome.places == (2,)
    for viewer in (*range(s.seats), None):
        view: dict[str, Any] = innkeeper.view(s, viewer)
        assert view["table"]["result"] == outcome.json()
        assert (view["phase"], view["to_act"], view["may_act"]) == ("over", [], [])


def test_every_option_value_and_every_number_of_seats_can_be_played(game_id: str) -> None:
    game = load(game_id)
    for table in option_tables(game_id):
        _plays(game, table)
    for count in game.seats:
        for preset in game.presets:
            _plays(game, Setting(count, {"preset": preset.id}))


def _plays(game: Game, table: Setting) -> None:
    assert is_valid(game, table.options), table
    match = innkeeper.new_match(
        game.id, seats=table.seats, options=table.options, chance=FastChance(1), log=False
    )
    s = match.state.copy()
    s.chance = FastChance(2)
    playout(s, FastChance(3), 300)


@drawn(60)
@given(data=st.data())
def test_copies_are_independent(game_id: str, data: st.DataObject) -> None:
    for match in positions(game_id, data):
        s = match.state
        before, seen = canonical(s), [innkeeper.view(s, viewer) for viewer in viewers(match)]
        twins = [s.copy(), s.copy()]
        for twin in twins:
            assert canonical(twin) == before
            assert introspect.difference(s, twin) == ""
            twin.chance = FastChance(5)
        if s.over:
            continue
        for twin in twins:
            playout(twin, FastChance(9), 12)
        assert canonical(s) == before
        assert [innkeeper.view(s, viewer) for viewer in viewers(match)] == seen
        assert canonical(twins[0]) == canonical(twins[1])
        assert introspect.difference(twins[0], twins[1]) == ""


@drawn(10)
@given(data=st.data())
def test_copy_and_hash_notice_every_field(game_id: str, data: st.DataObject) -> None:
    load(game_id)
    derived = of_game(game_id, "honesty", "DERIVED", set())
    for match in positions(game_id, data, looks=3):
        if match.outcome is not None:
            break
        for where, noticed in introspect.changes(match.state):
            assert noticed.by_copy, f"copy() forgets {where}"
            assert noticed.by_hash or where in derived, (
                f"write() leaves out {where}; if it follows from other fields, add it to DERIVED "
                "in honesty.py beside its tests"
            )
