"""A report as one page of HTML that needs nothing else, in the inn's look.

Bars are plain boxes, so that the page can be read on a phone, printed, and heard from a screen reader. With
`vega` the same figures are drawn by Vega, which comes along inside the page: they can be pointed at, zoomed
and saved.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from innkeeper.lab.figures import Bar, Columns, Figure, Grid, Heat, Report
from innkeeper.lab.vega import Spec, bundle, chart

ASSETS = Path(__file__).parents[1] / "static" / "assets"
FONTS = {"Inn Sign": "grenze-gotisch-latin-wght-normal", "Inn Text": "andada-pro-latin-wght-normal"}

# Nothing is fetched and, without Vega, nothing runs; whatever a card is called.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:{scripts}"
SCRIPTS = "; script-src 'unsafe-inline' 'unsafe-eval'"

TINT = 0.55  # of the most: ink can still be read on it
STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")

# Each chart takes the place of its boxes. Without scripts these stay.
DRAW = """
for (const given of document.querySelectorAll('script[data-chart]')) {
  const place = document.getElementById(given.dataset.chart);
  vegaEmbed(place, JSON.parse(given.textContent), {
    renderer: 'svg', ast: false, actions: { export: true, source: false, compiled: false, editor: false },
  });
}
"""


def page(report: Report, vega: bool = False) -> str:
    """All of it."""
    title, verdict = escape(report.title), escape(report.verdict)
    policy = POLICY.format(scripts=SCRIPTS if vega else "")
    parts = [_section(figure, place, vega) for place, figure in enumerate(report.figures)]
    scripts = f"<script>{bundle()}</script><script>{DRAW}</script>" if vega else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_fonts()}{STYLE}</style></head><body><main>"
        f"<header><h1>{title}</h1><p>{verdict}</p></header>"
        f"{''.join(parts)}{_how(report)}</main>{scripts}</body></html>\n"
    )


@cache
def _fonts() -> str:
    """The inn's letters, where its page has been built; others do as well."""
    found = []
    for family, name in FONTS.items():
        for file in sorted(ASSETS.glob(f"{name}-*.woff2"))[:1]:
            data = b64encode(file.read_bytes()).decode()
            source = f'src: url("data:font/woff2;base64,{data}") format("woff2")'
            found.append(f'@font-face {{ font-family: "{family}"; font-weight: 400 700; {source}; }}')
    return "".join(found)


def _section(figure: Figure, place: int, vega: bool) -> str:
    drawn = _drawn(figure)
    spec = chart(figure) if vega else None
    if spec is not None:
        id = f"figure-{place}"
        drawn = f'<div class="chart" id="{id}">{drawn}</div>'
        drawn += f'<script type="application/json" data-chart="{id}">{_inside(spec)}</script>'
    answer = f"<p>{escape(figure.answer)}</p>" if figure.answer else ""
    return (
        f"<section><h2>{escape(figure.question)}</h2>{answer}{drawn}{_lines(figure.lines)}"
        f'<p class="caveat">{escape(figure.caveat)}</p></section>'
    )


def _inside(spec: Spec) -> str:
    """A chart in the page. No name of a card can end its element."""
    return msgspec.json.encode(spec).decode().replace("<", "\\u003c")


def _drawn(figure: Figure) -> str:
    drawn = _bars(figure.bars, figure.mark) if figure.bars else ""
    if figure.columns is not None:
        drawn += _histogram(figure.columns)
    if figure.heat is not None:
        drawn += _heat(figure.heat)
    return drawn + (_table(figure.grid) if figure.grid is not None else "")


def _bars(bars: list[Bar], mark: float | None) -> str:
    fair = "" if mark is None else f'<i class="fair" style="left:{100 * mark:.2f}%"></i>'
    rows = []
    for bar in bars:
        reach = f"left:{100 * bar.low:.2f}%;width:{100 * (bar.high - bar.low):.2f}%"
        drawn = f'<i class="reach" style="{reach}"></i>' if bar.low < bar.high else ""
        rows.append(
            f'<li><span>{escape(bar.name)}</span><span class="track" aria-hidden="true">'
            f'<i class="bar" style="width:{100 * bar.value:.2f}%"></i>{fair}'
            f"{drawn}</span><span>{escape(bar.said)}</span></li>"
        )
    told = "" if mark is None else f"<small>The dashed line is a fair share, {100 * mark:.1f} %.</small>"
    return f'<ul class="bars">{"".join(rows)}</ul>{told}'


def _histogram(columns: Columns) -> str:
    most, wide = max(columns.counts), f"max-width:{4 * len(columns.counts)}rem"
    bars = "".join(f'<i style="height:{100 * count / most:.1f}%"></i>' for count in columns.counts)
    return (
        f'<div class="histogram" style="{wide}" role="img" aria-label="{escape(columns.said)}">{bars}</div>'
        f'<div class="ends" style="{wide}"><span>{columns.least:g}</span><span>{columns.most:g}</span></div>'
    )


def _table(grid: Grid) -> str:
    """Numbers stand for the names of the columns, so that it stays narrow; tints tell far from near."""
    head = "".join(f'<th scope="col">{place}</th>' for place in range(1, len(grid.names) + 1))
    rows = []
    for place, (name, cells) in enumerate(zip(grid.names, grid.cells, strict=True), 1):
        written = "".join(_cell(share, grid.fair) for share in cells)
        rows.append(f'<tr><th scope="row">{place}&nbsp;{escape(name)}</th>{written}</tr>')
    return (
        f'<div class="scroll" tabindex="0"><table><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(share: float | None, fair: float) -> str:
    if share is None:
        return "<td>–</td>"
    above = share >= fair
    ink = "70 131 122" if above else "151 41 26"
    much = (share - fair) / (1 - fair) if above else 1 - share / fair
    return f'<td style="background:rgb({ink} / {0.7 * much:.2f})">{100 * share:.0f}</td>'


def _heat(heat: Heat) -> str:
    """The darker, the more; every spot says what it is."""
    head = "".join(f'<th scope="col">{escape(value)}</th>' for value in heat.columns)
    rows = []
    for value, spots in zip(heat.rows, heat.spots, strict=True):
        written = "".join(
            f'<td style="background:rgb(70 131 122 / {TINT * spot.tint:.2f})">{escape(spot.said)}'
            f"<small>{escape(spot.reach)}</small></td>"
            for spot in spots
        )
        rows.append(f'<tr><th scope="row">{escape(value)}</th>{written}</tr>')
    return (
        f'<div class="scroll" tabindex="0"><table class="heat"><thead><tr><th>{escape(heat.down)} ↓ '
        f"{escape(heat.across)} →</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _lines(lines: list[str]) -> str:
    if not lines:
        return ""
    return f'<ul class="lines">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'


def _whole_words(command: str) -> str:
    """A command whose lines end between words, and never within `--seats`."""
    return " ".join(f"<span>{escape(word)}</span>" for word in command.split(" "))


def _how(report: Report) -> str:
    """What was played, so that it can be played again."""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in report.facts)
    return (
        f"<section><h2>How was it played?</h2><dl>{rows}</dl>"
        f"<pre><code>{_whole_words(report.again)}</code></pre></section>"
    )
