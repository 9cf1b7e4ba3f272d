"""Five levels at every table, and what is told about them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import innkeeper
from innkeeper import FastChance, InvalidOptions, RandomPolicy, Searcher, game_ids, get_game
from innkeeper.bots import bot_names, breath, levels_of, looks, make_bot, makers, playable, read_budget
from innkeeper.engine.beginner import Beginner
from innkeeper.engine.game import Game
from innkeeper.engine.levels import NAMES
from innkeeper.engine.playout import ask, play

BREATH = {"champion": 0.1, "legend": 1.0}  # seconds for a move, at most


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_declares_all_five(game_id: str) -> None:
    game = get_game(game_id)
    levels = levels_of(game)
    assert tuple(levels) == NAMES == tuple(level.name for level in game.levels)
    assert levels["regular"].plays == "greedy"
    assert isinstance(make_bot(game, "guest"), Beginner)
    for level in levels.values():
        named, _, budget = level.plays.partition(":")
        assert named in makers(game)
        if level.name in BREATH:
            assert read_budget(budget) == {"seconds": BREATH[level.name]}
        else:  # what answers at once does so on any machine, and may not hang on its speed
            assert not budget or "iterations" in read_budget(budget)
        assert level.about.endswith(".")
        assert level.about[0].isupper()
    assert len({level.about for level in levels.values()}) == 5
    assert len({level.plays for level in levels.values()}) == 5


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("name", ["guest", "regular", "veteran"])
def test_they_play(game_id: str, name: str) -> None:
    game = get_game(game_id)
    match = innkeeper.new_match(game_id, seats=game.seats[-1], chance=FastChance(3), log=False)
    s = match.state.copy()
    s.chance = FastChance(4)
    bots = [make_bot(game, name if seat == 0 else "random") for seat in range(int(s.seats))]
    assert play(s, bots, FastChance(5), limit=20) > 0


def test_whoever_is_shared_by_tables_answers_as_if_there_were_one() -> None:
    """A server asks one bot for all tables unless it remembers; here the same hands meet on other fields."""
    game = get_game("echo")
    states = []
    for field in ("mountain", "glade", "urban", "night"):
        given = {"fields": "custom", "field_list": [field] * 4}
        states.append(innkeeper.new_match("echo", options=given, chance=FastChance(1), log=False).state)
    for level in levels_of(game).values():
        name = level.plays.partition(":")[0]
        player = name if name in bot_names(game) else f"{name}:60"
        shared = make_bot(game, player)
        for s in states:
            alone = make_bot(game, player)
            if not alone.remembers:
                assert ask(shared, s, 0, FastChance(5)) is ask(alone, s, 0, FastChance(5)), player


def stranger(**given: object) -> Game:
    """A game that declares no levels."""
    return replace(get_game("magicduel"), levels=(), thinkers={}, **given)  # type: ignore[arg-type]


def test_a_game_that_declares_none_has_what_its_bots_and_its_strategy_give() -> None:
    judged = levels_of(stranger())
    assert tuple(judged) == NAMES
    assert judged["regular"].plays == "greedy"
    assert isinstance(make_bot(stranger(), "legend"), Searcher)
    assert tuple(levels_of(stranger(strategy=None))) == ("guest", "regular")
    assert isinstance(make_bot(stranger(strategy=None), "guest"), Beginner)
    lost = stranger(strategy=None, bots={})
    assert tuple(levels_of(lost)) == ("regular",)
    assert isinstance(make_bot(lost, "regular"), RandomPolicy)
    assert "at random" in levels_of(lost)["regular"].about
    assert tuple(levels_of(stranger(bots={}))) == ("regular", "veteran", "champion", "legend")


def test_how_long_a_bot_may_think() -> None:
    game = get_game("echo")
    found = {name: breath(game, name) for name in [*NAMES, "random", "greedy", "search", "search:9", "hal"]}
    assert found == {
        "guest": 0.0,
        "regular": 0.0,
        "veteran": 0.0,
        "champion": 0.1,
        "legend": 1.0,
        "random": 0.0,
        "greedy": 0.0,
        "search": 0.1,
        "search:9": 0.0,
        "hal": 0.0,
    }


def test_who_looks_before_it_chooses() -> None:
    game = get_game("echo")
    assert [looks(game, name) for name in (*NAMES, "greedy", "search")] == [True] * 7
    assert not looks(game, "random")
    assert not looks(game, "hal")  # who is not here looks at nothing


def test_old_names_are_still_played_by() -> None:
    game = get_game("magicduel")
    assert bot_names(game) == ["random", "greedy"]
    assert playable(game) == [*NAMES, "random", "greedy"]
    assert type(make_bot(game, "greedy")) is type(make_bot(game, "regular"))
    with pytest.raises(
        InvalidOptions, match=r"has no bot 'champ'; there are guest, regular, .* random, greedy"
    ):
        make_bot(game, "champ")
    with pytest.raises(InvalidOptions, match="has no bot 'champion'"):
        make_bot(game, "champion:2s")  # its budget is its own


def test_no_bot_may_be_called_like_a_level() -> None:
    from innkeeper.engine.game import _check_whole

    game = get_game("magicduel")
    _check_whole(game)
    with pytest.raises(ValueError, match="a bot is called 'legend', which is the name of a level"):
        _check_whole(replace(game, bots={"legend": RandomPolicy}))
