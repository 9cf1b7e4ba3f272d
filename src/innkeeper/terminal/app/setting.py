"""Set a table: who sits where, and every house rule."""

from __future__ import annotations

import asyncio
import json
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Label, Select, Static

from innkeeper.bots import levels_of
from innkeeper.engine.errors import InnkeeperError
from innkeeper.engine.game import Game
from innkeeper.engine.levels import REGULAR
from innkeeper.engine.options import OptionHelp, describe_options
from innkeeper.terminal.app.common import server_of, settings_of, sit
from innkeeper.terminal.app.keys import Keys
from innkeeper.terminal.local import new_table
from innkeeper.terminal.saved import YOU
from innkeeper.terminal.server import CLOCKS, OPEN
from innkeeper.terminal.table import Table

NOBODY = "nobody"


class SetTable(Screen[None]):
    """A form made from what the game declares."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f2", "begin", "Begin", tooltip="Sit down and begin"),
        Binding("escape", "app.pop_screen", "Back"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.helps = {one.name: one for one in describe_options(game.options) if one.name != "preset"}

    def compose(self) -> ComposeResult:
        game = self.game
        yield Static(f"Set a table: {game.title}", classes="bar")
        with VerticalScroll(id="rules"):
            presets = [(one.title, one.id) for one in game.presets]
            with Horizontal(classes="rule"):
                yield Label(self._about(game.recommended), id="about-preset", markup=False)
                yield Select(presets, value=game.recommended, allow_blank=False, id="preset")
            most = game.seats.stop - 1
            for seat in range(most):
                least = seat < game.seats.start
                server = server_of(self.app) is not None
                people = [(name, name) for name in [YOU, *([OPEN] if server else [])]]
                people += [(f"{one.name}: {one.about}", one.name) for one in levels_of(game).values()]
                people += [] if least else [(NOBODY, NOBODY)]
                rest = OPEN if server else REGULAR
                value = YOU if seat == 0 else rest if least else NOBODY
                with Horizontal(classes="rule"):
                    yield Label(f"Seat {seat}")
                    yield Select(people, value=value, allow_blank=False, id=f"seat-{seat}")
            if server_of(self.app) is not None:
                yield from self._at_a_server()
            for option in self.helps.values():
                with Horizontal(classes="rule"):
                    yield Label(f"{option.name}: {option.about} ({option.range})", markup=False)
                    yield self._field(option)
        yield Static(id="trouble", markup=False)
        yield Keys()

    def _at_a_server(self) -> ComposeResult:
        with Horizontal(classes="rule"):
            yield Label("Clock")
            clocks = [(told, said) for said, told in CLOCKS.items()]
            yield Select(clocks, value="none", allow_blank=False, id="clock")
        with Horizontal(classes="rule"):
            yield Label("Listed for everybody; otherwise people come by the code")
            yield Select([(word, word) for word in ("no", "yes")], value="no", allow_blank=False, id="public")

    def _about(self, preset: str) -> str:
        return "Rules: " + next(one.about for one in self.game.presets if one.id == preset)

    def _field(self, option: OptionHelp) -> Select[str] | Input:
        value = self._default(option.name)
        words = _words(option)
        if words:
            shown = _shown(value)
            return Select([(w, w) for w in words], value=shown, allow_blank=False, id=f"rule-{option.name}")
        return Input(json.dumps(value), compact=True, id=f"rule-{option.name}")

    def _default(self, name: str, preset: str | None = None) -> Any:
        wanted = preset or self.game.recommended
        found = next((one for one in self.game.presets if one.id == wanted), None)
        if found is not None and name in found.overrides:
            return found.overrides[name]
        return self.helps[name].default

    @on(Select.Changed, "#preset")
    def _take_over(self, event: Select.Changed) -> None:
        """Another set of rules fills the form anew."""
        self.query_one("#about-preset", Label).update(self._about(str(event.value)))
        for name in self.helps:
            value = self._default(name, str(event.value))
            match self.query_one(f"#rule-{name}"):
                case Select() as select:
                    select.value = _shown(value)
                case Input() as field:
                    field.value = json.dumps(value)

    def _players(self) -> list[str]:
        seats = range(self.game.seats.stop - 1)
        found = [str(self.query_one(f"#seat-{seat}", Select).value) for seat in seats]
        return [name for name in found if name != NOBODY]

    def _options(self) -> dict[str, Any]:
        """What differs from the preset; texts that are no JSON are texts."""
        preset = str(self.query_one("#preset", Select).value)
        found: dict[str, Any] = {"preset": preset}
        for name, option in self.helps.items():
            match self.query_one(f"#rule-{name}"):
                case Select() as select:
                    value: Any = _read(str(select.value), option)
                case Input() as field:
                    value = _read(field.value, option)
            if value != self._default(name, preset):
                found[name] = value
        return found

    @work(exclusive=True)
    async def action_begin(self) -> None:
        try:
            table = await asyncio.to_thread(self._begin, self._players(), self._options())
        except InnkeeperError as wrong:
            self.query_one("#trouble", Static).update(str(wrong))
            return
        self.app.pop_screen()
        sit(self.app, table)

    def _begin(self, players: list[str], options: dict[str, Any]) -> Table:
        """The table that the form describes, here or at the server."""
        server = server_of(self.app)
        if server is None:
            return new_table(self.game, players, options)
        from innkeeper.terminal.remote import RemoteTable

        name = settings_of(self.app).name
        clock = str(self.query_one("#clock", Select).value)
        public = self.query_one("#public", Select).value == "yes"
        return RemoteTable(server, server.set_table(self.game.id, players, options, name, clock, public))


def _words(option: OptionHelp) -> list[str]:
    """The words to choose from, where there are few."""
    if option.range == "true or false":
        return ["no", "yes"]
    return option.range.removeprefix("one of ").split(", ") if option.range.startswith("one of ") else []


def _shown(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _read(text: str, option: OptionHelp) -> Any:
    if option.range == "true or false":
        return text == "yes"
    if isinstance(option.default, str) and option.range.startswith(("one of ", "a text")):
        return text.strip('"')
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
