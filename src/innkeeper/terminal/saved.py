"""Saved matches: one file per match, a line per entry, on the disk before anybody is told of it.

The first line holds the set-up, as a record does, and who plays; every further line is an entry of the
record; after the last one stands what came of it. A line that a crash cut off was never answered, so it is
passed over.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from innkeeper.engine.content import Content, shipped
from innkeeper.engine.errors import InnkeeperError, InvalidRecord
from innkeeper.engine.match import Match
from innkeeper.engine.record import replay
from innkeeper.folders import data_folder

FORMAT = 1
SUFFIX = ".match"
YOU = "you"  # instead of a bot's name: a person at this keyboard
MOST_BYTES = 64 << 20  # of one match; the longest has a few


class CannotSave(InnkeeperError):
    """A match cannot be kept, or is being played elsewhere at this moment."""


def folder() -> Path:
    """Where matches are kept."""
    return data_folder() / "matches"


@dataclass(frozen=True)
class Saved:
    """What a file holds: set-up and entries of the record, who plays, and the cards if they were edited."""

    path: Path
    setup: dict[str, Any]
    entries: list[Any]
    players: list[str]
    began: int
    content: Content | None
    outcome: Any  # as it is written there; None while the match runs
    whole: int  # bytes; what follows them was cut off

    @property
    def name(self) -> str:
        """What a person calls it."""
        return self.path.stem

    @property
    def game(self) -> str:
        """The id of its game."""
        return str(self.setup.get("game"))

    @property
    def called(self) -> list[str]:
        """What its players are called, by seat."""
        return list(seat_names(self.players).values())

    def match(self) -> Match:
        """The match as it stands."""
        return replay({**self.setup, "entries": self.entries, "outcome": None}, self.content)

    def record(self) -> dict[str, Any]:
        """The record, as any program reads it."""
        return self.match().record()


def is_saved(data: bytes) -> bool:
    """Is this a saved match, rather than a record in one piece?"""
    head = data[:4096].lstrip()
    return head.startswith(b'{"saved"')


def parse(path: Path, data: bytes) -> Saved:
    """Read a saved match; complaints name the file and the line."""
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].splitlines()
    try:
        first, *rest = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        raise InvalidRecord(f"{path}: {_first_bad(lines)}") from None
    match first:
        case {"saved": {"format": format, "players": list(players), "began": int(began)} as kept}:
            if format != FORMAT:
                raise InvalidRecord(f"{path}: line 1: saved in format {format!r}, here is {FORMAT}")
            files = kept.get("content")
            setup = {name: value for name, value in first.items() if name != "saved"}
            pack = Content.of(files) if isinstance(files, dict) else None
            last = rest.pop()["outcome"] if rest and _is_outcome(rest[-1]) else None
            return Saved(path, setup, rest, [str(name) for name in players], began, pack, last, whole)
    raise InvalidRecord(f"{path}: line 1: this is no saved match")


def _is_outcome(line: object) -> bool:
    return isinstance(line, dict) and line.keys() == {"outcome"}


def _first_bad(lines: list[bytes]) -> str:
    for number, line in enumerate(lines, 1):
        try:
            json.loads(line)
        except (ValueError, RecursionError) as wrong:
            return f"line {number}: this is not JSON: {wrong}"
    return "there is nothing in it"


def read(path: Path) -> Saved:
    """The saved match in a file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise InvalidRecord(f"{path}: {wrong.strerror}") from None
    if len(data) > MOST_BYTES:
        raise InvalidRecord(f"{path}: this is larger than {MOST_BYTES >> 20} MiB")
    return parse(path, data)


def all_saved(where: Path | None = None) -> Iterator[Saved]:
    """The saved matches that can be read and hold an answer, the one that was played last first."""
    found = []
    with suppress(OSError):
        for path in (where or folder()).glob(f"*{SUFFIX}"):
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(found, reverse=True):
        with suppress(InnkeeperError):
            if (saved := read(path)).entries:
                yield saved


