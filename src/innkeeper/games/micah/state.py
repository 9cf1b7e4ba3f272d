"""The truth of one adventure: heroes, decks, weather, stall, offers, and whatever is going on."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action, Domain
from innkeeper.engine.frame import State, Writer
from innkeeper.games.micah import decks, ending, events, trade
from innkeeper.games.micah.book import Book, Weather
from innkeeper.games.micah.terms import (
    ALIVE,
    BOSS_KIND,
    DIE,
    GHOST,
    MAXHP,
    MOD,
    NOTHING,
    PRICE,
    TALLIES,
)
from innkeeper.games.micah.trade import Offer


@final
class Rules:
    """The house rules of this table, native."""

    def __init__(self, options: dict[str, object], numbers: dict[str, int]) -> None:
        self.options: Final = options  # as views show them
        self.deck_per_player: i64 = numbers["deck_per_player"]
        self.deck_cards: i64 = numbers["deck_cards"]
        self.treasure_cards: i64 = numbers["treasure_cards"]
        self.starting_hp: i64 = numbers["starting_hp"]
        self.starting_coin: i64 = numbers["starting_coin"]
        self.max_rounds: i64 = numbers["max_rounds"]
        self.prep_action_cap: i64 = numbers["prep_action_cap"]
        self.trade_offers_per_turn: i64 = numbers["trade_offers_per_turn"]
        self.pvp_from_round: i64 = numbers["pvp_from_round"]
        self.pvp_damage_cap: i64 = numbers["pvp_damage_cap"]
        self.whole_deck: bool = numbers["whole_deck"] == 1
        self.duplicate_classes: bool = numbers["duplicate_classes"] == 1
        self.class_weather: bool = numbers["class_weather"] == 1
        self.trade: bool = numbers["trade"] == 1
        self.trade_creatures: bool = numbers["trade_creatures"] == 1
        self.boss: bool = numbers["boss"] == 1
        self.boss_retreat: bool = numbers["boss_retreat"] == 1
        self.pvp: bool = numbers["pvp"] == 1
        self.ghosts: bool = numbers["ghosts"] == 1
        self.champion: bool = numbers["champion"] == 1
        self.hp_column: i64 = 1 if options["hp_table"] == "balanced" else 0
        self.meeting_kills: bool = options["companion_dies"] == "meet"
        self.bystanders_share: bool = options["boss_bystanders"] == "share"
        self.random_classes: bool = options["class_pick"] == "random"
        self.random_first: bool = options["first_seat"] == "random"
        level = options["boss_level"]
        self.boss_hp: i64 = 20 if level == "storybook" else 40 if level == "legendary" else 30


@final
class Hero:
    """One player's belongings (MG-1.4)."""

    def __init__(self) -> None:
        self.status: i64 = ALIVE
        self.job: i64 = NOTHING
        self.hp: i64 = 0
        self.coin: i64 = 0
        self.weapon: i64 = NOTHING
        self.clothing: i64 = NOTHING
        self.companion: i64 = NOTHING  # its place in the Dock
        self.omen: i64 = 0
        self.slain: i64 = 0  # cards sent to the Graveyard by Attack, for Renown
        self.offers_made: i64 = 0  # this turn
        self.duelled: bool = False
        self.fell: i64 = 0  # when defeated: the later, the higher
        self.left: i64 = 0  # when gone: the later, the higher
        self.pack: list[i64] = []
        self.upgrades: list[i64] = []
        self.dock: list[i64] = []  # Encounter cards, showing their Dock face
        self.items: list[i64] = []  # battle items in force
        self.peeked: list[i64] = []  # known places of the Encounter deck, 0 is the top
        self.hand: list[i64] = []  # a ghost's cards

    def copy(self) -> Hero:
        new = Hero()
        new.status = self.status
        new.job = self.job
        new.hp = self.hp
        new.coin = self.coin
        new.weapon = self.weapon
        new.clothing = self.clothing
        new.companion = self.companion
        new.omen = self.omen
        new.slain = self.slain
        new.offers_made = self.offers_made
        new.duelled = self.duelled
        new.fell = self.fell
        new.left = self.left
        new.pack = self.pack[:]
        new.upgrades = self.upgrades[:]
        new.dock = self.dock[:]
        if len(self.items) > 0:
            new.items = self.items[:]
        if len(self.peeked) > 0:
            new.peeked = self.peeked[:]
        if len(self.hand) > 0:
            new.hand = self.hand[:]
        return new

    def spare(self, card: i64) -> i64:
        """The place of a docked card: a copy that is not the Companion first."""
        found: i64 = NOTHING
        for place in range(len(self.dock)):
            if self.dock[place] == card:
                if place != self.companion:
                    return place
                found = place
        return found

    def undock(self, place: i64) -> None:
        """Take a creature out of the Dock; it is Companion no longer."""
        del self.dock[place]
        if self.companion == place:
            self.companion = NOTHING
        elif self.companion > place:
            self.companion -= 1

    def write(self, w: Writer) -> None:
        w.put(self.status)
        w.put(self.job)
        w.put(self.hp)
        w.put(self.coin)
        w.put(self.weapon)
        w.put(self.clothing)
        w.put(self.companion)
        w.put(self.omen)
        w.put(self.slain)
        w.put(self.offers_made)
        w.flag(self.duelled)
        w.put(self.fell)
        w.put(self.left)
        w.cards(self.pack)
        w.cards(self.upgrades)
        w.cards(self.dock)
        w.cards(self.items)
        w.cards(self.peeked)
        w.cards(self.hand)


