"""A season of the arena: every pairing plays block after block, on all cores, until enough is known.

Blocks are counted in the order of their numbers, whichever is ready first, so that a season comes to the same
end on any number of processes; what was played beyond that end is thrown away.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from innkeeper.bots import breath
from innkeeper.lab.arena import LARGEST_BATCH, Arena, Block, Pairing, play_blocks
from innkeeper.lab.ledger import Ledger
from innkeeper.lab.standings import Tally
from innkeeper.lab.workers import spread

MOVES = 30.0  # of a chair in a block, as long as none has been seen

Batch = tuple[list[Block], float]  # with the seconds that it took
Progress = Callable[[int], None]
Left = Callable[[], float]  # seconds in which blocks may still be played


def no_end() -> float:
    return math.inf


@dataclass(frozen=True)
class Season:
    """How long is played: so many matches of each pairing, with `sure` fewer where the test knows sooner."""

    arena: Arena
    games: int
    sure: bool = False
    margin: float = 0.02
    than: float | None = None  # what the challengers are held to; None: their rival in the same place

    @property
    def blocks(self) -> int:
        """The most blocks of a pairing: whole ones, so a few matches more rather than fewer."""
        return -(-self.games // self.arena.matches)

    @property
    def matches(self) -> int:
        """The most matches of all pairings."""
        return self.blocks * self.arena.matches * len(self.arena.pairings)


class Running:
    """A season that is being played. `tallies` are true at any time, also when it is broken off."""

    def __init__(self, season: Season, ledger: Ledger | None = None) -> None:
        self.season = season
        self.tallies = {
            pairing: Tally(season.arena, pairing, season.margin, season.than)
            for pairing in season.arena.pairings
        }
        self._ledger = ledger
        self._seconds: dict[Pairing, float] = {}  # for a block, as far as is known
        self._moves = MOVES
        self._answers: Counter[str] = Counter()  # of each player, and the seconds for them
        self._spent: defaultdict[str, float] = defaultdict(float)
        for block in [] if ledger is None else ledger.blocks:
            if block.pairing in self.tallies and not self._done(block.pairing):
                self.tallies[block.pairing].add(block)
                self._expect([block], sum(block.spent.values()))
        self._given = {pairing: tally.played for pairing, tally in self.tallies.items()}

    @property
    def played(self) -> int:
        """Matches that count so far."""
        return sum(tally.played for tally in self.tallies.values()) * self.season.arena.matches

    def run(self, jobs: int = -1, progress: Progress = lambda done: None, left: Left = no_end) -> None:
        """Play to the end of the season on `jobs` processes (-1: all cores), or as long as there is time."""
        if all(self._done(pairing) for pairing in self.tallies):
            return
        for blocks, seconds in self._batches(jobs, left):
            self._take(blocks, seconds, progress)

    def _batches(self, jobs: int, left: Left) -> Iterator[Batch]:
        if jobs == 1:
            for one in self._work(left):
                yield play_batch(*one)
            return
        yield from spread(play_batch, self._work(left), jobs)

    def _work(self, left: Left) -> Iterator[tuple[Arena, Pairing, int, int]]:
        """Batches of about a second, asked for while others are being played.

        Whichever pairing will have had the least time comes next: quick ones are complete early, and no slow
        one keeps the others waiting. A block for which there is no time any more is not begun.
        """
        begun = dict(self._given)

        def will_have_taken(pairing: Pairing) -> float:
            return (self._given[pairing] - begun[pairing] + 1) * self._block(pairing)

        while ready := self._ready(left()):
            pairing = min(ready, key=will_have_taken)
            wanted = self.season.blocks - self._given[pairing]
            size = min(wanted, LARGEST_BATCH, max(1, int(1 / self._seconds.get(pairing, 1.0))))
            first = self._given[pairing]
            self._given[pairing] += size
            yield self.season.arena, pairing, first, size

    def _block(self, pairing: Pairing) -> float:
        """Seconds for a block. Before the first one: what its players have needed elsewhere, or may need."""
        if pairing in self._seconds:
            return self._seconds[pairing]
        challenger, rival = pairing
        return self._moves * (self._breath(challenger) + (self.season.arena.seats - 1) * self._breath(rival))

    def _breath(self, name: str) -> float:
        """Seconds for a move, of a player or its double."""
        game, _ = self.season.arena.table
        answers = self._answers[_alone(name)]
        return self._spent[_alone(name)] / answers if answers else breath(game, _alone(name))

    def _ready(self, left: float) -> list[Pairing]:
        """Those that have time for a block. None takes more than its part while others can use theirs."""
        there = [pairing for pairing in self.tallies if self._wants(pairing) and self._block(pairing) < left]
        return [pairing for pairing in there if self._block(pairing) < left / len(there)] or there

    def _wants(self, pairing: Pairing) -> bool:
        return self._given[pairing] < self.season.blocks and not self._done(pairing)

    def _done(self, pairing: Pairing) -> bool:
        tally = self.tallies[pairing]
        return tally.played >= self.season.blocks or tally.stale or (self.season.sure and tally.settled)

    def _take(self, blocks: list[Block], seconds: float, progress: Progress) -> None:
        """Count what came back, up to where the pairing is done; keep that before anybody is told of it."""
        pairing = blocks[0].pairing
        self._expect(blocks, seconds)
        counted = []
        for block in blocks:
            if self._done(pairing):
                break
            self.tallies[pairing].add(block)
            counted.append(block)
        if self._ledger is not None and counted:
            self._ledger.write(counted)
        progress(len(counted) * self.season.arena.matches)

    def _expect(self, blocks: list[Block], seconds: float) -> None:
        """The next ones will take as long."""
        self._seconds[blocks[0].pairing] = max(seconds / len(blocks), 1e-4)
        moves = 0
        for block in blocks:
            for name, pace in block.paces.items():
                answers = sum(pace.values())
                moves += answers
                self._answers[_alone(name)] += answers
                self._spent[_alone(name)] += block.spent[name]
        self._moves = moves / (len(blocks) * self.season.arena.seats)


def _alone(name: str) -> str:
    """A player's name, also if its double is called."""
    return name.partition("#")[0]


def play_batch(arena: Arena, pairing: Pairing, first: int, count: int) -> Batch:
    """Some blocks and how long they took; runs in a worker process."""
    began = time.perf_counter()
    return play_blocks(arena, pairing, first, count), time.perf_counter() - began
