"""A table in this process: people at one keyboard, bots, and a file that keeps the match."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from innkeeper.bots import make_bot
from innkeeper.bots.advice import advise
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.errors import FaultyGame, IllegalAction, InnkeeperError, fault
from innkeeper.engine.foresight import Foreseen
from innkeeper.engine.game import Game
from innkeeper.engine.levels import REGULAR
from innkeeper.engine.match import Decision, Match, new_match
from innkeeper.engine.playout import ask, invite
from innkeeper.server.protocol import Choice, LogLine, Question, Rolled, UndoState
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.saved import YOU, CannotSave, Keeper, seat_names
from innkeeper.terminal.table import Moment, NotNow, Table, named
from innkeeper.terminal.words import hint_text


class LocalTable(Table):
    """A match on one keyboard. `players` holds `you` or a bot's name per seat.

    `viewer` is whose eyes are meant: with several people, of the one who is asked.
    """

    where = "on this machine"

    def __init__(
        self,
        match: Match,
        players: Sequence[str],
        keeper: Keeper | None = None,
        seed: int | None = None,
    ) -> None:
        self.match = match
        self.players = list(players)
        self.keeper = keeper
        self.lore = Lore.of(match.game, match.content)
        self.names = seat_names(players)
        self.people = [seat for seat, name in enumerate(players) if name == YOU]
        self.viewer: int | None = self.people[0] if self.people else None
        self._writing = threading.RLock()  # one thread may leave while another's answer goes to the disk
        self.trouble = ""  # what went wrong besides, for the person to read once
        self._invited = (
            -1
        )  # at which length of the match the bots were asked what they do of their own accord
        self._heard: tuple[int | None, int, list[LogLine]] = (None, 0, [])
        self._chance = FastChance(secrets.randbits(60) if seed is None else seed % 2**60)
        self._bots = {seat: make_bot(match.game, name) for seat, name in enumerate(players) if name != YOU}

    @property
    def left(self) -> str:
        if self.keeper is None or self.match.length == 0:
            return "The match is not finished."
        return f"The match is not finished. innkeeper play --resume {self.keeper.path.stem} goes on with it."

    @property
    def asked(self) -> int | None:
        """Whose answer the table waits for once the bots have given theirs."""
        pending = self.match.pending
        if not pending or any(seat in self._bots for seat in pending):
            return None
        return self.viewer if self.viewer in pending else min(pending)

    def moment(self) -> Moment:
        match, viewer = self.match, self.viewer
        pending, standing = (match.pending, match.standing) if viewer is not None else ({}, {})
        undo = UndoState(
            free=viewer is not None and match.can_undo(viewer),
            ask=viewer is not None and match.can_ask(viewer),
        )
        return Moment(
            match.length,
            viewer,
            match.view(viewer),
            named(_question(pending.get(viewer)), self.names) if viewer is not None else None,
            named(_question(standing.get(viewer)), self.names) if viewer is not None else None,
            self._log(),
            undo,
            match.outcome is not None,
            names=self.names,
            status=self.trouble,
        )

    def _log(self) -> Sequence[LogLine]:
        """The log as the viewer may read it; what was told stays told, so only news is put into words."""
        match, (whose, heard, lines) = self.match, self._heard
        if whose != self.viewer:
            heard, lines = 0, []
        lines = lines + [
            LogLine(0, line.text, line.clause, line.event, [Rolled(*die) for die in line.dice])
            for line in match.lines(self.viewer, self.names, heard)
        ]
        self._heard = (self.viewer, match.told, lines)
        return lines

    def advance(self, patience: float = 0.0) -> bool:
        began = self.match.length
        if self._invited != began:
            for seat in self._bots:
                self._invite(seat)
            self._invited = self.match.length
        if self.match.length == began:
            for seat in self.match.pending:
                if seat in self._bots:
                    self._bot(seat)
                    break
        return self.match.length > began

    def _invite(self, seat: int) -> None:
        """Let a bot act of its own accord, as it may once before each answer."""
        try:
            action = invite(self._bots[seat], self.match.state, seat, self._chance)
            if action is None:
                return
            self.match.play(seat, action.id)
        except Exception as wrong:
            self.trouble = f"{self.names[seat]} wants to do something and cannot: {self._told(wrong)}."
        self._keep()

    def _bot(self, seat: int) -> None:
        match = self.match
        try:
            match.play(seat, ask(self._bots[seat], match.state, seat, self._chance).id)
        except Exception as wrong:
            told = self._told(wrong)
            self.trouble = f"{self.names[seat]} cannot answer: {told}. The referee answers instead."
            match.time_out(seat)
        self._keep()

    def _told(self, wrong: Exception) -> InnkeeperError:
        """What is said of whatever a bot raised: it is a stranger's program."""
        return wrong if isinstance(wrong, InnkeeperError) else fault(self.match.game.title, wrong)

    def act(self, action: str) -> None:
        self._do(lambda seat: self.match.play(seat, action))

    def undo(self) -> None:
        """Bots and friends at the same keyboard always consent; chance is never rewound."""
        self._do(lambda seat: self.match.undo(seat, agreed=True))

    def resign(self) -> None:
        self._do(self.match.resign)

    def _do(self, do: Callable[[int], object]) -> None:
        with self._writing:
            try:
                do(self._seat())
            except IllegalAction as refused:
                raise NotNow(refused.reason, refused.clause) from None
            except FaultyGame as wrong:
                raise NotNow(
                    f"{wrong}. Try another action, or save the record and tell whoever wrote the game"
                ) from None
            self._keep()

    def _keep(self) -> None:
        """On the disk before anybody is told. Where that fails the match goes on; the next try writes all."""
        with self._writing:
            if self.keeper is None:
                return
            try:
                self.keeper.keep(self.match)
            except CannotSave as wrong:
                self.trouble = f"Not saved: {wrong}."

    def _seat(self) -> int:
        if self.viewer is None:
            raise NotNow("you only watch here")
        return self.viewer

    def refusal(self, action: str) -> NotNow | None:
        found = self.match.refusal(self._seat(), action)
        return None if found.clause == "IN-1.1" else NotNow(found.reason, found.clause)

    def foresee(self, action: str) -> Foreseen:
        seat, match = self._seat(), self.match
        standing = match.standing.get(seat)
        offered = [*match.state.actions(seat), *(standing.actions if standing else ())]
        found = next((one for one in offered if one.id == action), None)
        if found is None:
            raise NotNow(f"{action} cannot be done now")
        try:
            return match.game.foreseen(match.state, seat, found)
        except Exception as wrong:  # a game is a stranger's program
            raise NotNow(str(fault(match.game.title, wrong))) from None

    def hint(self) -> str:
        seat, match = self._seat(), self.match
        if seat not in match.pending:
            raise NotNow("nobody asks you anything now")
        try:
            return hint_text(advise(match.game, match.state, seat, self._chance), self.names)
        except Exception as wrong:
            raise NotNow(str(self._told(wrong))) from None

    def record(self) -> dict[str, Any]:
        return self.match.record()

    def again(self) -> LocalTable:
        game, count, rules = self.match.game, len(self.players), self.match.options.json()
        moved = dict(rules)
        for seat in range(count):  # what somebody brought goes with them
            old, new = game.options.brought(seat), game.options.brought((seat + 1) % count)
            moved |= {new[what]: rules[name] for what, name in old.items()}
        players = [*self.players[-1:], *self.players[:-1]]
        return new_table(game, players, moved, content=self.match.content)

    def close(self) -> None:
        """An answer that is on its way to the disk gets there; what a bot thinks of now is not waited for."""
        with self._writing:
            if self.keeper is not None:
                self.keeper.close()
                self.keeper = None


def new_table(
    game: Game,
    players: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
    content: Content | None = None,
) -> LocalTable:
    """A new match, by the recommended rules and against regular bots unless told otherwise.

    It is kept from its first answer on; bots alone play the same match again from its seed.
    """
    names = list(players or [YOU, *[REGULAR] * (game.check_seats(None) - 1)])
    rules = {"preset": game.recommended} if options is None else options
    words = [""] * len(names)  # a place for everybody's, as at a server, where the record can then be shown
    match = new_match(game.id, len(names), rules, seed, nonces=words, content=content or game.content)
    table = LocalTable(match, names, seed=seed)
    if table.people:
        table.keeper = Keeper.begin(match, names)
    return table


def _question(decision: Decision | None) -> Question | None:
    if decision is None or not decision.actions:
        return None
    choices = [Choice(one.id, one.label, one.clause, one.verb.kinds) for one in decision.actions]
    return Question(decision.name, choices, decision.timeout)
