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
from innkeeper.engine.events import AT_FIRST, DATA, ID, SIDES, Event, Field, Kind, Log
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy, answer, invite
from innkeeper.engine.strategy import Strategy

PLENTY: Final = 64  # events that are kept until they are heard: more would give the collector of garbage work


@final
class Answer:
    """A kind of answer: how often it was possible, and how often it was given."""

    def __init__(self, words: list[str]) -> None:
        self.words: Final = words
        self.name: Final[str] = " ".join(words)
        self.offered: i64 = 0
        self.taken: i64 = 0
        self.latest: i64 = -1  # the last decision in which it was possible
        self.chosen: Final[dict[str, int]] = {}  # by question: given where there was a choice


@final
class Holding:
    """A card that came to a seat with its deck or class: how often, and how often to a winner.

    Both by about how many cards had come so before it: none, 1, 2 or 3, 4 to 7, …
    """

    def __init__(self) -> None:
        self.came: Final[list[int]] = []
        self.won: Final[list[int]] = []

    def count(self, early: i64, won: bool) -> None:
        """Once more."""
        while len(self.came) <= early:
            self.came.append(0)
            self.won.append(0)
        self.came[early] += 1
        if won:
            self.won[early] += 1


@final
class Way:
    """A way in which cards come to seats: a role in a kind of event."""

    def __init__(self, role: str, kind: str, seats: i64) -> None:
        self.role: Final = role
        self.kind: Final = kind
        self.holdings: Final[dict[str, dict[str, Holding]]] = {}  # by seat with deck or class, and card
        # In this match, by seat: how many came, which ones for the first time, and how many had come before.
        self.counts: Final[list[int]] = [0] * seats
        self.first: Final[list[dict[str, int]]] = []
        for _ in range(seats):
            self.first.append({})

    def come(self, seat: i64, card: str) -> None:
        """A card comes to a seat."""
        earlier: i64 = self.counts[seat]
        self.counts[seat] = earlier + 1
        first = self.first[seat]
        if card not in first:
            first[card] = earlier

    def end(self, strata: list[str], winners: list[int]) -> None:
        """The match is over: `strata` are the seats, with their decks or classes."""
        for seat in range(len(strata)):
            if self.counts[seat] == 0:
                continue
            first = self.first[seat]
            won = seat in winners
            held = self.holdings.get(strata[seat])
            if held is None:
                held = {}
                self.holdings[strata[seat]] = held
            for card, earlier in first.items():
                holding = held.get(card)
                if holding is None:
                    holding = Holding()
                    held[card] = holding
                holding.count(0 if self.role == AT_FIRST else magnitude(earlier), won)
            first.clear()
            self.counts[seat] = 0


def magnitude(count: i64) -> i64:
    """How many digits a number has if there are two."""
    digits: i64 = 0
    while count > 0:
        count >>= 1
        digits += 1
    return digits


@final
class Naming:
    """A field of a kind of event that may name cards: where its value is, and how they came."""

    def __init__(self, field: Field, place: i64, way: Way | None) -> None:
        self.field: Final = field
        self.place: i64 = place  # among the event's integers; -1: it is in its data
        self.way: Final = way


