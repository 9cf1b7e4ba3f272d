"""What things are worth, in Coin: Intentions by their exact odds, cards by what they change."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from innkeeper.engine.dice import Dice
from innkeeper.games.micah.book import Encounter, Face, Treasure, dice_of, thrown
from innkeeper.games.micah.clauses import ALWAYS, CHECK, FELT, LATER, NOW, ROLL, USED, Amount, Clause
from innkeeper.games.micah.encounter import (
    how,
    resolver_of,
    stat_of,
    strike_of,
    target_of,
    with_companion,
)
from innkeeper.games.micah.rolls import odds
from innkeeper.games.micah.state import Hero, Micah
from innkeeper.games.micah.terms import (
    ATTACK,
    CHARISMA,
    CHARM,
    DECK,
    DOCK,
    ESCAPE,
    NOWHERE,
    SINGLE,
    SPEED,
    TARGET,
    UPGRADE,
    WARD,
    WEAPON,
)

COIN: Final = 0.8  # what one Coin is worth while there is something to buy
TREASURE: Final = 4.0
LIFE: Final = 45.0  # the danger of dying
EARNER: Final = 7.0  # one Coin or HP every turn


# Numbers


def mean_of(dice: Dice) -> float:
    total = float(dice.plus)
    for sides in dice.sides:
        total += float(sides + 1) / 2.0
    return max(0.0, total)


def mean_amount(s: Micah, amount: Amount, seat: i64) -> float:
    if amount.tag >= 0:
        return float(amount.plus * s.docked(seat, amount.tag))
    total = float(amount.plus)
    for place in range(len(amount.sides)):
        total += float(amount.signs[place]) * float(amount.sides[place] + 1) / 2.0
    return total


def mean_stat(s: Micah, seat: i64, stat: i64, companion: bool) -> float:
    """The average total of a stat, with the Companion's dice if they count."""
    total = float(s.modifier(seat, stat))
    for sides in dice_of(s.level(seat, stat)):
        total += float(sides + 1) / 2.0
    hero = s.heroes[seat]
    if companion and hero.companion >= 0:
        total += mean_of(s.book.face(hero.dock[hero.companion]).attack)
    return total


def lethal(dice: Dice, hp: i64) -> float:
    """The chance that a strike takes the last HP."""
    if dice.most < hp:
        return 0.0
    if dice.least >= hp:
        return 1.0
    ways: list[int] = [1]
    for sides in dice.sides:
        ways = thrown(ways, sides)
    rolls = 0
    deadly = 0
    for total in range(len(ways)):
        rolls += ways[total]
        if total + dice.plus >= hp:
            deadly += ways[total]
    return float(deadly) / float(rolls)


def hurting(s: Micah, seat: i64) -> float:
    """What losing one HP costs now: more the more are missing."""
    hero = s.heroes[seat]
    most = float(s.max_hp(seat))
    missing = max(0.0, most - float(hero.hp)) / most
    return 0.5 + 1.2 * missing * sqrt(missing)


def progress(s: Micah) -> float:
    """What a card that never comes back is worth: more towards the end, and when dusk draws near."""
    late = max(0, s.round - 25)
    return 3.0 + 15.0 / float(len(s.deck) + 1) + 0.4 * float(late)


# What Intentions are worth


def strike_cost(s: Micah, seat: i64, card: Encounter) -> float:
    if s.change(seat, WARD) > 0:
        return 0.0
    dice = strike_of(s, card)
    hero = s.heroes[seat]
    cost = mean_of(dice) * hurting(s, seat) + LIFE * lethal(dice, hero.hp)
    if hero.companion >= 0 and dice.most > 0:
        face = s.book.face(hero.dock[hero.companion])
        if face.defense.least < dice.most:
            cost += 0.4 * face_value(s, seat, face)
    return cost


def deeds_value(s: Micah, seat: i64, clauses: list[Clause]) -> float:
    """What the effects of some clauses are worth to a seat."""
    value = 0.0
    for clause in clauses:
        if clause.holds(s, seat):
            for effect in clause.effects:
                value += effect.worth(s, seat, NOW)
    return value


def zone_of(s: Micah, seat: i64, clauses: list[Clause], home: i64) -> i64:
    """Where the card would go."""
    zone = home
    for clause in clauses:
        if clause.holds(s, seat):
            for effect in clause.effects:
                if effect.zone != NOWHERE:
                    zone = effect.zone
    return zone


def success_value(s: Micah, seat: i64, card: Encounter, intention: i64) -> float:
    clauses = card.success[intention]
    value = deeds_value(s, seat, clauses)
    home: i64 = DECK if intention == ESCAPE else DOCK if intention == CHARM else 0
    zone = zone_of(s, seat, clauses, home)
    if intention == ATTACK:
        for effect in card.bounty:
            value += effect.worth(s, seat, NOW)
    face = card.face
    if zone == DOCK and face is not None:
        value += face_value(s, seat, face)
    if zone != DECK:
        value += progress(s)
    return value


