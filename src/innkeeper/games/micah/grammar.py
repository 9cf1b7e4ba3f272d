"""The card language: `trigger[conditions]: effect, effect` read into native clauses.

The words are declared in conditions.py, changes.py and effects.py; here is how they hang together. Every
complaint is a ValueError that says what was found and what would be right; the caller adds the file and
the card.
"""

from __future__ import annotations

import re

from innkeeper.engine.dice import Dice
from innkeeper.engine.words import did_you_mean, name_in, place_of
from innkeeper.games.micah import clauses
from innkeeper.games.micah.changes import CHANGES, OWN
from innkeeper.games.micah.clauses import Change, Clause, Condition, Effect, Resolver, shows
from innkeeper.games.micah.conditions import CONDITIONS
from innkeeper.games.micah.effects import DEEDS, OUTCOME
from innkeeper.games.micah.fields import Ids, read_dice
from innkeeper.games.micah.terms import INTENTIONS, STATS

# Every trigger: on which cards it may stand, and how its clause begins in a sentence.
TRIGGERS: dict[str, tuple[str, str]] = {
    "reveal": ("encounter", "When revealed"),
    "attack": ("encounter", ""),
    "charm": ("encounter", ""),
    "escape": ("encounter", ""),
    "attack.ok": ("encounter", "If you beat it"),
    "charm.ok": ("encounter", "If you charm it"),
    "escape.ok": ("encounter", "If you escape it"),
    "any.ok": ("encounter", "If you succeed"),
    "attack.fail": ("encounter", "If your Attack fails"),
    "charm.fail": ("encounter", "If your Charm fails"),
    "escape.fail": ("encounter", "If your Escape fails"),
    "any.fail": ("encounter", "If you fail"),
    "always": ("encounter", ""),
    "while": ("dock weapon clothing upgrade weather", ""),
    "comp": ("dock", "As your Companion"),
    "turn": ("dock weapon clothing upgrade weather", "At the start of your turn"),
    "kill": ("dock weapon clothing upgrade", "After each successful Attack"),
    "prep": ("dock", "In Preparation, for {} Coin"),
    "apply": ("upgrade", "When applied"),
    "use": ("single", "In Preparation"),
    "battle": ("single", "In an Encounter"),
    "storm": ("weather", "At the start of a turn, and at once when it breaks out"),
    "haunt": ("ghost", "If it is played on you"),
}
LANGUAGES = (CONDITIONS, DEEDS, CHANGES)
LASTING = ("always", "while", "comp")  # in force, so nothing happens once

MOST_ROLLS = 100_000  # ways a pattern's dice can fall: its odds are counted one by one

_CLAUSE = re.compile(r"^([a-z.]+)(?:\[([^\]]*)\])?: *(.*)$")
_PATTERN = re.compile(r"^(\S+) (doubles|distinct|even|sum>=|sum<=) ?(\d*)$")


def triggers_on(card: str) -> list[str]:
    """The triggers that a card of some kind may have."""
    return [trigger for trigger, (cards, _) in TRIGGERS.items() if card in cards.split()]


def read_clause(text: str, card: str, ids: Ids) -> Clause:
    """One clause of a card of some kind."""
    found = _CLAUSE.match(text)
    if found is None:
        raise ValueError(f"{text!r} is not of the form trigger[conditions]: effect, effect{_missing(text)}")
    trigger, asked, body = found.groups()
    place_of("trigger of this card", trigger, triggers_on(card))
    parts = [] if asked is None else asked.split("&")
    conditions = [CONDITIONS.parse(part.strip(), ids) for part in parts]
    if trigger in INTENTIONS:
        return read_resolver(text, trigger, conditions, body)
    price = 0
    if trigger == "prep":
        head, arrow, body = body.partition("->")
        if arrow == "" or not head.strip().startswith("pay "):
            raise ValueError(f"{text!r}: a prep clause reads prep: pay N -> effects")
        price = read_price(head.strip())
    words = [read_word(part.strip(), trigger, ids) for part in body.split(",")]
    return Clause(trigger, conditions, words, None, price)


