"""The plainest client: one line at a time, nothing moves, every word can be read aloud.

It shows what the seat may see, offers the legal actions by number, and answers `why N` for every
line of the log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from innkeeper.bots import make_bot
from innkeeper.engine.action import Action
from innkeeper.engine.chance import FastChance
from innkeeper.engine.errors import FaultyGame, IllegalAction, InnkeeperError, fault
from innkeeper.engine.match import Match
from innkeeper.engine.rulebook import for_terminals
from innkeeper.terminal.words import Known, NoSuchCard, describe_card, describe_view, group_actions

YOU = "you"

HELP = """\
  NUMBER          choose an action by its number (a range shows its numbers)
  ACTION          choose it by its id, for example {example}
  why N           the rule behind line N of the log
  rule CLAUSE     a clause of the rulebook
  card NAME       what a card is and does
  log             the whole log       look   the table again
  also            what you may do although nobody waits for it
  undo            take your last action back, if nobody learned anything from it
  resign          leave the match     save FILE   write the record
  help            this list           quit   stop without finishing"""


class Quit(Exception):
    """The person has had enough."""


@dataclass
class PlainTable:
    """A match on one keyboard. `players` holds `you` or a bot's name per seat."""

    match: Match
    players: Sequence[str]
    read: Callable[[str], str]
    write: Callable[[str], None]
    seed: int = 0

    def __post_init__(self) -> None:
        game = self.match.game
        self.chance = FastChance(self.seed)
        self.bots = {seat: make_bot(game, name) for seat, name in enumerate(self.players) if name != YOU}
        self.people = [seat for seat, name in enumerate(self.players) if name == YOU]
        self.names = _names(self.players)
        self.told = 0
        self.viewer = self.people[0] if self.people else None

    def run(self) -> None:
        """Play to the end, or until somebody quits."""
        game = self.match.game
        self.write(f"{game.title}. {game.pitch}")
        who = ", ".join(f"seat {seat} is {name}" for seat, name in self.names.items())
        self.write(f"Table: {self.match.options.preset}; {who}. Type help at any question.")
        try:
            while self.match.outcome is None:
                self._turn()
        except Quit:
            self.write("You leave the table. The match is not finished.")
            return
        self._tell_news()
        with suppress(Quit):  # nobody is left to ask
            self._tell_outcome()

    def _turn(self) -> None:
        pending = self.match.pending
        for seat in pending:
            if seat in self.bots:
                self._bot(seat)
                return
        seat = next(iter(pending))
        if seat != self.viewer:
            self._hand_over(seat)
        self._ask(seat)

    def _bot(self, seat: int) -> None:
        try:
            world = self.match.state.determinize(seat, self.chance)
            choice = self.bots[seat].choose(world, seat, self.match.state.actions(seat), self.chance)
            self.match.act(seat, choice.id)
        except Exception as wrong:  # a bot is a stranger's program
            told = wrong if isinstance(wrong, InnkeeperError) else fault(self.match.game.title, wrong)
            self.write(f"{self.names[seat]} cannot answer: {told}. The referee answers instead.")
            self.match.time_out(seat)

    def _hand_over(self, seat: int) -> None:
        self.write("\n" * 40)
        self._line(f"{self.names[seat]}, it is your turn. The others look away. Press Enter. ")
        self.viewer = seat
        self.told = 0

    def _ask(self, seat: int) -> None:
        self._tell_news()
        self._look(seat)
        actions = list(self.match.pending[seat].actions)
        asked = self.match.game.phrases.prompt(self.match.state.phase())
        self.write(f"{self.names[seat]}: {asked} Choose one of {len(actions)}:")
        for line in group_actions(actions):
            self.write(f"  {line}")
        if seat in self.match.standing:
            self.write(
                f"  (also: {len(self.match.standing[seat].actions)} things nobody waits for; type also)"
            )
        while True:
            if self._answer(seat, actions, self._line("> ").strip()):
                return

    def _answer(self, seat: int, actions: list[Action], text: str) -> bool:
        """Carry out one line; True when the question may have changed."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                return False
            case "help" | "?":
                self.write(HELP.format(example=actions[0].id))
            case "quit" | "exit":
                raise Quit
            case "why":
                self._why(rest)
            case "rule" | "rules":
                self._rule(rest.strip().upper())
            case "card" | "cards":
                self._card(rest)
            case "log":
                self._tell_log(0)
            case "look":
                self._look(seat)
            case "also":
                standing = self.match.standing.get(seat)
                for action in standing.actions if standing else ():
                    self.write(f"  {action.id}: {action.label}")
                if standing is None:
                    self.write("  nothing besides resign")
            case "save":
                self._save(rest.strip())
            case "undo":
                return self._try(lambda: self.match.undo(seat))
            case "resign":
                sure = self._line("Really resign? Type yes: ").strip().lower()
                return sure == "yes" and self._try(lambda: self.match.resign(seat))
            case number if number.isdecimal():
                place = int(number)
                if not 1 <= place <= len(actions):
                    self.write(f"There is no number {place}; they go from 1 to {len(actions)}.")
                    return False
                return self._try(lambda: self.match.act(seat, actions[place - 1].id))
            case _:
                return self._try(lambda: self.match.act(seat, text))
        return False

    def _try(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except IllegalAction as refused:
            self.write(
                f"Not now: {refused.reason}. Type `rule {refused.clause}` for the rule, help for help."
            )
            return False
        except FaultyGame as wrong:
            self.write(f"Not now: {wrong}. Try another action, or save FILE and tell whoever wrote the game.")
            return False
        return True

    def _line(self, prompt: str) -> str:
        try:
            return self.read(prompt)
        except EOFError:
            raise Quit from None

    def _tell_news(self) -> None:
        self._tell_log(self.told)
        self.told = len(self.match.lines(self.viewer))

    def _tell_log(self, since: int) -> None:
        for number, line in enumerate(self.match.lines(self.viewer, self.names)[since:], since + 1):
            self.write(f"{number}. {line.text} ({line.clause})")

    def _why(self, text: str) -> None:
        lines = self.match.lines(self.viewer, self.names)
        if not text.strip().isdecimal() or not 1 <= int(text) <= len(lines):
            self.write(f"why needs the number of a line of the log, 1 to {len(lines)}.")
            return
        line = lines[int(text) - 1]
        self.write(line.text)
        self._rule(line.clause)

    def _rule(self, clause: str) -> None:
        book = self.match.game.rulebook
        if clause in book.clauses:
            self.write(for_terminals(book[clause].text))
        else:
            self.write(
                f"The rulebook has no clause {clause or '(say which)'}; try {next(iter(book.clauses))}."
            )

    def _card(self, asked: str) -> None:
        try:
            self.write(describe_card(self.match.game, self.match.content, asked))
        except NoSuchCard as wrong:
            self.write(f"{wrong}.")

    def _look(self, seat: int) -> None:
        for line in describe_view(self.match.view(seat), Known.of(self.match, self.names)):
            self.write(line)

    def _save(self, path: str) -> None:
        if not path:
            self.write("save needs a file name, for example: save match.json")
            return
        try:
            Path(path).write_text(json.dumps(self.match.record(), indent=1) + "\n", encoding="utf-8")
        except OSError as wrong:
            self.write(f"That could not be written: {wrong}")
            return
        self.write(f"Saved. innkeeper replay {path} shows it again.")

    def _tell_outcome(self) -> None:
        outcome = self.match.outcome
        if outcome is None:
            raise InnkeeperError("the match has no outcome yet")
        if outcome.draw:
            self.write(f"A draw ({outcome.reason}, {outcome.clause}).")
        else:
            winners = " and ".join(self.names[seat] for seat in outcome.winners) or "nobody"
            self.write(f"Won by {winners} ({outcome.reason}, {outcome.clause}).")
        while self.people:
            text = self._line("The match is over. why N, log, save FILE, or Enter to leave: ").strip()
            if text == "" or text in ("quit", "exit"):
                return
            word, _, rest = text.partition(" ")
            match word:
                case "why":
                    self._why(rest)
                case "log":
                    self._tell_log(0)
                case "save":
                    self._save(rest.strip())
                case "rule":
                    self._rule(rest.strip().upper())
                case _:
                    self.write("Only why N, rule CLAUSE, log, save FILE and Enter work now.")


def _names(players: Sequence[str]) -> dict[int, str]:
    """A name per seat: people are travellers, bots are called what they are; namesakes are numbered."""
    called = ["Traveller" if name == YOU else name.capitalize() for name in players]
    return {
        seat: name if called.count(name) == 1 else f"{name} {called[: seat + 1].count(name)}"
        for seat, name in enumerate(called)
    }
