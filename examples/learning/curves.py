"""Draws how learning went: what ppo.py wrote with --log, one line for each file, as a picture (SVG).

python examples/learning/ppo.py --game echo --seed 1 --log echo-1.csv
python examples/learning/curves.py echo-1.csv echo-2.csv echo-3.csv --target 55 --out echo.svg
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 320, 56, 44, 34, 16
COLOURS = ("#3b6ea5", "#b5533c", "#4f8a4c", "#8a6bb0", "#a08030")
STEPS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600)  # seconds between two marks


@dataclass(frozen=True)
class Curve:
    """One run: CPU seconds of learning, and the share of matches won then."""

    name: str
    points: list[tuple[float, float]]


def read(file: Path) -> Curve:
    """What one run has written."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    if not rows:
        raise SystemExit(f"{file} holds no measurement")
    name = f"{rows[0]['game']}, seed {rows[0]['seed']}: {100 * float(rows[-1]['won']):.1f} %"
    return Curve(name, [(float(row["seconds"]), 100 * float(row["won"])) for row in rows])


def drawn(curves: list[Curve], title: str, target: float) -> str:
    """The picture."""
    longest = max(seconds for curve in curves for seconds, _ in curve.points)

    def x(seconds: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * seconds / longest

    def y(share: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share / 100

    def text(at: float, down: float, words: str, anchor: str = "middle") -> str:
        return f'<text x="{at:.0f}" y="{down:.0f}" text-anchor="{anchor}">{escape(words)}</text>'

    def line(share: float, style: str) -> str:
        return f'<path d="M{LEFT} {y(share):.1f}H{WIDTH - RIGHT}" {style}/>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="12" fill="#666">',
        f"<title>{escape(title)}</title>",
        text(LEFT, 18, title, "start"),
    ]
    for share in range(0, 101, 25):
        parts += [
            line(share, 'stroke="#999" stroke-opacity=".3"'),
            text(LEFT - 24, y(share) + 4, f"{share} %"),
        ]
    step = next((one for one in STEPS if longest / one <= 8), STEPS[-1])
    parts += [text(x(mark), HEIGHT - 24, str(mark)) for mark in range(0, int(longest) + 1, step)]
    parts.append(text((LEFT + WIDTH) / 2, HEIGHT - 6, "CPU seconds of one core"))
    if target:
        parts.append(line(target, 'stroke="#b00" stroke-dasharray="4 4"'))
    for place, curve in enumerate(curves):
        colour = COLOURS[place % len(COLOURS)]
        points = " ".join(f"{x(seconds):.1f},{y(share):.1f}" for seconds, share in curve.points)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        named = text(WIDTH - RIGHT, HEIGHT - BOTTOM - 10 - 16 * (len(curves) - 1 - place), curve.name, "end")
        parts.append(f'<g fill="{colour}">{named}</g>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Read, draw, write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.csv")
    parser.add_argument("--title", default="Matches won against greedy")
    parser.add_argument("--target", type=float, default=0, help="a share in percent to mark")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.svg")
    given = parser.parse_args()
    given.out.write_text(drawn([read(file) for file in given.files], given.title, given.target), "utf-8")


if __name__ == "__main__":
    main()
