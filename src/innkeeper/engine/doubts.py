"""What is allowed in a content file, and still looks like a slip.

Values like none that came with the game, texts that say something else than the card does, rules that the
rulebook does not have, files that nobody reads.

What only a game can know (a card in no deck, a word that can never happen) it says itself: `Game.doubts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from innkeeper.engine.content import Content, shipped
from innkeeper.engine.dice import Dice
from innkeeper.engine.positions import Path, at, leaves
from innkeeper.engine.proof import Lines, Remark, place_in, written
from innkeeper.engine.words import did_you_mean

if TYPE_CHECKING:
    from innkeeper.engine.game import Game

FAR = 3  # times the largest value that came with the game
FEW = 3  # values of ours say nothing yet about what is usual
TEXTS = ("flavour", "plan", "about", "text")  # fields that are only read by people

_CLAUSE = re.compile(r"[A-Z]{2}-\d+\.\d+")
_FIGURE = re.compile(r"(?<![\w.])\d+(?![\w.])")
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
    for file in content.files:
        tables = content.tables(file)
        for path, said in (
            *_unusual(tables, _tables(own, file)),
            *_unwritten(tables, game.rulebook.clauses),
            *_misleading(tables, texts),
        ):
            yield file, path, said
    for doubt in game.doubts(content, game.book_of(content)):
        file, _, rest = doubt.partition(": ")
        yield file, *place_in(content.tables(file), rest)


def unread(game: Game, names: Iterable[str]) -> list[Remark]:
    """Files of a designer's that are never looked at."""
    known = sorted(shipped(game.folder / "content").files)
    return [
        Remark(name, 0, "", f"this file is not read{did_you_mean(name, known)}", True)
        for name in sorted(names)
        if not is_read(name) and not name.startswith(".")
    ]


def is_read(name: str) -> bool:
    """Is a file of such a name one of cards?"""
    return name.endswith(_READ)


def _tables(content: Content, file: str) -> dict[str, Any]:
    return content.tables(file) if file in content.files else {}


def _unusual(tables: Any, ours: Any) -> Iterator[tuple[Path, str]]:
    """Numbers that are negative where ours never are, or far above all of ours."""
    usual: dict[Path, list[float]] = {}
    for path, value in leaves(ours):
        if (number := _number(value)) is not None:
            usual.setdefault(_kind(ours, path), []).append(number)
    for path, value in leaves(tables):
        number, known = _number(value), usual.get(_kind(tables, path), [])
        if number is None or at(ours, path) == value or len(known) < FEW:
            continue
        low, high = min(known), max(known)
        if (number < 0 <= low) or number > FAR * max(high, 1):
            reads = f"{value!r}" if isinstance(value, str) else f"{value}"
            yield path, f"{reads} is unusual: the cards that came with the game have {low:g} to {high:g} here"


def _unwritten(tables: Any, clauses: Any) -> Iterator[tuple[Path, str]]:
    for path, value in leaves(tables):
        if isinstance(value, str) and _CLAUSE.fullmatch(value) and value not in clauses:
            yield path, f"the rulebook has no clause {value}{did_you_mean(value, clauses)}"


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
