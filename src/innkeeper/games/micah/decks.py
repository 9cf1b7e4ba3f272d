"""The decks, who knows what of them, and all that a seat cannot know dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from innkeeper.games.micah import events

if TYPE_CHECKING:
    from innkeeper.games.micah.state import Micah


def peek(s: Micah, seat: i64, count: i64) -> None:
    """MG-5.8: that seat privately sees the top cards."""
    seen: i64 = min(count, len(s.deck))
    hero = s.heroes[seat]
    for place in range(seen):
        if place not in hero.peeked:
            hero.peeked.append(place)
    hero.peeked.sort()
    s.disclosed += 1
    if s.log is not None:
        cards = [s.book.encounters[s.deck[len(s.deck) - 1 - place]].id for place in range(seen)]
        s.tell_data(events.PEEKED, seat, {"cards": cards}, seen)


def bury(s: Micah) -> None:
    """The top Encounter card goes to the bottom, unseen; known places move along."""
    size: i64 = len(s.deck)
    if size == 0:
        return
    s.deck.insert(0, s.deck.pop())
    for hero in s.heroes:
        if len(hero.peeked) > 0:
            hero.peeked = [place - 1 if place > 0 else size - 1 for place in hero.peeked]
            hero.peeked.sort()


def draw_encounter(s: Micah) -> i64:
    """MG-5.1: turn the uppermost card over; known places move along."""
    card = s.deck.pop()
    s.disclosed += 1
    if card in s.returned:  # copies cannot be told apart
        s.returned.remove(card)
    for hero in s.heroes:
        if len(hero.peeked) > 0:
            hero.peeked = [place - 1 for place in hero.peeked if place > 0]
    return card


def shuffle_back(s: Micah, card: i64) -> None:
    """MG-7.11: a seen card returns, the whole deck is shuffled, and nobody knows any place any more."""
    s.deck.append(card)
    s.returned.append(card)
    s.chance.shuffle("encounter", s.deck, s.book.encounter_domain)
    for hero in s.heroes:
        if len(hero.peeked) > 0:
            hero.peeked = []
    if s.log is not None:
        s.tell_data(events.ENCOUNTERS_SHUFFLED, -1, {"deck": "encounter"}, len(s.deck))


def draw_treasure(s: Micah) -> i64:
    """The top Treasure card, after a reshuffle of the Used pile if need be (MG-11.6); -1 if there is none."""
    settle_treasures(s)
    if len(s.treasures) == 0:
        if len(s.used) == 0:
            return -1
        s.treasures = s.used
        s.treasures_aside = []
        s.used = []
        s.chance.shuffle("treasure", s.treasures, s.book.treasure_domain)
        if s.log is not None:
            s.tell_data(events.TREASURES_SHUFFLED, -1, {"deck": "treasure"}, len(s.treasures))
    s.disclosed += 1
    return s.treasures.pop()


def give_treasures(s: Micah, seat: i64, count: i64) -> list[i64]:
    """MG-11.8: cards from the top of the Treasure deck into the pack, face up; as many as there are."""
    found: list[i64] = []
    for _ in range(count):
        card = draw_treasure(s)
        if card < 0:
            break
        s.heroes[seat].pack.append(card)
        found.append(card)
    return found


def redeal(s: Micah, seat: i64) -> None:
    """Replace all that a seat (-1: a spectator) cannot know by something just as likely.

    Everything is sorted first: what is dealt must not follow from how the cards truly lie.
    """
    redeal_encounters(s, seat)
    size: i64 = len(s.treasures)
    s.treasures += s.treasures_aside
    s.treasures.sort()
    s.treasures_aside = s.treasures[size:]
    s.treasures = s.treasures[:size]
    s.treasures_loose = True
    if s.rules.ghosts:
        redeal_ghosts(s, seat)


def settle_treasures(s: Micah) -> None:
    """Shuffle the Treasure deck if its order is still open; what was cut away could as well be in it."""
    if not s.treasures_loose:
        return
    s.treasures_loose = False
    size: i64 = len(s.treasures)
    cards = s.treasures + s.treasures_aside
    s.chance.shuffle("treasure", cards, s.book.treasure_domain)
    s.treasures_aside = cards[size:]
    s.treasures = cards[:size]


def redeal_encounters(s: Micah, seat: i64) -> None:
    """The deck holds all returned cards, the peeked ones in their places, and a sample of the unseen."""
    size: i64 = len(s.deck)
    places: list[i64] = [] if seat < 0 else s.heroes[seat].peeked
    known: list[i64] = [s.deck[size - 1 - place] for place in places]
    unseen = s.deck + s.aside
    certain = s.returned[:]
    for card in known:
        unseen.remove(card)
        if card in certain:  # copies cannot be told apart: the peeked one may well be the returned one
            certain.remove(card)
    for card in certain:
        unseen.remove(card)
    unseen.sort()
    missing: i64 = size - len(known) - len(certain)
    for place in range(missing):
        other = place + s.chance.below(len(unseen) - place)
        taken = unseen[other]
        unseen[other] = unseen[place]
        unseen[place] = taken
    free = certain + unseen[:missing]
    s.aside = unseen[missing:]
    if len(certain) > 0:
        s.chance.shuffle("encounter", free, s.book.encounter_domain)
    if len(known) == 0:
        s.deck = free
        return
    fixed: list[i64] = [-1] * size
    for number in range(len(places)):
        fixed[size - 1 - places[number]] = known[number]
    next_free: i64 = 0
    for place in range(size):
        if fixed[place] < 0:
            fixed[place] = free[next_free]
            next_free += 1
    s.deck = fixed


def redeal_ghosts(s: Micah, seat: i64) -> None:
    """Other ghosts' hands and the Ghost deck are one unknown heap."""
    heap = s.ghost_deck
    for other in range(s.seats):
        if other != seat:
            heap = heap + s.heroes[other].hand
    heap.sort()
    s.chance.shuffle("ghost", heap, s.book.ghost_domain)
    for other in range(s.seats):
        hero = s.heroes[other]
        if other != seat and len(hero.hand) > 0:
            count: i64 = len(hero.hand)
            hero.hand = heap[:count]
            heap = heap[count:]
    s.ghost_deck = heap
