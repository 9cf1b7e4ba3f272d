"""The command of the strength cards: how good are the bots of a game?"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from innkeeper.cli.common import complete_game, jobs_option, listed, seed_option

if TYPE_CHECKING:
    from innkeeper.bots.strength import StrengthCard
    from innkeeper.engine.game import Game
    from innkeeper.lab.measuring import Measuring
    from innkeeper.lab.season import Running

FULL = 400  # matches of each meeting, unless somebody says otherwise
PAGE = "strength.md"


@click.command()
@click.argument("games", metavar="[GAME]...", nargs=-1, shell_complete=complete_game)
@click.option("--all", "everything", is_flag=True, help="All games that are installed.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Measure, and keep matches, cards and a page of them in this folder; go on where it ends.",
)
@click.option(
    "--games",
    "-n",
    "count",
    type=click.IntRange(1, 10_000_000),
    default=FULL,
    show_default=True,
    help="Matches of each meeting.",
)
@click.option(
    "--budget",
    metavar="MINUTES",
    type=click.FloatRange(0, 1_000_000, min_open=True),
    help="Stop after so many minutes, shared by all games; the cards are of what was played.",
)
@click.option("--players", metavar="NAMES", help="Other players than the game's levels, the weakest first.")
@jobs_option
@seed_option
@click.option("--show", is_flag=True, help="Show the cards that came with the games (the default).")
@click.option("--page", is_flag=True, help="Print these as a page of Markdown.")
def strength(
    games: tuple[str, ...],
    everything: bool,
    out: Path | None,
    count: int,
    budget: float | None,
    players: str | None,
    jobs: int,
    seed: int,
    show: bool,
    page: bool,
) -> None:
    """Show how strong the bots of each GAME are; with --out, measure it."""

    if out is not None and (show or page):
        raise click.UsageError("--out measures; --show and --page are for what came with the games")
    if everything and games:
        raise click.UsageError("either --all or the games by name")
    if not games and not everything and not page:
        raise click.UsageError("which GAME? Or --all of them")
    chosen = _chosen(games)
    if out is None:
        _show(chosen, page)
        return
    names = listed(players)
    _measure(chosen, out, count, budget, names, jobs, seed)


def _chosen(ids: tuple[str, ...]) -> list[Game]:
    from innkeeper.engine.game import all_games, get_game

    if ids:
        return [get_game(id) for id in dict.fromkeys(ids)]
    return sorted(all_games()[0], key=lambda game: game.phrases.shelf)


def _show(games: list[Game], page: bool) -> None:
    from innkeeper.bots.strength import card_of, changed_since
    from innkeeper.lab import strength_page

    cards = [(game, card) for game in games if (card := card_of(game)) is not None]
    if page:
        click.echo(strength_page.page(cards), nl=False)
        return
    for game, card in cards:
        strength_page.show(game, card)
        if changed_since(game, card):
            click.echo("The code of its bots has changed since.")
    measured = [game.id for game, _ in cards]
    for game in games:
        if game.id not in measured:
            click.echo(f"Nobody has measured the bots of {game.title} yet.")


def _measure(
    games: list[Game], out: Path, count: int, budget: float | None, names: list[str], jobs: int, seed: int
) -> None:
    from innkeeper.cli.arena import write_text
    from innkeeper.lab import strength_page
    from innkeeper.lab.measuring import Measuring

    made = [(game, Measuring.of(game, names, seed=seed)) for game in games]
    _make_folder(out)
    ends = math.inf if budget is None else time.monotonic() + 60 * budget
    cards: list[tuple[Game, StrengthCard]] = []
    for place, (game, measuring) in enumerate(made):
        share = time.monotonic() + (ends - time.monotonic()) / (len(made) - place)
        card, whole = _measured(measuring, out, count, share, jobs, _command(game, count, names, seed))
        cards.append((game, card))
        strength_page.show(game, card)
        if not whole:
            click.echo(f"Broken off; the same command goes on with what is in {out}.", err=True)
            sys.exit(130)
    write_text(out / PAGE, strength_page.page(cards))


def _make_folder(out: Path) -> None:
    import os

    from innkeeper.engine.errors import InvalidOptions

    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise InvalidOptions(f"{out} cannot be made: {os.strerror(wrong.errno or 0)}") from None


def _command(game: Game, count: int, names: list[str], seed: int) -> str:
    """What reproduces a card."""
    more = f" --players {','.join(names)}" if names else ""
    return f"innkeeper strength {game.id} --games {count} --seed {seed}{more} --out strength"


def _measured(
    measuring: Measuring, out: Path, count: int, ends: float, jobs: int, command: str
) -> tuple[StrengthCard, bool]:
    """Play, and write the card of whatever was played; False if somebody broke it off."""
    from innkeeper.bots.strength import written
    from innkeeper.cli.arena import play_on, write_text
    from innkeeper.lab.ledger import Ledger
    from innkeeper.lab.measuring import card_from
    from innkeeper.lab.season import Running, Season

    arena = measuring.arena
    with Ledger(out / f"{arena.game}.jsonl", arena) as ledger:
        running: Running = Running(Season(arena, count), ledger)
        whole = play_on(running, jobs, lambda: ends - time.monotonic())
    card = card_from(measuring, running.tallies, command)
    write_text(out / f"{arena.game}.json", written(card).decode())
    return card, whole
