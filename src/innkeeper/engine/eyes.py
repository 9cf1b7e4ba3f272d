"""Eyes: how a learner sees a game, as a row of small numbers and a fixed code for every choice.

What a view says in words, eyes say in `width` numbers of 16 bits, each column with a name and bounds. What is
fleeting in actions (the uid of a minion, the reference of a card in play) becomes the slot that it stands in,
so that a code means the same in every match at tables set up alike. Columns and codes follow from content,
options and seats; when their meaning changes, the game's `VERSION` of them rises.

Eyes look only at what a seat may know: a world dealt anew (`State.determinize`) looks the same to them.
"""

from __future__ import annotations

from array import array
from hashlib import blake2b
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from innkeeper.engine.action import Action, Verb
from innkeeper.engine.frame import State, canonical
from innkeeper.engine.strategy import STILL, reopen

WAIT: Final = 0  # the code of doing nothing, where nobody waits for an answer
NO_CODE: Final = -1  # of an action that learners are not offered
MOST: Final = 32_767  # the largest number of a column
CHUNK: Final = 15  # bits of a mask that fit a column
LOW_BITS: Final = 32_767  # so many


@final
class Menu:
    """What a seat may choose, codes beside actions: answers first, then standing actions. Never changed.

    Where a code means one and the same action for ever, `every` may be the list of all by code.
    """

    def __init__(self, every: list[Action], codes: vec[i32], answers: i64, by_code: bool = False) -> None:
        self.every: Final = every
        self.codes: vec[i32] = codes
        self.answers: i64 = answers  # 0: nobody waits for the seat, so it may wait too
        self.by_code: bool = by_code

    def action(self, place: i64) -> Action:
        """What stands at a place."""
        return self.every[i64(self.codes[place]) if self.by_code else place]

    @property
    def actions(self) -> list[Action]:
        """All that stands on it."""
        return [self.action(place) for place in range(len(self.codes))]

    def find(self, code: i64) -> i64:
        """The place of a code; -1 if it is not on the menu."""
        codes = self.codes
        for place in range(len(codes)):
            if i64(codes[place]) == code:
                return place
        return -1


NOTHING: Final = Menu([], vec[i32](), 0)  # of a seat that is asked nothing and may do nothing


