"""The process in which bots think: questions come in on standard input, answers go out.

`python -m innkeeper.server.thinker`; started by `innkeeper.server.bots`.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from collections import OrderedDict
from typing import BinaryIO

import msgspec

from innkeeper.bots import make_bot
from innkeeper.bots.advice import advise
from innkeeper.bots.analysis import Reel
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.game import Game
from innkeeper.engine.match import Match
from innkeeper.engine.playout import Policy, ask, invite
from innkeeper.engine.record import begin, follow
from innkeeper.server.bots import REMEMBERED, Answer, Job, Reading, Study
from innkeeper.server.reader import Reader

ROOMY = 120_000  # situations that all bots of a process remember together, some 150 MB
REELS = 16  # matches that are analysed, a position of each in turn


class Thinker:
    """Remembers the last matches, so that only new entries have to be replayed."""

    def __init__(self) -> None:
        self.matches: OrderedDict[str, Match] = OrderedDict()
        self.policies: dict[tuple[str, str, str], Policy] = {}
        self.minds: OrderedDict[tuple[str, int, str], Policy] = OrderedDict()  # of those that remember
        self.reels: OrderedDict[str, Reel] = OrderedDict()
        self.reader = Reader()

    def take(self, job: Job | Study | Reading) -> Answer:
        """Answer whatever is asked."""
        if isinstance(job, Reading):
            return self.reader.read(job)
        return self.study(job) if isinstance(job, Study) else self.answer(job)

    def answer(self, job: Job) -> Answer:
        """Choose for a seat, in a world that the seat cannot tell from the true one."""
        match = self._match(job)
        if match is None:
            return Answer(missing=True)
        state, seat = match.state, job.seat
        chance = FastChance(job.seed)
        if job.bot is None:
            asked = state.required() >> seat & 1
            return Answer(hint=advise(match.game, state, seat, chance) if asked else None)
        policy = self._mind(match.game, job.table, seat, job.bot)
        action = invite(policy, state, seat, chance)
        if action is None and state.required() >> seat & 1:
            action = ask(policy, state, seat, chance)
        self._make_room()
        return Answer(None if action is None else action.id)

    def study(self, job: Study) -> Answer:
        """A strong player's judgement of a position."""
        reel = self._reel(job)
        if reel is None:
            return Answer(missing=True)
        return Answer(judged=reel.judged(job.at))

    def _policy(self, game: Game, bot: str) -> Policy:
        key = (game.id, game.version, bot)
        if key not in self.policies:
            self.policies[key] = make_bot(game, bot)
        return self.policies[key]

    def _mind(self, game: Game, table: str, seat: int, bot: str) -> Policy:
        """Whoever plays a seat: one bot for all tables, unless it remembers what it found at this one."""
        shared = self._policy(game, bot)
        if not shared.remembers:
            return shared
        key = (table, seat, bot)
        mind = self.minds.pop(key, None) or make_bot(game, bot)
        self.minds[key] = mind
        return mind

    def _make_room(self) -> None:
        """Let those forget whom nobody has asked for longest; they think anew if they are asked again."""
        sizes = {key: mind.size() for key, mind in self.minds.items()}
        total = sum(sizes.values())
        while len(self.minds) > REMEMBERED or (total > ROOMY and len(self.minds) > 1):
            key, _ = self.minds.popitem(last=False)
            total -= sizes[key]

    def _reel(self, job: Study) -> Reel | None:
        """A finished match; None if the job leaves out what is not remembered."""
        reel = self.reels.pop(job.table, None)
        if job.record is not None:
            reel = Reel(job.record, None if job.files is None else Content.of(job.files))
        if reel is not None:
            self.reels[job.table] = reel
        while len(self.reels) > REELS:
            self.reels.popitem(last=False)
        return reel

    def _match(self, job: Job) -> Match | None:
        """The match as far as the job knows it; None if the job leaves out what is not remembered."""
        match = self.matches.pop(job.table, None)
        if job.header is not None:
            match = begin(job.header, None if job.files is None else Content.of(job.files))
        elif match is None or not _knows(match, job):
            return None
        for _ in follow(match, job.entries[match.length - job.first :]):
            pass
        self.matches[job.table] = match
        while len(self.matches) > REMEMBERED:
            self.matches.popitem(last=False)
        return match


def _knows(match: Match, job: Job) -> bool:
    """Does this match begin with what the job leaves out?"""
    if job.first == 0:
        return True
    return match.length >= job.first and match.record_entry(job.first - 1)["hash"] == job.after


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions."""
    thinker = Thinker()
    decode = msgspec.msgpack.Decoder(Job | Study | Reading).decode
    encode = msgspec.msgpack.Encoder().encode
    while len(head := questions.read(4)) == 4:
        (size,) = struct.unpack("<I", head)
        job = decode(questions.read(size))
        try:
            answer = thinker.take(job)
        except Exception as wrong:  # whatever a bot does wrong is told, and the next question asked
            thinker.matches.pop(job.table, None)
            answer = Answer(error=f"{type(wrong).__name__}: {wrong}"[:500])
        data = encode(answer)
        answers.write(struct.pack("<I", len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches the whole group: the server ends us in order
    if sys.argv[1:2] == ["--gently"] and hasattr(os, "nice"):
        os.nice(int(sys.argv[2]))
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints goes to the log, not into the answers
    main(sys.stdin.buffer, output)
