"""A table for any game, from the hints of its view."""

from __future__ import annotations

from rich.text import Text

from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.words import Known, describe_view


def draw(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The shared table, then every seat, a paragraph each."""
    return [Text(line) for line in describe_view(now.view, Known(now.names, lore))]
