"""The commands of those who make games and decks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from innkeeper.cli.common import complete_game, deck_in, house_rules, table_options, with_content

if TYPE_CHECKING:
    from innkeeper.engine.game import Game


@click.command("copy-cards")
@click.argument("game", shell_complete=complete_game)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("files", nargs=-1)
def copy_cards(game: str, folder: Path, files: tuple[str, ...]) -> None:
    """Copy the cards of GAME into FOLDER, to be changed there: all its files, or only these FILES."""
    from innkeeper.engine.game import get_game
    from innkeeper.engine.words import did_you_mean

    ours = get_game(game).content.files
    for name in files:
        if name not in ours:
            raise click.UsageError(f"{name}: there are {', '.join(ours)}{did_you_mean(name, ours)}")
    chosen = files or tuple(ours)
    if not chosen:
        raise click.ClickException(f"{game} has no files of cards")
    for name in chosen:
        if (folder / name).exists():
            raise click.ClickException(f"{folder / name} is there already, and stays as it is")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in chosen:
            (folder / name).write_text(ours[name], encoding="utf-8")
    except OSError as wrong:
        raise click.ClickException(f"{folder}: this cannot be made: {wrong.strerror}") from None
    click.echo(f"{folder}: {', '.join(chosen)}. Change what you like, then: innkeeper check {folder}")


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", shell_complete=complete_game, help="The game (default: the one with such files).")
def check(folder: Path, game: str | None) -> None:
    """Say all that is wrong with the cards in FOLDER, each with its file and line, and what looks odd."""
    from innkeeper.engine.game import get_game

    found = get_game(game) if game is not None else game_of(folder)
    edited = with_content(found, folder)
    same = edited.content.hash == found.content.hash
    click.echo(
        f"{folder}: {found.title} can be played with this" + (", and it changes nothing." if same else ".")
    )


def game_of(folder: Path) -> Game:
    """The game that a folder of cards is for: the one that knows the most of its files."""
    from innkeeper.engine.game import all_games

    names = {path.name for path in folder.iterdir()}
    games = {game.id: len(names & set(game.content.files)) for game in all_games()[0]}
    best = max(games.values(), default=0)
    likely = [id for id, known in games.items() if known == best]
    if best == 0 or len(likely) > 1:
        raise click.UsageError(f"which game is this for? Say --game with one of {', '.join(likely)}")
    return next(game for game in all_games()[0] if game.id == likely[0])


@click.group()
def decks() -> None:
    """Work with deck files."""


@decks.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--game", default="adventurer", show_default=True, shell_complete=complete_game, help="The game."
)
@table_options
def check_deck(
    file: Path, game: str, preset: str | None, overrides: tuple[str, ...], content: Path | None
) -> None:
    """Say whether the deck in FILE may be brought to a table, and what is odd about it."""
    from innkeeper.engine.game import get_game

    found = with_content(get_game(game), content)
    deck, problems = deck_in(found, file, house_rules(found, preset, overrides))
    for problem in problems:
        click.echo(f"{file}: {problem}")
    if deck is None:
        raise click.ClickException("this deck is refused")
    click.echo(f"{file}: a legal deck" + (", with the warnings above." if problems else "."))


@click.command("new-game")
@click.argument("name")
@click.option(
    "--in",
    "parent",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("."),
    help="The folder to put it in (default: here).",
)
def new_game(name: str, parent: Path) -> None:
    """Write a package NAME with a small game of its own, to be played at once and changed at will."""
    from innkeeper.newgame import new_game as write

    folder = write(name, parent)
    id = name.replace("-", "_")
    click.echo(f"{folder} is a whole game. Next:")
    click.echo(f"  pip install --editable {folder}")
    click.echo(f"  innkeeper play {id}")
    click.echo("  innkeeper serve")


@click.command("build-game")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path("."), required=False
)
@click.option("--plain", is_flag=True, help="Take away what was compiled.")
def build_game(folder: Path, plain: bool) -> None:
    """Compile the rules of the game whose package is in FOLDER (default: here), in place."""
    from innkeeper.buildgame import build_game as build
    from innkeeper.buildgame import find_package, remove

    if plain:
        package = find_package(folder)
        gone = remove(package)
        click.echo(f"{package.folder.name} is plain Python{' again' if gone else ', as it was'}.")
        return
    package = build(folder, click.echo)
    click.echo(f"{package.folder.name} is compiled. Run this again whenever its rules have changed.")
