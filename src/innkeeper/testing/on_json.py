"""What leaves a match is JSON of one's own."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from innkeeper import Match
from innkeeper.testing.guests import ACTION_ID, check_clause, drawn, eventful, sit_down, viewers
from innkeeper.testing.tables import of_game


@drawn(40)
@given(data=st.data())
def test_views_and_events_are_json_and_share_nothing(game_id: str, data: st.DataObject) -> None:
    match, party = sit_down(game_id, data)
    eventful(match, party, data.draw(st.integers(0, 100), label="steps"))
    hash_before = match.hash
    pending, standing = match.pending, match.standing
    for viewer in viewers(match):
        view: dict[str, Any] = match.view(viewer)
        assert list(view) == ["game", "turn", "phase", "to_act", "may_act", "you", "seats", "table"]
        assert (view["game"], view["you"]) == (game_id, viewer)
        assert [seat["seat"] for seat in view["seats"]] == list(range(match.seats))
        assert view["to_act"] == sorted(pending)
        assert view["may_act"] == sorted(standing)
        check_options(match, view["table"]["options"])
        result = None if match.outcome is None else match.outcome.json()
        assert view["table"]["result"] == result
        for thing in (view, match.events(viewer)):
            assert json.loads(json.dumps(thing, allow_nan=False)) == thing
            assert not list(_not_json(thing))
        events = match.events(viewer)
        kept = copy.deepcopy((view, events))
        _wreck(match.view(viewer))
        _wreck(match.events(viewer))
        assert (match.view(viewer), match.events(viewer)) == kept
    record = copy.deepcopy(match.record())
    _wreck(match.record())
    assert match.record() == record
    assert match.hash == hash_before
    for decisions in (pending, standing):
        for seat, decision in decisions.items():
            assert decision.seat == seat
            assert "resign" not in decision.ids
            for action in decision.actions:
                assert ACTION_ID.fullmatch(action.id), action.id
                assert action.label
                check_clause(match.game, action.clause)
    for seat in standing:
        if seat in pending:
            assert not set(pending[seat].ids) & set(standing[seat].ids)


def check_options(match: Match, shown: dict[str, Any]) -> None:
    """A view shows all options as they were resolved; where a game's rules say so, a few only to some."""
    secret = of_game(match.game.id, "honesty", "SECRET_OPTIONS", set())
    options = match.options.json()
    assert list(shown) == list(options)
    for name, value in options.items():
        assert shown[name] == value or (name in secret and shown[name] is None)


def _not_json(thing: object) -> Iterator[object]:
    """Whatever JSON would quietly turn into something else."""
    if isinstance(thing, dict):
        for name, value in thing.items():
            if not isinstance(name, str):
                yield name
            yield from _not_json(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from _not_json(value)
    elif thing is not None and type(thing) not in (bool, int, float, str):
        yield thing


def _wreck(thing: object) -> None:
    """Change everything in a structure, however deep."""
    if isinstance(thing, dict):
        for value in thing.values():
            _wreck(value)
        thing["wrecked"] = True
    elif isinstance(thing, list):
        for value in thing:
            _wreck(value)
        thing.append("wrecked")
