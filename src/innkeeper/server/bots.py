"""Bots think in worker processes, never on the event loop.

A worker gets a record and a seat, replays, deals everything anew that the seat cannot know, and lets the
bot choose in that world. A worker that crashes or takes too long is replaced; the question is put
once more to its successor. Tables are spread over the workers, so a slow bot holds up no other worker.
Those that take their time wait in a line of their own, so that of them never more than one is in front of a
bot that answers at once; and who may take long is never asked in the first worker, if there are others.

How long a bot thinks can tell what it holds. Where it knows more than the bench does, its answer is
therefore given on a beat: the next one after it could have thought as long as it may.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import struct
import sys
import time
import zlib
from collections import OrderedDict
from contextlib import nullcontext
from typing import Any, Literal

import msgspec
from msgspec import Struct

from innkeeper.bots import breath
from innkeeper.bots.advice import Hint
from innkeeper.bots.analysis import Judged
from innkeeper.engine.errors import InnkeeperError
from innkeeper.engine.match import Match
from innkeeper.server.errors import mark
from innkeeper.server.metrics import METRICS

_log = logging.getLogger("innkeeper.bots")
_TRIES = 2
REMEMBERED = 64  # matches of running tables, by each process
GENTLY = 5  # by so much a bot is less urgent than the tables: people come first
LONG = 0.5  # seconds for a move from which on a bot keeps out of the first worker


class BotFailed(InnkeeperError):
    """A bot gave no answer."""


class Job(Struct, tag=True):
    """One question to a bot, with what is new at its table.

    `first` entries are left out, because the process should remember them; `after` is the hash after those.
    If there is nothing to remember, `header` is what the match begins with, and `files` its content if that
    is not what comes with the game.
    """

    table: str
    header: dict[str, Any] | None
    files: dict[str, str] | None
    first: int
    after: str
    entries: list[dict[str, Any]]
    seat: int
    bot: str | None  # None: a hint is wanted, what would a strong player do, and why?
    seed: int


class Study(Struct, tag=True):
    """What would a strong player make of a position of a finished match?

    `record` is left out if the process should remember it; `files` are the content, if that is not what comes
    with the game.
    """

    table: str
    record: dict[str, Any] | None
    files: dict[str, str] | None
    at: int


class Reading(Struct, tag=True, kw_only=True):
    """What does somebody see who looks back at a match? `readings` asks, `reader` answers.

    `first`: so many entries of the log are left out, because the process should remember them.
    """

    what: Literal["moment", "tape", "record", "verdict"]
    table: str
    header: dict[str, Any]
    files: dict[str, str] | None
    first: int
    entries: list[tuple[str, int]]  # what was written down, and when
    names: dict[int, str]
    outcome: str | None  # as it was written down
    at: int | None = None
    seat: int | None = None  # through whose eyes
    open_to_all: bool = False
    own: list[int] = []  # whose choices are shown in any case


class Answer(Struct):
    """The action it chose; None: nothing to do now. `error`: why there is no answer.

    `hint`: if one was asked for.
    `missing`: what it should remember of the match it does not; ask again with all of it. `judged`: a
    position that was studied. `page`: a reading, as it is sent; `length`: the entries that are remembered
    now; `denied`: why there is nothing to see.
    """

    action: str | None = None
    error: str | None = None
    hint: Hint | None = None
    judged: Judged | None = None
    page: bytes = b""
    length: int = 0
    missing: bool = False
    denied: str | None = None


_encode = msgspec.msgpack.Encoder().encode
_decode_answer = msgspec.msgpack.Decoder(Answer).decode


FAILURES: dict[type[Exception], str] = {
    TimeoutError: "took too long",
    asyncio.IncompleteReadError: "its process ended",
    OSError: "its process ended",
    msgspec.DecodeError: "its process answers what nobody understands",
}


class Worker:
    """One process and the questions that wait for it; by `gently` it is less urgent than the server."""

    def __init__(self, seconds: float, gently: int = 0) -> None:
        self.seconds = seconds
        self.manner = ["--gently", str(gently)] if gently else []
        self.lock = asyncio.Lock()
        self.turn = asyncio.Lock()  # of those that take their time
        self.process: asyncio.subprocess.Process | None = None
        self.given: OrderedDict[str, int] = OrderedDict()  # how many entries of which matches it remembers

    async def ask(self, job: Job | Study | Reading) -> Answer:
        """Put a question; BotFailed when the process dies or takes too long."""
        async with self.lock:
            if self.process is None or self.process.returncode is not None:
                self.given.clear()
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "innkeeper.server.thinker",
                    *self.manner,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    env=environment(),
                )
            try:
                return await asyncio.wait_for(self._exchange(self.process, job), self.seconds)
            except BaseException as wrong:
                await self.stop()  # whatever it says next belongs to no question
                why = next((why for kind, why in FAILURES.items() if isinstance(wrong, kind)), None)
                if why is None:
                    raise
                raise BotFailed(why) from None

    async def decide(
        self, table: str, match: Match, length: int, seat: int, bot: str | None, slow: bool
    ) -> Answer:
        """Ask a bot, or for a hint (None), about a position of a match; the process is told what it does not
        know of it."""
        seed = secrets.randbits(60)
        async with self.turn if slow else nullcontext():
            known = self.given.pop(table, None)
            answer = await self.ask(_job(table, match, known, length, seat, bot, seed))
            if answer.missing:
                answer = await self.ask(_job(table, match, None, length, seat, bot, seed))
        if answer.error is None:
            self.given[table] = length
            if len(self.given) > REMEMBERED:
                self.given.popitem(last=False)
        return answer

    async def _exchange(self, process: asyncio.subprocess.Process, job: Job | Study | Reading) -> Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        data = _encode(job)
        process.stdin.write(struct.pack("<I", len(data)) + data)
        await process.stdin.drain()
        (size,) = struct.unpack("<I", await process.stdout.readexactly(4))
        return _decode_answer(await process.stdout.readexactly(size))

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def _job(
    table: str, match: Match, known: int | None, length: int, seat: int, bot: str | None, seed: int
) -> Job:
    """A question about the position after `length` entries; so many are known, or not even the match is."""
    first = min(known or 0, length)
    after = match.record_entry(first - 1)["hash"] if first else ""
    entries = [match.record_entry(index) for index in range(first, length)]
    header, files = None, None
    if known is None:
        header = match.header()
        files = None if match.content.hash == match.game.content.hash else match.content.files
    return Job(table, header, files, first, after, entries, seat, bot, seed)


class BotPool:
    """The worker processes. They start when the first bot is asked."""

    def __init__(self, workers: int, seconds: float, beat: float = 0.0) -> None:
        self.workers = [Worker(seconds, GENTLY) for _ in range(workers)]
        self.beat = beat
        self._waiting = 0

    async def choose(self, table: str, match: Match, seat: int, bot: str, masked: bool = False) -> str | None:
        """What the bot on a seat does now; None: nothing. BotFailed if it cannot say.

        `masked`: nobody may learn from the time it took.
        """
        thinks = _breath(match, bot)
        worker = self._worker(table, thinks >= LONG)
        length = match.length  # it may go on while we wait
        self._waiting += 1
        METRICS.bot_queue.set(self._waiting)
        began = time.perf_counter()
        try:
            for last in range(_TRIES - 1, -1, -1):
                try:
                    answer = await worker.decide(table, match, length, seat, bot, thinks > 0)
                    break
                except BotFailed as wrong:
                    _log.warning("bot %s at %s %s", bot, mark(table), wrong)
                    METRICS.bot_failures.inc()
                    if not last:
                        raise
        finally:
            self._waiting -= 1
            METRICS.bot_queue.set(self._waiting)
        spent = time.perf_counter() - began
        METRICS.bot_seconds.labels(match.game.id, bot).observe(spent)
        if masked and self.beat > 0:
            least = max(spent, thinks)
            await asyncio.sleep(least - least % self.beat + self.beat - spent)
        if answer.error is not None:
            raise BotFailed(answer.error)
        return answer.action

    async def advise(self, table: str, match: Match, seat: int) -> Hint:
        """A hint for a seat that must answer. BotFailed if there is none."""
        answer = await self._worker(table, long=True).decide(table, match, match.length, seat, None, True)
        if answer.hint is None:
            raise BotFailed(answer.error or "nobody asks that seat anything")
        return answer.hint

    def _worker(self, table: str, long: bool = False) -> Worker:
        """The worker that remembers the table; another one if that is busy."""
        workers = self.workers[1:] if long and len(self.workers) > 1 else self.workers
        first = zlib.crc32(table.encode()) % len(workers)
        order = workers[first:] + workers[:first]
        return next((worker for worker in order if not worker.lock.locked()), order[0])

    async def stop(self) -> None:
        await asyncio.gather(*(worker.stop() for worker in self.workers))


def _breath(match: Match, bot: str) -> float:
    """How long a bot may think; of one that is not here, the process will say so."""
    try:
        return breath(match.game, bot)
    except InnkeeperError:
        return 0.0


def knows_more(match: Match, seat: int) -> bool:
    """Does a seat see, or seal, anything that the bench does not see?"""
    if match.state.over:
        return False
    own, bench = match.view(seat), match.view(None)
    return match.state.asking.secret() or any(own[part] != bench[part] for part in ("seats", "table"))


def environment() -> dict[str, str]:
    """What a process of its own may know: where Python finds its modules, and nothing of the server's."""
    kept = ("PATH", "PYTHONPATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "VIRTUAL_ENV", "TMPDIR")
    return {name: os.environ[name] for name in kept if name in os.environ}
