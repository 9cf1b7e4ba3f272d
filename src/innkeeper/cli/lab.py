"""The commands of the lab: many matches at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from innkeeper.cli.common import (
    game_argument,
    house_rules,
    listed,
    many_options,
    measured_seats_option,
    needs,
    study_options,
    table_options,
    with_content,
)

if TYPE_CHECKING:
    from innkeeper.lab.simulate import Plan
    from innkeeper.lab.summary import Summary

interactive_option = click.option(
    "--interactive", is_flag=True, help="Let the page's figures be pointed at, zoomed and saved (0.9 MB)."
)


@click.command()
@game_argument
@click.option(
    "--games", "-n", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="How many."
)
@click.option(
    "--players", metavar="NAMES", help="A bot per seat, e.g. greedy,random (default: the best bot)."
)
@click.option("--seats", type=int, help="How many seats (default: the fewest, or as many as players).")
@click.option("--rotate", is_flag=True, help="Let the players change seats from match to match.")
@many_options
@click.option("--out", type=click.Path(dir_okay=False), help="Write a row per match to this Parquet file.")
@click.option(
    "--run",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the matches in this folder as they are played, and go on where it ends.",
)
@click.option(
    "--ray", metavar="ADDRESS", help="With --run: play on this Ray cluster (auto: the one that is near)."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON instead of a table.")
@table_options
def simulate(
    game: str,
    games: int,
    players: str | None,
    seats: int | None,
    rotate: bool,
    seed: int,
    opening: int,
    jobs: int,
    out: str | None,
    folder: Path | None,
    ray: str | None,
    as_json: bool,
    preset: str | None,
    overrides: tuple[str, ...],
    content: Path | None,
) -> None:
    """Play many matches of GAME between bots and show what came of it."""
    from innkeeper.bots import best_bot
    from innkeeper.engine.game import get_game
    from innkeeper.lab.report import show, show_json
    from innkeeper.lab.simulate import Plan, check_parquet, write_parquet
    from innkeeper.lab.summary import summarise

    found = with_content(get_game(game), content)
    names = tuple(listed(players))
    count = found.check_seats(seats if seats is not None else (len(names) or None))
    if names and len(names) != count:
        raise click.UsageError(f"--players names {len(names)} players for {count} seats")
    plan = Plan(
        game,
        names or (best_bot(found),) * count,
        house_rules(found, preset, overrides),
        seed,
        rotate,
        found.content,
        opening,
    ).checked()
    if out is not None:
        check_parquet(out)
    if folder is not None:
        if out is not None:
            raise click.UsageError("--run keeps the matches itself; --out is for those that are not kept")
        summary, seconds = _run_with_progress(plan, games, jobs, folder, ray)
    elif ray is not None:
        raise click.UsageError("--ray plays a run: say --run FOLDER, too")
    else:
        rows, seconds = _simulate_with_progress(plan, games, jobs)
        if out is not None:
            write_parquet(rows, out)
        summary = summarise(rows)
    (show_json if as_json else show)(plan, summary, seconds)


def _simulate_with_progress(plan: Plan, games: int, jobs: int) -> tuple[list[dict[str, Any]], float]:
    import time

    from innkeeper.lab.simulate import simulate as run

    started = time.perf_counter()
    with click.progressbar(length=games, label=plan.game, file=sys.stderr, show_pos=True) as bar:
        rows = run(plan, games, jobs, bar.update)
    return rows, time.perf_counter() - started


def _run_with_progress(
    plan: Plan, games: int, jobs: int, folder: Path, ray: str | None
) -> tuple[Summary, float]:
    """Play what is missing of a run, with a bar and the time that is left; whatever stops it, blocks stay."""
    import time
    from contextlib import nullcontext

    from innkeeper.lab.cluster import RayExecutor
    from innkeeper.lab.runs import Run

    started = time.perf_counter()
    with Run(folder, plan, games) as run, nullcontext() if ray is None else RayExecutor(ray) as cluster:
        left = sum(count for _, count in run.missing())
        with click.progressbar(length=games, label=plan.game, file=sys.stderr, show_pos=True) as bar:
            bar.update(games - left)
            try:
                run.play(cluster, jobs, bar.update)
            except KeyboardInterrupt:
                kept = games - sum(count for _, count in run.missing())
                click.echo(
                    f"\nBroken off: {kept} of {games} matches are in {folder}; go on with the same command.",
                    err=True,
                )
                sys.exit(130)
        return run.summary(), time.perf_counter() - started


@click.command()
@game_argument
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, 1_000_000),
    default=400,
    show_default=True,
    help="For each player.",
)
@click.option(
    "--players",
    metavar="NAMES",
    help="Bots, the weakest first: each plays all seats, counter-BOT:20 against BOT "
    "(default: random,noisy,regular,counter-regular:20).",
)
@measured_seats_option
@study_options
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON instead of tables.")
@click.option(
    "--page",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all of it to this file, too, as one page that any browser shows.",
)
@interactive_option
@table_options
def study(
    game: str,
    games: int,
    players: str | None,
    seats: int | None,
    seed: int,
    openings: tuple[int, ...],
    jobs: int,
    as_json: bool,
    target: Path | None,
    interactive: bool,
    preset: str | None,
    overrides: tuple[str, ...],
    content: Path | None,
) -> None:
    """Ask of GAME whether it is fair, how it goes and what is never used; by weak and strong players."""
    from innkeeper.cli.arena import write_text
    from innkeeper.engine.game import get_game
    from innkeeper.lab.ladder import ladder_of, matches_of
    from innkeeper.lab.page import page
    from innkeeper.lab.simulate import check_writable
    from innkeeper.lab.study import Study, climb
    from innkeeper.lab.study_page import report_of
    from innkeeper.lab.study_report import show, show_json

    if target is not None:
        check_writable(target)
    elif interactive:
        raise click.UsageError("--interactive is for the page: say --page FILE, too")
    if interactive:
        needs("vega", "vl_convert")
    found = with_content(get_game(game), content)
    names = listed(players) or ladder_of(found)
    if len(set(names)) < len(names):
        raise click.UsageError("--players names a player twice")
    made = Study.of(found, house_rules(found, preset, overrides), seats, seed, openings).checked(names)
    length = sum(matches_of(name, games) for name in names)
    with click.progressbar(length=length, label=game, file=sys.stderr, show_pos=True) as bar:
        rungs = climb(made, names, games, jobs, bar.update)
    (show_json if as_json else show)(made, rungs)
    if target is not None:
        write_text(target, page(report_of(made, rungs, games), interactive))


@click.command()
@click.argument("folder", metavar="RUN", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="The page (default: RUN/report.html)."
)
@interactive_option
def report(folder: Path, out: Path | None, interactive: bool) -> None:
    """Write what came of the matches in the folder RUN as one page that any browser shows."""
    from innkeeper.cli.arena import write_text
    from innkeeper.engine.errors import InvalidOptions
    from innkeeper.engine.game import get_game
    from innkeeper.lab.page import page
    from innkeeper.lab.run_page import report_of
    from innkeeper.lab.runs import read_plan, tally_of
    from innkeeper.lab.summary import summary_of

    needs("lab", "pyarrow")
    if interactive:
        needs("vega", "vl_convert")
    plan = read_plan(folder)
    tally = tally_of(folder, plan)
    if not tally.matches:
        raise InvalidOptions(f"{folder} holds no matches yet")
    target = out or folder / "report.html"
    told = report_of(get_game(plan.game), plan, summary_of(tally, len(plan.players)))
    write_text(target, page(told, interactive))
    click.echo(f"{target}: {tally.matches} of {plan.matches} matches")
