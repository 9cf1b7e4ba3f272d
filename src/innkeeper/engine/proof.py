"""Proofreading: all that is wrong with a designer's cards, at once, each with its file and line.

A game's own reader stops at the first fault, and names its file, card and field. Here that fault is noted
and mended in a draft (by what was probably meant, by what came with the game, or by leaving it out), and
the draft is read again, until it can be played. So anybody's game is proofread, without a line of its own.
Faults that only follow from a mend are not told. What is allowed but odd is in doubts.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from innkeeper.engine.content import Content, shipped
from innkeeper.engine.errors import InvalidContent
from innkeeper.engine.positions import Path, at, leaves, line_of, lines_of
from innkeeper.engine.slips import explained

if TYPE_CHECKING:
    from innkeeper.engine.game import Game

MOST_FAULTS = 100  # after so many, the rest can wait

_FILE = re.compile(r"(?P<file>[^:\n]+\.(?:toml|json)): (?P<rest>.*)", re.DOTALL)
_DECODED = re.compile(r" - at `\$(?P<path>[^`]*)`")
_FIELD = re.compile(r"Object (?P<how>contains unknown|missing required) field `(?P<name>[^`]*)`")
_NO_TABLE = re.compile(r"there are no \[(?P<name>[^\]]*)\.…\] entries")
_NO_PLACE = re.compile(r"there are no \[|outside of the entries")
_NEAR = re.compile(r"; did you mean '(?P<near>[^']*)'\?")
_WRONG = re.compile(r"'(?P<wrong>[^'(]+)[^']*'")  # of `heal(5)` the word alone
_NO_ENTRY = re.compile(r"there (?:is no|must be) \[(?P<table>[\w-]+)\.(?P<id>[\w-]+)\]")
_QUOTED = re.compile(r"(?:there is no \w+ )?'([^']+)'")
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")

# What the reader of structures says, for people who have never programmed.
_NAMES = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table in { }",
    "date": "a date",
    "datetime": "a date",
    "time": "a time of day",
    "null": "nothing",
    "int | str": "a whole number, or dice in quotes",
    "int | str | null": "a whole number, or dice in quotes",
}
_NOT_POSSIBLE = re.compile(r"Invalid (?:enum )?value (?=')")
_EXPECTED = re.compile(
    r"Expected `(?P<wanted>[^`]+)`(?: of length)?(?: (?P<sign>[<>]=?) (?P<bound>-?[\d.]+))?"
    r"(?:, got `(?P<got>[^`]+)`)?"
)
_SIGNS = {">=": "at least ", "<=": "at most ", ">": "more than ", "<": "less than "}


@dataclass(frozen=True)
class Remark:
    """Something that is wrong with a content file, or only odd."""

    file: str
    line: int
    place: str  # the card and the field: `encounter.yeti.clauses[0]`
    said: str
    odd: bool = False  # allowed all the same

    def __str__(self) -> str:
        head = f"{self.file}:{self.line}: " if self.line else f"{self.file}: "
        place = f"{self.place}: " if self.place else ""
        return f"{head}{'warning: ' if self.odd else ''}{place}{self.said}"


class Lines:
    """The lines of the files of a pack, each looked up when somebody asks."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._known: dict[str, dict[Path, int]] = {}

    def at(self, file: str, path: Path) -> int:
        """The line of a path; 0 where there is no such file."""
        return line_of(self._of(file), path) if file in self._content.files else 0

    def moved(self, file: str, path: Path, old: Path) -> None:
        """What was meant to stand at `path` stands at `old`."""
        found = self._of(file)
        for place, line in list(found.items()):
            if place[: len(old)] == old:
                found.setdefault((*path, *place[len(old) :]), line)

    def _of(self, file: str) -> dict[Path, int]:
        if file not in self._known:
            self._known[file] = lines_of(file, self._content.files[file])
        return self._known[file]


def faults(game: Game, content: Content) -> list[Remark]:
    """Everything that keeps a pack from being played with."""
    return _Proof(game, content).read()


def refusal(game: Game, content: Content, first: InvalidContent) -> InvalidContent:
    """All faults as one error; the one that was met first, should proofreading not find it."""
    found = faults(game, content)
    return InvalidContent("\n".join(map(str, found))) if found else first


