"""Pebbles: a whole game in plain Python, so that the tests see the kernel as a plug-in sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NotRequired, TypedDict

import msgspec

from innkeeper import (
    LITERAL,
    Action,
    Chance,
    Content,
    Domain,
    Frame,
    Game,
    Kinds,
    Log,
    Options,
    Outcome,
    Policy,
    Preset,
    Sealed,
    State,
    Verbs,
    Writer,
    events,
    result_view,
    shapes,
    table_view,
)


class PebbleOptions(Options, frozen=True, kw_only=True):
    hand: Annotated[int, msgspec.Meta(ge=1, le=3, description="pebbles at the start")] = 2
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9, description="the last round")] = 4
    binding: Annotated[bool, msgspec.Meta(description="a choice cannot be changed")] = False
    bag: Annotated[Literal["shuffled", "sorted"], msgspec.Meta(description="how the bag lies")] = "shuffled"
    lucky: Annotated[list[int] | None, msgspec.Meta(description="faces that score double")] = None

    presets: ClassVar[tuple[Preset, ...]] = (
        LITERAL,
        Preset("long", "Long", "more of everything", {"hand": 3, "rounds": 9}, recommended=True),
    )

    def check(self, book: Any) -> None:
        if self.lucky is not None and not all(1 <= face <= 6 for face in self.lucky):
            raise ValueError(f"option lucky: {self.lucky} are not faces from 1 to 6")


class PebbleData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    weight: int
    copies: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


class Book:
    def __init__(self, content: Content) -> None:
        self.cards = content.cards("pebbles.toml", "pebble", PebbleData)
        self.kinds = list(self.cards)
        self.pebbles = Domain("pebble", self.kinds, [card.name for card in self.cards.values()])
        self.seats = Domain("seat", numbers=4)
        self.weights = [card.weight for card in self.cards.values()]
        self.verbs = Verbs()
        self.show = self.verbs.add("show", "TY-2.1", "Show {0}", [self.pebbles])
        self.draw = self.verbs.add("draw", "TY-2.3", "Draw a pebble")
        self.feel = self.verbs.add("feel", "TY-2.3", "Feel the next pebble")
        self.skip = self.verbs.add("skip", "TY-2.3", "Leave the bag alone")
        self.wave = self.verbs.add("wave", "TY-2.4", "Wave at seat {0}", [self.seats])


PEBBLES = Domain("pebble", ["chalk", "slate", "flint", "iron"])
ALL = Kinds()
STARTED = ALL.add("started", "TY-1.1", "The bag holds {bag} pebbles.", [events.number("bag")])
DEALT = ALL.add(
    "dealt", "TY-1.2", "{seat} draws {pebbles}.", [events.data("pebbles")], ["pebbles"], "{seat} draws."
)
CLOSED = ALL.add("closed", "TY-2.1", "{seat} has chosen.")
OPENED = ALL.add("opened", "TY-2.2", "The hands open: {shown}.", [events.data("shown")])
SCORED = ALL.add(
    "scored", "TY-2.2", "{seat} scores {points}.", [events.number("points"), events.flag("lucky")]
)
DREW = ALL.add(
    "drew",
    "TY-2.3",
    "{seat} draws {pebble}.",
    [events.one_of("pebble", PEBBLES)],
    ["pebble"],
    "{seat} draws.",
)
FELT = ALL.add(
    "felt", "TY-2.3", "{seat} feels {pebble}.", [events.data("pebble")]
)  # told to the one who feels
GROPED = ALL.add("groped", "TY-2.3", "{seat} feels around in the bag.")
SKIPPED = ALL.add("skipped", "TY-2.3", "{seat} leaves the bag alone.")
WAVED = ALL.add("waved", "TY-2.4", "{seat} waves at {at}.", [events.seat("at")])
LEFT = ALL.add("left", "TY-3.2", "{seat} goes home.")
WON = {
    clause: ALL.add(
        "game_over", clause, "{winners} won by {reason}.", [events.seats("winners"), events.data("reason")]
    )
    for clause in ("TY-3.1", "TY-3.2")
}


class Pebbles(State):
    """Hands are hidden, the bag's order is hidden, a felt pebble is known to whoever felt it."""

    def __init__(self, book: Book, options: PebbleOptions, seats: int) -> None:
        super().__init__("toy", seats)
        self.book = book
        self.options = options
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.points = [0] * seats
        self.away = [False] * seats
        self.waved = [False] * seats
        self.felt = [False] * seats  # who knows the next pebble of the bag
        self.bag: list[int] = []
        self.heap: list[int] = []

    def copy(self) -> Pebbles:
        new = Pebbles(self.book, self.options, self.seats)
        self.copy_base(new)
        new.hands = [hand[:] for hand in self.hands]
        new.points = self.points[:]
        new.away = self.away[:]
        new.waved = self.waved[:]
        new.felt = self.felt[:]
        new.bag = self.bag[:]
        new.heap = self.heap[:]
        return new

    def write(self, w: Writer) -> None:
        for place in range(self.seats):
            w.cards(self.hands[place])
            w.put(self.points[place])
            w.flag(self.away[place])
            w.flag(self.waved[place])
            w.flag(self.felt[place])
        w.cards(self.bag)
        w.cards(self.heap)

    def redeal(self, seat: int) -> None:
        known = [self.bag.pop()] if seat >= 0 and self.felt[seat] else []
        hidden = [place for place in range(self.seats) if place != seat]
        pool = sorted(self.bag + [card for place in hidden for card in self.hands[place]])
        self.chance.shuffle("worlds", pool, self.book.pebbles)
        for place in hidden:
            self.hands[place] = [pool.pop() for _ in self.hands[place]]
        self.bag = pool + known

    def pile(self, name: str) -> tuple[list[int], Domain] | None:
        return (self.bag, self.book.pebbles) if name == "bag" else None

    # Waving (TY-2.4)

    def may(self, seat: int) -> bool:
        return not self.over and not self.away[seat] and not self.waved[seat]

    def standing(self, seat: int) -> list[Action]:
        if not self.may(seat):
            return []
        return [self.book.wave.at1(other) for other in range(self.seats) if other != seat]

    def do_standing(self, seat: int, action: Action) -> None:
        self.waved[seat] = True
        self.tell(WAVED, seat, action.a)

    # Leaving (TY-3.2)

    def playing(self, seat: int) -> bool:
        return not self.over and not self.away[seat]

    def leave(self, seat: int) -> None:
        self.tell(LEFT, seat)
        self.away[seat] = True
        self.heap += self.hands[seat]
        if self.hands[seat]:
            self.disclosed += 1
        self.hands[seat] = []
        here = [other for other in range(self.seats) if not self.away[other]]
        if len(here) == 1:
            places = tuple(1 if other == here[0] else 2 for other in range(self.seats))
            self.finish(Outcome((here[0],), False, places, "left", "TY-3.2"))
            return
        top = self.stack[-1]
        if isinstance(top, Prize) and top.seat == seat:
            self.stack.pop()
        self.drop_sealed(seat)

    def finish(self, outcome: Outcome) -> None:
        self.end(outcome)
        if self.log is not None:
            shown: dict[str, object] = {"winners": list(outcome.winners), "reason": outcome.reason}
            self.tell_data(WON[outcome.clause], -1, shown)


