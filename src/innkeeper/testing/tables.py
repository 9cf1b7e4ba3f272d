"""Which tables there are to sit down at: numbers of seats and house rules, enumerated or drawn.

A game may help with a module `honesty` beside its tests: `tests/honesty.py`, or where one package has several
games `tests/rules/<game>/honesty.py`. Every name in it is optional:

    VALUES = {"field_list": [None, ["mire", "mire", "fen", "peak"]]}   # values that a type cannot list
    TABLES = [{"fields": "custom", "field_list": […]}]                  # house rules that belong together
    DERIVED = {"Hand.mask"}          # Class.attribute: follows from others, so the hash may leave it out
    SECRET_OPTIONS = {"deck_1"}      # options that the rules hide from some, null in their views
"""

from __future__ import annotations

import contextlib
import importlib
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

import innkeeper
from innkeeper import InvalidOptions
from innkeeper.engine.game import Game

T = TypeVar("T")


@dataclass(frozen=True)
class Setting:
    """A table before anybody plays: how many sit there, and its house rules."""

    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        rules = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.seats} seats, {rules or 'literal'}"


def module_of(game_id: str, name: str) -> types.ModuleType | None:
    """A module beside the tests of a game, if there is one."""
    for full in (f"tests.rules.{game_id}.{name}", f"tests.{name}"):
        try:
            return importlib.import_module(full)
        except ModuleNotFoundError as gone:
            if not full.startswith(str(gone.name)):
                raise
    return None


def of_game(game_id: str, module: str, name: str, default: Any) -> Any:
    """What a game's engineer wrote in a module beside the tests under a name, if anything."""
    found = module_of(game_id, module)
    return default if found is None else getattr(found, name, default)


def cases_of(find: Callable[[str], list[T]]) -> list[tuple[str, T]]:
    """What every game's engineer wrote, for parametrising; a broken game has none, and tests that say so."""
    found: list[tuple[str, T]] = []
    for game_id in innkeeper.game_ids():
        with contextlib.suppress(Exception):
            found += [(game_id, case) for case in find(game_id)]
    return found


def seat_counts(game: Game) -> list[int]:
    return list(game.seats)


def option_names(game: Game) -> list[str]:
    return list(game.options.__struct_fields__)


def option_values(game: Game, name: str) -> list[Any]:
    """The values of an option worth trying: all of a short list, the ends and the default of a range."""
    if name == "preset":
        return [preset.id for preset in game.presets]
    found = [*_listed(hints(game.options)[name]), *_default(game, name)]
    found += of_game(game.id, "honesty", "VALUES", {}).get(name, [])
    return [value for i, value in enumerate(found) if not any(_same(value, other) for other in found[:i])]


@cache
def hints(options: type[Any]) -> dict[str, Any]:
    """The types of a game's options with their ranges."""
    return get_type_hints(options, include_extras=True)


def _default(game: Game, name: str) -> list[Any]:
    for field in msgspec.structs.fields(game.options):
        if field.name == name and field.default is not msgspec.NODEFAULT:
            return [field.default]
    return []


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _listed(hint: Any) -> list[Any]:
    origin = get_origin(hint)
    if origin is Annotated:
        base, *extras = get_args(hint)
        ends = _range(extras)
        return ends if base is int and ends else _listed(base)
    if origin is Literal:
        return list(get_args(hint))
    if origin in (Union, types.UnionType):
        return [value for part in get_args(hint) for value in _listed(part)]
    if hint is bool:
        return [False, True]
    return [None] if hint is type(None) else []


def _range(extras: list[Any]) -> list[Any]:
    for meta in extras:
        if isinstance(meta, msgspec.Meta) and meta.ge is not None and meta.le is not None:
            return [meta.ge, meta.le]
    return []


def _bounds(hint: Any) -> tuple[int, int] | None:
    """The range of a whole number, if that is what an option is."""
    if get_origin(hint) is Annotated:
        base, *extras = get_args(hint)
        ends = _range(extras)
        return (ends[0], ends[1]) if base is int and ends else _bounds(base)
    if get_origin(hint) in (Union, types.UnionType):
        found = [bounds for part in get_args(hint) if (bounds := _bounds(part))]
        return found[0] if found else None
    return None


def is_valid(game: Game, options: Mapping[str, Any]) -> bool:
    try:
        game.options.resolve(options, game.book_of(game.content))
    except InvalidOptions:
        return False
    return True


def option_tables(game_id: str) -> list[Setting]:
    """Tables at which every value of every option and every number of seats occurs at least once."""
    game = innkeeper.get_game(game_id)
    found: list[dict[str, Any]] = [{}]
    found += [{"preset": preset.id} for preset in game.presets if preset.id != "literal"]
    found += of_game(game_id, "honesty", "TABLES", [])
    for name in option_names(game):
        for value in option_values(game, name):
            if not any(_covers(game, options, name, value) for options in found):
                found.append(_table_with(game, name, value))
    counts = seat_counts(game)
    found += [{}] * (len(counts) - len(found))
    return [Setting(seats, options) for seats, options in zip(cycle(counts), found)]


def _covers(game: Game, options: dict[str, Any], name: str, value: Any) -> bool:
    resolved = game.options.resolve(options, game.book_of(game.content)).json()
    return _same(resolved[name], value)


def _table_with(game: Game, name: str, value: Any) -> dict[str, Any]:
    """The simplest valid table with that value: alone, on a preset, or with one more option changed."""
    bases: list[dict[str, Any]] = [{}, *({"preset": preset.id} for preset in game.presets)]
    bases += of_game(game.id, "honesty", "TABLES", [])
    for base in bases:
        if is_valid(game, {**base, name: value}):
            return {**base, name: value}
    for other in option_names(game):
        for with_it in option_values(game, other) if other not in (name, "preset") else []:
            if is_valid(game, {name: value, other: with_it}):
                return {name: value, other: with_it}
    raise AssertionError(
        f"{game.id}: no valid table has {name}={value!r}; if there is one, add it to TABLES "
        f"in honesty.py beside its tests, otherwise the option's range is too wide"
    )


@st.composite
def settings(draw: st.DrawFn, game_id: str) -> Setting:
    """A random valid table: some preset with up to four options changed."""
    game = innkeeper.get_game(game_id)
    options: dict[str, Any] = {"preset": draw(st.sampled_from([preset.id for preset in game.presets]))}
    names = [name for name in option_names(game) if name != "preset"]
    for name in draw(st.lists(st.sampled_from(names), max_size=4, unique=True)) if names else []:
        values: st.SearchStrategy[Any] = st.sampled_from(option_values(game, name))
        bounds = _bounds(hints(game.options)[name])
        if bounds is not None:
            values = values | st.integers(*bounds)
        options[name] = draw(values)
    together = of_game(game_id, "honesty", "TABLES", [])
    if together and draw(st.booleans()):
        options |= draw(st.sampled_from(together))
    while not is_valid(game, options):
        options.popitem()
    return Setting(draw(st.sampled_from(seat_counts(game))), options)
