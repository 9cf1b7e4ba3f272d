"""What everybody may see of a race: everything but the order of the decks."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.frame import result_view, table_view
from innkeeper.games.mazerunner import view_types as v
from innkeeper.games.mazerunner.book import (
    CHANCE_DECK,
    DICE,
    ITEM_DECK,
    MAZE_DECK,
    MONSTER_DECK,
    RESOURCE_DECK,
)
from innkeeper.games.mazerunner.dice import VALUES, shown_die
from innkeeper.games.mazerunner.events import MODES, REASONS
from innkeeper.games.mazerunner.gains import bundle
from innkeeper.games.mazerunner.maze import open_sides
from innkeeper.games.mazerunner.state import PAIR, UNLIMITED, Monster, Race, Runner


def view(s: Race, seat: i64) -> v.View:
    """The same for every seat and for spectators (-1), apart from `you`."""
    grid = s.grid
    return table_view(
        s,
        seat,
        [runner_view(s, number, runner) for number, runner in enumerate(s.runners)],
        {
            "round": s.round,
            "first_seat": s.first,
            "options": s.rules.options.copy(),
            "grid_size": grid.size,
            "base": grid.place(grid.base),
            "blocks": [block_view(s, cell) for cell in s.order],
            "monsters": monsters_view(s),
            "portals": [grid.place(pair // PAIR) + grid.place(pair % PAIR) for pair in s.portals],
            "shop": [None if card < 0 else s.book.items[card].id for card in s.slots],
            "runner": run_view(s),
            "decks": decks_view(s),
            "discards": discards_view(s),
            "map_supply": None if s.supply == UNLIMITED else s.supply,
            "result": result_view(s),
        },
    )


def decks_view(s: Race) -> v.Decks:
    return {
        "maze": len(s.decks[MAZE_DECK]),
        "monster": len(s.decks[MONSTER_DECK]),
        "item": len(s.decks[ITEM_DECK]),
        "chance": len(s.decks[CHANCE_DECK]),
        "resource": len(s.decks[RESOURCE_DECK]),
    }


def discards_view(s: Race) -> v.Discards:
    return {
        "monster": discarded(s, MONSTER_DECK),
        "item": discarded(s, ITEM_DECK),
        "chance": discarded(s, CHANCE_DECK),
        "resource": discarded(s, RESOURCE_DECK),
    }


def discarded(s: Race, deck: i64) -> list[str]:
    ids = s.book.domains[deck].ids
    return [ids[card] for card in s.discards[deck]]


def runner_view(s: Race, seat: i64, runner: Runner) -> v.Runner:
    return {
        "seat": seat,
        "hp": runner.hp,
        "max_hp": s.rules.start_hp,
        "resources": bundle(runner.held),
        "map_pieces": runner.pieces,
        "items": [s.book.items[item].id for item in runner.items],
        "alive": runner.out < 0,
        "out_reason": None if runner.out < 0 else REASONS.ids[runner.out],
    }


def block_view(s: Race, cell: i64) -> v.Block:
    block = s.blocks[cell]
    return {
        "x": cell // s.grid.size,
        "y": cell % s.grid.size,
        "card": s.book.blocks[block // 16 - 1].id,
        "open": open_sides(block),
    }


def monsters_view(s: Race) -> list[v.Monster]:
    """By x, then y, which is the order of cells."""
    shown: list[v.Monster] = []
    for cell in sorted([monster.cell for monster in s.monsters]):
        monster = s.monster_at(cell)
        if monster is not None:
            shown.append(monster_view(s, monster))
    return shown


def monster_view(s: Race, monster: Monster) -> v.Monster:
    return {
        "x": monster.cell // s.grid.size,
        "y": monster.cell % s.grid.size,
        "card": monster.card.id,
        "health": monster.health,
        "hunting": monster.cell in s.hunters,
    }


def run_view(s: Race) -> v.Run:
    """The turn in progress."""
    here = s.here()
    return {
        "seat": s.active,
        "mode": None if s.mode < 0 else MODES.ids[s.mode],
        "x": here // s.grid.size,
        "y": here % s.grid.size,
        "in_base": s.in_base(),
        "half_steps": s.half_steps,
        "strolls": s.strolls,
        "power": s.power if s.fixed else None,
        "yield": bundle(s.find) if s.fixed else None,
        "dice": [shown_die(s, index) for index in range(len(s.dice))],
        "bonus_dice": [bonus_view(s, die) for die in s.bonus],
        "rolls": s.rolls,
        "chase": s.chase,
        "fallback": None if s.in_base() else s.grid.place(s.trail[-2]),
        "fight_bonus": s.fight_bonus,
    }


def bonus_view(s: Race, die: i64) -> v.BonusDie:
    kind = die // VALUES
    value = die % VALUES
    return {"kind": DICE.ids[kind], "value": value, "face": s.book.dice[kind].faces[value - 1].id}
