"""What a card may write in a word: amounts, dice, and the names of things.

Every complaint is a ValueError that says what was found and what would be right; the caller adds the
file and the card.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from innkeeper.engine.dice import Dice
from innkeeper.engine.words import Field, place_of
from innkeeper.games.micah.clauses import Amount
from innkeeper.games.micah.terms import ALL, INTENTIONS, KINDS, OWNER, RANDOM_WEATHER, REACHES, STATS, ZONES

_ONE = r"(?:\d{1,3}d\d{1,4}|\d{1,6})"
_SPACED = re.compile(r" *([+*-]) *")
_AMOUNT = re.compile(rf"[+-]?{_ONE}(?:[+-]{_ONE})*")
_TERM = re.compile(r"(-?)(?:(\d+)d(\d+)|(\d+))")
_PER_TAG = re.compile(r"([+-]?\d{1,4})\*dock\.([a-z-]+)")


class Ids(NamedTuple):
    """The ids that cards may name."""

    jobs: list[str]
    weathers: list[str]
    treasures: list[str]
    tags: list[str]


def read_whole(written: str, ids: object = None) -> int:
    """A plain whole number."""
    if not written.isdigit() or len(written) > 6:
        raise ValueError(f"{written!r} is not a whole number")
    return int(written)


def read_dice(written: str, ids: object = None) -> Dice:
    """A number of a card: `6`, `1d10`, `2d6+3`."""
    return Dice.parse(written)


def read_amount(text: str, ids: Ids) -> Amount:
    """`+2`, `-1d6`, `+1d12-3`, `2d6`, `-5*dock.goblin`."""
    written = _SPACED.sub(r"\1", text)
    if per_tag := _PER_TAG.fullmatch(written):
        tag = place_of("tag", per_tag[2], ids.tags)
        return Amount(f"{per_tag[1]} for each {per_tag[2]} in your Dock", [], [], int(per_tag[1]), tag)
    if not _AMOUNT.fullmatch(written):
        raise ValueError(f"{text!r} is not an amount such as +2, -1d6, +1d12-3 or 2*dock.goblin")
    sides: list[int] = []
    signs: list[int] = []
    plus = 0
    for minus, count, faces, number in _TERM.findall(written):
        if count and 0 in (int(count), int(faces)):
            raise ValueError(f"{text!r}: there is no such die")
        sign = -1 if minus else 1
        plus += sign * int(number or 0)
        sides += [int(faces or 0)] * int(count or 0)
        signs += [sign] * int(count or 0)
    return Amount(written, sides, signs, plus)


def read_steady(written: str, ids: Ids) -> Amount:
    """An amount that is no dice: levels, static modifiers, maximum HP and prices stay put (MG-9.5)."""
    amount = read_amount(written, ids)
    if amount.sides:
        raise ValueError(f"{written!r}: this needs a whole number such as +2, or 2*dock.goblin, not dice")
    return amount


def read_added(written: str, ids: Ids) -> Amount:
    """An amount that may add dice to a number of the card, and never takes any away."""
    amount = read_amount(written, ids)
    if -1 in amount.signs:
        raise ValueError(f"{written!r}: dice can only be added")
    return amount


def read_attack(written: str, ids: Ids) -> Amount | Dice:
    """An amount, or dice without a sign that take the attack's place."""
    if written[:1] in ("+", "-") or "*" in written:
        return read_added(written, ids)
    return read_dice(written)


def read_weather(written: str, ids: Ids) -> tuple[int, str]:
    """A weather, or one at random."""
    if written == "random":
        return RANDOM_WEATHER, written
    return place_of("weather", written, ids.weathers), written


AMOUNT = Field("A", "an amount such as `+2`, `-1d6`, `+1d12-3` or `2*dock.goblin`", read_amount)
STEADY = Field("A", "an amount without dice", read_steady)
ADDED = Field("A", "an amount, with dice only in an `always` clause", read_added)
NEW_ATTACK = Field("A", "an amount or, in an `always` clause, dice such as `1d10` instead", read_attack)
WHO = Field(
    "WHO", "`all` who live, or the `others`", lambda w, ids: ALL + place_of("reach", w, REACHES), OWNER
)
DICE = Field("DICE", "dice such as `1d6`", read_dice)
MOST = Field("n", "a whole number", read_whole)
LEAST = Field("N", "a whole number", read_whole)
COINS = Field("N", "a whole number", lambda w, ids: (read_whole(w), w))
STAT = Field("STAT", "`attack`, `charisma` or `speed`", lambda w, ids: place_of("stat", w, STATS))
INTENTION = Field(
    "INTENTION", "`attack`, `charm` or `escape`", lambda w, ids: place_of("Intention", w, INTENTIONS)
)
ZONE = Field("ZONE", "`graveyard`, `deck` or `dock`", lambda w, ids: place_of("place", w, ZONES))
CARD = Field("CARD", "a treasure", lambda w, ids: (place_of("treasure", w, ids.treasures), w))
WEATHER = Field("X", "a weather", lambda w, ids: (place_of("weather", w, ids.weathers), w))
ANY_WEATHER = Field("X", "a weather, or `random`", read_weather)
CLASS = Field("X", "a class", lambda w, ids: (place_of("class", w, ids.jobs), w))
KIND = Field("X", "a kind of Encounter", lambda w, ids: (place_of("kind", w, KINDS), w))
TAG = Field("TAG", "a tag of some Encounter", lambda w, ids: (place_of("tag", w, ids.tags), w))