def failure_value(s: Micah, seat: i64, card: Encounter, intention: i64) -> float:
    for clause in card.failure[intention]:
        if clause.holds(s, seat):
            return deeds_value(s, seat, card.failure[intention])
    return -strike_cost(s, seat, card)


def chance_of(s: Micah, seat: i64, card: Encounter, intention: i64) -> float:
    """The exact chance of an Intention that is offered."""
    way = how(s, card, intention)
    if way == CHECK:
        stat = stat_of(s, card, intention)
        return odds(s, seat, stat, with_companion(intention, stat), target_of(s, card, intention))
    if way == ROLL:
        resolver = resolver_of(s, card, intention)
        if resolver is not None:
            return float(resolver.ways) / float(resolver.rolls)
    return 1.0


def intention_value(s: Micah, seat: i64, card: Encounter, intention: i64) -> float:
    chance = chance_of(s, seat, card, intention)
    won = success_value(s, seat, card, intention)
    if chance >= 1.0:
        return won
    return chance * won + (1.0 - chance) * failure_value(s, seat, card, intention)


# What cards are worth


def stat_weight(s: Micah, seat: i64, stat: i64) -> float:
    """How much one more die is worth: the stronger of Attack and Charisma is the one to build on."""
    if stat == SPEED:
        return 6.0
    other: i64 = CHARISMA if stat == ATTACK else ATTACK
    mine, rival = s.level(seat, stat), s.level(seat, other)
    if stat == ATTACK:
        return 15.0 if mine >= rival else 11.0
    return 14.0 if mine > rival else 9.0


def clause_value(s: Micah, seat: i64, clause: Clause) -> float:
    """What a continuous or start-of-turn clause is worth to a seat for the rest of the game."""
    likely = 1.0
    for condition in clause.conditions:
        likely *= condition.likely(s, seat)
    if likely == 0.0:
        return 0.0
    value = 0.0
    for change in clause.changes:
        by = float(change.total(s, seat))
        if change.what < TARGET:  # `die` and `mod`, by stat
            by *= stat_weight(s, seat, change.what % 3)
        value += by * change.always
    if clause.trigger == "turn":
        for effect in clause.effects:
            value += effect.worth(s, seat, ALWAYS)
    elif clause.trigger == "kill":
        value += 3.0
    return value * likely


def face_value(s: Micah, seat: i64, face: Face) -> float:
    """What a creature in the Dock is worth."""
    value = mean_of(face.attack) * 0.7 + mean_of(face.defense) * 0.1
    for clause in face.clauses:
        if clause.trigger == "comp":
            value += 0.6 * clause_value(s, seat, clause)
        elif clause.trigger != "prep":
            value += 0.5 * clause_value(s, seat, clause)
    return value


def outfit_value(s: Micah, seat: i64, card: Treasure) -> float:
    """What a weapon, clothing or upgrade in use is worth."""
    value = 0.0
    for clause in card.clauses:
        if clause.trigger != "apply":
            value += clause_value(s, seat, clause)
    return value


def single_value(s: Micah, seat: i64, card: Treasure) -> float:
    """What a single-use item in the pack is worth."""
    value = 0.0
    for clause in card.clauses:
        for effect in clause.effects:
            value += effect.worth(s, seat, LATER)
        for change in clause.changes:
            value += float(change.total(s, seat)) * change.later
    return value


def use_value(s: Micah, seat: i64, card: Treasure) -> float:
    """Healing when all of it fits or it is urgent, Coin and treasure at once, the rest when it helps."""
    for clause in card.uses:
        for effect in clause.effects:
            value = effect.worth(s, seat, USED)
            if value != 0.0:
                return value
    return 0.0


def weather_value(s: Micah, seat: i64, weather: i64) -> float:
    """What a weather does at the start of one's turns."""
    value = 0.0
    for clause in s.weathers[weather].turns:
        for effect in clause.effects:
            value += effect.worth(s, seat, FELT)
    return value


def slot_card(hero: Hero, type: i64) -> i64:
    return hero.weapon if type == WEAPON else hero.clothing


def item_value(s: Micah, seat: i64, number: i64) -> float:
    """What one more copy of a treasure is worth to a seat."""
    card = s.book.treasures[number]
    hero = s.heroes[seat]
    if card.type == SINGLE:
        held = hero.pack.count(number)
        value = single_value(s, seat, card)
        return value if held < 2 else value * 0.3
    value = outfit_value(s, seat, card)
    if card.type == UPGRADE:
        if len(card.applies) > 0:
            value += 4.0
        return value
    worn = slot_card(hero, card.type)
    if worn >= 0:
        value -= outfit_value(s, seat, s.book.treasures[worn])
    return value


def useful(s: Micah, seat: i64, number: i64) -> bool:
    """Is this pack card better kept than sold?"""
    card = s.book.treasures[number]
    return item_value(s, seat, number) > float(card.sells) * COIN
