"""MG-1 to MG-3: setting out, and the turn from its start to the next one.

At the bottom of the stack lies the frame that passes the turn on; whatever a turn consists of lies
above it and pops itself when it is done.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.frame import Frame
from innkeeper.games.micah import ending, events, ghosts, merchant
from innkeeper.games.micah.book import Book
from innkeeper.games.micah.clauses import Clause, Deed, run
from innkeeper.games.micah.prep import PREP
from innkeeper.games.micah.state import Hero, Micah, Rules
from innkeeper.games.micah.terms import ALIVE, GHOST

SOLO_EXTRA: Final = 8  # MG-1.5: a lone traveller's deck is longer


def start(book: Book, rules: Rules, start_weather: str, seats: i64, chance: Chance, log: Log | None) -> Micah:
    """MG-1: shuffle, cut, lay out the stall, hand out random classes, say who begins."""
    heroes: list[Hero] = []
    for _ in range(seats):
        heroes.append(Hero())
    s = Micah(book, rules, heroes)
    s.chance = chance
    s.log = log
    for number in range(len(book.weathers)):
        if book.weathers[number].id == start_weather:
            s.weather = number
    s.felt = s.weather
    for hero in heroes:
        hero.coin = rules.starting_coin
    shuffle_encounters(s)
    shuffle_treasures(s)
    if rules.ghosts:
        for ghost in book.ghosts:
            for _ in range(ghost.copies):
                s.ghost_deck.append(ghost.number)
        chance.shuffle("ghost", s.ghost_deck, book.ghost_domain)
    jobs: list[i64] = []
    if rules.random_classes:
        for seat in range(seats):
            free = free_jobs(s)
            job = free[chance.die(len(free)) - 1 if len(free) > 1 else 0]
            heroes[seat].job = job
            jobs.append(job)
    if rules.random_first and seats > 1:
        s.active = chance.die(seats) - 1
    merchant.lay_out(s)
    if s.log is not None:
        s.tell_data(events.GAME_STARTED, -1, {"options": dict(rules.options)}, seats, b=s.active)
    for seat in range(len(jobs)):
        take_class(s, seat, jobs[seat])
    s.disclosed = 0
    s.stack = [CLASS_PICK]
    return s


def shuffle_encounters(s: Micah) -> None:
    """MG-1.5: the top N cards of the whole box are the deck of this game."""
    rules = s.rules
    box: list[i64] = []
    for card in s.book.encounters:
        for _ in range(card.copies):
            box.append(card.number)
    s.chance.shuffle("encounter", box, s.book.encounter_domain)
    whole: i64 = len(box)
    count: i64 = rules.deck_cards
    if count == 0:
        if rules.whole_deck:
            count = whole
        elif s.seats == 1:
            count = rules.deck_per_player + SOLO_EXTRA
        else:
            count = rules.deck_per_player * s.seats
    cut: i64 = whole - min(count, whole)
    s.aside = box[:cut]
    s.deck = box[cut:]


def shuffle_treasures(s: Micah) -> None:
    """MG-1.6, MG-1.7: the Treasure deck, cut if the table says so; the reserve stays outside."""
    box: list[i64] = []
    for card in s.book.treasures:
        for _ in range(card.copies):
            box.append(card.number)
        for _ in range(card.reserve):
            s.reserve.append(card.number)
    s.chance.shuffle("treasure", box, s.book.treasure_domain)
    count: i64 = s.rules.treasure_cards
    cut: i64 = 0 if count == 0 else max(0, len(box) - count)
    s.treasures_aside = box[:cut]
    s.treasures = box[cut:]


# Class picks


def free_jobs(s: Micah) -> list[i64]:
    """MG-1.3: the classes that may still be picked, in table order."""
    free: list[i64] = []
    for job in s.book.jobs:
        taken = False
        if not s.rules.duplicate_classes:
            for hero in s.heroes:
                taken = taken or hero.job == job.number
        if not taken:
            free.append(job.number)
    return free


def take_class(s: Micah, seat: i64, number: i64) -> None:
    """MG-1.4: the class, and with it the HP."""
    hero = s.heroes[seat]
    hero.job = number
    most = s.max_hp(seat)
    hero.hp = most if s.rules.starting_hp == 0 else min(most, s.rules.starting_hp)
    if s.log is not None:
        s.tell_data(events.CLASS_PICKED, seat, {"class": s.book.jobs[number].id})


@final
class ClassPick(Frame[Micah]):
    """MG-1.3: seats pick one after another; then the first turn starts (MG-1.9)."""

    def proceed(self, s: Micah) -> bool:
        if picker(s) >= 0:
            return True
        while s.heroes[s.active].status != ALIVE:
            s.active = (s.active + 1) % s.seats
        s.turn = 0
        s.stack[-1] = START_TURN
        return False

    def deciders(self, s: Micah) -> i64:
        return 1 << picker(s)

    def actions(self, s: Micah, seat: i64) -> list[Action]:
        return [s.book.pick.at1(job) for job in free_jobs(s)]

    def apply(self, s: Micah, seat: i64, action: Action) -> None:
        take_class(s, seat, action.a)

    def refusal(self, s: Micah, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != picker(s):
            return f"seat {picker(s)} picks a class now", "MG-1.3"
        if text.startswith("pick:") and text[5:] in s.book.job_domain.places:
            return "that class is taken", "MG-1.3"
        return "pick one of the free classes first", "MG-1.3"


def picker(s: Micah) -> i64:
    """The lowest living seat without a class; -1 if there is none."""
    for seat in range(s.seats):
        if s.heroes[seat].status == ALIVE and s.heroes[seat].job < 0:
            return seat
    return -1


# The turn


@final
class StartTurn(Frame[Micah]):
    """MG-3: the weather is felt, and start-of-turn effects happen in their order."""

    def proceed(self, s: Micah) -> bool:
        hero = s.heroes[s.active]
        s.stack[-1] = END_GHOST_TURN if hero.status == GHOST else END_TURN
        if hero.status == GHOST:
            ghosts.draw_card(s, s.active)
            if len(hero.hand) > 0:
                s.stack.append(ghosts.GHOST_TURN)
            return False
        s.turn += 1
        s.felt = s.weather
        s.drawn = 0
        s.draws = 0
        s.prep_actions = 0
        hero.duelled = False
        for other in s.heroes:
            other.offers_made = 0
        if s.log is not None:
            s.tell_data(events.TURN_STARTED, s.active, {"felt": s.weathers[s.felt].id}, s.round)
        for seat in range(s.seats):
            s.cap_hp(seat)
        start_effects(s, s.active, hero)
        if not s.over and hero.status == ALIVE:
            s.stack.append(PREP)
        return False


def start_effects(s: Micah, seat: i64, hero: Hero) -> None:
    """MG-3.2: weather, clothing, weapon, upgrades, Dock; whoever falls is spared the rest (MG-3.4)."""
    book = s.book
    weather = s.weathers[s.felt]
    start_clauses(s, seat, weather.turns, weather.id)
    start_clauses(s, seat, weather.storms, weather.id, "MG-10.4")
    if hero.clothing >= 0:
        start_clauses(s, seat, book.treasures[hero.clothing].turns, book.treasures[hero.clothing].id)
    if hero.weapon >= 0:
        start_clauses(s, seat, book.treasures[hero.weapon].turns, book.treasures[hero.weapon].id)
    for upgrade in hero.upgrades:
        start_clauses(s, seat, book.treasures[upgrade].turns, book.treasures[upgrade].id)
    for docked in hero.dock:
        face = book.face(docked)
        start_clauses(s, seat, face.turns, face.id)


def start_clauses(s: Micah, seat: i64, clauses: list[Clause], source: str, rule: str = "MG-3.2") -> None:
    if len(clauses) > 0 and s.alive(seat) and not s.over:
        run(s, clauses, Deed(seat, source, rule, seat, checks=True))


@final
class EndTurn(Frame[Micah]):
    """MG-2.3, MG-2.5: the turn passes to the next living player or ghost; rounds are counted."""

    def proceed(self, s: Micah) -> bool:
        before = s.active
        if self is END_TURN:  # ghost turns do not count (MG-2.6)
            s.tell(events.TURN_ENDED, before)
        after = (before + 1) % s.seats
        while not takes_turns(s, after):
            after = (after + 1) % s.seats
        if after <= before:
            if s.round >= s.rules.max_rounds:
                ending.finish(s, 0, "dusk", "MG-15.5")
                return False
            s.round += 1
        s.active = after
        s.stack[-1] = START_TURN
        return False


def takes_turns(s: Micah, seat: i64) -> bool:
    status = s.heroes[seat].status
    return status in (ALIVE, GHOST)


CLASS_PICK: Final = ClassPick("class_pick", auto=True)
START_TURN: Final = StartTurn("start_turn")
END_TURN: Final = EndTurn("end_turn")
END_GHOST_TURN: Final = EndTurn("end_ghost_turn")
