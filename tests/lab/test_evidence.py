"""What blocks prove: intervals that cover the truth, and a test that is right however often one looks."""

from __future__ import annotations

import random

import pytest

from innkeeper.lab.evidence import (
    ALIKE,
    NOT_WEAKER,
    OPEN,
    SETTLED,
    STRONGER,
    WEAKER,
    Gambler,
    estimate,
    student,
    verdict,
)
from innkeeper.lab.strength import Meeting, inverse, ratings


def blocks(rng: random.Random, chances: list[float], count: int) -> list[float]:
    """Means of blocks with a match per chance, the luck of the block shared by all its matches."""
    made = []
    for _ in range(count):
        luck = rng.random() * 0.6 - 0.3
        made.append(sum(rng.random() < min(1, max(0, p + luck)) for p in chances) / len(chances))
    return made


@pytest.mark.parametrize(
    ("freedom", "known"), [(4, 2.776445), (9, 2.262157), (30, 2.042272), (500, 1.964720)]
)
def test_quantiles_of_student(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, abs=2e-3)


@pytest.mark.parametrize("chances", [[0.5, 0.5], [0.9, 0.4], [0.25] * 4, [0.97, 0.97]])
def test_intervals_cover_the_truth(chances: list[float]) -> None:
    rng = random.Random(7)
    truth = sum(blocks(rng, chances, 200_000)) / 200_000
    hits = 0
    for _ in range(400):
        low, high = estimate(blocks(rng, chances, 60)).interval or (1, 0)
        hits += low <= truth <= high
    assert hits >= 0.92 * 400


def test_an_interval_never_closes_on_nothing() -> None:
    for value in (0.0, 0.5, 1.0):
        found = estimate([value] * 200)
        assert found.mean == value
        assert found.interval is not None
        low, high = found.interval
        assert low <= value <= high
        assert 0.005 < high - low < 0.05
    assert estimate([0.5]).interval is None
    gain = estimate([0.0] * 100, -1.0, 1.0)
    assert gain.interval is not None
    assert gain.interval[0] < 0 < gain.interval[1]
    assert str(estimate([0.25, 0.75])).startswith("50.0 % [")


@pytest.mark.parametrize("chances", [[0.5, 0.5], [0.85, 0.15], [0.7, 0.1, 0.1, 0.1]])
def test_looking_after_every_block_is_wrong_in_1_of_20_worlds_at_most(chances: list[float]) -> None:
    """Two players alike: how often does the test ever say that one is the better? 200 looks in 200 worlds."""
    rng = random.Random(3)
    even = sum(chances) / len(chances)
    wrong = 0
    for _ in range(200):
        gambler = Gambler()
        for _ in range(200):
            gambler.see(sum(rng.random() < p for p in chances) / len(chances))
            if gambler.above(even) or gambler.below(even):
                wrong += 1
                break
    assert wrong <= 0.05 * 200


def test_the_same_with_line_ups_in_turn() -> None:
    """Seven line-ups of very different worth, each as often as the others, in a new order each time."""
    rng = random.Random(5)
    worth = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95]
    wrong = 0
    for _ in range(200):
        gambler = Gambler()
        order: list[float] = []
        for _ in range(200):
            order = order or rng.sample(worth, len(worth))
            chance = order.pop()
            gambler.see(sum(rng.random() < chance for _ in range(2)) / 2)
            if gambler.above(0.5) or gambler.below(0.5):
                wrong += 1
                break
    assert wrong <= 0.05 * 200


def test_it_stops_soon_where_the_difference_is_large() -> None:
    rng = random.Random(11)
    lengths = []
    for _ in range(100):
        gambler, seen = Gambler(), 0
        for _ in range(2000):
            seen += 1
            gambler.see((rng.random() < 0.65) / 2 + (rng.random() < 0.65) / 2)
            if verdict(gambler, 0.5, 0.02) in SETTLED:
                break
        assert verdict(gambler, 0.5, 0.02) == STRONGER
        lengths.append(seen)
    assert sum(lengths) / len(lengths) < 150


