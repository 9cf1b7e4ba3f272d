"""What cards change for as long as they are in force: `die`, `mod`, `atk` and their like.

A new word is a line of `CHANGES`, here; what it changes is a number of `terms`, which the rules ask for
where they need it. Its worth is for good and for one Encounter, for each that it changes the number by.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from innkeeper.engine.dice import Dice
from innkeeper.engine.words import Vocabulary
from innkeeper.games.micah.clauses import Amount, Change
from innkeeper.games.micah.fields import ADDED, INTENTION, NEW_ATTACK, STAT, STEADY
from innkeeper.games.micah.terms import (
    ATK,
    AUTO,
    BEST,
    DIE,
    INTENTIONS,
    MAXHP,
    MOD,
    PRICE,
    STATS,
    TARGET,
    WARD,
)


def of_stat(what: i64) -> Callable[[int, Amount, float, float], Change]:
    """Makes changes of one of three numbers, by stat."""
    return lambda stat, amount, *worth: Change(what + stat, amount, STATS[stat].capitalize(), *worth)


def of(what: i64) -> Callable[[Amount, float, float], Change]:
    """Makes changes of a single number."""
    return lambda amount, *worth: Change(what, amount, "", *worth)


def alone(what: i64) -> Callable[[float, float], Change]:
    """Makes changes that are there or not."""
    return lambda *worth: Change(what, None, "", *worth)


def attack(given: Amount | Dice, always: float, later: float) -> Change:
    """More or less attack, or other dice in its place."""
    if isinstance(given, Amount):
        return Change(ATK, given, "", always, later)
    change = Change(ATK, Amount(f"is {given}", given.sides, [], given.plus), "", always, later)
    change.replaces = True
    return change


def automatic(intention: i64, always: float, later: float) -> Change:
    return Change(AUTO + intention, None, INTENTIONS[intention].capitalize(), always, later)


OWN: Final = "own"  # a change that an Encounter may make to itself (`always`)
DICE: Final = "{it.named} {it.text} {it.unit}"
BETTER: Final = "roll your dice twice and keep the better throw"
SAFE: Final = "strikes do not touch you or your Companion"

CHANGES: Final = Vocabulary("Effects while something is in force", Change, ["worth"], "effect", notation=True)
CHANGES.add("die", of_stat(DIE), [STAT, STEADY], DICE, "levels of the ladder", (1.0, 2.5))
CHANGES.add("mod", of_stat(MOD), [STAT, STEADY], "{it.named} {it.text}", "added to its throws", (0.55, 1.3))
CHANGES.add("maxhp", of(MAXHP), [STEADY], "maximum HP {it.text}", "added to the most HP", (0.8, 0.0))
CHANGES.add("price", of(PRICE), [STEADY], "Merchant prices {it.text}", "added to prices", (-5.0, 0.0))
CHANGES.add("def", of(TARGET), [ADDED], "its Defense {it.text}", "added to its Defense", (0.0, -0.9), OWN)
CHANGES.add(
    "chm", of(TARGET + 1), [ADDED], "its Charm number {it.text}", "added to its Charm", (0.0, -0.9), OWN
)
CHANGES.add(
    "esc", of(TARGET + 2), [ADDED], "its Escape number {it.text}", "added to its Escape", (0.0, -0.9), OWN
)
CHANGES.add("atk", attack, [NEW_ATTACK], "its attack {it.text}", "added to its attack", (-1.0, 0.0), OWN)
CHANGES.add(
    "auto", automatic, [INTENTION], "{it.named} succeeds without a roll", "without a roll", (8.0, 5.0), OWN
)
CHANGES.add("best", alone(BEST), [], BETTER, "every throw twice, the better one counts", (0.0, 6.0))
CHANGES.add("ward", alone(WARD), [], SAFE, "no strikes", (0.0, 6.0))
