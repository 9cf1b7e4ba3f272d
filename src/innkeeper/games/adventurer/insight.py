"""What a position is likely worth: what both adventurers are, have and hold, weighed by a small net.

The net is fitted to matches (`python -m tools.fit adventurer`). It is told what cards do and never which they
are, so it has an opinion on every pack.
"""

from __future__ import annotations

import json
from math import log
from pathlib import Path
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

import innkeeper
from innkeeper.engine.strategy import chance_of, shares
from innkeeper.games.adventurer import choices, effects, events
from innkeeper.games.adventurer.book import IN_ENCOUNTER, IN_MAIN, IN_RESPONSE, Book, Card
from innkeeper.games.adventurer.effects import Amount, Effect
from innkeeper.games.adventurer.frames import CLEAN_UP
from innkeeper.games.adventurer.outlook import Outlook, clock, expected, look
from innkeeper.games.adventurer.sides import CONSUMED, Adventurer
from innkeeper.games.adventurer.state import ENCOUNTER, MAIN, Adventure
from innkeeper.games.adventurer.weighing import Weights

# What an effect may bring.
HARM: Final = 0
DAUNT: Final = 1
HEAL: Final = 2
RALLY: Final = 3
MEND_HEALTH: Final = 4
MEND_WILLPOWER: Final = 5
MIGHT: Final = 6  # a boost of attack or of the Violence Die
CHARM: Final = 7  # the same for parleys
HINDER: Final = 8
PURSE: Final = 9  # XP won or taken
CARDS: Final = 10  # drawn, recovered or taken from the other hand
REMOVE: Final = 11
PRICE: Final = 12  # in XP
KINDS: Final = 13

# When it may.
ON_PLAY: Final = 0
AGAIN: Final = 1  # turn after turn, in Main
SPECIAL: Final = 2  # as an Encounter
REPLY: Final = 3
ONCE: Final = 4  # a Consumable
MOMENTS: Final = 5

PRINTED: Final = 9  # traits of a card before what its effects bring
TRAITS: Final = PRINTED + MOMENTS * KINDS

# Where a card may be.
TABLE: Final = 0
READY: Final = 1  # in hand, its Needs met
WAITING: Final = 2  # in hand, its Needs not met
DECK: Final = 3
ZONES: Final = 4

FIGURES: Final = 39  # of an adventurer
INPUTS: Final = FIGURES + ZONES * TRAITS

PLAIN: Final = Weights()
FILE: Final = Path(str(innkeeper.__file__)).parent / "games" / "adventurer" / "fitted.json"


def usual(amount: Amount) -> float:
    """What to expect; of cards that are counted, half the most."""
    die = amount.die
    if die is not None:
        return float(die.twice) / 2.0
    plus = float(amount.plus)
    return plus / 2.0 if amount.kind == effects.PER else plus


def describe(card: Card) -> list[float]:
    """What a card does, in figures of about one."""
    found: list[float] = [0.0] * TRAITS
    found[0] = 1.0
    found[1] = float(card.cost) / 3.0
    found[2] = 0.0 if card.consumable else 1.0
    found[3] = float(card.attack)
    found[4] = float(card.defense)
    found[5] = float(card.charisma)
    violence = card.violence
    if violence is not None:
        found[6] = float(violence.twice) / 6.0
    diplomacy = card.diplomacy
    if diplomacy is not None:
        found[7] = float(diplomacy.twice) / 6.0
    for count in card.gives_counts:
        found[8] += float(count)
    if card.on_play is not None:
        bring(found, ON_PLAY, card.on_play.effects, 1.0)
    for action in card.actions:
        moment: i64 = AGAIN
        if card.consumable:
            moment = ONCE
        elif action.moments == IN_ENCOUNTER:
            moment = SPECIAL
        elif action.moments & IN_MAIN == 0 and action.moments & IN_RESPONSE != 0:
            moment = REPLY
        bring(found, moment, action.list().effects, 1.0)
        found[PRINTED + moment * KINDS + PRICE] += (
            float(action.xp) + float(action.health + action.willpower) / 2.0
        ) / 3.0
    return found


