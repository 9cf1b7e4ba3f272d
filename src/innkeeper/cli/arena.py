"""The command of the arena: which bot is the better, and how sure is that?"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from innkeeper.cli.common import game_argument, house_rules, listed, many_options, table_options, with_content

if TYPE_CHECKING:
    from innkeeper.lab.season import Running

FIXED, SURELY = 400, 20_000  # matches of a pairing, unless somebody says otherwise


@click.command()
@game_argument
@click.option(
    "--players",
    metavar="NAMES",
    required=True,
    help="Two bots or more, e.g. champion,greedy,random; search:0.1s or search:400 gives one a budget of "
    "seconds or iterations for each move.",
)
@click.option(
    "--seats", type=int, help="How many seats (default: two, or the fewest); all but one are the rival's."
)
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, 10_000_000),
    help=f"Matches of each pairing (default: {FIXED}; with --sure at most, {SURELY}).",
)
@click.option("--sure", is_flag=True, help="Stop each pairing as soon as the sequential test knows.")
@click.option(
    "--margin",
    type=click.FloatRange(0, 50, min_open=True, max_open=True),
    default=2.0,
    show_default=True,
    help="Players less than this many points of 100 apart are as good as each other.",
)
@click.option(
    "--than",
    metavar="PERCENT",
    type=click.FloatRange(-100, 100, min_open=True, max_open=True),
    help="Test whether the first of each pairing gets more than this share of the points, instead of a fair "
    "one; where all win together, whether it gets so many points more than its rival.",
)
@many_options
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep every block in this file as it is played, and go on where it ends.",
)
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the figures into this SVG file."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON instead of tables.")
@table_options
def arena(
    game: str,
    players: str,
    seats: int | None,
    games: int | None,
    sure: bool,
    margin: float,
    than: float | None,
    seed: int,
    opening: int,
    jobs: int,
    resume: Path | None,
    plot: Path | None,
    as_json: bool,
    preset: str | None,
    overrides: tuple[str, ...],
    content: Path | None,
) -> None:
    """Let bots of GAME meet, with the same dice in every seat, and show who is stronger."""
    from innkeeper.engine.game import get_game
    from innkeeper.lab.arena import Arena
    from innkeeper.lab.arena_report import show, show_json
    from innkeeper.lab.ledger import Ledger
    from innkeeper.lab.plot import plot as drawn
    from innkeeper.lab.season import Running, Season
    from innkeeper.lab.simulate import check_writable
    from innkeeper.lab.standings import standings

    found = with_content(get_game(game), content)
    made = Arena.of(
        game,
        listed(players),
        seats,
        options=house_rules(found, preset, overrides),
        seed=seed,
        opening=opening,
        content=found.content,
    )
    if plot is not None:
        check_writable(plot)
    if than is not None and than <= 0 and not made.together:
        raise click.BadParameter("a share of the points is more than 0", param_hint="'--than'")
    held_to = None if than is None else than / 100
    season = Season(made, games or (SURELY if sure else FIXED), sure, margin / 100, held_to)
    with nullcontext() if resume is None else Ledger(resume, made) as ledger:
        running = Running(season, ledger)
        whole = play_on(running, jobs)
    shown = standings(made, running.tallies)
    if plot is not None:
        write_text(plot, drawn(shown))
    (show_json if as_json else show)(season, shown)
    if not whole:
        kept = f"; go on with the same command (--resume {resume})" if resume else ""
        click.echo(f"Broken off after {running.played} matches{kept}.", err=True)
        sys.exit(130)


def play_on(running: Running, jobs: int, left: Callable[[], float] = lambda: math.inf) -> bool:
    """Play with a bar on the screen; False if somebody broke it off."""
    season = running.season
    label = season.arena.game
    with click.progressbar(length=season.matches, label=label, file=sys.stderr, show_pos=True) as bar:
        bar.update(running.played)
        try:
            running.run(jobs, bar.update, left)
        except KeyboardInterrupt:
            return False
    return True


def write_text(path: Path, text: str) -> None:
    """Write a file, or say in a sentence why it cannot be."""
    import os

    from innkeeper.engine.errors import InvalidOptions

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise InvalidOptions(f"{path} cannot be written: {os.strerror(wrong.errno or 0)}") from None
