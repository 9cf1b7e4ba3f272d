"""What is said at our own tables is said to people: no ids, no names of fields, no numbers of seats."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import innkeeper
from innkeeper.engine.options import describe_options
from innkeeper.testing.guests import drawn, eventful, sit_down, viewers
from tests.program_words import ids_of, words_of_the_program

NAMES = dict(enumerate(("Wren", "Hanne", "Osk", "Ilse", "Bram", "Tove")))


def test_such_words_are_known() -> None:
    said = [
        "0: strike",
        "The choices are: 0: guard",
        "Over (last_alive).",
        "seat 0 has nothing left",
        "Xp first",
    ]
    said += ["fields = custom", "goose-company", "You may, nobody waits", "a preconstructed deck's id"]
    said += ["literal rules", "Winners: 0."]
    assert words_of_the_program(said, {"goose-company"}) == said
    assert not words_of_the_program(["Health 14: it holds.", "goose-4117", "Turn 3"], {"goose-company"})


@pytest.mark.parametrize("game_id", innkeeper.game_ids())
@drawn(20)
@given(data=st.data())
def test_log_and_choices_speak_to_people(game_id: str, data: st.DataObject) -> None:
    match, party = sit_down(game_id, data)
    eventful(match, party, data.draw(st.integers(50, 300), label="steps"))
    lines = {line.text for viewer in viewers(match) for line in match.lines(viewer, names=NAMES)}
    # a client puts the name of whoever sits there in the place of a seat
    labels = {
        re.sub(r"\bseat (\d)", lambda seat: NAMES[int(seat[1])], action.label)
        for question in match.pending.values()
        for action in question.actions
    }
    prompts = {match.game.phrases.prompt(question.name) for question in match.pending.values()}
    assert not words_of_the_program(lines | labels | prompts, ids_of(game_id))


@pytest.mark.parametrize("game_id", innkeeper.game_ids())
def test_house_rules_speak_to_people(game_id: str) -> None:
    game = innkeeper.get_game(game_id)
    said = {one.about for one in describe_options(game.options)}
    said |= {f"{one.title}: {one.about}" for one in game.presets}
    rules, answers = game.phrases.rules, game.phrases.answers
    assert not words_of_the_program(said | {*rules.values()}, ids_of(game_id))
    fields = set(game.options.__struct_fields__)
    assert rules.keys() | answers.keys() <= fields, "words for a rule that there is not"
