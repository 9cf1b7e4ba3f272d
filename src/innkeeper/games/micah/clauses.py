"""Clauses: `trigger[conditions]: effect, effect` made native (the card language of the game).

A clause either changes numbers for as long as it is in force (`changes`), or does something when
its trigger comes (`effects`), or says how an Intention is decided (`resolver`). The words themselves
are in conditions.py, changes.py and effects.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.chance import Chance
from innkeeper.engine.dice import Dice
from innkeeper.games.micah.terms import ALIVE, NOWHERE

if TYPE_CHECKING:
    from innkeeper.games.micah.state import Micah

# When a bot asks what a word is worth.
NOW: Final = 0  # it happens at once
ALWAYS: Final = 1  # every turn, or for as long as the game lasts
LATER: Final = 2  # on a single-use card in the pack
USED: Final = 3  # by that card, at this moment of Preparation
FELT: Final = 4  # at the start of a turn, by a weather

# Resolvers
CHECK: Final = 0
ROLL: Final = 1
SUCCEED: Final = 2
PAY: Final = 3
HOWS: Final = ["check", "roll", "auto", "pay"]

# Patterns of `roll`
DOUBLES: Final = 0
DISTINCT: Final = 1
EVEN: Final = 2
SUM_AT_LEAST: Final = 3
SUM_AT_MOST: Final = 4
PATTERNS: Final = ["doubles", "distinct", "even", "sum>=", "sum<="]


class Condition:
    """One test in a clause's brackets: of a number, or of a thing of the game with its number and its id."""

    def __init__(self, about: tuple[int, str] = (0, ""), least: i64 = 0) -> None:
        self.word: str = ""
        self.value: i64 = about[0]
        self.id: Final = about[1]
        self.least: i64 = least

    def holds(self, s: Micah, seat: i64) -> bool:
        raise NotImplementedError

    def likely(self, s: Micah, seat: i64) -> float:
        """How often a bot counts on it."""
        return 0.15


@final
class Amount:
    """A signed number, dice, or a number per docked creature with a tag; rolled when applied."""

    def __init__(self, text: str, sides: list[i64], signs: list[i64], plus: i64, tag: i64 = -1) -> None:
        self.text: Final = text  # in a sentence
        self.s: Final = "" if text == "1" else "s"
        self.sides: Final = sides
        self.signs: Final = signs
        self.plus: i64 = plus
        self.tag: i64 = tag  # with a tag, `plus` counts once per creature

    def roll(self, s: Micah, seat: i64, dice: list[list[int]] | None) -> i64:
        """The amount now; every die is noted in `dice` if somebody wants to know."""
        if self.tag >= 0:
            return self.plus * s.docked(seat, self.tag)
        total: i64 = self.plus
        for place in range(len(self.sides)):
            sides = self.sides[place]
            value = s.chance.die(sides)
            total += self.signs[place] * value
            if dice is not None:
                dice.append([sides, value])
        return total


@final
class Change:
    """A continuous effect: what it changes (see `terms`), and by how much."""

    def __init__(self, what: i64, amount: Amount | None, named: str, always: float, later: float) -> None:
        self.word: str = ""
        self.what: i64 = what
        self.by: i64 = 1 if amount is None else amount.plus
        self.tag: i64 = -1 if amount is None else amount.tag  # with a tag, `by` counts per docked creature
        self.dice: Dice | None = None  # dice added to a target or an attack
        self.replaces: bool = False  # `atk DICE`: replaces the attack before additions
        if amount is not None and len(amount.sides) > 0:
            self.by = 0
            self.dice = Dice(amount.sides, amount.plus)
        self.always: float = always  # what one is worth to a bot for good
        self.later: float = later  # and for one Encounter
        self.named: Final = named  # the stat or Intention, in a sentence
        self.text: Final = "" if amount is None else amount.text
        self.unit: Final = "die" if self.text in ("+1", "-1") else "dice"

    def total(self, s: Micah, seat: i64) -> i64:
        """What it adds for a seat."""
        return self.by if self.tag < 0 else self.by * s.docked(seat, self.tag)


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """Something that happens once."""

    def __init__(self) -> None:
        self.word: str = ""
        self.zone: i64 = NOWHERE  # `to`: where the Encounter card shall go

    def do(self, s: Micah, deed: Deed) -> None:
        raise NotImplementedError

    def matters(self, s: Micah, seat: i64) -> bool:
        """Would it change anything if it happened to that seat now?"""
        return True

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        """What it is worth to a seat in Coin; when it is USED, how pressing that is."""
        raise NotImplementedError


