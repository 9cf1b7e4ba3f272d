"""A run as one page of HTML that needs nothing else: each figure with its question, answer and caveat.

Bars are plain boxes, so that the page can be read on a phone, printed, and heard from a screen reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from innkeeper.engine.game import Game
from innkeeper.lab.runs import RunPlan
from innkeeper.lab.summary import Share, Spread, Summary

COLUMNS = 24  # of a histogram

STYLE = """
:root { --wall: #efe5cf; --paper: #fffaee; --ink: #23160c; --ink-2: #584128; --rule: #c9b185; --bar: #8f4700;
  --reach: #23160c; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --wall: #1c140e; --paper: #2a1d13; --ink: #f6ead3;
  --ink-2: #d9c6a3; --rule: #6b4c2f; --bar: #ffb947; --reach: #f6ead3; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--wall); color: var(--ink); font: 1rem/1.5 Georgia, serif; }
main { max-width: 46rem; margin: 0 auto; }
h1 { font-size: 1.6rem; margin: .5rem 0; }
section { background: var(--paper); border: 1px solid var(--rule); border-radius: .5rem; padding: .75rem 1rem;
  margin: 1rem 0; }
h2 { font-size: 1.15rem; margin: 0 0 .25rem; }
p { margin: .25rem 0; } .caveat, dt { color: var(--ink-2); font-size: .9rem; }
ul { list-style: none; margin: .5rem 0; padding: 0; }
li { display: grid; grid-template-columns: minmax(6rem, 10rem) 1fr 11rem; gap: .5rem;
  align-items: center; padding: .15rem 0; }
li span:last-child { text-align: right; font-variant-numeric: tabular-nums; }
.track { position: relative; height: 1rem; background: var(--wall); border-radius: .2rem; }
.bar { position: absolute; inset: 0 auto 0 0; background: var(--bar); border-radius: .2rem; }
.reach { position: absolute; top: 50%; height: 2px; background: var(--reach); }
.histogram { display: flex; align-items: flex-end; gap: 2px; height: 7rem; margin: .5rem 0 0; }
.histogram i { flex: 1; background: var(--bar); min-height: 1px; }
.ends { display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem 1rem; margin: .5rem 0;
  overflow-wrap: anywhere; }
dd { margin: 0; }
@media (max-width: 30rem) { li { grid-template-columns: 1fr auto; }
  li .track { grid-column: 1 / -1; grid-row: 2; } }
"""


def page(game: Game, plan: RunPlan, summary: Summary) -> str:
    """All of it."""
    fair = 1 / len(plan.players)
    title = f"{game.title}: {summary.matches:,} matches"
    seats = [(f"Seat {seat}", share) for seat, share in enumerate(summary.seats)]
    parts = [_section("Is it fair to every seat?", _fairness(summary, fair), _shares(seats), PLAYERS)]
    if len(summary.players) > 1:
        names = summary.players.items()
        parts.append(_section("Who plays better?", _best(summary.players), _shares(names), PLAYERS))
    ends = [*summary.reasons.items(), ("drawn", summary.draws)]
    most = next(iter(summary.reasons))
    parts.append(_section("How does it end?", f"Most often by {most}.", _shares(ends), ENDINGS))
    for name, spread in summary.spreads.items():
        parts.append(_section(_asked(name), _half(spread), _histogram(spread), MEASURES))
    for name, shares in summary.shares.items():
        said = f"Most often {next(iter(shares))}."
        parts.append(_section(_asked(name), said, _shares(shares.items()), MEASURES))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main><h1>{escape(title)}</h1>"
        f"{''.join(parts)}{_how(plan, summary)}</main></body></html>\n"
    )


PLAYERS = "A figure is one of these players, too: others may show another. Ask `innkeeper study` for several."
ENDINGS = "The thin line is the 95 % interval."
MEASURES = "What the game notes of every match."


def _fairness(summary: Summary, fair: float) -> str:
    first = summary.seats[0]
    if first.interval is None:
        return "Nobody can say: all matches are one and the same."
    low, high = first.interval
    if low <= fair <= high:
        return f"As far as this can tell: a fair share would be {100 * fair:.1f} %."
    worse = "more" if first.rate > fair else "less"
    return f"No: the first seat wins {worse} than its fair share of {100 * fair:.1f} %."


def _best(players: dict[str, Share]) -> str:
    name, share = max(players.items(), key=lambda one: one[1].rate)
    return f"{name} wins most: {share}."


def _half(spread: Spread) -> str:
    half, low, high = (spread.at(part) for part in (0.5, 0.05, 0.95))
    return f"Half of the matches have at most {half:g}, nine of ten {low:g} to {high:g}."


def _asked(name: str) -> str:
    return f"{name.replace('_', ' ').capitalize()}?"


def _section(question: str, answer: str, figure: str, caveat: str) -> str:
    return (
        f"<section><h2>{escape(question)}</h2><p>{escape(answer)}</p>{figure}"
        f'<p class="caveat">{escape(caveat)}</p></section>'
    )


def _shares(shares: Iterable[tuple[str, Share]]) -> str:
    rows = []
    for name, share in shares:
        low, high = share.interval or (share.rate, share.rate)
        reach = f"left:{100 * low:.2f}%;width:{100 * (high - low):.2f}%"
        rows.append(
            f'<li><span>{escape(name)}</span><span class="track" aria-hidden="true">'
            f'<span class="bar" style="width:{100 * share.rate:.2f}%"></span>'
            f'<span class="reach" style="{reach}"></span></span><span>{escape(str(share))}</span></li>'
        )
    return f"<ul>{''.join(rows)}</ul>"


def _histogram(spread: Spread) -> str:
    """Columns of equal width from the least to the largest value; of whole numbers, each holds as many."""
    least, most = spread.counts[0][0], spread.largest
    width = max(1, -(-(int(most - least) + 1) // COLUMNS))
    columns = [0] * (int((most - least) / width) + 1)
    for value, count in spread.counts:
        columns[int((value - least) / width)] += count
    bars = "".join(f'<i style="height:{100 * count / max(columns):.1f}%"></i>' for count in columns)
    heard = f"from {least:g} to {most:g}, half of them up to {spread.at(0.5):g}"
    return (
        f'<div class="histogram" role="img" aria-label="{heard}">{bars}</div>'
        f'<div class="ends"><span>{least:g}</span><span>{most:g}</span></div>'
    )


def _how(plan: RunPlan, summary: Summary) -> str:
    """What was played, so that it can be played again."""
    told: Sequence[tuple[str, object]] = (
        ("game", f"{plan.game}, rules {plan.rules}, cards {plan.content}"),
        ("house rules", ", ".join(f"{name} = {value}" for name, value in plan.options.items())),
        ("players", ", ".join(plan.players) + (", in turn in every seat" if plan.rotate else "")),
        ("seed", plan.seed),
        ("random first decisions", plan.opening),
        ("matches that are no copies", f"about {summary.distinct:,}"),
        ("version", f"{plan.version}, build {plan.build}"),
    )
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(str(value))}</dd>" for name, value in told)
    return f"<section><h2>How was it played?</h2><dl>{rows}</dl></section>"
