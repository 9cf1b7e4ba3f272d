"""The inn in a terminal: hall, tables, rulebooks and replays, by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from innkeeper.engine.content import Content
from innkeeper.terminal.app.common import change, sit
from innkeeper.terminal.settings import Settings
from innkeeper.terminal.table import Table


class InnApp(App[None]):
    """The whole client. It opens at a table, at a record to look at, or in the hall."""

    TITLE = "Innkeeper"
    CSS_PATH = Path(__file__).with_name("inn.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", "Leave the inn", show=False)]
    HORIZONTAL_BREAKPOINTS = [(0, "low"), (110, "wide"), (170, "high")]  # noqa: RUF012  (as Textual has it)
    VERTICAL_BREAKPOINTS = [(0, "short"), (36, "tall")]  # noqa: RUF012

    def __init__(
        self,
        table: Table | None = None,
        server: object | None = None,
        record: Mapping[str, Any] | None = None,
        players: Sequence[str] = (),
        content: Content | None = None,
    ) -> None:
        super().__init__()
        self.settings = Settings.load()
        self.table = table
        self.server = server
        self.record = record
        self.players = players
        self.content = content

    def on_mount(self) -> None:
        if self.settings.theme in self.available_themes:
            self.theme = self.settings.theme
        if self.table is not None:
            sit(self, self.table)  # the hall, with all its games, is loaded when somebody goes there
        elif self.record is not None:
            from innkeeper.terminal.app.replay import Replay

            self.push_screen(Replay(self.record, self.players, self.content))
        else:
            from innkeeper.terminal.app.hall import Hall

            self.push_screen(Hall())

    def watch_theme(self, theme: str) -> None:
        """A theme that was chosen is kept."""
        if theme != self.settings.theme and self._running:
            change(self, theme=theme)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette: Textual's own commands, and every key of the page that is open."""
        yield from super().get_system_commands(screen)
        for active in screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and active.node is screen:
                about = binding.tooltip or f"Key: {self.get_key_display(binding)}"
                yield SystemCommand(
                    binding.description, about, lambda action=binding.action: screen.run_action(action)
                )
