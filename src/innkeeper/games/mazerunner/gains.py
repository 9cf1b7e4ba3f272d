"""What a runner gains and loses: health, resources, items and map pieces (MR-7, MR-12, MR-13)."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.events import Kind
from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.book import CHALK, ITEM_DECK, OIL, RESOURCE_DECK, TWINE
from innkeeper.games.mazerunner.state import NO_HEALTH, UNLIMITED, Race
from innkeeper.games.mazerunner.view_types import Bundle


def bundle(amounts: list[i64]) -> Bundle:
    """Resources as views and events show them."""
    return {"twine": amounts[TWINE], "chalk": amounts[CHALK], "oil": amounts[OIL]}


def heal(s: Race, amount: i64, kind: Kind) -> None:
    """MR-7.2: health rises, but not above the maximum unless the table says so."""
    runner = s.runner()
    before = runner.hp
    runner.hp += amount
    if not s.rules.overheal and runner.hp > s.rules.start_hp:
        runner.hp = s.rules.start_hp
    s.tell(kind, s.active, runner.hp - before, runner.hp)


def hurt(s: Race, amount: i64, kind: Kind) -> None:
    """Health falls, not below 0. What 0 means is for `check_health`, when all of a blow is done."""
    runner = s.runner()
    runner.hp = max(0, runner.hp - amount)
    s.tell(kind, s.active, amount, runner.hp)


def check_health(s: Race) -> None:
    """MR-1.3: at 0 health a runner is out."""
    if s.runner().hp == 0:
        s.drop_out(s.active, NO_HEALTH)


def gain(s: Race, gained: list[i64], kind: Kind) -> None:
    """Resources; they may be none at all (MR-9.4)."""
    held = s.runner().held
    for resource in range(3):
        held[resource] += gained[resource]
    if s.log is not None:
        s.tell_data(kind, s.active, {"gained": bundle(gained), "totals": bundle(held)})


def draw_resources(s: Race) -> None:
    """MR-12.4: the top card of the resource deck."""
    number = s.draw(RESOURCE_DECK)
    if number < 0:
        return
    card = s.book.resources[number]
    s.discards[RESOURCE_DECK].append(number)
    if s.log is not None:
        s.tell_data(events.RESOURCE_DRAWN, s.active, {"card": card.id})
    gain(s, card.gives, events.RESOURCES_DRAWN)


def find_item(s: Race, kind: Kind) -> None:
    """MR-9.5, MR-13.5: the top item card, if there is one."""
    number = s.draw(ITEM_DECK)
    if number >= 0:
        take_item(s, number, kind)
    elif s.log is not None:
        s.tell_data(kind, s.active, {"card": None})


def take_item(s: Race, number: i64, kind: Kind) -> None:
    """A card comes into the runner's hands; a chart works at once and is discarded (MR-13.4)."""
    card = s.book.items[number]
    if s.log is not None:
        s.tell_data(kind, s.active, {"card": card.id})
    if card.chart == 0:
        s.runner().items.append(number)
        return
    s.discards[ITEM_DECK].append(number)
    if s.log is not None:
        s.tell_data(events.ITEM_WORKED, s.active, {"card": card.id})
    gain_pieces(s, card.chart)


def spend_item(s: Race, number: i64) -> None:
    """MR-13.3: a single-use item is discarded when used."""
    s.runner().items.remove(number)
    s.discards[ITEM_DECK].append(number)
    if s.log is not None:
        s.tell_data(events.ITEM_USED, s.active, {"card": s.book.items[number].id})


def gain_pieces(s: Race, pieces: i64) -> None:
    """MR-12.2: one at a time."""
    for _ in range(pieces):
        if s.over:
            return
        gain_piece(s)


def gain_piece(s: Race) -> None:
    """MR-12.2, MR-12.9: from the supply or, when that is finite and empty, from the rival with most."""
    runner = s.runner()
    if s.supply == 0:
        rival = richest_rival(s)
        if rival < 0:
            s.tell(events.PIECE_MISSED, s.active, runner.pieces, -1, 1)
            return
        s.runners[rival].pieces -= 1
        runner.pieces += 1
        s.tell(events.PIECE_TAKEN, s.active, runner.pieces, rival, 0)
    else:
        if s.supply != UNLIMITED:
            s.supply -= 1
        runner.pieces += 1
        s.tell(events.PIECE_GAINED, s.active, runner.pieces, -1, 0)
    s.check_goal()


def richest_rival(s: Race) -> i64:
    """The rival still in the game with most pieces, the one whose turn comes soonest; -1 if all have none."""
    found: i64 = -1
    most: i64 = 0
    for ahead in range(1, s.seats):
        seat = (s.active + ahead) % s.seats
        rival = s.runners[seat]
        if rival.out < 0 and rival.pieces > most:
            found, most = seat, rival.pieces
    return found


def can_heal(s: Race) -> bool:
    """MR-13.6: is a potion of any use?"""
    return s.rules.overheal or s.runner().hp < s.rules.start_hp


def drink(s: Race, number: i64) -> None:
    """MR-13.6."""
    spend_item(s, number)
    heal(s, s.book.items[number].potion, events.POTION_DRUNK)
