"""What a rival wins that leaves Echo's equilibrium in the second battle, exactly, on nodes drawn by mass.

`python -m benchmarks.echo_second --nodes 1 --keep FILE` plays first battles of the recommended line-up from
what is known. After each, one seat plays on as the player `equilibrium` does and the other one answers best
of all: whatever it does in the second battle, the third is solved as the player would, and the best answer
to that is found. Then the seats change; exploitability is the mean of what both win. After plays of the
player below `--rare` of its mass a hand is taken to win what it may expect there, which was worked out
beforehand; how much mass nothing is known of at all is told. `--wary` is the part of a belief that has the
choice to come (0: nobody has, and `--even` of it is spread over all hands, as where nothing is known of what
hands had elsewhere).

A node takes hundreds to thousands of solutions. Each is written down in FILE, and none is made twice; several
processes with `--part 1/4`, `--part 2/4` and so on may share the work and the file.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from benchmarks.echo import KNOWING, RECOMMENDED, reached, solver
from innkeeper import Action
from innkeeper.games.echo.belief import act_of, expected, table_of, which
from innkeeper.games.echo.cards import members
from innkeeper.games.echo.ending import THIRD, Ending, Position
from innkeeper.games.echo.equilibrium import EVEN, WARY, believe
from innkeeper.games.echo.knowledge import Table, known, rank_of
from innkeeper.games.echo.state import NONE, Echo

SECOND = 2


class Side(NamedTuple):
    """What one seat does in a battle."""

    creature: int
    edict: int
    name: int


Fought = tuple[Side, Side]


class Child(Struct, frozen=True):
    """A second battle as it was fought: what the rival's hands win after it by a best answer, as likely as
    the player comes there."""

    solver: str
    wary: float
    even: float
    seed: int
    rival: int
    fought: Fought
    values: dict[int, float]


class Play:
    """How the hands of one seat play a battle, as shares that add up to 1."""

    def __init__(self, table: Table | None) -> None:
        self.table = table
        self.shares: dict[int, dict[tuple[int, int], float]] = {}

    def of(self, hand: int) -> dict[tuple[int, int], float]:
        """By what is committed and the edict; none: nothing is known of this hand, which never comes here."""
        table = self.table
        if hand not in self.shares:
            found: dict[tuple[int, int], float] = {}
            if table is not None and (start := table.start(hand)) != NONE:
                for committed in commits(hand, table.side.sees):
                    act = act_of(hand, committed, table.side.sees)
                    for place, edict in enumerate(table.side.edicts):
                        found[committed, int(edict)] = table.play(start, act, place)
                total = sum(found.values())
                found = {play: share / total for play, share in found.items() if share > 0.0}
            self.shares[hand] = found
        return self.shares[hand]

    def name(self, hand: int, committed: int, across: int, name: int) -> float:
        """How often a hand then writes a name."""
        assert self.table is not None
        side = self.table.side
        start, act = self.table.start(hand), act_of(hand, committed, side.sees)
        names = members(side.live & ~hand)
        shares: list[float] = [
            self.table.name(start, act, side.across.index(across), rank) for rank in range(len(names))
        ]
        total = sum(shares)
        return float(shares[names.index(name)] / total) if name in names and total > 0.0 else 0.0

    def fights(self, hand: int, committed: int, mine: Side, theirs: Side) -> float:
        """How often a seer's creature stays that fought, all else shown."""
        assert self.table is not None
        side = self.table.side
        if not side.sees:
            return 1.0
        stays = self.table.stays(
            self.table.start(hand),
            act_of(hand, committed, True),
            side.edicts.index(mine.edict),
            1 if mine.name == theirs.creature else 0,
            side.across.index(theirs.edict),
            which(committed, theirs.name),
            rank_of(theirs.creature, hand, side.live),
        )
        return float(stays if members(committed)[0] == mine.creature else 1.0 - stays)

    def likelihood(self, hand: int, mine: Side, theirs: Side) -> float:
        """How likely a hand fights a battle so."""
        found = 0.0
        for (committed, edict), share in self.of(hand).items():
            if edict == mine.edict and committed >> mine.creature & 1:
                if mine.name != NONE:
                    share *= self.name(hand, committed, theirs.edict, mine.name)
                if share > 0.0:
                    found += share * self.fights(hand, committed, mine, theirs)
        return found


