"""The lobby: who is there, and the code to tell those who are not, until a table of a server begins."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static

from innkeeper.terminal.app.common import close, leave
from innkeeper.terminal.table import Table


class Lobby(Screen[None]):
    """Waits with you, and goes to the table when everybody is there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "Leave")]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.gone_on = False

    def compose(self) -> ComposeResult:
        yield Static(f"{self.table.lore.title}: waiting for people", classes="bar")
        yield Static(id="lobby")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.wait()

    @work(exclusive=True)
    async def wait(self) -> None:
        from innkeeper.terminal.app.table import TableScreen

        while not self.table.begun:
            self.query_one("#lobby", Static).update(Text("\n".join(self.table.lobby)))
            await asyncio.to_thread(self.table.advance, 0.5)
        self.gone_on = True
        self.app.switch_screen(TableScreen(self.table))

    async def on_unmount(self) -> None:
        if not self.gone_on:
            await close(self.table)

    def action_leave(self) -> None:
        leave(self.app)
