"""A picture of an arena: shares and ratings as dots with their intervals, as SVG that any browser shows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from innkeeper.lab.standings import Standings

WIDTH, LEFT, RIGHT, ROW, HEAD = 760, 250, 120, 26, 66
INK, PALE, WARM = "#2b2118", "#d9cfc2", "#a4461f"


@dataclass(frozen=True)
class Dot:
    """One row: what it is of, where it lies, how sure that is, and what is written beside it."""

    name: str
    value: float
    low: float
    high: float
    said: str


def plot(found: Standings) -> str:
    """All of it, one part below another."""
    scale = 100 / found.arena.seats if not found.arena.together else None
    parts = [_part("Share of points, with 95 % intervals", _shares(found), 0, 100, 25, scale)]
    if found.ratings:
        dots = _ratings(found)
        low = min(dot.low for dot in dots)
        high = max(dot.high for dot in dots)
        step = next(
            step for step in (25, 50, 100, 200, 500, 1000, 5000) if high - low < 4 * step or step == 5000
        )
        least = step * math.floor(low / step)
        parts.append(
            _part("Rating, with 95 % intervals", dots, least, step * math.ceil(high / step), step, None)
        )
    height = sum(size for _, size in parts)
    title = f"{found.arena.game}, {found.matches} matches"
    drawn, top = [], 0
    for text, size in parts:
        drawn.append(f'<g transform="translate(0 {top})">{text}</g>')
        top += size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" font-family="sans-serif" font-size="13" fill="{INK}">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{WIDTH}" height="{height}" fill="#fffdf9"/>{"".join(drawn)}</svg>\n'
    )


def _shares(found: Standings) -> list[Dot]:
    dots = []
    for tally in found.tallies:
        share = tally.share
        if share.blocks:
            low, high = share.interval or (share.mean, share.mean)
            name = " against ".join(tally.pairing)
            dots.append(Dot(name, 100 * share.mean, 100 * low, 100 * high, f"{100 * share.mean:.1f} %"))
    return dots


def _ratings(found: Standings) -> list[Dot]:
    ranked = sorted(found.ratings.items(), key=lambda one: -one[1].points)
    return [
        Dot(
            name,
            one.points,
            one.points - one.half,
            one.points + one.half,
            f"{one.points:.0f} ± {one.half:.0f}",
        )
        for name, one in ranked
    ]


def _part(
    title: str, dots: Sequence[Dot], least: int, most: int, step: int, mark: float | None
) -> tuple[str, int]:
    """A heading, a scale and the rows; the mark is a fair share. With its height."""
    height = HEAD + ROW * len(dots) + 30

    def at(value: float) -> float:
        part = (min(most, max(least, value)) - least) / (most - least)
        return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)

    lines = [f'<text x="16" y="30" font-weight="bold" font-size="15">{escape(title)}</text>']
    bottom = height - 26
    for value in range(least, most + 1, step):
        lines.append(f'<path d="M{at(value)} {HEAD - 8}V{bottom}" stroke="{PALE}"/>')
        lines.append(f'<text x="{at(value)}" y="{bottom + 16}" text-anchor="middle">{value}</text>')
    if mark is not None:
        lines.append(
            f'<path d="M{at(mark)} {HEAD - 8}V{bottom}" stroke="{WARM}" stroke-dasharray="4 3"/>'
            f'<text x="{at(mark)}" y="{HEAD - 12}" text-anchor="middle" fill="{WARM}">fair share</text>'
        )
    for place, dot in enumerate(dots):
        y = HEAD + ROW * place + ROW // 2
        lines.append(
            f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(_short(dot.name))}</text>'
            f'<path d="M{at(dot.low)} {y}H{at(dot.high)}" stroke="{INK}" stroke-width="2"/>'
            f'<circle cx="{at(dot.value)}" cy="{y}" r="4.5" fill="{WARM}"/>'
            f'<text x="{WIDTH - RIGHT + 14}" y="{y + 4}">{escape(dot.said)}</text>'
        )
    return "".join(lines), height


def _short(name: str, most: int = 34) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
