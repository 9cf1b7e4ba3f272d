"""Many matches in step, for learning: one call answers in all of them and fills flat buffers.

A match belongs to a row of the buffers. Rivals answer inside the call, a match that is over gives way to the
next in the same step, and what a row shows is always a question to a learner. The buffers are native arrays
that others can read without a copy (`memoryview`, `numpy.frombuffer`); they are written over by every step.

A match follows from its seed alone: dice `FastChance(2 * seed)`, rivals' whims `FastChance(2 * seed + 1)`, as
in simulations. Rows have nothing to do with each other, so neither their number nor their neighbours matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.strings import BytesWriter, read_i32_le, write_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance, FastChance
from innkeeper.engine.errors import IllegalAction
from innkeeper.engine.eyes import NOTHING, WAIT, Eyes, Menu
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy, ask, invite
from innkeeper.engine.strategy import mix

CLOCK: Final = -1  # instead of a code: what the referee answers when time is up


def seed_of(seed: i64, row: i64, episode: i64) -> i64:
    """The seed of a match, below 2**61, so that no two of a batch share their dice."""
    return mix(mix(seed, row), episode) >> 2


def invited(eyes: Eyes, s: State, heard: i64) -> i64:
    """The seats that have an offer to answer although the match does not wait for them, as a mask.

    Whoever was heard since the last answer has had its say.
    """
    found: i64 = 0
    for seat in range(s.seats):
        if (heard >> seat) & 1 == 0 and s.may(seat) and eyes.invited(s, seat):
            found |= 1 << seat
    return found & ~s.required() if found != 0 else 0


@final
class Row:
    """One match at a time, and who plays it. Seats without a rival are learners'."""

    def __init__(self, eyes: Eyes, state: State, rivals: list[Policy | None], seed: i64) -> None:
        self.eyes: Final = eyes
        self.state: State = state
        self.rivals: Final = rivals  # by seat
        self.whims: Final = FastChance(2 * seed + 1)  # of the rivals
        self.heard: i64 = 0  # seats that had a say of their own since the last answer, as bits
        self.decisions: i64 = 0
        self.menu: Menu = NOTHING  # of the learner that is asked
        self.seat: i64 = 0  # which that is
        self.asked: bool = False  # has a learner answered in this match?
        self.episode: i64 = 0

    def turn(self) -> i64:
        """Let rivals play until a learner has a turn, and say which; -1: the match is over."""
        s = self.state
        while not s.over:
            seat = self.volunteers()
            if seat >= 0:
                return seat
            if s.over:
                break
            seat = s.decider()
            rival = self.rivals[seat]
            if rival is None:
                return seat
            self.decide(seat, ask(rival, s, seat, self.whims))
        return -1

    def volunteers(self) -> i64:
        """Once before each answer everybody has a say: rivals do as they please, and then a learner who was
        made an offer is asked; -1: nobody is."""
        s = self.state
        for seat in range(s.seats):
            rival = self.rivals[seat]
            if rival is None or (self.heard >> seat) & 1 == 1 or not s.may(seat):
                continue
            self.heard |= 1 << seat
            offered = invite(rival, s, seat, self.whims)
            if offered is not None:
                s.act_standing(seat, offered)
                if s.over:
                    return -1
        asked = invited(self.eyes, s, self.heard)
        for seat in range(s.seats):
            if (asked >> seat) & 1 == 1 and self.rivals[seat] is None:
                return seat
        return -1

    def answer(self, seat: i64, menu: Menu, place: i64) -> None:
        """Carry out what a learner chose from its menu; -1: it waits, or the clock answers for it."""
        s = self.state
        if menu.answers == 0:
            self.heard |= 1 << seat
        if place >= menu.answers:
            s.act_standing(seat, menu.action(place))
        elif menu.answers > 0:
            self.decide(seat, menu.action(place) if place >= 0 else s.asking.timeout(s, seat))

    def decide(self, seat: i64, action: Action) -> None:
        """An answer that the match waited for."""
        self.heard = 0
        self.decisions += 1
        self.state.act(seat, action)


