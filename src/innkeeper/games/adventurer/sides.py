"""One seat: an adventurer, the cards in front of it, and what they add up to (AF-2, AF-3)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.frame import Writer
from innkeeper.games.adventurer import events
from innkeeper.games.adventurer.book import ONE, Card, Die, bit, stepped

CONSUMED: Final = 1 << 8  # in a card's flags, above the bits of its used actions
NO_CARDS: Final[list[i64]] = []


@final
class Placed:
    """A card in play. Never changed: what can change about it stands in its owner's `flags`."""

    def __init__(self, ref: i64, card: Card, slots: list[i64]) -> None:
        self.ref: i64 = ref
        self.card: Final = card
        self.slots: Final = slots
        bits: i64 = 0
        for slot in slots:
            bits |= bit(slot)
        self.slot_bits: i64 = bits
        # The ready-made `use` of each action that needs no further choice.
        self.uses: Final[list[Action | None]] = [
            action.use().at2(ref - 1, 0) if action.asks == 0 else None for action in card.actions
        ]


@final
class Temp:
    """A temporary change: of a number, or of a die in steps. Never changed."""

    def __init__(self, what: i64, by: i64, until: i64, source: i64) -> None:
        self.what: i64 = what
        self.by: i64 = by
        self.until: i64 = until  # ends in the Clean-up of this turn
        self.source: i64 = source


NOTHING_PLACED: Final[list[Placed]] = []
NO_TEMPS: Final[list[Temp]] = []


