"""What is public before the fourth battle, and what every way to fight it brings to each hand.

Five creatures live; both seats hold two of them, and nobody knows which one is the overseer. A hand leaves
three others, x, y and z, and can face the hands xy, xz and yz. What its first creature (a) and its second (b)
bring against each of the three are six numbers of -1, 0 or 1, so a number below 3^6 says it all.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from innkeeper.games.echo.battle import HIT_0, HIT_1, NOBODY
from innkeeper.games.echo.book import Book
from innkeeper.games.echo.cards import members

CARDS: Final = 5  # alive before the fourth battle
HANDS: Final = 10  # two of them
LEAVES: Final = 3  # creatures that a hand does not hold
MINE: Final = 1  # I named the creature I face
THEIRS: Final = 2
HITS: Final = 4  # all ways in which names can hit
STAKES: Final = 6  # numbers that say what a hand has at stake
WON: Final = STAKES * (3**STAKES - 1)  # where these begin if all are 1; all are -1 at 0


def hand_of(one: i64, two: i64) -> i64:
    """The number of a hand of two cards, each a place among the five."""
    if one > two:
        return one * (one - 1) // 2 + two
    return two * (two - 1) // 2 + one


def list_hands() -> list[tuple[int, int]]:
    return [(one, two) for two in range(CARDS) for one in range(two)]


def others_of(hand: tuple[int, int]) -> list[i64]:
    """The three cards that a hand leaves to the other seat and the overseer."""
    return [card for card in range(CARDS) if card not in hand]


FIRST: Final[list[i64]] = [one for one, _ in list_hands()]
SECOND: Final[list[i64]] = [two for _, two in list_hands()]
# By hand: the cards x, y, z that it leaves, then the hands xy, xz and yz that it may face.
LEFT: Final[list[list[i64]]] = [others_of(hand) for hand in list_hands()]
FACED: Final[list[list[i64]]] = [
    [hand_of(left[0], left[1]), hand_of(left[0], left[2]), hand_of(left[1], left[2])] for left in LEFT
]


@final
class Charts:
    """The same in rows of numbers, which compiled code reads without unwrapping each."""

    def __init__(self) -> None:
        faced: list[i64] = []
        first: list[i64] = []
        second: list[i64] = []
        brings: list[float] = []
        for hand in range(HANDS):
            for facing in FACED[hand]:
                faced.append(facing)
                first.append(LEFT[facing].index(FIRST[hand]))
                second.append(LEFT[facing].index(SECOND[hand]))
        for code in range(3**STAKES):
            rest = code
            for _ in range(STAKES):
                brings.append(float(rest % 3 - 1))
                rest //= 3
        self.faced: vec[i64] = vec[i64](faced)  # three of each hand
        # Where a hand's cards stand among the three that each hand it faces may name.
        self.first: vec[i64] = vec[i64](first)
        self.second: vec[i64] = vec[i64](second)
        self.brings: vec[float] = vec[float](brings)  # ax, ay, az, bx, by, bz for each of the 3^6


CHARTS: Final = Charts()


@final
class Ground:
    """All that is public before the fourth battle, and what every way to fight it brings."""

    def __init__(
        self,
        book: Book,
        field: i64,
        floor: i64,
        live: i64,
        edicts0: i64,
        edicts1: i64,
        statuses0: i64,
        statuses1: i64,
        lead: i64,
        latest: i64,
        last_win: bool,
    ) -> None:
        self.book: Final = book
        self.field: i64 = field
        self.floor: i64 = floor
        self.cards: Final = members(live)
        self.edicts: Final = [members(edicts0), members(edicts1)]
        self.statuses: Final[list[i64]] = [statuses0, statuses1]
        self.lead: i64 = lead  # of seat 0
        self.latest: i64 = latest  # who won the latest battle that was won
        self.last_win: bool = last_win  # does that decide at equal points (`tiebreak`)?
        self.sees: Final = [statuses0 & book.seeing != 0, statuses1 & book.seeing != 0]
        self.names: Final = [
            [book.edicts[edict].names for edict in self.edicts[0]],
            [book.edicts[edict].names for edict in self.edicts[1]],
        ]
        self.settled: bool = True  # is it over already, whatever anybody does?
        self.result: float = 0.0  # for seat 0, if so
        # By hand, both edicts and hits: where in `CHARTS.brings` it stands what the hand has at stake.
        self.stakes0: vec[i64] = vec[i64]()
        self.stakes1: vec[i64] = vec[i64]()
        self.lay_out()

    def lay_out(self) -> None:
        """Fight every battle that can be, and note what each hand of each seat has at stake."""
        tables: list[list[i64]] = []
        for place0, one in enumerate(self.edicts[0]):
            for place1, two in enumerate(self.edicts[1]):
                told = self.told(0, place0, place1)
                for hits in range(HITS):
                    new = hits & told == hits
                    tables.append(self.results(one, two, hits) if new else tables[-(hits - (hits & told))])
        first = tables[0][1]
        for table in tables:
            for place in range(CARDS * CARDS):
                if place % (CARDS + 1) != 0 and table[place] != first:
                    self.settled = False
        if self.settled:
            self.result = float(first)
            return
        self.stakes0 = self.stakes(0, tables)
        self.stakes1 = self.stakes(1, tables)

    def told(self, seat: i64, mine: i64, theirs: i64) -> i64:
        """Whose names can hit anything, as hits are written: MINE, THEIRS."""
        found: i64 = MINE if self.names[seat][mine] else 0
        return found | THEIRS if self.names[1 - seat][theirs] else found

    def stakes(self, seat: i64, tables: list[list[i64]]) -> vec[i64]:
        """What each hand of a seat has at stake."""
        across: i64 = len(self.edicts[1])
        found: vec[i64] = vec[i64]()
        for hand in range(HANDS):
            for mine in range(len(self.edicts[seat])):
                for theirs in range(len(self.edicts[1 - seat])):
                    told = self.told(seat, mine, theirs)
                    at: i64 = mine * across + theirs if seat == 0 else theirs * across + mine
                    for hits in range(HITS):
                        if hits & told == hits:
                            turned: i64 = hits if seat == 0 else (hits & 1) << 1 | hits >> 1
                            found = append(found, stake_of(tables[at * HITS + turned], hand, seat == 1))
                        else:
                            known = found[len(found) - (hits - (hits & told))]
                            found = append(found, known)
        return found

    def results(self, edict0: i64, edict1: i64, hits: i64) -> list[i64]:
        """Who wins the match by each pair of creatures, for seat 0: 1, 0 or -1."""
        battles = self.book.battles
        named: i64 = 0
        if hits & MINE != 0 and self.book.edicts[edict0].names:
            named |= HIT_0
        if hits & THEIRS != 0 and self.book.edicts[edict1].names:
            named |= HIT_1
        ours, theirs = self.statuses[0], self.statuses[1]
        found: list[i64] = []
        for one in self.cards:
            for two in self.cards:
                if one == two:
                    found.append(0)
                    continue
                flags = battles.flags(one, two, ours, theirs, named)
                clash = battles.at(self.field, one, two, edict0, edict1, flags)
                verdict = battles.decide(clash, ours, theirs, self.floor)
                lead: i64 = self.lead + verdict.points0 - verdict.points1
                if lead == 0 and self.last_win:
                    winner: i64 = self.latest if verdict.winner == NOBODY else verdict.winner
                    lead = 1 if winner == 0 else -1 if winner == 1 else 0
                found.append(1 if lead > 0 else -1 if lead < 0 else 0)
        return found


def stake_of(table: list[i64], hand: i64, second: bool) -> i64:
    """A hand's part of a table of results, by its own seat's lights: a place in `CHARTS.brings`."""
    code: i64 = 0
    power: i64 = STAKES
    for mine in (FIRST[hand], SECOND[hand]):
        for theirs in LEFT[hand]:
            result: i64 = -table[theirs * CARDS + mine] if second else table[mine * CARDS + theirs]
            code += (result + 1) * power
            power *= 3
    return code
