"""Players for tests: programs that sit at any table and know nothing of the game but its interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from innkeeper.engine.action import Action
from innkeeper.engine.chance import FastChance
from innkeeper.engine.frame import State, seats_of
from innkeeper.engine.game import Game
from innkeeper.engine.playout import Policy, ask, invite

EAGER = 6  # a random player takes a standing action about once in so many times that it could

RANDOM = "random"  # any legal answer
VARIED = "varied"  # any kind of answer, then any answer of that kind
CLOCK = "clock"  # what the referee would answer for it
FIRST = "first"  # the first answer in the list
LAST = "last"
SIMPLE = (RANDOM, VARIED, CLOCK, FIRST, LAST)


class Choice(NamedTuple):
    """What somebody does next."""

    seat: int
    action: Action
    standing: bool


class Party:
    """One player per seat: one of `SIMPLE`, or the name of one of the game's bots."""

    def __init__(self, game: Game, players: Sequence[str], seed: int) -> None:
        self.players = list(players)
        self.chance = FastChance(seed)
        self.policies: list[Policy | None] = []
        for player in players:
            if player not in SIMPLE and player not in game.bots:
                raise ValueError(f"{game.id} has no player {player!r}: {', '.join([*SIMPLE, *game.bots])}")
            self.policies.append(None if player in SIMPLE else game.bots[player]())
        self.last_was_standing = False

    def next(self, s: State) -> Choice:
        """Somebody's next action. No two standing actions in a row, so every match gets on."""
        if not self.last_was_standing:
            for seat in range(s.seats):
                offered = self._volunteer(s, seat) if s.may(seat) else None
                if offered is not None:
                    self.last_was_standing = True
                    return Choice(seat, offered, True)
        self.last_was_standing = False
        waiting = seats_of(s.required())
        seat = waiting[self.chance.below(len(waiting))]
        return Choice(seat, self._answer(s, seat), False)

    def _volunteer(self, s: State, seat: int) -> Action | None:
        policy = self.policies[seat]
        if policy is not None:
            return invite(policy, s, seat, self.chance)
        if self.players[seat] not in (RANDOM, VARIED) or self.chance.below(EAGER) > 0:
            return None
        offers = s.standing(seat)
        return offers[self.chance.below(len(offers))]

    def _answer(self, s: State, seat: int) -> Action:
        policy = self.policies[seat]
        if policy is not None:
            return ask(policy, s, seat, self.chance)
        legal = s.actions(seat)
        match self.players[seat]:
            case "varied":
                verbs = list({action.verb: None for action in legal})
                verb = verbs[self.chance.below(len(verbs))]
                legal = [action for action in legal if action.verb is verb]
            case "clock":
                return s.asking.timeout(s, seat)
            case "first":
                return legal[0]
            case "last":
                return legal[-1]
        return legal[self.chance.below(len(legal))]