class Draft(Content, frozen=True):
    """A pack that is being mended: its files as they were read, and changed since."""

    parsed: dict[str, dict[str, Any]]

    def tables(self, file: str) -> dict[str, Any]:
        return self.parsed[file] if file in self.parsed else super().tables(file)


class _Proof:
    """One proofreading."""

    def __init__(self, game: Game, content: Content) -> None:
        self._game = game
        self._own = shipped(game.folder / "content")
        self._lines = Lines(content)
        self._found: list[Remark] = []
        self._tried: set[tuple[object, ...]] = set()
        self._settled: set[tuple[str, Path]] = set()  # what is ours by now: nothing is told of it any more
        self._shaken: set[tuple[str, Path]] = set()  # cards that have lost something by a mend
        self._changed: set[tuple[str, Path]] = set()  # fields that are as a mend has left them
        self._guessed: dict[tuple[str, Path], str] = {}  # the word that a mend has put where it was meant
        self._strange: set[str] = set()  # names that a mend has brought, or taken away
        self._draft = Draft(dict(content.files), content.hash, {})
        for file in sorted(content.files):
            self._parse(content, file)

    def read(self) -> list[Remark]:
        """Read, note, mend, and read again."""
        while len(self._found) < MOST_FAULTS:
            try:
                self._game.read_book(self._draft)
                break
            except InvalidContent as wrong:
                if not self._take(str(wrong)):
                    break
        return sorted(dict.fromkeys(self._found), key=lambda one: (one.file, one.line))

    def _parse(self, content: Content, file: str) -> None:
        try:
            self._draft.parsed[file] = deepcopy(content.tables(file))
        except InvalidContent as wrong:
            said = _FILE.match(str(wrong))
            line, text = explained(said["rest"] if said else str(wrong), content.files[file])
            self._found.append(Remark(file, line, "", text + "; the rest of this file was not looked at"))
            self._ours(file)

    def _take(self, said: str) -> bool:
        """Note a fault and mend it; False if that cannot be."""
        named = _FILE.match(said)
        if named is None or named["file"] not in self._draft.files:
            if said not in [one.said for one in self._found]:
                self._found.append(Remark("content", 0, "", said))
            return False
        file = named["file"]
        path, rest = place_in(self._draft.parsed.get(file, {}), named["rest"])
        path, rest = self._misnamed(file, path, rest)
        if self._news(file, path, rest):
            line = self._lines.at(file, path)
            self._found.append(Remark(file, line, written(path), in_words(rest, path)))
        return self._mend(file, path, rest)

    def _misnamed(self, file: str, path: Path, said: str) -> tuple[Path, str]:
        """An entry that must be there, and probably is, under a name that is nearly right."""
        wanted = _NO_ENTRY.search(said)
        if wanted is None or path:
            return path, said
        ours = self._cards(file, (wanted["table"],))
        entries = at(self._draft.parsed.get(file), (wanted["table"],))
        new = [id for id in entries if id not in ours] if isinstance(entries, dict) else []
        for id in get_close_matches(wanted["id"], new, 1):
            return (wanted["table"], id), f"{said}; did you mean {wanted['id']!r}?"
        return path, said

    def _news(self, file: str, path: Path, said: str) -> bool:
        """Is this a fault of the designer's, and none that a mend has made?"""
        if (file, ()) in self._settled or (file, path[:2]) in self._settled:
            return False
        if any(repr(id) in said for id in self._strange):
            return False
        if (file, path) in self._changed:
            return False
        quoted = _QUOTED.match(said)
        if quoted is not None and quoted[1] == self._guessed.get((file, path)):
            return False  # the word that was guessed asks for more: of the guess enough has been said
        if "missing required" in said:  # of ours nothing is missing but what a mend has taken away
            return True
        whole = len(path) <= 2 or not self._there(file, path)
        return not (whole and (file, path[:2]) in self._shaken)

    def _there(self, file: str, path: Path) -> bool:
        return at(self._draft.parsed.get(file), path) is not None

    def _mend(self, file: str, path: Path, said: str) -> bool:
        """The gentlest mend that has not been tried."""
        card = path[:2]
        mends: tuple[tuple[Callable[..., bool], tuple[Path | str, ...]], ...] = (
            (self._as_meant, (path, said)),
            (self._as_elsewhere, (path, said)),
            (self._stand_in, (card,)),
            (self._without, (card,)),
            (self._filled, ((),)),
            (self._ours, ((),)),
        )
        for mend, what in mends:
            attempt = (mend.__name__, file, *what)
            if attempt not in self._tried:
                self._tried.add(attempt)
                if mend(file, *what):
                    return True
        return False

    def _as_meant(self, file: str, path: Path, said: str) -> bool:
        """By the suggestion that the fault itself makes."""
        near = _NEAR.search(said)
        parent: Any = at(self._draft.parsed.get(file), path[:-1])
        if near is None or not path or not isinstance(parent, (dict, list)):
            return False
        last = path[-1]
        named = len(path) <= 2 or _FIELD.search(said) is not None
        if named and isinstance(parent, dict):
            moved = parent.pop(str(last), None)
            self._lines.moved(file, (*path[:-1], near["near"]), path)
            there = parent.setdefault(near["near"], moved)
            if there is not moved and isinstance(there, dict) and isinstance(moved, dict):
                parent[near["near"]] = {**there, **moved}
            return True
        value, wrong = at(parent, (last,)), _WRONG.search(said)
        if not isinstance(value, str) or wrong is None or wrong["wrong"] not in value:
            return False
        parent[last] = value.replace(wrong["wrong"], near["near"], 1)  # type: ignore[index]
        self._guessed[file, path] = near["near"]
        return True

    def _as_elsewhere(self, file: str, path: Path, said: str) -> bool:
        """By what stands there on the card of ours, or on another; or by leaving it out."""
        parent = at(self._draft.parsed.get(file), path[:-1])
        if len(path) == 1 and _NO_PLACE.search(said) and isinstance(parent, dict):
            return parent.pop(str(path[0]), None) is not None
        if len(path) < 3:
            return False
        last = path[-1]
        if isinstance(parent, list) and isinstance(last, int) and last < len(parent):
            parent.pop(last)
            self._changed.add((file, path[:-1]))
        elif isinstance(parent, dict):
            ours = None if "unknown field" in said else self._donor(file, path)
            if ours is not None:
                parent[str(last)] = deepcopy(ours)
                self._changed.add((file, path))
            elif str(last) in parent:
                del parent[str(last)]
                self._changed.add((file, path))
            else:
                return False
        else:
            return False
        self._shaken.add((file, path[:2]))
        return True

    def _donor(self, file: str, path: Path) -> object:
        cards = self._cards(file, path)
        beside = at(self._draft.parsed.get(file), path[:1])
        others = beside if isinstance(beside, list) else []
        for card in [at(cards, path[1:2]), *cards.values(), *others]:
            if (value := at(card, path[2:])) is not None:
                return value
        return None

    def _cards(self, file: str, path: Path) -> dict[str, Any]:
        """The entries of ours in the table of a path."""
        own = self._own.tables(file) if file in self._own.files else {}
        found = at(own, path[:1]) if path else None
        return found if isinstance(found, dict) else {}

    def _stand_in(self, file: str, card: Path) -> bool:
        """A card of ours under the same id, so that whoever names it still finds it."""
        cards = self._cards(file, card)
        table = at(self._draft.parsed.get(file), card[:1])
        if len(card) < 2 or not cards or not isinstance(table, dict):
            return False
        table[card[1]] = deepcopy(at(cards, card[1:2]) or next(iter(cards.values())))
        self._settled.add((file, card))
        return True

    def _without(self, file: str, card: Path) -> bool:
        table = at(self._draft.parsed.get(file), card[:1])
        if len(card) < 2 or at(table, card[1:]) is None:
            return False
        lost = table.pop(card[1])
        if not table:
            return self._ours(file)
        self._strange.add(card[1] if isinstance(card[1], str) else str(at(lost, ("id",))))
        self._settled.add((file, card))
        return True

    def _filled(self, file: str, path: Path) -> bool:
        """Whatever is missing besides is as it came with the game."""
        own = self._own.tables(file) if file in self._own.files else {}
        there = self._draft.parsed.get(file, {})
        added: dict[str, Any] = {}
        for table, entries in own.items():
            if isinstance(entries, dict) and isinstance(there.setdefault(table, {}), dict):
                added |= {id: entry for id, entry in entries.items() if id not in there[table]}
                there[table] = {**entries, **there[table]}
        self._shaken.add((file, path))
        self._strange |= {value for _, value in leaves(added) if isinstance(value, str)}
        return bool(added)

    def _ours(self, file: str, path: Path = ()) -> bool:
        """The whole file as it came with the game, or none."""
        self._settled.add((file, path))
        if file in self._own.files:
            self._draft.parsed[file] = deepcopy(self._own.tables(file))
        else:
            self._draft.parsed.pop(file, None)
            self._draft.files.pop(file, None)
        return True


