"""MagicDuel for learners: 45 numbers, and codes that name pedestals instead of uids."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from innkeeper.engine.action import Action
from innkeeper.engine.eyes import Eyes, Menu
from innkeeper.engine.frame import State
from innkeeper.games.magicduel.book import (
    AT_PLAYER,
    HELPER,
    MOST_MINIONS,
    SPARK_AND_TARGET,
    SPARKS,
    TARGET,
    WARD,
    Book,
    Move,
)
from innkeeper.games.magicduel.frames import storm_of
from innkeeper.games.magicduel.legal import FEW_SHAPES, NO_SHAPE, shape_of
from innkeeper.games.magicduel.state import Duel, Duelist, Rules

VERSION: Final = 1
DIGITS: Final = 4  # moves of a turn that are remembered
MOST_SHIELD: Final = 999
MOST_HIT: Final = 999  # the furthest below nothing that health is shown
MINION: Final = 6  # columns of a pedestal
SIDE: Final = 4 + MOST_MINIONS * MINION
SHARED: Final = 9 + DIGITS


@final
class DuelEyes(Eyes):
    """The seat that looks comes first, its rival second. Codes are moves in the order of the book."""

    def __init__(self, book: Book, rules: Rules) -> None:
        super().__init__(VERSION)
        self.bases: Final[list[i64]] = [0] * len(book.moves)  # the first code of each move
        for move in rules.moves:
            self.bases[move.number] = self.add_codes(codes_of(move, rules.shield_max_cast))
        self.aim: i64 = self.add_codes([f"specter:{place}" for place in targets()])
        self.few: Final[list[Menu | None]] = [None] * FEW_SHAPES
        self.more: Final[dict[int, Menu]] = {}
        self.declare(book, rules)

    def declare(self, book: Book, rules: Rules) -> None:
        self.add_column("round", 0, rules.round_limit + 1)
        self.add_column("rounds_left", -1, rules.round_limit)
        self.add_column("moves_left", 0, rules.moves_per_turn)
        self.add_flags("active", [""])
        self.add_flags("first", [""])
        self.add_column("storm_next", 0, rules.round_limit + 1)
        self.add_column("repeats", 0, 5)
        self.add_flags("specter", [""])
        self.add_column("specter_attack", 0, MOST_SHIELD)
        for back in range(DIGITS):
            self.add_column(f"used_{back + 1}", 0, len(book.moves))
        for side in ("me", "rival"):
            self.add_column(f"{side}.hp", -MOST_HIT, rules.max_hp)
            self.add_column(f"{side}.magic", 0, rules.magic_cap)
            self.add_column(f"{side}.burn", 0, rules.burn_cap)
            self.add_column(f"{side}.shield", 0, rules.shield_cap)
            for place in range(MOST_MINIONS):
                minion = f"{side}.minion_{place + 1}"
                self.add_flags(minion, [""])
                self.add_column(f"{minion}.kind", 0, len(book.minions))
                self.add_column(f"{minion}.hp", -MOST_HIT, MOST_SHIELD)
                self.add_column(f"{minion}.attack", 0, MOST_SHIELD)
                self.add_column(f"{minion}.age", 0, MOST_SHIELD)
                self.add_flags(f"{minion}.ready", [""])

    def code(self, s: State, seat: i64, action: Action) -> i64:
        assert isinstance(s, Duel)
        verb = action.verb
        if verb is s.book.aim:
            return self.aim + slot(s.duelists[1 - seat], action.b)
        move = s.book.moves[verb.tag]
        base = self.bases[move.number]
        asks = move.asks
        if asks == SPARK_AND_TARGET:
            aimed = slot(s.duelists[1 - seat], action.b)
            return base + action.a if aimed == 0 else base + SPARKS.size + aimed - 1
        if asks == TARGET:
            return base + slot(s.duelists[1 - seat], action.a)
        if asks == WARD:
            return base + action.a
        if asks == HELPER and verb is not move.verb:
            return base + slot(s.duelists[seat], action.a)
        return base

    def menu(self, s: State, seat: i64) -> Menu:
        """Remembered by the same shape as the list of moves, which tells all uids too."""
        assert isinstance(s, Duel)
        if s.over or s.moves_left == 0 or s.active != seat:
            return self.listed(s, seat)
        rules = s.rules
        shape = shape_of(s, rules, rules.lists.prices, seat)
        if shape == NO_SHAPE:
            return self.listed(s, seat)
        known = self.few[shape] if shape < FEW_SHAPES else self.more.get(shape)
        if known is None:
            known = self.listed(s, seat)
            if shape < FEW_SHAPES:
                self.few[shape] = known
            else:
                self.more[shape] = known
        return known

    def observe(self, s: State, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(s, Duel)
        rules = s.rules
        out[at] = i16(s.round)
        out[at + 1] = i16(rules.round_limit - s.round)
        out[at + 2] = i16(s.moves_left)
        out[at + 3] = i16(1 if s.active == seat else 0)
        out[at + 4] = i16(1 if s.first == seat else 0)
        out[at + 5] = i16(storm_of(s))
        position = s.position
        out[at + 6] = i16(0 if position is None else position.times)
        specter = s.specter() if s.moves_left == 0 and not s.over else None
        out[at + 7] = i16(0 if specter is None else 1)
        out[at + 8] = i16(0 if specter is None else most(specter.attack))
        used = s.used
        for back in range(DIGITS):
            out[at + 9 + back] = i16(used & 15)
            used >>= 4
        write_side(s.duelists[seat], out, at + SHARED)
        write_side(s.duelists[1 - seat], out, at + SHARED + SIDE)


def targets() -> list[str]:
    """What can be aimed at: the rival, or what stands on a pedestal."""
    return ["player", *[f"minion_{place + 1}" for place in range(MOST_MINIONS)]]


def codes_of(move: Move, most_ward: i64) -> list[str]:
    """The names of all that a move can come to."""
    id = move.at().name
    if move.asks == SPARK_AND_TARGET:
        at_player = [f"{id}:{spark}:player" for spark in range(SPARKS.size)]
        return at_player + [f"{id}:0:{place}" for place in targets()[1:]]
    if move.asks == TARGET:
        return [f"{id}:{place}" for place in targets()]
    if move.asks == WARD:
        return [f"{id}:{ward}" for ward in range(most_ward + 1)]
    if move.asks == HELPER:
        return [id] + [f"{move.grow().name}:{place}" for place in targets()[1:]]
    return [id]


def slot(duelist: Duelist, uid: i64) -> i64:
    """0 for the duelist, then the pedestals."""
    if uid == AT_PLAYER:
        return 0
    place: i64 = 1
    for minion in duelist.minions:
        if minion.uid == uid:
            return place
        place += 1
    raise KeyError(uid)


def write_side(duelist: Duelist, out: vec[i16], at: i64) -> None:
    out[at] = i16(duelist.hp if duelist.hp > -MOST_HIT else -MOST_HIT)
    out[at + 1] = i16(duelist.magic)
    out[at + 2] = i16(duelist.burn)
    out[at + 3] = i16(duelist.shield)
    place: i64 = at + 4
    for minion in duelist.minions:
        out[place] = i16(1)
        out[place + 1] = i16(minion.card.number + 1)
        out[place + 2] = i16(most(minion.hp))
        out[place + 3] = i16(most(minion.attack))
        out[place + 4] = i16(most(minion.age))
        out[place + 5] = i16(1 if minion.ready else 0)
        place += MINION
    while place < at + SIDE:
        out[place] = i16(0)
        place += 1


def most(value: i64) -> i64:
    """No rule bounds what a minion can grow to."""
    return MOST_SHIELD if value > MOST_SHIELD else -MOST_HIT if value < -MOST_HIT else value


def eyes(opening: Duel, offers: bool) -> DuelEyes:
    """For tables set up like this one; there are no offers."""
    return DuelEyes(opening.book, opening.rules)
