"""Content: the TOML files of a game, read with errors that point at the file, the card and the field."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from innkeeper.engine.errors import InvalidContent, shown
from innkeeper.engine.words import did_you_mean

T = TypeVar("T")

_NO_NAME = re.compile(
    r"(Object contains unknown field `|Invalid (?:enum )?value ')(?P<name>[^`']*)[`']"
    r"(?: - at `\$(?P<path>.*)`)?$"
)
_STEP = re.compile(r"\.([^.\[]+)|\[[^\]]*\]")  # a field by its name, an entry of a list or table as ""


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
        files: dict[str, str] = {}
        unreadable = []
        try:
            paths = sorted(path for path in folder.iterdir() if path.suffix in (".toml", ".json"))
        except OSError as wrong:
            raise InvalidContent(f"{folder}: this folder cannot be read: {wrong.strerror}") from None
        for path in paths:
            try:
                files[path.name] = _text(path)
            except InvalidContent as wrong:
                unreadable.append(str(wrong))
        if unreadable:
            raise InvalidContent("\n".join(unreadable))
        return cls.of(files)

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
        """A whole file as plain TOML, or JSON."""
        if file not in self.files:
            raise InvalidContent(f"the content has no file {file}; it has {', '.join(sorted(self.files))}")
        form, read = ("JSON", json.loads) if file.endswith(".json") else ("TOML", tomllib.loads)
        try:
            found = read(self.files[file])
        except RecursionError:
            raise InvalidContent(f"{file}: this is nested too deeply") from None
        except ValueError as wrong:  # not of that form, or a number that is none
            raise InvalidContent(f"{file}: this is not {form}: {wrong}") from None
        if not isinstance(found, dict):
            raise InvalidContent(f"{file}: this is no JSON object, but {shown(found)}")
        return found

    @staticmethod
    def decode(where: str, entry: object, shape: type[T]) -> T:
        """One entry as a typed structure."""
        try:
            return msgspec.convert(entry, shape)
        except msgspec.ValidationError as wrong:
            said = _with_key(str(wrong), entry, shape)
            raise InvalidContent(f"{where}: {said}{_allowed(str(wrong), shape)}") from None


def _with_key(wrong: str, entry: object, shape: object) -> str:
    """The same with the key of the table it is about, which the reader of structures writes as `[...]`."""
    head, found, rest = wrong.partition("[...]")
    steps = head.partition(" - at `$.")[2].split(".")
    table = entry
    for step in steps:
        table = table.get(step) if isinstance(table, dict) else None
    if not found or not isinstance(entry, dict) or not isinstance(table, dict):
        return wrong
    for key, value in table.items():
        alone: dict[str, object] = {key: value}
        for step in reversed(steps):
            alone = {step: alone}
        try:
            msgspec.convert({**entry, **alone}, shape)
        except msgspec.ValidationError:
            return f"{head}.{key}{rest}"
    return wrong


def _allowed(wrong: str, shape: object) -> str:
    """What could stand where a name is none: the fields of a structure, or the few values of a field."""
    named = _NO_NAME.match(wrong)
    if named is None:
        return ""
    info = _at(msgspec.inspect.type_info(shape), named["path"] or "")
    if isinstance(info, msgspec.inspect.StructType):
        known = [field.encode_name for field in info.fields]
    elif isinstance(info, msgspec.inspect.LiteralType):
        known = sorted(map(str, info.values), key=_by_number)
    elif isinstance(info, msgspec.inspect.EnumType):
        known = [str(member.value) for member in info.cls]
    elif isinstance(info, list):
        known = info
    else:
        return ""
    listed = ", ".join(one or '""' for one in known)
    return f"; there are {listed}{did_you_mean(named['name'], known)}"


def _by_number(name: str) -> tuple[str, int, str]:
    """D4, D6, D10: not as the letters of the figures stand in the alphabet."""
    return name.rstrip("0123456789"), len(name), name


def _at(info: Any, path: str) -> Any:
    """The type at a path such as `.dock.clauses[2]`; None where it leads nowhere that is known.

    Of the field by which structures are told apart, the names that they have there.
    """
    tags: list[tuple[str, str]] = []  # of the union that was passed last
    for field in _STEP.findall(path):
        if any(field == name for name, _ in tags):
            return [tag for _, tag in tags]
        if field:
            fields = info.fields if isinstance(info, msgspec.inspect.StructType) else ()
            info = next((one.type for one in fields if one.encode_name == field), None)
        elif isinstance(info, msgspec.inspect.ListType):
            info = info.item_type
        elif isinstance(info, msgspec.inspect.DictType):
            info = info.value_type
        if isinstance(info, msgspec.inspect.UnionType):
            tags = [
                (str(one.tag_field), str(one.tag))
                for one in info.types
                if isinstance(one, msgspec.inspect.StructType) and one.tag_field is not None
            ]
            info = next((one for one in info.types if not isinstance(one, msgspec.inspect.NoneType)), None)
    return info


def _text(path: Path) -> str:
    """What is in a file, if it is one that people can name and read."""
    if not path.name.isprintable():
        raise InvalidContent(f"{path.name!r}: give this file a name of plain letters")
    if path.exists() and not path.is_file():
        kind = "a folder" if path.is_dir() else "a device"
        raise InvalidContent(f"{path.name}: this should be a file, and is {kind}")
    try:
        data = path.read_bytes()
    except OSError as wrong:
        raise InvalidContent(f"{path.name}: this file cannot be read: {wrong.strerror}") from None
    return decoded(path.name, data)


def decoded(name: str, data: bytes) -> str:
    """A file as a text; what some editors put before it, to say that it is UTF-8, is no part of it."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise InvalidContent(
            f"{name}:{line}: a letter here is not UTF-8; let your editor save the file as UTF-8"
        ) from None


@cache
def shipped(folder: Path) -> Content:
    """The content that came with the game; one without cards has no folder for them."""
    return Content.read(folder) if folder.is_dir() else Content.of({})
