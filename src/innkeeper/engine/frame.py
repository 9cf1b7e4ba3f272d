"""Frames and states: the questions a referee asks, and the truth of one match.

A state holds a stack of frames. The top frame is the question the referee is asking now, or a
step that asks nobody; one loop (`State.settle`) runs steps until the next question or the end.
Frames are values: what changes lives in the state, so a state can be copied in the middle of
anything.
"""

from __future__ import annotations

from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.action import Action, Domain
from innkeeper.engine.chance import NO_CHANCE, Chance
from innkeeper.engine.events import EVERYBODY, TIMED_OUT, TIMED_OUT_SEALED, Event, Kind, Log
from innkeeper.engine.outcome import Outcome

if TYPE_CHECKING:
    from innkeeper.engine.shapes import TableView

ENDLESS: Final = 1_000_000  # steps in a row that ask nobody: a frame that never gets anywhere

S = TypeVar("S", bound="State")
Row = TypeVar("Row")
Board = TypeVar("Board")


@final
class Writer:
    """Collects a state as canonical integers: equality, hashes and differences come from them."""

    def __init__(self) -> None:
        self.numbers: Final[list[int]] = []

    def put(self, value: i64) -> None:
        self.numbers.append(value)

    def flag(self, value: bool) -> None:
        self.numbers.append(1 if value else 0)

    def cards(self, cards: list[i64]) -> None:
        self.numbers.append(len(cards))
        for card in cards:
            self.numbers.append(card)

    def text(self, text: str) -> None:
        self.numbers.append(len(text))
        for letter in text.encode():
            self.numbers.append(letter)

    def action(self, action: Action | None) -> None:
        self.numbers.append(-1 if action is None else action.code)


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Generic[S]):
    """A question, or a step that asks nobody. Never changed once it lies on a stack."""

    def __init__(self, phase: str, auto: bool = False) -> None:
        self.phase: Final = phase  # the decision's name in views
        self.auto: Final = auto  # may the referee give an only answer? Off: a skip can tell a secret

    def proceed(self, s: S) -> bool:
        """True: wait for an answer. False: something was done, look at the stack again."""
        return True

    def deciders(self, s: S) -> i64:
        """Bit mask of the seats that owe an answer."""
        raise NotImplementedError

    def actions(self, s: S, seat: i64) -> list[Action]:
        """Everything that seat may answer, in the order of the rulebook. The list is never changed."""
        raise NotImplementedError

    def apply(self, s: S, seat: i64, action: Action) -> None:
        """Carry out an answer."""
        raise NotImplementedError

    def timeout(self, s: S, seat: i64) -> Action:
        """The answer the referee takes when the clock runs out."""
        return s.actions(seat)[0]

    def secret(self) -> bool:
        """Do answers stay hidden for now?"""
        return False

    def refusal(self, s: S, seat: i64, text: str) -> tuple[str, str] | None:
        """Why a known action is not legal now, and the clause that says so, if the game can tell."""
        return None

    def write(self, w: Writer) -> None:
        """What tells this frame from another; extend it when a frame carries values."""
        w.text(self.phase)
        w.text(type(self).__name__)


@mypyc_attr(allow_interpreted_subclasses=True)
class Sealed(Frame[S]):
    """A question to several seats at once. Push it with `State.ask_sealed`."""

    def __init__(self, phase: str, binding: bool = False) -> None:
        super().__init__(phase)
        self.binding: Final = binding  # a sealed answer may not be changed

    def deciders(self, s: S) -> i64:
        return s.owing

    def apply(self, s: S, seat: i64, action: Action) -> None:
        s.sealed[seat] = action
        s.owing &= ~(1 << seat)
        self.answered(s, seat, action)
        if s.owing == 0:
            self.open(s)

    @final
    def open(self, s: S) -> None:
        """All answers are in: unseal them."""
        choices = s.sealed
        s.sealed = []
        s.disclosed += 1
        self.reveal(s, choices)

    def answered(self, s: S, seat: i64, action: Action) -> None:
        """Tell the others that an answer is in, never which."""

    def reveal(self, s: S, choices: list[Action | None]) -> None:
        """Carry out all answers together; None for seats that were not asked or left."""
        raise NotImplementedError

    def secret(self) -> bool:
        return True


