"""The commands that keep an inn: open it, copy its database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from innkeeper.cli.common import needs, with_content


@click.command()
@click.option("--host", help="Address to listen on (127.0.0.1: only this machine).")
@click.option("--port", type=int, help="Port to listen on (8017); 0 is any free one.")
@click.option("--database", metavar="URL", help="A file, sqlite:///FILE or postgresql://…")
@click.option("--channels", metavar="URL", help="memory, redis://… or postgresql://…, for several processes.")
@click.option(
    "--content",
    multiple=True,
    metavar="GAME=FOLDER",
    help="A folder whose TOML files replace GAME's own; may be repeated.",
)
@click.option("--workers", type=int, help="Server processes (1).")
@click.option("--bots", type=int, help="Processes in which bots think, per worker (2).")
@click.option("--origins", metavar="URLS", help="Other web origins that may use the server, with commas.")
@click.option("--secure/--no-secure", default=None, help="Behind HTTPS: cookies only over it.")
@click.option("--proxies", metavar="ADDRESSES", help="Reverse proxies whose X-Forwarded-For is believed.")
@click.option("--registration/--no-registration", default=None, help="May people make accounts?")
@click.option("--log", type=click.Choice(["plain", "json"]), help="Form of the log.")
@click.option("--browser/--no-browser", default=None, help="Open a browser (default: if there is a desktop).")
def serve(browser: bool | None, origins: str | None, content: tuple[str, ...], **given: Any) -> None:
    """Open the inn: tables in the browser, for friends, bots and programs.

    Every option can also be set as INNKEEPER_… in the environment, and docs/operating.md has more.
    """
    needs("server", "litestar")
    from innkeeper.server.config import from_environment
    from innkeeper.server.serve import serve as run

    if origins is not None:
        given["origins"] = [origin for origin in origins.split(",") if origin]
    if content:
        given["content"] = list(content)
        _look_at(content)
    run(from_environment(given=given), browser)


def _look_at(content: tuple[str, ...]) -> None:
    """Say at once what is wrong or odd about designers' cards, before any process plays with them."""
    from innkeeper.engine.game import get_game

    for one in content:
        game, _, folder = one.partition("=")
        if Path(folder).is_dir():
            with_content(get_game(game), Path(folder))


database_option = click.option(
    "--database", metavar="URL", help="The database (default: the one `serve` uses)."
)


@click.command()
@click.argument("name")
@click.option("--no-more", is_flag=True, help="Take the right away again.")
@database_option
def landlord(name: str, no_more: bool, database: str | None) -> None:
    """Let the account NAME use the workshop, in which games are studied in the browser."""
    needs("server", "litestar")
    from innkeeper.server.config import from_environment
    from innkeeper.server.landlords import appoint

    settings = from_environment(given={"database": database})
    known = appoint(settings.database_url, name, not no_more)
    click.echo(f"{known} is {'no landlord any more' if no_more else 'a landlord'}.")


@click.command()
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(target: Path, database: str | None) -> None:
    """Copy the inn's database to the file TARGET, while it is open."""
    needs("server", "litestar")
    from innkeeper.server.config import from_environment
    from innkeeper.server.copies import backup as run

    settings = from_environment(given={"database": database})
    size = run(settings.database_url, target)
    click.echo(f"{target}: {size} bytes, checked.")


@click.command()
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.confirmation_option(prompt="All that happened since the copy will be gone. Go back to it?")
def restore(source: Path, database: str | None) -> None:
    """Go back to a copy that `backup` made. Stop the server first."""
    needs("server", "litestar")
    from innkeeper.server.config import from_environment
    from innkeeper.server.copies import restore as run

    settings = from_environment(given={"database": database})
    run(settings.database_url, source)
    click.echo(f"The inn is as it was in {source}.")
