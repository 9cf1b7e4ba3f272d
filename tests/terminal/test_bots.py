"""Bots at the terminal's table play as they do anywhere else: they answer, and they volunteer."""

from __future__ import annotations

import pytest

from innkeeper import Action, FastChance, Match, new_match, play
from innkeeper.bots import make_bot
from innkeeper.engine.game import game_ids, get_game
from innkeeper.terminal.local import LocalTable

DEALT, WHIMS = 11, 23


def at_the_terminal(match: Match, players: list[str]) -> list[str]:
    """Let bots play a match out; what went wrong meanwhile."""
    table = LocalTable(match, players, seed=WHIMS)
    while table.advance():
        pass
    assert match.outcome is not None
    return [table.trouble] if table.trouble else []


@pytest.mark.parametrize("game", game_ids())
def test_bots_play_in_the_terminal_as_in_a_simulation(game: str) -> None:
    seats = get_game(game).check_seats(None)
    players = ["greedy"] * seats
    match = new_match(game, seats, chance=FastChance(DEALT))
    said = at_the_terminal(match, players)

    course: list[Action] = []
    state = new_match(game, seats, chance=FastChance(DEALT), log=False).state
    play(state, [make_bot(get_game(game), name) for name in players], FastChance(WHIMS), course=course)
    assert [entry["do"] for entry in match.record()["entries"]] == [action.id for action in course]
    assert said == []


def test_bots_of_micahs_game_trade_in_the_terminal() -> None:
    offered = set()
    for dealt in range(6):
        match = new_match("micah", 4, chance=FastChance(dealt))
        at_the_terminal(match, ["greedy"] * 4)
        offered |= {entry["do"].partition(":")[0] for entry in match.record()["entries"]}
    assert "accept" in offered or "offer" in offered