@final
class Deed:
    """One source's clauses at work: on whom, from which card, by which rule; and what they ask for."""

    def __init__(
        self, seat: i64, source: str, rule: str, actor: i64, checks: bool = False, haunting: bool = False
    ) -> None:
        self.seat: i64 = seat  # whom the effects mean: the owner, or the one who is haunted
        self.source: Final = source
        self.rule: Final = rule  # the clause of the rulebook that set it off
        self.actor: i64 = actor
        self.checks: bool = checks  # look for defeats after every single effect (MG-3.4)
        self.haunting: bool = haunting  # the work of a ghost (MG-18.5)
        self.zone: i64 = NOWHERE  # `to`: where the Encounter card shall go
        self.quiet: bool = False  # somebody else tells what happened
        self.draws: i64 = 0  # `draw`: Encounters still to come


@final
class Resolver:
    """How a card decides an Intention instead of the standard check (MG-6.6)."""

    def __init__(
        self, how: i64, stat: i64, target: Dice, pattern: i64, least: i64, text: str, ways: i64, rolls: i64
    ) -> None:
        self.how: i64 = how
        self.stat: i64 = stat
        self.target: Final = target  # `check`: the number to reach; `roll`: the dice; `pay`: the price
        self.pattern: i64 = pattern
        self.least: i64 = least
        self.text: Final = text
        self.ways: i64 = ways  # a pattern's exact odds: `ways` out of `rolls`
        self.rolls: i64 = rolls

    def matches(self, values: list[i64]) -> bool:
        """Does a throw show the pattern?"""
        return shows(self.pattern, self.least, values)


def shows(pattern: i64, least: i64, values: list[i64]) -> bool:
    """Does a throw show a pattern?"""
    if pattern in (DOUBLES, DISTINCT):
        twins = False
        for place in range(len(values)):
            for other in range(place):
                if values[place] == values[other]:
                    twins = True
        return twins == (pattern == DOUBLES)
    total: i64 = 0
    for value in values:
        if pattern == EVEN and value % 2 == 1:
            return False
        total += value
    if pattern == SUM_AT_LEAST:
        return total >= least
    if pattern == SUM_AT_MOST:
        return total <= least
    return True


@final
class Clause:
    """One printed line of a card."""

    def __init__(
        self,
        trigger: str,
        conditions: list[Condition],
        words: list[Change | Effect],
        resolver: Resolver | None,
        price: i64,
    ) -> None:
        self.trigger: Final = trigger
        self.conditions: Final = conditions
        self.words: Final = words
        self.changes: Final = [word for word in words if isinstance(word, Change)]
        self.effects: Final = [word for word in words if isinstance(word, Effect)]
        self.heals: bool = any(effect.word == "hp" for effect in self.effects)
        self.resolver: Final = resolver
        self.price: i64 = price  # `prep: pay N -> …`
        touches: i64 = 0
        for change in self.changes:
            touches |= 1 << change.what
        self.touches: i64 = touches

    def holds(self, s: Micah, seat: i64) -> bool:
        """Do all conditions hold for that seat?"""
        return all(condition.holds(s, seat) for condition in self.conditions)

    def change(self, s: Micah, seat: i64, what: i64) -> i64:
        """What this clause adds to a number, if its conditions hold."""
        if (self.touches >> what) & 1 == 0 or not self.holds(s, seat):
            return 0
        total: i64 = 0
        for change in self.changes:
            if change.what == what and not change.replaces:
                total += change.total(s, seat)
        return total


def touched(clauses: list[Clause]) -> i64:
    """Everything that some of these clauses may change, as a mask."""
    mask: i64 = 0
    for clause in clauses:
        mask |= clause.touches
    return mask


def run(s: Micah, clauses: list[Clause], deed: Deed) -> None:
    """MG-20.3: judge all conditions, then carry out the clauses in printed order, effects left to right."""
    if len(clauses) == 1:
        if clauses[0].holds(s, deed.seat):
            carry_out(s, clauses[0], deed)
        return
    ready = [clause for clause in clauses if clause.holds(s, deed.seat)]
    for clause in ready:
        if not carry_out(s, clause, deed):
            return


def carry_out(s: Micah, clause: Clause, deed: Deed) -> bool:
    """One clause; False as soon as whom it means has fallen: the rest is skipped (MG-3.4)."""
    for effect in clause.effects:
        effect.do(s, deed)
        if deed.checks and s.check(deed.source):
            return False
        hero = s.heroes[deed.seat]
        if hero.hp <= 0 and (deed.checks or hero.status == ALIVE):
            return False
    return True


def roll(chance: Chance, dice: Dice, noted: list[list[int]] | None) -> i64:
    """Roll a card's dice; every die is noted if somebody wants to know."""
    total: i64 = dice.plus
    for sides in dice.sides:
        value = chance.die(sides)
        total += value
        if noted is not None:
            noted.append([sides, value])
    return total