class Round(Frame[Pebbles]):
    """Open the next round, or end the game (TY-3.1)."""

    def proceed(self, s: Pebbles) -> bool:
        asked = sum(1 << place for place in range(s.seats) if s.hands[place])
        if s.turn > s.options.rounds or asked == 0:
            best = max(points for points, away in zip(s.points, s.away) if not away)
            won = tuple(place for place in range(s.seats) if s.points[place] == best and not s.away[place])
            if best == 0:
                places = tuple(2 if away else 1 for away in s.away)
                s.finish(Outcome((), True, places, "points", "TY-3.1", {"best": 0}))
            else:
                places = tuple(1 if place in won else 2 for place in range(s.seats))
                s.finish(Outcome(won, False, places, "points", "TY-3.1", {"best": best}))
            return False
        s.waved = [False] * s.seats
        s.ask_sealed(BINDING if s.options.binding else OPEN, asked)
        return False


class Show(Sealed[Pebbles]):
    """TY-2.1, TY-2.2."""

    def actions(self, s: Pebbles, seat: int) -> list[Action]:
        return [s.book.show.at1(card) for card in sorted(set(s.hands[seat]))]

    def answered(self, s: Pebbles, seat: int, action: Action) -> None:
        s.tell(CLOSED, seat)

    def reveal(self, s: Pebbles, choices: list[Action | None]) -> None:
        s.stack.pop()
        s.turn += 1
        shown = {place: action.a for place, action in enumerate(choices) if action is not None}
        for place, card in shown.items():
            s.hands[place].remove(card)
            s.heap.append(card)
        if s.log is not None:
            s.tell_data(
                OPENED, -1, {"shown": {str(place): s.book.kinds[card] for place, card in shown.items()}}
            )
        face = s.chance.die(6)
        weights = {place: s.book.weights[card] for place, card in shown.items()}
        best = [place for place, weight in weights.items() if weight == max(weights.values())]
        if len(best) == 1:
            lucky = s.options.lucky is not None and face in s.options.lucky
            points = 2 * face if lucky else face
            s.points[best[0]] += points
            s.tell(SCORED, best[0], points, 1 if lucky else 0)
            s.stack.append(Prize(best[0]))

    def refusal(self, s: Pebbles, seat: int, text: str) -> tuple[str, str] | None:
        if text.startswith("show:") and (s.owing >> seat) & 1:
            return "you have no such pebble", "TY-2.1"
        return None


