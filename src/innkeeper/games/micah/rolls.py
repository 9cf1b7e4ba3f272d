"""MG-6.1 to MG-6.4 and MG-9: one throw of a stat, and its exact odds beforehand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from innkeeper.engine.dice import Dice
from innkeeper.engine.events import Kind
from innkeeper.games.micah import events
from innkeeper.games.micah.book import dice_of, thrown
from innkeeper.games.micah.clauses import roll
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import BEST

NO_TARGET: Final = -1


def roll_stat(
    s: Micah, seat: i64, stat: i64, with_companion: bool, purpose: str, target: i64, kind: Kind
) -> i64:
    """Throw a stat's pool, once more if `best` is active, and the Companion's dice; the total."""
    noted: list[list[int]] | None = None if s.log is None else []
    hero = s.heroes[seat]
    pool = dice_of(s.level(seat, stat))
    throw = throw_pool(s, pool, noted)
    if s.change(seat, BEST) > 0:
        throw = max(throw, throw_pool(s, pool, noted))
    modifier = s.modifier(seat, stat) + hero.omen
    hero.omen = 0  # MG-18.6
    if with_companion and hero.companion >= 0:
        attack = s.book.face(hero.dock[hero.companion]).attack
        throw += roll(s.chance, attack, noted) - attack.plus
        modifier += attack.plus
    total: i64 = max(0, throw + modifier)
    tell_rolled(s, kind, seat, purpose, noted, modifier, total, target)
    return total


def throw_pool(s: Micah, pool: list[i64], noted: list[list[int]] | None) -> i64:
    """One throw of all dice of a pool, the largest first."""
    total: i64 = 0
    for sides in pool:
        value = s.chance.die(sides)
        total += value
        if noted is not None:
            noted.append([sides, value])
    return total


def roll_dice(s: Micah, seat: i64, dice: Dice, purpose: str) -> i64:
    """Roll a number that is printed as dice (MG-6.5), at least 0."""
    if len(dice.sides) == 0:
        return max(0, dice.plus)
    noted: list[list[int]] | None = None if s.log is None else []
    total: i64 = max(0, roll(s.chance, dice, noted))
    tell_rolled(s, events.ROLLED_DICE[purpose], seat, purpose, noted, dice.plus, total, NO_TARGET)
    return total


def tell_rolled(
    s: Micah,
    kind: Kind,
    seat: i64,
    purpose: str,
    noted: list[list[int]] | None,
    modifier: i64,
    total: i64,
    target: i64,
) -> None:
    if noted is not None:
        about: dict[str, object] = {
            "purpose": purpose,
            "dice": noted,
            "throw": " + ".join([f"{die[1]} on D{die[0]}" for die in noted]),
            "target": None if target < 0 else target,
        }
        s.tell_data(kind, seat, about, modifier, b=total)


# Odds


def odds(s: Micah, seat: i64, stat: i64, with_companion: bool, target: Dice) -> float:
    """The exact chance of a check with everything now in force."""
    if len(target.sides) == 0 and target.plus <= 0:
        return 1.0
    hero = s.heroes[seat]
    level = s.level(seat, stat)
    ways = s.book.pool_ways(level)
    if s.change(seat, BEST) > 0:
        ways = best_of_two(ways)
    plus = s.modifier(seat, stat) + hero.omen
    if with_companion and hero.companion >= 0:
        attack = s.book.face(hero.dock[hero.companion]).attack
        plus += attack.plus
        for sides in attack.sides:
            ways = thrown(ways, sides)
    needed: list[int] = [1]
    for sides in target.sides:
        needed = thrown(needed, sides)
    rolls = 0
    for count in ways:
        rolls += count
    good = 0
    cases = 0
    for roll_of_target in range(len(needed)):
        times = needed[roll_of_target]
        if times == 0:
            continue
        cases += times
        least: i64 = roll_of_target + target.plus - plus
        if roll_of_target + target.plus <= 0 or least <= 0:
            good += times * rolls
            continue
        for total in range(least, len(ways)):
            good += times * ways[total]
    return good / (cases * rolls)


def best_of_two(ways: list[int]) -> list[int]:
    """In how many ways the higher of two throws shows each sum."""
    found: list[int] = []
    below = 0
    for count in ways:
        upto = below + count
        found.append(upto * upto - below * below)
        below = upto
    return found