@mypyc_attr(allow_interpreted_subclasses=True)
class Eyes:
    """Columns and codes of one game at one kind of table. Declare them in the constructor."""

    def __init__(self, version: i64) -> None:
        self.version: i64 = version  # of the meaning of columns and codes
        self.columns: Final[list[str]] = []
        self.low: Final[list[int]] = []
        self.high: Final[list[int]] = []
        self.names: Final[list[str]] = ["wait"]
        self.width: i64 = 0
        self.codes: i64 = 1
        self.fixed: Final[list[list[i64]]] = []  # by verb and place: the codes of what is not fleeting

    # What a game declares, in the order in which it is written

    def add_column(self, name: str, low: i64, high: i64) -> None:
        """One more number of every row, and what it lies between: two bounds, even where it never changes."""
        self.columns.append(name)
        self.low.append(low)
        self.high.append(high if high > low else low + 1)
        self.width += 1

    def add_flags(self, name: str, of: list[str]) -> None:
        """A column of 0 or 1 for each of these."""
        for one in of:
            self.add_column(f"{name}:{one}" if one else name, 0, 1)

    def add_codes(self, names: list[str]) -> int:
        """Codes in a row; returns the first."""
        first = self.codes
        self.names.extend(names)
        self.codes += len(names)
        return first

    def add_verb(self, verb: Verb) -> None:
        """A code for every action of a verb; `fixed_code` finds it."""
        self.add_places(verb, list(range(verb.size)))

    def add_places(self, verb: Verb, places: list[int]) -> None:
        """The same for some actions only, by their place among those of the verb."""
        while len(self.fixed) <= verb.number:
            none: list[i64] = []
            self.fixed.append(none)
        table: list[i64] = [NO_CODE] * verb.size
        for place in places:
            rest: i64 = place // verb.third
            name = verb.text(rest // verb.second, rest % verb.second, place % verb.third)
            table[place] = self.add_codes([name])
        self.fixed[verb.number] = table

    @final
    def fixed_code(self, action: Action) -> i64:
        """The code of an action of a verb that was added whole or in places."""
        verb = action.verb
        if verb.number >= len(self.fixed):
            return NO_CODE
        table = self.fixed[verb.number]
        place = action.code - verb.first_code
        return table[place] if place < len(table) else NO_CODE

    # What a game writes

    def observe(self, s: State, seat: i64, out: vec[i16], at: i64) -> None:
        """«game» Write `width` numbers from `at` on: what the seat may know, and nothing else."""
        raise NotImplementedError

    def code(self, s: State, seat: i64, action: Action) -> i64:
        """«game» The code of something the seat may do now; `NO_CODE` if learners are not offered it."""
        raise NotImplementedError

    def menu(self, s: State, seat: i64) -> Menu:
        """«game, for speed» What the seat may choose now, with codes."""
        return self.listed(s, seat)

    def invited(self, s: State, seat: i64) -> bool:
        """«game, rarely» Does somebody's offer wait for the seat's answer, although the match does not?"""
        return False

    # What everybody may ask

    @final
    def listed(self, s: State, seat: i64) -> Menu:
        """The menu made anew: the answers that the match waits for, then what may be done besides."""
        actions: list[Action] = []
        codes = vec[i32]()
        for action in s.actions(seat):
            code = self.code(s, seat, action)
            if code != NO_CODE:
                actions.append(action)
                codes = append(codes, i32(code))
        answers = len(actions)
        if s.may(seat):
            for action in s.standing(seat):
                code = self.code(s, seat, action)
                if code != NO_CODE:
                    actions.append(action)
                    codes = append(codes, i32(code))
        return Menu(actions, codes, answers)

    @final
    def action(self, s: State, seat: i64, code: i64) -> Action | None:
        """What a code means to the seat now; None if it means nothing that is allowed."""
        menu = self.menu(s, seat)
        place = menu.find(code)
        return None if place < 0 else menu.action(place)

    @final
    def row(self, s: State, seat: i64) -> vec[i16]:
        """What the seat sees, as a row of its own."""
        out: vec[i16] = vec[i16]([0] * self.width)
        self.observe(s, seat, out, 0)
        return out

    @final
    def mask(self, s: State, seat: i64) -> vec[u8]:
        """A 1 for every code that the seat may choose now."""
        out: vec[u8] = vec[u8]([0] * self.codes)
        menu = self.menu(s, seat)
        for code in menu.codes:
            out[i64(code)] = u8(1)
        if menu.answers == 0:
            out[WAIT] = u8(1)
        return out

    @final
    def key(self, s: State, seat: i64) -> bytes:
        """16 bytes for all that the seat knows of the position, the same in every world that it could be in.

        How the position came about is not part of it.
        """
        world = s.determinize(seat, STILL)
        reopen(world, seat)
        numbers = canonical(world)
        numbers.append(seat)
        return blake2b(array("q", numbers).tobytes(), digest_size=16).digest()


# Writing


def within(value: i64, low: i64, high: i64) -> i16:
    """A number that no rule bounds, held to what its column says."""
    return i16(low if value < low else high if value > high else value)


def clear(out: vec[i16], at: i64, size: i64) -> None:
    """Nothing, so many times: eight in a row take half as long as eight times one."""
    place = at
    end: i64 = at + size
    while place + 8 <= end:
        out[place] = i16(0)
        out[place + 1] = i16(0)
        out[place + 2] = i16(0)
        out[place + 3] = i16(0)
        out[place + 4] = i16(0)
        out[place + 5] = i16(0)
        out[place + 6] = i16(0)
        out[place + 7] = i16(0)
        place += 8
    while place < end:
        out[place] = i16(0)
        place += 1


def spread(mask: i64, size: i64, out: vec[i16], at: i64) -> i64:
    """The bits of a mask as columns; returns the next column."""
    place = at
    end: i64 = at + size
    while place < end:
        bits = i16(mask & LOW_BITS)  # numbers of 16 bits throughout need no check whether they fit
        stop: i64 = place + CHUNK
        if stop > end:
            stop = end
        while place < stop:
            out[place] = bits & 1
            bits >>= 1
            place += 1
        mask >>= CHUNK
    return end


def one_hot(chosen: i64, size: i64, out: vec[i16], at: i64) -> i64:
    """A column for each of so many, 1 for the chosen (-1: none); returns the next column."""
    clear(out, at, size)
    if chosen >= 0:
        out[at + chosen] = i16(1)
    return at + size


def tally(cards: list[i64], out: vec[i16], at: i64) -> None:
    """One more for every card, in columns by number that were cleared before."""
    for card in cards:
        out[at + card] += i16(1)
