"""How MagicDuel is opened: what is shipped, where it holds, and the command that makes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from innkeeper.engine.chance import FastChance
from innkeeper.engine.strategy import Budget
from innkeeper.games.magicduel.alphabeta import within
from innkeeper.games.magicduel.openings import FILE, OPENINGS, fingerprint, key_of, read
from innkeeper.games.magicduel.state import Duel
from innkeeper.games.magicduel.strategy import sensible
from tests.bots.test_alphabeta import BOOK, GAME, position
from tools import openings as tool


def test_the_openings_hold_at_the_recommended_table_and_are_legal() -> None:
    state = position(1, 0)
    assert fingerprint(state.book, state.rules) == OPENINGS.table
    assert len(OPENINGS.answers) >= 40
    assert FILE.stat().st_size < 20_000
    waiting, found = [state], set()
    while waiting:
        here = waiting.pop()
        legal = sensible(here, here.actions(here.active))
        known = OPENINGS.at(here, legal)
        if not known:
            continue
        found.add(key_of(here))
        assert sorted(action.id for action in known) == sorted(OPENINGS.answers[key_of(here)])
        for action in legal:
            made = here.copy()
            made.act(here.active, action)
            if not made.over:
                waiting.append(made)
    assert found == set(OPENINGS.answers)


def test_who_opens_from_the_other_chair_plays_the_same() -> None:
    options = GAME.options.resolve({"preset": "tournament", "first_player": "seat1"}, BOOK)
    turned = GAME.start(BOOK, options, 2, FastChance(1), None)
    turned.settle()
    assert isinstance(turned, Duel)
    known = OPENINGS.at(turned, turned.actions(1))
    assert known
    assert known == OPENINGS.at(position(1, 0), turned.actions(1))


@pytest.mark.parametrize("house", [{"preset": "literal"}, {"preset": "tournament", "second_magic": 1}])
def test_at_another_table_the_opening_is_thought_out(house: dict[str, object]) -> None:
    options = GAME.options.resolve(house, BOOK)
    state = GAME.start(BOOK, options, 2, FastChance(1), None)
    state.settle()
    assert isinstance(state, Duel)
    assert OPENINGS.at(state, state.actions(0)) == []
    assert not OPENINGS.fits(state)


def test_a_player_with_a_moment_opens_by_the_book_and_a_quick_one_does_not() -> None:
    state = position(1, 0)
    champion, veteran = within(Budget(seconds=0.1)), within(Budget(iterations=1500))
    ids = OPENINGS.answers[key_of(state)]
    assert champion.choose(state, 0, state.actions(0), FastChance(1)).id in ids
    assert champion.nodes == 0
    veteran.choose(state, 0, state.actions(0), FastChance(1))
    assert veteran.nodes > 0


def test_openings_are_read_as_they_are_written() -> None:
    found = read('{"table": 7, "answers": {"12": "magic heal:4"}}')
    assert (found.table, found.answers) == (7, {12: ["magic", "heal:4"]})


def test_the_command_finds_what_is_best_and_goes_on_where_it_was_broken_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "openings.json"
    tool.work_out(out, moves=2, nodes=500)
    whole = out.read_text(encoding="utf-8")
    found = read(whole)
    assert len(found.answers) == len(tool.positions(tool.opening(), 2)) == 5
    assert found.table == OPENINGS.table
    begun = json.loads(whole)
    del begun["answers"][next(reversed(begun["answers"]))]
    out.write_text(json.dumps(begun), encoding="utf-8")
    capsys.readouterr()
    tool.work_out(out, moves=2, nodes=500)
    assert out.read_text(encoding="utf-8") == whole
    assert capsys.readouterr().out.count(" of 5: ") == 1  # only what was missing
    tool.work_out(out, moves=1, nodes=600)
    assert len(read(out.read_text(encoding="utf-8")).answers) == 1  # other settings: begun anew


def test_an_answer_that_is_as_good_is_kept_and_a_worse_one_is_not() -> None:
    """Of a rival that dies of any bolt or needle, and of nothing else."""
    state = position(1, 0)
    state.duelists[1].hp = 3
    state.moves_left = 1
    ids, _, value = tool.answers(state, 2000)
    assert sorted(ids) == ["attack:normal:2:player", "attack:pierce:player"]
    assert value > 0
