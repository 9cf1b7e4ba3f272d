"""Mazerunner for learners: the maze as planes of cells, and steps by direction instead of by place."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from innkeeper.engine.action import Action
from innkeeper.engine.eyes import Eyes, clear, tally, within
from innkeeper.engine.frame import State
from innkeeper.games.mazerunner.book import ATTACK, DECKS, MAZE_DECK, MOST_DICE, MOVE, RESOURCE, SIDES, SLOTS
from innkeeper.games.mazerunner.dice import LEAST, MOST, VALUES
from innkeeper.games.mazerunner.maze import leads
from innkeeper.games.mazerunner.state import PAIR, Race, Runner

VERSION: Final = 1
LOTS: Final = 999
PHASES: Final = ["plan", "pick", "keep", "enter", "step", "portal", "fight", "retreat", "shop"]
RESOURCES: Final = ["twine", "chalk", "oil"]
POOL: Final = ["attack", "move", "resource"]
KNOWN: Final = 16  # of a cell: its block lies open, and these are its open sides
PLANES: Final = 3
PORTALS: Final = 6  # the newest that are shown


@final
class MazeEyes(Eyes):
    """The runner that looks comes first, the others as they sit."""

    def __init__(self, opening: Race) -> None:
        super().__init__(VERSION)
        book = opening.book
        actions = book.actions
        self.items: i64 = len(book.items)
        self.phases: Final[dict[str, int]] = {phase: place for place, phase in enumerate(PHASES)}
        self.plain: Final[list[Action]] = [
            actions.heal,
            actions.explore,
            actions.home,
            actions.fight,
            actions.base,
            actions.fallback,
            actions.done,
        ]
        for action in self.plain:
            self.add_verb(action.verb)
        self.add_verb(actions.use)
        self.add_verb(actions.trade)
        self.add_verb(actions.keep)
        picks: list[int] = []
        for attack in range(LEAST[ATTACK], MOST[ATTACK] + 1):
            for move in range(LEAST[MOVE], MOST[MOVE] + 1):
                for resource in range(LEAST[RESOURCE], MOST[RESOURCE] + 1):
                    picks.append((attack * actions.pick.second + move) * actions.pick.third + resource)
        self.add_places(actions.pick, picks)
        self.buy: i64 = self.add_codes([f"buy:slot_{slot + 1}" for slot in range(SLOTS)])
        self.go: i64 = self.add_codes([f"go:{side}" for side in SIDES.ids])
        size = opening.grid.size
        self.cell: i64 = self.add_codes([f"cell:{x}:{y}" for x in range(size) for y in range(size)])
        self.declare(opening)

    def declare(self, opening: Race) -> None:
        book, rules, size = opening.book, opening.rules, opening.grid.size
        self.add_column("round", 0, rules.round_limit + 1)
        self.add_column("rounds_left", -1, rules.round_limit)
        self.add_flags("phase", PHASES)
        self.add_column("active", 0, opening.seats - 1)
        self.add_column("first", 0, opening.seats - 1)
        self.add_column("mode", 0, 2)
        for axis in ("x", "y"):
            self.add_column(f"run.{axis}", 0, size - 1)
        for axis in ("x", "y"):
            self.add_column(f"run.fallback_{axis}", 0, size)
        self.add_column("run.heading", 0, 3)
        self.add_column("run.half_steps", 0, LOTS)
        self.add_column("run.strolls", 0, LOTS)
        self.add_flags("run.fixed", [""])
        self.add_column("run.power", -LOTS, LOTS)
        for name in RESOURCES:
            self.add_column(f"run.yield_{name}", 0, LOTS)
        self.add_column("run.rolls", 0, LOTS)
        self.add_column("run.chase", 0, LOTS)
        self.add_column("run.fight_bonus", -LOTS, LOTS)
        self.add_column("run.shopped", 0, 2)
        for name in POOL:
            self.add_column(f"pool.{name}", 0, MOST_DICE)
        for die in range(MOST_DICE):
            self.add_column(f"die_{die + 1}", 0, VALUES - 1)
        for name in POOL:
            self.add_column(f"bonus.{name}", 0, LOTS)
        for slot in range(SLOTS):
            self.add_column(f"shop.slot_{slot + 1}", 0, len(book.items))
        self.add_column("map_supply", -1, LOTS)
        for deck in range(len(DECKS)):
            self.add_column(f"deck.{DECKS[deck]}", 0, LOTS)
        for deck in range(MAZE_DECK + 1, len(DECKS)):
            self.add_column(f"discards.{DECKS[deck]}", 0, LOTS)
        for seat in range(opening.seats):
            runner = "me" if seat == 0 else f"other_{seat}"
            self.add_column(f"{runner}.hp", -LOTS, LOTS)
            for name in RESOURCES:
                self.add_column(f"{runner}.{name}", 0, LOTS)
            self.add_column(f"{runner}.map_pieces", 0, LOTS)
            self.add_column(f"{runner}.out", 0, 2)
            for card in book.items:
                self.add_column(f"{runner}.items:{card.id}", 0, LOTS)
        cells = [f"{x}:{y}" for x in range(size) for y in range(size)]
        for cell in cells:
            self.add_column(f"block:{cell}", 0, 2 * KNOWN - 1)
        for cell in cells:
            self.add_column(f"monster:{cell}", -len(book.monsters), len(book.monsters))
        for cell in cells:
            self.add_column(f"health:{cell}", 0, LOTS)
        for portal in range(PORTALS):
            for end in ("from", "to"):
                self.add_column(f"portal_{portal + 1}.{end}", 0, opening.grid.cells)

    def code(self, s: State, seat: i64, action: Action) -> i64:
        assert isinstance(s, Race)
        actions = s.book.actions
        verb = action.verb
        if verb is actions.enter:
            return self.go + action.a
        if verb is actions.buy:
            return self.buy + s.slots.index(action.a)
        if verb is actions.move or verb is actions.jump:
            there = action.a * s.grid.size + action.b
            if verb is actions.move:
                here = s.here()
                for side in range(4):
                    if leads(s, here, side) == there:
                        return self.go + side
            return self.cell + there
        return self.fixed_code(action)

    def observe(self, s: State, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(s, Race)
        out[at] = i16(s.round)
        out[at + 1] = i16(s.rules.round_limit - s.round)
        place: i64 = at + 2
        clear(out, place, len(PHASES))
        if not s.over:
            asked = self.phases.get(s.asking.phase)
            if asked is not None:
                out[place + asked] = i16(1)
        place += len(PHASES)
        seats = s.seats
        out[place] = i16((s.active - seat + seats) % seats)
        out[place + 1] = i16((s.first - seat + seats) % seats)
        place = write_run(s, out, place + 2)
        for slot in s.slots:
            out[place] = i16(slot + 1)
            place += 1
        out[place] = within(s.supply, -1, LOTS)
        place += 1
        for cards in s.decks:
            out[place] = within(len(cards), 0, LOTS)
            place += 1
        for deck in range(MAZE_DECK + 1, len(DECKS)):
            out[place] = within(len(s.discards[deck]), 0, LOTS)
            place += 1
        for other in range(seats):
            place = write_runner(s.runners[(seat + other) % seats], self.items, out, place)
        write_maze(s, out, place)


def write_run(s: Race, out: vec[i16], at: i64) -> i64:
    """The turn in progress; returns the next column."""
    size = s.grid.size
    here = s.here()
    out[at] = i16(s.mode + 1)
    out[at + 1] = i16(here // size)
    out[at + 2] = i16(here % size)
    out[at + 3] = i16(0)
    out[at + 4] = i16(0)
    if len(s.trail) > 1:
        back = s.trail[-2]
        out[at + 3] = i16(back // size + 1)
        out[at + 4] = i16(back % size + 1)
    out[at + 5] = i16(s.heading)
    out[at + 6] = within(s.half_steps, 0, LOTS)
    out[at + 7] = within(s.strolls, 0, LOTS)
    out[at + 8] = i16(1 if s.fixed else 0)
    out[at + 9] = within(s.power, -LOTS, LOTS) if s.fixed else i16(0)
    for kind in range(3):
        out[at + 10 + kind] = within(s.find[kind], 0, LOTS) if s.fixed else i16(0)
    out[at + 13] = within(s.rolls, 0, LOTS)
    out[at + 14] = within(s.chase, 0, LOTS)
    out[at + 15] = within(s.fight_bonus, -LOTS, LOTS)
    out[at + 16] = i16(s.shopped)
    for kind in range(3):
        out[at + 17 + kind] = i16(s.pool[kind])
    place: i64 = at + 20
    clear(out, place, MOST_DICE + 3)
    for die in range(len(s.dice)):
        out[place + die] = i16(s.dice[die])
    place += MOST_DICE
    for bonus in s.bonus:
        kind = bonus // VALUES
        out[place + kind] = within(i64(out[place + kind]) + bonus % VALUES, 0, LOTS)
    return place + 3


def write_runner(runner: Runner, items: i64, out: vec[i16], at: i64) -> i64:
    out[at] = within(runner.hp, -LOTS, LOTS)
    for kind in range(3):
        out[at + 1 + kind] = within(runner.held[kind], 0, LOTS)
    out[at + 4] = within(runner.pieces, 0, LOTS)
    out[at + 5] = i16(runner.out + 1)
    clear(out, at + 6, items)
    tally(runner.items, out, at + 6)
    return at + 6 + items


def write_maze(s: Race, out: vec[i16], at: i64) -> None:
    """Plane by plane: open sides, monsters (negative while they hunt), their health; then portals."""
    cells = s.grid.cells
    clear(out, at, PLANES * cells + 2 * PORTALS)
    for cell in s.order:
        out[at + cell] = i16(KNOWN + s.blocks[cell] % KNOWN)
    for monster in s.monsters:
        place = at + cells + monster.cell
        number = monster.card.number + 1
        out[place] = i16(-number if monster.cell in s.hunters else number)
        out[place + cells] = within(monster.health, 0, LOTS)
    shown: i64 = at + PLANES * cells
    for pair in s.portals[-PORTALS:]:
        out[shown] = i16(pair // PAIR + 1)
        out[shown + 1] = i16(pair % PAIR + 1)
        shown += 2


def eyes(opening: Race, offers: bool) -> MazeEyes:
    """For tables set up like this one; there are no offers."""
    return MazeEyes(opening)
