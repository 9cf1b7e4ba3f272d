"""Echo's third battle where a rival may have strayed: no hand wins more than it had elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.echo import KNOWING, RECOMMENDED, reached
from innkeeper.engine.strategy import Budget
from innkeeper.games.echo.belief import beliefs, expected, number_of
from innkeeper.games.echo.ending import THIRD, Ending, Position
from innkeeper.games.echo.equilibrium import Equilibrium

SEED = 15  # a match whose third battle plain Python solves in a moment
SMALL = 6  # one of the line-up that is known
ROUNDS = 30


def played(tell: Callable[[Ending], None], rounds: int = ROUNDS) -> Ending:
    """The third battle after so many rounds, from what it is told of the hands."""
    ending = Ending(Position(reached(SEED, THIRD), THIRD))
    tell(ending)
    for _ in range(rounds):
        ending.round()
    ending.settle()
    return ending


def parts(ending: Ending) -> tuple[dict[int, float], dict[int, float]]:
    """Seat 1 should hold one of its first hands, and may hold any."""
    hands = ending.seats[1].hands
    return {hand: float(hand in hands[:3]) for hand in hands}, dict.fromkeys(hands, 0.5)


def doubting(elsewhere: float) -> Callable[[Ending], None]:
    def tell(ending: Ending) -> None:
        sure, unsure = parts(ending)
        ending.doubt(1, sure, unsure, dict.fromkeys(sure, elsewhere))

    return tell


def believing(share: float) -> Callable[[Ending], None]:
    def tell(ending: Ending) -> None:
        sure, unsure = parts(ending)
        ending.believe(1, {hand: sure[hand] + share * unsure[hand] for hand in sure})

    return tell


@pytest.mark.parametrize(("elsewhere", "share"), [(-1.01, 1.0), (1.01, 0.0)])
def test_a_hand_comes_if_it_wins_more_here(elsewhere: float, share: float) -> None:
    """Where all is lost elsewhere every hand comes; where all is won, none but those that should."""
    doubted, believed = played(doubting(elsewhere)), played(believing(share))
    for hand in doubted.seats[1].hands:
        assert doubted.reach(1, hand) == pytest.approx(believed.reach(1, hand))
    if share == 1.0:  # nothing is learned about coming, so all is the same
        assert doubted.seats[0].mix(0) == believed.seats[0].mix(0)
        assert doubted.exploitability() == pytest.approx(believed.exploitability())
    else:
        assert doubted.exploitability() == pytest.approx(
            believed.exploitability() * deals(believed) / deals(doubted), abs=0.002
        )


def deals(ending: Ending) -> float:
    return sum(
        ending.dealt(0, one) * ending.dealt(1, two)
        for one in ending.seats[0].hands
        for two in ending.seats[1].hands
        if one & two == 0
    )


def most_won(ending: Ending, elsewhere: dict[int, float]) -> float:
    """What a hand of seat 1 wins at most more than it has elsewhere, by a best answer to seat 0's play."""
    ending.play(1, 0.0, True)
    return max(
        ending.value(1, hand) / ending.facing(1, hand) - elsewhere[hand] for hand in ending.seats[1].hands
    )


def test_no_hand_gains_by_having_strayed() -> None:
    """Every hand was held to some value before. Who believes that only a few hands come lets the others win
    more; who doubts it does not."""
    fair = played(lambda ending: None, 60)
    fair.play(1, 0.0, True)
    elsewhere = {hand: fair.value(1, hand) / fair.facing(1, hand) for hand in fair.seats[1].hands}

    def tell(ending: Ending) -> None:
        sure, unsure = parts(ending)
        ending.doubt(1, sure, unsure, elsewhere)

    assert most_won(played(believing(0.0), 60), elsewhere) > 0.1
    assert most_won(played(tell, 60), elsewhere) < 0.05


def test_the_longer_it_doubts_the_nearer_it_comes() -> None:
    gains = [played(doubting(-0.2), rounds).exploitability() for rounds in (10, 30)]
    assert 0.0 <= gains[1] < gains[0]


def test_what_hands_may_expect_is_known_for_both_seats_of_most_matches() -> None:
    """Values from -1 to 1 for every hand, and the same public facts from the other side are other states."""
    known = 0
    for seed in range(12):
        s = reached(seed, THIRD, {"fields": "custom", "field_list": RECOMMENDED}, KNOWING)
        position = Position(s, THIRD)
        for seat in range(2):
            values = expected(s, seat)
            if values:
                known += 1
                assert values.keys() == set(position.hands(seat, THIRD))
                assert all(-1.0 <= value <= 1.0 for value in values.values())
                assert max(values.values()) > min(values.values())
        told = [
            sum(beliefs(s)[seat][hand] * value for hand, value in expected(s, seat).items())
            for seat in (0, 1)
        ]
        assert number_of(position, 0) != number_of(position, 1) or told[0] == pytest.approx(told[1])
    assert known > 16
    assert expected(reached(2, THIRD), 0) == {}  # of other line-ups nothing is known


def test_each_seat_doubts_the_other() -> None:
    """Both work the third battle out, each from what the other's hands had elsewhere."""
    s = reached(SMALL, THIRD, {"fields": "custom", "field_list": RECOMMENDED}, KNOWING)
    bot = Equilibrium(Budget(seconds=1e-6))
    for seat in range(2):
        ending = bot.solved(s, seat)
        assert bot.solved(s, seat) is ending
        assert not ending.seats[seat].doubts
        assert ending.seats[1 - seat].doubts.keys() == set(ending.seats[1 - seat].roots.values())
        told = beliefs(s)[seat]
        assert [ending.reach(seat, hand) for hand in told] == list(told.values())


def test_in_hindsight_nobody_is_doubted() -> None:
    """One solution serves both seats: what should have been played, if both played as they should before."""
    s = reached(SMALL, THIRD, {"fields": "custom", "field_list": RECOMMENDED}, KNOWING)
    bot = Equilibrium(Budget(seconds=1e-6), doubts=False)
    ending = bot.solved(s, 0)
    assert bot.solved(s, 1) is ending
    assert not any(seat.doubts for seat in ending.seats)