@final
class Micah(State):
    """The whole match."""

    def __init__(self, book: Book, rules: Rules, heroes: list[Hero]) -> None:
        super().__init__("micah", len(heroes))
        self.book: Final = book
        self.rules: Final = rules
        self.heroes: Final = heroes
        self.weathers: Final[list[Weather]] = book.wild_weathers if rules.class_weather else book.weathers
        self.active: i64 = 0
        self.weather: i64 = book.clear
        self.felt: i64 = book.clear
        self.encounter: i64 = NOTHING
        self.drawn: i64 = 0  # Encounters this turn
        self.draws: i64 = 0  # Encounters still to be drawn this turn (MG-7.9)
        self.prep_actions: i64 = 0  # this turn (MG-4.9)
        self.falls: i64 = 0  # defeats and departures so far
        self.deck: list[i64] = []
        self.aside: list[i64] = []  # Encounter cards that are not in this game
        self.returned: list[i64] = []  # seen, and in the deck again
        self.graveyard: list[i64] = []
        self.treasures: list[i64] = []
        self.treasures_aside: list[i64] = []  # cut away; could as well be in the deck
        self.treasures_loose: bool = False  # in a world that was dealt: its order is still open
        self.used: list[i64] = []
        self.reserve: list[i64] = []
        self.stall: list[i64] = []
        self.ghost_deck: list[i64] = []
        self.ghost_discard: list[i64] = []
        self.offers: list[Offer] = []
        self.next_offer: i64 = 1
        self.fighters: i64 = 0  # seats in the boss fight, a mask; 0 outside
        self.boss_hp: i64 = 0
        self.boss_most: i64 = 0
        self.boss_round: i64 = 0
        self.boss_mood: i64 = 0
        self.boss_defense: i64 = 0
        self.rival: i64 = NOTHING  # the challenged seat of a duel
        self.tally: list[i64] = [0] * TALLIES  # for simulations; no rule reads it

    def copy(self) -> Micah:
        new = Micah(self.book, self.rules, [hero.copy() for hero in self.heroes])
        self.copy_base(new)
        new.active = self.active
        new.weather = self.weather
        new.felt = self.felt
        new.encounter = self.encounter
        new.drawn = self.drawn
        new.draws = self.draws
        new.prep_actions = self.prep_actions
        new.falls = self.falls
        new.deck = self.deck[:]
        new.aside = self.aside[:]
        new.returned = self.returned[:]
        new.graveyard = self.graveyard[:]
        new.treasures = self.treasures[:]
        if len(self.treasures_aside) > 0:
            new.treasures_aside = self.treasures_aside[:]
        new.treasures_loose = self.treasures_loose
        new.used = self.used[:]
        new.reserve = self.reserve[:]
        new.stall = self.stall[:]
        if self.rules.ghosts:
            new.ghost_deck = self.ghost_deck[:]
            new.ghost_discard = self.ghost_discard[:]
        if len(self.offers) > 0:
            new.offers = self.offers[:]
        new.next_offer = self.next_offer
        new.fighters = self.fighters
        new.boss_hp = self.boss_hp
        new.boss_most = self.boss_most
        new.boss_round = self.boss_round
        new.boss_mood = self.boss_mood
        new.boss_defense = self.boss_defense
        new.rival = self.rival
        new.tally = self.tally[:]
        return new

    def write(self, w: Writer) -> None:
        w.put(self.active)
        w.put(self.weather)
        w.put(self.felt)
        w.put(self.encounter)
        w.put(self.drawn)
        w.put(self.draws)
        w.put(self.prep_actions)
        w.put(self.falls)
        w.cards(self.deck)
        w.cards(self.aside)
        w.cards(self.returned)
        w.cards(self.graveyard)
        w.cards(self.treasures)
        w.cards(self.treasures_aside)
        if self.treasures_loose:
            w.put(-1)
        w.cards(self.used)
        w.cards(self.reserve)
        w.cards(self.stall)
        w.cards(self.ghost_deck)
        w.cards(self.ghost_discard)
        w.put(len(self.offers))
        for offer in self.offers:
            offer.write(w)
        w.put(self.next_offer)
        w.put(self.fighters)
        w.put(self.boss_hp)
        w.put(self.boss_most)
        w.put(self.boss_round)
        w.put(self.boss_mood)
        w.put(self.boss_defense)
        w.put(self.rival)
        w.cards(self.tally)
        for hero in self.heroes:
            hero.write(w)

    # Who is there

    def alive(self, seat: i64) -> bool:
        return self.heroes[seat].status == ALIVE

    def living(self) -> i64:
        """How many players are alive."""
        count: i64 = 0
        for hero in self.heroes:
            if hero.status == ALIVE:
                count += 1
        return count

    def feels(self, seat: i64) -> bool:
        """MG-10.6: does the weather act on that seat?"""
        return seat == self.active or (self.fighters >> seat) & 1 == 1 or seat == self.rival

    # What is faced

    def facing_kind(self) -> i64:
        """The kind of the active Encounter or of the Boss; -1 when there is neither."""
        if self.encounter >= 0:
            return self.book.encounters[self.encounter].kind
        return BOSS_KIND if self.fighters != 0 else NOTHING

    def facing_tags(self) -> i64:
        """The tags of the active Encounter or of the Boss, as a mask."""
        if self.encounter >= 0:
            return self.book.encounters[self.encounter].tags
        return self.book.boss.tags if self.fighters != 0 else 0

    def docked(self, seat: i64, tag: i64) -> i64:
        """How many docked creatures have that tag."""
        count: i64 = 0
        for card in self.heroes[seat].dock:
            count += (self.book.encounters[card].tags >> tag) & 1
        return count

    # Numbers in force (MG-9)

    def change(self, seat: i64, what: i64) -> i64:
        """All continuous effects on one number of a seat, added up."""
        book = self.book
        hero = self.heroes[seat]
        bit: i64 = 1 << what
        total: i64 = 0
        weather = self.weathers[self.felt]
        if weather.touches & bit != 0 and self.feels(seat):
            for clause in weather.whiles:
                total += clause.change(self, seat, what)
        if hero.clothing >= 0:
            card = book.treasures[hero.clothing]
            if card.touches & bit != 0:
                for clause in card.whiles:
                    total += clause.change(self, seat, what)
        if hero.weapon >= 0:
            card = book.treasures[hero.weapon]
            if card.touches & bit != 0:
                for clause in card.whiles:
                    total += clause.change(self, seat, what)
        for upgrade in hero.upgrades:
            card = book.treasures[upgrade]
            if card.touches & bit != 0:
                for clause in card.whiles:
                    total += clause.change(self, seat, what)
        for docked in hero.dock:
            face = book.encounters[docked].face
            if face is not None and face.touches & bit != 0:
                for clause in face.whiles:
                    total += clause.change(self, seat, what)
        if hero.companion >= 0:
            face = book.encounters[hero.dock[hero.companion]].face
            if face is not None and face.comp_touches & bit != 0:
                for clause in face.comps:
                    total += clause.change(self, seat, what)
        for item in hero.items:
            card = book.treasures[item]
            if card.battle_touches & bit != 0:
                for clause in card.battles:
                    total += clause.change(self, seat, what)
        if self.encounter >= 0 and seat == self.active:
            faced = book.encounters[self.encounter]
            if faced.touches & bit != 0:
                for clause in faced.always:
                    total += clause.change(self, seat, what)
        return total

    def level(self, seat: i64, stat: i64) -> i64:
        """MG-9.4: base level and every active `die` effect."""
        hero = self.heroes[seat]
        return max(0, self.book.jobs[hero.job].levels[stat] + self.change(seat, DIE + stat))

    def modifier(self, seat: i64, stat: i64) -> i64:
        """MG-9.5: all static modifiers."""
        return self.change(seat, MOD + stat)

    def max_hp(self, seat: i64) -> i64:
        """Maximum HP, never below 1 (MG-4.10)."""
        hero = self.heroes[seat]
        if hero.job < 0:
            return 0
        return max(1, self.book.jobs[hero.job].hp[self.rules.hp_column] + self.change(seat, MAXHP))

    def cap_hp(self, seat: i64) -> None:
        """MG-4.10: HP drop to a maximum that has become lower."""
        hero = self.heroes[seat]
        if hero.status != ALIVE or hero.job < 0:
            return
        most = self.max_hp(seat)
        if hero.hp > most:
            lost = hero.hp - most
            hero.hp = most
            if self.log is not None:
                about: dict[str, object] = {
                    "source": "max-hp",
                    "verb": "hp",
                    "trigger": "MG-4.10",
                    "cards": [],
                }
                self.tell_data(events.HP_CAPPED, seat, about, seat, b=-lost, c=most)

    def price(self, seat: i64, card: i64) -> i64:
        """MG-11.2: what the Merchant asks of that seat (-1: of nobody in particular)."""
        treasure = self.book.treasures[card]
        if seat < 0:
            return treasure.price
        return max(treasure.price + self.change(seat, PRICE), treasure.sells + 1)

    def renown(self, seat: i64) -> i64:
        """MG-15.6."""
        hero = self.heroes[seat]
        return hero.coin + 5 * len(hero.dock) + 3 * hero.slain + 2 * len(hero.upgrades)

    # The end, leaving, trading, secrets

    def check(self, cause: str) -> bool:
        """MG-15.1: look for defeats and for the end of the game."""
        return ending.check(self, cause)

    def leave(self, seat: i64) -> None:
        ending.leave(self, seat)

    def playing(self, seat: i64) -> bool:
        """MG-14.9: the living and the ghosts can leave, nobody else."""
        status = self.heroes[seat].status
        return not self.over and status in (ALIVE, GHOST)

    def may(self, seat: i64) -> bool:
        return trade.may(self, seat)

    def standing(self, seat: i64) -> list[Action]:
        return trade.standing(self, seat)

    def do_standing(self, seat: i64, action: Action) -> None:
        trade.do(self, seat, action)

    def redeal(self, seat: i64) -> None:
        decks.redeal(self, seat)

    def pile(self, name: str) -> tuple[list[i64], Domain] | None:
        if name == "encounter":
            return self.deck, self.book.encounter_domain
        if name == "treasure":
            decks.settle_treasures(self)
            return self.treasures, self.book.treasure_domain
        if name == "ghost":
            return self.ghost_deck, self.book.ghost_domain
        return None
