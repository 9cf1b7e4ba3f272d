"""Echo for learners: masks spread into numbers, and a code for every pair of creatures once."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64

from innkeeper.engine.action import Action
from innkeeper.engine.eyes import NOTHING, Eyes, Menu, one_hot, spread, within
from innkeeper.engine.frame import State
from innkeeper.games.echo.battle import NOBODY
from innkeeper.games.echo.book import BATTLES, Book
from innkeeper.games.echo.cards import count
from innkeeper.games.echo.frames import MAIN, SABOTAGE, SEER, creatures_of
from innkeeper.games.echo.state import NONE, Echo, Ruler

VERSION: Final = 1
MOST_POINTS: Final = 999
FOUGHT: Final = 7  # columns of a battle that is over


@final
class EchoEyes(Eyes):
    """The ruler that looks comes first, its rival second."""

    def __init__(self, book: Book) -> None:
        super().__init__(VERSION)
        self.creatures: i64 = len(book.creatures)
        self.edicts: i64 = len(book.edicts)
        self.statuses: i64 = len(book.statuses)
        self.first_play: i64 = self.codes
        self.add_verb(book.play)
        self.pairs: Final[list[i64]] = self.add_pairs(book)
        self.first_name: i64 = self.codes
        self.add_verb(book.name)
        self.first_return: i64 = self.codes
        self.add_verb(book.take_back)
        self.every: Final[list[Action]] = self.by_code(book)
        self.declare(book)

    def add_pairs(self, book: Book) -> list[i64]:
        """Two creatures with an edict, in the order in which they are offered."""
        pairs: list[i64] = [0] * (self.creatures * self.creatures)
        for one in range(self.creatures):
            for two in range(one + 1, self.creatures):
                names = [book.play_two.text(one, two, edict) for edict in range(self.edicts)]
                pairs[one * self.creatures + two] = self.add_codes(names)
        return pairs

    def by_code(self, book: Book) -> list[Action]:
        """What each code means; code 0 means nothing that anybody asks for."""
        every: list[Action] = [book.play.at2(0, 0)]
        for creature in range(self.creatures):
            for edict in range(self.edicts):
                every.append(book.play.at2(creature, edict))
        for one in range(self.creatures):
            for two in range(one + 1, self.creatures):
                for edict in range(self.edicts):
                    every.append(book.play_two.at3(one, two, edict))
        for creature in range(self.creatures):
            every.append(book.name.at1(creature))
        for creature in range(self.creatures):
            every.append(book.take_back.at1(creature))
        return every

    def declare(self, book: Book) -> None:
        creatures = book.creature_domain.ids
        edicts = [edict.id for edict in book.edicts]
        statuses = [status.id for status in book.statuses]
        self.add_column("battle", 1, BATTLES)
        self.add_flags("phase", ["main", "sabotage", "seer"])
        for side in ("me", "rival"):
            self.add_column(f"{side}.score", -MOST_POINTS, MOST_POINTS)
            self.add_column(f"{side}.hand_count", 0, len(creatures))
            self.add_flags(f"{side}.committed", [""])
            self.add_flags(f"{side}.edicts", edicts)
            self.add_flags(f"{side}.edict", edicts)
            self.add_flags(f"{side}.statuses", statuses)
            self.add_flags(f"{side}.creature", creatures)
            self.add_flags(f"{side}.name", creatures)
            self.add_flags(f"{side}.named", creatures)
        self.add_flags("me.hand", creatures)
        self.add_flags("me.pending", creatures)
        self.add_flags("graveyard", creatures)
        self.add_flags("unseen", creatures)
        self.add_flags("overseers", creatures)
        for battle in range(BATTLES):
            field = f"field_{battle + 1}"
            self.add_column(f"{field}.reward", -MOST_POINTS, MOST_POINTS)
            self.add_flags(f"{field}.bonus", creatures)
        for battle in range(BATTLES - 1):
            fought = f"battle_{battle + 1}"
            self.add_column(f"{fought}.winner", -1, 1)
            for side in ("me", "rival"):
                self.add_column(f"{fought}.{side}.creature", 0, len(creatures))
                self.add_column(f"{fought}.{side}.edict", 0, len(edicts))
                self.add_column(f"{fought}.{side}.name", 0, len(creatures))

    def code(self, s: State, seat: i64, action: Action) -> i64:
        assert isinstance(s, Echo)
        if action.verb is s.book.play_two:
            return self.pairs[action.a * self.creatures + action.b] + action.c
        return self.fixed_code(action)

    def menu(self, s: State, seat: i64) -> Menu:
        """Straight from the masks: tens of thousands of hands are too many to remember a list for each."""
        assert isinstance(s, Echo)
        if s.over or (s.owing >> seat) & 1 == 0:
            return NOTHING
        asking = s.asking
        ruler = s.rulers[seat]
        if asking is MAIN:
            codes = self.pairs_of(ruler) if s.sees(seat) else self.plays_of(ruler)
        elif asking is SABOTAGE:
            codes = named(s.nameable(seat), self.first_name)
        else:
            codes = named(ruler.committed, self.first_return)
        return Menu(self.every, codes, len(codes), True)

    def plays_of(self, ruler: Ruler) -> vec[i32]:
        """EC-3.2: every creature of the hand with every edict."""
        codes: vec[i32] = vec[i32]([0] * (count(ruler.hand) * count(ruler.edicts)))
        place: i64 = 0
        first: i64 = self.first_play
        hand = ruler.hand
        while hand != 0:
            if hand & 1 == 1:
                place = put(codes, place, ruler.edicts, first)
            hand >>= 1
            first += self.edicts
        return codes

    def pairs_of(self, ruler: Ruler) -> vec[i32]:
        """EC-3.3: every two creatures of the hand with every edict."""
        held: i64 = count(ruler.hand)
        codes: vec[i32] = vec[i32]([0] * (held * (held - 1) // 2 * count(ruler.edicts)))
        place: i64 = 0
        for one in range(self.creatures):
            if (ruler.hand >> one) & 1 == 1:
                for two in range(one + 1, self.creatures):
                    if (ruler.hand >> two) & 1 == 1:
                        place = put(codes, place, ruler.edicts, self.pairs[one * self.creatures + two])
        return codes

    def observe(self, s: State, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(s, Echo)
        asking = s.asking
        out[at] = i16(s.turn)
        out[at + 1] = i16(1 if asking is MAIN else 0)
        out[at + 2] = i16(1 if asking is SABOTAGE else 0)
        out[at + 3] = i16(1 if asking is SEER else 0)
        me = s.rulers[seat]
        place = self.write_side(s, seat, True, out, at + 4)
        place = self.write_side(s, 1 - seat, False, out, place)
        size = self.creatures
        place = spread(me.hand, size, out, place)
        place = spread(pending(s, seat, me), size, out, place)
        place = spread(s.graveyard, size, out, place)
        place = spread(0 if s.over else s.unseen(seat), size, out, place)
        place = spread(0 if s.over else s.overseers(seat), size, out, place)
        for number in s.fields:
            field = s.book.fields[number]
            out[place] = within(field.reward, -MOST_POINTS, MOST_POINTS)
            place = spread(field.bonus, size, out, place + 1)
        self.write_history(s, seat, out, place)

    def write_side(self, s: Echo, seat: i64, own: bool, out: vec[i16], at: i64) -> i64:
        ruler = s.rulers[seat]
        out[at] = within(ruler.score, -MOST_POINTS, MOST_POINTS)
        out[at + 1] = i16(count(ruler.hand))
        sealed = len(s.sealed) > 0 and s.sealed[seat] is not None
        out[at + 2] = i16(1 if sealed or ruler.committed != 0 else 0)
        place = spread(ruler.edicts, self.edicts, out, at + 3)
        place = one_hot(ruler.edict, self.edicts, out, place)
        place = spread(ruler.statuses, self.statuses, out, place)
        place = one_hot(ruler.creature, self.creatures, out, place)
        place = one_hot(ruler.name if own or s.names_shown else NONE, self.creatures, out, place)
        return spread(ruler.named, self.creatures, out, place)

    def write_history(self, s: Echo, seat: i64, out: vec[i16], at: i64) -> None:
        place = at
        for finished in s.history:
            if finished.turn == BATTLES:
                break
            winner = finished.verdict.winner
            out[place] = i16(0 if winner == NOBODY else 1 if winner == seat else -1)
            mine = finished.clash.side(seat)
            theirs = finished.clash.side(1 - seat)
            out[place + 1] = i16(mine.creature + 1)
            out[place + 2] = i16(mine.edict + 1)
            out[place + 3] = i16((finished.name0 if seat == 0 else finished.name1) + 1)
            out[place + 4] = i16(theirs.creature + 1)
            out[place + 5] = i16(theirs.edict + 1)
            out[place + 6] = i16((finished.name1 if seat == 0 else finished.name0) + 1)
            place += FOUGHT
        while place < at + FOUGHT * (BATTLES - 1):
            out[place] = i16(0)
            place += 1


def put(codes: vec[i32], at: i64, cards: i64, first: i64) -> i64:
    """A code for each card of a mask; returns the next place."""
    while cards != 0:
        if cards & 1 == 1:
            codes[at] = i32(first)
            at += 1
        cards >>= 1
        first += 1
    return at


def named(creatures: i64, first: i64) -> vec[i32]:
    """A code for each creature of a mask."""
    codes: vec[i32] = vec[i32]([0] * count(creatures))
    put(codes, 0, creatures, first)
    return codes


def pending(s: Echo, seat: i64, ruler: Ruler) -> i64:
    """The creatures that the seat itself has face down."""
    if len(s.sealed) > 0 and s.asking is MAIN:
        sealed = s.sealed[seat]
        return 0 if sealed is None else creatures_of(s, sealed)
    return ruler.committed


def eyes(opening: Echo, offers: bool) -> EchoEyes:
    """For tables set up like this one; there are no offers."""
    return EchoEyes(opening.book)
