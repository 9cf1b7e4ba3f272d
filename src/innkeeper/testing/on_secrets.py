"""Nobody learns what they cannot know."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.events import EVERYBODY, Log
from innkeeper.engine.frame import State, canonical, seats_of
from innkeeper.engine.playout import Policy, playout
from innkeeper.testing.guests import check_clause, drawn, eventful, load, positions, seeds, sit_down, viewers


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
    bots = load(game_id).bots
    for match in positions(game_id, data, looks=3):
        for seat in seats_of(match.state.required()):
            truths = [match.state, match.state.determinize(seat, FastChance(seed))]
            for name, bot in bots.items():
                said = [_answers(bot(), truth, seat, seed) for truth in truths]
                assert said[0] == said[1], f"{name} in seat {seat} knows what it cannot see"


def _answers(policy: Policy, s: State, seat: int, seed: int) -> tuple[str | None, str]:
    """What a player volunteers and what it answers, if it has one and the same luck with its thoughts."""
    chance = FastChance(seed)
    offered = policy.volunteer(s.determinize(seat, chance), seat, chance) if s.may(seat) else None
    chosen = policy.choose(s.determinize(seat, chance), seat, s.actions(seat), chance)
    return None if offered is None else offered.id, chosen.id


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
