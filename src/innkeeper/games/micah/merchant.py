"""MG-11: the Merchant's stall of six, which is never empty."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.games.micah import decks, events
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import PURCHASES, STALL


def lay_out(s: Micah) -> None:
    """MG-1.6: the top six cards become the stall, slot 0 first."""
    for _ in range(STALL):
        s.stall.append(next_ware(s))


def next_ware(s: Micah) -> i64:
    """MG-11.3, MG-11.7: the next card for the stall; a house copy of bread when there is nothing left."""
    card = decks.draw_treasure(s)
    return s.book.house_bread if card < 0 else card


def buy(s: Micah, seat: i64, card: i64) -> None:
    """MG-11.2, MG-11.3: pay, take the card from the lowest slot that holds it, see the next one."""
    hero = s.heroes[seat]
    price = s.price(seat, card)
    slot: i64 = s.stall.index(card)
    hero.coin -= price
    hero.pack.append(card)
    replacement = next_ware(s)
    s.stall[slot] = replacement
    s.tally[PURCHASES] += 1
    if s.log is not None:
        treasures = s.book.treasures
        about: dict[str, object] = {"card": treasures[card].id, "replacement": treasures[replacement].id}
        s.tell_data(events.BOUGHT, seat, about, price, b=slot)


def sell(s: Micah, seat: i64, card: i64) -> None:
    """MG-11.4: the printed sell value, and the card to the Used Treasure pile."""
    hero = s.heroes[seat]
    treasure = s.book.treasures[card]
    hero.pack.remove(card)
    s.used.append(card)
    hero.coin += treasure.sells
    if s.log is not None:
        s.tell_data(events.SOLD, seat, {"card": treasure.id}, treasure.sells)
