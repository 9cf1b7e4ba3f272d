"""The command that plays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from innkeeper.cli.common import (
    complete_game,
    fill_screen,
    fills_screen,
    house_rules,
    listed,
    needs,
    read_bytes,
    table_options,
    with_content,
)

if TYPE_CHECKING:
    from innkeeper.engine.game import Game
    from innkeeper.terminal.local import LocalTable
    from innkeeper.terminal.saved import Saved
    from innkeeper.terminal.server import Server
    from innkeeper.terminal.table import Table


@dataclass(frozen=True)
class Visit:
    """How somebody comes to a server."""

    name: str | None
    login: str | None
    logout: bool
    clock: str | None
    public: bool
    deck: Path | None


def complete_saved(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of saved matches, for shell completion."""
    from innkeeper.terminal.saved import all_saved

    return [saved.name for saved in all_saved() if saved.name.startswith(incomplete)]


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--plain", is_flag=True, help="One line at a time; good for screen readers and pipes.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[MATCH]",
    shell_complete=complete_saved,
    help="Go on with a saved match: its name or file; without one, list them and ask.",
)
@click.option("--server", metavar="URL", help="Play at a server; GAME may then be the CODE of a table.")
@click.option("--name", metavar="NAME", help="What you are called at a server (default: as last time).")
@click.option("--login", metavar="ACCOUNT", help="Log in at a server, once; the password is asked for.")
@click.option("--logout", is_flag=True, help="Log out at a server, and forget its key.")
@click.option("--clock", metavar="CLOCK", help="At a server: 60 seconds a decision, or 300+5 in all.")
@click.option("--public", is_flag=True, help="At a server: list the table for everybody.")
@click.option(
    "--deck",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="At a server: sit down at the table of a CODE with the deck of this file.",
)
@click.option(
    "--players",
    metavar="NAMES",
    help="Who sits where: you, or a bot's level or name, e.g. you,veteran; at a server also open (a friend).",
)
@click.option(
    "--level",
    metavar="LEVEL",
    help="Bots of this level in all seats but yours: guest, regular, veteran, champion or legend.",
)
@click.option("--seats", type=int, help="How many seats (default: the fewest, or as many as players).")
@click.option("--seed", type=int, help="Seed of the dice, for playing the same match again.")
@table_options
def play(
    game: str | None,
    plain: bool,
    resume: str | None,
    server: str | None,
    players: str | None,
    level: str | None,
    seats: int | None,
    seed: int | None,
    preset: str | None,
    overrides: tuple[str, ...],
    content: Path | None,
    **visit: Any,
) -> None:
    """Play GAME here, against bots or with friends at one keyboard.

    Every match is saved as it goes, in the folder `innkeeper/matches` of your data folder.
    """
    table: Table | None
    inn = None
    if players is not None and level is not None:
        raise click.UsageError("--players says who sits where; --level is for all seats but yours")
    if server is not None:
        inn, table = _at_server(server, game, Visit(**visit), players, level, seats, preset, overrides)
    elif any(visit.values()):
        given = next(name for name, value in visit.items() if value)
        raise click.UsageError(f"--{given} is for a table of a server: say which with --server URL")
    elif resume is not None:
        table = _resumed(resume)
    elif game is not None:
        table = _new(game, players, level, seats, seed, preset, overrides, content)
    else:
        table = None
    if fills_screen(plain):
        fill_screen(table=table, server=inn)
    elif table is None and inn is not None:
        _list_tables(inn)
    elif table is None:
        raise click.UsageError("say which game: innkeeper games lists them; --resume goes on with a match")
    else:
        _play_plainly(table)


def _new(
    game: str,
    players: str | None,
    level: str | None,
    seats: int | None,
    seed: int | None,
    preset: str | None,
    overrides: tuple[str, ...],
    content: Path | None,
) -> LocalTable:
    from innkeeper.engine.game import get_game
    from innkeeper.engine.levels import REGULAR
    from innkeeper.terminal.local import new_table

    found = with_content(get_game(game), content)
    names = _seated(found, players, seats, None, level or REGULAR)
    return new_table(found, names, house_rules(found, preset, overrides), seed)


