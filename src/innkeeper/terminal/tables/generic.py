"""A table for any game, from the hints of its view."""

from __future__ import annotations

from rich.text import Text

from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables.brush import marker, rule, wrapped
from innkeeper.terminal.words import Known, describe_view


def draw(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The shared table, then every seat, a paragraph each."""
    shared, *seats = describe_view(now.view, Known(now.names, lore))
    lines = [rule(lore.title, width), *wrapped(Text(shared), width)]
    for row, told in zip(now.view["seats"], seats):
        you = " (you)" if row["seat"] == now.you else ""
        name, _, rest = told.partition(": ")
        lines.append(rule(f"{marker(row['seat'], now.view['to_act'])} {name}{you}", width))
        lines += wrapped(Text(rest), width)
    return lines
