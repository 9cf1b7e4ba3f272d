"""Micah's Game for learners: belongings counted by card, and codes that name seats as one sees them."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from innkeeper.engine.action import Action
from innkeeper.engine.eyes import NO_CODE, Eyes, clear, one_hot, tally, within
from innkeeper.engine.frame import State
from innkeeper.games.micah.book import Book, Treasure
from innkeeper.games.micah.encounter import NOT_OFFERED, how, price_of
from innkeeper.games.micah.state import Hero, Micah
from innkeeper.games.micah.terms import CLOTHING, INTENTIONS, PRICE, STATS, STATUSES, UPGRADE, WEAPON
from innkeeper.games.micah.trade import numbered

VERSION: Final = 1
LOTS: Final = 9_999
PEEKS: Final = 5  # places of the Encounter deck that are shown to who has looked
PHASES: Final = ["class_pick", "prep", "intention", "boss_join", "boss_round", "duel_reply", "ghost"]
SCALARS: Final = ["hp", "max_hp", "coin", "omen", "renown", "offers_left", "peeked_count", "ghost_hand_count"]


@final
class MicahEyes(Eyes):
    """The hero that looks comes first, the others as they sit."""

    def __init__(self, opening: Micah, offers: bool) -> None:
        super().__init__(VERSION)
        book = opening.book
        self.jobs: i64 = len(book.jobs)
        self.encounters: i64 = len(book.encounters)
        self.treasures: i64 = len(book.treasures)
        self.ghosts: i64 = len(book.ghosts)
        self.weathers: i64 = len(book.weathers)
        self.moods: i64 = len(book.boss.moods)
        self.upgrade: Final[list[i64]] = [NO_CODE] * self.treasures  # the place of a card among upgrades
        self.upgrades: i64 = 0
        for card in book.treasures:
            if card.type == UPGRADE:
                self.upgrade[card.number] = self.upgrades
                self.upgrades += 1
        self.offers: bool = offers
        self.phases: Final[dict[str, int]] = {phase: place for place, phase in enumerate(PHASES)}
        others = [name_of(seat) for seat in range(opening.seats)]
        self.add_fixed(book)
        self.duel: i64 = self.add_codes([f"duel:{other}" for other in others])
        ghosts = book.ghost_domain.ids
        self.haunt: i64 = self.add_codes([f"play:{card}:{other}" for card in ghosts for other in others])
        self.accept: i64 = self.add_codes([f"accept:{other}" for other in others])
        self.decline: i64 = self.add_codes([f"decline:{other}" for other in others])
        self.things: i64 = book.thing_domain.size
        self.cancel: i64 = NO_CODE
        self.offer: i64 = NO_CODE
        if offers:
            things = book.thing_domain.ids
            self.cancel = self.add_codes(["cancel"])
            self.offer = self.add_codes(
                [f"offer:{other}:{give}:{get}" for other in others for give in things for get in things]
            )
        self.declare(opening)

    def add_fixed(self, book: Book) -> None:
        """Everything that names neither seats nor offers; of cards only what can be done with them."""
        cards = book.treasures
        self.add_verb(book.pick)
        self.add_verb(book.draw)
        self.add_verb(book.challenge)
        self.add_verb(book.buy)
        self.add_verb(book.sell)
        self.add_places(book.equip, [card.number for card in cards if card.type in (WEAPON, CLOTHING)])
        self.add_verb(book.unequip)
        self.add_places(book.apply, [card.number for card in cards if card.type == UPGRADE])
        self.add_places(book.use, [card.number for card in cards if usable(card)])
        self.add_verb(book.companion)
        self.add_verb(book.release)
        able = [card.number for card in book.encounters if card.face and len(card.face.abilities) > 0]
        self.add_places(book.ability, able)
        for verb in book.intend + book.pay + book.choices:
            self.add_verb(verb)
        for verb in book.choices_with:
            self.add_places(verb, [card.number for card in cards if len(card.battles) > 0])
        for verb in (book.join, book.stay, book.stand, book.flee, book.haunt_table, book.rest):
            self.add_verb(verb)

    def declare(self, opening: Micah) -> None:
        book, rules, seats = opening.book, opening.rules, opening.seats
        encounters, treasures = book.encounter_domain.ids, book.treasure_domain.ids
        weathers = [weather.id for weather in book.weathers]
        self.add_column("round", 0, rules.max_rounds + 1)
        self.add_column("rounds_left", -1, rules.max_rounds)
        self.add_flags("phase", PHASES)
        self.add_column("active", 0, seats - 1)
        self.add_flags("weather", weathers)
        self.add_flags("felt", weathers)
        self.add_flags("encounter", encounters)
        for intention in INTENTIONS:
            self.add_column(f"{intention}.how", 0, 4)
            self.add_column(f"{intention}.pay", -1, LOTS)
        self.add_column("drawn_this_turn", 0, LOTS)
        self.add_column("draws_left", 0, LOTS)
        self.add_column("prep_actions_left", 0, LOTS)
        self.add_column("price_change", -LOTS, LOTS)
        for stat in STATS:
            self.add_column(f"me.{stat}_level", 0, LOTS)
            self.add_column(f"me.{stat}_mod", -LOTS, LOTS)
        self.add_flags("duel.rival", [name_of(seat) for seat in range(seats)])
        self.add_flags("boss.challengers", [name_of(seat) for seat in range(seats)])
        for part in ("hp", "max_hp", "round", "defense"):
            self.add_column(f"boss.{part}", -LOTS, LOTS)
        self.add_flags("boss.mood", [mood.id for mood in book.boss.moods])
        for count in ("encounter_deck", "set_aside", "treasure_deck", "ghost_deck"):
            self.add_column(f"{count}_count", 0, LOTS)
        for pile, ids in (("graveyard", encounters), ("returned", encounters), ("used", treasures)):
            for id in ids:
                self.add_column(f"{pile}:{id}", 0, LOTS)
        for pile in ("merchant", "items_used"):
            for id in treasures:
                self.add_column(f"{pile}:{id}", 0, LOTS)
        for pile in ("ghost_discard", "me.ghost_hand"):
            for id in book.ghost_domain.ids:
                self.add_column(f"{pile}:{id}", 0, LOTS)
        for place in range(PEEKS):
            self.add_column(f"me.peeked_{place + 1}", 0, len(encounters))
        for seat in range(seats):
            self.declare_hero(book, name_of(seat))

    def declare_hero(self, book: Book, hero: str) -> None:
        treasures = book.treasure_domain.ids
        self.add_flags(f"{hero}.status", STATUSES)
        self.add_flags(f"{hero}.class", book.job_domain.ids)
        for scalar in SCALARS:
            self.add_column(f"{hero}.{scalar}", -LOTS, LOTS)
        self.add_flags(f"{hero}.duelled", [""])
        self.add_flags(f"{hero}.sealed", [""])
        self.add_column(f"{hero}.weapon", 0, len(treasures))
        self.add_column(f"{hero}.clothing", 0, len(treasures))
        self.add_column(f"{hero}.companion", 0, len(book.encounters))
        self.add_column(f"{hero}.offers_you", 0, book.thing_domain.size)
        self.add_column(f"{hero}.wants", 0, book.thing_domain.size)
        for id in treasures:
            self.add_column(f"{hero}.pack:{id}", 0, LOTS)
        for card in book.treasures:
            if card.type == UPGRADE:
                self.add_column(f"{hero}.upgrades:{card.id}", 0, LOTS)
        for id in book.encounter_domain.ids:
            self.add_column(f"{hero}.dock:{id}", 0, LOTS)

    def code(self, s: State, seat: i64, action: Action) -> i64:
        assert isinstance(s, Micah)
        found = self.fixed_code(action)
        if found != NO_CODE:
            return found
        book = s.book
        verb = action.verb
        seats = s.seats
        if verb is book.duel:
            return self.duel + (action.a - seat + seats) % seats
        if verb is book.haunt:
            return self.haunt + action.a * seats + (action.b - seat + seats) % seats
        if verb is book.accept:
            return self.accept + (numbered(s, action.a + 1).maker - seat + seats) % seats
        if verb is book.decline:
            return self.decline + (numbered(s, action.a + 1).maker - seat + seats) % seats
        if not self.offers:
            return NO_CODE
        if verb is book.cancel:
            return self.cancel
        other: i64 = (action.a - seat + seats) % seats
        return self.offer + (other * self.things + action.b) * self.things + action.c

    def invited(self, s: State, seat: i64) -> bool:
        """Somebody offers a trade."""
        assert isinstance(s, Micah)
        return any(offer.receiver == seat for offer in s.offers)

    def observe(self, s: State, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(s, Micah)
        out[at] = i16(s.round)
        out[at + 1] = i16(s.rules.max_rounds - s.round)
        place: i64 = at + 2
        clear(out, place, len(PHASES))
        if not s.over:
            asked = self.phases.get(s.asking.phase)
            if asked is not None:
                out[place + asked] = i16(1)
        place += len(PHASES)
        out[place] = i16((s.active - seat + s.seats) % s.seats)
        place = one_hot(s.weather, self.weathers, out, place + 1)
        place = one_hot(s.felt, self.weathers, out, place)
        place = self.write_encounter(s, out, place)
        place = self.write_me(s, seat, out, place)
        place = self.write_fights(s, seat, out, place)
        place = self.write_piles(s, seat, out, place)
        for other in range(s.seats):
            place = self.write_hero(s, (seat + other) % s.seats, seat, out, place)

    def write_encounter(self, s: Micah, out: vec[i16], at: i64) -> i64:
        """What is met, and by which ways; nothing of it is left when the match is over."""
        clear(out, at, self.encounters)
        place = at + self.encounters
        met = s.encounter >= 0 and not s.over
        if met:
            out[at + s.encounter] = i16(1)
        for intention in range(3):
            out[place] = i16(0)
            out[place + 1] = i16(NOT_OFFERED)
            if met:
                card = s.book.encounters[s.encounter]
                out[place] = i16(how(s, card, intention) + 1)
                if len(card.prices[intention]) > 0:
                    out[place + 1] = within(price_of(s, card, intention), NOT_OFFERED, LOTS)
            place += 2
        out[place] = within(s.drawn, 0, LOTS)
        out[place + 1] = within(s.draws, 0, LOTS)
        out[place + 2] = within(s.rules.prep_action_cap - s.prep_actions, 0, LOTS)
        return place + 3

    def write_me(self, s: Micah, seat: i64, out: vec[i16], at: i64) -> i64:
        chosen = s.heroes[seat].job >= 0
        out[at] = within(s.change(seat, PRICE), -LOTS, LOTS) if chosen else i16(0)
        for stat in range(3):
            out[at + 1 + 2 * stat] = within(s.level(seat, stat), 0, LOTS) if chosen else i16(0)
            out[at + 2 + 2 * stat] = within(s.modifier(seat, stat), -LOTS, LOTS) if chosen else i16(0)
        return at + 7

    def write_fights(self, s: Micah, seat: i64, out: vec[i16], at: i64) -> i64:
        seats = s.seats
        clear(out, at, 2 * seats)
        if s.rival >= 0 and not s.over:
            out[at + (s.rival - seat + seats) % seats] = i16(1)
        for other in range(seats):
            if (s.fighters >> ((seat + other) % seats)) & 1 == 1:
                out[at + seats + other] = i16(1)
        place = at + 2 * seats
        if s.boss_round == 0:
            clear(out, place, 4 + self.moods)
            return place + 4 + self.moods
        out[place] = within(s.boss_hp, -LOTS, LOTS)
        out[place + 1] = within(s.boss_most, -LOTS, LOTS)
        out[place + 2] = within(s.boss_round, -LOTS, LOTS)
        out[place + 3] = within(s.boss_defense, -LOTS, LOTS)
        return one_hot(s.boss_mood, self.moods, out, place + 4)

    def write_piles(self, s: Micah, seat: i64, out: vec[i16], at: i64) -> i64:
        out[at] = within(len(s.deck), 0, LOTS)
        out[at + 1] = within(len(s.aside), 0, LOTS)
        out[at + 2] = within(len(s.treasures), 0, LOTS)
        out[at + 3] = within(len(s.ghost_deck), 0, LOTS)
        place = at + 4
        clear(out, place, 2 * self.encounters + 3 * self.treasures + 2 * self.ghosts + PEEKS)
        tally(s.graveyard, out, place)
        tally(s.returned, out, place + self.encounters)
        place += 2 * self.encounters
        tally(s.used, out, place)
        tally(s.stall, out, place + self.treasures)
        tally(s.heroes[s.active].items, out, place + 2 * self.treasures)
        place += 3 * self.treasures
        hero = s.heroes[seat]
        tally(s.ghost_discard, out, place)
        tally(hero.hand, out, place + self.ghosts)
        place += 2 * self.ghosts
        top: i64 = len(s.deck) - 1
        for peeked in hero.peeked:
            if peeked < PEEKS:
                out[place + peeked] = i16(s.deck[top - peeked] + 1)
        return place + PEEKS

    def write_hero(self, s: Micah, seat: i64, viewer: i64, out: vec[i16], at: i64) -> i64:
        hero = s.heroes[seat]
        place = one_hot(hero.status, len(STATUSES), out, at)
        place = one_hot(hero.job, self.jobs, out, place)
        out[place] = within(hero.hp, -LOTS, LOTS)
        out[place + 1] = within(s.max_hp(seat), -LOTS, LOTS)
        out[place + 2] = within(hero.coin, -LOTS, LOTS)
        out[place + 3] = within(hero.omen, -LOTS, LOTS)
        out[place + 4] = within(s.renown(seat), -LOTS, LOTS)
        out[place + 5] = within(s.rules.trade_offers_per_turn - hero.offers_made, -LOTS, LOTS)
        out[place + 6] = within(len(hero.peeked), -LOTS, LOTS)
        out[place + 7] = within(len(hero.hand), -LOTS, LOTS)
        out[place + 8] = i16(1 if hero.duelled else 0)
        sealed = len(s.sealed) > 0 and s.sealed[seat] is not None
        out[place + 9] = i16(1 if sealed else 0)
        place = self.write_outfit(s, hero, out, place + 10)
        out[place] = i16(0)
        out[place + 1] = i16(0)
        for offer in s.offers:
            if offer.maker == seat and offer.receiver == viewer:
                out[place] = i16(offer.give + 1)
                out[place + 1] = i16(offer.get + 1)
        place += 2
        clear(out, place, self.treasures + self.upgrades + self.encounters)
        tally(hero.pack, out, place)
        place += self.treasures
        for card in hero.upgrades:
            out[place + self.upgrade[card]] += i16(1)
        tally(hero.dock, out, place + self.upgrades)
        return place + self.upgrades + self.encounters

    def write_outfit(self, s: Micah, hero: Hero, out: vec[i16], at: i64) -> i64:
        out[at] = i16(hero.weapon + 1)
        out[at + 1] = i16(hero.clothing + 1)
        out[at + 2] = i16(0 if hero.companion < 0 else hero.dock[hero.companion] + 1)
        return at + 3


def name_of(seat: i64) -> str:
    """A seat as it looks from the one that sees."""
    return "me" if seat == 0 else f"other_{seat}"


def usable(card: Treasure) -> bool:
    """Can it be used, in Preparation or against an Encounter?"""
    return len(card.uses) > 0 or len(card.battles) > 0


def eyes(opening: Micah, offers: bool) -> MicahEyes:
    """For tables set up like this one."""
    return MicahEyes(opening, offers)
