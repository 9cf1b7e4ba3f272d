"""What learners see: nothing that a seat cannot know, within its bounds, and a code for every choice.

A few hundred positions of each game in the suite; INNKEEPER_POSITIONS=10000 looks at so many (`make eyes`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

import innkeeper
from innkeeper import FastChance, get_game
from innkeeper.engine.eyes import Eyes
from innkeeper.engine.frame import State
from innkeeper.engine.game import Game
from innkeeper.testing.builds import build
from innkeeper.testing.sight import check_blind, check_codes, check_columns, check_names

POSITIONS = int(os.environ.get("INNKEEPER_POSITIONS", "100" if build() == "plain" else "400"))
GAMES = [*innkeeper.game_ids(), "toy", "liarsdice"]  # the last two bring no eyes of their own

pytestmark = pytest.mark.usefixtures("toy", "example")


# Tables at which there is more to see than at the presets.
UNUSUAL: dict[str, list[dict[str, object]]] = {
    "magicduel": [{"preset": "workshop", "moves_per_turn": 4, "heal_limit": 1, "storm_round": 3}],
    "echo": [{"guess_reveal": "late", "guess_pool": "living", "fields": "wild", "tiebreak": "last-win"}],
    "mazerunner": [{"grid_size": 7, "start_hp": 5, "map_supply": 20, "shop_choice": "either"}],
    "adventurer": [
        {"open_decklists": False, "mulligan": True, "voluntary_discard": True, "first": "random"},
        {"deck_0": "clockwork-picnic", "deck_1": "too-many-candles", "brace_window": True},
    ],
    "micah": [{"pvp": True, "pvp_from_round": 1, "ghosts": True, "trade_creatures": True, "boss": False}],
}


def tables(game: Game) -> list[tuple[int, dict[str, object]]]:
    """The fewest and the most seats, at every preset and some other tables."""
    seats = sorted({game.seats.start, game.seats.stop - 1})
    options: list[dict[str, object]] = [{"preset": preset.id} for preset in game.presets]
    options += UNUSUAL.get(game.id, [])
    return [(count, chosen) for chosen in options for count in seats]


def positions(game: Game, seats: int, options: dict[str, object], count: int) -> Iterator[State]:
    """Positions of random matches, the end included; standing actions are taken now and then."""
    seed = 0
    while count > 0:
        s = game.open(seats, options, seed)
        whims = FastChance(2 * seed + 1)
        while count > 0:
            yield s
            count -= 1
            if s.over:
                break
            seat = whims.below(seats)
            if s.may(seat) and whims.below(4) == 0:
                volunteered = s.standing(seat)
                s.act_standing(seat, volunteered[whims.below(len(volunteered))])
            else:
                s.act_at_random(whims)
        seed += 1


def everywhere(game_id: str) -> Iterator[tuple[Eyes, State]]:
    """Positions at all tables of a game, with eyes for them."""
    game = get_game(game_id)
    settings = tables(game)
    wanted = POSITIONS if game.eyes else POSITIONS // 8  # what follows from any view is slow
    for number, (seats, options) in enumerate(settings):
        eyes = game.eyes_of(seats, options, offers=number % 2 == 0)
        for s in positions(game, seats, options, wanted // len(settings) + 1):
            yield eyes, s


@pytest.mark.parametrize("game_id", GAMES)
def test_eyes_see_nothing_that_a_seat_cannot_know(game_id: str) -> None:
    """A world dealt anew looks the same: row, mask and key."""
    worlds = FastChance(7)
    for eyes, s in everywhere(game_id):
        for seat in range(s.seats):
            check_blind(eyes, s, seat, s.determinize(seat, worlds))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_column_is_written_and_keeps_its_bounds(game_id: str) -> None:
    for eyes, s in everywhere(game_id):
        for seat in range(s.seats):
            check_columns(eyes, s, seat)


@pytest.mark.parametrize("game_id", GAMES)
def test_codes_and_actions_are_one_to_one(game_id: str) -> None:
    for eyes, s in everywhere(game_id):
        for seat in range(s.seats):
            check_codes(eyes, s, seat)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_question_is_told_from_the_others(game_id: str) -> None:
    for eyes, s in everywhere(game_id):
        phases = [place for place, name in enumerate(eyes.columns) if name.startswith("phase:")]
        if phases and not s.over:
            row = eyes.row(s, s.decider())
            assert sum(row[place] for place in phases) == 1, s.phase()


@pytest.mark.parametrize("game_id", GAMES)
def test_columns_and_codes_have_names_of_their_own(game_id: str) -> None:
    game = get_game(game_id)
    for seats, options in tables(game):
        check_names(game.eyes_of(seats, options))
