"""Games of one or two questions whose values are known, for searches to find."""

from __future__ import annotations

from typing import Any

from innkeeper.engine.action import Action, Domain, Verbs
from innkeeper.engine.chance import Chance, FastChance
from innkeeper.engine.frame import Frame, Sealed, State, Writer
from innkeeper.engine.outcome import Outcome
from innkeeper.engine.playout import Policy, RandomPolicy
from innkeeper.engine.strategy import Strategy, shares

verbs = Verbs()
FACES = Domain("face", ["heads", "tails"])
CARDS = Domain("card", ["ace", "king", "queen"])
show = verbs.add("show", "TI-1", "Show {}", [FACES])
guess = verbs.add("guess", "TI-2", "Guess {}", [CARDS])
stop = verbs.add("stop", "TI-3", "Stop")
again = verbs.add("again", "TI-3", "Roll again")
safe = verbs.add("safe", "TI-4", "Play safe")
bold = verbs.add("bold", "TI-4", "Be bold")
gift = verbs.add("gift", "TI-5", "Give the point away")
crown = verbs.add("crown", "TI-6", "Let {} win", [Domain("seat", ["0", "1", "2"])])


class Tiny(State):
    """One number, perhaps hidden, and whatever question is asked about it."""

    def __init__(self, seats: int, question: Frame[Any]) -> None:
        super().__init__("tiny", seats)
        self.stack = [question]
        self.number = 0
        self.hidden = False
        self.generous = False

    def copy(self) -> Tiny:
        new = Tiny(self.seats, self.stack[0])
        self.copy_base(new)
        new.number, new.hidden, new.generous = self.number, self.hidden, self.generous
        return new

    def redeal(self, seat: int) -> None:
        if self.hidden:
            self.number = self.chance.below(CARDS.size)

    def write(self, w: Writer) -> None:
        w.put(self.number)
        w.flag(self.hidden)
        w.flag(self.generous)

    def may(self, seat: int) -> bool:
        return self.generous and not self.over

    def standing(self, seat: int) -> list[Action]:
        return [gift.at()] if self.may(seat) else []

    def do_standing(self, seat: int, action: Action) -> None:
        self.win(1 - seat)

    def win(self, *winners: int) -> None:
        places = tuple(1 if seat in winners else 2 for seat in range(self.seats))
        self.end(Outcome(winners, not winners, places, "tiny", "TI-1"))


class Asks(Frame[Tiny]):
    def deciders(self, s: Tiny) -> int:
        return 1


class Pennies(Sealed[Tiny]):
    """Seat 0 wins if both show the same: always with heads, half of the time with tails."""

    def proceed(self, s: Tiny) -> bool:
        if not s.sealed:
            s.owing, s.sealed = 3, [None, None]
        return True

    def actions(self, s: Tiny, seat: int) -> list[Action]:
        return [show.at1(face) for face in range(2)]

    def reveal(self, s: Tiny, choices: list[Action | None]) -> None:
        first, second = choices
        assert first is not None
        same = first is second and (first.a == 0 or s.chance.die(2) == 1)
        s.win(0 if same else 1)


class Peeping(Asks):
    """Name the hidden card and win, or stop and draw. Nobody who sees no card should name one."""

    def actions(self, s: Tiny, seat: int) -> list[Action]:
        return [*(guess.at1(card) for card in range(CARDS.size)), stop.at()]

    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        if action.verb is stop:
            s.win()
        else:
            s.win(0 if action.a == s.number else 1)


class Rolling(Asks):
    """A die lies there; keep it or roll once more. Of six points the seat wins as many games as it shows."""

    def actions(self, s: Tiny, seat: int) -> list[Action]:
        return [stop.at(), again.at()]

    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        shown = s.chance.die(6) if action.verb is again else s.number
        s.win(0 if s.chance.die(6) <= shown else 1)


class Daring(Asks):
    """Safe wins two games of six; bold rolls a die, which is then kept or rolled again: 4.25 of six."""

    def actions(self, s: Tiny, seat: int) -> list[Action]:
        return [safe.at(), bold.at()]

    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        if action.verb is safe:
            s.win(0 if s.chance.die(6) <= 2 else 1)
        else:
            s.number = s.chance.die(6)
            s.stack[-1] = ROLLING


class Crowning(Frame[Tiny]):
    """Three seats in turn; the last decides who wins, and takes it."""

    def deciders(self, s: Tiny) -> int:
        return 1 << s.number

    def actions(self, s: Tiny, seat: int) -> list[Action]:
        return [stop.at(), crown.at1(seat)] if seat < 2 else [crown.at1(0), crown.at1(1), crown.at1(2)]

    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        if action.verb is stop:
            s.number += 1
        elif seat == 2:
            s.win(action.a)
        else:
            s.win(seat) if s.chance.die(2) == 1 else s.win()


ROLLING = Rolling("rolling")
PENNIES = Pennies("pennies")
PEEPING = Peeping("peeping")
DARING = Daring("daring")
CROWNING = Crowning("crowning")


def tiny(question: Frame[Any], seats: int = 2, number: int = 0, hidden: bool = False) -> Tiny:
    """The question on the table."""
    s = Tiny(seats, question)
    s.number, s.hidden = number, hidden
    s.chance = FastChance(1)
    s.settle()
    return s


class TinyStrategy(Strategy):
    """Knows nothing but results."""

    def policy(self) -> Policy:
        return RandomPolicy()

    def values(self, s: State) -> list[float]:
        outcome = s.outcome
        return [1.0 / int(s.seats)] * int(s.seats) if outcome is None else shares(outcome, s.seats)


class Generous(Policy):
    """Gives every point away that it can."""

    def choose(self, s: State, seat: int, legal: list[Action], chance: Chance) -> Action:
        return legal[chance.below(len(legal))]

    def volunteer(self, s: State, seat: int, chance: Chance) -> Action | None:
        offers = s.standing(seat)
        return offers[0] if offers else None
