"""What is against the rules is refused, and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import innkeeper
from innkeeper import IllegalAction, InvalidOptions, Match
from innkeeper.engine.game import Game
from innkeeper.testing.guests import check_clause, drawn, load, sit_down, viewers
from innkeeper.testing.tables import option_names, option_values


@drawn(40)
@given(data=st.data())
def test_illegal_actions_are_refused_and_change_nothing(game_id: str, data: st.DataObject) -> None:
    game = load(game_id)
    match, party = sit_down(game_id, data)
    earlier: set[str] = set()
    for _ in range(data.draw(st.integers(0, 60), label="steps")):
        if match.outcome is not None:
            break
        earlier |= {action for decision in match.pending.values() for action in decision.ids[:30]}
        choice = party.next(match.state)
        match.act(choice.seat, choice.action.id)
    others = [other for other in ("magicduel", "echo") if other != game_id]
    foreign = {action for other in others for action in _opening_ids(other)}
    mine = {a for decision in match.pending.values() for a in decision.ids}
    known = _some_known_ids(game, data.draw(st.randoms(use_true_random=False), label="known"))
    texts = [*sorted(earlier)[:25], *sorted(foreign), *sorted(mine)[:25], *known]
    texts += ["", " ", "no-such-action", "resign ", "RESIGN", "x" * 100_000, "a:b:c:d:e", "\0", "é\ud800"]
    strange: list[Any] = [None, 5, 0, True, 1.5, b"resign", [], ["resign"], {}, object()]
    before = _everything(match)
    for seat in range(match.seats):
        legal = [*(match.pending[seat].ids if seat in match.pending else ())]
        legal += match.standing[seat].ids if seat in match.standing else ()
        for action in [*(text for text in texts if text not in legal), *strange]:
            with pytest.raises(IllegalAction) as refused:
                match.act(seat, action)
            why = refused.value
            assert why.reason
            assert len(str(why)) < 1000, "a refusal is for people: do not repeat everything they sent"
            check_clause(game, why.clause)
            assert why.legal == tuple(legal)
            assert match.hash == before[0]
        if seat not in match.pending:
            with pytest.raises(IllegalAction):
                match.time_out(seat)
        if not match.can_undo(seat):
            with pytest.raises(IllegalAction):
                match.undo(seat)
    nowhere: list[Any] = [-1, match.seats, 99, 2**70, True, "0", None, 1.0, []]
    for seat in nowhere:
        calls: list[Callable[[], object]] = [
            lambda seat=seat: match.act(seat, "resign"),  # type: ignore[misc]
            lambda seat=seat: match.resign(seat),  # type: ignore[misc]
            lambda seat=seat: match.time_out(seat),  # type: ignore[misc]
            lambda seat=seat: match.undo(seat, agreed=True),  # type: ignore[misc]
            lambda seat=seat: match.can_undo(seat),  # type: ignore[misc]
        ]
        if seat is not None:
            calls.append(lambda seat=seat: match.view(seat))  # type: ignore[misc]
            calls.append(lambda seat=seat: match.events(seat))  # type: ignore[misc]
        for call in calls:
            with pytest.raises(IllegalAction) as refused:
                call()
            check_clause(game, refused.value.clause)
    if match.outcome is not None:
        for seat in range(match.seats):
            with pytest.raises(IllegalAction):
                match.resign(seat)
    assert _everything(match) == before


def _everything(match: Match) -> list[Any]:
    """All that a refusal must leave alone."""
    seen = [match.view(viewer) for viewer in viewers(match)]
    heard = [match.events(viewer) for viewer in viewers(match)]
    asked = [(d.seat, d.name, d.ids, d.timeout) for d in match.pending.values()]
    may = [(d.seat, d.ids) for d in match.standing.values()]
    undo = [match.can_undo(seat) for seat in range(match.seats)]
    return [match.hash, seen, heard, asked, may, undo, match.record(), match.state.chance.drawn]


def _opening_ids(game_id: str) -> list[str]:
    try:
        match = innkeeper.new_match(game_id, seed=1)
    except (ImportError, innkeeper.UnknownGame):
        return []
    return [action for decision in match.pending.values() for action in decision.ids[:3]]


def _some_known_ids(game: Game, random: Any) -> list[str]:
    """Actions that exist, whether or not they are legal now: what a game's `refusal` has to explain."""
    found = []
    for verb in game.book_of(game.content).verbs.all:
        for _ in range(2):
            arguments = [random.randrange(domain.size) for domain in verb.domains] + [0, 0, 0]
            found.append(verb.text(*arguments[:3]))
    return found


def test_invalid_options_are_refused_by_name(game_id: str) -> None:
    game = load(game_id)
    wrong_values: list[Any] = [None, True, 1, -1, 2**70, 1.5, "", "nonsense", b"x", [], [1], {}, {"x": 1}]
    wrong_values += [(), object(), float("nan"), "é\ud800", 10**400]
    refused = 0
    for name in option_names(game):
        ends = [value for value in option_values(game, name) if type(value) is int]
        for value in [*wrong_values, *(end + step for end in ends for step in (-1, 1))]:
            why = _refusal(game, {name: value})
            refused += why != ""
            assert why == "" or name in why, why
            assert len(why) < 1000
    assert refused > 5
    for options in ({"no_such_option": 1}, {"": 1}, {"Preset": "literal"}):
        with pytest.raises(InvalidOptions, match=re.escape(repr(next(iter(options))))):
            innkeeper.new_match(game_id, options=options)
    strange: list[Any] = [5, "literal", [], [("preset", "literal")], {5: 1}, {None: 1}, {("a",): 1}]
    for given_options in strange:
        with pytest.raises(InvalidOptions):
            innkeeper.new_match(game_id, options=given_options)
    seats: list[Any] = [0, -1, game.seats.stop, 99, 2**70, "2", 2.0, True, False, [], b"2"]
    for count in seats:
        with pytest.raises(InvalidOptions, match="seats"):
            innkeeper.new_match(game_id, seats=count)


def _refusal(game: Game, options: dict[str, Any]) -> str:
    """Why a table cannot have these options; empty if it can."""
    try:
        innkeeper.new_match(game.id, options=options, seed=1, log=False)
    except InvalidOptions as why:
        return str(why)
    return ""
