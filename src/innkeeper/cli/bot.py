"""The command that brings a program of one's own to an inn."""

from __future__ import annotations

from pathlib import Path

import click

from innkeeper.cli.common import complete_game, needs


@click.command()
@click.option("--server", metavar="URL", required=True, help="The inn, e.g. http://127.0.0.1:8017.")
@click.option("--game", shell_complete=complete_game, help="The game to set a table of.")
@click.option(
    "--program",
    metavar="COMMAND",
    required=True,
    help="What plays: a Python file, or any command that reads and writes lines of JSON.",
)
@click.option("--table", "code", metavar="CODE", help="Sit down at this table instead, e.g. goose-4117.")
@click.option(
    "--against", metavar="BOT", help="Set the table against this bot of the inn, and begin at once."
)
@click.option("--seats", type=click.IntRange(1, 16), help="How many seats (default: two, or the fewest).")
@click.option("--preset", help="The named set of house rules (default: the recommended one).")
@click.option("--option", "-o", "overrides", multiple=True, metavar="NAME=VALUE", help="One house rule.")
@click.option("--name", help="What it is called there (default: as its file).")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 3600),
    default=30.0,
    show_default=True,
    help="Time for an answer; never more than its clock at the table has left.",
)
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, 1_000_000),
    default=1,
    show_default=True,
    help="Matches, one by one.",
)
@click.option(
    "--account", metavar="NAME", help="Play under this account; its password is in INNKEEPER_PASSWORD."
)
@click.option("--register", is_flag=True, help="Make that account first, as a program's.")
def bot(
    server: str,
    game: str | None,
    program: str,
    code: str | None,
    against: str | None,
    seats: int | None,
    preset: str | None,
    overrides: tuple[str, ...],
    name: str | None,
    seconds: float,
    games: int,
    account: str | None,
    register: bool,
) -> None:
    """Let a program of your own play at an inn, in any language (docs/bots/writing.md)."""
    needs("bot", "websockets")
    import asyncio

    from innkeeper.away.bot import Guest, Wanted, visit
    from innkeeper.away.program import command_of
    from innkeeper.cli.common import read_overrides

    if game is None and code is None:
        raise click.UsageError("say --game, to set a table of it, or --table with the code of one")
    if code is not None and (against or seats or preset or overrides or games > 1):
        raise click.UsageError("--table is a table that is set already: it has its seats, rules and players")
    command = command_of(program)
    guest = Guest(command, (name or _called(program))[:32], seconds, lambda text: click.echo(text, err=True))
    wanted = Wanted(game, code, seats, against, preset, read_overrides(overrides))
    try:
        asyncio.run(visit(server, guest, wanted, games, _credentials(account, register), click.echo))
    except KeyboardInterrupt:
        raise click.ClickException("broken off: the program has got up, or resigned") from None


def _credentials(account: str | None, register: bool) -> dict[str, object] | None:
    """The account to play under, if any."""
    import os

    if account is None:
        if register:
            raise click.UsageError("--register makes the account that --account names")
        return None
    password = os.environ.get("INNKEEPER_PASSWORD")
    if not password:
        raise click.UsageError("the password of the account must be in INNKEEPER_PASSWORD")
    return {"name": account, "password": password, **({"program": True} if register else {})}


def _called(program: str) -> str:
    """A name for a program: that of its file."""
    return Path(program.split()[-1]).stem or "Program"
