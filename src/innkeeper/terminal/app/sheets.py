"""Sheets that lie over a page for a moment: a card, a rule, a question, the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from innkeeper.terminal.app.common import change, settings_of
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.settings import PACES
from innkeeper.terminal.words import flowing

Answer = TypeVar("Answer")


class Sheet(ModalScreen[Answer]):
    """Something to read or to choose; Escape puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "away", "Put away")]

    def action_away(self) -> None:
        self.dismiss(None)


class Reading(Sheet[None]):
    """A few words under a title. Any key that means nothing else puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space,c,w", "away", "Put away")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll() as sheet:  # focused: the arrows scroll what is long
            sheet.border_title = self.heading
            sheet.border_subtitle = "Esc puts it away"
            yield Static(Text(self.text))


def clause_sheet(lore: Lore, clause: str, title: str = "") -> Reading:
    """A clause of the rulebook."""
    found = lore.rulebook.clauses.get(clause)
    text = flowing(found.text) if found else f"The rulebook has no clause {clause}."
    return Reading(title or (found.chapter if found else clause), text)


class Sure(Sheet[bool]):
    """A question to be asked twice."""

    BINDINGS: ClassVar[list[BindingType]] = [("y,enter", "yes", "Yes"), ("n", "away", "No")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as sheet:
            sheet.border_subtitle = "Y yes · N no"
            yield Static(Text(self.question))

    def action_yes(self) -> None:
        self.dismiss(True)


class Pick(Sheet[str | None]):
    """One of several words, each with what is said about it; `usual` is meant unless another is chosen."""

    def __init__(self, title: str, words: Mapping[str, str], usual: str) -> None:
        super().__init__()
        self.heading = title
        self.words = words
        self.usual = usual

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as sheet:
            sheet.border_title = self.heading
            sheet.border_subtitle = "Enter chooses · Esc puts it away"
            told = self.words.items()
            yield OptionList(
                *[Option(Text(f"{word}: {about}"), id=word) for word, about in told], compact=True
            )

    def on_mount(self) -> None:
        words = self.query_one(OptionList)
        words.highlighted = list(self.words).index(self.usual) if self.usual in self.words else 0
        words.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(str(event.option_id))


class Write(Sheet[str | None]):
    """A line to be written."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "away", "Put away")]

    def __init__(self, title: str, example: str) -> None:
        super().__init__()
        self.heading = title
        self.example = example

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as sheet:
            sheet.border_title = self.heading
            sheet.border_subtitle = "Enter sends it · Esc puts it away"
            yield Input(placeholder=self.example, compact=True)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class Curtain(ModalScreen[None]):
    """Falls between people at one keyboard: nothing of anybody's hand is on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "lift", "Lift the curtain")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.who = name

    def compose(self) -> ComposeResult:
        yield Static(f"{self.who}, it is your turn.\nThe others look away.\n\nPress Enter.")

    def action_lift(self) -> None:
        self.dismiss(None)


class CardSheet(Sheet[None]):
    """What cards do: those that are meant first, and all others by their names."""

    def __init__(self, lore: Lore, first: Sequence[str]) -> None:
        super().__init__()
        self.lore = lore
        known = [id for id in first if id in lore.names]
        self.ids = list(dict.fromkeys([*known, *sorted(lore.names, key=lambda id: lore.names[id])]))

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as sheet:
            sheet.border_title = "Cards"
            sheet.border_subtitle = "type to search · Esc puts it away"
            yield Input(placeholder="a name, or words of its text", compact=True, id="which")
            yield OptionList(id="cards", compact=True)
            yield Static(id="told")

    def on_mount(self) -> None:
        self._list("")
        self.query_one("#which", Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._list(event.value)

    def _list(self, wanted: str) -> None:
        words, lore = wanted.lower().split(), self.lore
        found = [
            id
            for id in self.ids
            if all(word in f"{lore.names[id]} {lore.texts.get(id, '')}".lower() for word in words)
        ]
        cards = self.query_one("#cards", OptionList)
        cards.clear_options()
        cards.add_options([Option(Text(lore.names[id]), id=id) for id in found[:200]])
        cards.highlighted = 0 if found else None
        self._tell(found[0] if found else None)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._tell(event.option_id)

    def _tell(self, id: str | None) -> None:
        text = "No card has that in it." if id is None else self.lore.about(id)
        self.query_one("#told", Static).update(Text(text))

    def on_key(self, event: object) -> None:
        key = getattr(event, "key", "")
        cards = self.query_one("#cards", OptionList)
        if key == "down":
            cards.action_cursor_down()
        elif key == "up":
            cards.action_cursor_up()

    def on_input_submitted(self) -> None:
        self.dismiss(None)


class SettingsSheet(Sheet[None]):
    """How fast the story is told. The theme is chosen in the command palette."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as sheet:
            sheet.border_title = "Settings"
            sheet.border_subtitle = "Enter chooses · Esc puts it away"
            now = settings_of(self.app).pace
            yield Static("How fast is the story told? Space always skips.")
            yield OptionList(
                *[Option(f"{'•' if name == now else ' '} {name}", id=name) for name in PACES],
                compact=True,
            )
            yield Static("Colours: Ctrl+P, then “theme”. With NO_COLOR set there are none.")

    def on_mount(self) -> None:
        paces = self.query_one(OptionList)
        paces.focus()
        paces.highlighted = list(PACES).index(settings_of(self.app).pace)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        change(self.app, pace=str(event.option_id))
        self.dismiss(None)
