"""One match as learners meet it: whose turn it is, what a code does, what was won.

All standards that are spoken here stand on this, and it plays as the batch of the kernel does. It needs
nothing but the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

from innkeeper.bots import make_bot
from innkeeper.engine.batch import Row, invited
from innkeeper.engine.chance import FastChance
from innkeeper.engine.errors import IllegalAction, InvalidOptions, shown
from innkeeper.engine.eyes import WAIT, Eyes, Menu
from innkeeper.engine.frame import State, seats_of
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.playout import Policy

Illegal = Literal["clock", "raise"]  # what comes of a masked code: what the clock would answer, or an error
SEEDS = 2**61  # of matches: dice and the whims of rivals have seeds of 62 bits


class Table:
    """A table that is set once, and one match after the other at it. Seats without a rival are learners'."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        content: str | Path | None = None,
        illegal: Illegal = "clock",
        offers: bool = False,
    ) -> None:
        found = game if isinstance(game, Game) else get_game(game)
        self.game = found if content is None else found.with_content(Path(content))
        self.seats = self.game.check_seats(seats)
        self.rules = house_rules(self.game, options)
        self.book = self.game.book_of(self.game.content)
        self.options = self.game.options.resolve(self.rules, self.book)
        self.eyes: Eyes = self.game.eyes_of(self.seats, self.rules, offers)
        if illegal not in get_args(Illegal):
            raise InvalidOptions(f"illegal is clock or raise, not {shown(illegal)}")
        self.illegal = illegal
        self.begin(0)

    def begin(self, seed: int, rivals: Sequence[str | None] = ()) -> None:
        """A new match; `rivals` by seat, None for learners."""
        state = self.game.start(self.book, self.options, self.seats, FastChance(2 * seed), None)
        state.settle()
        players: list[Policy | None] = [
            None if name is None else make_bot(self.game, name) for name in rivals
        ]
        players += [None] * (self.seats - len(players))
        self.row = Row(self.eyes, state, players, seed)
        self.offences = 0  # masked codes so far

    @property
    def state(self) -> State:
        """The position."""
        return self.row.state

    def turn(self) -> int:
        """Let rivals play until a learner has a turn, and say which; -1: the match is over."""
        return int(self.row.turn())

    def asked(self) -> list[int]:
        """All learners that have a turn now, where no rivals sit."""
        return asked(self.eyes, self.state, self.row.heard)

    def act(self, seat: int, code: int) -> None:
        """Carry out what a code means to a learner that has a turn."""
        menu = self.eyes.menu(self.state, seat)
        place = menu.find(code)
        if place < 0 and (code != WAIT or menu.answers):
            self._offend(seat, code, menu)
        self.row.answer(seat, menu, place)

    def _offend(self, seat: int, code: int, menu: Menu) -> None:
        if self.illegal == "raise":
            names = self.eyes.names
            named = names[code] if 0 <= code < len(names) else shown(code)
            legal = [names[one] for one in menu.codes]
            raise IllegalAction(f"seat {seat} may not choose {named} now", legal=legal)
        self.offences += 1

    def rewards(self) -> list[float]:
        """What each seat has won: zeros until the end."""
        outcome = self.state.outcome
        return [0.0] * self.seats if outcome is None else outcome.rewards()

    def shown(self, seat: int = -1) -> str:
        """The table in words, as a seat or a spectator sees it."""
        from innkeeper.terminal.lore import Lore
        from innkeeper.terminal.words import Known, describe_view

        players = {one: f"Seat {one}" for one in range(self.seats)}
        known = Known(players, Lore.of(self.game, self.game.content))
        return "\n".join(describe_view(self.game.view(self.state, seat), known))


def asked(eyes: Eyes, s: State, heard: int) -> list[int]:
    """The seats that have a turn: those with an offer to answer first, then those the match waits for."""
    return [] if s.over else seats_of(invited(eyes, s, heard)) + seats_of(s.required())


def house_rules(game: Game, options: Mapping[str, object] | None) -> dict[str, object]:
    """What was asked for; of what was not, as the recommended preset has it."""
    return {"preset": game.recommended, **(options or {})}
