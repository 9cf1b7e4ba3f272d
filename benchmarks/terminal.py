"""The terminal as a person meets it, through a pseudo-terminal: until the first question, and after a key.

    python -m benchmarks.terminal                 # 5 starts of each game, 60 keys at the largest map
    python -m benchmarks.terminal --runs 20

A start is measured from the process to the first question on the screen, a key from the write to the last
byte that it caused; with both goes the CPU time of the application, which a busy machine changes less.
`PYTHONPATH=build/compiled` measures the compiled build.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import random
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import innkeeper
from innkeeper.terminal.saved import YOU, Keeper

QUIET = 0.12  # seconds without a byte: what a key caused has been drawn
PATIENCE = 60.0


class Screen:
    """The application at the other end of a pseudo-terminal."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (120, 40)) -> None:
        self.began = time.monotonic()
        self.pid, self.line = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(sys.executable, [sys.executable, "-m", "innkeeper", "play", *arguments])
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.shown = b""

    def read(self, patience: float) -> bool:
        """Take what is drawn within so many seconds. Was there anything?"""
        if not select.select([self.line], [], [], patience)[0]:
            return False
        self.shown += os.read(self.line, 1 << 16)
        return True

    def until(self, words: bytes) -> float:
        """Seconds since the start until these words are on the screen."""
        while words not in self.shown:
            assert self.read(PATIENCE), self.shown[-2000:]
        return time.monotonic() - self.began

    def settle(self) -> None:
        """Wait until nothing moves."""
        while self.read(QUIET):
            pass

    def press(self, key: bytes) -> tuple[float, float]:
        """Milliseconds from a key to the last byte that it caused, and of the processor."""
        before = self.cpu
        pressed = last = time.monotonic()
        os.write(self.line, key)
        while self.read(QUIET):
            last = time.monotonic()
        return (last - pressed) * 1000, (self.cpu - before) * 1000

    @property
    def cpu(self) -> float:
        """Seconds of the processor so far."""
        return time.clock_gettime(_clock_of(self.pid))

    @property
    def megabytes(self) -> float:
        """Memory that is its own."""
        with open(f"/proc/{self.pid}/smaps_rollup", encoding="ascii") as rows:
            kilobytes = [int(row.split()[1]) for row in rows if row.startswith("Private_")]
        return sum(kilobytes) / 1024

    def close(self) -> float:
        """End it; the CPU seconds that it took."""
        os.kill(self.pid, signal.SIGKILL)
        _, _, used = os.wait4(self.pid, 0)
        os.close(self.line)
        return used.ru_utime + used.ru_stime


def _clock_of(process: int) -> int:
    """The CPU clock of another process, as Linux numbers them."""
    return (~process << 3) | 2


@contextmanager
def screen(*arguments: str, size: tuple[int, int] = (120, 40)) -> Iterator[Screen]:
    """An application that is ended in the end."""
    found = Screen(*arguments, size=size)
    try:
        yield found
    finally:
        found.close()


def largest_map() -> str:
    """The name of a saved match of Mazerunner in which as much of the largest maze is known as can be."""
    rules = {"preset": "fair", "grid_size": 21, "start_hp": 100}
    players = [YOU, "random"]
    best, most = None, 0
    for seed in range(6):
        match = innkeeper.new_match("mazerunner", seats=2, seed=seed, options=rules)
        dice = random.Random(seed)
        for _ in range(900):
            if not match.pending:
                break
            seat, decision = min(match.pending.items())
            going = [one for one in decision.actions if one.id not in ("heal", "return", "stop")]
            match.play(seat, dice.choice(going or list(decision.actions)).id)
            view: Any = match.view(0)
            known = len(view["table"]["blocks"])
            if known > most and 0 in match.pending and len(match.pending[0].actions) > 3:
                best, most = innkeeper.replay({**match.record(), "outcome": None}), known
    assert best is not None
    keeper = Keeper.begin(best, players)
    keeper.close()
    print(f"the map: {most} blocks of a maze of 21 × 21, {best.length} entries")
    return keeper.path.stem


def first_words(game: str) -> bytes:
    """What the first question of a game says, as far as no line break can part it."""
    found = innkeeper.get_game(game)
    match = innkeeper.new_match(game, seed=1, options={"preset": found.recommended})
    decision = next(iter(match.pending.values()))
    return found.phrases.prompt(decision.name).split()[0].encode()


def starts(game: str, runs: int) -> None:
    """How long until the first question, what it costs, and how large the application is then."""
    wall, cpu, memory = [], [], []
    for _ in range(runs + 1):  # the first one reads from the disk
        found = Screen(game, "--seed", "1")
        wall.append(found.until(b"Traveller: " + first_words(game)))
        found.settle()
        memory.append(found.megabytes)
        cpu.append(found.close())
    wall, cpu = wall[1:], cpu[1:]
    print(
        f"{game:<11} first question: median {statistics.median(wall):.2f} s, best {min(wall):.2f} s, "
        f"CPU until still: median {statistics.median(cpu):.2f} s; memory {statistics.median(memory):.0f} MB"
    )


def keys(presses: int) -> None:
    """How long a key takes at the largest map, in three sizes of a terminal."""
    name = largest_map()
    for size in ((80, 24), (120, 40), (200, 60)):
        with screen("--resume", name, size=size) as found:
            found.until(b"Traveller")
            found.settle()
            for what, sequence in (("arrow", (b"\x1b[B", b"\x1b[A")), ("pan", (b"J", b"K", b"H", b"L"))):
                took = [found.press(sequence[place % len(sequence)]) for place in range(presses)]
                wall = [one for one, _ in took if one > 0] or [0.0]  # at the edge nothing is left to pan
                cpu = [one for _, one in took]
                print(f"{size[0]}×{size[1]} {what}: {_spread(wall)}; CPU {_spread(cpu)}")


def _spread(took: list[float]) -> str:
    return f"median {statistics.median(took):.0f} ms, worst {max(took):.0f} ms"


def main() -> None:
    """Print the figures of this machine."""
    parser = argparse.ArgumentParser(description="Measure the terminal.")
    parser.add_argument("--runs", type=int, default=5, help="starts of each game")
    parser.add_argument("--keys", type=int, default=60, help="keys of each kind and size")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home
        for game in innkeeper.game_ids():
            starts(game, given.runs)
        keys(given.keys)


if __name__ == "__main__":
    main()
