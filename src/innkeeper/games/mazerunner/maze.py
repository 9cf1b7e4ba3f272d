"""MR-3: how blocks hang together, how far the unknown is, and when the maze shifts."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.book import MONSTER_DECK, SIDES
from innkeeper.games.mazerunner.state import PAIR, Race


def leads(s: Race, cell: i64, side: i64) -> i64:
    """The cell one can walk to by that side of a block, empty or connected; -1 if there is none."""
    blocks = s.blocks
    if (blocks[cell] >> side) & 1 == 0:
        return -1
    there = s.grid.near[cell * 4 + side]
    if there < 0 or there == s.grid.base:
        return -1
    block = blocks[there]
    if block == 0 or (block >> ((side + 2) & 3)) & 1 == 1:
        return there
    return -1


def portal_ends(s: Race, cell: i64) -> list[i64]:
    """Where the open portals of a block lead, in order of opening."""
    ends: list[i64] = []
    for pair in s.portals:
        if pair // PAIR == cell:
            ends.append(pair % PAIR)
        elif pair % PAIR == cell:
            ends.append(pair // PAIR)
    return ends


def joined(s: Race, a: i64, b: i64) -> bool:
    """Is a portal open between two blocks?"""
    return a * PAIR + b in s.portals or b * PAIR + a in s.portals


def landings(s: Race) -> list[i64]:
    """MR-12.7: the travelled blocks without a monster, but not the present one, by x and then y."""
    here = s.here()
    return sorted([cell for cell in s.order if cell != here and s.monster_at(cell) is None])


def reveal(s: Race, cell: i64, heading: i64) -> None:
    """MR-3.3 to MR-3.6: a card is drawn and lies as the arriving runner sees it."""
    card = s.draw_block()
    sides = s.book.blocks[card].open[heading] | s.grid.homeward[cell]
    s.blocks[cell] = (card + 1) * 16 + sides
    s.order.append(cell)
    if s.log is not None:
        s.tell_data(
            events.REVEALED,
            s.active,
            {
                "cell": s.grid.place(cell),
                "where": s.grid.spoken(cell),
                "card": s.book.blocks[card].id,
                "open": open_sides(sides),
            },
        )


def open_sides(block: i64) -> list[str]:
    """The open sides of a block, clockwise from the north."""
    return [SIDES.ids[side] for side in range(4) if (block >> side) & 1 == 1]


def unknown_within(s: Race) -> i64:
    """MR-3.12: the fewest blocks to cross to stand next to an unknown one; -1 if there is none."""
    blocks = s.blocks
    reached: list[i64] = []
    for door in s.grid.doors:
        if blocks[door] == 0:
            return 0
        reached.append(door)
    crossed: list[i64] = [0] * s.grid.cells
    for door in reached:
        crossed[door] = 1
    place: i64 = 0
    while place < len(reached):
        cell = reached[place]
        place += 1
        for side in range(4):
            there = leads(s, cell, side)
            if there < 0:
                continue
            if blocks[there] == 0:
                return crossed[cell]
            if crossed[there] == 0:
                crossed[there] = crossed[cell] + 1
                reached.append(there)
        if len(s.portals) > 0:
            for there in portal_ends(s, cell):
                if crossed[there] == 0:
                    crossed[there] = crossed[cell] + 1
                    reached.append(there)
    return -1


def check_shift(s: Race) -> None:
    """MR-3.12: without unknown blocks within reach the whole maze is new."""
    crossed = unknown_within(s)
    if 0 <= crossed <= s.rules.shift_distance:
        return
    monsters = s.monsters
    for monster in monsters:
        s.discards[MONSTER_DECK].append(monster.card.number)
    s.blocks = [0] * s.grid.cells
    s.order = []
    s.portals = []
    s.monsters = []
    s.renew_maze()
    if s.log is not None:
        s.tell_data(
            events.SHIFTED, s.active, {"monsters_returned": [monster.card.id for monster in monsters]}
        )


def steps_to(s: Race, goal: i64, mover: i64) -> list[i64]:
    """MR-11.8: per cell the blocks a monster from `mover` has to walk to `goal`; -1 where it cannot."""
    steps: list[i64] = [-1] * s.grid.cells
    for monster in s.monsters:
        if monster.cell != mover:
            steps[monster.cell] = -2
    reached: list[i64] = [goal]
    steps[goal] = 0
    place: i64 = 0
    while place < len(reached):
        cell = reached[place]
        place += 1
        for side in range(4):
            there = leads(s, cell, side)
            if there >= 0 and s.blocks[there] != 0 and steps[there] == -1:
                steps[there] = steps[cell] + 1
                reached.append(there)
    return steps
