"""Micah's Game in words: every clause as a plain sentence, and what a choice comes to before it is made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.dice import Dice
from innkeeper.games.micah import content as card_content
from innkeeper.games.micah.book import Book, dice_of
from innkeeper.games.micah.boss import ROLLS
from innkeeper.games.micah.clauses import CHECK, PAY, ROLL, Clause
from innkeeper.games.micah.encounter import how, price_of, strike_of, with_companion
from innkeeper.games.micah.rolls import odds
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import ATTACK, STATS, TYPES, UPGRADE
from innkeeper.games.micah.view import intention_view

_WHEN = {
    "reveal": "When revealed",
    "attack.ok": "If you beat it",
    "charm.ok": "If you charm it",
    "escape.ok": "If you escape it",
    "any.ok": "If you succeed",
    "attack.fail": "If your Attack fails",
    "charm.fail": "If your Charm fails",
    "escape.fail": "If your Escape fails",
    "any.fail": "If you fail",
    "always": "",
    "while": "",
    "comp": "As your Companion",
    "turn": "At the start of your turn",
    "storm": "At the start of a turn, and at once when it breaks out",
    "kill": "After each successful Attack",
    "use": "In Preparation",
    "battle": "In an Encounter",
    "apply": "When applied",
    "haunt": "If it is played on you",
}
_PATTERNS = {
    "doubles": "with at least two alike",
    "distinct": "all different",
    "even": "all even",
}
_NUMBERS = {"def": "its Defense", "chm": "its Charm number", "esc": "its Escape number", "atk": "its attack"}
_STAT = {"attack": "Attack", "charisma": "Charisma", "speed": "Speed"}
_PLACES = {
    "graveyard": "the card goes to the Graveyard",
    "deck": "the card is shuffled back",
    "dock": "it joins your Dock",
}


def sentences(clauses: Sequence[Clause], names: Mapping[str, str]) -> list[str]:
    """Each clause of a card as one plain sentence."""
    return [_sentence(clause, names) for clause in clauses]


def _sentence(clause: Clause, names: Mapping[str, str]) -> str:
    head, _, body = clause.text.partition(":")
    trigger, _, conditions = head.partition("[")
    asked = [_condition(part.strip(), names) for part in conditions.rstrip("]").split("&") if part.strip()]
    body = body.strip()
    if trigger in _STAT or trigger in ("charm", "escape"):
        when, what = "", _resolver(trigger, body)
    elif trigger == "prep":
        price, _, rest = body.partition("->")
        when, what = f"In Preparation, for {price.replace('pay', '').strip()} Coin", _effects(rest, names)
    else:
        when, what = _WHEN[trigger], _effects(body, names)
    if trigger == "haunt" and "you" not in what:
        when = ""
    parts = [part for part in (when, ", ".join(asked)) if part]
    text = ", ".join([*parts, what]) if parts else what
    return text[:1].upper() + text[1:] + "."


def _condition(text: str, names: Mapping[str, str]) -> str:
    if text == "comp":
        return "with a Companion"
    if found := re.fullmatch(r"coin(>=|<=)(\d+)", text):
        return f"if you have {found[2]} Coin or {'more' if found[1] == '>=' else 'less'}"
    if found := re.fullmatch(r"dock\.([a-z-]+)>=(\d+)", text):
        return f"with at least {found[2]} {found[1]} creatures in your Dock"
    asked, _, value = text.partition("=")
    if asked == "weather":
        return f"while it feels {names.get(value, value).lower()}"
    if asked == "class":
        return f"for the {names.get(value, value)}"
    if asked == "kind":
        return f"against a {value}"
    return f"against anything with the tag {value}"


def _resolver(intention: str, body: str) -> str:
    word, _, rest = body.partition(" ")
    if word == "auto":
        return f"{intention.capitalize()} succeeds without a roll"
    if word == "pay":
        return f"you may pay {rest} Coin to {intention} without a roll"
    if word == "check":
        stat, _, target = rest.partition(" vs ")
        return f"{intention.capitalize()} is a {_STAT[stat]} check against {target}"
    dice, _, pattern = rest.partition(" ")
    if found := re.fullmatch(r"sum(>=|<=)(\d+)", pattern):
        wanted = f"for a sum of {found[2]} or {'more' if found[1] == '>=' else 'less'}"
    else:
        wanted = _PATTERNS[pattern]
    return f"to {intention}, roll {dice} {wanted}"


def _effects(body: str, names: Mapping[str, str]) -> str:
    parts = [_effect(part.strip(), names) for part in body.split(",")]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def _effect(text: str, names: Mapping[str, str]) -> str:
    verb, _, rest = text.partition(" ")
    if verb in ("hp", "coin"):
        who = "you"
        for suffix, words in (("@all", "everybody alive"), ("@others", "everybody else")):
            if rest.endswith(suffix):
                who, rest = words, rest.removesuffix(suffix).strip()
        s = "" if who == "you" else "s"
        gain = f"lose{s}" if rest.startswith("-") else f"gain{s}"
        return f"{who} {gain} {rest.lstrip('+-')} {'HP' if verb == 'hp' else 'Coin'}"
    if verb == "treasure":
        return f"you find {rest} treasure card{'' if rest == '1' else 's'}"
    if verb == "gain":
        return f"you gain the {names.get(rest, rest)}"
    if verb == "lose":
        return f"you lose {rest} card{'' if rest == '1' else 's'} of your pack at random"
    if verb == "weather":
        return (
            "the weather turns at random"
            if rest == "random"
            else f"the weather turns to {names.get(rest, rest)}"
        )
    if verb == "odds":
        dice, _, more = rest.partition("<=")
        most, _, then = more.partition(" ")
        return f"on a {most} or less with {dice} {_effect(then, names)}"
    if verb == "peek":
        return f"you see the top {'Encounter card' if rest == '1' else rest + ' Encounter cards'}"
    if verb == "omen":
        return f"you get {rest} on your next throw of a stat"
    if verb == "to":
        return _PLACES[rest]
    if verb in ("die", "mod"):
        stat, _, by = rest.partition(" ")
        return f"{_STAT[stat]} {by}{_dice_word(by) if verb == 'die' else ''}"
    if verb in ("maxhp", "price"):
        return f"{'maximum HP' if verb == 'maxhp' else 'Merchant prices'} {rest}"
    if verb in _NUMBERS:
        if found := re.fullmatch(r"([+-]\d+)\*dock\.([a-z-]+)", rest):
            return f"{_NUMBERS[verb]} {found[1]} for each {found[2]} in your Dock"
        return f"{_NUMBERS[verb]} {'is ' if rest[0] not in '+-' else ''}{rest}"
    if verb == "auto":
        return f"{rest.capitalize()} succeeds without a roll"
    return {
        "draw": "you draw another Encounter",
        "strike": "it strikes",
        "bury": "the top Encounter card goes to the bottom, unseen",
        "best": "roll your dice twice and keep the better throw",
        "ward": "strikes do not touch you or your Companion",
        "none": "nothing happens",
    }[verb]


def _dice_word(by: str) -> str:
    return " die" if by in ("+1", "-1") else " dice"


# Cards


def texts(content: Content) -> dict[str, str]:
    """What every card, creature, class and weather does, by its id."""
    return book_texts(card_content.load(content))


def book_texts(book: Book) -> dict[str, str]:
    """The same from a book that is already there."""
    names = card_content.names(book)
    found = {job.id: _class_text(job.hp, job.levels) for job in book.jobs}
    found |= {weather.id: _joined(weather.clauses, names) or "No effect." for weather in book.weathers}
    found |= {card.id: _joined(card.clauses, names) for card in book.ghosts}
    for treasure in book.treasures:
        found[treasure.id] = (
            f"{TYPES[treasure.type].capitalize()}. {_joined(treasure.clauses, names)}".strip()
        )
    for card in book.encounters:
        numbers = [
            f"{word} {'–' if number is None else number}"
            for word, number in zip(("Defense", "Charm", "Escape"), card.numbers)
        ]
        text = f"{', '.join(numbers)}. Strike {card.strike}. {_joined(card.clauses, names)}".strip()
        found[card.id] = text + (f" Bounty: {card.bounty_text}." if card.bounty_text else "")
    for card in book.encounters:
        if card.face is not None:
            face = card.face
            text = f"Attack {face.attack}, Defense {face.defense}. {_joined(face.clauses, names)}".strip()
            docked = f"In the Dock: {text}"
            found[face.id] = f"{found[face.id]} {docked}" if face.id == card.id else docked
    return found


def _joined(clauses: Sequence[Clause], names: Mapping[str, str]) -> str:
    return " ".join(sentences(clauses, names))


def _class_text(hp: Sequence[int], levels: Sequence[int]) -> str:
    dice = ", ".join(f"{_STAT[stat]} D{dice_of(level)[0]}" for stat, level in zip(STATS, levels))
    return f"{hp[0]} HP ({hp[1]} on the fair road). {dice}."


# Choices


def about(s: Micah, seat: int, action: Action) -> str:
    """What a player may expect of an action: the odds, the price, the card's own words."""
    book = s.book
    verb = action.verb
    for intention in range(3):
        if verb is book.intend[intention]:
            return _about_intention(s, intention)
        if verb is book.pay[intention]:
            price = price_of(s, book.encounters[s.encounter], intention)
            return f"{price} of your {s.heroes[seat].coin} Coin, and no roll."
    for choice in range(4):
        if verb is book.choices[choice] or verb is book.choices_with[choice]:
            return _about_choice(s, seat, choice)
    names = card_content.names(book)
    if verb is book.buy:
        price = s.price(seat, action.a)
        return (
            f"{price} of your {s.heroes[seat].coin} Coin. {_joined(book.treasures[action.a].clauses, names)}"
        )
    if verb is book.sell:
        return f"For {book.treasures[action.a].sells} Coin."
    if verb in (book.equip, book.apply, book.use):
        kept = " It stays with you for good." if book.treasures[action.a].type == UPGRADE else ""
        return _joined(book.treasures[action.a].clauses, names) + kept
    if verb in (book.companion, book.release, book.ability) and action is not book.nobody:
        face = book.face(action.a)
        return f"Attack {face.attack}, Defense {face.defense}. {_joined(face.clauses, names)}".strip()
    if verb is book.pick:
        job = book.jobs[action.a]
        return _class_text(job.hp, job.levels)
    if verb in (book.haunt, book.haunt_table):
        return _joined(book.ghosts[action.a].clauses, names)
    if verb is book.challenge:
        least = max(book.boss.hp_least, book.boss.hp_base + s.rules.boss_hp)
        return f"He has at least {least} HP and Defense {book.boss.defense}. This is a bad idea."
    return ""


