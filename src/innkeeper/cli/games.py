"""The commands that read: which games there are, their rules, their cards and the words of these."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from innkeeper.cli.common import complete_game, content_option, game_argument, with_content

if TYPE_CHECKING:
    from innkeeper.terminal.lore import Lore


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
def games(game: str | None) -> None:
    """List the games, or everything about the table of one GAME."""
    import json

    from innkeeper.bots import bot_names, levels_of
    from innkeeper.bots.strength import card_of
    from innkeeper.engine.game import all_games, get_game
    from innkeeper.engine.options import describe_options
    from innkeeper.lab.strength_page import in_brief

    if game is None:
        playable, broken = all_games()
        for found in playable:
            seats = " to ".join(str(n) for n in sorted({found.seats.start, found.seats.stop - 1}))
            click.echo(f"{found.id:<12} {found.title} ({seats} seats, {found.minutes} minutes)")
            click.echo(f"{'':<12} {found.pitch}")
        for trouble in broken:
            click.echo(trouble, err=True)
        return
    found = get_game(game)
    click.echo(f"{found.title}: {found.pitch}\n\nPresets")
    for preset in found.presets:
        mark = " (recommended)" if preset.recommended else ""
        click.echo(f"  {preset.id}{mark}: {preset.about}")
    used = found.options.resolve({"preset": found.recommended}, found.book_of(found.content)).json()
    click.echo(f"\nHouse rules, as they are without --preset and --option ({found.recommended})")
    for option in describe_options(found.options):
        click.echo(f"  {option.name} = {json.dumps(used[option.name])}: {option.about} ({option.range})")
    click.echo("\nLevels of bots")
    for level in levels_of(found).values():
        click.echo(f"  {level.name}: {level.about}")
    click.echo(f"\nBots: {', '.join(bot_names(found))}")
    card = card_of(found)
    if card is not None:
        click.echo(
            f"\nHow strong they are ({card.matches} matches; `innkeeper strength {found.id}` shows all)"
        )
        for measured in card.levels:
            click.echo(f"  {measured.name}: {in_brief(measured)}")


@click.command()
@game_argument
@click.argument("clause", required=False)
@click.option("--search", metavar="WORD", help="Only the clauses that contain WORD.")
def rules(game: str, clause: str | None, search: str | None) -> None:
    """Read the rulebook of GAME, or one CLAUSE of it."""
    from innkeeper.engine.game import get_game
    from innkeeper.engine.rulebook import for_terminals

    book = get_game(game).rulebook
    if clause is not None:
        found = book.clauses.get(clause.upper())
        if found is None:
            some = ", ".join(list(book.clauses)[:3])
            raise click.ClickException(
                f"the rulebook of {game} has no clause {clause!r}; clauses are {some}, …"
            )
        click.echo(for_terminals(found.text))
    elif search is not None:
        hits = [found for found in book.clauses.values() if search.lower() in found.text.lower()]
        for found in hits:
            click.echo(for_terminals(found.text) + "\n")
        if not hits:
            raise click.ClickException(f"no clause of {game} mentions {search!r}")
    elif sys.stdout.isatty():
        click.echo_via_pager(for_terminals(book.text))
    else:
        click.echo(for_terminals(book.text))


@click.command()
@game_argument
@click.argument("card", required=False)
@content_option
def cards(game: str, card: str | None, content: Path | None) -> None:
    """Print all cards of GAME as a page of Markdown, or say what one CARD is and does."""
    from innkeeper.engine.game import get_game
    from innkeeper.terminal.lore import Lore

    found = with_content(get_game(game), content)
    if card is not None:
        click.echo(Lore.of(found, found.content).card(card))
        return
    page = found.gallery(found.book_of(found.content)) or _gallery(Lore.of(found, found.content))
    if not page:
        raise click.ClickException(f"{found.title} has no cards to show; its rulebook says all")
    click.echo(page, nl=False)


def _gallery(lore: Lore) -> str:
    """The cards of a game that has drawn up no page of its own: what each is called and does."""
    rows = [f"| **{name}** | {lore.texts[id]} |" for id, name in lore.names.items() if lore.texts.get(id)]
    if not rows:
        return ""
    return "\n".join(
        [f"# {lore.title}: its cards", "", "| Card | What it does |", "|---|---|", *dict.fromkeys(rows), ""]
    )


@click.command()
@game_argument
def words(game: str) -> None:
    """Print the words of GAME's card language, for designers, as a page of Markdown."""
    from innkeeper.engine.game import get_game
    from innkeeper.engine.words import page

    found = get_game(game)
    if not found.vocabulary:
        raise click.ClickException(f"{found.title} has no words to show; its rulebook says all")
    click.echo(page(found.title, found.vocabulary), nl=False)
