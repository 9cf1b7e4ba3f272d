"""A match laid open as a tree: positions that are never changed, decisions and chance alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from innkeeper.engine.errors import InvalidOptions, shown
from innkeeper.engine.events import Event, Log
from innkeeper.engine.eyes import WAIT
from innkeeper.engine.frame import State, canonical
from innkeeper.envs.chances import Told, Toss, laid_out
from innkeeper.envs.table import Table, asked

STEPS = "steps"  # a chance node for every die and for every card of a shuffle
DEALS = "deals"  # one chance node for all that an action needs; equal positions are one outcome (small games)


class Course:
    """How a position came about, as a chain: each link has what one step added. Never changed."""

    __slots__ = ("before", "key", "news", "seat", "step", "texts")

    def __init__(
        self, before: Course | None, step: int, seat: int = -1, key: bytes = b"", news: tuple[Event, ...] = ()
    ) -> None:
        self.before = before
        self.step = step  # the action, as OpenSpiel numbers it
        self.seat = seat  # whose answer it was; -1: chance's
        self.key = key  # what that seat knew
        self.news = news  # what was told then
        self.texts: dict[int, str] = {}

    def steps(self) -> list[int]:
        """All steps from the beginning."""
        found: list[int] = []
        link: Course | None = self
        while link is not None:
            found.append(link.step)
            link = link.before
        return found[-2::-1]  # the first link is the beginning, which is no step

    def text(self, seat: int, names: list[str]) -> str:
        """All that a seat was told, saw and did, in order: its information, and it forgets nothing."""
        links: list[Course] = []
        link: Course | None = self
        while link is not None and seat not in link.texts:
            links.append(link)
            link = link.before
        told = "" if link is None else link.texts[seat]
        for link in reversed(links):
            if link.seat == seat:
                told += f"{link.key.hex()} > {names[link.step]}\n"
            told += "".join(f"{spoken(event, seat)}\n" for event in link.news if event.visible(seat))
            link.texts[seat] = told
        return told


def spoken(event: Event, seat: int) -> str:
    """An event as a seat may know it, in one line."""
    fields = event.json(seat)
    told = {name: value for name, value in fields.items() if name not in ("kind", "turn", "clause")}
    return f"{event.kind.name} {json.dumps(told, separators=(',', ':'))}"


class Setting:
    """A table, and how its chance is laid open: what all positions of a game share."""

    def __init__(self, key: str, table: Table, chance: str) -> None:
        self.key = key
        self.table = table
        self.chance = chance
        self.eyes = table.eyes
        self.opening = self.go(None, -1, WAIT, 0, [], Course(None, -1))
        self.latest: tuple[list[int], Position] = ([], self.opening)  # the last that was replayed

    def carry_out(self, base: State | None, seat: int, code: int, told: Told) -> tuple[State, Log]:
        """The set-up, or an answer, on a copy and with the outcomes that are known."""
        table, log = self.table, Log()
        if base is None:
            s: State = table.game.start(table.book, table.options, table.seats, told, log)
            s.settle()
        else:
            s = base.copy()
            s.chance, s.log = told, log
            menu = self.eyes.menu(s, seat)
            place = menu.find(code)
            if place < menu.answers:
                s.act(seat, menu.action(place))
            else:
                s.act_standing(seat, menu.action(place))
        return s, log

    def go(
        self, base: State | None, seat: int, code: int, heard: int, outcomes: list[int], course: Course
    ) -> Position:
        """Where an answer leads: to the next question, or to a chance node."""
        if self.chance == DEALS:
            return self._deal(base, seat, code, heard, course)
        try:
            made = self.carry_out(base, seat, code, Told(outcomes))
        except Toss as toss:
            return Position(self, base, heard, course, (seat, code, outcomes), toss)
        return self.settled(made, heard, course)

    def _deal(self, base: State | None, seat: int, code: int, heard: int, course: Course) -> Position:
        def same(made: tuple[State, Log]) -> Any:
            events = [event.json(-1, True) for event in made[1].events]
            return (tuple(canonical(made[0])), json.dumps(events))

        deals = laid_out(lambda told: self.carry_out(base, seat, code, told), same)
        if len(deals) == 1:
            return self.settled(deals[0][0], heard, course)
        odds = [(number, part) for number, (_, part) in enumerate(deals)]
        toss = Toss(odds, lambda number: f"deal {number}")
        return Position(self, base, heard, course, (seat, code, []), toss, [made for made, _ in deals])

    def settled(self, made: tuple[State, Log], heard: int, course: Course) -> Position:
        """A position after all dice have fallen; what was told belongs to the last step."""
        s, log = made
        if log.events:
            course = Course(course.before, course.step, course.seat, course.key, tuple(log.events))
        s.log = None
        return Position(self, s, heard, course)


class Position:
    """A point of a match. Never changed, so copies of it are itself; pickled, it is its course."""

    __slots__ = ("course", "deals", "doing", "heard", "known", "next", "seat", "setting", "state", "toss")

    def __init__(
        self,
        setting: Setting,
        state: State | None,
        heard: int,
        course: Course,
        doing: tuple[int, int, list[int]] = (-1, WAIT, []),
        toss: Toss | None = None,
        deals: list[tuple[State, Log]] | None = None,
    ) -> None:
        self.setting = setting
        self.state = state  # before what is being done, where chance is asked; None: before the set-up
        self.heard = heard  # seats that had a say of their own since the last answer, as a mask
        self.course = course
        self.doing = doing
        self.toss = toss
        self.deals = deals
        self.next: dict[int, Position] = {}  # where steps lead, remembered where the whole game is small
        self.known: dict[int, str] = {}  # what each seat knows
        self.seat = -1
        if toss is None and state is not None and not state.over:
            self.seat = asked(setting.eyes, state, heard)[0]

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.setting.key, self.course.steps())

    def legal(self) -> list[int]:
        """The codes that the seat may choose."""
        assert self.state is not None
        menu = self.setting.eyes.menu(self.state, self.seat)
        found = sorted(int(code) for code in menu.codes)
        return found if menu.answers else [WAIT, *found]

    def after(self, step: int) -> Position:
        """Where a code, or an outcome of chance, leads."""
        found = self.next.get(step)
        if found is None:
            found = self._after(step)
            if self.setting.chance == DEALS:
                self.next[step] = found
        return found

    def _after(self, step: int) -> Position:
        setting, s = self.setting, self.state
        if self.toss is not None:
            course = Course(self.course, step)
            if self.deals is not None:
                return setting.settled(self.deals[step], self.heard, course)
            seat, code, outcomes = self.doing
            return setting.go(s, seat, code, self.heard, [*outcomes, step], course)
        assert s is not None
        course = Course(self.course, step, self.seat, setting.eyes.key(s, self.seat))
        menu = setting.eyes.menu(s, self.seat)
        heard = self.heard if menu.answers else self.heard | 1 << self.seat
        if step == WAIT:
            return Position(setting, s, heard, course)
        answers = menu.find(step) < menu.answers
        return setting.go(s, self.seat, step, 0 if answers else heard, [], course)

    def information(self, seat: int) -> str:
        """All that a seat knows: what it was told and did, and what it sees now."""
        told = self.known.get(seat)
        if told is None:
            told = self.course.text(seat, self.setting.eyes.names)
            if self.state is not None:
                told += self.setting.eyes.key(self.state, seat).hex()
            self.known[seat] = told
        return told

    def over(self) -> bool:
        """Is the match over?"""
        return self.toss is None and self.seat < 0

    def returns(self) -> list[float]:
        """What each seat has won: zeros until the end."""
        s, seats = self.state, self.setting.table.seats
        return [0.0] * seats if s is None or s.outcome is None else s.outcome.rewards()

    def observation(self, seat: int) -> str:
        """What a seat sees now: every column that is not 0."""
        if self.state is None:
            return ""
        eyes = self.setting.eyes
        row = eyes.row(self.state, seat)
        return " ".join(f"{eyes.columns[at]}={value}" for at, value in enumerate(row) if value)


def replayed(key: str, steps: list[int]) -> Position:
    """The position at the end of a course. One that goes on from the last is walked from there."""
    setting = setting_of(key)
    known, position = setting.latest
    if steps[: len(known)] != known:
        known, position = [], setting.opening
    for step in steps[len(known) :]:
        position = position.after(step)
    setting.latest = (steps, position)
    return position


@lru_cache(maxsize=64)
def setting_of(key: str) -> Setting:
    """The setting that parameters describe, made once."""
    given = json.loads(key)
    options = read_options(given["options"])
    if given["preset"]:
        options["preset"] = given["preset"]
    if given["chance"] not in (STEPS, DEALS):
        raise InvalidOptions(f"chance is {STEPS} or {DEALS}, not {shown(given['chance'])}")
    folder = given["content"] or None
    table = Table(given["game"], given["seats"] or None, options, folder, offers=given["offers"])
    return Setting(key, table, given["chance"])


def read_options(text: str) -> dict[str, object]:
    """House rules as one parameter: `fields:wild;tiebreak:last-win`; a list has `|` between its members."""
    found: dict[str, object] = {}
    for pair in filter(None, text.split(";")):
        name, colon, value = pair.partition(":")
        if not colon:
            raise InvalidOptions(f"house rules are written name:value;name:value, not {shown(text)}")
        values = [_value(one) for one in value.split("|")]
        found[name] = values if len(values) > 1 else values[0]
    return found


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def write_options(options: Mapping[str, object]) -> str:
    """House rules as `read_options` reads them."""
    pairs = []
    for name, value in options.items():
        values = value if isinstance(value, list) else [value]
        pairs.append(f"{name}:" + "|".join(v if isinstance(v, str) else json.dumps(v) for v in values))
    return ";".join(pairs)