NO_QUESTION: Final[Frame[Any]] = Frame("none")


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The truth of one match. A game adds its own attributes and the methods marked «game»."""

    def __init__(self, game: str, seats: i64) -> None:
        self.game: Final = game
        self.seats: i64 = seats
        self.turn: i64 = 1
        self.round: i64 = 1
        self.stack: list[Frame[Any]] = []
        self.chance: Chance = NO_CHANCE
        self.log: Log | None = None
        self.over: bool = False
        self.outcome: Outcome | None = None
        self.disclosed: i64 = 0  # how often something hidden was shown to somebody
        self.owing: i64 = 0  # seats whose sealed answer is missing
        self.sealed: list[Action | None] = []  # the sealed answers by seat
        self.asking: Frame[Any] = NO_QUESTION  # the frame that waits, once `settle` has found it
        self.legal: list[Action] | None = None  # the one decider's list, built once per decision

    # What a game writes

    def copy(self) -> State:
        """«game» An independent copy; start with the game's constructor and `copy_base`."""
        raise NotImplementedError

    def redeal(self, seat: i64) -> None:
        """«game» Replace in place, with `self.chance`, all that `seat` (-1: a spectator) cannot know.

        What is dealt follows from what the seat sees and from chance alone: sort first, then shuffle.
        """

    def write(self, w: Writer) -> None:
        """«game» Everything that belongs to the position, as integers."""
        raise NotImplementedError

    def leave(self, seat: i64) -> None:
        """«game» What resigning means; call `drop_sealed` if the seat may owe a sealed answer."""
        raise NotImplementedError

    def playing(self, seat: i64) -> bool:
        """«game» Is that seat still in the game (and so able to leave it)?"""
        return not self.over

    def standing(self, seat: i64) -> list[Action]:
        """«game» What the seat may do although nobody waits for it."""
        return []

    def may(self, seat: i64) -> bool:
        """«game» Is there any standing action? Builds no list."""
        return False

    def do_standing(self, seat: i64, action: Action) -> None:
        """«game» Carry out a standing action."""
        raise NotImplementedError

    def pile(self, name: str) -> tuple[list[i64], Domain] | None:
        """«game» A named deck (its top is the end of the list) and what its cards are; for scripts."""
        return None

    def tell_timed_out(self, seat: i64, decision: str, action: str, secret: bool) -> None:
        """«game, rarely» Say that the clock ran out."""
        kind = TIMED_OUT_SEALED if secret else TIMED_OUT
        # The audience is spelt out: compiled code that calls a plain subclass loses defaults other than 0.
        self.tell_data(kind, seat, {"decision": decision, "action": action}, 0, EVERYBODY)

    # What the kernel gives

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        """A copy with a chance of its own, which has the same future; nobody listens to it."""
        new = self.copy()
        new.chance = self.chance.copy()
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle."""
        from innkeeper.engine.pickling import pack_state

        return pack_state(self)

    @final
    def copy_base(self, new: State) -> None:
        """The kernel's part of a copy. A copy has no chance and no listener."""
        new.turn = self.turn
        new.round = self.round
        new.stack = self.stack[:]
        new.over = self.over
        new.outcome = self.outcome
        new.disclosed = self.disclosed
        new.owing = self.owing
        if len(self.sealed) > 0:
            new.sealed = self.sealed[:]
        new.asking = self.asking
        new.legal = self.legal

    @final
    def phase(self) -> str:
        """The name of the question on the table."""
        return "over" if self.over else self.asking.phase

    @final
    def required(self) -> i64:
        """Bit mask of the seats the match waits for."""
        return 0 if self.over else self.asking.deciders(self)

    @final
    def decider(self) -> i64:
        """The lowest seat the match waits for; -1 when it is over."""
        return -1 if self.over else lowest(self.asking.deciders(self))

    @final
    def actions(self, seat: i64) -> list[Action]:
        """The legal answers of a seat to the question on the table. Never change this list."""
        if self.over:
            return []
        top = self.asking
        who: i64 = top.deciders(self)
        if (who >> seat) & 1 == 0:
            return []
        if who != 1 << seat:
            return top.actions(self, seat)
        known = self.legal
        if known is None:
            known = top.actions(self, seat)
            self.legal = known
        return known

    @final
    def act(self, seat: i64, action: Action) -> None:
        """Carry out a legal answer and go on to the next question. Trusts its caller; `Match` checks."""
        self.legal = None
        self.asking.apply(self, seat, action)
        self.settle()

    @final
    def act_at_random(self, chance: Chance) -> None:
        """`decider`, `actions` and `act` in one, every answer equally likely: the step of roll-outs."""
        top = self.asking
        who: i64 = top.deciders(self)
        seat = lowest(who)
        legal = self.legal if who == 1 << seat else None
        if legal is None:
            legal = top.actions(self, seat)
        self.legal = None
        top.apply(self, seat, legal[chance.below(len(legal))])
        self.settle()

    @final
    def act_standing(self, seat: i64, action: Action) -> None:
        """The same for a standing action."""
        self.legal = None
        self.do_standing(seat, action)
        self.settle()

    @final
    def resign(self, seat: i64) -> None:
        """Let a seat leave, and go on."""
        self.legal = None
        self.leave(seat)
        self.settle()

    @final
    def settle(self) -> None:
        """Run steps until somebody is asked something, or the match is over."""
        steps: i64 = 0
        while not self.over:
            steps += 1
            if steps > ENDLESS:
                raise RuntimeError(f"the step {type(self.stack[-1]).__name__} goes on for ever")
            top = self.stack[-1]
            if not top.proceed(self):
                continue
            self.asking = top
            if not top.auto:
                return
            who: i64 = top.deciders(self)
            if who & (who - 1) != 0:
                return
            seat = lowest(who)
            legal = top.actions(self, seat)
            if len(legal) != 1:
                self.legal = legal
                return
            top.apply(self, seat, legal[0])

    @final
    def ask_sealed(self, frame: Frame[Any], seats: i64) -> None:
        """Put one question to all seats of a mask; push nothing above it until it is answered."""
        self.owing = seats
        self.sealed = [None] * self.seats
        self.stack.append(frame)

    @final
    def drop_sealed(self, seat: i64) -> None:
        """A leaving seat's sealed answer falls away; the others' are opened if they are all in."""
        if len(self.sealed) == 0:
            return
        self.sealed[seat] = None
        if (self.owing >> seat) & 1 == 1:
            self.owing &= ~(1 << seat)
            if self.owing == 0:
                top = self.stack[-1]
                assert isinstance(top, Sealed)
                top.open(self)

    @final
    def unseal(self, seat: i64) -> None:
        """Take a sealed answer back while others are still missing."""
        self.sealed[seat] = None
        self.owing |= 1 << seat
        self.legal = None

    @final
    def end(self, outcome: Outcome) -> None:
        """The match is over."""
        self.over = True
        self.outcome = outcome
        self.owing = 0
        self.sealed = []
        self.legal = None

    @final
    def determinize(self, seat: int | None, chance: Chance) -> State:
        """A world that looks the same to `seat` (None: a spectator), with all it cannot know re-dealt."""
        world = self.copy()
        world.legal = None  # it was made from what the decider holds
        world.chance = chance
        viewer: i64 = -1 if seat is None else seat
        world.redeal(viewer)
        if len(world.sealed) > 0:
            for other in range(world.seats):
                if other != viewer and world.sealed[other] is not None:
                    answers = world.asking.actions(world, other)
                    world.sealed[other] = answers[chance.below(len(answers))]
        return world

    @final
    def listens(self, kind: Kind) -> bool:
        """Does anybody want to hear of such an event?"""
        log = self.log
        return log is not None and log.wants(kind)

    @final
    def tell(
        self, kind: Kind, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0, f: i64 = 0
    ) -> None:
        """Say to everybody that something happened: a null check when nobody listens."""
        log = self.log
        if log is not None and log.wants(kind):
            log.events.append(Event(kind, self.turn, self.round, seat, EVERYBODY, a, b, c, d, e, f, None))

    @final
    def tell_data(
        self,
        kind: Kind,
        seat: i64,
        data: dict[str, object],
        a: i64 = 0,
        audience: i64 = EVERYBODY,
        b: i64 = 0,
        c: i64 = 0,
        d: i64 = 0,
        e: i64 = 0,
    ) -> None:
        """The same with larger values. Build them only `if s.log is not None`, or if it `listens`."""
        log = self.log
        if log is not None and log.wants(kind):
            log.events.append(Event(kind, self.turn, self.round, seat, audience, a, b, c, d, e, 0, data))