def _seated(game: Game, players: str | None, seats: int | None, usual: int | None, others: str) -> list[str]:
    """Who sits where: as named, or you and the others in as many seats as usual."""
    from innkeeper.terminal.saved import YOU

    names = listed(players)
    count = game.check_seats(seats if seats is not None else (len(names) or usual))
    if names and len(names) != count:
        raise click.UsageError(f"--players names {len(names)} players for {count} seats")
    return names or [YOU, *[others] * (count - 1)]


def _at_server(
    url: str,
    wanted: str | None,
    visit: Visit,
    players: str | None,
    level: str | None,
    seats: int | None,
    preset: str | None,
    overrides: tuple[str, ...],
) -> tuple[Server, Table | None]:
    """A server, and the table there that is meant: behind a code or link, or a new one for a game."""
    needs("terminal", "websockets")
    from innkeeper.engine.game import game_ids, get_game
    from innkeeper.terminal.remote import RemoteTable, go_to
    from innkeeper.terminal.server import OPEN, Server
    from innkeeper.terminal.settings import Settings

    settings = Settings.load()
    if visit.name is not None:
        settings = settings.changed(name=visit.name)
    inn = Server(url)
    if visit.logout:
        inn.log_out()
    if visit.login is not None:
        inn.log_in(visit.login, click.prompt(f"Password of {visit.login} at {inn.name}", hide_input=True))
    if wanted is None:
        return inn, None
    if wanted not in game_ids():
        deck = None if visit.deck is None else read_bytes(visit.deck).decode(errors="replace")
        return inn, go_to(inn, wanted, settings.name, deck)
    found = get_game(wanted)
    names = _seated(found, players, seats, max(2, found.seats.start), level or OPEN)
    rules = house_rules(found, preset, overrides)
    info = inn.set_table(wanted, names, rules, settings.name, visit.clock or "none", visit.public)
    return inn, RemoteTable(inn, info)


def _list_tables(inn: Server) -> None:
    found = inn.tables()
    for table in found:
        free = sum(one.who == "open" for one in table.seats)
        people = ", ".join(one.name for one in table.seats if one.who != "open")
        click.echo(f"{table.id}: {table.title}, {people}, {free} free")
    if not found:
        click.echo(f"No table at {inn.name} waits for anybody. `innkeeper play GAME --server …` sets one.")


def _resumed(asked: str) -> LocalTable:
    from innkeeper.terminal.local import LocalTable
    from innkeeper.terminal.saved import Keeper

    saved = _chosen(asked)
    keeper, match = Keeper.resume(saved)
    return LocalTable(match, saved.players, keeper)


def _chosen(asked: str) -> Saved:
    """The saved match that is meant: by its name or file, or picked from the list."""
    from innkeeper.terminal.saved import SUFFIX, all_saved, entries_of, folder, read

    if asked:
        path = Path(asked)
        if not path.exists():
            path = folder() / f"{asked}{SUFFIX}"
        if path.exists():
            return read(path)
    found = [saved for saved in all_saved() if saved.outcome is None]
    if asked.isdecimal() and 1 <= int(asked) <= len(found):
        return found[int(asked) - 1]
    begun = [saved for saved in found if asked and saved.name.startswith(asked)]
    if len(begun) == 1:
        return begun[0]
    if asked:
        raise click.ClickException(f"no saved match is called {asked!r}; innkeeper play --resume lists them")
    if not found:
        raise click.ClickException(f"there is no unfinished match in {folder()}")
    for number, saved in enumerate(found, 1):
        with_whom = ", ".join(saved.players)
        click.echo(f"{number}. {saved.name}: {with_whom}, {entries_of(saved)}")
    number = click.prompt("Which one", type=click.IntRange(1, len(found)), default=1)
    return found[number - 1]


def _play_plainly(table: Table) -> None:
    from innkeeper.terminal.plain import PlainTable

    try:
        import readline  # noqa: F401  (makes input() editable)
    except ImportError:
        pass
    while True:
        client = PlainTable(table, input, click.echo)
        try:
            client.run()
        except KeyboardInterrupt:
            click.echo(f"\nYou leave the table. {table.left}")
        finally:
            table.close()
        if client.next is None:
            return
        table = client.next
