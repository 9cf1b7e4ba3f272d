"""Dice expressions: `2d6+1` as data, rolled one die at a time, with exact odds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.chance import Chance

_TERM: Final = re.compile(r"([+-]?)(?:([0-9]{1,3})d([0-9]{1,4})|([0-9]{1,6}))")
_SPACED: Final = re.compile(r" *([+-]) *")


@final
class Dice:
    """A sum of dice and a constant. `sides` lists every die in rolling order."""

    def __init__(self, sides: list[i64], plus: i64 = 0) -> None:
        self.sides: Final = sides
        self.plus: i64 = plus

    @staticmethod
    def parse(text: str) -> Dice:
        """Read `3`, `1d6`, `2d4+1`, `1d6+1d4-2`; ValueError says what is wrong."""
        written = _SPACED.sub(r"\1", text.strip())
        sides: list[i64] = []
        plus: i64 = 0
        place = 0
        while place < len(written) or place == 0:
            term = _TERM.match(written, place)
            if term is None or (place > 0 and term.group(1) == ""):
                raise ValueError(f"{text!r} is not a dice expression such as 2d6+1")
            negative = term.group(1) == "-"
            if term.group(4) is not None:
                value = int(term.group(4))
                plus += -value if negative else value
            else:
                count, faces = int(term.group(2)), int(term.group(3))
                if negative or count < 1 or faces < 1:
                    raise ValueError(f"{text!r}: dice have at least one side, and are not subtracted")
                for _ in range(count):
                    sides.append(faces)
            place = term.end()
        return Dice(sides, plus)

    def roll(self, chance: Chance) -> i64:
        """Roll every die in order and add up."""
        total: i64 = self.plus
        for faces in self.sides:
            total += chance.die(faces)
        return total

    @property
    def least(self) -> i64:
        return self.plus + len(self.sides)

    @property
    def most(self) -> i64:
        total: i64 = self.plus
        for faces in self.sides:
            total += faces
        return total

    def distribution(self) -> dict[int, Fraction]:
        """The exact probability of every total."""
        ways: dict[int, int] = {int(self.plus): 1}
        rolls = 1
        for faces in self.sides:
            rolls *= faces
            spread: dict[int, int] = {}
            for total, count in ways.items():
                for face in range(1, faces + 1):
                    spread[total + face] = spread.get(total + face, 0) + count
            ways = spread
        return {total: Fraction(count, rolls) for total, count in sorted(ways.items())}

    def odds(self, at_least: int) -> Fraction:
        """The exact probability of a total of `at_least` or more."""
        chance = Fraction(0)
        for total, part in self.distribution().items():
            if total >= at_least:
                chance += part
        return chance

    def __str__(self) -> str:
        parts: list[str] = []
        place = 0
        while place < len(self.sides):
            end = place
            while end < len(self.sides) and self.sides[end] == self.sides[place]:
                end += 1
            parts.append(f"{end - place}d{self.sides[place]}")
            place = end
        if self.plus != 0 or not parts:
            parts.append(str(self.plus))
        return "+".join(parts).replace("+-", "-")

    def __repr__(self) -> str:
        return f"Dice({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and self.sides == other.sides and self.plus == other.plus

    def __hash__(self) -> int:
        return hash((tuple(self.sides), int(self.plus)))
