"""The process in which bots think: questions come in on standard input, answers go out.

`python -m innkeeper.server.thinker`; started by `innkeeper.server.bots`.
"""

from __future__ import annotations

import os
import struct
import sys
from collections import OrderedDict
from typing import Any, BinaryIO

import msgspec

from innkeeper.bots import make_bot
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.match import Match
from innkeeper.engine.playout import Policy
from innkeeper.engine.record import begin, repeat
from innkeeper.server.bots import Answer, Job

REMEMBERED = 64


class Thinker:
    """Remembers the last matches, so that only new entries have to be replayed."""

    def __init__(self) -> None:
        self.matches: OrderedDict[str, Match] = OrderedDict()
        self.policies: dict[tuple[str, str], Policy] = {}

    def answer(self, job: Job) -> Answer:
        """Choose for a seat, in a world that the seat cannot tell from the true one."""
        match = self._match(job)
        state, seat = match.state, job.seat
        key = (match.game.id, job.bot)
        if key not in self.policies:
            self.policies[key] = make_bot(match.game, job.bot)
        policy = self.policies[key]
        chance = FastChance(job.seed)
        if policy.looks and state.may(seat):
            offered = policy.volunteer(state.determinize(seat, chance), seat, chance)
            if offered is not None and offered in state.standing(seat):
                return Answer(offered.id)
        legal = state.actions(seat)
        if not legal:
            return Answer()
        return Answer(policy.choose(state.determinize(seat, chance), seat, legal, chance).id)

    def _match(self, job: Job) -> Match:
        entries: list[dict[str, Any]] = job.record["entries"]
        match = self.matches.pop(job.table, None)
        if match is None or not _begins(match, entries):
            content = None if job.files is None else Content.of(job.files)
            match = begin(job.record, content)
        for index in range(match.length, len(entries)):
            repeat(match, index, entries[index])
        self.matches[job.table] = match
        while len(self.matches) > REMEMBERED:
            self.matches.popitem(last=False)
        return match


def _begins(match: Match, entries: list[dict[str, Any]]) -> bool:
    """Is this match the beginning of the record?"""
    known = match.length
    return known <= len(entries) and (known == 0 or match.record_entry(known - 1) == entries[known - 1])


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions."""
    thinker = Thinker()
    decode = msgspec.msgpack.Decoder(Job).decode
    encode = msgspec.msgpack.Encoder().encode
    while len(head := questions.read(4)) == 4:
        (size,) = struct.unpack("<I", head)
        job = decode(questions.read(size))
        try:
            answer = thinker.answer(job)
        except Exception as wrong:  # whatever a bot does wrong is told, and the next question asked
            thinker.matches.pop(job.table, None)
            answer = Answer(error=f"{type(wrong).__name__}: {wrong}"[:500])
        data = encode(answer)
        answers.write(struct.pack("<I", len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints goes to the log, not into the answers
    main(sys.stdin.buffer, output)