def seat_names(players: Sequence[str]) -> dict[int, str]:
    """A name per seat: people are travellers, bots are called what they are; namesakes are numbered."""
    called = ["Traveller" if name == YOU else name.capitalize() for name in players]
    return {
        seat: name if called.count(name) == 1 else f"{name} {called[: seat + 1].count(name)}"
        for seat, name in enumerate(called)
    }


def entries_of(saved: Saved) -> str:
    """How far a match has come, in words."""
    count = len(saved.entries)
    return f"{count} {'entry' if count == 1 else 'entries'}"


class Keeper:
    """The open file of a match that is being played. Nobody else can go on with it meanwhile."""

    def __init__(self, path: Path, file: BinaryIO, written: int, ended: bool = False) -> None:
        self.path = path
        self._file = file
        self._written = written
        self._ended = ended

    @classmethod
    def begin(cls, match: Match, players: Sequence[str], where: Path | None = None) -> Keeper:
        """A new file with the set-up of a match that begins."""
        home = where or folder()
        setup = match.record()
        del setup["entries"], setup["outcome"]
        edited = match.content.hash != shipped(match.game.folder / "content").hash
        kept = {
            "format": FORMAT,
            "players": list(players),
            "began": int(time.time()),
            "content": match.content.files if edited else None,
        }
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        path = home / f"{match.game.id}-{stamp}-{secrets.token_hex(2)}{SUFFIX}"
        try:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "r+b", buffering=0)
        except OSError as wrong:
            raise CannotSave(f"the match cannot be kept in {home}: {wrong.strerror}") from None
        keeper = cls(path, file, 0)
        try:
            _lock(file, path)
            keeper._append([{"saved": kept, **setup}])
            _sync_folder(home)
        except OSError as wrong:
            keeper.close()
            raise CannotSave(f"the match cannot be kept in {home}: {wrong.strerror}") from None
        keeper.keep(match)
        return keeper

    @classmethod
    def resume(cls, saved: Saved) -> tuple[Keeper, Match]:
        """Go on with a saved match: what a crash cut off is removed, all else stays."""
        try:
            file = saved.path.open("r+b", buffering=0)
        except OSError as wrong:
            raise CannotSave(f"{saved.path}: {wrong.strerror}") from None
        try:
            _lock(file, saved.path)
            fresh = read(saved.path)  # somebody may have played on until a moment ago
            match = fresh.match()
            file.truncate(fresh.whole)
            file.seek(fresh.whole)
        except BaseException:
            file.close()
            raise
        keeper = cls(saved.path, file, match.length, fresh.outcome is not None)
        keeper.keep(match)  # a crash may have come before its outcome was written
        return keeper, match

    def keep(self, match: Match) -> None:
        """Write what has been entered since the last time, and wait until it is on the disk."""
        news = [match.record_entry(index) for index in range(self._written, match.length)]
        ended = match.outcome is not None and not self._ended
        if not news and not ended:
            return
        try:
            self._append([*news, {"outcome": match.record()["outcome"]}] if ended else news)
        except OSError as wrong:
            raise CannotSave(f"the match cannot be kept in {self.path}: {wrong.strerror}") from None
        self._written, self._ended = match.length, ended

    def _append(self, lines: Sequence[object]) -> None:
        data = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        at = self._file.tell()
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):  # half a line must not stand before the next
                self._file.truncate(at)
                self._file.seek(at)
            raise

    def close(self) -> None:
        """Leave the file to others; where nothing was answered there is nothing to keep."""
        if self._written == 0:
            with suppress(OSError):
                self.path.unlink()
        self._file.close()


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows, which lets nobody else write anyway
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CannotSave(f"{path.stem} is being played in another window") from None


def _sync_folder(where: Path) -> None:
    """A new file is there after a power cut only if its folder was written too."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    folder = os.open(where, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