def bring(found: list[float], moment: i64, list: list[Effect], share: float) -> None:
    """Add what an effect list brings."""
    base = PRINTED + moment * KINDS
    for effect in list:
        if isinstance(effect, effects.If):
            bring(found, moment, [effect.inner], share / 2.0)
        elif isinstance(effect, effects.Strike):
            worth = 2.0 if effect.pierce else 0.0
            own = effect.die
            if own is not None:
                worth += float(own.twice) / 2.0
            for amount in effect.extras:
                worth += usual(amount)
            found[base + (DAUNT if effect.parley else HARM)] += share * worth / 4.0
        elif isinstance(effect, effects.Harm):
            found[base + HARM] += share * usual(effect.amount) / 4.0
        elif isinstance(effect, effects.Daunt):
            found[base + DAUNT] += share * usual(effect.amount) / 4.0
        elif isinstance(effect, effects.Heal):
            found[base + HEAL] += share * usual(effect.amount) / 4.0
        elif isinstance(effect, effects.Rally):
            found[base + RALLY] += share * usual(effect.amount) / 4.0
        elif isinstance(effect, effects.Mend):
            kind: i64 = MEND_WILLPOWER if effect.willpower else MEND_HEALTH
            found[base + kind] += share * usual(effect.amount) / 4.0
        elif isinstance(effect, effects.Shift):
            kind = HINDER
            if not effect.foe:
                charms = effect.what == events.CHARISMA or effect.what == events.DIPLOMACY
                kind = CHARM if charms else MIGHT
            found[base + kind] += share * usual(effect.amount) / 2.0
        elif isinstance(effect, (effects.Learn, effects.Tax)):
            found[base + PURSE] += share * usual(effect.amount) / 2.0
        elif isinstance(effect, (effects.Draw, effects.Discard)):
            found[base + CARDS] += share * usual(effect.amount)
        elif isinstance(effect, choices.TakeAway):
            found[base + REMOVE] += share
        elif isinstance(effect, (choices.Recover, choices.Delve)):
            found[base + CARDS] += share


def figures(s: Adventure, seat: i64, mine: Outlook, theirs: Outlook) -> list[float]:
    """One adventurer in figures of about one: scores, what it can do to the other, and how soon."""
    me = s.sides[seat]
    foe = s.sides[1 - seat]
    turns = float(clock(mine, theirs, foe, PLAIN)) / 100.0
    attack = float(mine.attack) / 100.0
    parley = float(mine.parley) / 100.0
    strike = attack + float(mine.attack_extra) / 100.0
    talk = parley + float(mine.parley_extra) / 100.0
    ahead = s.active == seat and (s.step == MAIN or (s.step == ENCOUNTER and s.stack[0] is not CLEAN_UP))
    free = s.active == seat and s.step == MAIN
    asked = s.chain_open and s.responder == seat
    hit = min(1.5, strike / float(max(1, foe.health)))
    shake = min(1.5, talk / float(max(1, foe.willpower)))
    return [
        float(me.health) / 30.0,
        float(me.willpower) / 30.0,
        float(min(me.health, 8)) / 8.0,
        float(min(me.willpower, 8)) / 8.0,
        float(min(me.xp, 30)) / 10.0,
        float(min(me.xp, 5)) / 5.0,
        float(len(me.hand)) / 5.0,
        float(me.top) / 30.0,
        1.0 if me.top == 0 else 0.0,
        float(mine.cards) / 10.0,
        float(me.attack) / 3.0,
        float(me.defense) / 3.0,
        float(me.charisma) / 3.0,
        float(expected(me.violence, me.violence_sides(), 0)) / 500.0,
        float(expected(me.diplomacy, me.diplomacy_sides(), 0)) / 500.0,
        attack / 5.0,
        parley / 5.0,
        float(mine.attack_extra) / 500.0,
        float(mine.parley_extra) / 500.0,
        float(mine.heal) / 500.0,
        float(mine.rally) / 500.0,
        float(mine.mend_health) / 200.0,
        float(mine.mend_willpower) / 200.0,
        log(turns),
        1.0 / turns,
        hit,
        shake,
        float(me.lost_health) / 5.0,
        float(me.lost_willpower) / 5.0,
        1.0 if s.active == seat else 0.0,
        1.0 if ahead else 0.0,
        hit if ahead else 0.0,
        shake if ahead else 0.0,
        1.0 if free else 0.0,
        float(min(me.xp, 10)) / 5.0 if free else 0.0,
        float(payable(s, seat)) / 3.0 if free else 0.0,
        float(used(me)) / 3.0 if free else 0.0,
        float(me.lost_health) / 5.0 if asked else 0.0,
        float(me.lost_willpower) / 5.0 if asked else 0.0,
    ]


def payable(s: Adventure, seat: i64) -> i64:
    """How many cards of a hand could be paid for."""
    me = s.sides[seat]
    found: i64 = 0
    for number in me.hand:
        card = s.book.cards[number]
        if card.cost <= me.xp and me.meets(card):
            found += 1
    return found


