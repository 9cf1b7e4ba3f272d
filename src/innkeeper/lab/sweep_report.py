"""What a sweep or a search has found, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

import innkeeper
from innkeeper.bots.strength import build_of
from innkeeper.lab.aims import Aim, Found
from innkeeper.lab.figures import (
    INTERVAL,
    PLAYERS,
    Bar,
    Figure,
    Heat,
    Report,
    Spot,
    figure_name,
    spelled,
)
from innkeeper.lab.sweep import Point, Reading, Sweep, Swept, find_figure, told_figures

SPOTS = "The darker, the more. In brackets: the 95 % interval."


def chosen_figures(sweep: Sweep, swept: Swept, asked: Sequence[str]) -> list[str]:
    """The figures that somebody asked for, or the usual ones."""
    return [find_figure(one, swept) for one in asked] or told_figures(swept, sweep.study.seats)


def show(sweep: Sweep, swept: Swept, asked: Sequence[str], again: str) -> None:
    """A table with a row for every point, or for two parameters one table for every figure."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    names = chosen_figures(sweep, swept, asked)
    if len(sweep.parameters) == 2:
        down, across = sweep.parameters
        for name in names:
            table = Table(title=f"{sweep.study.game}: {figure_name(name)}", title_justify="left")
            table.add_column(f"{down.name} ↓ {across.name} →")
            for value in across.values:
                table.add_column(str(value))
            for value in down.values:
                table.add_row(str(value), *(_short(swept[value, other].of(name)) for other in across.values))
            console.print(table)
    else:
        table = Table(title=f"{sweep.study.game}: what comes of it", title_justify="left")
        for heading in (*(one.name for one in sweep.parameters), *map(figure_name, names)):
            table.add_column(heading)
        for point, readings in swept.items():
            table.add_row(*map(str, point), *(str(readings.of(name)) for name in names))
        console.print(table)
    for line in answers(sweep, swept, names):
        console.print(line, soft_wrap=True, highlight=False, markup=False)
    console.print(f"Again: {again}", soft_wrap=True, highlight=False, markup=False)


def _short(reading: Reading) -> str:
    return str(reading).partition(" [")[0]


def answers(sweep: Sweep, swept: Swept, names: Sequence[str]) -> list[str]:
    """Of every figure, how far it reaches and where."""
    return [_sentence(f"{figure_name(name)}: {answer(sweep, swept, name)}") for name in names]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def answer(sweep: Sweep, swept: Swept, name: str) -> str:
    """From where to where a figure goes; or that it stays, as far as this can tell."""
    least, most = _ends(swept, name)
    low, high = swept[least].of(name), swept[most].of(name)
    if low.interval is None or high.interval is None:
        return "all matches are copies of one; --opening 4 makes them differ."
    if not moves(swept, name):
        return f"no difference that these matches could show ({_short(low)} to {_short(high)})."
    return f"from {low} at {sweep.told(least)} to {high} at {sweep.told(most)}."


def moves(swept: Swept, name: str) -> bool:
    """Does a figure go further than chance explains?"""
    low, high = (swept[point].of(name).interval for point in _ends(swept, name))
    return low is not None and high is not None and low[1] < high[0]


def _ends(swept: Swept, name: str) -> tuple[Point, Point]:
    """Where a figure is least, and where it is most."""
    return (
        min(swept, key=lambda point: swept[point].of(name).value),
        max(swept, key=lambda point: swept[point].of(name).value),
    )


