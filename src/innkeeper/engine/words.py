"""Words: the vocabulary of a card language, every word declared once.

    WORDS.add("mend", Mend, [AMOUNT], "{it.amount} health back.", "health back, up to `max_hp`")

A declaration is a name, the class that carries the word out, the fields that a card gives it, what it
says on a card, and what it does in a line for designers. The class brings the `parts` that its language
asks for: what it does and, where bots read cards, what it is worth. Whatever needs to know the words
takes them from here: reading TOML or a game's own notation, complaints with the allowed values and a
suggestion, sentences, the page for designers, the list of the exhaustive runner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from innkeeper.engine.errors import IncompleteWord, InvalidContent, shown


class Spoken(Protocol):
    """What a word becomes. It knows which word it was."""

    word: str


T = TypeVar("T", bound=Spoken)
# A text about `it` and the `name` of what it is about, or a function of it and the names of all cards.
Says = str | Callable[[Any, Mapping[str, str]], str]
_NAME = re.compile(r"[a-z]+(?:[<>]=)?")
NEEDED = object()  # the default of a field that a card has to give
ALIKE = 0.64  # how alike two words are of which one may be meant by the other: `weather` is not for `health`


def did_you_mean(written: object, known: Iterable[str]) -> str:
    """The nearest of those that are known, if one is near."""
    near = get_close_matches(str(written), list(known), 1, ALIKE)
    return f"; did you mean {near[0]!r}?" if near else ""


def place_of(what: str, written: object, known: Sequence[str]) -> int:
    """Where something that was written stands among those that are allowed."""
    if isinstance(written, str) and written in known:
        return known.index(written)
    raise ValueError(
        f"{shown(written)} is no {what}; there are {', '.join(known)}{did_you_mean(written, known)}"
    )


def name_in(text: str) -> str:
    """The word that a notation begins with: `hp` in `hp -1d6`, `coin>=` in `coin>=5`."""
    found = _NAME.match(text)
    return found[0] if found else text


@dataclass(frozen=True)
class Field:
    """One thing that a card tells a word: which values are allowed, in words, and how one is read.

    `read` is given what stands on the card and what the card may name; it raises ValueError.
    """

    name: str
    allowed: str
    read: Callable[[Any, Any], Any]
    default: object = NEEDED


def whole(name: str, least: int, most: int, default: object = NEEDED) -> Field:
    """A field that holds a whole number."""
    allowed = f"a whole number from {least} to {most}"

    def read(written: object, known: object) -> int:
        if isinstance(written, bool) or not isinstance(written, int) or not least <= written <= most:
            bare = ", without quotes" if isinstance(written, str) else ""
            raise ValueError(f"{shown(written)} is not {allowed}{bare}")
        return written

    return Field(name, allowed, read, default)


def one_of(name: str, values: Mapping[str, object], default: object = NEEDED) -> Field:
    """A field that holds one of a few names; the word is given what the name stands for."""

    def read(written: object, known: object) -> object:
        return list(values.values())[place_of(name, written, list(values))]

    return Field(name, f"one of {', '.join(values)}", read, default)


def card_of(name: str, allowed: str, cards: Callable[[Any], Mapping[str, object]]) -> Field:
    """A field that names a card of the pack; the word is given the card."""

    def read(written: object, known: object) -> object:
        found = cards(known)
        return list(found.values())[place_of(name, written, list(found))]

    return Field(name, allowed, read)


@dataclass(frozen=True)
class Word(Generic[T]):
    """One word: all that is to know of it but what its class brings."""

    name: str
    make: Callable[..., T]
    fields: tuple[Field, ...]
    says: Says
    about: str
    form: str
    group: str
    seen: str
    worth: tuple[float, ...]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The form as it is read: `die STAT A` has two fields, `hp A[ @WHO]` one that may be left out."""
        pattern = re.escape(self.form).replace(r"\[", "(?:").replace(r"\]", ")?").replace(r"\ ", " +")
        for field in self.fields:
            pattern = re.sub(rf"\b{field.name}\b", "(.+?)", pattern, count=1)
        return re.compile(pattern)

    def of(self, values: Iterable[object]) -> T:
        """What the word becomes with these values of its fields, and with its worth."""
        made = self.make(*values, *self.worth)
        made.word = self.name
        return made


