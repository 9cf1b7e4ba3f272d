"""What tables are drawn with: bars, lists that break between names, columns.

Whatever a colour says, a letter or a figure says too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

FULL, EMPTY = "█", "░"


def bar(value: int, most: int, width: int, style: str = "") -> Text:
    """A bar with its figures."""
    filled = 0 if most <= 0 else max(0, min(width, round(width * value / most)))
    if value > 0 and filled == 0:
        filled = 1
    return Text.assemble((FULL * filled, style), (EMPTY * (width - filled), "dim"), f" {value}/{most}")


def pips(count: int, most: int, full: str, empty: str) -> Text:
    """Things that are there, and places that are empty."""
    return Text(full * max(0, count) + empty * max(0, most - count))


def listed(label: str, names: Iterable[str | Text], width: int, between: str = ", ") -> list[Text]:
    """A label and names after it; lines break between names, and go on below the first of them."""
    head = f"{label}: " if label else ""
    lines = [Text.assemble((head, "bold"))]
    indent = min(len(head), 12)
    first = True
    for name in names:
        piece = Text(name) if isinstance(name, str) else name
        if not first:
            lines[-1].append(between.rstrip())
        space = "" if first else " "
        if lines[-1].cell_len + len(space) + piece.cell_len + 1 > width and lines[-1].cell_len > indent:
            lines.append(Text(" " * indent))
            space = ""
        lines[-1].append(space)
        lines[-1].append_text(piece)
        first = False
    return [] if first else lines


def beside(left: Sequence[Text], right: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Two columns; the left one has `width` cells."""
    lines = []
    for place in range(max(len(left), len(right))):
        line = left[place].copy() if place < len(left) else Text("")
        line.truncate(width, overflow="ellipsis")
        line.append(" " * (width - line.cell_len + gap))
        if place < len(right):
            line.append_text(right[place])
        lines.append(line)
    return lines


def rule(title: str, width: int) -> Text:
    """A line with a title in it."""
    rest = max(0, width - cell_len(title) - 4)
    return Text.assemble(("── ", "dim"), (title, "bold"), (f" {'─' * rest}", "dim"))


def wrapped(text: Text, width: int) -> list[Text]:
    """Running words in lines of at most so many cells."""
    lines, line = [], Text("")
    for word in text.split(" ", include_separator=False):
        if line.cell_len and line.cell_len + 1 + word.cell_len > width:
            lines.append(line)
            line = Text("  ")
        elif line.cell_len:
            line.append(" ")
        line.append_text(word)
    return [*lines, line]


def clipped(lines: Sequence[Text], width: int) -> list[Text]:
    """The lines, none wider than there is room."""
    short = [line.copy() for line in lines]
    for line in short:
        line.truncate(width, overflow="ellipsis")
    return short


def marker(seat: int, to_act: Sequence[int]) -> str:
    """Whose answer is awaited."""
    return "▶" if seat in to_act else " "
