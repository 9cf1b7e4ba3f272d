"""The table: what lies on it, the log, the question, and what a choice would come to."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from innkeeper.engine.errors import InnkeeperError
from innkeeper.engine.foresight import Foreseen
from innkeeper.server.protocol import Choice
from innkeeper.terminal.app.common import close, leave, settings_of, sit_again
from innkeeper.terminal.app.keys import Keys
from innkeeper.terminal.app.sheets import CardSheet, Curtain, Reading, Sure, clause_sheet
from innkeeper.terminal.local import LocalTable
from innkeeper.terminal.table import NotNow, Table
from innkeeper.terminal.tables import charted, drawn, facts
from innkeeper.terminal.words import clocks_of, groups_of, outcome_of, verb_of

FOLDED = 4  # choices of one verb, where there are many in all, that are shown without asking
LATE = 0.3  # seconds until somebody wonders what became of an answer
MANY = 14  # choices in all that are shown without folding any


class Choices(OptionList):
    """The answers. A click shows what one would come to, a second one chooses it."""

    def on_click(self, event: events.Click) -> None:
        clicked: int | None = event.style.meta.get("option")
        now: int | None = self.highlighted
        if clicked is not None and clicked != now:
            event.prevent_default()
            self.action_first()
            for _ in range(clicked):
                self.action_cursor_down()


class TableScreen(Screen[None]):
    """One person at a table, here or at a server."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "card", "Card", tooltip="What the card of this choice does; all cards"),
        Binding("w", "why", "Why?", tooltip="The rule behind the newest line of the log"),
        Binding("l", "log", "Log", tooltip="Go through the log; Enter says why"),
        Binding("r", "rules", "Rules", tooltip="The rulebook"),
        Binding("h", "hint", "Hint", tooltip="What a good bot would do"),
        Binding("u", "undo", "Undo", tooltip="Take the last action back"),
        Binding("slash", "find", "Find", tooltip="Only choices with these letters"),
        Binding("a", "again", "Again", tooltip="The same table again, everybody one seat further"),
        Binding("t", "talk", "Talk", tooltip="Say something to the others"),
        Binding("space", "skip", "Skip", show=False, tooltip="Do not wait for the story"),
        Binding("X", "resign", "Resign", show=False, tooltip="Leave the match for good"),
        Binding("backspace", "fold", "Back", show=False),
        Binding("escape", "leave", "Leave", tooltip="Back to the hall; the match is kept"),
        Binding("shift+up,K", "pan(0,-2)", "Pan", show=False),
        Binding("shift+down,J", "pan(0,2)", "Pan", show=False),
        Binding("shift+left,H", "pan(-6,0)", "Pan", show=False),
        Binding("shift+right,L", "pan(6,0)", "Pan", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.now = table.moment()
        self.told = 0
        self.heard = 0
        self.pictures: dict[str, Text] = {}
        self.looked_at: tuple[int, int] | None = None
        self.open_verb = ""
        self.wanted = ""
        self.number = ""
        self.offered: dict[str, Choice] = {}
        self.hurry = asyncio.Event()
        self.acted = asyncio.Event()
        self.telling = False  # the story is being told, and nothing can be answered yet
        self.talking = False
        self.answering = False  # an answer is on its way

    def compose(self) -> ComposeResult:
        yield Static(id="head", classes="bar")
        with Horizontal(id="middle"):
            with ScrollableContainer(id="board", can_focus=False):
                yield Static(id="drawn")
            with VerticalScroll(id="facts", can_focus=False):
                yield Static(id="told")
            yield OptionList(id="log", compact=True, markup=False)
        yield Static(id="prompt")
        yield Input(id="find", compact=True)
        with Horizontal(id="answer"):
            yield Choices(id="choices", compact=True, markup=False)
            with Vertical(id="preview"):
                yield Static(id="foreseen")
        yield Keys()

    def on_mount(self) -> None:
        self.query_one("#choices").focus()
        self.set_interval(1.0, self._tick)
        self.run_table()

    async def on_unmount(self) -> None:
        await close(self.table)

    # The course of the match

    @work(exclusive=True, group="table")
    async def run_table(self) -> None:
        """Tell what happens and wait for answers, until the match is over or somebody leaves."""
        await self._catch_up(at_once=True)
        while not self.now.over:
            if await asyncio.to_thread(self.table.advance, 0.5):
                await self._catch_up()
            elif isinstance(self.table, LocalTable):
                if self.table.asked is not None and self.table.asked != self.table.viewer:
                    await self._hand_over(self.table, self.table.asked)
                else:
                    await self.acted.wait()
                    self.acted.clear()
                await self._catch_up()

    async def _hand_over(self, table: LocalTable, seat: int) -> None:
        await self.app.push_screen_wait(Curtain(table.names[seat]))
        table.viewer = seat
        self.told = 0
        self.query_one("#log", OptionList).clear_options()

    async def _catch_up(self, at_once: bool = False) -> None:
        """Tell the news line by line at the pace of the settings, then show the table as it is now."""
        now = self.table.moment()
        pace = 0.0 if at_once else settings_of(self.app).seconds
        self.hurry.clear()
        log = self.query_one("#log", OptionList)
        self.telling = True
        news = now.lines[self.told :]
        for place, line in enumerate(news, self.told):
            log.add_option(Option(_log_line(line.text, line.clause), id=f"line-{place}"))
            if pace and len(news) > 1 and not self.hurry.is_set():
                log.scroll_end(animate=False)
                try:
                    await asyncio.wait_for(self.hurry.wait(), pace)
                except TimeoutError:
                    pass
        for note in now.said[self.heard :]:
            log.add_option(Option(Text.assemble((f"{note.name}: ", "bold"), note.text), id=f"said-{note.n}"))
        self.heard = len(now.said)
        self.telling = False
        self.told = len(now.lines)
        log.highlighted = None
        log.scroll_end(animate=False)
        asked_anew = self.now.decision != now.decision or self.now.seq != now.seq
        self.now = now
        if asked_anew or at_once:
            self.open_verb = self.wanted = ""
        self._show()

    # What is shown

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """The table in the room there is now, and the newest lines of the log unless somebody reads it."""
        self._draw()
        log = self.query_one("#log", OptionList)
        if self.focused is not log:
            log.scroll_end(animate=False)

    def _show(self) -> None:
        self._draw()
        self._head()
        self._ask(self._prompt())
        self._list_choices()
        self.refresh_bindings()

    def _ask(self, text: str) -> None:
        self.query_one("#prompt", Static).update(Text(text))

    def _head(self) -> None:
        """What is played where, whose clock runs, and how the line is."""
        now, lore = self.now, self.table.lore
        head = Text(f"{lore.title} · turn {now.view['turn']} · {self.table.where}")
        if now.clocks is not None:
            head.append(f" · {clocks_of(self.table.moment())}")
        if now.status:
            head.append(f" · {now.status}", style="bold reverse")
        self.query_one("#head", Static).update(head, layout=False)

    def _tick(self) -> None:
        if self.now.clocks is not None and not self.now.over:
            self._head()

    def _draw(self) -> None:
        """The table; of one with a map the map alone, which can be panned, and beside it the rest."""
        now, lore = self.now, self.table.lore
        charted_ = charted(now, lore)
        if charted_ is None:
            self._put("drawn", drawn(now, lore, max(40, self.query_one("#board").content_region.width - 1)))
            return
        lines, where = charted_
        self.query_one("#middle").add_class("charted")
        self._put("drawn", lines)
        self._put("told", facts(now, lore, max(30, self.query_one("#facts").content_region.width - 1)))
        if where != self.looked_at:
            self.looked_at = where
            self.call_after_refresh(self._look_at, *where)

    def _put(self, id: str, lines: list[Text]) -> None:
        """Only what is new is drawn: a large map costs more than all the rest."""
        picture = Text("\n").join(lines)
        if picture != self.pictures.get(id):
            self.pictures[id] = picture
            self.query_one(f"#{id}", Static).update(picture)

    def _look_at(self, column: int, line: int) -> None:
        """Move the map so that this place is in the middle, as far as it goes."""
        board = self.query_one("#board")
        size = board.content_region
        board.scroll_to(column - size.width // 2, line - size.height // 2, animate=False)

    def _prompt(self) -> str:
        now, lore = self.now, self.table.lore
        if now.over:
            more = "A: again. " if now.you is not None else ""
            return f"{outcome_of(now, lore)}  {more}Esc: back to the hall."
        if now.undo.asked_by is not None and now.you in now.undo.waits_for:
            who = now.names.get(now.undo.asked_by, "Somebody")
            return f"{who} asks to take the last action back. Press y or n."
        if now.decision is None:
            waits = [now.names.get(seat, f"Seat {seat}") for seat in now.view["to_act"]]
            return f"Waiting for {' and '.join(waits)} …" if waits else "Waiting …"
        who = now.names.get(now.you or 0, "You")
        shown = f"  [{self.open_verb}: Backspace for all]" if self.open_verb else ""
        return f"{who}: {lore.phrases.prompt(now.decision.name)}{shown}"

    def _list_choices(self) -> None:
        choices = self.query_one("#choices", Choices)
        kept = self._highlighted()
        choices.clear_options()
        now = self.now
        actions = now.decision.actions if now.decision else []
        standing = now.standing.actions if now.standing else []
        self.offered = {one.id: one for one in (*actions, *standing)}
        options = self._options(list(actions))
        if standing and not self.open_verb:
            options.append(Option(Text("although nobody waits for it:", style="dim"), disabled=True))
            options += [_option("·", one) for one in standing if self._wanted(one)]
        choices.add_options(options)
        places = [place for place, option in enumerate(options) if not option.disabled]
        if places:
            same = next((place for place in places if options[place].id == f"do-{kept}"), places[0])
            choices.highlighted = same if actions else None
        if choices.highlighted is None:
            self._foretell(None)

    def _options(self, actions: list[Choice]) -> list[Option]:
        found: list[Option] = []
        groups = groups_of(actions)
        many = len(actions) > MANY and len(groups) > 1 and not self.wanted
        for group in groups:
            if self.open_verb and group.verb != self.open_verb:
                continue
            if many and len(group.choices) > FOLDED and not self.open_verb:
                first = group.choices[0]
                text = Text.assemble(
                    (f"{first[0]}–".rjust(5), "dim"),
                    f" {self.table.lore.phrases.word(group.verb)} ▸ ",
                    (f"{len(group.choices)} choices", "dim"),
                )
                found.append(Option(text, id=f"verb-{group.verb}"))
                continue
            found += [_option(str(number), one) for number, one in group.choices if self._wanted(one)]
        return found

    def _wanted(self, choice: Choice) -> bool:
        return all(word in f"{choice.label} {choice.id}".lower() for word in self.wanted.lower().split())

    def _highlighted(self) -> str | None:
        """The id of the action under the cursor."""
        choices = self.query_one("#choices", Choices)
        if choices.highlighted is None:
            return None
        id = choices.get_option_at_index(choices.highlighted).id or ""
        return id.removeprefix("do-") if id.startswith("do-") else None

    # What a choice would come to

    @on(OptionList.OptionHighlighted, "#choices")
    def _look_ahead(self, event: OptionList.OptionHighlighted) -> None:
        self._foretell(self._highlighted())

    @work(exclusive=True, group="preview")
    async def _foretell(self, action: str | None) -> None:
        panel = self.query_one("#foreseen", Static)
        if action is None or action not in self.offered:
            panel.update("", layout=False)
            return
        try:
            seen = await asyncio.to_thread(self.table.foresee, action)
        except NotNow as refused:
            panel.update(Text(refused.reason), layout=False)
            return
        panel.update(_foreseen(self.offered[action], seen, self.table.lore.texts), layout=False)

    @on(OptionList.OptionSelected, "#choices")
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        id = event.option_id or ""
        if id.startswith("verb-"):
            self.open_verb = id.removeprefix("verb-")
            self._show()
        elif id.startswith("do-"):
            self._carry_out(id.removeprefix("do-"))

    @work(group="act")
    async def _carry_out(self, action: str) -> None:
        if self.answering:
            return
        try:
            seen = await asyncio.to_thread(self.table.foresee, action)
        except NotNow:
            seen = Foreseen()
        if seen.beware:
            told = "\n".join(f"{one.text} ({one.clause})" for one in seen.beware)
            if not await self.app.push_screen_wait(Sure(f"{self.offered[action].label}?\n\n{told}")):
                return
        await self._try(self.table.act, action)

    async def _try(self, do: Any, *arguments: object) -> None:
        """One thing at a time; what a slow disk or line keeps is said to be on its way."""
        if self.answering:
            return
        self.answering = True
        late = self.set_timer(LATE, lambda: self._ask("On its way …"))
        try:
            await asyncio.to_thread(do, *arguments)
        except NotNow as refused:
            clause = f" ({refused.clause})" if refused.clause else ""
            self.notify(f"{refused.reason}{clause}", title="Not now", severity="warning", markup=False)
            self._ask(self._prompt())
            return
        finally:
            late.stop()
            self.answering = False
        self._ask(self._prompt())
        self.wanted = ""
        self._close_find()
        self.acted.set()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Digits go to the choice of that number."""
        if isinstance(self.focused, Input):
            return
        if event.character and event.character.isdecimal() and self.now.decision is not None:
            self._by_number(event.character)
            event.stop()
            return
        self.number = ""
        asked = self.now.undo.asked_by is not None and self.now.you in self.now.undo.waits_for
        if asked and event.key in ("y", "n"):
            self.run_worker(self._try(self.table.answer_undo, event.key == "y"), group="act")
            event.stop()

    def _by_number(self, digit: str) -> None:
        assert self.now.decision is not None
        actions = self.now.decision.actions
        self.number = self.number + digit if int((self.number or "0") + digit) <= len(actions) else digit
        if not 1 <= int(self.number) <= len(actions):
            self.number = ""
            return
        wanted = actions[int(self.number) - 1]
        choices = self.query_one("#choices", Choices)
        for _ in range(2):
            for place in range(choices.option_count):
                if choices.get_option_at_index(place).id == f"do-{wanted.id}":
                    choices.highlighted = place
                    return
            self.open_verb, self.wanted = verb_of(wanted), ""
            self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What makes no sense here has no key: talk on this machine, a rematch too early."""
        match action:
            case "again":
                return self.now.over and self.now.you is not None
            case "talk":
                return not isinstance(self.table, LocalTable)
        return True

    @work(group="act")
    async def action_again(self) -> None:
        try:
            table = await asyncio.to_thread(self.table.again)
        except InnkeeperError as refused:
            self.notify(str(refused), title="Not now", severity="warning", markup=False)
            return
        sit_again(self.app, table)

    def action_skip(self) -> None:
        self.hurry.set()

    def action_pan(self, across: int, down: int) -> None:
        self.query_one("#board").scroll_relative(across, down, animate=False)

    def action_fold(self) -> None:
        if self.open_verb:
            self.open_verb = ""
            self._show()

    def action_card(self) -> None:
        action = self._highlighted()
        lore = self.table.lore
        meant = [part for part in (action or "").split(":")[1:] if part in lore.names]
        if len(meant) == 1:
            (id,) = meant
            self.app.push_screen(Reading(lore.names[id], lore.about(id)))
        else:
            self.app.push_screen(CardSheet(lore, [*meant, *_cards_in(self.now.view)]))

    def action_why(self) -> None:
        log = self.query_one("#log", OptionList)
        if log.highlighted is None:
            self._why(f"line-{len(self.now.lines) - 1}")
        else:
            self._why(log.get_option_at_index(log.highlighted).id)

    @on(OptionList.OptionSelected, "#log")
    def _why_this(self, event: OptionList.OptionSelected) -> None:
        self._why(event.option_id)

    def _why(self, id: str | None) -> None:
        kind, _, place = (id or "").partition("-")
        if kind == "line" and 0 <= int(place or -1) < len(self.now.lines):
            line = self.now.lines[int(place)]
            self.app.push_screen(clause_sheet(self.table.lore, line.clause, line.text))

    def action_log(self) -> None:
        log = self.query_one("#log", OptionList)
        if self.focused is log:
            self.query_one("#choices").focus()
            return
        log.focus()
        if log.option_count:
            log.highlighted = log.option_count - 1

    def action_rules(self) -> None:
        from innkeeper.terminal.app.book import Book

        self.app.push_screen(Book(self.table.lore))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        try:
            told = await asyncio.to_thread(self.table.hint)
        except NotNow as refused:
            told = refused.reason
        self.notify(told, title="Hint", markup=False)

    def action_undo(self) -> None:
        self.run_worker(self._try(self.table.undo), group="act")

    @work(group="act")
    async def action_resign(self) -> None:
        if not self.now.over and await self.app.push_screen_wait(Sure("Leave the match for good?")):
            await self._try(self.table.resign)

    def action_find(self) -> None:
        self._open_find("letters of a choice", False)

    def action_talk(self) -> None:
        self._open_find("say something to the table", True)

    def _open_find(self, placeholder: str, talking: bool) -> None:
        find = self.query_one("#find", Input)
        self.talking = talking
        find.placeholder, find.value = placeholder, ""
        find.add_class("open")
        find.focus()

    def _close_find(self) -> None:
        self.query_one("#find").remove_class("open")
        self.query_one("#choices").focus()

    @on(Input.Changed, "#find")
    def _filter(self, event: Input.Changed) -> None:
        if not self.talking and event.value != self.wanted:
            self.wanted = event.value
            self._list_choices()

    @on(Input.Submitted, "#find")
    async def _found(self, event: Input.Submitted) -> None:
        if self.talking:
            self._close_find()
            if event.value.strip():
                await self._try(self.table.say, event.value.strip())
            return
        self._close_find()

    def action_leave(self) -> None:
        if self.query_one("#find").has_class("open"):
            self.wanted = ""
            self._close_find()
            self._list_choices()
        elif isinstance(self.focused, OptionList) and self.focused.id == "log":
            self.query_one("#choices").focus()
        elif self.open_verb:
            self.action_fold()
        else:
            leave(self.app)


def _option(number: str, choice: Choice) -> Option:
    return Option(Text.assemble((number.rjust(5), "dim"), f" {choice.label}"), id=f"do-{choice.id}")


def _log_line(text: str, clause: str) -> Text:
    return Text.assemble(f"{text} ", (clause, "dim"))


def _foreseen(choice: Choice, seen: Foreseen, texts: Any) -> Text:
    told = Text(choice.label, style="bold")
    if seen.about:
        told.append(f"\n{seen.about}", style="not bold")
    for change in seen.changes:
        told.append(f"\n{change.what}: {change.before} → {change.after}", style="not bold")
    for note in seen.notes:
        told.append(f"\n{note}", style="not bold")
    for beware in seen.beware:
        told.append(f"\nBeware: {beware.text}", style="bold")
    if not (seen.about or seen.changes or seen.notes):
        for part in choice.id.split(":")[1:]:
            if texts.get(part):
                told.append(f"\n{texts[part]}", style="not bold")
    return told


def _cards_in(value: Any) -> list[str]:
    """Whatever could be the id of a card in a view, in its order."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [id for part in parts for id in _cards_in(part)]
