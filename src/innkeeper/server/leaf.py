"""What the book says of one table: its leaf, the chairs around it, and what was said there."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from innkeeper.server.protocol import Clock

_decode = msgspec.json.Decoder().decode
_decode_clock = msgspec.json.Decoder(Clock).decode
_decode_outcome = msgspec.json.Decoder(dict[str, Any]).decode


def _told(kind: type[Struct], row: Any) -> dict[str, Any]:
    """What a row says for the fields of a struct."""
    return {name: row[name] for name in kind.__struct_fields__}


class Leaf(Struct, kw_only=True):
    """The table's own row of `schema.matches`, and how many entries there were when it was read."""

    id: str
    code: str | None
    game: str
    rules: str
    content: str
    options: dict[str, Any]  # without what people bring to their seats
    public: bool
    watchers: bool
    bench_talks: bool
    clock: Clock
    takeover: str | None
    host: str | None
    status: str
    notice: str | None
    seed: bytes
    commitment: str
    start_hash: str | None
    created: int
    started: int | None
    ended: int | None
    outcome: str | None  # as it was written down
    due: int | None
    previous: str | None
    origin: str | None
    origin_at: int | None
    rated: bool
    unrated: str | None
    seq: int

    @classmethod
    def of(cls, row: Any) -> Leaf:
        """Read a row; whatever cannot be read, or is of another kind than it should be, raises."""
        told = _told(cls, row)
        told["options"] = _decode(told["options"])
        told["clock"] = _decode_clock(told["clock"])
        told["seq"] = told["seq"] or 0
        if told["outcome"] is not None:
            _decode_outcome(told["outcome"])
        return msgspec.convert(told, cls)


class Chair(Struct):
    """Who sits on one seat."""

    seat: int
    who: str
    name: str
    bot: str | None
    token: str | None
    guest: str | None
    account: int | None
    account_name: str | None
    nonce: str
    seal: str
    ready: bool
    stand_in: str | None
    mutes: frozenset[int | None]
    brings: dict[str, Any] = {}
    program: bool = False

    @classmethod
    def of(cls, row: Any) -> Chair:
        """Read a row of `schema.chairs`, with the name of the account."""
        told = _told(cls, row)
        told["mutes"] = _decode(told["mutes"])
        told["brings"] = _decode(told["brings"])
        return msgspec.convert(told, cls)

    @property
    def plays_itself(self) -> str | None:
        """The bot that answers for this seat now, if any."""
        return self.bot if self.who == "bot" else self.stand_in

    def same_person(self, other: Chair) -> bool:
        """Do two seats belong to one person, at one screen or by one account?"""
        if self.who != "person" or other.who != "person":
            return False
        same_guest = self.guest is not None and self.guest == other.guest
        return same_guest or (self.account is not None and self.account == other.account)


class Talk(Struct, frozen=True):
    """A line of chat, or a step of an undo that needs consent."""

    n: int
    at: int
    kind: str
    seat: int | None
    name: str
    text: str
    seq: int

    @classmethod
    def of(cls, row: Any) -> Talk:
        """Read a row of `schema.notes`."""
        return msgspec.convert(_told(cls, row), cls)
