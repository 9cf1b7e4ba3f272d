"""The language on the cards: `[xp 2; own] attack(+1d6) + if(dealt>=5) draw(1)` to effects.

Every complaint is a ValueError that says what was written and what would be right.
"""

from __future__ import annotations

import re
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Domain
from innkeeper.engine.words import did_you_mean
from innkeeper.games.adventurer import choices, effects
from innkeeper.games.adventurer.book import (
    HAND_CARD,
    IN_ENCOUNTER,
    IN_MAIN,
    IN_RESPONSE,
    NOTHING,
    OTHER_CARD,
    CardAction,
    Die,
    bit,
)
from innkeeper.games.adventurer.effects import Amount, Effect

MOST_EFFECTS: Final = 6
MOST_AMOUNT: Final = 30
_CALL: Final = re.compile(r"([a-z-]+)\((.*)\)")
_IF: Final = re.compile(r"if\(([^()]*)\)\s*(.*)")
_COMPARE: Final = re.compile(r"(dealt|rolled)(>=|<=)([0-9]{1,3})")
_PER: Final = re.compile(r"per\(([^(),]+),([0-9]{1,3})\)")
_ACTION: Final = re.compile(r"(?:\[([^\]]*)\])?\s*:?\s*(.*)", re.DOTALL)

_STATS: Final = ["attack", "defense", "charisma"]
_DICE: Final = ["violence", "diplomacy"]
VERBS: Final = [
    "heal",
    "rally",
    "xp",
    "harm",
    "daunt",
    "tax",
    "steal",
    "attack",
    "parley",
    "boost",
    "weaken",
    "step",
    "foe-step",
    "mend",
    "draw",
    "delve",
    "recover",
    "discard",
    "reveal",
    "break",
    "bounce",
]


def split(text: str, mark: str) -> list[str]:
    """Parts between marks that stand outside all brackets."""
    parts: list[str] = []
    depth = 0
    start = 0
    for place, letter in enumerate(text):
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
        elif letter == mark and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return parts


def named_types(text: str) -> list[str]:
    """The types that a text on a card names, in lower case: they get a bit each."""
    found: list[str] = []
    for pattern in (
        r"\b(?:recover|break|bounce)\(([^()]*)\)",
        r"\bper\(([^(),]*),",
        r"\bsacrifice ([^;\]]*)",
    ):
        for match in re.findall(pattern, text):
            for name in match.split(","):
                if name.strip():
                    found.append(name.strip().lower())
    return found


