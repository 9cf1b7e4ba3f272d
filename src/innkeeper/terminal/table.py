"""A table as a client meets it, whether the referee sits in this process or on a server.

Both kinds speak in the protocol's own terms: a question with its choices, lines of the log with the clause
behind each, what taking back would need, whose clock runs.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from innkeeper.engine.errors import InnkeeperError
from innkeeper.engine.foresight import Foreseen
from innkeeper.server.protocol import Clocks, LogLine, Note, Question, UndoState
from innkeeper.terminal.lore import Lore

SEAT = re.compile(r"\bseat (\d+)")


class NotNow(InnkeeperError):
    """The referee refused: why, and by which clause if one is to blame. Nothing has changed."""

    def __init__(self, reason: str, clause: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause


def named(question: Question | None, names: Mapping[int, str]) -> Question | None:
    """What is offered, with the names of those it is done to: the referee knows seats only."""
    if question is None or not any("seat" in one.of for one in question.actions):
        return question

    def name(found: re.Match[str]) -> str:
        return names.get(int(found[1]), found[0])

    actions = [
        replace(one, label=SEAT.sub(name, one.label)) if "seat" in one.of else one for one in question.actions
    ]
    return replace(question, actions=actions)


@dataclass(frozen=True)
class Moment:
    """What one pair of eyes sees at one moment. `you` is the seat, or None for somebody who watches."""

    seq: int
    you: int | None
    view: Mapping[str, Any]
    decision: Question | None
    standing: Question | None
    lines: Sequence[LogLine]
    undo: UndoState
    over: bool
    clocks: Clocks | None = None
    said: Sequence[Note] = ()
    status: str = ""  # what the connection, or the table, has to say
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def result(self) -> Mapping[str, Any] | None:
        """How the match ended, as the view tells it."""
        found: Mapping[str, Any] | None = self.view["table"].get("result") if self.over else None
        return found


class Table(ABC):
    """What a client can do at a table. Every refusal is a `NotNow`, and changes nothing."""

    lore: Lore
    names: Mapping[int, str]
    where: str  # in a few words, for the head of a page

    @property
    def begun(self) -> bool:
        """Is there anything to see yet? A table of a server may wait for people."""
        return True

    @property
    def lobby(self) -> Sequence[str]:
        """What is said while it waits."""
        return ()

    @property
    def left(self) -> str:
        """What somebody who leaves is told."""
        return "The match is not finished."

    @abstractmethod
    def moment(self) -> Moment:
        """What is seen now."""

    @abstractmethod
    def advance(self, patience: float) -> bool:
        """Let the others go on: a bot answers, or a message comes within so many seconds. Did something?"""

    @abstractmethod
    def act(self, action: str) -> None:
        """Answer the question, or do something that nobody waits for."""

    @abstractmethod
    def undo(self) -> None:
        """Take the last action back, or ask the others whether that may be."""

    @abstractmethod
    def resign(self) -> None:
        """Leave the match."""

    @abstractmethod
    def foresee(self, action: str) -> Foreseen:
        """What a player may expect of an action."""

    @abstractmethod
    def hint(self) -> str:
        """What a good bot would do here."""

    @abstractmethod
    def record(self) -> dict[str, Any]:
        """The record of the match, where it may be had."""

    def refusal(self, action: str) -> NotNow | None:
        """Why the game itself would not allow this now, if it has something to say about it."""
        return None

    def say(self, text: str) -> None:
        """A line of chat."""
        raise NotNow("there is nobody to talk to at this table")

    def answer_undo(self, agree: bool) -> None:
        """Agree, or not, to what another seat wants to take back."""
        raise NotNow("nobody asks to take anything back")

    def again(self) -> Table:
        """The same table again, when the match is over; everybody sits one seat further."""
        raise NotNow("you only watch here")

    @abstractmethod
    def close(self) -> None:
        """Leave without a word; the match can be gone on with later."""