def _missing(text: str) -> str:
    """What a clause that is of no form probably lacks."""
    head, colon, _ = text.partition(":")
    if not colon:
        return "; a : is missing before the first effect"
    return "; conditions stand in [ ]" if "(" in head else ""


def read_word(text: str, trigger: str, ids: Ids) -> Change | Effect:
    """One effect of a clause, if its trigger may have it."""
    changes = CHANGES.names([OWN] if trigger == "always" else ["", OWN])
    changes = changes if trigger in (*LASTING, "battle") else []
    deeds = DEEDS.names(["", OUTCOME] if trigger.endswith((".ok", ".fail")) else [""])
    known = changes if trigger in LASTING else changes + deeds
    name = name_in(text)
    if name not in known:
        near = did_you_mean(name, known)
        raise ValueError(f"{name!r} is no effect of a {trigger} clause; there are {', '.join(known)}{near}")
    if name not in changes:
        return DEEDS.parse(text, ids)
    change = CHANGES.parse(text, ids)
    if change.dice is not None and trigger != "always":
        does = "replace its attack" if change.replaces else "add dice to its numbers"
        raise ValueError(f"{text!r}: only the card itself can {does} (always)")
    return change


def read_price(text: str) -> int:
    """`pay N`: the price must be known beforehand (MG-6.5)."""
    price = text[4:].strip()
    if not price.isdigit() or int(price) < 1:
        raise ValueError(f"{text!r}: a price is a whole number of at least 1, never dice")
    return int(price)


def read_resolver(text: str, trigger: str, conditions: list[Condition], body: str) -> Clause:
    """MG-6.6: `check STAT vs N`, `roll DICE PATTERN`, `auto`, `pay N`."""
    stat = INTENTIONS.index(trigger)
    zero = Dice([], 0)
    word = body.partition(" ")[0]
    if word == "pay":
        return Clause(trigger, conditions, [], None, read_price(body))
    if word == "auto" and body == "auto":
        resolver = Resolver(clauses.SUCCEED, stat, zero, 0, 0, body, 1, 1)
    elif word == "check":
        named, vs, number = body[6:].partition(" vs ")
        if vs == "":
            raise ValueError(f"{text!r}: a check reads check STAT vs N")
        stat = place_of("stat", named.strip(), STATS)
        resolver = Resolver(clauses.CHECK, stat, read_dice(number), 0, 0, body, 0, 1)
    elif word == "roll":
        resolver = read_pattern(text, stat, body[5:].strip())
    else:
        raise ValueError(
            f"{body!r} decides nothing; there are check STAT vs N, roll DICE PATTERN, auto and pay N"
        )
    return Clause(trigger, conditions, [], resolver, 0)


def read_pattern(text: str, stat: int, body: str) -> Resolver:
    found = _PATTERN.fullmatch(body)
    if found is None:
        raise ValueError(f"{text!r}: a roll reads roll DICE doubles|distinct|even|sum>=N|sum<=N")
    dice = read_dice(found.group(1))
    pattern = place_of("pattern", found.group(2), clauses.PATTERNS)
    sums = pattern == clauses.SUM_AT_LEAST or pattern == clauses.SUM_AT_MOST
    if sums != (found.group(3) != "") or len(dice.sides) == 0 or dice.plus != 0:
        raise ValueError(f"{text!r}: dice such as 2d6, and a number exactly after sum>= and sum<=")
    least = int(found.group(3)) if sums else 0
    rolls = 1
    for sides in dice.sides:
        rolls *= sides
        if rolls > MOST_ROLLS:
            raise ValueError(f"{text!r}: that is too many dice")
    ways = 0
    for number in range(rolls):
        values = []
        rest = number
        for sides in dice.sides:
            values.append(rest % sides + 1)
            rest //= sides
        if shows(pattern, least, values):
            ways += 1
    return Resolver(clauses.ROLL, stat, dice, pattern, least, body, ways, rolls)