def commits(hand: int, sees: bool) -> list[int]:
    held = members(hand)
    if not sees:
        return [1 << card for card in held]
    return [1 << one | 1 << two for place, one in enumerate(held) for two in held[place + 1 :]]


class Node:
    """The second battle after a first one, with every hand that either seat may have."""

    def __init__(self, s: Echo) -> None:
        self.s = s
        self.position = Position(s, SECOND)
        found = known(s)
        assert found is not None
        first = s.history[0]
        sides = [
            Side(int(first.clash.side(seat).creature), int(first.clash.side(seat).edict), int(name))
            for seat, name in enumerate((first.name0, first.name1))
        ]
        self.sees = [bool(self.position.statuses[seat] & s.book.seeing) for seat in range(2)]
        self.plays = [Play(table_of(found, s, seat, SECOND)) for seat in range(2)]
        opened = Play(found.first(s.book))
        self.hands = [[int(hand) for hand in self.position.hands(seat, 4)] for seat in range(2)]
        self.reach = [
            {
                hand: opened.likelihood(hand | 1 << sides[seat].creature, sides[seat], sides[1 - seat])
                for hand in self.hands[seat]
            }
            for seat in range(2)
        ]

    def unknown(self, seat: int) -> float:
        """How much of a seat's mass has hands that nothing is known of."""
        return sum(reach for hand, reach in self.reach[seat].items() if not self.plays[seat].of(hand))

    def names(self, edict: int, creature: int) -> list[int]:
        if not self.s.book.edicts[edict].names:
            return [NONE]
        return [int(card) for card in members(self.position.live & ~(1 << creature))]

    def battles(self) -> Iterator[Fought]:
        """All ways to fight the second battle."""
        cards = members(self.position.live)
        edicts = [members(self.position.edicts[seat]) for seat in range(2)]
        for edict0 in edicts[0]:
            for edict1 in edicts[1]:
                for card0 in cards:
                    for card1 in cards:
                        if card0 != card1:
                            for name0 in self.names(edict0, card0):
                                for name1 in self.names(edict1, card1):
                                    yield Side(card0, edict0, name0), Side(card1, edict1, name1)

    def going(self, seat: int, fought: Fought) -> dict[int, float]:
        """How likely a seat comes out of a battle with each hand."""
        mine, theirs = fought[seat], fought[1 - seat]
        found: dict[int, float] = {}
        for hand, reach in self.reach[seat].items():
            if reach > 0.0 and hand >> mine.creature & 1 and not hand >> theirs.creature & 1:
                going = reach * self.plays[seat].likelihood(hand, mine, theirs)
                if going > 0.0:
                    found[hand & ~(1 << mine.creature)] = going
        return found

    def after(self, fought: Fought) -> Echo | None:
        """The match after a battle fought so, with some hands that could have; None: none could."""
        s = self.s.copy()
        taken = 1 << fought[0].creature | 1 << fought[1].creature
        for seat in range(2):
            mine, theirs = fought[seat], fought[1 - seat]
            free = int(self.position.live) & ~taken & ~int(self.position.named[seat])
            if mine.name != NONE:
                free &= ~(1 << mine.name)
            # What the other seat may not have is taken first.
            avoids = int(self.position.named[1 - seat]) | (0 if theirs.name == NONE else 1 << theirs.name)
            cards = (members(free & avoids) + members(free & ~avoids))[:3]
            if len(cards) < 3:
                return None
            hand = sum(1 << card for card in cards)
            taken |= hand
            s.rulers[seat].hand = hand | 1 << mine.creature
        s.overseer = members(int(self.position.live) & ~taken)[0]
        while s.turn == SECOND:
            seat = int(s.decider())
            s.act(seat, next(action for action in s.actions(seat) if fits(s, action, fought[seat])))
        return s


