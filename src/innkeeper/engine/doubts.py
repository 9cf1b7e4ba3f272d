"""What is allowed in a content file, and still looks like a slip.

Values like none that came with the game, texts that say something else than the card does, rules that the
rulebook does not have, files that nobody reads.

What only a game can know (a card in no deck, a word that can never happen) it says itself: `Game.doubts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from innkeeper.engine.content import Content, shipped
from innkeeper.engine.dice import Dice
from innkeeper.engine.positions import Path, at, leaves
from innkeeper.engine.proof import Lines, Remark, place_in, written
from innkeeper.engine.words import did_you_mean

if TYPE_CHECKING:
    from innkeeper.engine.game import Game

FAR = 3  # times the largest value that came with the game
NEAR = 0.75  # how alike two words are of which one is a slip
LONGEST = 60  # letters of a name that fit on a card
FEW = 3  # values of ours say nothing yet about what is usual
TEXTS = ("flavour", "plan", "about", "text")  # fields that are only read by people

_CLAUSE = re.compile(r"[A-Z]{2}-\d+\.\d+")
_FIGURE = re.compile(r"(?<![\w.])\d+(?!\w|\.\d)")
_DICE = re.compile(r"[+-]?\d+(?:d\d+)?(?:[+-]\d+(?:d\d+)?)*")
_READ = (".toml", ".json")


def doubts(game: Game, content: Content) -> list[Remark]:
    """What looks odd in a pack. What came with the game and looks so, too, is as it was meant."""
    lines = Lines(content)
    ours = set(_odd(game, shipped(game.folder / "content")))
    found = [
        Remark(file, lines.at(file, path), written(path), said, True)
        for file, path, said in _odd(game, content)
        if (file, path, said) not in ours
    ]
    return sorted(found, key=lambda one: (one.file, one.line))


def _odd(game: Game, content: Content) -> Iterator[tuple[str, Path, str]]:
    own, texts = shipped(game.folder / "content"), game.texts(content)
    told = [_placed(content, doubt) for doubt in game.doubts(content, game.book_of(content))]
    yield from told
    known = {(file, path) for file, path, _ in told}  # of these the game itself knows better
    for file in content.files:
        tables = content.tables(file)
        for path, said in (
            *_unusual(tables, _tables(own, file)),
            *_unwritten(tables, game.rulebook.clauses),
            *_misleading(tables, texts),
            *_unlike(tables, _tables(own, file)),
            *_misnamed(tables),
        ):
            if (file, path) not in known:
                yield file, path, said


def _placed(content: Content, doubt: str) -> tuple[str, Path, str]:
    file, _, rest = doubt.partition(": ")
    return file, *place_in(content.tables(file), rest)


def unread(game: Game, names: Iterable[str]) -> list[Remark]:
    """Files of a designer's that are never looked at."""
    known = sorted(shipped(game.folder / "content").files)
    return [
        Remark(
            name,
            0,
            "",
            "this folder is not looked into: the files stand beside each other"
            if name.endswith("/")
            else f"this file is not read{did_you_mean(name, known)}",
            True,
        )
        for name in sorted(names)
        if not is_read(name) and not name.startswith(".")
    ]


def is_read(name: str) -> bool:
    """Is a file of such a name one of cards?"""
    return name.endswith(_READ)


def _tables(content: Content, file: str) -> dict[str, Any]:
    return content.tables(file) if file in content.files else {}


def _unusual(tables: Any, ours: Any) -> Iterator[tuple[Path, str]]:
    """Numbers that are negative or nothing where ours never are, or far above all of ours."""
    usual: dict[Path, list[float]] = {}
    for path, value in leaves(ours):
        if (number := _number(value)) is not None:
            usual.setdefault(_kind(ours, path), []).append(number)
    for path, value in leaves(tables):
        number, known = _number(value), usual.get(_kind(tables, path), [])
        if number is None or at(ours, path) == value or len(known) < FEW:
            continue
        low, high = min(known), max(known)
        if (number < 0 <= low) or (number <= 0 < low) or number > FAR * max(high, 1):
            reads = f"{value!r}" if isinstance(value, str) else f"{value}"
            yield path, f"{reads} is unusual: the cards that came with the game have {low:g} to {high:g} here"


def _unwritten(tables: Any, clauses: Any) -> Iterator[tuple[Path, str]]:
    for path, value in leaves(tables):
        if isinstance(value, str) and _CLAUSE.fullmatch(value) and value not in clauses:
            yield path, f"the rulebook has no clause {value}{did_you_mean(value, clauses)}"


