"""Tables drawn with characters: one for each game that has its own, and one that fits any other."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from rich.text import Text

from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables import generic

Draw = Callable[[Moment, Lore, int], list[Text]]


def drawing_of(game: str) -> Draw:
    """How the table of a game is drawn: by the module of its name, or as any game's."""
    name = f"{__name__}.{game}"
    if game.isidentifier() and game != "generic" and find_spec(name) is not None:
        found: Draw = import_module(name).draw
        return found
    return generic.draw


def drawn(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The table as it stands, no line wider than `width`."""
    return drawing_of(lore.id)(now, lore, width)
