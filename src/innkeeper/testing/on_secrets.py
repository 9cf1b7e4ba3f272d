"""Nobody learns what they cannot know."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import innkeeper
from innkeeper import FastChance
from innkeeper.bots import IMPROVE, SEARCH, levels_of, make_bot, makers
from innkeeper.engine.events import EVERYBODY, Log
from innkeeper.engine.frame import State, canonical, seats_of
from innkeeper.engine.game import Game
from innkeeper.engine.playout import Policy, ask, invite, playout
from innkeeper.engine.strategy import reopen
from innkeeper.testing.guests import check_clause, drawn, eventful, load, positions, seeds, sit_down, viewers

THOUGHTS = 3  # iterations of a search: how well it plays is another matter


@drawn(60)
@given(data=st.data())
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


@drawn(40)
@given(data=st.data())
def test_a_world_follows_from_what_is_seen_and_from_chance(game_id: str, data: st.DataObject) -> None:
    """Exchange what a seat cannot see: the same chance deals it the same world, with the same future."""
    seed = data.draw(seeds, label="worlds")
    for match in positions(game_id, data, looks=4):
        for viewer in viewers(match):
            truths = [match.state.determinize(viewer, FastChance(seed + extra)) for extra in range(2)]
            chances = [FastChance(seed) for _ in truths]
            dealt = [canonical(truth.determinize(viewer, chance)) for truth, chance in zip(truths, chances)]
            assert dealt[0] == dealt[1], f"seat {viewer} is dealt what follows from cards that it cannot see"
            assert chances[0].word() == chances[1].word()


@drawn(20)
@given(data=st.data())
def test_no_bot_answers_by_what_it_cannot_see(game_id: str, data: st.DataObject) -> None:
    seed = data.draw(seeds, label="worlds")
    game = load(game_id)
    for match in positions(game_id, data, looks=3):
        for seat in seats_of(match.state.required()):
            _check_blind(game, list(game.bots), match.state, seat, seed)


@drawn(8)
@given(data=st.data())
def test_no_search_answers_by_what_it_cannot_see(game_id: str, data: st.DataObject) -> None:
    seed = data.draw(seeds, label="worlds")
    game = load(game_id)
    names = [f"{name}:{THOUGHTS}" for name in makers(game) if name in (SEARCH, IMPROVE)]
    *_, last = positions(game_id, data, looks=1)
    for seat in seats_of(last.state.required())[:2]:
        _check_blind(game, names, last.state, seat, seed)


@drawn(8)
@given(data=st.data())
def test_no_level_answers_by_what_it_cannot_see(game_id: str, data: st.DataObject) -> None:
    """From guest to legend, with iterations instead of seconds, so that answers can be compared."""
    seed = data.draw(seeds, label="worlds")
    game = load(game_id)
    names = [_counted(level.plays) for level in levels_of(game).values()]
    *_, last = positions(game_id, data, looks=1)
    for seat in seats_of(last.state.required())[:2]:
        _check_blind(game, names, last.state, seat, seed)


def _counted(plays: str) -> str:
    """A bot whose budget, if it takes one, is a few iterations."""
    name, colon, _ = plays.partition(":")
    return f"{name}:{THOUGHTS}" if colon else name


def _check_blind(game: Game, names: list[str], s: State, seat: int, seed: int) -> None:
    """Do these bots answer alike when what the seat cannot see is exchanged?"""
    other = s.determinize(seat, FastChance(seed))
    for name in names:
        said = [_answers(make_bot(game, name), truth, seat, seed) for truth in (s, other)]
        assert said[0] == said[1], f"{name} in seat {seat} knows what it cannot see"


def _answers(policy: Policy, s: State, seat: int, seed: int) -> tuple[str | None, str]:
    """What a player volunteers and what it answers, if it has one and the same luck with its thoughts."""
    chance = FastChance(seed)
    offered = invite(policy, s, seat, chance)
    return None if offered is None else offered.id, ask(policy, s, seat, chance).id


@drawn(20)
@given(data=st.data())
def test_a_search_tells_apart_what_a_seat_does(game_id: str, data: st.DataObject) -> None:
    """Its number for what a seat sees is that of every world that looks the same, and of no other."""
    made = load(game_id).strategy
    if made is None:
        return
    strategy = made()
    seed = data.draw(seeds, label="worlds")
    known: dict[int, Any] = {}
    for match in positions(game_id, data, looks=12):
        s = match.state
        for seat in seats_of(s.required()):
            world = s.determinize(seat, FastChance(seed))
            key = strategy.key(s, seat)
            assert key == strategy.key(world, seat)
            kept = strategy.prune(s, seat, s.actions(seat))
            assert kept
            assert kept == strategy.prune(world, seat, world.actions(seat))
            asked = (key, [action.id for action in kept])
            reopen(world, seat)  # who has sealed an answer already makes no difference
            seen = innkeeper.view(world, seat)
            assert known.setdefault(hash(str(asked)), seen) == seen
        values = strategy.values(s)
        assert len(values) == match.seats
        assert all(0 <= value <= 1 for value in values)


@drawn(40)
@given(data=st.data())
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


@drawn(60)
@given(data=st.data())
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


@drawn(25)
@given(data=st.data())
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
