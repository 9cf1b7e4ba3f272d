"""The quick bot: legal, lethal when it can be, and better than chance."""

from __future__ import annotations

from innkeeper import FastChance, get_game
from innkeeper.games.magicduel.strategy import Greedy, sensible
from innkeeper.testing.table import Table
from tests.rules.magicduel.duels import duel, play


def choice(table: Table) -> str:
    s = table.match.state
    seat = s.decider()
    return Greedy().choose(s.copy(), seat, s.actions(seat), FastChance(1)).id


def test_it_takes_the_win() -> None:
    table = duel(max_hp=8, starting_magic=5)
    assert choice(table).startswith("attack:normal")
    table = duel(max_hp=5, shield_max_cast=99)
    assert choice(table) == "attack:pierce:player"


def test_what_is_never_better_is_left_out() -> None:
    table = duel(preset="workshop", starting_magic=20, shield_max_cast=9)
    play(table, "summon:bubble, magic |")
    s = table.match.state
    kept = [action.id for action in sensible(s, s.actions(1))]  # type: ignore[arg-type]
    assert kept == [
        "attack:normal:2:player",
        "attack:normal:0:1",
        "attack:pierce:player",
        "attack:pierce:1",
        "heal:9",
        "magic",
        "summon:bubble",
        "summon:specter",
        "shield:9",
        "fiery",
    ]


def test_it_beats_chance() -> None:
    game = get_game("magicduel")
    book = game.book_of(game.content)
    options = game.options.resolve({"preset": "tournament"}, book)
    greedy, won = Greedy(), 0
    for number in range(20):
        chance = FastChance(number)
        s = game.start(book, options, 2, chance, None)
        s.settle()
        while not s.over:
            seat = s.decider()
            legal = s.actions(seat)
            mine = seat == number % 2
            s.act(seat, greedy.choose(s, seat, legal, chance) if mine else legal[chance.below(len(legal))])
        assert s.outcome is not None
        won += number % 2 in s.outcome.winners
    assert won >= 18