def show_found(sweep: Sweep, found: Found, aims: Sequence[Aim], again: str) -> None:
    """What a search says."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    names = [find_figure(aim.figure, found.finalists) for aim in aims]
    table = Table(title=f"{sweep.study.game}: the best of {len(found.tried)} points", title_justify="left")
    for heading in (*(one.name for one in sweep.parameters), *map(figure_name, names)):
        table.add_column(heading)
    for point, readings in found.finalists.items():
        table.add_row(*map(str, point), *(str(readings.of(name)) for name in names))
    console.print(table)
    console.print(verdict(sweep, found, aims), soft_wrap=True, highlight=False, markup=False)
    console.print(f"Again: {again}", soft_wrap=True, highlight=False, markup=False)


def verdict(sweep: Sweep, found: Found, aims: Sequence[Aim]) -> str:
    """The best point, and whether it does what was wanted."""
    readings = found.finalists[found.best]
    parts = []
    for aim in aims:
        reading = readings.of(find_figure(aim.figure, found.finalists))
        target = aim.target / 100 if reading.share else aim.target
        reached = reading.interval is not None and reading.interval[0] <= target <= reading.interval[1]
        parts.append(
            f"{aim.figure} {reading} (wanted {aim.target:g}{', which may be so' if reached else ''})"
        )
    told = f"Nearest to what is wanted: {sweep.told(found.best)}, with {', '.join(parts)}."
    return f"{told} Played again with other dice than the search; a figure is one of {sweep.player}, too."


def report_of(sweep: Sweep, swept: Swept, asked: Sequence[str], again: str) -> Report:
    """The same as a report, with the response drawn."""
    game, _ = sweep.study.table
    names = chosen_figures(sweep, swept, asked)
    mapped = len(sweep.parameters) == 2
    varied = " and ".join(one.name for one in sweep.parameters)
    drawn = [
        Figure(
            question=_sentence(f"{figure_name(name)}: what does {varied} do?"),
            answer=_sentence(answer(sweep, swept, name)),
            caveat=f"{SPOTS if mapped else INTERVAL} {PLAYERS}",
            bars=[] if mapped else _bars(sweep, swept, name),
            heat=_heat(sweep, swept, name) if mapped else None,
        )
        for name in names
    ]
    title = f"{game.title}: {varied} varied"
    matches = sum(readings.matches for readings in swept.values())
    facts = [
        ("game", f"{game.id}, rules {game.version}, cards {(sweep.study.content or game.content).hash}"),
        ("house rules", spelled(sweep.study.options.items())),
        ("players", f"{sweep.player}, in {sweep.study.seats} seats"),
        ("matches", f"{matches:,} at {len(swept)} points, with the same dice at each"),
        ("seed", str(sweep.study.seed)),
        ("version", f"{innkeeper.__version__}, build {build_of(game)}"),
    ]
    return Report(title, lead(sweep, swept, names), drawn, facts, again)


def lead(sweep: Sweep, swept: Swept, names: Sequence[str]) -> str:
    """What a page begins with: the first figure that goes somewhere, which others do, and which do not."""
    moved = [name for name in names if moves(swept, name)]
    others, still = moved[1:], [name for name in names if name not in moved]
    told = answers(sweep, swept, moved[:1])
    for words, found in (("Also different", others), ("No difference that these matches could show", still)):
        if found:
            told.append(f"{words}: {', '.join(map(figure_name, found))}.")
    return " ".join(told)


def _heat(sweep: Sweep, swept: Swept, name: str) -> Heat:
    """A map with a spot for every point."""
    down, across = sweep.parameters
    found = [[swept[value, other].of(name) for other in across.values] for value in down.values]
    values = [one.value for row in found for one in row]
    least, reach = min(values), (max(values) - min(values)) if moves(swept, name) else 0.0
    spots = []
    for row in found:
        tints = [(one.value - least) / reach if reach else 0.0 for one in row]
        parts = [str(one).partition(" [") for one in row]
        spots.append(
            [Spot(said, mark[1:] + rest, tint) for (said, mark, rest), tint in zip(parts, tints, strict=True)]
        )
    return Heat(down.name, across.name, [*map(str, down.values)], [*map(str, across.values)], spots)


def _bars(sweep: Sweep, swept: Swept, name: str) -> list[Bar]:
    """A bar for every value: shares as they are, amounts as parts of the largest."""
    found = {point: readings.of(name) for point, readings in swept.items()}
    highest = max((one.interval or (0.0, one.value))[1] for one in found.values())
    scale = 1.0 if next(iter(found.values())).share else max(highest, 1e-9)
    bars = []
    for point, one in found.items():
        low, high = one.interval or (one.value, one.value)
        bars.append(Bar(str(point[0]), one.value / scale, low / scale, high / scale, str(one)))
    return bars


def show_json(sweep: Sweep, swept: Swept, again: str, found: Found | None = None) -> None:
    """The same as one JSON object."""
    print(
        json.dumps(
            {
                "game": sweep.study.game,
                "player": sweep.player,
                "seats": sweep.study.seats,
                "parameters": [one.name for one in sweep.parameters],
                "points": _told(swept),
                "finalists": None if found is None else _told(found.finalists),
                "again": again,
            },
            indent=1,
        )
    )


def _told(swept: Swept) -> list[dict[str, object]]:
    return [
        {
            "values": list(point),
            "matches": readings.matches,
            "figures": {name: _reading(readings.of(name)) for name in readings.names},
        }
        for point, readings in swept.items()
    ]


def _reading(one: Reading) -> dict[str, object]:
    return {"value": one.value, "interval": one.interval and list(one.interval)}