@final
class Reader:
    """Reads the texts of one book, whose types have their bits in `types`."""

    def __init__(self, types: Domain) -> None:
        self.types: Final = types

    def type_bits(self, names: list[str]) -> i64:
        bits: i64 = 0
        for name in names:
            if name == "" or name.lower() not in self.types.places:
                raise ValueError(f"{name!r} is no card type")
            bits |= bit(self.types.index(name.lower()))
        return bits

    def amount(self, text: str) -> Amount:
        """An integer, dice, or `per(type,max)`."""
        per = _PER.fullmatch(text)
        if per is not None:
            most = int(per.group(2))
            check_amount(text, most)
            return Amount(effects.PER, most, None, self.type_bits([per.group(1).strip()]))
        if text.isdecimal():
            check_amount(text, int(text))
            return Amount(effects.CONSTANT, int(text), None, 0)
        try:
            die = Die.parse(text)
        except ValueError as wrong:
            raise ValueError(f"{wrong}, nor a whole number from 0 to {MOST_AMOUNT}") from None
        return Amount(effects.DICE, 0, die, 0)

    def effects(self, text: str) -> list[Effect]:
        """A list joined by +."""
        parts = split(text, "+")
        if len(parts) > MOST_EFFECTS:
            raise ValueError(f"{len(parts)} effects, but a list has at most {MOST_EFFECTS}")
        return [self.effect(part) for part in parts]

    def effect(self, text: str) -> Effect:
        conditional = _IF.fullmatch(text)
        if conditional is not None:
            return self.conditional(conditional.group(1).strip(), conditional.group(2).strip())
        call = _CALL.fullmatch(text)
        if call is None:
            for opens, closes in ("()", "[]"):
                if text.count(opens) != text.count(closes):
                    raise ValueError(f"{text!r}: {opens} and {closes} belong together, and one is missing")
        if call is None or call.group(1) not in VERBS:
            word = text.partition(" ")[0]
            if call is None and word in VERBS:
                raise ValueError(f"{text!r}: what {word} takes stands in ( ), as in {word}(2)")
            near = did_you_mean(text.partition("(")[0], VERBS)
            raise ValueError(f"{text!r} is not an effect; effects are {', '.join(VERBS)}{near}")
        verb = call.group(1)
        arguments = [] if call.group(2).strip() == "" else split(call.group(2), ",")
        effect = self.make(verb, arguments, text)
        effect.words = self.words(verb, arguments)
        return effect

    def conditional(self, condition: str, rest: str) -> Effect:
        inner = self.effect(rest)
        if condition == "hurt":
            made = effects.If(effects.HURT, 0, inner)
            made.words = "If you lost Health to attacks this turn: " + inner.words
            return made
        if condition == "shaken":
            made = effects.If(effects.SHAKEN, 0, inner)
            made.words = "If you lost Willpower to parleys this turn: " + inner.words
            return made
        compare = _COMPARE.fullmatch(condition)
        if compare is None or (compare.group(1) == "dealt" and compare.group(2) == "<="):
            raise ValueError(
                f"{condition!r} is no condition; they are dealt>=n, rolled>=n, rolled<=n, hurt, shaken"
            )
        number = int(compare.group(3))
        if compare.group(1) == "dealt":
            made = effects.If(effects.DEALT_AT_LEAST, number, inner)
            made.words = f"If it dealt {number} or more: {inner.words}"
        elif compare.group(2) == ">=":
            made = effects.If(effects.ROLLED_AT_LEAST, number, inner)
            made.words = f"If the dice show {number} or more: {inner.words}"
        else:
            made = effects.If(effects.ROLLED_AT_MOST, number, inner)
            made.words = f"If the dice show {number} or less: {inner.words}"
        return made

    def make(self, verb: str, arguments: list[str], text: str) -> Effect:
        if verb == "attack" or verb == "parley":
            return self.strike(verb == "parley", arguments, text)
        if verb == "recover":
            return choices.Recover(self.some_types(arguments, text))
        if verb == "break" or verb == "bounce":
            return choices.TakeAway(verb == "bounce", self.some_types(arguments, text))
        if verb == "reveal":
            need(arguments, 0, text, "reveal()")
            return effects.Reveal()
        if verb == "boost" or verb == "weaken":
            need(arguments, 3, text, f"{verb}(stat,n,until)")
            return self.shift(verb, one_of(arguments[0], _STATS), arguments, verb == "weaken")
        if verb == "step" or verb == "foe-step":
            need(arguments, 3, text, f"{verb}(die,n,until)")
            return self.shift(verb, 3 + one_of(arguments[0], _DICE), arguments, verb == "foe-step")
        if verb == "mend":
            need(arguments, 2, text, "mend(stat,n)")
            which = one_of(arguments[0], ["health", "willpower"])
            return effects.Mend(which == 1, self.amount(arguments[1]))
        need(arguments, 1, text, f"{verb}(n)")
        return self.simple(verb, self.amount(arguments[0]))

    def simple(self, verb: str, amount: Amount) -> Effect:
        if verb == "heal":
            return effects.Heal(amount)
        if verb == "rally":
            return effects.Rally(amount)
        if verb == "xp":
            return effects.Learn(amount)
        if verb == "harm":
            return effects.Harm(amount)
        if verb == "daunt":
            return effects.Daunt(amount)
        if verb == "tax" or verb == "steal":
            return effects.Tax(amount, verb == "steal")
        if verb == "draw":
            return effects.Draw(amount)
        if verb == "delve":
            return choices.Delve(amount)
        assert verb == "discard"
        return effects.Discard(amount)

    def some_types(self, arguments: list[str], text: str) -> i64:
        if len(arguments) == 0:
            raise ValueError(f"{text!r} names no card type")
        return self.type_bits(arguments)

    def shift(self, verb: str, what: int, arguments: list[str], foe: bool) -> Effect:
        turns = one_of(arguments[2], ["turn", "round"])
        return effects.Shift(verb, what, self.amount(arguments[1]), foe, turns)

    def strike(self, parley: bool, arguments: list[str], text: str) -> Effect:
        die: Die | None = None
        extras: list[Amount] = []
        pierce = False
        for argument in arguments:
            if argument == "pierce" and not pierce:
                pierce = True
            elif argument.startswith("die=") and die is None:
                die = Die.parse(argument[4:])
            elif argument.startswith("+"):
                extras.append(self.amount(argument[1:]))
            else:
                raise ValueError(f"{text!r}: modifiers are die=D, +n and pierce, not {argument!r}")
        return effects.Strike(parley, die, extras, pierce)

    def words(self, verb: str, arguments: list[str]) -> str:
        """What the card says, in the words of the rulebook."""
        said = [amount_words(argument) for argument in arguments]
        if verb == "attack" or verb == "parley":
            return strike_words(verb, arguments)
        if verb == "boost":
            return f"+{said[1]} {arguments[0].capitalize()}{until_words(arguments[2])}."
        if verb == "weaken":
            return f"Foe has -{said[1]} {arguments[0].capitalize()}{until_words(arguments[2])}."
        if verb == "step":
            return f"{arguments[0].capitalize()} Die up {said[1]}{until_words(arguments[2])}."
        if verb == "foe-step":
            return f"Foe's {arguments[0].capitalize()} Die down {said[1]}{until_words(arguments[2])}."
        if verb == "mend":
            lost = "Health lost to attacks" if arguments[0] == "health" else "Willpower lost to parleys"
            return f"Regain up to {said[1]} {lost} this turn."
        if verb == "reveal":
            return "Look at foe's hand."
        if verb == "recover":
            kinds = type_words(arguments)
            article = "an" if kinds[0] in "AEIOU" else "a"
            return f"Take back {article} {kinds} from your discard pile."
        if verb == "break":
            return f"Destroy one of foe's cards: {type_words(arguments)}."
        if verb == "bounce":
            return f"Return one of foe's cards to hand: {type_words(arguments)}."
        templates = {
            "heal": "Gain {} Health.",
            "rally": "Gain {} Willpower.",
            "xp": "Gain {} XP.",
            "harm": "Foe loses {} Health.",
            "daunt": "Foe loses {} Willpower.",
            "tax": "Foe loses {} XP (never the last 2).",
            "steal": "Take {} XP from foe (never the last 2).",
            "draw": "Draw {}.",
            "delve": "Turn up {}, keep one.",
            "discard": "Foe discards {} at random.",
        }
        return templates[verb].format(said[0])

    def action(self, id: str, place: int, text: str) -> CardAction:
        """`[costs; timing] list` as an action, its effects still to be read."""
        match = _ACTION.fullmatch(text.strip())
        assert match is not None
        written: str | None = match.group(1)
        costs: dict[str, int] = {}
        timing = ""
        encounter = False
        asks = NOTHING
        sacrificed = ""
        for part in [] if written is None else written.split(";"):
            words = part.split()
            if words == ["own"] or words == ["reply"]:
                if timing != "":
                    raise ValueError("two timing marks")
                timing = words[0]
            elif words == ["encounter"]:
                encounter = True
            elif words == ["discard-hand"] and asks == NOTHING:
                asks = HAND_CARD
            elif len(words) == 2 and words[0] == "sacrifice" and asks == NOTHING:
                asks = OTHER_CARD
                sacrificed = words[1]
            elif (
                len(words) == 2
                and words[0] in ("xp", "health", "willpower")
                and words[0] not in costs
                and words[1].isdecimal()
            ):
                check_amount(part, int(words[1]))
                costs[words[0]] = int(words[1])
            else:
                raise ValueError(
                    f"{part.strip()!r} is no cost or timing; they are xp N, health N, willpower N, "
                    "encounter, own, reply, and one of discard-hand and sacrifice TYPE, with ; between them"
                )
        if encounter and timing != "":
            raise ValueError(f"an Encounter action has no timing mark, but {timing!r} is written")
        moments = IN_MAIN | IN_RESPONSE
        if encounter:
            moments = IN_ENCOUNTER
        elif timing == "own":
            moments = IN_MAIN
        elif timing == "reply":
            moments = IN_RESPONSE
        made = CardAction(
            id,
            place,
            moments,
            timing,
            costs.get("xp", 0),
            costs.get("health", 0),
            costs.get("willpower", 0),
            asks,
            self.type_bits([sacrificed]) if asks == OTHER_CARD else 0,
            sacrificed,
        )
        made.printed = text.strip()
        return made

    def list_of(self, text: str) -> list[Effect]:
        """The effects behind an action's costs."""
        match = _ACTION.fullmatch(text.strip())
        assert match is not None
        return self.effects(match.group(2))


