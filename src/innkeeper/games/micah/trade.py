"""MG-12: trading, on anybody's turn, without ever making anybody wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.frame import Writer
from innkeeper.games.micah import events
from innkeeper.games.micah.terms import ALIVE, COINS, TRADES

if TYPE_CHECKING:
    from innkeeper.games.micah.state import Micah

NO_THING: Final = 0  # the first thing of the domain; then Coin, cards, creatures

ACCEPTED: Final = "accepted"
DECLINED: Final = "declined"
CANCELLED: Final = "cancelled"
VOID: Final = "void"


@final
class Offer:
    """One thing for one thing. Never changed once made."""

    def __init__(self, number: i64, maker: i64, receiver: i64, give: i64, get: i64) -> None:
        self.number: i64 = number
        self.maker: i64 = maker
        self.receiver: i64 = receiver
        self.give: i64 = give
        self.get: i64 = get

    def write(self, w: Writer) -> None:
        w.put(self.number)
        w.put(self.maker)
        w.put(self.receiver)
        w.put(self.give)
        w.put(self.get)


def is_open(s: Micah) -> bool:
    """MG-12.2: trades happen only while somebody prepares."""
    return s.rules.trade and not s.over and s.stack[-1].phase == "prep"


def can_offer(s: Micah, seat: i64) -> bool:
    """MG-12.5: one open offer of one's own, and only so many in a turn."""
    if s.heroes[seat].offers_made >= s.rules.trade_offers_per_turn:
        return False
    return all(offer.maker != seat for offer in s.offers)


def may(s: Micah, seat: i64) -> bool:
    """Is there any trade action for that seat?"""
    if not is_open(s) or not s.alive(seat):
        return False
    for offer in s.offers:
        if offer.maker == seat or offer.receiver == seat:
            return True
    if s.living() < 2 or not can_offer(s, seat):
        return False
    for hero in s.heroes:
        if hero.status == ALIVE and (len(hero.pack) > 0 or (s.rules.trade_creatures and len(hero.dock) > 0)):
            return True
    return False


def standing(s: Micah, seat: i64) -> list[Action]:
    """Every trade action of that seat: offers, then answers to offers."""
    found: list[Action] = []
    if not is_open(s) or not s.alive(seat):
        return found
    book = s.book
    if can_offer(s, seat):
        mine = things_of(s, seat)
        for other in range(s.seats):
            if other == seat or not s.alive(other):
                continue
            theirs = things_of(s, other)
            for give in mine:
                for get in theirs:
                    if give >= book.first_card or get >= book.first_card:
                        found.append(book.offer.at3(other, give, get))
    for offer in s.offers:
        if offer.receiver == seat:
            found.append(book.accept.at1(offer.number - 1))
    for offer in s.offers:
        if offer.receiver == seat:
            found.append(book.decline.at1(offer.number - 1))
    for offer in s.offers:
        if offer.maker == seat:
            found.append(book.cancel.at1(offer.number - 1))
    return found


def things_of(s: Micah, seat: i64) -> list[i64]:
    """What one side of an offer can be: cards of the pack, Coin, nothing, and creatures if allowed."""
    hero = s.heroes[seat]
    found: list[i64] = []
    for card in hero.pack:
        thing = s.book.first_card + card
        if thing not in found:
            found.append(thing)
    for place in range(len(COINS)):
        if COINS[place] <= hero.coin:
            found.append(place + 1)
    found.append(NO_THING)
    if s.rules.trade_creatures:
        for creature in hero.dock:
            thing = s.book.first_creature + creature
            if thing not in found:
                found.append(thing)
    return found


def has(s: Micah, seat: i64, thing: i64) -> bool:
    """Does that seat own the thing now?"""
    hero = s.heroes[seat]
    if thing == NO_THING:
        return True
    if thing < s.book.first_card:
        return hero.coin >= COINS[thing - 1]
    if thing < s.book.first_creature:
        return thing - s.book.first_card in hero.pack
    return thing - s.book.first_creature in hero.dock


def do(s: Micah, seat: i64, action: Action) -> None:
    """Carry out a trade action."""
    book = s.book
    verb = action.verb
    if verb is book.offer:
        s.heroes[seat].offers_made += 1
        made = Offer(s.next_offer, seat, action.a, action.b, action.c)
        s.next_offer += 1
        s.offers.append(made)
        if s.log is not None:
            s.tell_data(events.OFFER_MADE, seat, shown(s, made), made.number, b=made.maker, c=made.receiver)
        return
    offer = numbered(s, action.a + 1)
    s.offers.remove(offer)
    if verb is book.accept:
        tell_closed(s, seat, offer, ACCEPTED)
        hand_over(s, offer.maker, offer.receiver, offer.give)
        hand_over(s, offer.receiver, offer.maker, offer.get)
        s.tally[TRADES] += 1
        s.cap_hp(offer.maker)
        s.cap_hp(offer.receiver)
        void_broken(s)
        s.check("trade")
    else:
        tell_closed(s, seat, offer, DECLINED if verb is book.decline else CANCELLED)


def numbered(s: Micah, number: i64) -> Offer:
    """The open offer with that number."""
    for offer in s.offers:
        if offer.number == number:
            return offer
    raise KeyError(number)


def hand_over(s: Micah, giver: i64, taker: i64, thing: i64) -> None:
    """MG-12.7, MG-12.9: move one thing to the end of the other pack or Dock."""
    book = s.book
    source, target = s.heroes[giver], s.heroes[taker]
    if thing == NO_THING:
        return
    if thing < book.first_card:
        coins = COINS[thing - 1]
        source.coin -= coins
        target.coin += coins
    elif thing < book.first_creature:
        source.pack.remove(thing - book.first_card)
        target.pack.append(thing - book.first_card)
    else:
        card = thing - book.first_creature
        source.undock(source.spare(card))
        target.dock.append(card)


def void_broken(s: Micah) -> None:
    """MG-12.8: offers fall away the moment either side no longer has what they name."""
    if len(s.offers) == 0:
        return
    for offer in s.offers[:]:
        if (
            not s.alive(offer.maker)
            or not s.alive(offer.receiver)
            or not has(s, offer.maker, offer.give)
            or not has(s, offer.receiver, offer.get)
        ):
            s.offers.remove(offer)
            tell_closed(s, -1, offer, VOID)


def void_all(s: Micah) -> None:
    """MG-12.8: Preparation is over, and with it every open offer."""
    if len(s.offers) == 0:
        return
    closing = s.offers
    s.offers = []
    for offer in closing:
        tell_closed(s, -1, offer, VOID)


def shown(s: Micah, offer: Offer) -> dict[str, object]:
    """The offer's things by their ids."""
    thing = s.book.thing_domain
    return {"give": thing.text(offer.give), "get": thing.text(offer.get)}


def tell_closed(s: Micah, seat: i64, offer: Offer, result: str) -> None:
    if s.log is not None:
        kind = events.OFFER_VOID if result == VOID else events.OFFER_ANSWERED
        about = shown(s, offer)
        about["result"] = result
        s.tell_data(kind, seat, about, offer.number, b=offer.maker, c=offer.receiver)
