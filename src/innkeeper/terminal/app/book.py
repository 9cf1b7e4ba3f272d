"""The rulebook, by clause, with search."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from innkeeper.engine.rulebook import for_terminals
from innkeeper.terminal.app.keys import Keys
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.words import flowing

START = 29  # letters of a clause in the list, so that each has a line


class Book(Screen[None]):
    """Chapters and clauses on the left, their words on the right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search"),
        Binding("space,pagedown", "page(1)", "Down", show=False),
        Binding("b,pageup", "page(-1)", "Up", show=False),
        Binding("escape,q", "back", "Back"),
    ]

    def __init__(self, lore: Lore, clause: str = "") -> None:
        super().__init__()
        self.lore = lore
        self.clause = clause

    def compose(self) -> ComposeResult:
        yield Static(f"Rulebook: {self.lore.title}", classes="bar")
        yield Input(placeholder="/ to search all clauses", compact=True, id="search")
        with Horizontal(id="book"):
            yield OptionList(id="clauses", compact=True, markup=False)
            with VerticalScroll(id="text", can_focus=False):
                yield Static(id="words")
        yield Keys()

    def on_mount(self) -> None:
        self._list("")
        clauses = self.query_one("#clauses", OptionList)
        clauses.focus()
        if self.clause:
            clauses.highlighted = clauses.get_option_index(self.clause)

    def _list(self, wanted: str) -> None:
        book, words = self.lore.rulebook, wanted.lower().split()
        clauses = self.query_one("#clauses", OptionList)
        clauses.clear_options()
        for number, (title, prose) in enumerate(book.chapters.items()):
            own = [one for one in book.clauses.values() if one.chapter == title]
            hit = all(word in f"{title} {prose}".lower() for word in words)
            found = [one for one in own if all(word in one.text.lower() for word in words)]
            if (hit and (prose or found)) or found:
                clauses.add_option(Option(Text(title, style="bold"), id=f"chapter-{number}"))
                clauses.add_options([Option(Text(f"  {_start(one.text)}"), id=one.id) for one in found])
        clauses.highlighted = 0 if clauses.option_count else None
        if not clauses.option_count:
            self.query_one("#words", Static).update(Text(f"No clause mentions {wanted}."))

    @on(OptionList.OptionHighlighted, "#clauses")
    def _read(self, event: OptionList.OptionHighlighted) -> None:
        book, id = self.lore.rulebook, str(event.option_id)
        if id in book.clauses:
            text = book[id].text
        else:
            title = list(book.chapters)[int(id.removeprefix("chapter-"))]
            own = [one.text for one in book.clauses.values() if one.chapter == title]
            text = "\n\n".join(part for part in (title, book.chapters[title], *own) if part)
        self.query_one("#words", Static).update(Text(flowing(text)))
        self.query_one("#text").scroll_home(animate=False)

    @on(Input.Changed, "#search")
    def _search(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted, "#search")
    def _found(self) -> None:
        self.query_one("#clauses").focus()

    def action_search(self) -> None:
        self.query_one("#search").focus()

    def action_page(self, down: int) -> None:
        text = self.query_one("#text")
        text.scroll_relative(y=down * max(1, text.size.height - 2), animate=False)

    def action_back(self) -> None:
        if isinstance(self.focused, Input):
            self.query_one("#clauses").focus()
        else:
            self.dismiss(None)


def _start(text: str) -> str:
    words = " ".join(for_terminals(text).split())
    return words if len(words) <= START else f"{words[: START - 1]}…"
