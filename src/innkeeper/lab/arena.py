"""The arena: players that are programs meet, so often and so fairly that one may say who is the better.

Of the players that are named, each challenges every one named after it. A *block* is one deal played once
with the challenger in every seat and the rival in all others: same dice, same decks, other chairs. Where all
winners win together, the rivals play the deal once more among themselves, and the challenger is measured by
that.

All seeds are mixed from the arena's, the pairing and the block's number: arenas with other seeds share
nothing, and a block is the same wherever, whenever and beside whatever it is played.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import product
from typing import Any, TypeVar

import msgspec

from innkeeper.bots import make_bot
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError, InvalidOptions, fault, shown
from innkeeper.engine.frame import State
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.outcome import Outcome
from innkeeper.engine.playout import Policy, ask, invite, playout
from innkeeper.lab.simulate import Course

Pairing = tuple[str, str]  # the challenger and the rival
AMONG_THEMSELVES = -1  # the challenger's seat in a match that it does not play
STEPS = 8  # of a pace for every doubling
MOST_PLAYERS = 50
LARGEST_BATCH = 500


class Bout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match of a block."""

    seat: int  # the challenger's
    points: list[float]  # of every seat
    decisions: int
    course: str  # equal for equal matches


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal, with the challenger in every seat."""

    challenger: str
    rival: str
    number: int
    dealt: dict[str, Any]  # the options that are taken in turn
    bouts: list[Bout]
    paces: dict[str, dict[int, int]]  # of each player: how many answers took so long, see `pace_of`
    spent: dict[str, float]  # of each player: the seconds of all answers

    @property
    def pairing(self) -> Pairing:
        return self.challenger, self.rival

    @property
    def share(self) -> float:
        """What the challenger got of all points."""
        got = [bout.points[bout.seat] for bout in self.bouts if bout.seat != AMONG_THEMSELVES]
        return math.fsum(got) / len(got)

    @property
    def fair(self) -> float | None:
        """What the rivals got in the challenger's place on the same deal; None: nobody had its place."""
        for bout in self.bouts:
            if bout.seat == AMONG_THEMSELVES:
                return math.fsum(bout.points) / len(bout.points)
        return None

    @property
    def edge(self) -> float:
        """How much more the challenger got than a rival in its place would have."""
        return self.share - (1 / len(self.bouts) if self.fair is None else self.fair)