@final
class Onlooker:
    """One onlooker for many matches. `cards` are the ids whose coming and going is of interest."""

    def __init__(self, strategy: Strategy | None, cards: set[str], seats: i64) -> None:
        self.seats: i64 = seats
        self.strategy: Final = strategy
        self.cards: Final = cards
        self.log: Log | None = None
        self.decisions: i64 = 0
        self.options: i64 = 0  # that were allowed, in all decisions
        self.forced: i64 = 0  # decisions with one answer only
        self.answers: Final[dict[Action, Answer]] = {}
        self.kinds: Final[dict[str, Answer]] = {}
        self.seen: Final[set[str]] = set()  # cards
        self.ahead: list[int] = []  # who was, at the beginning of every turn of this match
        self.led: i64 = 0  # matches with a winner of which it is known who was ahead when
        self.lead_changes: i64 = 0
        self.decided: float = 0.0  # after which part of each match its winner stayed ahead, added up
        self.comebacks: i64 = 0  # winners that were behind at half-time
        self.namings: Final[dict[Kind, list[Naming]]] = {}
        self.ways: Final[dict[str, Way]] = {}

    def next_match(self) -> None:
        """Begin with an empty log."""
        self.log = Log(cards=True)

    def end_match(self, strata: list[str], winners: list[int]) -> None:
        """Who won; `strata` are the seats, with their decks or classes."""
        for way in self.ways.values():
            way.end(strata, winners)
        if len(winners) == 1:
            self.follow(winners[0])

    def follow(self, winner: i64) -> None:
        """The lead of a match, from its end."""
        turns: i64 = len(self.ahead)
        if turns < 2:
            return
        before: i64 = self.ahead[0]
        behind: i64 = 0  # turns until the winner is ahead for good
        for turn in range(turns):
            leader: i64 = self.ahead[turn]
            if leader != before:
                self.lead_changes += 1
            if leader != winner:
                behind = turn + 1
            before = leader
        self.led += 1
        self.decided += float(behind) / float(turns)
        if self.ahead[turns // 2] != winner:
            self.comebacks += 1

    def play(self, s: State, policies: list[Policy], chance: Chance, course: list[Action]) -> int:
        """As `playout.play`, with an eye on everything."""
        steps: i64 = 0
        turn: i64 = -1
        strategy = self.strategy
        log = self.log
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
            if log is not None and len(log.events) > PLENTY:
                self.hear(log)
        if log is not None:
            self.hear(log)
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
            taken.chosen[phase] = taken.chosen.get(phase, 0) + 1

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

    def hear(self, log: Log) -> None:
        """Which cards are named in what has happened, and to whom they came; then it is forgotten."""
        for event in log.events:
            namings = self.namings.get(event.kind)
            if namings is None:
                namings = self.namings_of(event.kind)
                self.namings[event.kind] = namings
            for naming in namings:
                if naming.place >= 0:
                    domain = naming.field.domain
                    value = integer(event, naming.place)
                    if domain is not None and 0 <= value < domain.named:
                        self.named(event.seat, naming, domain.ids[value])
                elif event.data is not None:
                    told = event.data.get(naming.field.name)
                    if isinstance(told, str):
                        self.named(event.seat, naming, told)
                    elif isinstance(told, list):
                        for part in told:
                            if isinstance(part, str):
                                self.named(event.seat, naming, part)
        log.events.clear()

    def named(self, seat: i64, naming: Naming, card: str) -> None:
        """An event names what may be a card."""
        if card in self.cards:
            self.seen.add(card)
            if naming.way is not None and seat >= 0:
                naming.way.come(seat, card)

    def namings_of(self, kind: Kind) -> list[Naming]:
        """The fields of a kind of event that may name cards."""
        found: list[Naming] = []
        place: i64 = 0
        for field in kind.fields:
            role = kind.roles.get(field.name, "")
            if field.reads == DATA and field.cards:
                found.append(Naming(field, -1, self.way(role, kind.name)))
            elif field.domain is not None and not self.cards.isdisjoint(field.domain.ids):
                found.append(Naming(field, place, self.way(role, kind.name)))
            if field.reads <= ID or field.reads == SIDES:
                place += 1
        return found

    def way(self, role: str, kind: str) -> Way | None:
        """The one way of that role and kind; None: in no role."""
        if role == "":
            return None
        key = role + " " + kind
        found = self.ways.get(key)
        if found is None:
            found = Way(role, kind, self.seats)
            self.ways[key] = found
        return found


def foremost(values: list[float]) -> i64:
    """The seat with the largest value, the first of equals."""
    best: i64 = 0
    for seat in range(len(values)):
        if values[seat] > values[best]:
            best = seat
    return best


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
