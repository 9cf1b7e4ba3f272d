"""Every refusal Innkeeper can give, written for the person who will read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def shown(value: object, most: int = 80) -> str:
    """What somebody sent, as a message may repeat it: never longer than a line."""
    try:
        text = repr(value)
    except Exception:  # a stranger's __repr__ may raise anything, and a refusal must still be given
        text = f"something of type {type(value).__name__}"
    return text if len(text) <= most else text[: most - 1] + "…"


class InnkeeperError(Exception):
    """Base of all errors that are about what somebody asked for, not about a bug."""


class UnknownGame(InnkeeperError):
    """No game of that id is installed."""


class InvalidOptions(InnkeeperError):
    """A table was asked for with house rules, or a number of seats, that the game does not allow."""


class InvalidContent(InnkeeperError):
    """A content file cannot be used; the message names the file, the card and the field."""


class IncompleteWord(InnkeeperError):
    """A word of a game's card language lacks a part, so the game cannot be loaded."""


class FaultyGame(InnkeeperError):
    """A game's own code went wrong: what was asked for has not happened. `__cause__` is what it raised."""


class InvalidRecord(InnkeeperError):
    """A record cannot be replayed; `entry` is the index of the first bad entry, if one is to blame."""

    def __init__(self, message: str, entry: int | None = None) -> None:
        super().__init__(message)
        self.entry = entry


class ScriptError(InnkeeperError):
    """A scripted match asked for a die or a card that its script does not have."""


class IllegalAction(InnkeeperError):
    """An action that is not allowed now: why, by which clause, and what would be."""

    def __init__(self, reason: str, clause: str = "IN-1.1", legal: Sequence[str] = ()) -> None:
        super().__init__(f"{reason} ({clause})")
        self.reason = reason
        self.clause = clause
        self.legal = tuple(legal)


def fault(title: str, wrong: BaseException) -> FaultyGame:
    """What people are told of an exception in a game's code: its kind and place.

    Its words may hold what only one seat may know. Those of the kernel about a game never do.
    """
    place, trace = "", wrong.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        place, trace = f"{Path(code.co_filename).name}, line {trace.tb_lineno}", trace.tb_next
    said = f"{type(wrong).__name__} in {place}"
    if type(wrong) is RuntimeError and place.startswith("frame.py"):
        said = str(wrong)
    return FaultyGame(f"the rules of {title} failed ({said})")


def contained(do: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """For methods of what has a `game` and runs its code: whatever that raises becomes a `FaultyGame`."""

    @wraps(do)
    def run(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return do(self, *args, **kwargs)
        except InnkeeperError:
            raise
        except Exception as wrong:
            raise fault(self.game.title, wrong) from wrong

    return run
