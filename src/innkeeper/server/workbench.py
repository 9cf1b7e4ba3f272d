"""The process in which a study of the workshop is made: the task comes in on standard input, words go out.

`python -m innkeeper.server.workbench`; started by `innkeeper.server.workshop`, once for every task. It gives
way to all others of the machine, and may take only so much time and memory.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, BinaryIO

import msgspec

from innkeeper.engine.content import Content
from innkeeper.engine.doubts import doubts, is_read, unread
from innkeeper.engine.errors import InnkeeperError, InvalidContent, InvalidOptions
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.levels import REGULAR
from innkeeper.engine.proof import faults
from innkeeper.lab.compare import Comparison, Running, Side
from innkeeper.lab.compare_page import report_of as compared
from innkeeper.lab.figures import Report
from innkeeper.lab.ladder import ladder_of, matches_of
from innkeeper.lab.study import Study, climb, measured_seats
from innkeeper.lab.study_page import report_of as studied
from innkeeper.server.parcels import opened
from innkeeper.server.protocol import Remark
from innkeeper.server.tasks import Task, Word

GENTLY = 19  # as gently as can be
PROMPTLY = 5  # somebody waits for a moment's work
MEMORY = 2 << 30  # bytes
MARGIN = 0.02  # of a comparison: what matters to nobody
TOLD = 0.2  # seconds between two words about how far it is


Say = Callable[[Word], None]


class Enough(Exception):
    """The time is over; what is known by now is told."""


class Bench:
    """One task."""

    def __init__(self, task: Task, say: Say) -> None:
        self.task = task
        self._say = say
        self._until = time.monotonic() + task.seconds
        self._next = 0.0
        self._done = 0

    def work(self) -> Word:
        """Do it, or say why not."""
        remarks: list[Remark] = []
        files: dict[str, str] = {}
        try:
            files = opened(self.task.asked.files, self.task.asked.archive)
            game, remarks = self._game(files)
            made = self._compare(game) if self.task.asked.kind == "compare" else self._study(game)
            report = None if self.task.only_check else made()
            return Word(report=report, remarks=remarks, files=files, last=True)
        except Faulty as wrong:
            return Word(refused=str(wrong), remarks=wrong.remarks, files=files, last=True)
        except InnkeeperError as wrong:
            return Word(refused=str(wrong), remarks=remarks, files=files, last=True)
        except MemoryError:
            return Word(refused="this needs more memory than the workshop has", last=True)

    def _game(self, files: dict[str, str]) -> tuple[Game, list[Remark]]:
        """The game with what was brought, and what is odd about it."""
        game = get_game(self.task.asked.game)
        if self.task.base is not None:
            game = replace(game, edited=Content.of(self.task.base))
        cards = {name: text for name, text in files.items() if is_read(name)}
        if files and not cards:
            raise InvalidContent("there are no TOML files")
        edited = game.content.edited(cards)
        found = [] if edited.hash == game.content.hash else faults(game, edited)
        odd = unread(game, files) + ([] if found else doubts(game, edited))
        remarks = [Remark(one.file, one.line, one.place, one.said, one.odd) for one in [*found, *odd]]
        if found:
            many = "one fault" if len(found) == 1 else f"{len(found)} faults"
            raise Faulty(f"These cards cannot be played with: {many}.", remarks)
        return replace(game, edited=edited), remarks

    def _options(self, game: Game) -> dict[str, object]:
        asked = self.task.asked
        rules = {name: value for name, value in asked.options.items() if name != "preset"}
        return {"preset": asked.preset or game.recommended, **rules}

    def _seats(self, game: Game) -> int:
        return game.check_seats(self.task.asked.seats or measured_seats(game))

    def _study(self, game: Game) -> Callable[[], Report]:
        asked = self.task.asked
        players = asked.players or ladder_of(game)
        if len(set(players)) < len(players):
            raise InvalidOptions("a player is named twice")
        study = Study.of(game, self._options(game), self._seats(game)).checked(players)

        def make() -> Report:
            total = sum(matches_of(player, asked.matches) for player in players)
            rungs = climb(study, players, asked.matches, 1, self._steps(total), self._late)
            return studied(study, rungs, asked.matches)

        return make

    def _compare(self, game: Game) -> Callable[[], Report]:
        asked = self.task.asked
        player = asked.players[-1] if asked.players else REGULAR
        before = get_game(asked.game)
        usual: dict[str, object] = {"preset": game.recommended}
        cards = Content.of(self.task.base) if self.task.base is not None else before.content
        sides = (
            Side("as it is", usual, cards, game.version),
            Side("changed", self._options(game), game.content, game.version),
        )
        if sides[0].options == sides[1].options and sides[0].content.hash == sides[1].content.hash:
            raise InvalidOptions("nothing is changed: there is nothing to compare")
        players = (player,) * self._seats(game)
        most = 2 * asked.matches
        brought = ["FOLDER"] if sides[0].content.hash != sides[1].content.hash else []
        rules = [f"{name}={json.dumps(value)}" for name, value in asked.options.items() if name != "preset"]
        after = " ".join([*brought, *([asked.preset] if asked.preset else []), *rules])
        again = [
            *("innkeeper", "compare", "-", after, "--game", game.id, "--players", player),
            *("--seats", str(len(players)), "-n", str(most), "--margin", f"{100 * MARGIN:g}"),
        ]
        comparison = Comparison(game.id, sides, players, opening=game.contest.opening).checked()

        def make() -> Report:
            running = Running(comparison.focus(), most, MARGIN)
            step = self._steps(running.length)

            def on(done: int) -> None:
                step(done)
                if self._late():
                    raise Enough

            try:
                running.run(1, on)
            except Enough:
                pass
            return compared(running, shlex.join(again))

        return make

    def _late(self) -> bool:
        return time.monotonic() > self._until

    def _steps(self, total: int) -> Callable[[int], None]:
        """Say how far it is, not too often."""

        def step(done: int) -> None:
            self._done += done
            if time.monotonic() >= self._next:
                self._next = time.monotonic() + TOLD
                self._say(Word(done=self._done, total=total))

        self._say(Word(total=total))
        return step


class Faulty(InvalidContent):
    """Cards that cannot be played with, and all that is wrong with them."""

    def __init__(self, said: str, remarks: list[Remark]) -> None:
        super().__init__(said)
        self.remarks = remarks


def keep_bounds(seconds: float, gentleness: int = GENTLY) -> None:
    """Give way to all others; no file is written, and time and memory are bounded whatever happens."""
    if hasattr(os, "nice"):
        os.nice(gentleness)
    if sys.platform != "win32":
        import resource

        limits = {
            resource.RLIMIT_CPU: int(seconds) + 30,
            resource.RLIMIT_AS: MEMORY,
            resource.RLIMIT_FSIZE: 0,
            resource.RLIMIT_CORE: 0,
        }
        for what, most in limits.items():
            _, hard = resource.getrlimit(what)
            bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (bound, bound))


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """One task, with words on the way."""
    (size,) = struct.unpack("<I", questions.read(4))
    task = msgspec.msgpack.decode(questions.read(size), type=Task)
    keep_bounds(task.seconds, PROMPTLY if task.only_check else GENTLY)
    encode = msgspec.msgpack.Encoder().encode

    def say(word: Word) -> None:
        data: Any = encode(word)
        answers.write(struct.pack("<I", len(data)) + data)
        answers.flush()

    say(Bench(task, say).work())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us in order
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints goes to the log, not into the answers
    main(sys.stdin.buffer, output)
