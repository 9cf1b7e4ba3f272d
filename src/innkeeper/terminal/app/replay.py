"""A match from its beginning: step by step, through the eyes of whoever may have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from innkeeper.engine.content import Content
from innkeeper.engine.record import positions
from innkeeper.server.protocol import LogLine, UndoState
from innkeeper.terminal.app.common import leave
from innkeeper.terminal.app.keys import Keys
from innkeeper.terminal.app.sheets import clause_sheet
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.saved import YOU, seat_names
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables import drawn


class Tape:
    """Every position of a recorded match."""

    def __init__(self, record: Mapping[str, Any], content: Content | None = None) -> None:
        self.states: list[Any] = []
        self.told: list[int] = []
        for self.match in positions(record, content):
            self.states.append(self.match.state)
            self.told.append(self.match.told)

    def moment(self, at: int, viewer: int | None, names: Mapping[int, str]) -> Moment:
        """What a pair of eyes saw after so many entries."""
        match = self.match
        view = match.game.view(self.states[at], -1 if viewer is None else viewer)
        lines = [
            LogLine(at, line.text, line.clause, line.event, [])
            for line in match.lines(viewer, names, 0, self.told[at])
        ]
        over = self.states[at].over
        return Moment(at, viewer, view, None, None, lines, UndoState(False, False), over, names=names)

    def turn(self, at: int) -> int:
        """The turn of a position."""
        return int(self.states[at].turn)


class Replay(Screen[None]):
    """The scrubber and what it points at. A match that is not over is seen through your own eyes only."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back", priority=True),
        Binding("right", "step(1)", "Forth", priority=True),
        Binding("shift+left,pageup", "turn(-1)", "Turn back", show=False, priority=True),
        Binding("shift+right,pagedown", "turn(1)", "Turn forth", show=False, priority=True),
        Binding("home", "go(0)", "Begin", show=False, priority=True),
        Binding("end", "go(-1)", "End", show=False, priority=True),
        Binding("space", "play", "Play"),
        Binding("v", "eyes", "Other eyes"),
        Binding("w", "why", "Why?"),
        Binding("escape,q", "back", "Leave"),
    ]

    def __init__(
        self, record: Mapping[str, Any], players: Sequence[str], content: Content | None = None
    ) -> None:
        super().__init__()
        self.tape = Tape(record, content)
        match = self.tape.match
        self.lore = Lore.of(match.game, match.content)
        self.names = seat_names(players) if players else {s: f"Seat {s}" for s in range(match.seats)}
        own = [seat for seat, name in enumerate(players) if name == YOU]
        over = match.outcome is not None
        self.eyes: list[int | None] = [*own, *(s for s in range(match.seats) if over and s not in own), None]
        self.at = 0
        self.viewer = self.eyes[0]
        self.now = self.tape.moment(0, self.viewer, self.names)
        self.playing = False

    def compose(self) -> ComposeResult:
        yield Static(f"Replay: {self.lore.title}", classes="bar")
        with Horizontal(id="middle"):
            with ScrollableContainer(id="board", can_focus=False):
                yield Static(id="drawn")
            yield OptionList(id="log", compact=True, markup=False)
        yield Static(id="tape")
        yield Keys()

    def on_mount(self) -> None:
        self.query_one("#log").focus()
        self.set_interval(0.7, self._play_on)
        self._show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        self.now = now = self.tape.moment(self.at, self.viewer, self.names)
        width = max(40, self.query_one("#board").content_region.width - 1)
        self.query_one("#drawn", Static).update(Text("\n").join(drawn(now, self.lore, width)))
        log = self.query_one("#log", OptionList)
        log.clear_options()
        log.add_options([Option(Text.assemble(f"{line.text} ", (line.clause, "dim"))) for line in now.lines])
        log.highlighted = len(now.lines) - 1 if now.lines else None
        last = len(self.tape.states) - 1
        room = max(10, self.size.width - 4)
        place = round(self.at * (room - 1) / last) if last else 0
        eyes = "a spectator" if self.viewer is None else self.names[self.viewer]
        told = f"Entry {self.at} of {last} · turn {self.tape.turn(self.at)} · as {eyes} sees it"
        self.query_one("#tape", Static).update(
            Text.assemble(told, "\n", "━" * place, ("●", "bold"), "─" * (room - 1 - place))
        )

    def _go(self, at: int) -> None:
        self.at = max(0, min(at, len(self.tape.states) - 1))
        self._show()

    def _play_on(self) -> None:
        if self.playing and self.at < len(self.tape.states) - 1:
            self._go(self.at + 1)

    def action_step(self, by: int) -> None:
        self._go(self.at + by)

    def action_turn(self, by: int) -> None:
        turn, at, last = self.tape.turn(self.at), self.at, len(self.tape.states) - 1
        while 0 <= at + by <= last and self.tape.turn(at) == turn:
            at += by
        self._go(at)

    def action_go(self, at: int) -> None:
        self._go(at if at >= 0 else len(self.tape.states) - 1)

    def action_play(self) -> None:
        self.playing = not self.playing

    def action_eyes(self) -> None:
        self.viewer = self.eyes[(self.eyes.index(self.viewer) + 1) % len(self.eyes)]
        self._show()

    def action_why(self) -> None:
        log = self.query_one("#log", OptionList)
        if log.highlighted is not None and self.now.lines:
            line = self.now.lines[log.highlighted]
            self.app.push_screen(clause_sheet(self.lore, line.clause, line.text))

    @on(OptionList.OptionSelected, "#log")
    def _why(self) -> None:
        self.action_why()

    def action_back(self) -> None:
        leave(self.app)