class Prize(Frame[Pebbles]):
    """TY-2.3, a frame that carries a value."""

    def __init__(self, seat: int) -> None:
        super().__init__("prize", auto=True)
        self.seat = seat

    def deciders(self, s: Pebbles) -> int:
        return 1 << self.seat

    def actions(self, s: Pebbles, seat: int) -> list[Action]:
        book = s.book
        if not s.bag:
            return [book.skip.at()]
        return [book.draw.at(), book.feel.at(), book.skip.at()]

    def timeout(self, s: Pebbles, seat: int) -> Action:
        return s.actions(seat)[-1]

    def apply(self, s: Pebbles, seat: int, action: Action) -> None:
        s.stack.pop()
        if action.verb is s.book.draw:
            card = s.bag.pop()
            s.hands[seat].append(card)
            s.felt = [False] * s.seats
            s.disclosed += 1
            s.tell(DREW, seat, card)
        elif action.verb is s.book.feel:
            s.felt[seat] = True
            s.disclosed += 1
            s.tell(GROPED, seat)
            if s.log is not None:
                s.tell_data(FELT, seat, {"pebble": s.book.kinds[s.bag[-1]]}, audience=1 << seat)
        else:
            s.tell(SKIPPED, seat)

    def write(self, w: Writer) -> None:
        super().write(w)
        w.put(self.seat)


ROUND = Round("round")
OPEN = Show("show")
BINDING = Show("show", binding=True)


def start(book: Book, options: PebbleOptions, seats: int, chance: Chance, log: Log | None) -> Pebbles:
    s = Pebbles(book, options, seats)
    s.chance = chance
    s.log = log
    for kind, card in enumerate(book.cards.values()):
        s.bag += [kind] * card.copies
    if options.bag == "shuffled":
        chance.shuffle("bag", s.bag, book.pebbles)
    s.tell(STARTED, -1, len(s.bag))
    for place in range(seats):
        s.hands[place] = [s.bag.pop() for _ in range(options.hand)]
        if log is not None:
            s.tell_data(DEALT, place, {"pebbles": [book.kinds[card] for card in s.hands[place]]})
    s.stack = [ROUND]
    return s


class Hand(TypedDict):
    seat: shapes.Seat
    points: Annotated[int, shapes.amount()]
    away: bool
    hand: list[Annotated[str, shapes.card("pebble")]] | None
    hand_count: shapes.Count
    chosen: bool
    choice: shapes.ActionId | None
    felt: bool
    next: Annotated[str, shapes.card("pebble")] | None


class Ended(shapes.Result):
    best: NotRequired[int]


class Bag(TypedDict):
    bag_count: shapes.Count
    heap: list[Annotated[str, shapes.card("pebble")]]
    options: shapes.Rules
    result: Ended | None


View = shapes.TableView[Hand, Bag]


def view(s: Pebbles, viewer: int) -> View:
    kinds = s.book.kinds
    seats: list[Hand] = []
    for place in range(s.seats):
        own = place == viewer
        choice = s.sealed[place] if s.sealed else None
        seats.append(
            {
                "seat": place,
                "points": s.points[place],
                "away": s.away[place],
                "hand": [kinds[card] for card in s.hands[place]] if own else None,
                "hand_count": len(s.hands[place]),
                "chosen": choice is not None,
                "choice": choice.id if own and choice is not None else None,
                "felt": s.felt[place],
                "next": kinds[s.bag[-1]] if own and s.felt[place] and s.bag else None,
            }
        )
    table: Bag = {
        "bag_count": len(s.bag),
        "heap": [kinds[card] for card in s.heap],
        "options": s.options.json(),
        "result": result_view(s),
    }
    return table_view(s, viewer, seats, table)


class Greedy(Policy):
    """Shows the heaviest pebble, draws when it can, waves at its neighbour."""

    def choose(self, s: State, seat: int, legal: list[Action], chance: Chance) -> Action:
        return legal[-1] if s.phase() == "show" else legal[0]

    def volunteer(self, s: State, seat: int, chance: Chance) -> Action | None:
        return s.standing(seat)[0]


GAME = Game(
    id="toy",
    title="Pebbles",
    pitch="A handful of stones.",
    folder=Path(__file__).parent,
    seats=range(2, 5),
    minutes="1",
    options=PebbleOptions,
    version="1",
    book=Book,
    start=start,
    view=view,
    view_type=View,
    kinds=ALL.kinds,
    bound=lambda options, seats: options.rounds * (seats + 1),
    bots={"greedy": Greedy},
    names=lambda book: {id: card.name for id, card in book.cards.items()},
    wanted=lambda book: {f"shown={kind}" for kind in book.kinds},
)
