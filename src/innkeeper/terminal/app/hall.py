"""The hall: the games, your matches, and the open tables of the server."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from innkeeper.engine.errors import InnkeeperError
from innkeeper.engine.game import Game, all_games
from innkeeper.terminal.app.common import server_of, settings_of, sit
from innkeeper.terminal.app.keys import Keys
from innkeeper.terminal.app.sheets import SettingsSheet
from innkeeper.terminal.local import LocalTable, new_table
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.saved import YOU, Keeper, Saved, all_saved, entries_of
from innkeeper.terminal.table import NotNow

MOST_LISTED = 60


class Hall(Screen[None]):
    """Where everything begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "play", "Play now", tooltip="You against the best bots, by the recommended rules"),
        Binding("r", "rules", "Rules", tooltip="The rulebook of this game"),
        Binding("v", "replay", "Replay", tooltip="Look at this match again"),
        Binding("s", "settings", "Settings"),
        Binding("right", "app.focus_next", "Next", show=False),
        Binding("left", "app.focus_previous", "Previous", show=False),
        Binding("q", "app.quit", "Leave"),
    ]

    def compose(self) -> ComposeResult:
        yield Static("The Innkeeper", classes="bar")
        with Horizontal(id="hall"):
            with Vertical():
                yield Label("Games", classes="title")
                yield OptionList(id="games", compact=True, markup=False)
            with Vertical():
                yield Label("Your matches", classes="title")
                yield OptionList(id="matches", compact=True, markup=False)
            if server_of(self.app) is not None:
                with Vertical():
                    yield Label(f"Tables at {server_of(self.app).name}", classes="title", markup=False)
                    yield OptionList(id="tables", compact=True, markup=False)
        yield Static(id="about")
        yield Keys()

    def on_mount(self) -> None:
        games, broken = all_games()
        self.games = {game.id: game for game in sorted(games, key=lambda one: one.phrases.shelf)}
        listed = self.query_one("#games", OptionList)
        listed.add_options([Option(Text(game.title), id=game.id) for game in self.games.values()])
        listed.highlighted = 0
        listed.focus()
        for trouble in broken:
            self.notify(trouble, severity="warning", markup=False)

    def on_screen_resume(self) -> None:
        """Whatever was played meanwhile is listed anew."""
        matches = self.query_one("#matches", OptionList)
        at = matches.highlighted
        self.saved: dict[str, Saved] = {}
        for found in all_saved():
            self.saved[found.name] = found
            if len(self.saved) == MOST_LISTED:
                break
        matches.clear_options()
        matches.add_options([Option(self._line(found), id=name) for name, found in self.saved.items()])
        if self.saved:
            matches.highlighted = min(at or 0, len(self.saved) - 1)
        else:
            matches.add_option(Option(Text("None yet. P plays at once.", style="dim"), disabled=True))

        if server_of(self.app) is not None:
            self._ask_server()

    @work(exclusive=True, group="tables")
    async def _ask_server(self) -> None:
        """The tables that wait for somebody, and those where a seat is ours."""
        server = server_of(self.app)
        listed = self.query_one("#tables", OptionList)
        try:
            found = await asyncio.to_thread(server.tables)
        except NotNow as refused:
            self.notify(refused.reason, severity="error", markup=False)
            return
        listed.clear_options()
        for info in found:
            people = ", ".join(one.name for one in info.seats if one.who != "open") or "nobody yet"
            listed.add_option(Option(Text.assemble(f"{info.title} ", (f"with {people}", "dim")), id=info.id))
        for name in server.keys.all():
            url, _, table = name.partition(" ")
            if url == server.url and table not in [info.id for info in found]:
                listed.add_option(Option(Text(f"your seat at {table}"), id=table))
        if not listed.option_count:
            listed.add_option(Option(Text("Nobody waits. Enter on a game sets a table.", style="dim")))

    @on(OptionList.OptionSelected, "#tables")
    async def _join(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is None:
            return
        from innkeeper.terminal.remote import go_to

        server, name = server_of(self.app), settings_of(self.app).name
        try:
            table = await asyncio.to_thread(go_to, server, event.option_id, name)
        except NotNow as refused:
            self.notify(refused.reason, severity="error", markup=False)
            return
        sit(self.app, table)

    def _line(self, saved: Saved) -> Text:
        game = self.games.get(saved.game) if hasattr(self, "games") else None
        title = game.title if game else saved.game
        others = ", ".join(name for name in saved.players if name != YOU)
        whom = f"with {others}" if others else "alone" if len(saved.players) == 1 else "with friends"
        return Text.assemble(f"{title} ", (f"{whom} · {entries_of(saved)}", "dim"))

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        if self.focused in (None, event.option_list):
            self._tell(event.option_list, event.option_id)

    def on_descendant_focus(self) -> None:
        """What is said below is about the list one is in."""
        match self.focused:
            case OptionList(highlighted=int(at)) as listed:
                self._tell(listed, listed.get_option_at_index(at).id)

    def _tell(self, listed: OptionList, id: str | None) -> None:
        about = self.query_one("#about", Static)
        if listed.id == "games" and id in self.games:
            game = self.games[id]
            seats = " to ".join(str(n) for n in sorted({game.seats.start, game.seats.stop - 1}))
            about.update(Text(f"{game.pitch}\n{seats} seats, {game.minutes} minutes. {game.phrases.flavour}"))
        elif listed.id == "matches" and id in self.saved:
            saved = self.saved[id]
            when = time.strftime("%d %B %Y, %H:%M", time.localtime(saved.began))
            about.update(Text(f"Begun on {when}. Enter goes on with it, V looks at it from the beginning."))

    @on(OptionList.OptionSelected, "#games")
    def _set_a_table(self, event: OptionList.OptionSelected) -> None:
        from innkeeper.terminal.app.setting import SetTable

        self.app.push_screen(SetTable(self.games[str(event.option_id)]))

    @on(OptionList.OptionSelected, "#matches")
    def _go_on(self, event: OptionList.OptionSelected) -> None:
        saved = self.saved[str(event.option_id)]
        try:
            keeper, match = Keeper.resume(saved)
        except InnkeeperError as wrong:
            self.notify(str(wrong), severity="error", markup=False)
            return
        sit(self.app, LocalTable(match, saved.players, keeper))

    def _game(self) -> Game:
        games = self.query_one("#games", OptionList)
        matches = self.query_one("#matches", OptionList)
        saved = self._saved() if self.focused is matches else None
        if saved is not None and saved.game in self.games:
            return self.games[saved.game]
        return list(self.games.values())[games.highlighted or 0]

    def _saved(self) -> Saved | None:
        matches = self.query_one("#matches", OptionList)
        return list(self.saved.values())[matches.highlighted or 0] if self.saved else None

    def action_play(self) -> None:
        sit(self.app, new_table(self._game()))

    def action_rules(self) -> None:
        from innkeeper.terminal.app.book import Book

        game = self._game()
        self.app.push_screen(Book(Lore.of(game, game.content)))

    def action_replay(self) -> None:
        from innkeeper.terminal.app.replay import Replay

        saved = self._saved()
        if saved is None:
            self.notify("There is no match to look at yet.")
            return
        try:
            self.app.push_screen(Replay(saved.record(), saved.players, saved.content))
        except InnkeeperError as wrong:
            self.notify(str(wrong), severity="error", markup=False)

    def action_settings(self) -> None:
        self.app.push_screen(SettingsSheet())