def check_amount(text: str, amount: int) -> None:
    if not 0 <= amount <= MOST_AMOUNT:
        raise ValueError(f"{text.strip()!r}: amounts are from 0 to {MOST_AMOUNT}")


def need(arguments: list[str], count: int, text: str, form: str) -> None:
    if len(arguments) != count:
        raise ValueError(f"{text!r} should look like {form}")


def one_of(text: str, allowed: list[str]) -> int:
    if text not in allowed:
        raise ValueError(f"{text!r} is not one of {', '.join(allowed)}")
    return allowed.index(text)


def amount_words(text: str) -> str:
    per = _PER.fullmatch(text)
    if per is None:
        return text
    return f"1 per {per.group(1).strip().capitalize()} you have (at most {per.group(2)})"


def strike_words(verb: str, arguments: list[str]) -> str:
    """`Make an Attack with 2d6, + 1d6, ignoring Defense.`"""
    out = "Make a Parley" if verb == "parley" else "Make an Attack"
    for argument in arguments:
        if argument.startswith("die="):
            out += f" with {argument[4:]}"
    for argument in arguments:
        if argument.startswith("+"):
            out += f", +{amount_words(argument[1:])}"
    if "pierce" in arguments:
        out += ", ignoring Charisma" if verb == "parley" else ", ignoring Defense"
    return out + "."


def type_words(names: list[str]) -> str:
    return " or ".join([name.capitalize() for name in names])


def until_words(until: str) -> str:
    return " this turn" if until == "turn" else " until the end of the next turn"
