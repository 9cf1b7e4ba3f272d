"""What every page shares: settings, the server if there is one, and the way to a table."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

from textual.app import App
from textual.screen import Screen

from innkeeper.terminal.settings import Settings
from innkeeper.terminal.table import Table


def settings_of(app: App[Any]) -> Settings:
    """The settings of whoever sits before this app."""
    return cast(Settings, getattr(app, "settings", Settings()))


def change(app: App[Any], **changes: str) -> None:
    """Another setting from now on."""
    vars(app)["settings"] = settings_of(app).changed(**changes)


def server_of(app: App[Any]) -> Any:
    """The server that the application was opened with, or None."""
    return getattr(app, "server", None)


def sit(app: App[Any], table: Table) -> None:
    """Go to a table, or to its lobby while it waits for people."""
    app.push_screen(_page_of(table))


def sit_again(app: App[Any], table: Table) -> None:
    """Go from a table to the next one, or to its lobby."""
    app.switch_screen(_page_of(table))


def _page_of(table: Table) -> Screen[None]:
    from innkeeper.terminal.app.table import TableScreen

    if table.begun:
        return TableScreen(table)
    from innkeeper.terminal.app.lobby import Lobby
    from innkeeper.terminal.remote import RemoteTable

    assert isinstance(table, RemoteTable)  # nobody waits at a table of this machine
    return Lobby(table)


async def close(table: Table) -> None:
    """Get up. An answer on its way to the disk gets there, but nobody stands and waits for a slow one."""
    closing = threading.Thread(target=table.close)
    closing.start()
    await asyncio.to_thread(closing.join, 0.5)


def leave(app: App[Any]) -> None:
    """Back to the hall, wherever one came from."""
    from innkeeper.terminal.app.hall import Hall

    if any(isinstance(page, Hall) for page in app.screen_stack):
        app.pop_screen()
    else:
        app.switch_screen(Hall())
