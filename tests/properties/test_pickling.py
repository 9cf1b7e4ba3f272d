"""States and actions can be pickled and copied deeply, in the middle of anything."""

from __future__ import annotations

import copy
import pickle

import pytest

import innkeeper
from innkeeper import FairChance, FastChance, Verbs, get_game
from innkeeper.engine.frame import State, canonical
from innkeeper.testing import introspect

pytestmark = pytest.mark.usefixtures("toy", "example")

GAMES = [*innkeeper.game_ids(), "toy", "liarsdice"]


def tables(game_id: str) -> list[tuple[int, dict[str, object]]]:
    game = get_game(game_id)
    seats = sorted({game.seats.start, game.seats.stop - 1})
    return [(count, {"preset": preset.id}) for preset in game.presets for count in seats]


def same_future(one: State, other: State, whims: int) -> None:
    """Both are played on with the same choices, and come to the same end."""
    chances = [FastChance(whims), FastChance(whims)]
    for _ in range(40):
        if one.over:
            break
        one.act_at_random(chances[0])
        other.act_at_random(chances[1])
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_pickled_state_is_the_same_and_has_the_same_future(game_id: str) -> None:
    game = get_game(game_id)
    for seats, options in tables(game_id):
        s = game.open(seats, options, 3)
        whims = FastChance(8)
        for step in range(60):
            if step % 6 == 0 or s.over:
                again = pickle.loads(pickle.dumps(s))
                assert introspect.difference(s, again) == ""
                assert canonical(again) == canonical(s)
                assert game.view(again, 0) == game.view(s, 0)
                if not s.over:
                    assert again.actions(s.decider()) == s.actions(s.decider()), "the very same actions"
                same_future(copy.deepcopy(s), again, step)
            if s.over:
                break
            s.act_at_random(whims)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_deep_copy_stands_for_itself(game_id: str) -> None:
    game = get_game(game_id)
    s = game.open(None, None, 5)
    before = canonical(s)
    twin = copy.deepcopy(s)
    assert introspect.difference(s, twin) == ""
    twin.act_at_random(FastChance(1))
    assert canonical(s) == before
    assert s.chance is not twin.chance


@pytest.mark.parametrize("game_id", GAMES)
def test_actions_stay_the_ones_they_are(game_id: str) -> None:
    game = get_game(game_id)
    s = game.open(None, None, 5)
    whims = FastChance(2)
    for _ in range(40):
        if s.over:
            break
        for action in s.actions(s.decider()):
            assert copy.deepcopy(action) is copy.copy(action) is pickle.loads(pickle.dumps(action)) is action
        s.act_at_random(whims)


def test_long_histories_are_no_trouble() -> None:
    """MagicDuel remembers every position at the opening of a turn, each linked to the one before."""
    s = get_game("magicduel").open(None, {"round_limit": 500, "repetition_limit": 5}, 1)
    while not s.over and s.turn < 700:
        legal = s.actions(s.decider())
        s.act(s.decider(), next(action for action in legal if action.id == "magic" or action.id == "heal:99"))
    again = pickle.loads(pickle.dumps(s))
    assert introspect.difference(s, again) == ""


def test_fair_dice_go_on_as_they_would_have() -> None:
    match = innkeeper.new_match("mazerunner", seats=2, seed=7)
    s = match.state
    s.chance = FairChance(b"seed")
    s.chance.below(6)
    again = pickle.loads(pickle.dumps(s))
    same_future(s, again, 3)


def test_a_designers_cards_travel_along() -> None:
    game = get_game("magicduel")
    text = game.content.files["moves.toml"]
    edited = game.content.edited({"moves.toml": text + "\n# edited\n"})
    match = innkeeper.new_match("magicduel", content=edited, seed=1)
    again = pickle.loads(pickle.dumps(match.state))
    assert again.book is game.book_of(edited) is not game.book_of(game.content)


def test_what_belongs_to_no_game_is_refused() -> None:
    stray = Verbs().add("stray", "XX-1.1", "Stray").at()
    with pytest.raises(pickle.PicklingError, match="no game"):
        pickle.dumps(stray)
    assert copy.deepcopy(stray) is stray
