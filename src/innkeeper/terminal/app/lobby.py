"""The lobby: who is there, and the code to tell those who are not, until a table of a server begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from innkeeper.engine.levels import REGULAR
from innkeeper.terminal.app.common import close, leave
from innkeeper.terminal.app.keys import Keys
from innkeeper.terminal.app.sheets import Pick, Write
from innkeeper.terminal.remote import RemoteTable
from innkeeper.terminal.table import NotNow


class Lobby(Screen[None]):
    """Waits with you, and goes to the table when everybody is there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "bot", "Seat a bot", tooltip="Give an empty chair to a bot"),
        Binding("s", "begin", "Begin", tooltip="Everybody is there: begin"),
        Binding("d", "deck", "Bring a deck", tooltip="Play with the deck of a file"),
        Binding("y", "ready", "Ready", tooltip="Say that you are ready"),
        Binding("t", "talk", "Talk", tooltip="Say something to the others"),
        Binding("X", "get_up", "Get up", tooltip="Leave your chair to others"),
        Binding("escape,q", "leave", "Leave", tooltip="Back to the hall; your chair stays yours"),
    ]

    def __init__(self, table: RemoteTable) -> None:
        super().__init__()
        self.table = table
        self.gone_on = False

    def compose(self) -> ComposeResult:
        yield Static(f"{self.table.lore.title}: waiting for people", classes="bar", markup=False)
        yield Static(id="lobby")
        yield Keys()

    def on_mount(self) -> None:
        self.wait()

    @work(exclusive=True, group="wait")
    async def wait(self) -> None:
        from innkeeper.terminal.app.table import TableScreen

        while not self.table.begun:
            said = [f"{note.name}: {note.text}" for note in self.table.said[-8:]]
            self.query_one("#lobby", Static).update(Text("\n".join([*self.table.lobby, "", *said])))
            self.refresh_bindings()
            await asyncio.to_thread(self.table.advance, 0.5)
        self.gone_on = True
        while self.app.screen is not self:  # a sheet that asked what no longer matters
            self.app.pop_screen()
        self.app.switch_screen(TableScreen(self.table))

    async def on_unmount(self) -> None:
        if not self.gone_on:
            await close(self.table)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what can be done here, by whoever sits here."""
        table = self.table
        match action:
            case "bot":
                return table.info.host and bool(self._empty())
            case "begin":
                return table.key is not None and table.info.status == "open" and table.full
            case "deck":
                return table.key is not None and f"deck_{table.key.seat}" in table.info.options
            case "ready":
                return table.key is not None and not table.info.seats[table.key.seat].ready
            case "talk" | "get_up":
                return table.key is not None
        return True

    def _empty(self) -> list[int]:
        return [one.seat for one in self.table.info.seats if one.who == "open"]

    @work(group="do")
    async def action_bot(self) -> None:
        bot = await self.app.push_screen_wait(Pick("Which bot?", self.table.lore.levels, REGULAR))
        if bot is not None and self._empty():
            await self._try(lambda: self.table.seat_bot(self._empty()[0], bot))

    @work(group="do")
    async def action_deck(self) -> None:
        named = await self.app.push_screen_wait(Write("Bring a deck", "the path of a deck file"))
        if named is not None:
            await self._try(lambda: self.table.bring(read_deck(named)))

    @work(group="do")
    async def action_talk(self) -> None:
        text = await self.app.push_screen_wait(Write("Talk", "say something to the table"))
        if text is not None:
            await self._try(lambda: self.table.say(text))

    @work(group="do")
    async def action_begin(self) -> None:
        await self._try(self.table.begin)

    @work(group="do")
    async def action_ready(self) -> None:
        await self._try(self.table.be_ready)

    @work(group="do")
    async def action_get_up(self) -> None:
        if await self._try(self.table.get_up):
            leave(self.app)

    async def _try(self, do: Callable[[], None]) -> bool:
        try:
            await asyncio.to_thread(do)
        except NotNow as refused:
            self.notify(refused.reason, title="Not now", severity="warning", markup=False)
            return False
        return True

    def action_leave(self) -> None:
        leave(self.app)


def read_deck(named: str) -> str:
    """The text of a deck file that somebody names."""
    try:
        return Path(named).expanduser().read_text(encoding="utf-8")
    except (OSError, ValueError) as wrong:
        raise NotNow(f"{named}: {getattr(wrong, 'strerror', None) or 'this is no text'}") from None
