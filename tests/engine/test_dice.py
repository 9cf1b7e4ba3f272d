"""Dice expressions: read, rolled and counted exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from innkeeper import Dice, FastChance, ScriptedChance


@pytest.mark.parametrize(
    ("text", "sides", "plus", "shown"),
    [
        ("3", [], 3, "3"),
        ("0", [], 0, "0"),
        ("-2", [], -2, "-2"),
        ("1d6", [6], 0, "1d6"),
        ("2d4+1", [4, 4], 1, "2d4+1"),
        (" 1d6 + 1d4 - 2 ", [6, 4], -2, "1d6+1d4-2"),
        ("1d4+1d6+1d4", [4, 6, 4], 0, "1d4+1d6+1d4"),
        ("+2d1", [1, 1], 0, "2d1"),
        ("5+1d8-3", [8], 2, "1d8+2"),
    ],
)
def test_reading(text: str, sides: list[int], plus: int, shown: str) -> None:
    dice = Dice.parse(text)
    assert (dice.sides, dice.plus, str(dice)) == (sides, plus, shown)
    assert dice == Dice(sides, plus)
    assert hash(dice) == hash(Dice(sides, plus))
    assert Dice.parse(shown) == dice
    assert repr(dice) == f"Dice({shown!r})"


@pytest.mark.parametrize("text", ["", " ", "d6", "1d", "x", "1d6+", "1d6 2", "--1", "1d6++2", "1.5", "1d6d6"])
def test_what_is_no_dice_expression(text: str) -> None:
    with pytest.raises(ValueError, match="not a dice expression such as 2d6"):
        Dice.parse(text)


@pytest.mark.parametrize("text", ["0d6", "1d0", "-1d6", "2-1d4"])
def test_dice_that_cannot_be_rolled(text: str) -> None:
    with pytest.raises(ValueError, match="at least one side, and are not subtracted"):
        Dice.parse(text)


def test_rolling_takes_one_die_after_the_other() -> None:
    chance = ScriptedChance([4, 2, 6])
    assert Dice.parse("2d4+1d6-1").roll(chance) == 4 + 2 + 6 - 1
    assert chance.unused == []
    fast, same = FastChance(3), FastChance(3)
    assert Dice.parse("1d6+1d20").roll(fast) == same.die(6) + same.die(20)


@pytest.mark.parametrize("text", ["3", "1d6", "2d6+1", "1d4+1d6-2", "3d3"])
def test_the_distribution_is_exact(text: str) -> None:
    dice = Dice.parse(text)
    rolls = [sum(faces) + dice.plus for faces in product(*(range(1, n + 1) for n in dice.sides))]
    expected = {total: Fraction(rolls.count(total), len(rolls)) for total in sorted(set(rolls))}
    assert dice.distribution() == expected
    assert (dice.least, dice.most) == (min(rolls), max(rolls))
    assert sum(dice.distribution().values()) == 1
    for wanted in range(dice.least - 1, dice.most + 2):
        assert dice.odds(wanted) == sum((expected[t] for t in expected if t >= wanted), Fraction(0))


def test_known_odds() -> None:
    assert Dice.parse("2d6").odds(7) == Fraction(21, 36)
    assert Dice.parse("1d20+5").odds(16) == Fraction(1, 2)
    assert Dice.parse("1d6") != Dice.parse("1d6+1")
    assert Dice.parse("1d6") != "1d6"