def used(me: Adventurer) -> i64:
    """How many cards in play have done something this turn."""
    found: i64 = 0
    for flags in me.flags:
        if flags & ~CONSUMED != 0:
            found += 1
    return found


def both(s: Adventure) -> list[list[float]]:
    """The figures of both."""
    first = look(s, 0, PLAIN)
    second = look(s, 1, PLAIN)
    return [figures(s, 0, first, second), figures(s, 1, second, first)]


def places(s: Adventure, seat: i64) -> list[i64]:
    """Where its cards are: for each its number and the zone, as one number."""
    me = s.sides[seat]
    found: list[i64] = []
    for place in range(len(me.in_play)):
        if me.flags[place] & CONSUMED == 0:
            found.append(me.in_play[place].card.number * ZONES + TABLE)
    for number in me.hand:
        found.append(number * ZONES + (READY if me.meets(s.book.cards[number]) else WAITING))
    for place in range(me.top):
        found.append(me.deck[place] * ZONES + DECK)
    return found


def fitted() -> list[float]:
    """The weights of the net: for every input what it adds to each unit of its own side, of the other side,
    and to the lead at once; then where each unit begins, and how much it counts."""
    return [float(weight) / 1000.0 for weight in json.loads(FILE.read_text(encoding="utf-8"))]


@final
class Insight:
    """The net, made ready for the cards of one book."""

    def __init__(self, book: Book, weights: list[float]) -> None:
        self.book: Final = book
        units: i64 = (len(weights) - INPUTS) // (2 * INPUTS + 2)
        row: i64 = 2 * units + 1
        self.units: i64 = units
        self.figures: vec[float] = vec[float](weights[: FIGURES * row])
        self.cards: vec[float] = vec[float](spread_out(book, weights[FIGURES * row : INPUTS * row], row))
        self.bias: vec[float] = vec[float](weights[INPUTS * row : INPUTS * row + units])
        self.votes: vec[float] = vec[float](weights[INPUTS * row + units :])

    def lead(self, s: Adventure) -> float:
        """How far seat 0 is ahead in a match that is not over: the logarithm of its odds."""
        units = self.units
        row: i64 = 2 * units + 1
        found = vec[float]([0.0] * (2 * units))
        direct = 0.0
        outlooks = [look(s, 0, PLAIN), look(s, 1, PLAIN)]
        for seat in range(2):
            mine: i64 = seat * units
            other: i64 = units - mine
            sign = 1.0 - 2.0 * float(seat)
            weights = self.cards
            for where in places(s, seat):
                at: i64 = where * row
                for unit in range(units):
                    found[mine + unit] += weights[at + unit]
                    found[other + unit] += weights[at + units + unit]
                direct += sign * weights[at + 2 * units]
            weights = self.figures
            at = 0
            for figure in figures(s, seat, outlooks[seat], outlooks[1 - seat]):
                if figure != 0.0:
                    for unit in range(units):
                        found[mine + unit] += figure * weights[at + unit]
                        found[other + unit] += figure * weights[at + units + unit]
                    direct += sign * figure * weights[at + 2 * units]
                at += row
        for unit in range(units):
            bias = self.bias[unit]
            direct += self.votes[unit] * (max(0.0, found[unit] + bias) - max(0.0, found[units + unit] + bias))
        return direct


def share(zone: i64) -> float:
    """How much a card there counts for the net, so that sums are about one: many lie in a deck."""
    return 1.0 / 15.0 if zone == DECK else 1.0 / 3.0


def spread_out(book: Book, weights: list[float], row: i64) -> list[float]:
    """What each card adds wherever it is, from what cards add that do what it does."""
    found: list[float] = []
    for card in book.cards:
        traits = describe(card)
        for zone in range(ZONES):
            sums: list[float] = [0.0] * row
            for trait in range(TRAITS):
                if traits[trait] != 0.0:
                    at: i64 = (zone * TRAITS + trait) * row
                    for place in range(row):
                        sums[place] += share(zone) * traits[trait] * weights[at + place]
            found += sums
    return found


WEIGHTS: Final = fitted()
LAST: Final[list[Insight]] = []  # tables play with few books, nearly always with the same


def chance_to_win(s: Adventure, seat: i64) -> float:
    """How likely a seat is to win."""
    outcome = s.outcome
    if outcome is not None:
        return shares(outcome, 2)[seat]
    if len(LAST) == 0 or LAST[0].book is not s.book:
        LAST[:] = [Insight(s.book, WEIGHTS)]
    lead = LAST[0].lead(s)
    return chance_of(-lead if seat == 1 else lead)