def _about_intention(s: Micah, intention: int) -> str:
    card = s.book.encounters[s.encounter]
    shown = intention_view(s, card, intention)
    assert shown is not None
    way = how(s, card, intention)
    names = card_content.names(s.book)
    if way == CHECK:
        stat = str(shown["stat"])
        number = STATS.index(stat)
        pool = " + ".join(f"D{sides}" for sides in dice_of(s.level(s.active, number)))
        modifier = s.modifier(s.active, number) + s.heroes[s.active].omen
        hero = s.heroes[s.active]
        if with_companion(intention, number) and hero.companion >= 0:
            pool += f" + {s.book.face(hero.dock[hero.companion]).attack}"
        sign = f" {modifier:+d}" if modifier else ""
        first = f"{_STAT[stat]} {pool}{sign} against {shown['target']}: {_percent(shown['odds'])}."
    elif way == ROLL:
        first = f"{shown['target']}: {_percent(shown['odds'])}."
    else:
        first = "" if way == PAY else "Succeeds without a roll."
    won = _joined(card.success[intention], names)
    if intention == ATTACK and card.bounty_text:
        won = f"Bounty: {card.bounty_text}. {won}".strip()
    lost = _joined(card.failure[intention], names) or f"It strikes with {strike_of(s, card)}."
    certain = way not in (CHECK, ROLL) or shown["odds"] == 1.0
    return " ".join(part for part in (first, won, "" if certain else lost) if part)


def _about_choice(s: Micah, seat: int, choice: int) -> str:
    boss = s.book.boss
    needed = [s.boss_defense, boss.distract, boss.guard, boss.retreat][choice]
    stat = ROLLS[choice]
    chance = odds(s, seat, stat, stat == ATTACK, Dice([], needed))
    return f"{_STAT[STATS[stat]]} against {needed}: {_percent(chance)}."


def _percent(odds: object) -> str:
    assert isinstance(odds, float)
    return f"{100 * odds:.0f} %"
