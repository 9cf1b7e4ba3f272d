"""Micah's Game in words: every clause as a plain sentence, and what a choice comes to before it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.dice import Dice
from innkeeper.engine.foresight import Beware, Foreseen
from innkeeper.games.micah import content as card_content
from innkeeper.games.micah.book import Book, Mood, dice_of
from innkeeper.games.micah.boss import ROLLS
from innkeeper.games.micah.changes import CHANGES
from innkeeper.games.micah.clauses import CHECK, PAY, ROLL, Change, Clause
from innkeeper.games.micah.conditions import CONDITIONS
from innkeeper.games.micah.effects import DEEDS
from innkeeper.games.micah.encounter import how, price_of, strike_of, with_companion
from innkeeper.games.micah.grammar import TRIGGERS
from innkeeper.games.micah.rolls import odds
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import ATTACK, STATS, TYPES, UPGRADE
from innkeeper.games.micah.view import intention_view

SUMS = ["for a sum of {} or more", "for a sum of {} or less"]
PATTERNS = ["with at least two alike", "all different", "all even", *SUMS]


def sentences(clauses: Sequence[Clause], names: Mapping[str, str]) -> list[str]:
    """Each clause of a card as one plain sentence."""
    return [_sentence(clause, names) for clause in clauses]


def _sentence(clause: Clause, names: Mapping[str, str]) -> str:
    when = TRIGGERS[clause.trigger][1].format(clause.price)
    what = _effects(clause, names) if clause.words else _resolver(clause)
    if clause.trigger == "haunt" and "you" not in what:
        when = ""
    asked = ", ".join(CONDITIONS.says(condition, names) for condition in clause.conditions)
    text = ", ".join(part for part in (when, asked, what) if part)
    return text[:1].upper() + text[1:] + "."


def _effects(clause: Clause, names: Mapping[str, str]) -> str:
    *first, last = [
        CHANGES.says(word, names) if isinstance(word, Change) else DEEDS.says(word, names)
        for word in clause.words
    ]
    return f"{', '.join(first)} and {last}" if first else last


def _resolver(clause: Clause) -> str:
    intention, way = clause.trigger, clause.resolver
    if way is None:
        return f"you may pay {clause.price} Coin to {intention} without a roll"
    if way.how == CHECK:
        return f"{intention.capitalize()} is a {STATS[way.stat].capitalize()} check against {way.target}"
    if way.how == ROLL:
        return f"to {intention}, roll {way.target} {PATTERNS[way.pattern].format(way.least)}"
    return f"{intention.capitalize()} succeeds without a roll"


# Cards


def names(book: Book) -> dict[str, str]:
    """Content ids to names for people."""
    found = {weather.id: weather.name for weather in book.weathers}
    found |= {job.id: job.name for job in book.jobs}
    found |= {card.id: card.name for card in book.encounters}
    found |= {card.id: card.name for card in book.treasures}
    found |= {card.id: card.name for card in book.ghosts}
    found |= {card.face.id: card.face.name for card in book.encounters if card.face is not None}
    found |= {mood.id: mood.name for mood in book.boss.moods}
    found |= dict(zip(book.thing_domain.ids, book.thing_domain.labels))
    found[book.boss.id] = book.boss.name
    found["max-hp"] = "Maximum HP"
    return found


def texts(content: Content) -> dict[str, str]:
    """What every card, creature, class and weather does, by its id."""
    book = card_content.load(content)
    known = names(book)
    found = {job.id: _class_text(job.hp, job.levels) for job in book.jobs}
    found |= {weather.id: _joined(weather.clauses, known) or "No effect." for weather in book.weathers}
    found |= {card.id: _joined(card.clauses, known) for card in book.ghosts}
    found |= {mood.id: _mood_text(mood) for mood in book.boss.moods}
    for treasure in book.treasures:
        found[treasure.id] = (
            f"{TYPES[treasure.type].capitalize()}. {_joined(treasure.clauses, known)}".strip()
        )
    for card in book.encounters:
        numbers = [
            f"{word} {'–' if number is None else number}"
            for word, number in zip(("Defense", "Charm", "Escape"), card.numbers)
        ]
        text = f"{', '.join(numbers)}. Strike {card.strike}. {_joined(card.clauses, known)}".strip()
        found[card.id] = text + (f" Bounty: {card.bounty_text}." if card.bounty_text else "")
    for card in book.encounters:
        if card.face is not None:
            face = card.face
            text = f"Attack {face.attack}, Defense {face.defense}. {_joined(face.clauses, known)}".strip()
            docked = f"In the Dock: {text}"
            found[face.id] = f"{found[face.id]} {docked}" if face.id == card.id else docked
    return found


def _joined(clauses: Sequence[Clause], names: Mapping[str, str]) -> str:
    return " ".join(sentences(clauses, names))


def _class_text(hp: Sequence[int], levels: Sequence[int]) -> str:
    dice = ", ".join(f"{stat.capitalize()} D{dice_of(level)[0]}" for stat, level in zip(STATS, levels))
    return f"{hp[0]} HP ({hp[1]} on the fair road). {dice}."


def _mood_text(mood: Mood) -> str:
    """MG-16.10: what the Boss does in this mood, when the challengers have done what they could."""
    said = [f"Defense {mood.defense:+d} this round."] if mood.defense else []
    if mood.collect:
        said.append(f"He takes {mood.collect} % of every challenger's Coin.")
    if mood.recover is not None:
        said.append(f"He gets {mood.recover} HP back.")
    if mood.attack is not None:
        whom = "the challenger with the most HP" if mood.strongest else "every challenger"
        said.append(f"He strikes {whom} with {mood.attack}.")
    return " ".join(said)


# Choices


def about(s: Micah, seat: int, action: Action) -> Foreseen | str:
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
        if verb is book.choices[choice]:
            return _about_choice(s, seat, choice)
        if verb is book.choices_with[choice]:
            return _about_choice(s, seat, choice, f", and {book.treasures[action.a].name} helps")
    known = names(book)
    if verb is book.buy:
        price = s.price(seat, action.a)
        return (
            f"{price} of your {s.heroes[seat].coin} Coin. {_joined(book.treasures[action.a].clauses, known)}"
        )
    if verb is book.sell:
        return f"For {book.treasures[action.a].sells} Coin."
    if verb in (book.equip, book.apply, book.use):
        kept = " It stays with you for good." if book.treasures[action.a].type == UPGRADE else ""
        return _joined(book.treasures[action.a].clauses, known) + kept
    if verb in (book.companion, book.release, book.ability) and action is not book.nobody:
        face = book.face(action.a)
        return f"Attack {face.attack}, Defense {face.defense}. {_joined(face.clauses, known)}".strip()
    if verb is book.pick:
        job = book.jobs[action.a]
        return _class_text(job.hp, job.levels)
    if verb in (book.haunt, book.haunt_table):
        return _joined(book.ghosts[action.a].clauses, known)
    if verb is book.challenge or verb is book.join:
        return _about_boss(s, seat)
    return ""


def _bounty(text: str, names: Mapping[str, str]) -> str:
    """`coin 2, treasure 1` as a person would say it."""
    said = []
    for part in text.split(", "):
        what, much = part.split(" ")
        cards = "a Treasure card" if much == "1" else f"{much} Treasure cards"
        said.append({"coin": f"{much} Coin", "treasure": cards}.get(what, names.get(much, much)))
    return ", ".join(said)


# MG-7.1 to MG-7.3: where a card goes that says nothing else
GOES: Final = ["it goes to the Graveyard.", "it moves into your Dock.", "it goes back into the deck."]


def _about_intention(s: Micah, intention: int) -> str:
    card = s.book.encounters[s.encounter]
    shown = intention_view(s, card, intention)
    assert shown is not None
    way = how(s, card, intention)
    known = names(s.book)
    if way == CHECK:
        stat = str(shown["stat"])
        number = STATS.index(stat)
        pool = " + ".join(f"D{sides}" for sides in dice_of(s.level(s.active, number)))
        modifier = s.modifier(s.active, number) + s.heroes[s.active].omen
        hero = s.heroes[s.active]
        if with_companion(intention, number) and hero.companion >= 0:
            pool += f" + {s.book.face(hero.dock[hero.companion]).attack}"
        sign = f" {modifier:+d}" if modifier else ""
        first = f"{stat.capitalize()} {pool}{sign} against {shown['target']}: {_percent(shown['odds'])}."
    elif way == ROLL:
        first = f"{shown['target']}: {_percent(shown['odds'])}."
    else:
        first = "" if way == PAY else "Succeeds without a roll."
    won = _joined(card.success[intention], known)
    if intention == ATTACK and card.bounty_text:
        won = f"{_bounty(card.bounty_text, known)}. {won}".strip()
    lost = _joined(card.failure[intention], known) or f"it strikes with {strike_of(s, card)}."
    certain = way not in (CHECK, ROLL) or shown["odds"] == 1.0
    lines = [first, f"Works: {won or GOES[intention]}", "" if certain else f"Fails: {lost}"]
    return "\n".join(line for line in lines if line)


def _about_boss(s: Micah, seat: int) -> Foreseen:
    """MG-16.1, MG-16.2: who faces him is told first how that will go."""
    boss = s.book.boss
    least = max(boss.hp_least, boss.hp_base + s.rules.boss_hp)
    chance = _percent(odds(s, seat, ATTACK, True, Dice([], boss.defense)))
    told = f"He has at least {least} HP and Defense {boss.defense}"
    careful = Beware("Careful: this is a bad idea.", "MG-16.1")
    return Foreseen(f"{told}: a strike of yours tells {chance} of the time.", beware=[careful])


# MG-16.6 to MG-16.9: what the four choices come to
WORKS: Final = [
    "he loses as many HP as you roll.",
    "his Defense is {} lower this round.",
    "his attack misses you.",
    "you leave the fight.",
]
FAILS: Final = ["he does not notice.", "he is not to be distracted.", "his attack finds you.", "you stay."]


def _about_choice(s: Micah, seat: int, choice: int, help: str = "") -> str:
    boss = s.book.boss
    needed = [s.boss_defense, boss.distract, boss.guard, boss.retreat][choice]
    stat = ROLLS[choice]
    chance = odds(s, seat, stat, stat == ATTACK, Dice([], needed))
    first = f"{STATS[stat].capitalize()} against {needed}: {_percent(chance)}{help}."
    return f"{first}\nWorks: {WORKS[choice].format(boss.distracted)}\nFails: {FAILS[choice]}"


def _percent(odds: object) -> str:
    assert isinstance(odds, float)
    return f"{100 * odds:.0f} %"
