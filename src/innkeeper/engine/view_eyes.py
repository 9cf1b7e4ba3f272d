"""Eyes for any game that declares its view: what a plug-in has that brings none of its own.

Every number and word of the view becomes a column, lists as far as they have room; every action of the verbs
is a code. That is wide and not fast, and things made during play have no slots: a game that people shall
learn well brings its own eyes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from zlib import crc32

from librt.vecs import vec
from mypy_extensions import i16

from innkeeper.engine.action import Action, Verbs
from innkeeper.engine.errors import UnknownGame
from innkeeper.engine.eyes import MOST, Eyes
from innkeeper.engine.frame import State

if TYPE_CHECKING:
    from innkeeper.engine.game import Game

VERSION = 1
ROOM = 12  # members of a list that are shown
MOST_CODES = 65_536
LEFT_OUT = {"game", "you", "to_act", "may_act", "options", "result"}


class ViewEyes(Eyes):
    """Columns in the order of the declaration; the seat that looks comes first, the others as they sit."""

    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(VERSION)
        self.game = game
        self.seats = seats
        self.parts: dict[str, Any] = game.schema["$defs"]
        self.top = self._part(game.schema)
        book = game.book_of(game.content)
        verbs = getattr(book, "verbs", None)
        if not isinstance(verbs, Verbs) or verbs.size > MOST_CODES:
            raise UnknownGame(f"{game.title} brings no eyes for learners, and its verbs give no few codes")
        words: dict[str, None] = dict.fromkeys(game.names_of(game.content))
        for verb in verbs.all:
            self.add_verb(verb)
            for domain in verb.domains:
                words.update(dict.fromkeys(domain.ids))
        self.words = {word: place + 1 for place, word in enumerate(sorted(words))}
        for name, low, high in self._declared("", self.top):
            self.add_column(name, low, high)

    def _part(self, schema: Any) -> Any:
        """A schema, wherever it stands."""
        reference = schema.get("$ref")
        return self.parts[reference.rpartition("/")[2]] if reference else schema

    def _fields(self, schema: Any) -> Iterator[tuple[str, Any]]:
        """The fields of an object that are shown."""
        for name, field in schema.get("properties", {}).items():
            if name not in LEFT_OUT:
                yield name, field

    def _members(self, name: str) -> int:
        """How many members of a list there is room for: all seats, and some of everything else."""
        return self.seats if name == "seats" else ROOM

    def _declared(self, name: str, schema: Any) -> Iterator[tuple[str, int, int]]:
        """Every column of a field, with its bounds."""
        schema = self._part(schema)
        kind = schema.get("type")
        if "anyOf" in schema:
            yield f"{name}?", 0, 1
            yield from self._declared(name, _present(schema))
        elif kind == "object":
            for field, inner in self._fields(schema):
                yield from self._declared(f"{name}.{field}" if name else field, inner)
        elif kind == "array":
            yield f"{name}#", 0, MOST
            for place in range(self._members(name)):
                yield from self._declared(f"{name}[{place}]", schema.get("items", {}))
        elif kind == "boolean":
            yield name, 0, 1
        elif kind == "string":
            yield name, 0, MOST
        elif schema.get("is") == "seat":
            yield name, 0, self.seats
        else:
            yield name, schema.get("minimum", -MOST), schema.get("maximum", MOST)

    def _values(self, name: str, schema: Any, value: Any, seat: int) -> Iterator[int]:
        """What stands in these columns: nothing, and so zeros, where there is no value."""
        schema = self._part(schema)
        kind = schema.get("type")
        if "anyOf" in schema:
            yield int(value is not None)
            yield from self._values(name, _present(schema), value, seat)
        elif kind == "object":
            for field, inner in self._fields(schema):
                given = value.get(field) if isinstance(value, dict) else None
                yield from self._values(f"{name}.{field}" if name else field, inner, given, seat)
        elif kind == "array":
            members = value if isinstance(value, list) else []
            if name == "seats":
                members = [members[(seat + place) % self.seats] for place in range(self.seats)]
            yield min(MOST, len(members))
            for place in range(self._members(name)):
                member = members[place] if place < len(members) else None
                yield from self._values(f"{name}[{place}]", schema.get("items", {}), member, seat)
        elif isinstance(value, str):
            yield self.words.get(value) or crc32(value.encode()) % MOST + 1
        elif schema.get("is") == "seat":
            yield 0 if value is None else (value - seat) % self.seats + 1
        elif isinstance(value, float):
            yield round(1000 * value)  # a chance
        else:
            least, most = schema.get("minimum", -MOST), schema.get("maximum", MOST)
            yield 0 if value is None else max(least, min(most, int(value)))

    def observe(self, s: State, seat: int, out: vec[i16], at: int) -> None:
        for place, value in enumerate(self._values("", self.top, self.game.view(s, seat), seat)):
            out[at + place] = value

    def code(self, s: State, seat: int, action: Action) -> int:
        return self.fixed_code(action)


def _present(schema: Any) -> Any:
    """What a field is that may be null."""
    return next(one for one in schema["anyOf"] if one.get("type") != "null")