@final
class Adventurer:
    """One seat (AF-2). Lists are values, replaced and never changed, so that copies share them.

    Sums over the cards in play are kept up to date by `enter`, `remove` and `change`.
    """

    def __init__(self, deck: list[i64], top: i64) -> None:
        self.health: i64 = 0
        self.willpower: i64 = 0
        self.xp: i64 = 0
        self.hand: list[i64] = NO_CARDS  # in order of arrival
        self.known: list[i64] = NO_CARDS  # the part of the hand that everybody knows (AF-11.2)
        self.deck: list[i64] = deck
        self.top: i64 = top  # drawing only lowers it
        self.discard: list[i64] = NO_CARDS
        self.in_play: list[Placed] = NOTHING_PLACED  # in order of entry
        self.flags: list[i64] = NO_CARDS  # for each card in play: used actions, Consumed
        self.temps: list[Temp] = NO_TEMPS
        self.lost_health: i64 = 0  # to attacks, this turn
        self.lost_willpower: i64 = 0  # to parleys, this turn
        self.played: bool = False
        self.attack: i64 = 0
        self.defense: i64 = 0
        self.charisma: i64 = 0
        self.violence: Die = ONE
        self.diplomacy: Die = ONE
        self.violence_steps: i64 = 0
        self.diplomacy_steps: i64 = 0
        self.levels: list[i64] = NO_CARDS  # by symbol
        self.slots: i64 = 0  # bits of all slots that are filled
        self.innate_slots: i64 = 0  # those that nothing can empty

    def copy(self) -> Adventurer:
        new = Adventurer(self.deck, self.top)
        new.health = self.health
        new.willpower = self.willpower
        new.xp = self.xp
        new.hand = self.hand
        new.known = self.known
        new.discard = self.discard
        new.in_play = self.in_play
        new.flags = self.flags
        new.temps = self.temps
        new.lost_health = self.lost_health
        new.lost_willpower = self.lost_willpower
        new.played = self.played
        new.attack = self.attack
        new.defense = self.defense
        new.charisma = self.charisma
        new.violence = self.violence
        new.diplomacy = self.diplomacy
        new.violence_steps = self.violence_steps
        new.diplomacy_steps = self.diplomacy_steps
        new.levels = self.levels
        new.slots = self.slots
        new.innate_slots = self.innate_slots
        return new

    def place_of(self, ref: i64) -> i64:
        """Where a card stands in play; -1 if it has left."""
        for place in range(len(self.in_play)):
            if self.in_play[place].ref == ref:
                return place
        return -1

    def enter(self, placed: Placed) -> None:
        """AF-5.6: from here the card counts for everything."""
        card = placed.card
        self.in_play = [*self.in_play, placed]
        self.flags = [*self.flags, 0]
        self.attack += card.attack
        self.defense += card.defense
        self.charisma += card.charisma
        self.give(card, 1)
        self.slots |= placed.slot_bits
        if card.innate:
            self.innate_slots |= placed.slot_bits
        violence = card.violence
        if violence is not None and violence.better(self.violence):
            self.violence = violence
        diplomacy = card.diplomacy
        if diplomacy is not None and diplomacy.better(self.diplomacy):
            self.diplomacy = diplomacy

    def remove(self, place: i64) -> Placed:
        """AF-2.6: a card leaves play, and all it gave goes with it."""
        placed = self.in_play[place]
        self.in_play = self.in_play[:place] + self.in_play[place + 1 :]
        self.flags = self.flags[:place] + self.flags[place + 1 :]
        card = placed.card
        self.attack -= card.attack
        self.defense -= card.defense
        self.charisma -= card.charisma
        self.give(card, -1)
        self.slots &= ~placed.slot_bits
        if card.violence is not None or card.diplomacy is not None:
            self.pick_dice()
        return placed

    def give(self, card: Card, sign: i64) -> None:
        """AF-2.7: the levels a card Provides come or go."""
        symbols = card.gives_symbols
        if len(symbols) > 0:
            levels = self.levels[:]
            for i in range(len(symbols)):
                levels[symbols[i]] += sign * card.gives_counts[i]
            self.levels = levels

    def mark(self, place: i64, bits: i64) -> None:
        """Used actions, or Consumed."""
        flags = self.flags[:]
        flags[place] |= bits
        self.flags = flags

    def refresh(self) -> None:
        """AF-4.2: a new turn, and every action can be used again."""
        fresh = True
        for flags in self.flags:
            if flags & ~CONSUMED != 0:
                fresh = False
        if not fresh:
            self.flags = [flags & CONSUMED for flags in self.flags]
        self.lost_health = 0
        self.lost_willpower = 0
        self.played = False

    def toss(self, card: i64) -> None:
        """A card goes to the discard pile."""
        self.discard = [*self.discard, card]

    def pick_dice(self) -> None:
        """AF-2.4: the best die of each kind among 1d1 and all that are offered."""
        best_violence = ONE
        best_diplomacy = ONE
        for placed in self.in_play:
            violence = placed.card.violence
            if violence is not None and violence.better(best_violence):
                best_violence = violence
            diplomacy = placed.card.diplomacy
            if diplomacy is not None and diplomacy.better(best_diplomacy):
                best_diplomacy = diplomacy
        self.violence = best_violence
        self.diplomacy = best_diplomacy

    def violence_sides(self) -> i64:
        """The sides of the Violence Die after all steps (AF-2.5)."""
        if self.violence_steps == 0:
            return self.violence.sides
        return stepped(self.violence.sides, self.violence_steps)

    def diplomacy_sides(self) -> i64:
        if self.diplomacy_steps == 0:
            return self.diplomacy.sides
        return stepped(self.diplomacy.sides, self.diplomacy_steps)

    def change(self, what: i64, by: i64) -> None:
        """A temporary change begins, or ends with the opposite sign."""
        if what == events.ATTACK:
            self.attack += by
        elif what == events.DEFENSE:
            self.defense += by
        elif what == events.CHARISMA:
            self.charisma += by
        elif what == events.VIOLENCE:
            self.violence_steps += by
        else:
            self.diplomacy_steps += by

    def meets(self, card: Card) -> bool:
        """AF-3.4: are the Needs of a card met?"""
        symbols = card.need_symbols
        return all(self.levels[symbols[i]] >= card.need_counts[i] for i in range(len(symbols)))

    def forget(self, card: i64) -> None:
        """AF-11.2: a card of that id leaves the hand."""
        if len(self.known) > 0 and card in self.known:
            self.known = without(self.known, card)

    def hidden_hand(self) -> list[i64]:
        """The cards in hand that only the owner knows."""
        hidden = self.hand[:]
        for card in self.known:
            hidden.remove(card)
        return hidden

    def write(self, w: Writer) -> None:
        """What belongs to the position; sums over the cards follow from them."""
        w.put(self.health)
        w.put(self.willpower)
        w.put(self.xp)
        w.cards(self.hand)
        w.cards(self.known)
        w.cards(self.deck[: self.top])
        w.cards(self.discard)
        w.put(len(self.in_play))
        for placed in self.in_play:
            w.put(placed.ref)
            w.put(placed.card.number)
            w.put(placed.slot_bits)
        w.cards(self.flags)
        w.put(len(self.temps))
        for temp in self.temps:
            w.put(temp.what)
            w.put(temp.by)
            w.put(temp.until)
            w.put(temp.source)
        w.put(self.lost_health)
        w.put(self.lost_willpower)
        w.flag(self.played)


def without(cards: list[i64], card: i64) -> list[i64]:
    """The same cards, less the first of that number."""
    left = cards[:]
    left.remove(card)
    return left