class Vocabulary(Generic[T]):
    """The words of one card language. A word that lacks a part keeps its game from loading."""

    def __init__(
        self, title: str, base: type[T], parts: Sequence[str], kind: str = "word", notation: bool = False
    ) -> None:
        self.title = title
        self.base = base
        self.parts = tuple(parts)
        self.kind = kind  # what its words are called, one of them
        self.notation = notation  # written as the forms say, not as tables in TOML
        self.words: dict[str, Word[T]] = {}

    def __iter__(self) -> Iterator[Word[T]]:
        return iter(self.words.values())

    def add(
        self,
        name: str,
        make: Callable[..., T],
        fields: Sequence[Field] = (),
        says: Says = "",
        about: str = "",
        worth: tuple[float, ...] = (),
        group: str = "",
        *,
        form: str = "",
        seen: str = "",
    ) -> None:
        """Declare a word.

        `make` is its class, or a function for words that share one; `worth` are numbers for classes that
        weigh all their words alike. `group` is where it may stand, `form` how a notation writes it, `seen`
        the `field=value` of an event by which the exhaustive runner knows it.
        """
        brought = [part for part in self.parts if isinstance(make, type) and _own(make, self.base, part)]
        brought += ["worth"] if worth else []
        lacking = [part for part in self.parts if part not in brought]
        lacking += [part for part, text in (("says", says), ("about", about)) if not text]
        if lacking:
            raise IncompleteWord(f"{self.title}: the word {name!r} lacks {' and '.join(lacking)}")
        if name in self.words:
            raise IncompleteWord(f"{self.title}: there are two words {name!r}")
        written = form or self._form(name, [field.name for field in fields])
        self.words[name] = Word(name, make, tuple(fields), says, about, written, group, seen, worth)

    def _form(self, name: str, fields: list[str]) -> str:
        if self.notation:
            return " ".join([name, *fields])
        return "{ " + ", ".join([f'do = "{name}"', *(f"{field} = …" for field in fields)]) + " }"

    def names(self, groups: Sequence[str] = ("",)) -> list[str]:
        """The words of some groups."""
        return [word.name for word in self if word.group in groups]

    def read(self, where: str, entry: object, known: object = None) -> T:
        """A word from its table in a TOML file: `{ do = "mend", amount = 5 }`."""
        if not isinstance(entry, dict):
            raise InvalidContent(f'{where}: {shown(entry)} is not of the form {{ do = "…", … }}')
        try:
            word = list(self)[place_of(self.kind, entry.get("do"), list(self.words))]
        except ValueError as wrong:
            raise InvalidContent(f"{where}.do: {wrong}") from None
        fields = ["do", *(field.name for field in word.fields)]
        for name in entry:
            if name not in fields:
                has = ", ".join(fields[1:]) or "no field"
                raise InvalidContent(f"{where}.{name}: {word.name} has {has}{did_you_mean(name, fields)}")
        return word.of(_value(where, word, field, entry, known) for field in word.fields)

    def parse(self, text: str, known: object = None) -> T:
        """A word from the game's own notation, which its form describes: `hp -1d6 @all`."""
        name = name_in(text)
        if name not in self.words:
            forms = ", ".join(word.form for word in self)
            raise ValueError(f"{text!r} is no {self.kind}; there are {forms}{did_you_mean(name, self.words)}")
        word = self.words[name]
        found = word.pattern.fullmatch(text)
        if found is None:
            reads = f"reads {word.form}" if word.fields else "stands alone"
            raise ValueError(f"{text!r}: {word.name} {reads}")
        given = zip(word.fields, found.groups())
        return word.of(
            field.default if written is None else field.read(written.strip(), known)
            for field, written in given
        )

    def says(self, it: T, names: Mapping[str, str] | None = None) -> str:
        """What a word says on its card."""
        says, known = self.words[it.word].says, names or {}
        if not isinstance(says, str):
            return says(it, known)
        named = getattr(it, "id", "")
        return says.format(it=it, name=known.get(named, named))

    def wanted(self) -> set[str]:
        """What the exhaustive runner must meet to have met every word."""
        return {word.seen for word in self if word.seen}

    def table(self) -> str:
        """The words for designers, as a table in Markdown."""
        lines = [f"| {self.kind} | meaning | fields |", "|---|---|---|"]
        for word in self:
            fields = "; ".join(f"`{field.name}`: {_allowed(field)}" for field in word.fields)
            lines.append(f"| `{word.form}` | {word.about} | {fields} |")
        return "\n".join(lines) + "\n"


def page(game: str, languages: Iterable[Vocabulary[Any]]) -> str:
    """All words of a game for designers, as a page of Markdown."""
    parts = [f"## {language.title}\n\n{language.table()}" for language in languages]
    return "\n".join([f"# {game}: the words of its cards\n", *parts])


def _own(kind: type, base: type, part: str) -> bool:
    """Does a class bring the part itself? Its base need not have one."""
    return getattr(kind, part, None) is not getattr(base, part, None)


def _allowed(field: Field) -> str:
    return field.allowed if field.default is NEEDED else f"{field.allowed}, or left out"


def _value(where: str, word: Word[Any], field: Field, entry: Mapping[str, object], known: object) -> object:
    if field.name not in entry and field.default is not NEEDED:
        return field.default
    try:
        if field.name not in entry:
            raise ValueError(f"{word.name} needs {field.allowed}")
        return field.read(entry[field.name], known)
    except ValueError as wrong:
        raise InvalidContent(f"{where}.{field.name}: {wrong}") from None
