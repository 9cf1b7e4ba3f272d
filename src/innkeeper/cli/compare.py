"""The command of a comparison: a number was changed, does it matter?"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from innkeeper.cli.common import (
    complete_game,
    house_rules,
    listed,
    many_options,
    measured_seats_option,
    rule_options,
    with_content,
)
from innkeeper.cli.design import game_of
from innkeeper.engine.levels import REGULAR
from innkeeper.engine.words import did_you_mean

if TYPE_CHECKING:
    from innkeeper.engine.game import Game
    from innkeeper.lab.compare import Running, Side

AS_IT_IS = "-"


@click.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option("--game", shell_complete=complete_game, help="The game (default: the one with such files).")
@click.option("--players", metavar="NAMES", help="A bot per seat, or one for all seats (default: regular).")
@measured_seats_option
@click.option(
    "--games",
    "-n",
    type=click.IntRange(2, 10_000_000),
    default=40_000,
    show_default=True,
    help="The most matches.",
)
@click.option(
    "--margin",
    type=click.FloatRange(0, 50, min_open=True, max_open=True),
    default=2.0,
    show_default=True,
    help="A change of less than this, in points of 100 or per cent of an amount, does not matter.",
)
@click.option("--all", "every", is_flag=True, help="Go on until each figure of the verdict is known.")
@many_options
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON instead of a table.")
@click.option(
    "--page",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the verdict to this file, too, as one page that any browser shows.",
)
@rule_options
def compare(
    before: str,
    after: str,
    game: str | None,
    players: str | None,
    seats: int | None,
    games: int,
    margin: float,
    every: bool,
    seed: int,
    opening: int,
    jobs: int,
    as_json: bool,
    target: Path | None,
    preset: str | None,
    overrides: tuple[str, ...],
) -> None:
    """Play A and B with the same dice until it is known whether anything has changed, and what.

    A and B are each a folder of cards, a preset, house rules such as heal_limit=1, rules=VERSION, several of
    these in quotes, or - for the game as it is. House rules that both have are given by -o.
    """
    from innkeeper.cli.arena import write_text
    from innkeeper.lab.compare import Comparison, Running
    from innkeeper.lab.compare_report import show, show_json
    from innkeeper.lab.simulate import check_writable
    from innkeeper.lab.study import measured_seats

    if target is not None:
        check_writable(target)
    found = _game(game, [before, after])
    names = listed(players) or [REGULAR]
    count = seats or (len(names) if len(names) > 1 else measured_seats(found))
    found.check_seats(count)
    if len(names) not in (1, count):
        raise click.UsageError(f"--players names {len(names)} players for {count} seats")
    comparison = Comparison(
        found.id,
        (_side(found, before, preset, overrides), _side(found, after, preset, overrides)),
        tuple(names) if len(names) == count else (names[0],) * count,
        seed,
        opening or found.contest.opening,
    )
    running = Running(comparison.checked().focus(), games, margin / 100, every)
    began = time.perf_counter()
    whole = _play(running, jobs)
    again = [
        *("innkeeper", "compare", before, after, "--game", found.id, "--players", ",".join(names)),
        *("--seats", str(count), "-n", str(games), "--margin", f"{margin:g}", "--seed", str(seed)),
        *(["--all"] if every else []),
        *(["--opening", str(opening)] if opening else []),
        *(["--preset", preset] if preset else []),
        *(part for rule in overrides for part in ("-o", rule)),
    ]
    (show_json if as_json else show)(running, shlex.join(again), time.perf_counter() - began)
    if target is not None and running.matches:
        from innkeeper.lab.compare_page import report_of
        from innkeeper.lab.page import page

        write_text(target, page(report_of(running, shlex.join(again))))
    if not whole:
        click.echo(f"Broken off after {running.matches} matches.", err=True)
        sys.exit(130)


def _game(game: str | None, sides: Sequence[str]) -> Game:
    """The game that is named, or that the folders are for."""
    from innkeeper.engine.game import get_game

    if game is not None:
        return get_game(game)
    for words in map(_words, sides):
        for word in words:
            if Path(word).is_dir():
                return game_of(Path(word))
    raise click.UsageError("which game is this for? Say --game")


def _words(side: str) -> list[str]:
    """The parts of a side: a folder, even with spaces in its name, or words with spaces between them."""
    return [side] if Path(side).is_dir() else shlex.split(side)


def _side(game: Game, written: str, preset: str | None, overrides: Sequence[str]) -> Side:
    """One of the two ways, as somebody wrote it."""
    from innkeeper.engine.game import get_game
    from innkeeper.lab.compare import Side

    rules = list(overrides)
    played, folder = game, None
    for word in _words(written):
        name, given, value = word.partition("=")
        if word == AS_IT_IS:
            continue
        if Path(word).is_dir():
            folder = Path(word)
        elif name == "rules" and given:
            played = get_game(game.id, value)
        elif given:
            rules.append(word)
        elif word in [one.id for one in game.presets]:
            preset = word
        else:
            known = [one.id for one in game.presets]
            raise click.UsageError(
                f"{word!r} is no folder, no preset and no NAME=VALUE; presets are {', '.join(known)}"
                f"{did_you_mean(word, known)}"
            )
    edited = with_content(played, folder)
    return Side(written, house_rules(played, preset, rules), edited.content, played.version)


def _play(running: Running, jobs: int) -> bool:
    """Play with a bar on the screen; False if somebody broke it off."""
    label = running.comparison.game
    with click.progressbar(length=running.length, label=label, file=sys.stderr, show_pos=True) as bar:
        try:
            running.run(jobs, bar.update)
        except KeyboardInterrupt:
            return False
    return True
