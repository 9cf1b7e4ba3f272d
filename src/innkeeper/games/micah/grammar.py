"""The card language: `trigger[conditions]: effect, effect` read into native clauses.

Every complaint is a ValueError that says what was found and what would be right; the caller adds the
file and the card.
"""

from __future__ import annotations

import re
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.dice import Dice
from innkeeper.games.micah import clauses, effects
from innkeeper.games.micah.clauses import Amount, Change, Clause, Condition, Effect, Resolver, shows
from innkeeper.games.micah.terms import (
    ATK,
    AUTO,
    BEST,
    DIE,
    INTENTIONS,
    KINDS,
    MAXHP,
    MOD,
    PRICE,
    STATS,
    TARGET,
    WARD,
    ZONES,
)

# Which triggers a card of each place may have.
ON_ENCOUNTER: Final = [
    "reveal",
    "attack",
    "charm",
    "escape",
    "attack.ok",
    "charm.ok",
    "escape.ok",
    "any.ok",
    "attack.fail",
    "charm.fail",
    "escape.fail",
    "any.fail",
    "always",
]
ON_DOCK: Final = ["while", "comp", "turn", "kill", "prep"]
ON_SLOT: Final = ["while", "turn", "kill"]
ON_UPGRADE: Final = ["while", "turn", "kill", "apply"]
ON_SINGLE: Final = ["use", "battle"]
ON_WEATHER: Final = ["while", "turn", "storm"]
ON_GHOST: Final = ["haunt"]

NUMBERS: Final = ["def", "chm", "esc"]
OWN_NUMBERS: Final = ["def", "chm", "esc", "atk", "auto"]
CHANGES: Final = ["die", "mod", "maxhp", "price", "def", "chm", "esc", "atk", "auto", "best", "ward"]
DEEDS: Final = [
    "hp",
    "coin",
    "treasure",
    "gain",
    "lose",
    "weather",
    "odds",
    "peek",
    "bury",
    "omen",
    "none",
]
OUTCOMES: Final = ["draw", "strike", "to"]  # only after an Intention

MOST_ROLLS: Final = 100_000  # ways a pattern's dice can fall: its odds are counted one by one

_CLAUSE: Final = re.compile(r"([a-z.]+)(?:\[([^\]]*)\])?: *(.*)")
_TERM: Final = re.compile(r"([+-]?)(?:([0-9]{1,3})d([0-9]{1,4})|([0-9]{1,6}))")
_PER_TAG: Final = re.compile(r"([+-]?[0-9]{1,4})\*dock\.([a-z-]+)")
_PATTERN: Final = re.compile(r"(\S+) (doubles|distinct|even|sum>=|sum<=) ?([0-9]*)")


@final
class Words:
    """The ids that cards may name."""

    def __init__(self, jobs: list[str], weathers: list[str], treasures: list[str], tags: list[str]) -> None:
        self.jobs: Final = jobs
        self.weathers: Final = weathers
        self.treasures: Final = treasures
        self.tags: Final = tags


def one_of(what: str, word: str, words: list[str]) -> i64:
    """The place of a word among those that are allowed."""
    for place in range(len(words)):
        if words[place] == word:
            return place
    raise ValueError(f"{word!r} is no {what}; there are {', '.join(words)}")


def read_clause(text: str, triggers: list[str], words: Words) -> Clause:
    """One clause of a card that may have these triggers."""
    found = _CLAUSE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not of the form trigger[conditions]: effect, effect")
    trigger = found.group(1)
    one_of("trigger of this card", trigger, triggers)
    conditions: list[Condition] = []
    if found.group(2) is not None:
        for part in found.group(2).split("&"):
            conditions.append(read_condition(part.strip(), words))
    body = found.group(3)
    if trigger in INTENTIONS:
        return read_resolver(text, trigger, conditions, body)
    price: i64 = 0
    if trigger == "prep":
        head, arrow, body = body.partition("->")
        if arrow == "" or not head.strip().startswith("pay "):
            raise ValueError(f"{text!r}: a prep clause reads prep: pay N -> effects")
        price = read_price(head.strip())
        body = body.strip()
    changes: list[Change] = []
    deeds: list[Effect] = []
    for part in body.split(","):
        word = part.strip()
        verb = word.partition(" ")[0]
        if verb in allowed_changes(trigger):
            changes.append(read_change(word, trigger, words))
        elif verb in allowed_deeds(trigger):
            deeds.append(read_effect(word, words))
        else:
            known = allowed_changes(trigger) + allowed_deeds(trigger)
            raise ValueError(f"{verb!r} is no effect of a {trigger} clause; there are {', '.join(known)}")
    return Clause(text, trigger, conditions, changes, deeds, None, price)


def allowed_changes(trigger: str) -> list[str]:
    """The continuous effects a trigger may have."""
    if trigger == "always":
        return OWN_NUMBERS
    if trigger in ("while", "comp", "battle"):
        return CHANGES
    return []


def allowed_deeds(trigger: str) -> list[str]:
    """The effects that happen once which a trigger may have."""
    if trigger in ("always", "while", "comp"):
        return []
    if trigger.endswith((".ok", ".fail")):
        return DEEDS + OUTCOMES
    return DEEDS