def fits(s: Echo, action: Action, mine: Side) -> bool:
    """Is this the answer of a seat that fights so? A seer commits any other creature with it."""
    verb, a, b, c = action.verb, action.a, action.b, action.c
    if verb is s.book.name:
        return bool(a == mine.name)
    if verb is s.book.take_back:
        return bool(a != mine.creature)
    if verb is s.book.play_two:
        return bool(c == mine.edict and mine.creature in (a, b))
    return bool((a, b) == (mine.creature, mine.edict))


def solve(s: Echo, player: int, wary: float, even: float, going: dict[int, float]) -> dict[int, float]:
    """What each hand of the rival wins by a best answer to the third battle as the player solves it."""
    gc.disable()  # as the player does
    ending = Ending(Position(s, THIRD))
    believe(ending, s, player, expected(s, 1 - player) if wary > 0.0 else {}, wary, even)
    ending.solve(None)
    mine, rival = ending.seats[player], 1 - player
    ending.believe(player, {hand: going.get(int(hand), 0.0) for hand in mine.hands})
    mine.spread(0.0)
    ending.play(rival, 0.0, True)
    found = {int(hand): float(ending.value(rival, hand)) for hand in ending.seats[rival].hands}
    gc.enable()
    return found


class Answer:
    """The best answer of one seat from the second battle on."""

    def __init__(self, node: Node, seat: int, children: dict[Fought, dict[int, float]]) -> None:
        self.node = node
        self.seat = seat
        # By own creature, edict and name, then by what is across: what each hand wins that is left.
        self.values: dict[Side, dict[int, list[tuple[Side, dict[int, float]]]]] = {}
        for fought, values in children.items():
            by_edict = self.values.setdefault(fought[seat], {})
            by_edict.setdefault(fought[1 - seat].edict, []).append((fought[1 - seat], values))

    def worth(self, hand: int, committed: int, edict: int) -> float:
        """What a hand wins that commits so, its name and what it takes back chosen as well as can be."""
        found = 0.0
        for across in members(self.node.position.edicts[1 - self.seat]):
            names = (
                members(self.node.position.live & ~hand) if self.node.s.book.edicts[edict].names else [NONE]
            )
            found += max(self.named(hand, committed, edict, int(name), int(across)) for name in names)
        return found

    def named(self, hand: int, committed: int, edict: int, name: int, across: int) -> float:
        best: dict[Side, float] = {}  # by what the other seat does: whichever creature is better there
        for creature in members(committed):
            for theirs, values in self.values.get(Side(creature, edict, name), {}).get(across, []):
                value = values.get(hand & ~(1 << creature))
                if value is not None and not hand >> theirs.creature & 1:
                    best[theirs] = max(best.get(theirs, -1.0e9), value)
        return sum(best.values())

    def value(self) -> float:
        """What all hands win, each as likely as it comes to the second battle."""
        sees = self.node.sees[self.seat]
        edicts = members(self.node.position.edicts[self.seat])
        return sum(
            reach
            * max(self.worth(hand, play, int(edict)) for play in commits(hand, sees) for edict in edicts)
            for hand, reach in self.node.reach[self.seat].items()
            if reach > 0.0
        )


class Task(NamedTuple):
    """What is asked of one process."""

    wary: float
    even: float
    rare: float
    keep: Path
    until: float
    part: int
    parts: int


def expects(node: Node) -> float:
    """What the deals of a node weigh."""
    return sum(
        mine * theirs
        for one, mine in node.reach[0].items()
        for two, theirs in node.reach[1].items()
        if one & two == 0
    )


