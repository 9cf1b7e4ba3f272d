"""Adventurer Factory for learners: cards counted by kind, and codes that name cards instead of references."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from innkeeper.engine.action import Action
from innkeeper.engine.eyes import NO_CODE, Eyes, clear, one_hot, spread, within
from innkeeper.engine.frame import State
from innkeeper.games.adventurer.book import HAND_CARD, NOTHING, Card, CardAction, Deck
from innkeeper.games.adventurer.choices import PICKS, Choose
from innkeeper.games.adventurer.events import TEMPS
from innkeeper.games.adventurer.sides import CONSUMED, Adventurer
from innkeeper.games.adventurer.state import OPENERS, STEPS, Adventure
from innkeeper.games.adventurer.view import income_next

VERSION: Final = 1
LOTS: Final = 999
PHASES: Final = ["mulligan", "main", "respond", "encounter", "choose"]
DIE: Final = ["count", "sides", "plus"]
SCORES: Final = ["health", "willpower", "xp", "attack", "defense", "charisma"]


@final
class FactoryEyes(Eyes):
    """The adventurer that looks comes first, the rival second.

    Where deck lists are open, only their cards have columns and codes. A card in play is named by its kind
    and which copy of it it is, in order of entry; of cards that fill slots there are only so many at a time.
    """

    def __init__(self, opening: Adventure, offers: bool) -> None:
        super().__init__(VERSION)
        book, rules = opening.book, opening.rules
        self.known: Final[list[Card]] = cards_of(opening)
        self.cards: i64 = len(self.known)
        self.place: Final[list[i64]] = [NO_CODE] * len(book.cards)  # of a card among these
        for place, card in enumerate(self.known):
            self.place[card.number] = place
        self.deeds: i64 = 0
        self.deed: Final[list[i64]] = [NO_CODE] * len(book.every_deed)  # the same for what they can do
        for card in self.known:
            for deed in card.actions:
                self.deed[deed.use().tag] = self.deeds
                self.deeds += 1
        self.lists: Final[list[Deck]] = [*rules.decks]  # of which it is known how often they hold each card
        self.counts: Final[list[list[i64]]] = [self.count(deck) for deck in rules.decks]
        self.symbols: i64 = book.symbols.size
        self.slots: i64 = book.slots.size
        self.offers: bool = offers
        self.phases: Final[dict[str, int]] = {phase: place for place, phase in enumerate(PHASES)}
        self.copies: Final[list[i64]] = [copies_of(card, rules.max_copies) for card in book.cards]
        self.targets: Final[list[i64]] = [0] * len(
            book.cards
        )  # the first code of a card in play, as a target
        self.uses: Final[list[i64]] = [0] * len(book.every_deed)  # the first code of a deed
        self.others: Final[list[list[i64]]] = []  # of a deed that costs another card: where its copies begin
        for card in self.known:
            named = [f"card:{card.id}:{copy + 1}" for copy in range(self.copies[card.number])]
            self.targets[card.number] = self.add_codes(named)
        for action in (book.keep, book.mulligan, book.done, book.pass_, book.attack, book.parley, book.rest):
            self.add_verb(action.verb)
        numbers: list[int] = [card.number for card in self.known]
        self.add_places(book.play, numbers)
        into: list[int] = []
        for card in self.known:
            into += [card.number * self.slots + slot for slot in card.choices]
        self.add_places(book.play_into, into)
        self.add_places(book.choose_card, numbers)
        self.add_verb(book.accept_draw.verb)
        self.add_verb(book.decline_draw.verb)
        if offers:
            self.add_verb(book.offer_draw.verb)
            self.add_verb(book.withdraw_draw.verb)
        for card in self.known:
            for deed in card.actions:
                self.add_use(card, deed)
        self.declare(opening)

    def add_use(self, card: Card, deed: CardAction) -> None:
        """Codes of a printed action: by copy, and by what it costs besides."""
        number = deed.use().tag
        while len(self.others) <= number:
            none: list[i64] = []
            self.others.append(none)
        costs: list[str] = [""]
        if deed.asks == HAND_CARD:
            costs = [f":{other.id}" for other in self.known]
        elif deed.asks != NOTHING:
            costs = []
            begin: list[i64] = []
            for other in self.known:
                begin.append(len(costs))
                if not other.innate and other.type_bits & deed.sacrifice != 0:
                    costs += [f":{other.id}:{copy + 1}" for copy in range(self.copies[other.number])]
            begin.append(len(costs))
            self.others[number] = begin
        names: list[str] = []
        for copy in range(self.copies[card.number]):
            names += [f"use:{card.id}:{copy + 1}:{deed.id}{cost}" for cost in costs]
        self.uses[number] = self.add_codes(names)

    def declare(self, opening: Adventure) -> None:
        book, rules = opening.book, opening.rules
        ids = [card.id for card in self.known]
        self.add_column("turn", 0, rules.turn_limit + 1)
        self.add_column("turns_left", -1, rules.turn_limit)
        self.add_flags("active", [""])
        self.add_flags("first", [""])
        self.add_flags("step", STEPS.ids)
        self.add_flags("phase", PHASES)
        self.add_column("deeds", 0, LOTS)
        self.add_flags("chain", [""])
        self.add_flags("chain.mine", [""])
        self.add_flags("chain.opened_by", OPENERS.ids)
        self.add_column("chain.links", 0, LOTS)
        self.add_column("waiting_card", 0, len(ids))
        self.add_flags("choice", PICKS.ids)
        self.add_column("draw_offer", 0, 2)
        for side in ("me", "rival"):
            for score in SCORES:
                self.add_column(f"{side}.{score}", -LOTS, LOTS)
            for kind in ("violence", "diplomacy"):
                for part in DIE:
                    self.add_column(f"{side}.{kind}_{part}", -LOTS, LOTS)
            self.add_column(f"{side}.income_next", 0, LOTS)
            self.add_column(f"{side}.hand_count", 0, LOTS)
            self.add_column(f"{side}.deck_count", 0, LOTS)
            self.add_column(f"{side}.lost_health", 0, LOTS)
            self.add_column(f"{side}.lost_willpower", 0, LOTS)
            self.add_flags(f"{side}.played_card", [""])
            self.add_flags(f"{side}.slots", book.slots.ids)
            for what in TEMPS.ids:
                self.add_column(f"{side}.temp_{what}", -LOTS, LOTS)
            for symbol in book.symbols.ids:
                self.add_column(f"{side}.levels:{symbol}", 0, LOTS)
            hand = "hand" if side == "me" else "hand_known"
            for pile in (hand, "in_play", "consumed", "discard", "unseen"):
                for id in ids:
                    self.add_column(f"{side}.{pile}:{id}", 0, LOTS)
            for card in self.known:
                for deed in card.actions:
                    self.add_column(f"{side}.used:{card.id}:{deed.id}", 0, LOTS)

    def code(self, s: State, seat: i64, action: Action) -> i64:
        assert isinstance(s, Adventure)
        book = s.book
        verb = action.verb
        if verb.tag >= 0:
            return self.code_of_use(s, seat, action)
        if verb is book.choose_ref:
            return self.target(s.sides[1 - seat], action.a + 1)
        if verb is book.throw_away:
            return self.target(s.sides[seat], action.a + 1)
        return self.fixed_code(action)

    def target(self, side: Adventurer, ref: i64) -> i64:
        """A card in play by its kind and copy."""
        place = side.place_of(ref)
        number = side.in_play[place].card.number
        copy = copy_at(side, place)
        return self.targets[number] + copy if copy < self.copies[number] else NO_CODE

    def code_of_use(self, s: Adventure, seat: i64, action: Action) -> i64:
        me = s.sides[seat]
        deed = s.book.every_deed[action.verb.tag]
        place = me.place_of(action.a + 1)
        copy = copy_at(me, place)
        if copy >= self.copies[me.in_play[place].card.number]:
            return NO_CODE
        base = self.uses[action.verb.tag]
        if deed.asks == NOTHING:
            return base + copy
        if deed.asks == HAND_CARD:
            return base + copy * self.cards + self.place[action.c]
        begin = self.others[action.verb.tag]
        given = me.place_of(action.c + 1)
        place = self.place[me.in_play[given].card.number]
        return base + copy * begin[self.cards] + begin[place] + copy_at(me, given)

    def invited(self, s: State, seat: i64) -> bool:
        """A draw was offered."""
        assert isinstance(s, Adventure)
        return s.offer == 1 - seat

    def observe(self, s: State, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(s, Adventure)
        out[at] = i16(s.turn)
        out[at + 1] = i16(s.rules.turn_limit - s.turn)
        out[at + 2] = i16(1 if s.active == seat else 0)
        out[at + 3] = i16(1 if s.first == seat else 0)
        place = one_hot(s.step, len(STEPS.ids), out, at + 4)
        clear(out, place, len(PHASES))
        if not s.over:
            asked = self.phases.get(s.asking.phase)
            if asked is not None:
                out[place + asked] = i16(1)
        place += len(PHASES)
        out[place] = within(s.deeds, 0, LOTS)
        out[place + 1] = i16(1 if s.chain_open else 0)
        out[place + 2] = i16(1 if s.chain_open and s.opener == seat else 0)
        place = one_hot(s.opened_by if s.chain_open else -1, len(OPENERS.ids), out, place + 3)
        out[place] = within(len(s.links), 0, LOTS) if s.chain_open else i16(0)
        waits = s.chain_open and s.waiting != 0
        out[place + 1] = i16(self.place[s.waiting_card] + 1 if waits else 0)
        asking = s.asking
        picks: i64 = -1
        if isinstance(asking, Choose) and not s.over:
            picks = asking.verb
        place = one_hot(picks, len(PICKS.ids), out, place + 2)
        out[place] = i16(0 if s.offer < 0 else 1 if s.offer == seat else 2)
        place = self.write_side(s, seat, seat, out, place + 1)
        self.write_side(s, 1 - seat, seat, out, place)

    def write_side(self, s: Adventure, owner: i64, viewer: i64, out: vec[i16], at: i64) -> i64:
        side = s.sides[owner]
        out[at] = within(side.health, -LOTS, LOTS)
        out[at + 1] = within(side.willpower, -LOTS, LOTS)
        out[at + 2] = within(side.xp, -LOTS, LOTS)
        out[at + 3] = within(side.attack, -LOTS, LOTS)
        out[at + 4] = within(side.defense, -LOTS, LOTS)
        out[at + 5] = within(side.charisma, -LOTS, LOTS)
        out[at + 6] = i16(side.violence.count)
        out[at + 7] = i16(side.violence_sides())
        out[at + 8] = i16(side.violence.plus)
        out[at + 9] = i16(side.diplomacy.count)
        out[at + 10] = i16(side.diplomacy_sides())
        out[at + 11] = i16(side.diplomacy.plus)
        out[at + 12] = within(income_next(s, side), 0, LOTS)
        out[at + 13] = within(len(side.hand), 0, LOTS)
        out[at + 14] = within(side.top + s.turned_up(owner), 0, LOTS)
        out[at + 15] = within(side.lost_health, 0, LOTS)
        out[at + 16] = within(side.lost_willpower, 0, LOTS)
        out[at + 17] = i16(1 if side.played else 0)
        place = spread(side.slots, self.slots, out, at + 18)
        clear(out, place, len(TEMPS.ids))
        for temp in side.temps:
            out[place + temp.what] = within(i64(out[place + temp.what]) + temp.by, -LOTS, LOTS)
        place += len(TEMPS.ids)
        for level in side.levels:
            out[place] = within(level, 0, LOTS)
            place += 1
        self.write_cards(s, owner, viewer, out, place)
        return place + 5 * self.cards + self.deeds

    def write_cards(self, s: Adventure, owner: i64, viewer: i64, out: vec[i16], at: i64) -> None:
        """Counts by card: in hand (as far as it is known), in play, Consumed, discarded, not yet seen."""
        side = s.sides[owner]
        cards = self.cards
        clear(out, at, 4 * cards)
        held = side.hand if owner == viewer else side.known
        self.tally(held, 1, out, at)
        self.tally(side.discard, 1, out, at + 3 * cards)
        unseen = at + 4 * cards
        clear(out, unseen + cards, self.deeds)
        lists = owner == viewer or s.rules.open_decklists
        if not lists:
            clear(out, unseen, cards)
        else:
            self.write_list(s.lists[owner], owner, out, unseen)
            self.tally(held, -1, out, unseen)
            self.tally(side.discard, -1, out, unseen)
            if s.turned_up(owner) > 0:
                self.tally(s.turned, -1, out, unseen)
        used = at + 5 * cards
        for place in range(len(side.in_play)):
            card = side.in_play[place].card
            flags = side.flags[place]
            number = self.place[card.number]
            out[at + cards + number] += i16(1)
            if lists:
                out[unseen + number] -= i16(1)
            if flags != 0:
                if flags & CONSUMED != 0:
                    out[at + 2 * cards + number] += i16(1)
                for deed in card.actions:
                    if flags & deed.bit != 0:
                        out[used + self.deed[deed.use().tag]] += i16(1)

    def count(self, deck: Deck) -> list[i64]:
        """How often a deck holds each card."""
        counts: list[i64] = [0] * self.cards
        for card in deck.cards:
            counts[self.place[card]] += 1
        return counts

    def write_list(self, deck: Deck, owner: i64, out: vec[i16], at: i64) -> None:
        """A deck list, counted once for as long as the seat brings the same one."""
        if self.lists[owner] is not deck:
            self.lists[owner] = deck
            self.counts[owner] = self.count(deck)
        place = at
        for count in self.counts[owner]:
            out[place] = i16(count)
            place += 1

    def tally(self, cards: list[i64], by: i64, out: vec[i16], at: i64) -> None:
        """One more, or less, for every card."""
        for card in cards:
            out[at + self.place[card]] += i16(by)


def cards_of(opening: Adventure) -> list[Card]:
    """The cards that can be met: those of both decks, or of the pack where lists are closed."""
    numbers: set[int] = set()
    if opening.rules.open_decklists:
        for deck in opening.rules.decks:
            numbers.update(deck.counts)
    else:
        numbers.update(opening.rules.pack)
    return [opening.book.cards[number] for number in sorted(numbers)]


def copies_of(card: Card, most: i64) -> i64:
    """How often a card can be in play on one side."""
    if len(card.choices) > 0:
        return min(most, len(card.choices))
    return 1 if card.fill_bits != 0 else most


def copy_at(side: Adventurer, place: i64) -> i64:
    """How many of the same kind came into play before the card at a place."""
    card = side.in_play[place].card
    found: i64 = 0
    for earlier in range(place):
        if side.in_play[earlier].card is card:
            found += 1
    return found


def eyes(opening: Adventure, offers: bool) -> FactoryEyes:
    """For tables set up like this one."""
    return FactoryEyes(opening, offers)
