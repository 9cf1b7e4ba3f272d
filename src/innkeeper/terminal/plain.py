"""The plainest client: one line at a time, nothing moves, every word can be read aloud.

It says what changed since the last question, offers the choices by verb, and answers `why` for every line
of the log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from innkeeper.engine.errors import InnkeeperError
from innkeeper.server.protocol import Choice
from innkeeper.terminal.local import LocalTable
from innkeeper.terminal.lore import NoSuchCard
from innkeeper.terminal.table import Moment, NotNow, Table
from innkeeper.terminal.tables import drawn
from innkeeper.terminal.words import (
    Known,
    clocks_of,
    differences,
    flowing,
    groups_of,
    meant,
    nearest,
    outcome_of,
    tell_choices,
    tell_group,
    verb_of,
)

WIDTH = 100  # of what is drawn
PATIENCE = 30.0  # seconds to wait for others before looking again

AFTERWARDS = ("why", "log", "save", "rule", "card", "look", "say", "again")  # what works at the end, too

HELP = {
    "NUMBER": "choose by number",
    "ACTION": "choose by its id or its words, as many letters as it takes: {example}",
    "VERB": "all choices of one verb, for example {verb}",
    "what N": "what choice N is expected to do",
    "look": "the whole table, drawn",
    "card NAME": "what a card is and does",
    "log": "the whole log",
    "why N": "the rule behind line N of the log; without N, behind the last",
    "rule CLAUSE": "a clause of the rulebook, or the clauses with a word in them",
    "also": "what you may do although nobody waits for it",
    "hint": "what a good bot would do",
    "undo": "take your last action back",
    "say TEXT": "talk to the others, at a table of a server",
    "yes, no": "answer somebody who asks to take something back",
    "again": "the same table again, one seat further, when the match is over",
    "save FILE": "write the record to a file of your own",
    "resign": "leave the match for good",
    "help": "this list",
    "quit": "stop here; what you have played is kept",
}


class Quit(Exception):
    """The person has had enough."""


@dataclass
class PlainTable:
    """One person's way to play at a table, or that of several at one keyboard."""

    table: Table
    read: Callable[[str], str]
    write: Callable[[str], None]
    told: int = 0
    heard: int = 0
    seen: Mapping[str, Any] | None = None
    next: Table | None = None  # where to go on when this match is over
    commands: Mapping[str, Callable[[str], bool]] = field(init=False)

    def __post_init__(self) -> None:
        self.commands = {
            "help": self._help,
            "look": self._look,
            "card": self._card,
            "log": self._log,
            "why": self._why,
            "rule": self._rule,
            "what": self._what,
            "also": self._also,
            "hint": self._hint,
            "undo": self._undo,
            "say": self._say,
            "yes": lambda rest: self._try(lambda: self.table.answer_undo(True)),
            "no": lambda rest: self._try(lambda: self.table.answer_undo(False)),
            "again": self._again,
            "save": self._save,
            "resign": self._resign,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play to the end, or until somebody quits."""
        lore = self.table.lore
        self.write(f"{lore.title}. {lore.pitch}")
        self._wait_for_people()
        now = self.table.moment()
        who = ", ".join(f"seat {seat} is {name}" for seat, name in now.names.items())
        self.write(f"Table {self.table.where}: {who}. Type help at any question.")
        try:
            while not (now := self.table.moment()).over:
                self._turn(now)
        except Quit:
            self.write(f"You leave the table. {self.table.left}")
            return
        self._tell_news(now)
        self.write(outcome_of(now, self.table.lore))
        with suppress(Quit):  # nobody is left to ask
            self._afterwards(now)

    def _wait_for_people(self) -> None:
        """Who is there, and who is missing, until the match begins."""
        told: Sequence[str] = ()
        while not self.table.begun:
            if (lobby := self.table.lobby) != told:
                told = lobby
                for line in lobby:
                    self.write(line)
            self.table.advance(PATIENCE)

    def _turn(self, now: Moment) -> None:
        table = self.table
        self._tell_trouble()
        asking = now.undo.asked_by
        if asking is not None and now.you in now.undo.waits_for:
            self._tell_news(now)
            agreed = self._line(f"{now.names.get(asking)} asks to take the last action back. yes or no? ")
            self._try(lambda: table.answer_undo(agreed.strip().lower() in ("y", "yes")))
            table.advance(PATIENCE)
            return
        if isinstance(table, LocalTable):
            if table.advance():
                return
            if table.asked is not None and table.asked != table.viewer:
                self._hand_over(table, table.asked)
                now = table.moment()
        if now.decision is not None:
            self._ask(now)
            return
        self._tell_news(now)
        table.advance(PATIENCE)

    def _hand_over(self, table: LocalTable, seat: int) -> None:
        self.write("\n" * 40)
        self._line(f"{table.names[seat]}, it is your turn. The others look away. Press Enter. ")
        table.viewer = seat
        self.told, self.seen = 0, None

    def _ask(self, now: Moment) -> None:
        self._tell_news(now)
        decision = now.decision
        assert decision is not None
        if self.seen is None:
            self._look("")
        else:
            for line in differences(self.seen, now.view, self._known(now)):
                self.write(line)
        self.seen = now.view
        if clocks := clocks_of(now):
            self.write(f"Time left: {clocks}.")
        asked = self.table.lore.phrases.prompt(decision.name)
        who = now.names.get(now.you or 0, "You")
        count = len(decision.actions)
        self.write(f"{who}: {asked} " + (f"Choose one of {count}:" if count > 1 else "There is one choice:"))
        for line in tell_choices(decision.actions, self.table.lore):
            self.write(f"  {line}")
        if now.standing is not None:
            more = len(now.standing.actions)
            self.write(f"  (also: {more} {'thing' if more == 1 else 'things'} nobody waits for; type also)")
        while not self._answer(self._line("> ").strip(), decision.actions):
            pass

    def _answer(self, text: str, choices: Sequence[Choice]) -> bool:
        """Carry out one line; True when the question may have changed."""
        if not text:
            return False
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("?", "exit", "cards", "rules"):
            word = {"?": "help", "exit": "quit"}.get(word) or word[:-1]
        if text.isdecimal():
            return self._by_number(int(text), choices)
        standing = self.table.moment().standing
        offered = [*choices, *(standing.actions if standing else ())]
        if any(text.lower() == one.id for one in offered):
            return self._act(text.lower())
        if word in self.commands:
            return self.commands[word](rest)
        group = next((one for one in groups_of(choices) if one.verb == text.lower()), None)
        if group is not None and len(group.choices) > 1:
            for line in tell_group(group.choices):
                self.write(f"  {line}")
            return False
        found = meant(text, offered)
        commands = [name for name in self.commands if name.startswith(word)]
        if len(found) == 1 and not commands:
            return self._act(found[0].id)
        if len(commands) == 1 and not found:
            return self.commands[commands[0]](rest)
        return self._not_understood(text, found, commands, offered)

    def _by_number(self, place: int, choices: Sequence[Choice]) -> bool:
        if not 1 <= place <= len(choices):
            self.write(f"There is no number {place}; they go from 1 to {len(choices)}.")
            return False
        return self._act(choices[place - 1].id)

    def _not_understood(
        self, text: str, found: Sequence[Choice], commands: Sequence[str], offered: Sequence[Choice]
    ) -> bool:
        if found or commands:
            some = [*commands, *(f"{one.label} ({one.id})" for one in found)]
            more = f" and {len(some) - 6} more" if len(some) > 6 else ""
            self.write(f"That could be {', '.join(some[:6])}{more}. Say a little more.")
            return False
        refused = self.table.refusal(text.lower())
        if refused is not None:
            self._refuse(refused)
            return False
        known = [*self.commands, *dict.fromkeys(verb_of(one) for one in offered)]
        known += [said for one in offered for said in (one.id, one.label.lower())]
        near = nearest(text, known) or nearest(text.partition(" ")[0], known)
        guess = f"Did you mean {near}?" if near else "Type help for all that works."
        self.write(f"Nothing here is called {text[:60]}. {guess}")
        return False

    def _act(self, action: str) -> bool:
        return self._try(lambda: self.table.act(action))

    def _try(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except NotNow as refused:
            self._refuse(refused)
            return False
        return True

    def _refuse(self, refused: NotNow) -> None:
        more = f" Type rule {refused.clause} for the rule." if refused.clause else ""
        self.write(f"Not now: {refused.reason}.{more}")

    def _line(self, prompt: str) -> str:
        try:
            return self.read(prompt)
        except EOFError:
            raise Quit from None

    # What is told

    def _known(self, now: Moment) -> Known:
        return Known(now.names, self.table.lore)

    def _tell_trouble(self) -> None:
        table = self.table
        if isinstance(table, LocalTable) and table.trouble:
            self.write(table.trouble)
            table.trouble = ""

    def _tell_news(self, now: Moment) -> None:
        for note in now.said[self.heard :]:
            self.write(f"{note.name} says: {note.text}")
        self.heard = len(now.said)
        self._tell_lines(now, self.told)
        self.told = len(now.lines)

    def _tell_lines(self, now: Moment, since: int) -> None:
        for number, line in enumerate(now.lines[since:], since + 1):
            self.write(f"{number}. {line.text} ({line.clause})")

    def _afterwards(self, now: Moment) -> None:
        while now.you is not None and self.next is None:
            text = self._line(
                "The match is over. why N, log, look, again, save FILE, or Enter to leave: "
            ).strip()
            if text == "":
                return
            word, _, rest = text.partition(" ")
            if word in ("quit", "exit"):
                return
            if word in AFTERWARDS:
                self.commands[word](rest.strip())
            else:
                self.write(
                    "Only why N, rule CLAUSE, card NAME, log, look, again, save FILE and Enter work now."
                )

    # What can be asked

    def _help(self, rest: str) -> bool:
        decision = self.table.moment().decision
        first = decision.actions[0] if decision else None
        example, verb = (first.id, verb_of(first)) if first else ("", "")
        for name, about in HELP.items():
            self.write(f"  {name:<12} {about.format(example=example, verb=verb)}")
        for key, about in self.table.lore.phrases.words.items() if rest == "words" else ():
            self.write(f"  {key:<12} {about}")
        return False

    def _look(self, rest: str) -> bool:
        now = self.table.moment()
        for line in drawn(now, self.table.lore, WIDTH):
            self.write(line.plain.rstrip())
        return False

    def _log(self, rest: str) -> bool:
        self._tell_lines(self.table.moment(), 0)
        return False

    def _why(self, rest: str) -> bool:
        lines = self.table.moment().lines
        text = rest or str(len(lines))
        if not text.isdecimal() or not 1 <= int(text) <= len(lines):
            self.write(f"why needs the number of a line of the log, 1 to {len(lines)}.")
            return False
        line = lines[int(text) - 1]
        self.write(line.text)
        return self._rule(line.clause)

    def _rule(self, rest: str) -> bool:
        book = self.table.lore.rulebook
        clause = rest.strip().upper()
        if clause in book.clauses:
            self.write(flowing(book[clause].text))
            return False
        hits = [one for one in book.clauses.values() if rest and rest.lower() in one.text.lower()]
        for found in hits[:5]:
            self.write(flowing(found.text))
        if len(hits) > 5:
            self.write(f"And {len(hits) - 5} more: {', '.join(one.id for one in hits[5:])}.")
        if not hits:
            first = next(iter(book.clauses))
            self.write(f"The rulebook has no clause {clause or '(say which)'}; try {first}.")
        return False

    def _card(self, rest: str) -> bool:
        try:
            self.write(self.table.lore.card(rest))
        except NoSuchCard as wrong:
            self.write(f"{wrong}.")
        return False

    def _what(self, rest: str) -> bool:
        decision = self.table.moment().decision
        choices = decision.actions if decision else []
        found = meant(rest, choices)
        if rest.isdecimal() and 1 <= int(rest) <= len(choices):
            found = [choices[int(rest) - 1]]
        if len(found) != 1:
            self.write(f"what needs the number of a choice, 1 to {len(choices)}, or its words.")
            return False
        try:
            seen = self.table.foresee(found[0].id)
        except NotNow as refused:
            self._refuse(refused)
            return False
        self.write(f"{found[0].label}. {seen.about}".strip())
        for change in seen.changes:
            self.write(f"  {change.what}: {change.before} to {change.after}")
        for note in seen.notes:
            self.write(f"  {note}")
        for beware in seen.beware:
            self.write(f"  Beware: {beware.text} ({beware.clause})")
        return False

    def _also(self, rest: str) -> bool:
        standing = self.table.moment().standing
        for choice in standing.actions if standing else ():
            self.write(f"  {choice.label}   ({choice.id})")
        if standing is None:
            self.write("  nothing besides resign")
        return False

    def _hint(self, rest: str) -> bool:
        try:
            self.write(self.table.hint())
        except NotNow as refused:
            self._refuse(refused)
        return False

    def _undo(self, rest: str) -> bool:
        return self._try(self.table.undo)

    def _say(self, rest: str) -> bool:
        if not rest:
            self.write("say needs some words, for example: say well played")
            return False
        if self._try(lambda: self.table.say(rest)):
            self._tell_news(self.table.moment())  # not the choices again, for which nothing has changed
        return False

    def _again(self, rest: str) -> bool:
        if not self.table.moment().over:
            self.write("Not now: the match is not over.")
            return False
        try:
            self.next = self.table.again()
        except InnkeeperError as refused:
            self.write(f"Not now: {refused}.")
        return False

    def _save(self, rest: str) -> bool:
        if not rest:
            self.write("save needs a file name, for example: save match.json")
            return False
        try:
            Path(rest).write_text(json.dumps(self.table.record(), indent=1) + "\n", encoding="utf-8")
        except NotNow as refused:
            self._refuse(refused)
        except OSError as wrong:
            self.write(f"That could not be written: {wrong.strerror}")
        else:
            self.write(f"Saved. innkeeper replay {rest} shows it again.")
        return False

    def _resign(self, rest: str) -> bool:
        sure = self._line("Really resign? Type yes: ").strip().lower()
        return sure == "yes" and self._try(self.table.resign)

    def _quit(self, rest: str) -> bool:
        raise Quit