def lowest(mask: i64) -> i64:
    """The lowest seat of a mask."""
    if mask == 0:
        raise RuntimeError("a question that nobody is asked")
    seat: i64 = 0
    while (mask >> seat) & 1 == 0:
        seat += 1
    return seat


def seats_of(mask: i64) -> list[int]:
    """The seats of a mask, ascending."""
    return [seat for seat in range(63) if (mask >> seat) & 1 == 1]


def canonical(s: State) -> list[int]:
    """The position as integers: equal lists, equal positions."""
    w = Writer()
    w.put(s.seats)
    w.put(s.turn)
    w.put(s.round)
    outcome = s.outcome
    if outcome is None:
        w.put(len(s.stack))
        for frame in s.stack:
            frame.write(w)
    else:
        w.put(-1)
        w.text(outcome.reason)
        for place in outcome.places:
            w.put(place)
        for winner in outcome.winners:
            w.put(winner)
    w.put(s.owing)
    w.put(len(s.sealed))
    for answer in s.sealed:
        w.action(answer)
    s.write(w)
    return w.numbers


def fingerprint(s: State) -> str:
    """The hash that records carry after every action."""
    return blake2b(array("q", canonical(s)).tobytes(), digest_size=8).hexdigest()


def table_view(s: State, viewer: i64, seats: list[Row], table: Board) -> TableView[Row, Board]:
    """The top level that every view shares."""
    return {
        "game": s.game,
        "turn": s.turn,
        "phase": s.phase(),
        "to_act": seats_of(s.required()),
        "may_act": [seat for seat in range(s.seats) if s.may(seat)],
        "you": None if viewer < 0 else viewer,
        "seats": seats,
        "table": table,
    }


def result_view(s: State) -> Any:
    """`table.result`: null until the end, then the fields of `Result` and what the game adds to them."""
    outcome = s.outcome
    return None if outcome is None else outcome.json()
