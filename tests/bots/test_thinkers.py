"""Players that search, by name: at every table, and with the budget they are given."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper import FastChance, Improver, InvalidOptions, Searcher, get_game
from innkeeper.bots import best_bot, bot_names, make_bot
from innkeeper.engine.playout import play
from innkeeper.games.magicduel.alphabeta import AlphaBeta

GAMES = ("adventurer", "echo", "magicduel", "mazerunner", "micah")


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("name", ["search", "improve"])
def test_they_play_every_game(game_id: str, name: str) -> None:
    game = get_game(game_id)
    match = innkeeper.new_match(game_id, seats=game.seats[-1], chance=FastChance(3), log=False)
    s = match.state.copy()
    s.chance = FastChance(4)
    seats = int(s.seats)
    bots = [make_bot(game, f"{name}:2" if seat == 0 else best_bot(game)) for seat in range(seats)]
    assert play(s, bots, FastChance(5), limit=25) > 0


def test_budgets_and_names() -> None:
    game = get_game("echo")
    searcher = make_bot(game, "search:400")
    assert isinstance(searcher, Searcher)
    assert searcher.budget.iterations == 400
    assert searcher.budget.seconds == 0.0
    improver = make_bot(game, "improve:0.2s")
    assert isinstance(improver, Improver)
    assert improver.budget.seconds == 0.2
    unhurried = make_bot(game, "search")
    assert isinstance(unhurried, Searcher)
    assert unhurried.budget.seconds > 0.0
    assert not {"search", "improve"} & set(bot_names(game))  # what is offered at a table answers at once
    with pytest.raises(
        InvalidOptions, match=r"has no bot 'serch'; there are guest, .*random, .*search, improve"
    ):
        make_bot(game, "serch:3")


def test_a_game_has_thinkers_of_its_own() -> None:
    bot = make_bot(get_game("magicduel"), "alphabeta:5000")
    assert isinstance(bot, AlphaBeta)
    assert (bot.most, bot.seconds) == (5000, 0.0)
    assert "alphabeta" not in bot_names(get_game("magicduel"))
    with pytest.raises(InvalidOptions, match="Echo has no bot 'alphabeta'"):
        make_bot(get_game("echo"), "alphabeta")
