"""The command of a sweep: what if this number were another?"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from innkeeper.cli.common import (
    game_argument,
    house_rules,
    measured_seats_option,
    needs,
    study_options,
    table_options,
    with_content,
)
from innkeeper.engine.levels import REGULAR


@click.command()
@game_argument
@click.option(
    "--vary",
    "varied",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="A house rule or card.field, and its values: 1..5, 0..20..5 or 1,2,4; may be repeated.",
)
@click.option(
    "--optimise",
    "wanted",
    metavar="AIMS",
    help='Search for what comes nearest to this, such as "first seat 50 %, turns 12".',
)
@click.option(
    "--trials",
    type=click.IntRange(2, 10_000),
    default=30,
    show_default=True,
    help="With --optimise: the most points that are tried.",
)
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, 1_000_000),
    default=400,
    show_default=True,
    help="Matches at every point.",
)
@click.option("--player", default=REGULAR, show_default=True, help="The bot in all seats.")
@click.option("--figure", "asked", multiple=True, metavar="NAME", help="Show this figure; may be repeated.")
@measured_seats_option
@study_options
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON instead of tables.")
@click.option(
    "--page",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the response in this file, too, as one page that any browser shows.",
)
@table_options
def sweep(
    game: str,
    varied: tuple[str, ...],
    wanted: str | None,
    trials: int,
    games: int,
    player: str,
    asked: tuple[str, ...],
    seats: int | None,
    seed: int,
    openings: tuple[int, ...],
    jobs: int,
    as_json: bool,
    target: Path | None,
    preset: str | None,
    overrides: tuple[str, ...],
    content: Path | None,
) -> None:
    """Vary house rules or numbers on cards of GAME and show what comes of it, or search for an aim."""
    from innkeeper.cli.arena import write_text
    from innkeeper.engine.game import get_game
    from innkeeper.lab import sweep_report as report
    from innkeeper.lab.aims import matches_in, optimise, read_aims
    from innkeeper.lab.page import page
    from innkeeper.lab.simulate import check_writable
    from innkeeper.lab.study import Study
    from innkeeper.lab.sweep import Sweep, play_points, read_parameter

    if target is not None:
        check_writable(target)
    found = with_content(get_game(game), content)
    study = Study.of(found, house_rules(found, preset, overrides), seats, seed, openings)
    made = Sweep(study, tuple(read_parameter(text) for text in varied), player).checked()
    again = shlex.join(
        [
            *("innkeeper", "sweep", game),
            *(part for text in varied for part in ("--vary", text)),
            *(["--optimise", wanted, "--trials", str(trials)] if wanted else []),
            *(part for name in asked for part in ("--figure", name)),
            *("-n", str(games), "--player", player, "--seats", str(study.seats), "--seed", str(seed)),
            *study.opening_words,
            *(["--preset", preset] if preset else []),
            *(part for rule in overrides for part in ("-o", rule)),
            *(["--content", str(content)] if content else []),
        ]
    )
    aims = read_aims(wanted) if wanted else []
    if aims and len(made.points) > trials:
        needs("optimise", "optuna")
    length = matches_in(made, trials, games) if aims else len(made.points) * games
    with click.progressbar(length=length, label=game, file=sys.stderr, show_pos=True) as bar:
        best = optimise(made, aims, trials, games, jobs, bar.update) if aims else None
        swept = best.tried if best else play_points(made, made.points, games, jobs, bar.update)
    if as_json:
        report.show_json(made, swept, again, best)
    elif best:
        report.show_found(made, best, aims, again)
    else:
        report.show(made, swept, asked, again)
    if target is not None:
        write_text(target, page(report.report_of(made, swept, asked, again)))
