"""What everybody may see of a race: everything but the order of the decks."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.action import Domain
from innkeeper.engine.frame import table_view
from innkeeper.games.mazerunner.book import DECKS, DICE
from innkeeper.games.mazerunner.dice import VALUES, shown_die
from innkeeper.games.mazerunner.events import MODES, REASONS
from innkeeper.games.mazerunner.gains import bundle
from innkeeper.games.mazerunner.maze import open_sides
from innkeeper.games.mazerunner.state import PAIR, UNLIMITED, Monster, Race, Runner


def view(s: Race, seat: i64) -> dict[str, object]:
    """The same for every seat and for spectators (-1), apart from `you`."""
    grid = s.grid
    outcome = s.outcome
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
            "decks": {name: len(s.decks[deck]) for deck, name in enumerate(DECKS)},
            "discards": {
                name: cards_view(s.book.domains[deck], s.discards[deck])
                for deck, name in enumerate(DECKS)
                if deck > 0
            },
            "map_supply": None if s.supply == UNLIMITED else s.supply,
            "result": None if outcome is None else outcome.json(),
        },
    )


def cards_view(domain: Domain, cards: list[i64]) -> list[str]:
    return [domain.ids[card] for card in cards]


def runner_view(s: Race, seat: i64, runner: Runner) -> dict[str, object]:
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


def block_view(s: Race, cell: i64) -> dict[str, object]:
    block = s.blocks[cell]
    return {
        "x": cell // s.grid.size,
        "y": cell % s.grid.size,
        "card": s.book.blocks[block // 16 - 1].id,
        "open": open_sides(block),
    }


def monsters_view(s: Race) -> list[dict[str, object]]:
    """By x, then y, which is the order of cells."""
    shown: list[dict[str, object]] = []
    for cell in sorted([monster.cell for monster in s.monsters]):
        monster = s.monster_at(cell)
        if monster is not None:
            shown.append(monster_view(s, monster))
    return shown


def monster_view(s: Race, monster: Monster) -> dict[str, object]:
    return {
        "x": monster.cell // s.grid.size,
        "y": monster.cell % s.grid.size,
        "card": monster.card.id,
        "health": monster.health,
        "hunting": monster.cell in s.hunters,
    }


def run_view(s: Race) -> dict[str, object]:
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


def bonus_view(s: Race, die: i64) -> dict[str, object]:
    kind = die // VALUES
    value = die % VALUES
    return {"kind": DICE.ids[kind], "value": value, "face": s.book.dice[kind].faces[value - 1].id}
