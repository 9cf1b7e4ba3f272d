"""What views are made of: the shape that all of them share, and the words that say what a field is.

A game declares its view once, as typed dictionaries in its `view_types.py`. Type checkers hold `view.py` to
that declaration, msgspec reads it, and from it follow the schema that a table carries, the page's types and
the tables of docs/PROTOCOL.md. Views themselves stay plain dictionaries, so declaring them costs nothing.

A hint says what a field *is*, so that a client can draw what it has never seen. `of` names domains: an
argument of an action means a thing on the table exactly if its domain is one of the thing's and the values
are equal, never because two numbers happen to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Generic, TypedDict, TypeVar, is_typeddict

import msgspec
from msgspec import Meta

Row = TypeVar("Row")
Board = TypeVar("Board")


# The vocabulary of hints

HINTS = [
    "seat",
    "card",
    "thing",
    "word",
    "amount",
    "count",
    "ordinal",
    "die",
    "dice",
    "sides",
    "place",
    "cell",
    "chance",
    "action",
    "clause",
    "options",
]


def _hint(what: str, **more: object) -> Meta:
    return Meta(extra_json_schema={"is": what, **{name: value for name, value in more.items() if value}})


def card(*of: str) -> Meta:
    """The id of a card: the content has its name, text and picture."""
    return _hint("card", of=list(of))


def thing(*of: str) -> Meta:
    """The number or name by which actions mean a thing that lies on the table."""
    return _hint("thing", of=list(of))


def word(*of: str) -> Meta:
    """One of a few words of the rulebook, such as a step of the turn."""
    return _hint("word", of=list(of))


def amount(most: str = "", of: str = "") -> Meta:
    """How much somebody or something has; `most` names the field beside it that holds the limit."""
    return _hint("amount", most=most, of=[of] if of else [])


def die(sides: int = 0, by: str = "", of: str = "") -> Meta:
    """What a die shows. Its size, or the field beside it that tells the size.

    With `of`, arguments of that domain are faces of such a die, and can be drawn so.
    """
    return _hint("die", sides=sides, by=by, of=[of] if of else [])


def covered(sides: int, by: str = "") -> Meta:
    """So many dice that lie under a cup; `by` names the field beside it that shows them to those who know."""
    return _hint("count", sides=sides, by=by)


def along(axis: str) -> Meta:
    """One coordinate of a place; fields of one thing that have this hint are one place together."""
    return _hint("place", of=[axis])


Seat = Annotated[int, _hint("seat", of=["seat"])]
Count = Annotated[int, _hint("count")]  # so many cards that lie face down
Ordinal = Annotated[int, _hint("ordinal")]  # the how-manieth: turns, rounds
Dice = Annotated[str, _hint("dice")]  # dice as they are written: 2d6+1
Sides = Annotated[int, _hint("sides")]  # the size of a die that is not rolled yet
Chance = Annotated[float, _hint("chance")]  # how likely, 0 to 1
ActionId = Annotated[str, _hint("action")]  # an action, by its id
ClauseId = Annotated[str, _hint("clause")]  # a clause of the rulebook
Cell = Annotated[list[int], _hint("cell")]  # a place as [x, y]
Rules = Annotated[dict[str, Any], _hint("options")]  # the house rules of the table


class TableView(TypedDict, Generic[Row, Board]):
    """What every view has at its top."""

    game: str
    turn: Ordinal
    phase: Annotated[str, word("phase")]
    to_act: list[Seat]
    may_act: list[Seat]
    you: Seat | None
    seats: list[Row]
    table: Board


class Result(TypedDict):
    """How the match ended."""

    winners: list[Seat]
    draw: bool
    reason: Annotated[str, word("reason")]
    clause: ClauseId
    places: list[int]


AnyView = TableView[dict[str, Any], dict[str, Any]]  # of a game that declares no more


# What follows from a declaration


def schema(view: Any) -> dict[str, Any]:
    """The JSON Schema of a view, with its hints, fields in the order in which they were declared."""
    (top,), parts = msgspec.json.schema_components([view], ref_template="#/$defs/{name}")
    orders = {one.__name__: list(one.__annotations__) for one in declared(view)}
    found: dict[str, Any] = {}
    for name, part in parts.items():
        own = name.partition("_")[0]
        fields = part.get("properties", {})
        ordered = {field: fields[field] for field in orders.get(own, []) if field in fields}
        required = [field for field in ordered if field in part.get("required", [])]
        found[own] = {**part, "title": own, "properties": ordered, "required": required}
    return {"$ref": str(top["$ref"]).partition("_")[0], "$defs": _shortened(found)}


def _shortened(value: Any) -> Any:
    """References without what msgspec adds to the name of a generic type."""
    if isinstance(value, dict):
        return {
            name: str(part).partition("_")[0] if name == "$ref" else _shortened(part)
            for name, part in value.items()
        }
    return [_shortened(part) for part in value] if isinstance(value, list) else value


def declared(view: Any) -> list[Any]:
    """Every typed dictionary that a view is made of, the view itself first."""
    found: dict[str, Any] = {}
    for one in _walk(msgspec.inspect.type_info(view)):
        found.setdefault(one.__name__, one)
    return list(found.values())


def _walk(node: Any) -> Iterator[Any]:
    if isinstance(node, msgspec.inspect.TypedDictType):
        own = getattr(node.cls, "__origin__", node.cls)
        assert is_typeddict(own)
        yield own
        for field in sorted(node.fields, key=lambda one: list(own.__annotations__).index(one.name)):
            yield from _walk(field.type)
    for inner in ("type", "item_type", "value_type"):
        if hasattr(node, inner):
            yield from _walk(getattr(node, inner))
    for inner in getattr(node, "types", ()):
        yield from _walk(inner)