def left_as_it_was(s: Echo, rival: int, going: dict[int, float]) -> dict[int, float]:
    """What each hand of the rival may expect after a battle that is not solved; none: nobody knows."""
    return {
        int(hand): float(value) * sum(mine for other, mine in going.items() if other & int(hand) == 0)
        for hand, value in expected(s, rival).items()
    }


def measure(
    node: Node, seed: int, rival: int, task: Task, kept: dict[Fought, Child]
) -> tuple[int, float, float]:
    """One seat's best answer, as far as the time allows: solutions that are left, what it wins, and how much
    of the player's mass nothing is known of."""
    player = 1 - rival
    mass = sum(node.reach[player].values())
    missing = node.unknown(player) / mass
    total = unknown = 0.0
    children: dict[Fought, dict[int, float]] = {}
    left = place = 0
    for fought in node.battles():
        going = node.going(player, fought)
        part = sum(going.values()) / mass
        if part == 0.0:
            continue
        after = node.after(fought)
        if after is None:
            continue
        total += part
        if part < task.rare:
            children[fought] = left_as_it_was(after, rival, going)
            if not children[fought]:
                unknown += part
            continue
        place += 1
        if fought not in kept and (
            time.monotonic() > task.until or place % task.parts != task.part % task.parts
        ):
            left += 1
            continue
        if fought not in kept:
            values = solve(after, player, task.wary, task.even, going)
            child = Child(solver(), task.wary, task.even, seed, rival, fought, values)
            kept[fought] = child
            with task.keep.open("ab") as file:
                file.write(msgspec.json.encode(child) + b"\n")
        children[fought] = kept[fought].values
    won = 0.0 if left else Answer(node, rival, children).value() / expects(node)
    return left, won, missing + unknown / total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wary", type=float, default=WARY)
    parser.add_argument("--even", type=float, default=EVEN)
    parser.add_argument("--rare", type=float, default=0.002)
    parser.add_argument("--seconds", type=float, default=600.0, help="then it rests")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--seat", type=int, help="only the best answer of this one")
    parser.add_argument("--keep", type=Path, required=True)
    asked = parser.parse_args()
    part, parts = (int(number) for number in asked.part.split("/"))
    until = time.monotonic() + asked.seconds
    task = Task(asked.wary, asked.even, asked.rare, asked.keep, until, part, parts)
    lines = asked.keep.read_bytes().splitlines() if asked.keep.exists() else []
    known_children = [msgspec.json.decode(line, type=Child) for line in lines]
    seats = [0, 1] if asked.seat is None else [asked.seat]
    for seed in range(asked.seed, asked.seed + asked.nodes):
        node = Node(reached(seed, SECOND, {"fields": "custom", "field_list": RECOMMENDED}, KNOWING))
        found = []
        for rival in seats:
            kept = {
                (Side(*one.fought[0]), Side(*one.fought[1])): one
                for one in known_children
                if (one.solver, one.wary, one.even) == (solver(), task.wary, task.even)
                and (one.seed, one.rival) == (seed, rival)
            }
            found.append(measure(node, seed, rival, task, kept))
        left, missing = sum(one[0] for one in found), sum(one[2] for one in found) / len(found)
        won = ", ".join(f"seat {rival} {one[1]:+.4f}" for rival, one in zip(seats, found, strict=True))
        if left:
            print(f"node {seed}: {left} battles are left; the same command goes on", flush=True)
        elif len(seats) == 1:
            print(f"node {seed}: {won}; {missing:.4f} of the mass unknown", flush=True)
        else:
            gain = (found[0][1] + found[1][1]) / 2
            told = f"exploitability {gain:.4f} from turn 2 on ({won})"
            print(f"node {seed}: {told}; {missing:.4f} of the mass unknown", flush=True)


if __name__ == "__main__":
    main()
