"""What holds for every game, at every table, however it is played.

The default run is quick and always the same; INNKEEPER_SLOW=1 draws ten times more, and anew.
One game: `pytest tests/test_properties.py -k echo`.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

import innkeeper
from innkeeper import FairChance, FastChance, IllegalAction, InvalidOptions, InvalidRecord, Match
from innkeeper.engine.events import EVERYBODY, Log
from innkeeper.engine.frame import State, canonical, seats_of
from innkeeper.engine.game import Game
from innkeeper.engine.playout import playout
from tests.honesty import introspect
from tests.honesty.players import RANDOM, VARIED, Party
from tests.honesty.tables import (
    Setting,
    is_valid,
    of_game,
    option_names,
    option_tables,
    option_values,
    settings,
)

GAMES = [*innkeeper.game_ids(), "toy"]
SLOW = bool(os.environ.get("INNKEEPER_SLOW"))
pytestmark = pytest.mark.usefixtures("toy")
ACTION_ID = re.compile(r"[a-z][a-z0-9_-]*(:[a-z0-9_.,+-]+)*")
F = TypeVar("F", bound=Callable[..., None])


def each_game(examples: int) -> Callable[[F], F]:
    """Run a test for every game, each with so many drawn tables (`data.draw(settings(game_id))`)."""

    def wrap(test: F) -> F:
        drawn = hypothesis.settings(
            max_examples=examples * (10 if SLOW else 1),
            deadline=None,
            derandomize=not SLOW,
            phases=[Phase.generate, Phase.shrink],  # explaining takes a minute and says little here
            suppress_health_check=list(HealthCheck),
        )(given(data=st.data())(test))
        parametrised: F = pytest.mark.parametrize("game_id", GAMES)(drawn)
        return parametrised

    return wrap


def load(game_id: str) -> Game:
    try:
        return innkeeper.get_game(game_id)
    except (ImportError, innkeeper.UnknownGame) as wrong:
        pytest.fail(f"{game_id} cannot be loaded: {wrong}", pytrace=False)


seeds = st.integers(0, 2**40)


def sit_down(game_id: str, data: st.DataObject, **more: Any) -> tuple[Match, Party]:
    """A new match at a drawn table, and somebody to play it."""
    game = load(game_id)
    table = data.draw(settings(game_id), label="table")
    seed = data.draw(seeds, label="seed")
    match = innkeeper.new_match(
        game_id, seats=table.seats, options=table.options, chance=FastChance(seed), **more
    )
    players = [RANDOM if (seed >> seat) & 1 else VARIED for seat in range(table.seats)]
    return match, Party(game, players, seed)


def positions(game_id: str, data: st.DataObject, most: int = 150, looks: int = 8) -> Iterator[Match]:
    """Some positions of a random match."""
    match, party = sit_down(game_id, data, log=False)
    steps = data.draw(st.integers(0, most), label="steps")
    every = max(1, steps // looks)
    yield match
    for step in range(steps):
        if match.outcome is not None:
            break
        choice = party.next(match.state)
        match.act(choice.seat, choice.action.id)
        if step % every == 0:
            yield match
    yield match


def eventful(match: Match, party: Party, steps: int, leaving: bool = True) -> None:
    """Play on with everything that can happen at a table: clocks, undos free and agreed, resignations."""
    whims = party.chance
    for _ in range(steps):
        if match.outcome is not None:
            return
        whim = whims.below(200 if leaving else 30)
        free = [seat for seat in range(match.seats) if match.can_undo(seat)]
        if whim < 6:
            match.time_out(next(iter(match.pending)))
        elif whim < 12 and free:
            match.undo(free[whims.below(len(free))])
        elif whim < 14:
            with contextlib.suppress(IllegalAction):  # it may have nothing left to take back
                match.undo(whims.below(match.seats), agreed=True)
        elif whim == 199:
            playing = [seat for seat in range(match.seats) if match.state.playing(seat)]
            match.resign(playing[whims.below(len(playing))])
        else:
            choice = party.next(match.state)
            match.act(choice.seat, choice.action.id)


def check_clause(game: Game, clause: object) -> None:
    if clause not in game.rulebook.clauses:
        pytest.fail(f"{clause} does not stand in the rulebook of {game.id}")


def viewers(match: Match) -> list[int | None]:
    return [*range(match.seats), None]


# Ending


@each_game(60)
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


# Copies


@each_game(60)
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


@each_game(10)
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
                f"in tests/rules/{game_id}/honesty.py"
            )


# Records


@each_game(40)
def test_a_record_survives_json_and_replays_to_the_same_match(game_id: str, data: st.DataObject) -> None:
    match, party = sit_down(game_id, data)
    eventful(match, party, data.draw(st.integers(0, 200), label="steps"))
    record = json.loads(json.dumps(match.record(), allow_nan=False))
    assert record == match.record()
    again = innkeeper.verify(record)
    assert again.hash == match.hash
    assert again.record() == record
    assert again.outcome == match.outcome
    for viewer in viewers(match):
        assert again.view(viewer) == match.view(viewer)
        assert again.events(viewer) == match.events(viewer)
        assert again.lines(viewer) == match.lines(viewer)
    assert {seat: d.ids for seat, d in again.pending.items()} == {
        seat: d.ids for seat, d in match.pending.items()
    }
    assert {seat: d.ids for seat, d in again.standing.items()} == {
        seat: d.ids for seat, d in match.standing.items()
    }


@each_game(20)
def test_a_damaged_record_is_refused_at_its_first_bad_entry(game_id: str, data: st.DataObject) -> None:
    game = load(game_id)
    table = data.draw(settings(game_id), label="table")
    seed = data.draw(seeds, label="seed")
    chance = data.draw(
        st.sampled_from([FastChance(seed), FairChance(seed.to_bytes(8, "big"), ["a", "b"])]), label="chance"
    )
    match = innkeeper.new_match(game_id, seats=table.seats, options=table.options, chance=chance, log=False)
    eventful(match, Party(game, [RANDOM] * table.seats, seed), data.draw(st.integers(2, 40), label="steps"))
    record = match.record()
    for name, damaged in damages_to_setup(game, record):
        assert _refused(damaged) is not None, f"accepted: {name}"
    index = data.draw(st.integers(0, len(record["entries"]) - 1), label="damaged entry")
    for name, damaged, first_bad in damages_to_entry(record, index):
        refused = _refused(damaged)
        if refused is None:  # what leaves no trace in any later position cannot be missed
            assert name in ("entry dropped", "entries swapped"), f"accepted: {name}"
            continue
        assert refused.entry is not None, (name, str(refused))
        if name in ("entry dropped", "entries swapped"):
            assert refused.entry >= first_bad, (name, str(refused))
        else:
            assert refused.entry == first_bad, (name, str(refused))
        assert f"entry {refused.entry}" in str(refused)
    check_other_answers(record, index)


def check_other_answers(record: dict[str, Any], index: int) -> None:
    """Another legal answer than the recorded one is found out, unless it leads to the same position."""
    entry = record["entries"][index]
    before = {**record, "entries": record["entries"][:index], "outcome": None}
    decision = innkeeper.replay(before).pending.get(entry.get("seat", -1))
    if decision is None or "timeout" in entry or entry.get("do") not in decision.ids:
        return
    for other in [action for action in decision.ids if action != entry["do"]][:3]:
        damaged = copy.deepcopy(record)
        damaged["entries"][index]["do"] = other
        refused = _refused(damaged)
        if refused is None:
            again = innkeeper.replay(before)
            again.act(entry["seat"], other)
            assert again.hash == entry["hash"], f"accepted: {other!r} for {entry['do']!r}"
        else:
            assert refused.entry is not None, refused
            assert refused.entry >= index, refused  # later, if only the dice to come are others


def _refused(record: Any) -> InvalidRecord | None:
    try:
        innkeeper.verify(record)
    except InvalidRecord as wrong:
        assert len(str(wrong)) < 1000  # noqa: PT017
        return wrong
    return None


def damages_to_setup(game: Game, record: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    def damaged(path: str, value: object) -> dict[str, Any]:
        out: dict[str, Any] = copy.deepcopy(record)
        inner, *names = [out, *path.split(".")]
        for name in names[:-1]:
            inner = inner[name]
        inner[names[-1]] = value
        return out

    yield from [("not a mapping", []), ("nothing", {}), ("null", None), ("a text", json.dumps(record))]
    for name, right in record.items():
        yield f"{name} missing", {key: value for key, value in record.items() if key != name}
        for wrong in (None, True, 7, 1.5, "x", [], [1], {}, {"x": 1}):
            if wrong != right and not (name == "entries" and wrong == [] and record["outcome"] is None):
                yield f"{name} is {wrong!r}", damaged(name, wrong)
    yield "one field too many", damaged("note", "x")
    yield "one option too many", damaged("options.note", 1)
    yield "one thing too many in the chance", damaged("chance.note", 1)
    yield "another game", damaged("game", "chess")
    yield "other rules", damaged("rules", "0")
    yield "other cards", damaged("content", "0" * 16)
    yield "another start", damaged("start", "0" * 16)
    yield (
        "an outcome made up",
        damaged(
            "outcome", {"winners": [0], "draw": False, "reason": "x", "clause": "IN-1.1", "places": [1, 2]}
        ),
    )
    for name, value in record["options"].items():
        for other in [v for v in option_values(game, name) if v != value][:1]:
            yield f"option {name} is {other!r}", damaged(f"options.{name}", other)
        yield f"option {name} has a wrong type", damaged(f"options.{name}", {"x": []})
        yield (
            f"option {name} missing",
            damaged("options", {key: v for key, v in record["options"].items() if key != name}),
        )
    for name in record["chance"]:
        yield (
            f"chance without {name}",
            damaged("chance", {key: v for key, v in record["chance"].items() if key != name}),
        )
        yield f"chance with a wrong {name}", damaged(f"chance.{name}", -1)
    if record["chance"]["kind"] == "fair":
        other_seed = FairChance(b"another seed", ["a", "b"])
        yield "another seed", damaged("chance.seed", other_seed.seed.hex())
        yield "another commitment", damaged("chance.commitment", other_seed.commitment)
        yield "another seed, well committed", damaged("chance", other_seed.describe())
        yield "a nonce too few", damaged("chance.nonces", ["a"])
        yield "a seed of odd length", damaged("chance.seed", "abc")
        yield "nonces that are no texts", damaged("chance.nonces", [1, 2])
    else:
        yield "another seed", damaged("chance.seed", record["chance"]["seed"] + 1)
        yield "a seed beyond 63 bits", damaged("chance.seed", 2**70)


def damages_to_entry(record: dict[str, Any], index: int) -> Iterator[tuple[str, Any, int]]:
    entries = record["entries"]
    entry = entries[index]

    def damaged(*new: object) -> dict[str, Any]:
        out: dict[str, Any] = copy.deepcopy(record)
        out["entries"][index : index + 1] = new
        return out

    no_entries: list[Any] = [None, 7, "x", [], {}, [entry]]
    no_values: list[Any] = [None, 7.5, -1, "nonsense", [], {}, 2**70, True]
    for wrong in no_entries:
        yield f"entry is {wrong!r}", damaged(wrong), index
    for name, right in entry.items():
        if name != "timeout":  # without it, it is simply an action
            yield f"{name} missing", damaged({k: v for k, v in entry.items() if k != name}), index
        for wrong in no_values:
            if json.dumps(wrong) != json.dumps(right):
                yield f"{name} is {wrong!r}", damaged({**entry, name: wrong}), index
    yield "one field too many", damaged({**entry, "note": 1}), index
    yield "another hash", damaged({**entry, "hash": "0" * 16}), index
    yield "entry twice", damaged(entry, entry), index + 1
    if "timeout" not in entry and "do" in entry:
        yield "a clock that did not run out", damaged({**entry, "timeout": False}), index
    later = entries[index + 1 :]
    if later:
        yield "entry dropped", damaged(), index
        swapped = copy.deepcopy(record)
        swapped["entries"][index : index + 2] = [later[0], entry]
        yield "entries swapped", swapped, index


# Secrecy


@each_game(60)
def test_views_show_nothing_that_a_seat_cannot_know(game_id: str, data: st.DataObject) -> None:
    seed = data.draw(seeds, label="worlds")
    for match in positions(game_id, data):
        s = match.state
        for viewer in viewers(match):
            seen = match.view(viewer)
            for extra in range(2):
                world = s.determinize(viewer, FastChance(seed + extra))
                assert innkeeper.view(world, viewer) == seen
                if viewer is not None:
                    assert [a.id for a in world.actions(viewer)] == [a.id for a in s.actions(viewer)]
                    assert world.may(viewer) == s.may(viewer)
                    assert [a.id for a in world.standing(viewer)] == [a.id for a in s.standing(viewer)]
        assert match.view(None) == innkeeper.view(s, None)


@each_game(40)
def test_a_world_that_could_be_can_be_played(game_id: str, data: st.DataObject) -> None:
    for match in positions(game_id, data, looks=4):
        for viewer in viewers(match):
            world = match.state.determinize(viewer, FastChance(3))
            if not world.over:
                world.chance = FastChance(4)
                for seat in seats_of(world.required()):
                    ids = [action.id for action in world.actions(seat)]
                    assert ids
                    assert len(set(ids)) == len(ids)
                playout(world, FastChance(6), 40)


@each_game(60)
def test_free_undo_takes_back_no_knowledge(game_id: str, data: st.DataObject) -> None:
    """If undo is free, then whatever looked the same to anybody before, looks the same after."""
    match, party = sit_down(game_id, data)
    for step in range(data.draw(st.integers(1, 60), label="steps")):
        if match.outcome is not None:
            break
        before, hash_before = match.state, match.hash
        sealed = before.asking.secret()
        choice = party.next(before)
        told = len(match._events)
        match.act(choice.seat, choice.action.id)
        if not match.can_undo(choice.seat):
            continue
        after = match.state
        if not (sealed and not choice.standing):
            for viewer in viewers(match):
                seen = innkeeper.view(after, viewer)
                number = -1 if viewer is None else viewer
                heard = [e.json(number) for e in match._events[told:] if e.visible(number)]
                world = before.determinize(viewer, FastChance(step))
                assert _looks_the_same(world, viewer, choice, seen, heard), (
                    f"undo of {choice.action.id!r} would be free, but seat {viewer} learned something"
                )
        if step % 3 == 0:
            match.undo(choice.seat)
            assert match.hash == hash_before
            assert canonical(match.state) == canonical(before)
    innkeeper.verify(match.record())


def _looks_the_same(world: State, viewer: int | None, choice: Any, seen: object, heard: object) -> bool:
    """Could this action, or one that looks like it, have led from that world to what the viewer sees?"""
    offered = world.standing(choice.seat) if choice.standing else world.actions(choice.seat)
    like_it = [choice.action] if choice.action in offered else []
    if viewer != choice.seat:
        like_it += [action for action in offered if action is not choice.action][:40]
    number = -1 if viewer is None else viewer
    for action in like_it:
        tried = world.copy()
        tried.chance = FastChance(1)
        log = tried.log = Log()
        if choice.standing:
            tried.act_standing(choice.seat, action)
        else:
            tried.act(choice.seat, action)
        told = [event.json(number) for event in log.events if event.visible(number)]
        if innkeeper.view(tried, viewer) == seen and told == heard:
            return True
    return False


@each_game(25)
def test_events_keep_their_secrets(game_id: str, data: st.DataObject) -> None:
    match, party = sit_down(game_id, data)
    eventful(match, party, data.draw(st.integers(0, 120), label="steps"))
    for viewer in viewers(match):
        number = -1 if viewer is None else viewer
        visible = [event for event in match._events if event.visible(number)]
        shown = match.events(viewer)
        assert len(shown) == len(visible)
        for event, said in zip(visible, shown):
            assert event.audience == EVERYBODY or (event.audience >> (62 if viewer is None else viewer)) & 1
            if event.seat != number:
                assert all(said[name] is None for name in event.kind.secret)
            check_clause(match.game, said["clause"])
        lines = match.lines(viewer)
        assert [line.event for line in lines] == shown
        assert all(line.text and "{" not in line.text for line in lines)


# JSON


@each_game(40)
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


# Refusals


@each_game(40)
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


@pytest.mark.parametrize("game_id", GAMES)
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


@pytest.mark.parametrize("game_id", GAMES)
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
