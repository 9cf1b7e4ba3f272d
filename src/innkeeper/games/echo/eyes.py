"""Echo for learners: masks spread into numbers, and a code for every pair of creatures once."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from innkeeper.engine.action import Action
from innkeeper.engine.eyes import Eyes, Menu, one_hot, spread, within
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
        self.menus: Final[dict[int, Menu]] = {}
        self.add_verb(book.play)
        self.pairs: Final[list[i64]] = self.add_pairs(book)
        self.add_verb(book.name)
        self.add_verb(book.take_back)
        self.declare(book)

    def add_pairs(self, book: Book) -> list[i64]:
        """Two creatures with an edict, in the order in which they are offered."""
        pairs: list[i64] = [0] * (self.creatures * self.creatures)
        for one in range(self.creatures):
            for two in range(one + 1, self.creatures):
                names = [book.play_two.text(one, two, edict) for edict in range(self.edicts)]
                pairs[one * self.creatures + two] = self.add_codes(names)
        return pairs

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
        """Remembered by what the list of answers follows from."""
        assert isinstance(s, Echo)
        if s.over or (s.owing >> seat) & 1 == 0:
            return self.listed(s, seat)
        asking = s.asking
        ruler = s.rulers[seat]
        if asking is MAIN:
            key: i64 = ((ruler.hand << 6 | ruler.edicts) << 1 | (1 if s.sees(seat) else 0)) << 2
        elif asking is SABOTAGE:
            key = s.nameable(seat) << 2 | 1
        else:
            key = ruler.committed << 2 | 2
        known = self.menus.get(key)
        if known is None:
            known = self.listed(s, seat)
            self.menus[key] = known
        return known

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


def pending(s: Echo, seat: i64, ruler: Ruler) -> i64:
    """The creatures that the seat itself has face down."""
    if len(s.sealed) > 0 and s.asking is MAIN:
        sealed = s.sealed[seat]
        return 0 if sealed is None else creatures_of(s, sealed)
    return ruler.committed


def eyes(opening: Echo, offers: bool) -> EchoEyes:
    """For tables set up like this one; there are no offers."""
    return EchoEyes(opening.book)
