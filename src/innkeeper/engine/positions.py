"""Where things stand in a content file: the line of every table, key and list entry of its TOML or JSON.

Python's readers forget it. What they have accepted needs no second parser, only somebody who goes through
the keys and brackets once more and counts; and only when there is something to say about the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple

Path = tuple[str | int, ...]  # `("encounter", "yeti", "clauses", 0)`

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|'
    r"'''.*?'''|"
    r'"(?:\\.|[^"\\\n])*"|'
    r"'[^'\n]*'|"
    r"(?P<passed>#[^\n]*|[ \t\r]+)|"
    r"\n|[\[\]{}=,.]|"
    r"""[^\s\[\]{}=,."'#]+|.""",
    re.DOTALL,
)
_ENDS = ("", "\n", ",", "]", "}")


class _Token(NamedTuple):
    text: str
    line: int


def lines_of(file: str, text: str) -> dict[Path, int]:
    """The line, from 1, of everything in a file that can be read."""
    if file.endswith(".json"):
        text = re.sub(r'("(?:\\.|[^"\\])*")(\s*):', r"\1\2=", text)  # now its objects are inline tables
    walk = _Walk(text)
    if file.endswith(".json"):
        walk.value(())
    else:
        walk.document()
    return walk.lines


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest thing around it that is there."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def at(value: Any, path: Iterable[str | int]) -> Any:
    """What stands at a path; None if nothing does."""
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step] if step < len(value) else None
        else:
            return None
    return value


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Everything that holds nothing else, with its path."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from leaves(inside, (*path, key))
    elif isinstance(value, list):
        for place, inside in enumerate(value):
            yield from leaves(inside, (*path, place))
    else:
        yield path, value


class _Walk:
    """One walk through a file."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._tokens: list[_Token] = []
        self._place = 0
        line = 1
        for found in _TOKEN.finditer(text):
            if found["passed"] is None:
                self._tokens.append(_Token(found[0], line))
            line += found[0].count("\n")

    def document(self) -> None:
        """Headings and pairs; the pairs below a heading are its table's."""
        table: Path = ()
        repeated: dict[Path, count[int]] = {}  # the `[[tables]]` so far
        while self._skip_lines():
            if self._next != "[":
                self._pair(table)
                continue
            brackets = self._open()
            table = self._key(())
            if brackets == 2:
                table = (*table, next(repeated.setdefault(table, count())))
                self._note(table)
            for _ in range(brackets):
                self._take()

    def value(self, path: Path) -> None:
        """A list, a table in braces, or anything up to the next comma, bracket or line."""
        opened = self._next
        if opened not in ("[", "{"):
            while self._next not in _ENDS:
                self._take()
            return
        self._take()
        for place in count():
            self._skip_lines()
            if self._next in ("", "]", "}"):
                self._take()
                return
            if opened == "{":
                self._pair(path)
            else:
                self._note((*path, place))
                self.value((*path, place))
            self._skip_lines()
            if self._next == ",":
                self._take()

    def _pair(self, path: Path) -> None:
        path = self._key(path)
        self._take()  # =
        self.value(path)

    def _key(self, path: Path) -> Path:
        """Where a key leads, a dotted one step by step."""
        while True:
            path = (*path, _plain(self._next))
            self._note(path)
            self._take()
            if self._next != ".":
                return path
            self._take()

    def _open(self) -> int:
        brackets = 0
        while self._next == "[":
            brackets += 1
            self._take()
        return brackets

    @property
    def _next(self) -> str:
        return self._tokens[self._place].text if self._place < len(self._tokens) else ""

    def _take(self) -> None:
        self._place += 1

    def _skip_lines(self) -> bool:
        """Go on to the next thing; False at the end of the file."""
        while self._next == "\n":
            self._take()
        return self._next != ""

    def _note(self, path: Path) -> None:
        place = min(self._place, len(self._tokens) - 1)
        self.lines.setdefault(path, self._tokens[place].line)


def _plain(key: str) -> str:
    """A key without its quotes."""
    if key[:1] not in ("'", '"'):
        return key
    try:
        return next(iter(tomllib.loads(f"{key} = 0")))
    except ValueError:  # an escape that JSON alone has: found by the table around it
        return key
