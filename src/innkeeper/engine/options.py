"""House rules: typed, bounded, documented structures, and the presets that name sets of them."""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from innkeeper.engine.errors import InvalidOptions, shown

B = TypeVar("B")
Chosen = TypeVar("Chosen")
R = TypeVar("R")


class Preset(msgspec.Struct, frozen=True):
    """A named set of house rules."""

    id: str
    title: str
    about: str
    overrides: dict[str, Any] = {}
    recommended: bool = False


LITERAL = Preset("literal", "Original", "the original rules to the letter")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of a game's options. Ranges, defaults and help stand once, in `Meta` annotations."""

    preset: Annotated[str, msgspec.Meta(description="the named set of house rules to start from")] = "literal"

    presets: ClassVar[Sequence[Preset]] = (LITERAL,)

    @classmethod
    def brought(cls, seat: int) -> dict[str, str]:
        """The options that are a seat's own to choose, by what it brings: `deck` is `deck_1` for seat 1.

        They are declared by `extra_json_schema={"seat": 1}` and named after their seat.
        """
        return {
            name.removesuffix(f"_{seat}"): name
            for name in cls.__struct_fields__
            if _schema_of(_hints(cls)[name]).get("seat") == seat
        }

    @classmethod
    def secrets(cls, values: Mapping[str, Any]) -> Mapping[str, int]:
        """The options that only one seat may know, each with that seat. Most games have none.

        Whoever shows options to somebody shows them through `seen_by`; a view asks this too.
        """
        return {}

    @classmethod
    def seen_by(cls, values: Mapping[str, Any], seats: Collection[int]) -> dict[str, Any]:
        """Options as those who hold these seats may see them: what is another seat's secret is null."""
        secret = cls.secrets(values)
        return {
            name: value if name not in secret or secret[name] in seats else None
            for name, value in values.items()
        }

    @classmethod
    def derive(cls, values: dict[str, Any]) -> None:
        """Fill in defaults that depend on other options, in place."""

    def check(self, book: Any) -> None:
        """Refuse what single ranges cannot: raise ValueError naming option, value and range."""

    @classmethod
    def resolve(cls, given: Mapping[str, object] | None, book: Any) -> Self:
        """Preset first, single overrides on top, everything validated."""
        if given is None:
            given = {}
        if not isinstance(given, Mapping):
            raise InvalidOptions(f"options are a mapping of names to values, not {shown(given)}")
        wanted = given.get("preset", "literal")
        preset = next((p for p in cls.presets if p.id == wanted), None)
        if preset is None:
            names = ", ".join(p.id for p in cls.presets)
            raise InvalidOptions(f"option preset: {shown(wanted)} is not one of {names}")
        for name in given:
            if name not in cls.__struct_fields__:
                known = ", ".join(cls.__struct_fields__)
                raise InvalidOptions(f"unknown option {shown(name)}; there are {known}")
        values: dict[str, Any] = {**preset.overrides, **given, "preset": preset.id}
        for name, value in values.items():
            cls._check_value(name, value)
        cls.derive(values)
        options = msgspec.convert(values, cls)
        try:
            options.check(book)
        except ValueError as wrong:
            raise InvalidOptions(str(wrong)) from None
        return msgspec.convert(options.json(), cls)  # values of its own, whatever becomes of those given

    @classmethod
    def _check_value(cls, name: str, value: object) -> None:
        hint = _hints(cls)[name]
        try:
            msgspec.convert(value, hint)
        except (msgspec.ValidationError, ValueError, TypeError, OverflowError) as wrong:
            raise InvalidOptions(
                f"option {name}: {shown(value)} is not {describe_range(hint)} ({wrong})"
            ) from None

    def json(self) -> dict[str, Any]:
        """All options with their resolved values, as views show them."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        return values


@cache
def _hints(cls: type[Options]) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _schema_of(hint: Any) -> dict[str, Any]:
    """What an option's declaration adds to its schema for people who make forms."""
    found: dict[str, Any] = {}
    for meta in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
        if isinstance(meta, msgspec.Meta):
            found |= meta.extra_json_schema or {}
    return found


def made_once(make: Callable[[B, Chosen], R]) -> Callable[[B, Chosen], R]:
    """House rules made native are made once for all tables that share book and options.

    Options with a list or an object among them are made anew: they cannot be looked up.
    """
    remembered = lru_cache(maxsize=256)(make)

    def find(book: B, options: Chosen) -> R:
        try:
            return remembered(book, options)
        except TypeError:
            return make(book, options)

    return find


def describe_range(hint: Any) -> str:
    """An option's type and bounds in words."""
    origin = get_origin(hint)
    if origin is Annotated:
        base, *extras = get_args(hint)
        words = describe_range(base)
        for meta in extras:
            if isinstance(meta, msgspec.Meta):
                if meta.ge is not None and meta.le is not None:
                    words += f" from {meta.ge} to {meta.le}"
                elif meta.ge is not None:
                    words += f" of at least {meta.ge}"
                elif meta.le is not None:
                    words += f" of at most {meta.le}"
        return words
    if origin is Literal:
        return "one of " + ", ".join(str(value) for value in get_args(hint))
    if origin in (Union, types.UnionType):
        return " or ".join(describe_range(part) for part in get_args(hint))
    if origin is list:
        return f"a list of ({describe_range(get_args(hint)[0])})"
    if origin is dict:
        return "an object"
    plain = {int: "a whole number", bool: "true or false", str: "a text", type(None): "null"}
    return plain.get(hint) or str(getattr(hint, "__name__", hint))


class OptionHelp(msgspec.Struct, frozen=True):
    """One option as lobbies, help pages and forms show it."""

    name: str
    range: str
    default: Any
    about: str


def describe_options(cls: type[Options]) -> list[OptionHelp]:
    """Every option of a game with range, default and meaning."""
    hints = _hints(cls)
    helps = []
    for field in msgspec.structs.fields(cls):
        hint = hints[field.name]
        about = ""
        if get_origin(hint) is Annotated:
            for meta in get_args(hint)[1:]:
                if isinstance(meta, msgspec.Meta) and meta.description:
                    about = meta.description
        default = None if field.default is msgspec.NODEFAULT else field.default
        helps.append(OptionHelp(field.name, describe_range(hint), default, about))
    return helps
