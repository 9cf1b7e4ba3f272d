"""The file of an arena: a heading, then a line of JSON per block, written as soon as it has been played.

Whatever stops an arena, the next one goes on after the last whole line. What was played at another table, or
by other bots, is not added to.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from innkeeper.bots.strength import build_of
from innkeeper.engine.errors import InvalidOptions
from innkeeper.lab.arena import Arena, Block

try:
    import fcntl
except ImportError:  # where files have no such locks, two arenas on one file are noticed by their numbers
    fcntl = None  # type: ignore[assignment]


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all blocks of a file have in common."""

    arena: int  # of this form of file
    game: str
    rules: str
    content: str
    seats: int
    options: dict[str, Any]
    seed: int
    opening: int
    build: str

    @classmethod
    def of(cls, arena: Arena) -> Heading:
        game, _ = arena.table
        content = arena.content or game.content
        return cls(
            1,
            game.id,
            game.version,
            content.hash,
            arena.seats,
            dict(arena.options),
            arena.seed,
            arena.opening,
            build_of(game),
        )


class Ledger:
    """An open file of an arena. `blocks` is what was played before."""

    def __init__(self, path: Path, arena: Arena) -> None:
        self.path = path
        self.blocks: list[Block] = []
        try:
            self._file: BinaryIO = path.open("a+b")
        except OSError as wrong:
            raise self._refused(wrong) from None
        try:
            hold(self._file, f"{path} is being written by another arena")
            self._read(Heading.of(arena))
        except BaseException as wrong:
            self.close()
            raise self._refused(wrong) if isinstance(wrong, OSError) else wrong from None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, blocks: Sequence[Block]) -> None:
        """Add blocks, and see that they are kept."""
        try:
            self._file.write(b"".join(msgspec.json.encode(block) + b"\n" for block in blocks))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as wrong:
            raise self._refused(wrong) from None

    def close(self) -> None:
        self._file.close()

    def _refused(self, wrong: OSError) -> InvalidOptions:
        return InvalidOptions(f"{self.path} cannot be used: {os.strerror(wrong.errno or 0)}")

    def _read(self, heading: Heading) -> None:
        self._file.seek(0)
        whole, _, torn = self._file.read().rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if torn and not lines and not torn.startswith(b'{"arena":'):
            raise InvalidOptions(f"{self.path} is no file of an arena")
        if lines:
            check_same(str(self.path), "file", self._decode(lines[0], 1, Heading), heading)
        counts: dict[tuple[str, str], int] = {}
        for number, line in enumerate(lines[1:], 2):
            block = self._decode(line, number, Block)
            if block.number != counts.get(block.pairing, 0):
                expected = counts.get(block.pairing, 0)
                raise InvalidOptions(
                    f"{self.path}, line {number}: block {block.number} of {block.challenger} against "
                    f"{block.rival} stands where block {expected} should be"
                )
            counts[block.pairing] = block.number + 1
            self.blocks.append(block)
        if torn:
            self._file.truncate(len(whole) + 1 if lines else 0)
        if not lines:
            self._file.write(msgspec.json.encode(heading) + b"\n")
            self._file.flush()

    def _decode(self, line: bytes, number: int, shape: type[Any]) -> Any:
        try:
            return msgspec.json.decode(line, type=shape)
        except (msgspec.DecodeError, RecursionError) as wrong:
            what = "no heading of an arena's file" if shape is Heading else "no block of an arena"
            raise InvalidOptions(f"{self.path}, line {number}: this is {what}: {wrong}") from None


def hold(file: BinaryIO, refusal: str) -> None:
    """Keep a file for this process alone, as long as it is open."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InvalidOptions(refusal) from None


def check_same(what: str, kind: str, there: msgspec.Struct, here: msgspec.Struct, free: str = "") -> None:
    """What is added to a file must have been played as what is there; `free` may differ."""
    for name in there.__struct_fields__:
        old, new = getattr(there, name), getattr(here, name)
        if old == new or name == free:
            continue
        if name == "build":
            raise InvalidOptions(
                f"{what} was played by bots of another build ({old}, now {new}); begin a new {kind}"
            )
        raise InvalidOptions(f"{what} is of {OF[kind]} with {name} {old!r}, not {new!r}")


OF = {"file": "an arena", "folder": "a run"}
