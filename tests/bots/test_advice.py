"""A hint says what a strong player would do, and why, by nothing but what the seat sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

import innkeeper
from innkeeper import FastChance, game_ids, get_game
from innkeeper.bots import advice, levels_of
from innkeeper.bots.advice import Hint, advise
from innkeeper.engine.frame import seats_of
from innkeeper.engine.game import Game
from innkeeper.engine.playout import playout


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few worlds, however long they take: then a hint follows from chance."""
    monkeypatch.setattr(advice, "SECONDS", 600.0)
    monkeypatch.setattr(advice, "WORLDS", 8)


def counted(game_id: str) -> Game:
    """A game whose champion thinks for a few iterations."""
    game = get_game(game_id)
    quick = [
        replace(level, plays=f"{level.plays.partition(':')[0]}:4") if level.name == "champion" else level
        for level in levels_of(game).values()
    ]
    return replace(game, levels=tuple(quick))


@pytest.mark.parametrize("game_id", game_ids())
def test_no_hint_knows_what_the_seat_cannot_see(game_id: str) -> None:
    game = counted(game_id)
    for seed in range(3):
        s = innkeeper.new_match(
            game_id, seats=game.seats[-1], chance=FastChance(seed), log=False
        ).state.copy()
        s.chance = FastChance(seed + 1)
        playout(s, FastChance(seed + 2), 6 * seed)
        for seat in seats_of(s.required())[:1]:
            found: list[Hint] = []
            for truth in (s, s.determinize(seat, FastChance(seed + 3))):
                found.append(advise(game, truth, seat, FastChance(9)))
            assert found[0] == found[1]
            assert found[0].action in [action.id for action in s.actions(seat)]
            assert 0 <= found[0].share <= 1
            assert 0 <= found[0].chance <= 1
            reply = found[0].reply
            assert reply is None or (reply.seat != seat and reply.label and 0 < reply.share <= 1)


def test_a_win_on_the_table_is_whispered_with_its_certainty() -> None:
    """MagicDuel, the rival at one health: any bolt wins, and a hint says so."""
    match = innkeeper.new_match(
        "magicduel", options={"preset": "tournament"}, chance=FastChance(1), log=False
    )
    s = match.state
    while s.outcome is None:  # the last decision of a match between greedy players, which wins
        before, seat = s.copy(), s.decider()
        chosen = innkeeper.ask(get_game("magicduel").bots["greedy"](), s, seat, FastChance(s.turn))
        s.act(seat, chosen)
    assert before.outcome is None
    assert s.outcome.winners == (seat,)
    found = advise(get_game("magicduel"), before, int(seat), FastChance(3))
    assert (found.chance, found.share) == (1.0, 1.0)
    assert found.level == "champion"


def test_a_game_that_says_nothing_about_itself_gets_hints_too() -> None:
    game = replace(get_game("echo"), strategy=None, levels=())
    s = innkeeper.new_match("echo", chance=FastChance(1), log=False).state
    found = advise(game, s, 0, FastChance(3))
    assert found.level == "regular"
    assert found.action in [action.id for action in s.actions(0)]