def written(path: Path) -> str:
    """A path as messages write it."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def place_in(tables: Mapping[str, Any], said: str) -> tuple[Path, str]:
    """What a message is about, and the rest of it: `encounter.yeti.strike: '1d' is not …`."""
    path: Path = ()
    while ": " in said:
        head, _, rest = said.partition(": ")
        steps = _named_entry(tables, head) if not path else None
        steps = steps or _followed(at(tables, path), head)
        if not steps:
            break
        path, said = (*path, *steps), rest
    if decoded := _DECODED.search(said):
        said = said.replace(decoded[0], "")
        for name, place in _STEP.findall(decoded["path"]):
            if name == "..":  # a key of a table that the reader of structures does not tell
                break
            path = (*path, name or int(place))
    if field := _FIELD.search(said):
        path = (*path, field["name"])
    if table := _NO_TABLE.search(said):
        path = (table["name"],)
    return (*path, *_named(at(tables, path), said)), said


def _named(value: object, said: str) -> Path:
    """The one entry of a list or table that a message quotes."""
    quoted = _QUOTED.match(said)
    if quoted is None:
        return ()
    if isinstance(value, dict) and quoted[1] in value:
        return (quoted[1],)
    return (value.index(quoted[1]),) if isinstance(value, list) and quoted[1] in value else ()


def _followed(value: object, head: str) -> Path:
    """The steps that a text such as `yeti.dock.clauses[0]` takes; none where it begins with no key."""
    steps: Path = ()
    while head:
        if isinstance(value, list) and (place := re.match(r"\[(\d+)\]\.?", head)):
            steps, value, head = (*steps, int(place[1])), at(value, (int(place[1]),)), head[place.end() :]
            continue
        keys = value if isinstance(value, dict) else {}
        fits = [key for key in keys if head == key or head.startswith((f"{key}.", f"{key}["))]
        if not fits:
            return (*steps, head) if steps and re.fullmatch(r"[\w-]+", head) else steps
        key = max(fits, key=len)
        steps, value, head = (*steps, key), at(value, (key,)), head[len(key) :].removeprefix(".")
    return steps


def _named_entry(tables: Mapping[str, Any], head: str) -> Path:
    """`card pebble`: the entry of the list `cards` with that id, or with that number."""
    kind, _, id = head.partition(" ")
    entries = tables.get(f"{kind}s")
    for place, entry in enumerate(entries if isinstance(entries, list) else ()):
        if id in (str(at(entry, ("id",))), str(place)):
            return f"{kind}s", place
    return ()


def in_words(said: str, path: Path) -> str:
    """What the reader of structures complains of, for people."""
    if field := _FIELD.search(said):
        known = field["how"] == "contains unknown"
        return said.replace(field[0], "there is no such field" if known else "this field is missing")
    if _NOT_POSSIBLE.match(said):
        value, found, rest = _NOT_POSSIBLE.sub("", said).partition("; ")
        return f"{value} is not possible here{found}{rest}"
    if (expected := _EXPECTED.match(said)) and expected["wanted"] == "object" and len(path) == 2:
        got = _NAMES.get(expected["got"], expected["got"])
        return f"an entry is a line [{written(path)}] in single brackets, with its fields below, not {got}"
    if expected:
        return _expected(expected) + said[expected.end() :]
    return said


def _expected(found: re.Match[str]) -> str:
    text = f"this must be {_NAMES.get(found['wanted'], found['wanted'])}"
    if found["sign"]:
        unit = " long" if found["wanted"] in ("str", "array") else ""
        text += f", {_SIGNS[found['sign']]}{found['bound']}{unit}"
    return text + (f", not {_NAMES.get(found['got'], found['got'])}" if found["got"] else "")
