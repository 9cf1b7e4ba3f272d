"""MR-8, MR-9 and the portals of MR-12: through a door, block by block, and what is met on the way."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.frame import Frame, Writer
from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.book import (
    CHANCE_DECK,
    FIND_ITEM,
    FIND_RESOURCE,
    MEET_MONSTER,
    NORTH,
    SIDES,
    TAKE_CHANCE,
)
from innkeeper.games.mazerunner.fighting import call_monster, pursue, start_fight
from innkeeper.games.mazerunner.gains import can_heal, drink, find_item, gain, spend_item
from innkeeper.games.mazerunner.maze import joined, landings, leads, portal_ends, reveal
from innkeeper.games.mazerunner.refusals import waiting, why_barred, why_not_there, why_unusable
from innkeeper.games.mazerunner.state import PAIR, Race

NEW_BLOCK: Final = 2  # half-steps (MR-8.2)
OLD_BLOCK: Final = 1


@final
class Run(Frame[Race]):
    """MR-8.1: the movement step. Asks for a door in the base and for a block in the maze."""

    def proceed(self, s: Race) -> bool:
        if s.chase >= 2:
            pursue(s)
        else:
            s.stack.append(ENTER if s.in_base() else STEP)
        return False


@final
class Enter(Frame[Race]):
    """MR-3.2: in the base with movement left, any door."""

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        found: list[Action] = []
        for side in range(4):
            if may_enter(s, s.grid.doors[side]):
                found.append(s.book.actions.doors[side])
        add_items(s, found, False)
        found.append(s.book.actions.home)
        return found

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        if action.verb is s.book.actions.enter:
            s.stack.pop()
            walk(s, s.grid.doors[action.a], action.a)
        else:
            use_or_return(s, action, self)

    def timeout(self, s: Race, seat: i64) -> Action:
        return s.book.actions.home

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        name, _, side = text.partition(":")
        if name == "enter" and side in SIDES.places:
            return why_barred(s, s.grid.doors[SIDES.index(side)])
        if name == "move":
            return "you are in the base: leave it by a door", "MR-8.1"
        if name == "use":
            return why_unusable(s, text)
        return None


@final
class Step(Frame[Race]):
    """MR-8.1: in the maze, a connected block or the far end of a portal."""

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        found: list[Action] = []
        moves = s.grid.moves
        here = s.here()
        for side in range(4):
            there = leads(s, here, side)
            if there >= 0 and may_enter(s, there):
                found.append(moves[there])
        if len(s.portals) > 0:
            for there in portal_ends(s, here):
                if may_enter(s, there) and moves[there] not in found:
                    found.append(moves[there])
        add_items(s, found, True)
        found.append(s.book.actions.home)
        return found

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        if action.verb is s.book.actions.move:
            there = action.a * s.grid.size + action.b
            s.stack.pop()
            walk(s, there, direction(s, s.here(), there))
        else:
            use_or_return(s, action, self)

    def timeout(self, s: Race, seat: i64) -> Action:
        return s.book.actions.home

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        name, _, rest = text.partition(":")
        if name == "use":
            return why_unusable(s, text)
        if name == "enter":
            return "you are in the maze already: move on, or return to the base first", "MR-8.1"
        if name != "move":
            return None
        for there in range(s.grid.cells):
            if s.grid.moves[there].id == text:
                return why_not_there(s, there)
        return f"there is no block {rest} in this maze", "MR-3.1"


def direction(s: Race, here: i64, there: i64) -> i64:
    """The side by which one walks to a cell; north through a portal (MR-3.5)."""
    for side in range(4):
        if leads(s, here, side) == there:
            return side
    return NORTH


def may_enter(s: Race, cell: i64) -> bool:
    """MR-8.3, MR-8.4, MR-11.5: payable in full, and not where a hunter waits."""
    if s.blocks[cell] == 0:
        return s.half_steps >= NEW_BLOCK
    if s.half_steps < OLD_BLOCK and s.strolls == 0:
        return False
    return len(s.hunters) == 0 or cell not in s.hunters


def add_items(s: Race, found: list[Action], in_maze: bool) -> None:
    """MR-13.6 to MR-13.8: what may be used between blocks, in the order gained."""
    for item in s.runner().items:
        card = s.book.items[item]
        if (
            (card.potion > 0 and can_heal(s))
            or card.dash > 0
            or (card.warp and in_maze and len(landings(s)) > 0)
        ):
            found.append(s.book.actions.use.at1(item))


def use_or_return(s: Race, action: Action, frame: Frame[Race]) -> None:
    """What the decisions in the base and in the maze have in common."""
    if action is s.book.actions.home:
        if s.log is not None:
            spent = len(frame.actions(s, s.active)) == 1
            s.tell(events.RETURNED_SPENT if spent else events.RETURNED, s.active, 1 if spent else 0)
        s.come_home(True)
        return
    card = s.book.items[action.a]
    if card.potion > 0:
        drink(s, card.number)
        return
    spend_item(s, card.number)
    if card.dash > 0:
        s.half_steps += 2 * card.dash
    else:
        s.stack[-1] = WARP


def walk(s: Race, cell: i64, heading: i64) -> None:
    """MR-8.2, MR-8.4, MR-11.6: pay for one block, with a stroll if it can be, and go there."""
    cost: i64 = NEW_BLOCK
    strolled = False
    if s.blocks[cell] != 0:
        strolled = s.strolls > 0
        cost = 0 if strolled else OLD_BLOCK
    if strolled:
        s.strolls -= 1
    s.half_steps -= cost
    if len(s.hunters) > 0 and s.rules.monsters_follow:
        s.chase += 1
    if s.listens(events.MOVED):
        s.tell_data(
            events.MOVED,
            s.active,
            {
                "from": s.grid.place(s.here()),
                "to": s.grid.place(cell),
                "way": s.grid.way(s.here(), cell),
                "cost": cost,
                "stroll": strolled,
            },
        )
    arrive(s, cell, heading)


def arrive(s: Race, cell: i64, heading: i64) -> None:
    """MR-9.1, MR-9.2, MR-10.1: an unknown block is revealed and rolled for, a monster is fought."""
    s.trail.append(cell)
    s.heading = heading
    if s.blocks[cell] == 0:
        reveal(s, cell, heading)
        s.stack.append(ENCOUNTER)
    elif s.monster_at(cell) is not None:
        start_fight(s, 0)


@final
class Encounter(Frame[Race]):
    """MR-9.1: the encounter die, once per new block."""

    def proceed(self, s: Race) -> bool:
        s.stack.pop()
        sides = s.rules.encounters
        value = s.chance.die(len(sides))
        result = sides[value - 1]
        kind = events.ENCOUNTER_ROLLED_FIVE if s.rules.five_sides else events.ENCOUNTER_ROLLED
        s.tell(kind, s.active, value, result, len(sides))
        if result == MEET_MONSTER:
            call_monster(s, 0, events.MONSTER_MET)
        elif result == FIND_RESOURCE:
            gain(s, s.find, events.RESOURCES_FOUND)
        elif result == FIND_ITEM:
            find_item(s, events.ITEM_FOUND)
        elif result == TAKE_CHANCE:
            take_chance(s)
        return False


def take_chance(s: Race) -> None:
    """MR-9.6: the top chance card, its effects in the printed order."""
    number = s.draw(CHANCE_DECK)
    if number < 0:
        return
    card = s.book.chances[number]
    s.discards[CHANCE_DECK].append(number)
    if s.log is not None:
        s.tell_data(events.CHANCE_DRAWN, s.active, {"card": card.id})
    for effect in card.effects:
        effect.do(s, events.FOUND)
        if s.stopped():
            return


def carry(s: Race, to: i64, how: i64) -> None:
    """MR-12.5 to MR-12.8, MR-13.8: to another block, for nothing; a card's portal stays open."""
    here = s.here()
    if how != events.WARP and s.rules.portals_stay and not joined(s, here, to):
        s.portals.append(here * PAIR + to)
        if s.log is not None:
            s.tell_data(
                events.PORTAL_OPENED[how],
                s.active,
                {
                    "from": s.grid.place(here),
                    "to": s.grid.place(to),
                    "here": s.grid.spoken(here),
                    "there": s.grid.spoken(to),
                },
            )
    if s.log is not None:
        s.tell_data(
            events.JUMPED[how],
            s.active,
            {"from": s.grid.place(here), "to": s.grid.place(to), "where": s.grid.spoken(to)},
        )
    arrive(s, to, NORTH)


@final
class Portal(Frame[Race]):
    """MR-12.7, MR-13.8: to which block?"""

    def __init__(self, how: i64) -> None:
        super().__init__("portal", auto=True)
        self.how: i64 = how

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        return [s.grid.jumps[cell] for cell in landings(s)]

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        s.stack.pop()
        carry(s, action.a * s.grid.size + action.b, self.how)

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        return "choose a travelled block without a monster, other than your own", "MR-12.7"

    def write(self, w: Writer) -> None:
        super().write(w)
        w.put(self.how)


RUN: Final = Run("run")
ENTER: Final = Enter("enter", auto=True)
STEP: Final = Step("step", auto=True)
ENCOUNTER: Final = Encounter("encounter")
CHOICE: Final = Portal(events.CHOICE)
WARP: Final = Portal(events.WARP)
