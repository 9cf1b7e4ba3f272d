"""Adventurer Factory in words: what cards do, and what an action comes to before it is chosen."""

from __future__ import annotations

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.game import get_game
from innkeeper.engine.sentences import PLUS, number
from innkeeper.games.adventurer.book import Book, Card, Die, bit, die_text
from innkeeper.games.adventurer.effects import Effect, Strike
from innkeeper.games.adventurer.gallery import card_text
from innkeeper.games.adventurer.outlook import strike_value
from innkeeper.games.adventurer.state import Adventure


def texts(content: Content) -> dict[str, str]:
    """What every card gives and does, by its id."""
    book: Book = get_game("adventurer").book_of(content)
    return {card.id: card_text(book, card) for card in book.cards}


def names(book: Book) -> dict[str, str]:
    """Content ids to names for people."""
    return {card.id: card.name for card in book.cards}


def about(s: Adventure, seat: int, action: Action) -> str:
    """What it costs and clears away, and the sum of an attack or parley with the numbers filled in."""
    book = s.book
    if action.verb is book.play or action.verb is book.play_into:
        return _play(s, seat, book.cards[action.a], action)
    if action is book.attack:
        return _strike(s, seat, book.simple_attack().effects[0])
    if action is book.parley:
        return _strike(s, seat, book.simple_parley().effects[0])
    if action.verb.name == "use":
        used = book.every_deed[action.verb.tag]
        lines = [f"{used.price()}: {used.words}"]
        lines += [line for effect in used.list().effects if (line := _strike(s, seat, effect))]
        return "\n".join(lines)
    if action.verb is book.choose_card:
        return card_text(book, book.cards[action.a])
    return ""


def _play(s: Adventure, seat: int, card: Card, action: Action) -> str:
    me = s.sides[seat]
    lines = [f"{card.cost} of your {me.xp} XP. {card_text(s.book, card)}".strip()]
    slots = bit(action.b) if card.choices else card.fill_bits
    gone = [placed.card.name for placed in me.in_play if placed.slot_bits & slots]
    if gone:
        lines.append(f"Discards {' and '.join(gone)}.")
    return "\n".join(lines)


def _strike(s: Adventure, seat: int, effect: Effect) -> str:
    """`1d8 + 2 − 1, about 5.5; foe's Health is 14`; no more than the sum where nothing is rolled."""
    if not isinstance(effect, Strike):
        return ""
    me, foe = s.sides[seat], s.sides[1 - seat]
    die: Die = me.diplomacy if effect.parley else me.violence
    sides = me.diplomacy_sides() if effect.parley else me.violence_sides()
    if effect.die is not None:
        die, sides = effect.die, effect.die.sides
    bonus = me.charisma if effect.parley else me.attack
    against = foe.charisma if effect.parley else foe.defense
    if effect.pierce:
        against = min(against, 0)
    dice = [] if sides == 1 else [die_text(die.count, sides, die.plus)]
    plus = [die.count + die.plus] if sides == 1 else []  # AF-1.2
    for extra in effect.extras:
        if extra.die is not None:
            dice.append(extra.die.text())
        else:
            plus.append(extra.twice_average(me) // 2)
    plus += [bonus, -against]
    score = f"Willpower is {foe.willpower}" if effect.parley else f"Health is {foe.health}"
    if not dice:
        return f"{number(sum(plus))}; foe's {score}"
    total = " + ".join(dice) + "".join([number(part, PLUS) for part in plus])
    return f"{total}, about {strike_value(effect, me, foe) / 100:.1f}; foe's {score}"