# Conditions


def read_condition(text: str, words: Words) -> Condition:
    """`weather=X`, `class=X`, `kind=X`, `tag=X`, `comp`, `coin>=N`, `coin<=N`, `dock.TAG>=N`."""
    if text == "comp":
        return Condition(clauses.HAS_COMPANION, 0)
    if text.startswith("coin>="):
        return Condition(clauses.COIN_AT_LEAST, whole(text[6:]))
    if text.startswith("coin<="):
        return Condition(clauses.COIN_AT_MOST, whole(text[6:]))
    if text.startswith("dock.") and ">=" in text:
        tag, _, number = text[5:].partition(">=")
        return Condition(clauses.DOCK_AT_LEAST, whole(number), one_of("tag", tag, words.tags))
    asked, equals, value = text.partition("=")
    if equals != "":
        if asked == "weather":
            return Condition(clauses.WEATHER_IS, one_of("weather", value, words.weathers))
        if asked == "class":
            return Condition(clauses.CLASS_IS, one_of("class", value, words.jobs))
        if asked == "kind":
            return Condition(clauses.KIND_IS, one_of("kind", value, KINDS))
        if asked == "tag":
            return Condition(clauses.TAG_IS, one_of("tag", value, words.tags))
    raise ValueError(
        f"{text!r} is no condition; there are weather=X, class=X, kind=X, tag=X, comp, "
        "coin>=N, coin<=N and dock.TAG>=N"
    )


def whole(text: str) -> i64:
    """A plain whole number."""
    if not text.strip().isdecimal() or len(text) > 6:
        raise ValueError(f"{text.strip()!r} is not a whole number")
    return int(text)


# Amounts


def read_amount(text: str, words: Words) -> Amount:
    """`+2`, `-1d6`, `+1d12-3`, `2d6`, `-5*dock.goblin`."""
    written = text.replace(" ", "")
    per_tag = _PER_TAG.fullmatch(written)
    if per_tag is not None:
        return Amount([], [], int(per_tag.group(1)), one_of("tag", per_tag.group(2), words.tags))
    sides: list[i64] = []
    signs: list[i64] = []
    plus: i64 = 0
    place = 0
    while place < len(written) or place == 0:
        term = _TERM.match(written, place)
        if term is None or (place > 0 and term.group(1) == ""):
            raise ValueError(f"{text!r} is not an amount such as +2, -1d6, +1d12-3 or 2*dock.goblin")
        sign: i64 = -1 if term.group(1) == "-" else 1
        if term.group(4) is not None:
            plus += sign * int(term.group(4))
        else:
            count, faces = int(term.group(2)), int(term.group(3))
            if count < 1 or faces < 1:
                raise ValueError(f"{text!r}: there is no such die")
            for _ in range(count):
                sides.append(faces)
                signs.append(sign)
        place = term.end()
    return Amount(sides, signs, plus)


def read_dice(text: str) -> Dice:
    """A number of a card: `6`, `1d10`, `2d6+3`."""
    return Dice.parse(text)


def read_price(text: str) -> i64:
    """`pay N`: the price must be known beforehand (MG-6.5)."""
    price = text[4:].strip()
    if not price.isdecimal() or int(price) < 1:
        raise ValueError(f"{text!r}: a price is a whole number of at least 1, never dice")
    return int(price)


# Changes


def read_change(text: str, trigger: str, words: Words) -> Change:
    """A continuous effect."""
    verb, _, rest = text.partition(" ")
    rest = rest.strip()
    if verb == "best" or verb == "ward":
        if rest != "":
            raise ValueError(f"{text!r}: {verb} stands alone")
        return Change(BEST if verb == "best" else WARD, 1)
    if verb == "auto":
        return Change(AUTO + one_of("Intention", rest, INTENTIONS), 1)
    if verb == "die" or verb == "mod":
        stat, _, rest = rest.partition(" ")
        return steady((DIE if verb == "die" else MOD) + one_of("stat", stat, STATS), text, rest, words)
    if verb == "maxhp" or verb == "price":
        return steady(MAXHP if verb == "maxhp" else PRICE, text, rest, words)
    what: i64 = ATK if verb == "atk" else TARGET + one_of("number", verb, NUMBERS)
    if verb == "atk" and rest[:1] not in ("+", "-") and "*" not in rest:
        if trigger != "always":
            raise ValueError(f"{text!r}: only the card itself can replace its attack (always)")
        replaced = Change(what, 0, -1, read_dice(rest))
        replaced.replaces = True
        return replaced
    amount = read_amount(rest, words)
    if len(amount.sides) == 0:
        return Change(what, amount.plus, amount.tag)
    if trigger != "always" or -1 in amount.signs:
        raise ValueError(f"{text!r}: dice can only be added, and only by the card itself (always)")
    return Change(what, 0, -1, Dice(amount.sides, amount.plus))


