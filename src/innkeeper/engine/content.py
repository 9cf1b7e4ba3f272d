"""Content: the TOML files of a game, read with errors that point at the file, the card and the field."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from innkeeper.engine.errors import InvalidContent

T = TypeVar("T")


class Content(msgspec.Struct, frozen=True):
    """The files of one content pack, by name. Two packs with the same hash are the same pack."""

    files: dict[str, str]
    hash: str

    @classmethod
    def of(cls, files: Mapping[str, str]) -> Content:
        """A pack from texts."""
        digest = hashlib.blake2b(digest_size=8)
        for name in sorted(files):
            for part in (name, files[name]):
                digest.update(len(part.encode()).to_bytes(8, "little") + part.encode())
        return cls(dict(files), digest.hexdigest())

    @classmethod
    def read(cls, folder: Path) -> Content:
        """The pack in a folder of TOML files; designers' packs may be JSON."""
        paths = sorted([*folder.glob("*.toml"), *folder.glob("*.json")])
        return cls.of({path.name: _text(path) for path in paths})

    def edited(self, changes: Mapping[str, str]) -> Content:
        """The same pack with some files replaced: what a designer's folder amounts to."""
        return self.of({**self.files, **changes})

    def cards(self, file: str, table: str, shape: type[T]) -> dict[str, T]:
        """The entries `[table.id]` of a file, each as a `shape`, in the order of the file."""
        entries = self.tables(file).get(table)
        if not isinstance(entries, dict) or not entries:
            raise InvalidContent(f"{file}: there is no [{table}.…] entry")
        return {card: self.decode(f"{file}: {table}.{card}", entry, shape) for card, entry in entries.items()}

    def tables(self, file: str) -> dict[str, Any]:
        """A whole file as plain TOML."""
        if file not in self.files:
            raise InvalidContent(f"the content has no file {file}; it has {', '.join(sorted(self.files))}")
        try:
            return tomllib.loads(self.files[file])
        except RecursionError:
            raise InvalidContent(f"{file}: this is nested too deeply") from None
        except ValueError as wrong:  # not TOML, or a number that is none
            raise InvalidContent(f"{file}: this is not TOML: {wrong}") from None

    @staticmethod
    def decode(where: str, entry: object, shape: type[T]) -> T:
        """One entry as a typed structure."""
        try:
            return msgspec.convert(entry, shape)
        except msgspec.ValidationError as wrong:
            raise InvalidContent(f"{where}: {wrong}") from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise InvalidContent(
            f"{path.name}: this is not UTF-8: {wrong.reason} at byte {wrong.start}"
        ) from None
    except OSError as wrong:
        raise InvalidContent(f"{path.name}: {wrong.strerror}") from None


@cache
def shipped(folder: Path) -> Content:
    """The content that came with the game."""
    return Content.read(folder)