@dataclass(frozen=True)
class Arena:
    """Who meets at which table. Equal names are told apart by a number: greedy, greedy#2."""

    game: str
    players: tuple[str, ...]
    seats: int
    options: Mapping[str, object]
    seed: int = 1
    opening: int = 0
    content: Content | None = None
    meetings: tuple[Pairing, ...] = ()  # who meets whom; none: everybody

    @classmethod
    def of(cls, game: str, names: Sequence[str], seats: int | None, **more: Any) -> Arena:
        """An arena as somebody asked for it; whatever is wrong with it is said before any work is done."""
        found = get_game(game)
        count = found.check_seats(max(2, found.seats.start) if seats is None else seats)
        if count < 2:
            raise InvalidOptions(f"an arena needs rivals: at least 2 seats, not {count}")
        if not 2 <= len(names) <= MOST_PLAYERS:
            raise InvalidOptions(f"an arena has 2 to {MOST_PLAYERS} players, not {len(names)}")
        for name in names:
            if "#" in name:
                raise InvalidOptions(f"{shown(name)}: the arena itself numbers players that are alike")
            make_bot(found, name)
        arena = cls(game, tuple(_told_apart(names)), count, **more)
        if not 0 <= arena.seed < 2**61:
            raise InvalidOptions(f"an arena's seed is a number from 0 to 2**61 - 1, not {arena.seed}")
        for dealt in arena.line_ups:
            arena.resolved(dealt)
        return arena

    def __getstate__(self) -> dict[str, object]:
        """What goes to another process: not the book, which is made anew there."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def pairings(self) -> list[Pairing]:
        """Each player with every one named after it, unless it is said who meets whom."""
        return list(self.meetings) or [
            (challenger, rival)
            for place, challenger in enumerate(self.players)
            for rival in self.players[place + 1 :]
        ]

    @cached_property
    def table(self) -> tuple[Game, Any]:
        """The game and its book."""
        game = get_game(self.game)
        return game, game.book_of(self.content or game.content)

    @cached_property
    def line_ups(self) -> list[dict[str, object]]:
        """What the game says is to be taken in turn, as far as nobody has chosen it."""
        return line_ups(*self.table, self.options)

    def resolved(self, dealt: Mapping[str, object]) -> Any:
        """All options of a table with what is dealt there."""
        game, book = self.table
        return game.options.resolve({**self.options, **dealt}, book)

    @cached_property
    def together(self) -> bool:
        """Do all winners of a match win the whole of it?"""
        return self.table[0].together(self.resolved(self.line_ups[0]))

    @property
    def matches(self) -> int:
        """Of a block."""
        return self.seats + self.together

    def dealt(self, pairing: Pairing, number: int) -> dict[str, object]:
        """The line-up of a block: all in turn, each round in an order of its own."""
        return in_turn(self.line_ups, number, self.seed, *pairing, "line-up")


def _told_apart(names: Sequence[str]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name}#{seen[name]}"


Turn = TypeVar("Turn")
LineUp = dict[str, object]  # options that are taken in turn, and the values that they have this time


def line_ups(game: Game, book: Any, chosen: Container[str]) -> list[LineUp]:
    """What a game says is to be taken in turn, as far as nobody has chosen it: all combinations."""
    turns = {name: values(book) for name, values in game.rotated.items() if name not in chosen}
    return [dict(zip(turns, values, strict=True)) for values in product(*turns.values())]


def in_turn(all_of_them: Sequence[Turn], number: int, *seed: object) -> Turn:
    """What a deal has of many things, such as line-ups: all in turn, each round in an order of its own."""
    turn, place = divmod(number, len(all_of_them))
    return all_of_them[_order(len(all_of_them), *seed, turn)[place]]


@lru_cache(maxsize=64)
def _order(count: int, *seed: object) -> list[int]:
    return sorted(range(count), key=lambda one: mixed(*seed, one))


def mixed(*parts: object) -> int:
    """A seed below 2**63 that shares nothing with that of any other parts."""
    text = "\n".join(str(part) for part in parts)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") >> 1


def play_blocks(arena: Arena, pairing: Pairing, first: int, count: int) -> list[Block]:
    """Some blocks of a pairing; runs in a worker process."""
    return [_play_block(arena, pairing, number) for number in range(first, first + count)]


def _play_block(arena: Arena, pairing: Pairing, number: int) -> Block:
    game, _ = arena.table
    clocks = {name: Clock() for name in pairing}
    dealt = arena.dealt(pairing, number)
    options = arena.resolved(dealt)
    seats = [*range(arena.seats), *([AMONG_THEMSELVES] if arena.together else [])]
    try:
        bouts = [_play_bout(arena, options, pairing, number, seat, clocks) for seat in seats]
    except InnkeeperError:
        raise
    except Exception as wrong:
        against = f"{pairing[0]} against {pairing[1]}"
        raise fault(f"{game.title}, or one of its bots, in block {number} of {against}", wrong) from wrong
    return Block(
        *pairing,
        number=number,
        dealt=dealt,
        bouts=bouts,
        paces={name: dict(clock.paces) for name, clock in clocks.items()},
        spent={name: clock.spent for name, clock in clocks.items()},
    )


def _play_bout(
    arena: Arena, options: Any, pairing: Pairing, number: int, seat: int, clocks: Mapping[str, Clock]
) -> Bout:
    game, book = arena.table
    deal = (arena.seed, *pairing, number)
    state = game.start(book, options, arena.seats, FastChance(mixed(*deal, "dice")), None)
    state.settle()
    names = [pairing[0] if place == seat else pairing[1] for place in range(arena.seats)]
    course = Course(names, state)
    opened = playout(state, FastChance(mixed(*deal, "opening")), arena.opening)
    course.pass_by(state)
    policies = [make_bot(game, name.partition("#")[0]) for name in names]
    limit = game.bound(options, arena.seats)
    decisions = _play_on_time(
        state,
        policies,
        [clocks[name] for name in names],
        FastChance(mixed(*deal, "whims", seat)),
        course,
        limit,
    )
    course.pass_by(state)
    if state.outcome is None:
        raise RuntimeError(f"a match of {game.id} did not end within {limit} decisions")
    points = points_of(state.outcome, arena.seats, arena.together)
    return Bout(seat, points, opened + decisions, course.digest())


def points_of(outcome: Outcome, seats: int, together: bool) -> list[float]:
    """One point for a match: the winners share it, a draw gives it to all; together, each winner has one."""
    if together:
        return [float(seat in outcome.winners) for seat in range(seats)]
    if outcome.draw or not outcome.winners:
        return [1 / seats] * seats
    return [(seat in outcome.winners) / len(outcome.winners) for seat in range(seats)]


class Clock:
    """How long a player takes for its answers, in seconds of the processor: others at work do not count."""

    def __init__(self) -> None:
        self.paces: Counter[int] = Counter()
        self.spent = 0.0

    def answered(self, began: float) -> None:
        """A move has been thought of since then."""
        self.spent += (spent := time.process_time() - began)
        self.paces[pace_of(spent)] += 1

    def invited(self, began: float) -> None:
        """What it might do of its own accord takes time as well, but is no move."""
        self.spent += time.process_time() - began


def pace_of(seconds: float) -> int:
    """A time, to a ninth of itself."""
    return round(STEPS * math.log2(max(seconds, 1e-7)))


def seconds_of(pace: int) -> float:
    """The time that a pace stands for."""
    return float(2 ** (pace / STEPS))


def _play_on_time(
    s: State,
    policies: Sequence[Policy],
    clocks: Sequence[Clock],
    chance: FastChance,
    course: Course,
    limit: int,
) -> int:
    """As `play`, with an eye on the clocks."""
    steps = 0
    while not s.over and steps < limit:
        for seat, policy in enumerate(policies):
            if policy.looks and s.may(seat):
                began = time.process_time()
                offered = invite(policy, s, seat, chance)
                clocks[seat].invited(began)
                if offered is not None:
                    s.act_standing(seat, offered)
                    course.actions.append(offered)
                    if s.over:
                        return steps
        seat = s.decider()
        began = time.process_time()
        chosen = ask(policies[seat], s, seat, chance)
        clocks[seat].answered(began)
        s.act(seat, chosen)
        course.actions.append(chosen)
        steps += 1
    return steps