def test_verdicts() -> None:
    def after(values: list[float], count: int) -> str:
        gambler = Gambler()
        for _ in range(count):
            for value in values:
                gambler.see(value)
        return verdict(gambler, 0.5, 0.05)

    assert after([0.0, 1.0], 3) == OPEN
    assert after([0.5, 1.0], 40) == STRONGER
    assert after([0.0, 0.5], 40) == WEAKER
    assert after([0.5, 0.5, 0.0, 1.0], 400) == ALIKE
    assert after([0.5, 0.5, 0.5, 0.5, 1.0, 0.0, 0.5, 0.55], 30) == NOT_WEAKER


def test_the_interval_of_the_gambler_is_what_it_has_not_refuted() -> None:
    rng = random.Random(2)
    gambler = Gambler(-1.0, 1.0)
    for _ in range(500):
        gambler.see(rng.uniform(-0.5, 0.9))
    low, high = gambler.interval
    assert -1 < low < 0.2 < high < 1
    assert gambler.above(low - 1e-6)
    assert not gambler.above(low + 1e-6)
    assert gambler.below(high + 1e-6)
    assert not gambler.below(high - 1e-6)
    assert Gambler().interval == pytest.approx((0, 1), abs=1e-6)


def test_three_wins_of_four() -> None:
    found = ratings(["a", "b"], [Meeting("a", "b", 2, 2, [1.0, 0.5] * 500)], made_up=0)
    assert found["a"].points - found["b"].points == pytest.approx(190.848501887865)
    assert found["a"].points + found["b"].points == pytest.approx(3000)


def test_a_known_league() -> None:
    """Seven teams, thirteen games each against each: strengths as the model's textbook example has them."""
    teams = ["Mil", "Det", "Tor", "New", "Bos", "Cle", "Bal"]
    won = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    meetings = [
        Meeting(teams[i], teams[j], 2, 1, [1.0] * won[i][j] + [0.0] * won[j][i])
        for i in range(7)
        for j in range(i + 1, 7)
    ]
    found = ratings(teams, meetings, made_up=0)
    strengths = [(found[team].points - found["Bal"].points) * 2.302585 / 400 for team in teams]
    assert strengths == pytest.approx([1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0], abs=2e-3)


def test_more_seats_and_a_circle() -> None:
    """Twice a fair share of four is to be three times as strong; those who win in a circle are alike."""
    four = ratings(["a", "b"], [Meeting("a", "b", 4, 4, [0.5] * 200)], made_up=0)
    assert four["a"].points - four["b"].points == pytest.approx(190.848501887865)
    fair = ratings(["a", "b"], [Meeting("a", "b", 4, 4, [0.25] * 50)])
    assert fair["a"].points == pytest.approx(1500)
    circle = [Meeting(one, other, 2, 2, [0.75] * 50) for one, other in ("ab", "bc", "ca")]
    assert {round(rating.points, 6) for rating in ratings("abc", circle).values()} == {1500}


def test_whoever_never_lost_is_not_infinitely_strong() -> None:
    found = ratings(["a", "b"], [Meeting("a", "b", 2, 2, [1.0] * 100)])
    assert 600 < found["a"].points - found["b"].points < 1500
    assert found["a"].half > 20
    unmet = ratings(["a", "b"], [Meeting("a", "b", 2, 2, [])])
    assert unmet["a"].points == 1500


def test_intervals_of_ratings_cover_the_truth() -> None:
    rng = random.Random(13)
    truth = 1500 + 200 / 2 * (1 + 1 / 3) - 0  # a beats b as 200 points do; c is as strong as b
    hits = 0
    for _ in range(200):
        shares = {}
        for one, other, chance in (("a", "b", 0.7597), ("a", "c", 0.7597), ("b", "c", 0.5)):
            shares[one, other] = [sum(rng.random() < chance for _ in range(2)) / 2 for _ in range(80)]
        met = [Meeting(one, other, 2, 2, got) for (one, other), got in shares.items()]
        rating = ratings(["a", "b", "c"], met)["a"]
        hits += abs(rating.points - truth) <= rating.half
    assert hits >= 0.91 * 200


def test_a_matrix_and_its_inverse() -> None:
    rng = random.Random(1)
    matrix = [[rng.random() for _ in range(6)] for _ in range(6)]
    back = inverse(matrix)
    for i in range(6):
        for j in range(6):
            assert sum(matrix[i][k] * back[k][j] for k in range(6)) == pytest.approx(float(i == j), abs=1e-9)
