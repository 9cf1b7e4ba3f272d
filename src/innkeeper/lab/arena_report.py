"""The figures of an arena, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

from innkeeper.lab.evidence import ALIKE, NOT_WEAKER, OPEN, STRONGER, WEAKER, Estimate
from innkeeper.lab.season import Season
from innkeeper.lab.standings import Standings, Tally


def show(season: Season, found: Standings) -> None:
    """Tables on the terminal, and a few sentences."""
    from rich.console import Console

    console = Console()
    console.print(_pairings(season, found))
    console.print(_players(found))
    for sentence in sentences(season, found):
        console.print(sentence, soft_wrap=True, highlight=False)


def _pairings(season: Season, found: Standings) -> Any:
    from rich.table import Table

    arena = found.arena
    title = f"{arena.game}, {arena.seats} seats, {found.matches} matches"
    table = Table(title=title, title_justify="left")
    table.add_column("challenger")
    table.add_column("against" if arena.seats == 2 else f"{arena.seats - 1} times")
    table.add_column("matches", justify="right")
    table.add_column("share [95 % interval]")
    table.add_column("more than a rival there" if arena.together else "× fair")
    table.add_column("known")
    for tally in found.tallies:
        table.add_row(
            *tally.pairing,
            str(tally.played * arena.matches),
            str(tally.share) if tally.blocks else "–",
            _compared(tally, arena.seats),
            known(tally, season),
        )
    return table


def _compared(tally: Tally, seats: int) -> str:
    if not tally.blocks:
        return "–"
    return str(tally.gain) if tally.gain is not None else f"{tally.share.mean * seats:.2f}"


def known(tally: Tally, season: Season) -> str:
    """The verdict in words."""
    within = f"{100 * season.margin:g} %"
    if season.than is not None:
        held_to = f"{100 * season.than:g} %"
        return {
            STRONGER: f"more than {held_to}",
            WEAKER: f"less than {held_to}",
            ALIKE: f"{held_to}, within {within}",
            NOT_WEAKER: f"at least {100 * (season.than - season.margin):g} %",
            OPEN: "nothing yet",
        }[tally.verdict]
    return {
        STRONGER: f"{tally.pairing[0]} is stronger",
        WEAKER: f"{tally.pairing[0]} is weaker",
        ALIKE: f"as good, within {within}",
        NOT_WEAKER: f"not weaker by {within}",
        OPEN: "nothing yet",
    }[tally.verdict]


def _players(found: Standings) -> Any:
    from rich.table import Table

    table = Table()
    table.add_column("player")
    if found.ratings:
        table.add_column("rating", justify="right")
    table.add_column("a move takes", justify="right")
    table.add_column("95 of 100 at most", justify="right")
    ranked = sorted(found.arena.players, key=lambda name: -found.ratings[name].points if found.ratings else 0)
    for name in ranked:
        pace = found.paces[name]
        rating = (
            [f"{found.ratings[name].points:.0f} ± {found.ratings[name].half:.0f}"] if found.ratings else []
        )
        table.add_row(name, *rating, duration(pace.mean), duration(pace.most))
    return table


def duration(seconds: float) -> str:
    """A time as people say it."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def sentences(season: Season, found: Standings) -> list[str]:
    """What the tables do not say."""
    said = []
    if found.first_seat.blocks:
        said.append(f"The first seat got {found.first_seat} of all that was won.")
        said.append(
            f"The same deal had the same winner, whoever sat where, in {found.luck.same} of the blocks; "
            f"by accident alone it would in {100 * found.luck.accident:.1f} %."
        )
    if found.copies:
        said.append(copies(found))
    if season.sure:
        said.append(
            "The test may be looked at after every block; each verdict is wrong in 1 of 20 arenas at most."
        )
    return said


def copies(found: Standings) -> str:
    """What is to be said of matches that are copies of others."""
    return (
        f"{found.copies} of the {found.matches} matches are copies of others, and a block of nothing else "
        "counts for nothing: too little is left to chance. --opening 4 makes more of them differ."
    )


def show_json(season: Season, found: Standings) -> None:
    """The same as one JSON object."""
    print(json.dumps(as_json(season, found), indent=1))


def as_json(season: Season, found: Standings) -> dict[str, Any]:
    """All figures."""
    arena = found.arena
    return {
        "game": arena.game,
        "seats": arena.seats,
        "players": list(arena.players),
        "options": dict(arena.options),
        "seed": arena.seed,
        "matches": found.matches,
        "copies": found.copies,
        "together": arena.together,
        "margin": season.margin,
        "than": season.than,
        "pairings": [_pairing(tally, arena.matches) for tally in found.tallies],
        "ratings": {
            name: {"points": one.points, "interval": [one.points - one.half, one.points + one.half]}
            for name, one in found.ratings.items()
        },
        "paces": {
            name: {"mean": one.mean, "p95": one.most, "moves": one.moves} for name, one in found.paces.items()
        },
        "first_seat": _estimate(found.first_seat),
        "luck": {"same": _estimate(found.luck.same), "accident": found.luck.accident},
    }


def _pairing(tally: Tally, matches: int) -> dict[str, Any]:
    return {
        "challenger": tally.pairing[0],
        "rival": tally.pairing[1],
        "matches": tally.played * matches,
        "blocks": len(tally.blocks),
        "copies": tally.copies,
        "share": _estimate(tally.share),
        "gain": tally.gain and _estimate(tally.gain),
        "verdict": tally.verdict,
        "sequential": list(tally.gambler.interval),
    }


def _estimate(value: Estimate) -> dict[str, Any]:
    return {
        "mean": value.mean if value.blocks else None,
        "interval": value.interval and list(value.interval),
        "blocks": value.blocks,
    }