def _unlike(tables: dict[str, Any], ours: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """What is written as it never is on our cards, and nearly as it always is: a slip that can be read."""
    words, empty, fields = _habits(ours)
    long = _lengths(ours)
    for path, value in _everything(tables):
        kind = _kind(tables, path)
        if value in ("", [], {}) and empty.get(kind, 0) >= FEW and at(ours, path) != value:
            yield path, "this is empty, and on no card that came with the game"
        if isinstance(value, str) and len(path) > 2 and path[2] not in (*TEXTS, "name"):
            known = words.get(kind, set())
            near = get_close_matches(value, known, 1, NEAR) if value not in known else []
            if near and " " not in value and _number(value) is None and not _CLAUSE.fullmatch(value):
                yield path, f"no card that came with the game has {value!r} here; did you mean {near[0]!r}?"
        if isinstance(value, dict) and (usual := fields.get((kind, str(value.get("do"))))):
            for name in value:
                if not any(name in one for one in usual):
                    yield (*path, name), f"{value['do']} has no {name} on the cards that came with the game"
            for name in usual[0]:
                if name not in value and all(name in one for one in usual):
                    yield path, f"{value['do']} has {name} on all cards that came with the game"
        if isinstance(value, list):
            many = long.get(kind, len(value))
            if value and len(value) != many:
                yield path, f"{len(value)} stand here, and {many} on all cards that came with the game"
            for place, one in enumerate(value):
                if isinstance(one, str) and one in value[:place]:
                    yield (*path, place), f"{one!r} stands twice"


def _lengths(ours: dict[str, Any]) -> dict[Path, int]:
    """Of lists that are all of one length on our cards, such as the faces of dice, how long they are."""
    found: dict[Path, list[int]] = {}
    for path, value in _everything(ours):
        if isinstance(value, list):
            found.setdefault(_kind(ours, path), []).append(len(value))
    return {
        kind: lengths[0]
        for kind, lengths in found.items()
        if len(lengths) >= FEW and lengths[0] > 1 and len(set(lengths)) == 1
    }


def _habits(
    ours: dict[str, Any],
) -> tuple[dict[Path, set[str]], dict[Path, int], dict[tuple[Path, str], list[dict[str, Any]]]]:
    """On our cards: the words of a field, how many have something in it, the fields beside a `do`."""
    words: dict[Path, set[str]] = {}
    filled: dict[Path, int] = {}
    fields: dict[tuple[Path, str], list[dict[str, Any]]] = {}
    bare = set()
    for path, value in _everything(ours):
        kind = _kind(ours, path)
        if value in ("", [], {}):
            bare.add(kind)
        filled[kind] = filled.get(kind, 0) + 1
        if isinstance(value, str):
            words.setdefault(kind, set()).add(value)
        if isinstance(value, dict) and "do" in value:
            fields.setdefault((kind, str(value["do"])), []).append(value)
    return words, {kind: many for kind, many in filled.items() if kind not in bare}, fields


def _misnamed(tables: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """Names that cannot be told apart, or do not fit on a line."""
    for table, entries in tables.items():
        first: dict[str, str] = {}
        for id, entry in entries.items() if isinstance(entries, dict) else ():
            name = at(entry, ("name",))
            if not isinstance(name, str) or not name:
                continue
            if not name.isprintable() or len(name) > LONGEST:
                yield (table, id, "name"), f"a name is one line of at most {LONGEST} letters"
            if (other := first.setdefault(name, id)) != id:
                yield (table, id, "name"), f"{table}.{other} has the same name"


def _everything(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every field of every card, with all that is in it."""
    inside: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for step, one in inside:
        if len(path) >= 2:
            yield (*path, step), one
        yield from _everything(one, (*path, step))


def _misleading(tables: dict[str, Any], texts: dict[str, str]) -> Iterator[tuple[Path, str]]:
    """Figures in a text for people that the card itself does not have anywhere."""
    for table, entries in tables.items():
        for id, entry in entries.items() if isinstance(entries, dict) else ():
            if not isinstance(entry, dict):
                continue
            does = {path: str(value) for path, value in leaves(entry) if path[0] not in TEXTS}
            known = set(re.findall(r"\d+", " ".join([*does.values(), texts.get(id, "")])))
            for field in TEXTS:
                for figure in _FIGURE.findall(str(entry.get(field, ""))):
                    if figure not in known:
                        yield (
                            (table, id, field),
                            f"the text says {figure}, and nothing on the card is {figure}",
                        )


def _kind(tables: Any, path: Path) -> Path:
    """What a number is, whichever card it is on: its table, its fields, and the word that it belongs to."""
    words = [at(tables, (*path[:end], "do")) for end in range(2, len(path))]
    return (*path[:1], *(step for step in path[2:] if isinstance(step, str)), *map(str, words))


def _number(value: object) -> float | None:
    """A number, or the average of dice."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str) and _DICE.fullmatch(value):
        try:
            dice = Dice.parse(value)
        except ValueError:
            return None
        return float(dice.plus) + sum((sides + 1) / 2 for sides in dice.sides)
    return None