@final
class Matches:
    """`count` matches. `start` sets one up with its dice, `hire` gives a row its player for a seat."""

    def __init__(
        self,
        eyes: Eyes,
        start: Callable[[Chance], State],
        hire: Callable[[int, int], Policy | None],
        seats: i64,
        count: i64,
        seed: i64,
    ) -> None:
        self.eyes: Final = eyes
        self.start: Final = start
        self.hire: Final = hire
        self.seats: i64 = seats
        self.count: i64 = count
        self.seed: i64 = seed
        self.whims: Final = FastChance(mix(seed, count))  # of those who play at random
        self.played: i64 = 0  # decisions of matches that are over
        self.obs: vec[i16] = vec[i16]([0] * (count * eyes.width))
        self.mask: vec[u8] = vec[u8]([0] * (count * eyes.codes))
        self.seat: vec[u8] = vec[u8]([0] * count)  # whom a row asks
        self.reward: vec[float] = vec[float]([0.0] * (count * seats))  # of the match that ended
        self.done: vec[u8] = vec[u8]([0] * count)  # did a match end in this step?
        self.length: vec[i32] = vec[i32]([0] * count)  # the decisions of the last match that ended
        self.seeds: vec[i64] = vec[i64]([0] * count)  # of the match that is played now
        self.rows: Final[list[Row]] = []
        for place in range(count):
            players: list[Policy | None] = [hire(place, seat) for seat in range(seats)]
            if None not in players:
                raise ValueError("no seat is left for a learner")
            state = self.deal(place, 0)
            row = Row(eyes, state, players, self.seeds[place])
            self.rows.append(row)
            self.show(place, row)

    @property
    def decisions(self) -> int:
        """The answers that matches waited for, of everybody, in all of them."""
        found: i64 = self.played
        for row in self.rows:
            found += row.decisions
        return found

    def deal(self, place: i64, episode: i64) -> State:
        """The next match of a row, at its first question."""
        seed = seed_of(self.seed, place, episode)
        self.seeds[place] = seed
        state = self.start(FastChance(2 * seed))
        state.settle()
        return state

    # A step

    def step(self, codes: bytes) -> None:
        """One answer for every row: codes of 32 bits, the lowest byte first. A wrong one changes nothing."""
        count = self.count
        if len(codes) != 4 * count:
            raise ValueError(f"{count} answers are {4 * count} bytes, not {len(codes)}")
        every = self.eyes.codes
        mask = self.mask
        for place in range(count):
            code = i64(read_i32_le(codes, 4 * place))
            if code != CLOCK and (code < 0 or code >= every or mask[place * every + code] == 0):
                self.refuse(place, code)
        for place in range(count):
            self.answer(place, i64(read_i32_le(codes, 4 * place)))

    def refuse(self, place: i64, code: i64) -> None:
        """A code that is not on the menu."""
        names = self.eyes.names
        named = f"{code} ({names[code]})" if 0 <= code < len(names) else f"{code}"
        allowed = [names[i64(one)] for one in self.rows[place].menu.codes]
        raise IllegalAction(f"row {place}: code {named} is not allowed now", legal=allowed)

    def answer(self, place: i64, code: i64) -> None:
        """Carry out one answer, then show the row's next question."""
        self.done[place] = u8(0)
        row = self.rows[place]
        row.asked = True
        row.answer(row.seat, row.menu, row.menu.find(code))
        self.show(place, row)

    def show(self, place: i64, row: Row) -> None:
        """Let rivals play until a learner has something to answer, and show what it sees."""
        seat = row.turn()
        while seat < 0:
            self.finish(place, row)
            seat = row.turn()
        row.seat = seat
        self.write(place, row, row.state)

    def write(self, place: i64, row: Row, s: State) -> None:
        """What the learner sees and may choose. Of the mask only what differs is touched."""
        eyes = self.eyes
        seat = row.seat
        self.seat[place] = u8(seat)
        eyes.observe(s, seat, self.obs, place * eyes.width)
        menu = eyes.menu(s, seat)
        before = row.menu
        if menu is before:
            return
        mask = self.mask
        base = place * eyes.codes
        for code in before.codes:
            mask[base + i64(code)] = u8(0)
        mask[base + WAIT] = u8(1 if menu.answers == 0 else 0)
        for code in menu.codes:
            mask[base + i64(code)] = u8(1)
        row.menu = menu

    def finish(self, place: i64, row: Row) -> None:
        """Score a match that is over and begin the next. One in which no learner was asked is passed over."""
        outcome = row.state.outcome
        if row.asked and outcome is not None:
            self.done[place] = u8(1)
            self.length[place] = i32(row.decisions)
            base = place * self.seats
            rewards = outcome.rewards()
            for seat in range(self.seats):
                self.reward[base + seat] = rewards[seat]
        self.played += row.decisions
        row.episode += 1
        row.state = self.deal(place, row.episode)
        row.whims.begin_anew(2 * self.seeds[place] + 1)
        row.asked = False
        row.heard = 0
        row.decisions = 0
        for seat in range(self.seats):
            rival = row.rivals[seat]
            if rival is not None and rival.remembers:
                row.rivals[seat] = self.hire(place, seat)

    # Playing at random

    def sample(self) -> bytes:
        """A code for every row, each that is allowed equally likely."""
        codes = BytesWriter()
        for row in self.rows:
            menu = row.menu
            waits: i64 = 1 if menu.answers == 0 else 0
            drawn = self.whims.below(len(menu.codes) + waits)
            write_i32_le(codes, i32(WAIT) if drawn == len(menu.codes) else menu.codes[drawn])
        return codes.getvalue()
