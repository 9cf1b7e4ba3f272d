"""Refusals of the server, each with the status it has over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from innkeeper.engine.errors import InnkeeperError


class Denied(InnkeeperError):
    """The server will not do this."""

    status = 409

    def __init__(self, reason: str, clause: str | None = None, legal: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause
        self.legal = list(legal)


class NotFound(Denied):
    """There is no such thing, or not for you."""

    status = 404


class NotYours(Denied):
    """This belongs to somebody else."""

    status = 403


class Unknown(Denied):
    """The server does not know who asks."""

    status = 401


class TooFast(Denied):
    """More requests than the house allows."""

    status = 429


class HungUp(Denied):
    """Whoever asked went away in the middle of it. Nobody hears this."""

    status = 400


class Unreadable(Denied):
    """What the book says of a table makes no sense."""


def mark(id: str) -> str:
    """A table in the server's log: whoever knows its id finds it there, and nobody learns the id from it."""
    return f"table #{blake2b(id.encode(), digest_size=4).hexdigest()}"
