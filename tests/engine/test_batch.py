"""Matches in step: each row is the match that its seed says, whoever its neighbours are."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any

import pytest

from innkeeper import Action, Chance, FastChance, IllegalAction, InvalidOptions, game_ids, get_game
from innkeeper.engine.batch import CLOCK, Matches
from innkeeper.engine.eyes import WAIT
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy
from innkeeper.envs.batch import make_matches

STEPS = 120
TABLES = [
    (game.id, seats)
    for game in map(get_game, game_ids())
    for seats in sorted({game.seats.start, game.seats.stop - 1})
]


def row_of(buffer: Any, row: int, width: int) -> list[int]:
    return memoryview(buffer).tolist()[row * width : (row + 1) * width]


def codes_of(codes: bytes) -> list[int]:
    return array("i", codes).tolist()


def opened(game_id: str, seats: int, options: dict[str, object], seed: int) -> State:
    """A match by its seed, as simulations begin it."""
    return get_game(game_id).open(seats, options, 2 * seed)


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_row_is_the_match_that_its_seed_says(game_id: str, seats: int) -> None:
    """The same codes by hand lead through the same questions to the same end."""
    options: dict[str, object] = {"preset": get_game(game_id).recommended}
    batch = make_matches(game_id, seats, options, matches=3, seed=5)
    eyes = batch.eyes
    by_hand = [opened(game_id, seats, options, int(seed)) for seed in batch.seeds]
    ended = 0
    for _ in range(STEPS):
        for row, s in enumerate(by_hand):
            seat = s.decider()
            assert batch.seat[row] == seat
            assert row_of(batch.obs, row, eyes.width) == list(eyes.row(s, seat))
            assert row_of(batch.mask, row, eyes.codes) == list(eyes.mask(s, seat))
        chosen = batch.sample()
        batch.step(chosen)
        for row, code in enumerate(codes_of(chosen)):
            s = by_hand[row]
            seat = s.decider()
            action = eyes.action(s, seat, code)
            assert action is not None
            if action in s.actions(seat):
                s.act(seat, action)
            else:
                s.act_standing(seat, action)
            assert batch.done[row] == s.over
            if s.outcome is not None:
                ended += 1
                assert row_of(batch.reward, row, seats) == s.outcome.rewards()
                by_hand[row] = opened(game_id, seats, options, int(batch.seeds[row]))
    assert ended > 0 or game_id in ("mazerunner", "micah", "adventurer")  # longer than this


def played(batch: Matches, rows: int, steps: int) -> list[list[int]]:
    """What the first rows show while their first allowed code is chosen over and over."""
    shown = []
    for _ in range(steps):
        shown.append([x for row in range(rows) for x in row_of(batch.obs, row, batch.eyes.width)])
        firsts = [row_of(batch.mask, row, batch.eyes.codes).index(1) for row in range(batch.count)]
        batch.step(array("i", firsts).tobytes())
    return shown


def test_neither_number_nor_neighbours_of_a_row_matter() -> None:
    few = make_matches("echo", matches=2, seed=9, rivals="greedy")
    many = make_matches("echo", matches=5, seed=9, rivals="greedy")
    assert played(few, 2, 40) == played(many, 2, 40)
    assert len(set(many.seeds)) == 5


def test_another_seed_is_another_match() -> None:
    one, other = (make_matches("echo", matches=4, seed=seed) for seed in (1, 2))
    assert played(one, 4, 3) != played(other, 4, 3)


@pytest.mark.parametrize("game_id", game_ids())
def test_rivals_answer_inside_the_call(game_id: str) -> None:
    """Only the learner is asked, its seat goes round, and its rivals are the bots of that name."""
    game = get_game(game_id)
    seats = max(2, game.seats.start)
    rival = next(iter(game.bots))
    batch = make_matches(game, seats, matches=4, seed=3, rivals=rival)
    for _ in range(30):
        assert list(batch.seat) == [row % seats for row in range(4)]
        batch.step(batch.sample())
    assert batch.decisions > 30 * 4


class Trader(Policy):
    """Offers whatever it can, and goes on its way at once."""

    def choose(self, s: State, seat: int, legal: list[Action], chance: Chance) -> Action:
        return legal[0]

    def volunteer(self, s: State, seat: int, chance: Chance) -> Action | None:
        offers = [action for action in s.standing(seat) if action.verb.name == "offer"]
        return offers[chance.below(len(offers))] if offers else None


def test_an_offer_is_a_question_that_a_learner_may_leave_open() -> None:
    """Who is made an offer is asked, although the match waits for somebody else."""
    game = get_game("micah")
    book = game.book_of(game.content)
    options = game.options.resolve({"starting_coin": 9}, book)
    batch = Matches(
        game.eyes_of(2),
        lambda chance: game.start(book, options, 2, chance, None),
        lambda row, seat: Trader() if seat != row else None,  # before the learner, and after
        seats=2,
        count=2,
        seed=11,
    )
    met: set[tuple[int, str]] = set()
    for _ in range(150):
        codes = codes_of(batch.sample())
        for row in range(batch.count):
            mask = row_of(batch.mask, row, batch.eyes.codes)
            if mask[WAIT]:
                names = {batch.eyes.names[code].partition(":")[0] for code, bit in enumerate(mask) if bit}
                assert names == {"wait", "accept", "decline"}
                met.add((row, batch.eyes.names[codes[row]]))
        batch.step(array("i", codes).tobytes())
    answers = ("wait", "accept:other_1", "decline:other_1")
    assert met == {(row, answer) for row in range(2) for answer in answers}


def test_a_wrong_code_changes_nothing() -> None:
    batch = make_matches("magicduel", matches=3, seed=1)
    before = bytes(memoryview(batch.obs)), bytes(memoryview(batch.mask)), batch.decisions
    good = codes_of(batch.sample())
    for wrong in (WAIT, batch.eyes.codes, -2, 2**31 - 1):
        with pytest.raises(IllegalAction, match="row 2: code"):
            batch.step(array("i", [*good[:2], wrong]).tobytes())
    with pytest.raises(ValueError, match="3 answers are 12 bytes, not 8"):
        batch.step(array("i", good[:2]).tobytes())
    assert (bytes(memoryview(batch.obs)), bytes(memoryview(batch.mask)), batch.decisions) == before


def test_the_clock_answers_for_who_asks_it_to() -> None:
    batch = make_matches("magicduel", matches=1, seed=1)
    s = opened("magicduel", 2, {"preset": "tournament"}, int(batch.seeds[0]))
    for _ in range(6):
        batch.step(array("i", [CLOCK]).tobytes())
        s.act(s.decider(), s.asking.timeout(s, s.decider()))
        assert list(batch.eyes.row(s, s.decider())) == list(batch.obs)


def test_bad_tables_are_refused() -> None:
    table: dict[str, Any]
    for table in ({"matches": 0}, {"seed": -1}, {"seed": 2**61}, {"rivals": ["random"] * 2}, {"seats": 9}):
        with pytest.raises(InvalidOptions):
            make_matches("magicduel", **table)
    with pytest.raises(InvalidOptions, match="nobody"):
        make_matches("magicduel", rivals="nobody")


def test_rewards_are_centred_places() -> None:
    """Two seats +1 and -1, more by places, several winners all +1."""
    for game_id, seats in TABLES:
        s = get_game(game_id).open(seats, None, 4)
        whims = FastChance(1)
        while not s.over:
            s.act_at_random(whims)
        assert s.outcome is not None
        rewards = s.outcome.rewards()
        assert len(rewards) == seats
        assert all(-1 <= reward <= 1 for reward in rewards)
        if len(s.outcome.winners) == 1 and seats > 1:
            assert sum(rewards) == pytest.approx(0)
            ranked = [reward for _, reward in sorted(zip(s.outcome.places, rewards))]
            assert ranked[0] == 1
            assert all(better >= worse for better, worse in pairwise(ranked))