def steady(what: i64, text: str, rest: str, words: Words) -> Change:
    """A change that is no dice: levels, static modifiers, maximum HP and prices stay put (MG-9.5)."""
    amount = read_amount(rest, words)
    if len(amount.sides) > 0:
        raise ValueError(f"{text!r}: this needs a whole number such as +2, or 2*dock.goblin, not dice")
    return Change(what, amount.plus, amount.tag)


# Effects that happen once


def read_effect(text: str, words: Words) -> Effect:
    """`hp -1d4`, `coin +2 @all`, `odds 1d6<=1 hp -4`, …"""
    verb, _, rest = text.partition(" ")
    rest = rest.strip()
    if verb == "hp" or verb == "coin":
        reach: i64 = effects.OWNER
        if rest.endswith("@all"):
            reach, rest = effects.ALL, rest[:-4]
        elif rest.endswith("@others"):
            reach, rest = effects.OTHERS, rest[:-7]
        amount = read_amount(rest.strip(), words)
        return effects.Health(verb, amount, reach) if verb == "hp" else effects.Coin(verb, amount, reach)
    if verb == "treasure":
        return effects.Treasures(verb, read_amount(rest, words))
    if verb == "gain":
        return effects.Gain(one_of("treasure", rest, words.treasures))
    if verb == "lose":
        return effects.Lose(verb, read_amount(rest, words))
    if verb == "weather":
        if rest == "random":
            return effects.TurnWeather(effects.RANDOM_WEATHER)
        return effects.TurnWeather(one_of("weather", rest, words.weathers))
    if verb == "odds":
        return read_odds(text, rest, words)
    if verb == "peek":
        return effects.Peek(verb, read_amount(rest, words))
    if verb == "omen":
        return effects.Omen(verb, read_amount(rest, words))
    if verb == "to":
        return effects.GoTo(one_of("place", rest, ZONES))
    if rest != "":
        raise ValueError(f"{text!r}: {verb} stands alone")
    if verb == "bury":
        return effects.Bury(verb)
    if verb == "draw":
        return effects.DrawAnother(verb)
    if verb == "strike":
        return effects.Strike(verb)
    if verb == "none":
        return effects.Nothing(verb)
    raise ValueError(f"{verb!r} is no effect; there are {', '.join(DEEDS + OUTCOMES)}")


def read_odds(text: str, rest: str, words: Words) -> Effect:
    dice, arrow, more = rest.partition("<=")
    most, _, then = more.partition(" ")
    if arrow == "" or then == "":
        raise ValueError(f"{text!r}: odds reads odds DICE<=n EFFECT")
    return effects.Odds(read_dice(dice), whole(most), read_effect(then.strip(), words))


# Resolvers


def read_resolver(text: str, trigger: str, conditions: list[Condition], body: str) -> Clause:
    """MG-6.6: `check STAT vs N`, `roll DICE PATTERN`, `auto`, `pay N`."""
    stat: i64 = INTENTIONS.index(trigger)
    zero = Dice([], 0)
    word = body.partition(" ")[0]
    if word == "pay":
        return Clause(text, trigger, conditions, [], [], None, read_price(body))
    if word == "auto" and body == "auto":
        resolver = Resolver(clauses.SUCCEED, stat, zero, 0, 0, body, 1, 1)
    elif word == "check":
        named, vs, number = body[6:].partition(" vs ")
        if vs == "":
            raise ValueError(f"{text!r}: a check reads check STAT vs N")
        stat = one_of("stat", named.strip(), STATS)
        resolver = Resolver(clauses.CHECK, stat, read_dice(number), 0, 0, body, 0, 1)
    elif word == "roll":
        resolver = read_pattern(text, stat, body[5:].strip())
    else:
        raise ValueError(
            f"{body!r} decides nothing; there are check STAT vs N, roll DICE PATTERN, auto and pay N"
        )
    return Clause(text, trigger, conditions, [], [], resolver, 0)


def read_pattern(text: str, stat: i64, body: str) -> Resolver:
    found = _PATTERN.fullmatch(body)
    if found is None:
        raise ValueError(f"{text!r}: a roll reads roll DICE doubles|distinct|even|sum>=N|sum<=N")
    dice = read_dice(found.group(1))
    pattern = one_of("pattern", found.group(2), clauses.PATTERNS)
    sums = pattern == clauses.SUM_AT_LEAST or pattern == clauses.SUM_AT_MOST
    if sums != (found.group(3) != "") or len(dice.sides) == 0 or dice.plus != 0:
        raise ValueError(f"{text!r}: dice such as 2d6, and a number exactly after sum>= and sum<=")
    least: i64 = int(found.group(3)) if sums else 0
    rolls: i64 = 1
    for sides in dice.sides:
        rolls *= sides
        if rolls > MOST_ROLLS:
            raise ValueError(f"{text!r}: that is too many dice")
    ways: i64 = 0
    for number in range(rolls):
        values: list[i64] = []
        rest: i64 = number
        for sides in dice.sides:
            values.append(rest % sides + 1)
            rest //= sides
        if shows(pattern, least, values):
            ways += 1
    return Resolver(clauses.ROLL, stat, dice, pattern, least, body, ways, rolls)
