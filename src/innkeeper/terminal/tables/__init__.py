"""Tables drawn with characters: one for each game that has its own, and one that fits any other."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.text import Text

from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables import generic


def _table_of(game: str) -> Any:
    """The module of a game's own table, or the one that fits any game."""
    name = f"{__name__}.{game}"
    own = game.isidentifier() and game not in ("brush", "generic") and find_spec(name) is not None
    return import_module(name) if own else generic


def drawn(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The table as it stands; no line is wider than `width`, but those of a map that can be panned."""
    lines: list[Text] = _table_of(lore.id).draw(now, lore, width)
    return lines


def charted(now: Moment, lore: Lore) -> tuple[list[Text], tuple[int, int]] | None:
    """The map of a table that has one, and where on it the eyes should be, as column and line."""
    find = getattr(_table_of(lore.id), "chart", None)
    return None if find is None else find(now)


def facts(now: Moment, lore: Lore, width: int) -> list[Text]:
    """What lies beside the map of a table that has one."""
    lines: list[Text] = _table_of(lore.id).facts(now, lore, width)
    return lines
