"""The rules: runners on a track, and the dice that move them."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper import (
    Action,
    Chance,
    Content,
    Frame,
    Kinds,
    Log,
    Outcome,
    State,
    Verbs,
    Writer,
    events,
)

from .options import TrackOptions


class Book:
    """What can be chosen. A game with cards would read them from `content` here."""

    def __init__(self, content: Content) -> None:
        self.verbs = Verbs()
        self.walk = self.verbs.add("walk", "RC-2.1", "Walk: one die")
        self.dash = self.verbs.add("dash", "RC-2.2", "Dash: two dice, and doubles are a fall")


KINDS = Kinds()
STARTED = KINDS.add("started", "RC-1.1", "The line is {track} squares away.", [events.number("track")])
WALKED = KINDS.add(
    "walked",
    "RC-2.1",
    "{seat} rolls {face} and walks to square {square}.",
    [events.number("face", 6), events.number("square")],
)
DASH = [events.number("first", 6), events.number("second", 6), events.number("square")]
DASHED = KINDS.add(
    "dashed", "RC-2.2", "{seat} rolls {first} and {second} and dashes to square {square}.", DASH
)
FELL = KINDS.add("fell", "RC-2.2", "{seat} rolls {first} and {second}, falls and stays on {square}.", DASH)
LEFT = KINDS.add("left", "RC-3.3", "{seat} leaves the track.")
ENDED = {
    clause: KINDS.add(
        "ended", clause, "{winners} won: {reason}.", [events.seats("winners"), events.data("reason")]
    )
    for clause in ("RC-3.1", "RC-3.2", "RC-3.3")
}


class Track(State):
    """Where everybody is, and whose turn it is. Nothing is hidden, so there is nothing to deal anew."""

    def __init__(self, book: Book, options: TrackOptions, seats: i64) -> None:
        super().__init__("race", seats)
        self.book = book
        self.options = options
        self.squares: list[int] = [0] * seats
        self.away: list[bool] = [False] * seats
        self.runner: int = 0
        self.rolled: list[int] = []

    def copy(self) -> Track:
        new = Track(self.book, self.options, self.seats)
        self.copy_base(new)
        new.squares = self.squares[:]
        new.away = self.away[:]
        new.runner = self.runner
        new.rolled = self.rolled[:]
        return new

    def write(self, w: Writer) -> None:
        for seat in range(self.seats):
            w.put(self.squares[seat])
            w.flag(self.away[seat])
        w.put(self.runner)
        w.cards(self.rolled)

    def next_runner(self) -> None:
        """RC-1.2, RC-3.2."""
        while True:
            self.runner += 1
            if self.runner == self.seats:
                self.runner = 0
                self.turn += 1
            if not self.away[self.runner]:
                break
        if self.turn > self.options.rounds:
            self.finish("foremost", "RC-3.2")

    # Leaving (RC-3.3)

    def playing(self, seat: i64) -> bool:
        return not self.over and not self.away[seat]

    def leave(self, seat: i64) -> None:
        self.tell(LEFT, seat)
        self.away[seat] = True
        if self.away.count(False) == 1:
            self.finish("alone", "RC-3.3")
        elif self.runner == seat:
            self.next_runner()

    def finish(self, reason: str, clause: str) -> None:
        """The further the better; those who left come last."""
        ranks = [-1 if self.away[seat] else self.squares[seat] for seat in range(self.seats)]
        places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        self.end(Outcome(winners, False, places, reason, clause))
        if self.log is not None:
            self.tell_data(ENDED[clause], -1, {"winners": list(winners), "reason": reason})


class Turn(Frame[Track]):
    """Walk or dash? (RC-2)"""

    def deciders(self, s: Track) -> i64:
        return 1 << s.runner

    def actions(self, s: Track, seat: i64) -> list[Action]:
        return [s.book.walk.at(), s.book.dash.at()]

    def apply(self, s: Track, seat: i64, action: Action) -> None:
        if action.verb is s.book.walk:
            s.rolled = [s.chance.die(6)]
            s.squares[seat] += s.rolled[0]
            s.tell(WALKED, seat, s.rolled[0], s.squares[seat])
        else:
            first, second = s.chance.die(6), s.chance.die(6)
            s.rolled = [first, second]
            if first != second:
                s.squares[seat] += first + second
            s.tell(FELL if first == second else DASHED, seat, first, second, s.squares[seat])
        if s.squares[seat] >= s.options.track:
            s.finish("line", "RC-3.1")
        else:
            s.next_runner()


TURN = Turn("turn")


def start(book: Book, options: TrackOptions, seats: int, chance: Chance, log: Log | None) -> Track:
    """RC-1.1."""
    s = Track(book, options, seats)
    s.chance = chance
    s.log = log
    s.tell(STARTED, -1, options.track)
    s.stack = [TURN]
    return s


def bound(options: TrackOptions, seats: int) -> int:
    """One decision for each runner and round (RC-3.2)."""
    return options.rounds * seats
