"""Looking on while policies play: what is offered and what is taken, who is ahead, which cards come to whom.

It is part of the loop that plays, so that a watched match costs little more than one that nobody watches. It
needs nothing of a game but what the kernel knows: its lists of allowed actions, its events with their roles
and, for who is ahead, the values that its strategy gives to positions.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.events import DATA, ID, SIDES, Event, Field, Kind, Log
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy, answer, invite
from innkeeper.engine.strategy import Strategy


@final
class Answer:
    """A kind of answer: how often it was possible, and how often it was given."""

    def __init__(self, words: list[str]) -> None:
        self.words: Final = words
        self.name: Final[str] = " ".join(words)
        self.offered: i64 = 0
        self.taken: i64 = 0
        self.latest: i64 = -1  # the last decision in which it was possible


@final
class Naming:
    """A field of a kind of event that may name cards: where its value is, and how they came."""

    def __init__(self, field: Field, place: i64, role: str) -> None:
        self.field: Final = field
        self.place: i64 = place  # among the event's integers; -1: it is in its data
        self.role: Final = role


@final
class Arrival:
    """A card that came to a seat, for the first time in this way; and how many had come so before it."""

    def __init__(self, role: str, kind: str, seat: i64, earlier: i64, card: str) -> None:
        self.role: Final = role
        self.kind: Final = kind
        self.seat: i64 = seat
        self.earlier: i64 = earlier
        self.card: Final = card


@final
class Onlooker:
    """One onlooker for many matches. `cards` are the ids whose coming and going is of interest."""

    def __init__(self, strategy: Strategy | None, cards: set[str]) -> None:
        self.strategy: Final = strategy
        self.cards: Final = cards
        self.log: Log | None = None
        self.decisions: i64 = 0
        self.options: i64 = 0  # that were allowed, in all decisions
        self.forced: i64 = 0  # decisions with one answer only
        self.answers: Final[dict[Action, Answer]] = {}
        self.kinds: Final[dict[str, Answer]] = {}
        self.by_phase: Final[dict[str, dict[str, int]]] = {}  # what was taken where there was a choice
        self.seen: Final[set[str]] = set()  # cards
        self.ahead: list[int] = []  # who was, at the beginning of every turn of this match
        self.namings: Final[dict[Kind, list[Naming]]] = {}

    def next_match(self) -> None:
        """Begin with an empty log."""
        self.log = Log()

    def play(self, s: State, policies: list[Policy], chance: Chance, course: list[Action]) -> int:
        """As `playout.play`, with an eye on everything."""
        steps: i64 = 0
        turn: i64 = -1
        strategy = self.strategy
        self.ahead = []
        while not s.over:
            for other in range(s.seats):
                offered = invite(policies[other], s, other, chance)
                if offered is not None:
                    s.act_standing(other, offered)
                    course.append(offered)
                    if s.over:
                        break
            if s.over:
                break
            if strategy is not None and s.turn != turn:
                turn = s.turn
                self.ahead.append(foremost(strategy.values(s)))
            seat = s.decider()
            legal = s.actions(seat)
            chosen = answer(policies[seat], s, seat, legal, chance)
            self.note(s, legal, chosen)
            s.act(seat, chosen)
            course.append(chosen)
            steps += 1
        self.decisions += steps
        return steps

    def note(self, s: State, legal: list[Action], chosen: Action) -> None:
        """One more decision."""
        moment = self.options  # grows with every decision, so no two have the same
        self.options += len(legal)
        if len(legal) == 1:
            self.forced += 1
        kinds: i64 = 0
        for action in legal:
            kind = self.answers.get(action)
            if kind is None:
                kind = self.meet(action)
            if kind.latest != moment:
                kind.latest = moment
                kind.offered += 1
                kinds += 1
        taken = self.answers[chosen]
        taken.taken += 1
        if kinds > 1:
            phase = s.phase()
            counts = self.by_phase.get(phase)
            if counts is None:
                counts = {}
                self.by_phase[phase] = counts
            counts[taken.name] = counts.get(taken.name, 0) + 1

    def meet(self, action: Action) -> Answer:
        """The kind of an answer: without what holds for a moment only, numbers of seats, slots and cards."""
        places: list[i64] = [action.a, action.b, action.c]
        words = [action.verb.name]
        for argument in range(len(action.verb.domains)):
            domain = action.verb.domains[argument]
            if places[argument] < domain.named:
                words.append(domain.text(places[argument]))
        made = Answer(words)
        found = self.kinds.get(made.name)
        if found is None:
            found = made
            self.kinds[made.name] = found
        self.answers[action] = found
        return found

    def arrivals(self) -> list[Arrival]:
        """The cards that came to seats in this match; all that were named are noted as seen."""
        found: list[Arrival] = []
        log = self.log
        if log is None:
            return found
        counts: dict[str, int] = {}  # of every way to come and seat
        known: set[str] = set()
        for event in log.events:
            namings = self.namings.get(event.kind)
            if namings is None:
                namings = namings_of(event.kind)
                self.namings[event.kind] = namings
            for naming in namings:
                for card in self.named(event, naming):
                    self.seen.add(card)
                    if naming.role == "" or event.seat < 0:
                        continue
                    way = f"{naming.role} {event.kind.name} {event.seat}"
                    earlier = counts.get(way, 0)
                    counts[way] = earlier + 1
                    once = way + " " + card
                    if once not in known:
                        known.add(once)
                        found.append(Arrival(naming.role, event.kind.name, event.seat, earlier, card))
        return found

    def named(self, event: Event, naming: Naming) -> list[str]:
        """The cards that a field of an event names."""
        found: list[str] = []
        if naming.place >= 0:
            domain = naming.field.domain
            value = integer(event, naming.place)
            if domain is not None and 0 <= value < domain.named:
                self.keep(found, domain.ids[value])
        elif event.data is not None:
            told = event.data.get(naming.field.name)
            if isinstance(told, list):
                for part in told:
                    self.keep(found, part)
            else:
                self.keep(found, told)
        return found

    def keep(self, found: list[str], told: object) -> None:
        """Add what is the id of a card."""
        if isinstance(told, str) and told in self.cards:
            found.append(told)


def foremost(values: list[float]) -> i64:
    """The seat with the largest value, the first of equals."""
    best: i64 = 0
    for seat in range(len(values)):
        if values[seat] > values[best]:
            best = seat
    return best


def namings_of(kind: Kind) -> list[Naming]:
    """The fields of a kind of event that may name cards."""
    found: list[Naming] = []
    place: i64 = 0
    for field in kind.fields:
        role = kind.roles.get(field.name, "")
        if field.reads == DATA:
            found.append(Naming(field, -1, role))
        elif field.reads == ID:
            found.append(Naming(field, place, role))
        if field.reads <= ID or field.reads == SIDES:
            place += 1
    return found


def integer(event: Event, place: i64) -> i64:
    """One of the integers of an event."""
    if place == 0:
        return event.a
    if place == 1:
        return event.b
    if place == 2:
        return event.c
    if place == 3:
        return event.d
    return event.e if place == 4 else event.f
