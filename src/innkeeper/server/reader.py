"""Looking back at matches, in the process where bots think: see `readings`."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidRecord
from innkeeper.engine.frame import State
from innkeeper.engine.match import RESIGN, Match
from innkeeper.engine.record import begin, promise_of, repeat, verify
from innkeeper.server.bots import Answer, Reading
from innkeeper.server.protocol import LogLine, Tape, TapeEntry, UndoState, Update, Verdict
from innkeeper.server.table import log_lines

POSITIONS = 20_000  # positions kept in memory, over all matches

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Reel:
    """A match with the position after every entry. Positions share what did not change."""

    def __init__(self, job: Reading) -> None:
        self.match: Match = begin(job.header, _content(job))
        self.states: list[State] = [self.match.state]
        self.marks = [self.match.told]
        self.times: list[int] = []
        self._lines: dict[int | None, list[LogLine]] = {}
        self._names: Mapping[int, str] = {}
        self._replaying = contextlib.ExitStack()
        self._replaying.enter_context(self.match.replaying())

    def add(self, body: str, at: int) -> None:
        repeat(self.match, _decode(body))
        self.states.append(self.match.state)
        self.marks.append(self.match.told)
        self.times.append(at)
        self._lines.clear()

    def lines(self, viewer: int | None, names: Mapping[int, str], at: int) -> list[LogLine]:
        """The log up to an entry, put into words once per viewer."""
        if names != self._names:
            self._names = names
            self._lines.clear()
        if viewer not in self._lines:
            self._lines[viewer] = log_lines(self.match, self.marks, viewer, names, 0, self.match.length)
        return [line for line in self._lines[viewer] if line.seq <= at]


class Reader:
    """Remembers the matches that were looked at last, so that only new entries have to be replayed."""

    def __init__(self) -> None:
        self.reels: OrderedDict[str, Reel] = OrderedDict()

    def read(self, job: Reading) -> Answer:
        """What somebody wants to see of a match, as it will be sent."""
        if job.what == "verdict":
            return Answer(page=_encode(_verdict(job)))
        if job.what == "record":
            return Answer(page=_encode(_record(job)))
        reel = self._reel(job)
        if reel is None:
            return Answer(missing=True)
        if job.what == "tape":
            return Answer(page=_encode(_tape(reel, job)), length=reel.match.length)
        last = reel.match.length
        if job.at is not None and job.at > last:
            return Answer(denied=f"the match has {last} entries", length=last)
        return Answer(page=_encode(_moment(reel, job, last if job.at is None else job.at)), length=last)

    def _reel(self, job: Reading) -> Reel | None:
        """The match as far as the job knows it; None if the job leaves out what is not remembered."""
        reel = self.reels.pop(job.table, None)
        if reel is None or reel.match.length < job.first:
            if job.first:
                return None
            reel = Reel(job)
        for body, at in job.entries[reel.match.length - job.first :]:
            reel.add(body, at)
        self.reels[job.table] = reel
        while sum(len(one.states) for one in self.reels.values()) > POSITIONS and len(self.reels) > 1:
            self.reels.popitem(last=False)
        return reel


def _content(job: Reading) -> Content | None:
    return None if job.files is None else Content.of(job.files)


def _moment(reel: Reel, job: Reading, at: int) -> Update:
    """The table after an entry."""
    state, seat = reel.states[at], job.seat
    if seat is not None and not state.over and not state.playing(seat):
        seat = None
    return Update(
        seq=at,
        since=-1,
        view=reel.match.game.view(state, -1 if seat is None else seat),
        decision=None,
        standing=None,
        lines=reel.lines(seat, job.names, at),
        clocks=None,
        undo=UndoState(False, False),
        over=state.over,
    )


def _tape(reel: Reel, job: Reading) -> Tape:
    """All entries. What was chosen is shown once everything may be seen; one's own always."""
    entries = []
    for index, at in enumerate(reel.times):
        entry = reel.match.record_entry(index)
        before, after = reel.states[index], reel.states[index + 1]
        sealed = not before.over and before.asking.secret()
        seat = entry.get("seat")
        action = entry.get("do")
        what = "practise" if "practise" in entry else "undo" if "undo" in entry else "act"
        if entry.get("timeout"):
            what = "timeout"
        elif action == RESIGN:
            what = "resign"
        shown = job.open_to_all or seat in job.own  # an action id may name what only its seat knows
        entries.append(
            TapeEntry(
                seq=index + 1,
                at=at,
                seat=seat,
                what=what,  # type: ignore[arg-type]
                action=action if shown else None,
                turn=int(after.turn),
                chance=after.chance.drawn != before.chance.drawn,
                sealed=sealed,
                out=[one for one in range(reel.match.seats) if not after.playing(one)],
            )
        )
    return Tape(entries)


def _record(job: Reading) -> dict[str, Any]:
    """The whole record, from what was written down."""
    entries = [_decode(body) for body, _ in job.entries]
    outcome = None if job.outcome is None else _decode(job.outcome)
    return {**job.header, "entries": entries, "outcome": outcome}


def _verdict(job: Reading) -> Verdict:
    """Verify the record as anybody could: from the first entry on, whatever is remembered."""
    commitment = str(job.header["chance"]["commitment"])
    record = _record(job)
    try:
        match = verify(record, _content(job))
    except InvalidRecord as wrong:
        return Verdict(False, len(job.entries), commitment, str(wrong))
    return Verdict(True, match.length, commitment, None, promise_of(record).unpromised)
