"""Why something cannot be done now, for the person who tried, with the clause that says so."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.games.mazerunner.events import KINDS
from innkeeper.games.mazerunner.maze import leads, portal_ends
from innkeeper.games.mazerunner.state import Race


def waiting(s: Race) -> tuple[str, str]:
    """Why another seat cannot decide now."""
    return f"it is seat {s.active}'s turn", "MR-1.5"


def why_barred(s: Race, cell: i64) -> tuple[str, str] | None:
    """Why a block within reach may not be entered."""
    if cell in s.hunters:
        return "the monster you fled from is waiting there", "MR-11.5"
    if s.blocks[cell] == 0:
        return f"a new block costs a whole step (2 half-steps), you have {s.half_steps}", "MR-8.3"
    return "you have no half-step and no free stroll left", "MR-8.3"


def why_not_there(s: Race, there: i64) -> tuple[str, str] | None:
    """Why a cell of the maze is no move now."""
    here = s.here()
    if there == s.grid.base:
        return "the base is not a block to walk through; return ends the run there", "MR-8.7"
    for side in range(4):
        if leads(s, here, side) == there:
            return why_barred(s, there)
    if there in portal_ends(s, here):
        return why_barred(s, there)
    for side in range(4):
        if s.grid.near[here * 4 + side] == there:
            return "there is a wall between you and that block", "MR-3.7"
    return "you move one block at a time, along connections and portals", "MR-8.1"


def why_unusable(s: Race, text: str) -> tuple[str, str] | None:
    """Why an item cannot be used between blocks."""
    for item in s.runner().items:
        card = s.book.items[item]
        if text == "use:" + card.id:
            if card.potion > 0:
                return f"{card.name} does nothing at full health", "MR-13.6"
            if card.warp:
                return f"{card.name} works in the maze, with another free block to go to", "MR-13.8"
            if card.fights:
                return f"{card.name} is for fights", "MR-13.9"
            return f"{card.name} works by itself as long as you hold it", "MR-13.2"
    return "you hold no such item", "MR-13.3"


def why_not_sold(s: Race, id: str) -> tuple[str, str]:
    """Why a card cannot be bought now."""
    for number in s.slots:
        if number >= 0 and s.book.items[number].id == id:
            card = s.book.items[number]
            price = ", ".join([f"{card.price[kind]} {KINDS.ids[kind]}" for kind in range(3)])
            held = ", ".join([f"{s.runner().held[kind]} {KINDS.ids[kind]}" for kind in range(3)])
            return f"{card.name} costs {price}; you have {held}", "MR-14.2"
    return "the shop sells only the cards in its three slots", "MR-14.2"
