"""The fourth battle as a game of its own: what each hand should play, mixed so that nothing beats it.

Both seats hold two of the five creatures that live, and nobody knows which one is the overseer. All that
counts is who has more points in the end, so a pay-off is 1, 0 or -1. A hand can face three others; how
likely each is follows from how its holder came here (`Answer.reach`). Every situation in which a seat
decides (a hand; a hand, its creature and both edicts, if it names) keeps regrets, and plays what it regrets
not to have played (CFR+); the average of that play comes to an equilibrium.

Numbers live in attributes of small objects and not in lists: compiled, they are not wrapped one by one.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.games.echo.battle import HIT_0, HIT_1, NOBODY
from innkeeper.games.echo.book import Book
from innkeeper.games.echo.cards import members

CARDS: Final = 5  # alive before the fourth battle
HANDS: Final = 10  # two of them
MINE: Final = 1  # I named the creature I face
THEIRS: Final = 2


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
# By hand and the hand it faces: where its two cards stand among the three that the other may name.
NAMED_FIRST: Final[list[list[i64]]] = [
    [LEFT[facing].index(FIRST[hand]) for facing in FACED[hand]] for hand in range(HANDS)
]
NAMED_SECOND: Final[list[list[i64]]] = [
    [LEFT[facing].index(SECOND[hand]) for facing in FACED[hand]] for hand in range(HANDS)
]


@mypyc_attr(acyclic=True)
@final
class Answer:
    """One answer to a question, and a way on: how likely its seat goes there, and what came of it."""

    def __init__(self, reach: float = 0.0, share: float = 0.0) -> None:
        self.reach: float = reach  # by the seat's own choices, times how likely its hand was
        self.value: float = 0.0
        self.regret: float = 0.0
        self.share: float = share
        self.total: float = 0.0


@mypyc_attr(acyclic=True)
@final
class Naming:
    """Which of three creatures a hand names, its creature and both edicts given."""

    def __init__(self) -> None:
        self.regret_x: float = 0.0
        self.regret_y: float = 0.0
        self.regret_z: float = 0.0
        self.share_x: float = 1.0 / 3.0
        self.share_y: float = 1.0 / 3.0
        self.share_z: float = 1.0 / 3.0
        self.total_x: float = 0.0
        self.total_y: float = 0.0
        self.total_z: float = 0.0

    def share(self, place: i64) -> float:
        if place == 0:
            return self.share_x
        return self.share_y if place == 1 else self.share_z

    def learn(self, x: float, y: float, z: float) -> float:
        """The value of the mix, from those of the names; then the mix moves."""
        value = self.share_x * x + self.share_y * y + self.share_z * z
        self.regret_x = max(0.0, self.regret_x + x - value)
        self.regret_y = max(0.0, self.regret_y + y - value)
        self.regret_z = max(0.0, self.regret_z + z - value)
        self.mix(self.regret_x, self.regret_y, self.regret_z)
        return value

    def mix(self, x: float, y: float, z: float) -> None:
        total = x + y + z
        if total > 0.0:
            self.share_x = x / total
            self.share_y = y / total
            self.share_z = z / total

    def count(self, weight: float) -> None:
        self.total_x += weight * self.share_x
        self.total_y += weight * self.share_y
        self.total_z += weight * self.share_z


@mypyc_attr(acyclic=True)
@final
class Row:
    """One edict of one hand: to play it with the first creature (a) or the second (b). A seer has a alone."""

    def __init__(self, share_a: float, share_b: float, names: list[Naming]) -> None:
        self.regret_a: float = 0.0
        self.regret_b: float = 0.0
        self.share_a: float = share_a
        self.share_b: float = share_b
        self.total_a: float = 0.0
        self.total_b: float = 0.0
        self.weight_a: float = 0.0  # how likely the seat comes here and plays so
        self.weight_b: float = 0.0
        self.value_a: float = 0.0
        self.value_b: float = 0.0
        self.names: Final = names  # by the other's edict, a before b; none where nothing is named


@mypyc_attr(acyclic=True)
@final
class Spot:
    """A hand in this battle, and how its holder came here."""

    def __init__(self, way: Answer, rows: list[Row]) -> None:
        self.way: Final = way
        self.rows: Final = rows  # by edict
        self.lively: bool = False  # some weights are not 0


@mypyc_attr(acyclic=True)
@final
class Stake:
    """What a hand's two creatures bring against each of the three it may face, all else given."""

    def __init__(self, ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> None:
        self.ax: float = ax
        self.ay: float = ay
        self.az: float = az
        self.bx: float = bx
        self.by: float = by
        self.bz: float = bz

    def of(self, facing: i64, second: bool) -> float:
        """What one creature brings against the one at this place."""
        if facing == 0:
            return self.bx if second else self.ax
        if facing == 1:
            return self.by if second else self.ay
        return self.bz if second else self.az


def list_stakes() -> list[Stake]:
    """There are only 3^6."""
    found: list[Stake] = []
    for code in range(3**6):
        digits: list[float] = []
        rest = code
        for _ in range(6):
            digits.append(float(rest % 3 - 1))
            rest //= 3
        found.append(Stake(digits[0], digits[1], digits[2], digits[3], digits[4], digits[5]))
    return found


STAKES: Final[list[Stake]] = list_stakes()


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
        self.stakes: Final[list[list[Stake]]] = [[], []]
        self.lay_out()

    def lay_out(self) -> None:
        """Fight every battle that can be, and note what each hand of each seat has at stake."""
        tables: list[list[i64]] = []
        for one in self.edicts[0]:
            for two in self.edicts[1]:
                for hits in range(4):
                    tables.append(self.results(one, two, hits))
        first = tables[0][1]
        for table in tables:
            for place in range(CARDS * CARDS):
                if place % (CARDS + 1) != 0 and table[place] != first:
                    self.settled = False
        if self.settled:
            self.result = float(first)
            return
        across: i64 = len(self.edicts[1])
        for hand in range(HANDS):
            for mine in range(len(self.edicts[0])):
                for theirs in range(len(self.edicts[1])):
                    for hits in range(4):
                        table = tables[(mine * across + theirs) * 4 + hits]
                        self.stakes[0].append(stake_of(table, hand, False))
            for mine in range(len(self.edicts[1])):
                for theirs in range(len(self.edicts[0])):
                    for hits in range(4):
                        turned: i64 = (hits & 1) << 1 | hits >> 1
                        table = tables[(theirs * across + mine) * 4 + turned]
                        self.stakes[1].append(stake_of(table, hand, True))

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


def stake_of(table: list[i64], hand: i64, second: bool) -> Stake:
    """A hand's part of a table of results, by its own seat's lights."""
    code: i64 = 0
    power: i64 = 1
    for mine in (FIRST[hand], SECOND[hand]):
        for theirs in LEFT[hand]:
            result: i64 = -table[theirs * CARDS + mine] if second else table[mine * CARDS + theirs]
            code += (result + 1) * power
            power *= 3
    return STAKES[code]


@final
class Camp:
    """One seat's side of the battle."""

    def __init__(self, ground: Ground, seat: i64, ways: list[Answer | None]) -> None:
        self.edicts: i64 = len(ground.edicts[seat])
        self.across: i64 = len(ground.edicts[1 - seat])
        self.sees: bool = ground.sees[seat]
        self.names: Final = ground.names[seat]
        self.stakes: Final = ground.stakes[seat]
        self.hands: Final[list[i64]] = []  # those it can have
        self.spots: Final[list[Spot]] = []
        ways_on: i64 = self.edicts if self.sees else 2 * self.edicts
        share = 1.0 / float(ways_on)
        for hand in range(HANDS):
            way = ways[hand]
            if way is None or ground.settled:
                self.spots.append(Spot(Answer() if way is None else way, []))
            else:
                rows = [
                    Row(share, 0.0 if self.sees else share, self.namings(edict))
                    for edict in range(self.edicts)
                ]
                self.spots.append(Spot(way, rows))
            if way is not None:
                self.hands.append(hand)

    def namings(self, edict: i64) -> list[Naming]:
        if not self.names[edict]:
            return []
        return [Naming() for _ in range(self.across if self.sees else 2 * self.across)]

    def spread(self, weight: float) -> None:
        """How likely each play is by now; it counts so much for the average."""
        for hand in self.hands:
            spot = self.spots[hand]
            reach = spot.way.reach
            if reach == 0.0 and not spot.lively:
                continue
            spot.lively = reach > 0.0
            for row in spot.rows:
                row.weight_a = reach * row.share_a
                row.weight_b = reach * row.share_b
                row.total_a += weight * row.weight_a
                row.total_b += weight * row.weight_b
                if len(row.names) > 0:
                    second = False
                    for naming in row.names:
                        playing = row.weight_b if second else row.weight_a
                        if playing > 0.0:
                            naming.count(weight * playing)
                        second = not second and not self.sees

    def decided(self, hand: i64) -> bool:
        """Is it the same to this hand what anybody does?"""
        begins: i64 = hand * self.edicts * self.across * 4
        first = self.stakes[begins]
        if first is not STAKES[0] and first is not STAKES[-1]:
            return False
        for place in range(begins, begins + self.edicts * self.across * 4):
            if self.stakes[place] is not first:
                return False
        return True

    def settle(self) -> None:
        """From now on its average is what it plays."""
        for hand in self.hands:
            spot = self.spots[hand]
            total = 0.0
            for row in spot.rows:
                total += row.total_a + row.total_b
                for naming in row.names:
                    naming.mix(naming.total_x, naming.total_y, naming.total_z)
            if total > 0.0:
                for row in spot.rows:
                    row.share_a = row.total_a / total
                    row.share_b = row.total_b / total

    def resume(self) -> None:
        """Go on learning: its regrets say again what it plays."""
        for hand in self.hands:
            rows = self.spots[hand].rows
            follow_regrets(rows)
            for row in rows:
                for naming in row.names:
                    naming.mix(naming.regret_x, naming.regret_y, naming.regret_z)


@mypyc_attr(acyclic=True)
@final
class Meeting:
    """A hand of one seat and the three it may face."""

    def __init__(self, hand: i64, spot: Spot, others: list[Spot]) -> None:
        self.hand: i64 = hand
        self.spot: Final = spot
        self.xy: Final = others[FACED[hand][0]]
        self.xz: Final = others[FACED[hand][1]]
        self.yz: Final = others[FACED[hand][2]]


@final
class LastBattle:
    """The battle with all hands that may fight it."""

    def __init__(self, ground: Ground, ways0: list[Answer | None], ways1: list[Answer | None]) -> None:
        self.ground: Final = ground
        self.camps: Final = [Camp(ground, 0, ways0), Camp(ground, 1, ways1)]
        self.meetings: Final = [self.meet(0), self.meet(1)]

    def meet(self, seat: i64) -> list[Meeting]:
        camp, other = self.camps[seat], self.camps[1 - seat]
        return [Meeting(hand, camp.spots[hand], other.spots) for hand in camp.hands]

    def play(self, seat: i64, weight: float, best: bool) -> None:
        """What every hand of a seat gets against the other's play; it learns, or answers best of all.

        The value of a hand is added to that of the way it came, as likely as the other seat makes it.
        """
        if self.ground.settled:
            result = self.ground.result if seat == 0 else -self.ground.result
            for meeting in self.meetings[seat]:
                met = meeting.xy.way.reach + meeting.xz.way.reach + meeting.yz.way.reach
                meeting.spot.way.value += result * met
            return
        camp, other = self.camps[seat], self.camps[1 - seat]
        other.spread(weight)
        for meeting in self.meetings[seat]:
            if meeting.xy.lively or meeting.xz.lively or meeting.yz.lively:
                spot = meeting.spot
                for row in spot.rows:
                    row.value_a = 0.0
                    row.value_b = 0.0
                for theirs in range(other.edicts):
                    if other.sees:
                        against_a_seer(camp, other, meeting, theirs, best)
                    else:
                        against(camp, other, meeting, theirs, best)
                spot.way.value += best_of(spot.rows, camp.sees) if best else learn(spot.rows, camp.sees)

    def solve(self, rounds: i64) -> None:
        """This battle alone, by so many rounds; then the average is what is played."""
        for done in range(rounds):
            self.play(0, float(done) * float(done), False)
            self.play(1, float(done + 1) * float(done + 1), False)
        self.camps[0].settle()
        self.camps[1].settle()

    def exploitability(self) -> float:
        """What a best answer to the settled play wins, the mean of both seats: 1 is a match won for sure."""
        deals = 0.0
        for hand in self.camps[0].hands:
            for facing in FACED[hand]:
                deals += self.camps[0].spots[hand].way.reach * self.camps[1].spots[facing].way.reach
        total = 0.0
        for seat in range(2):
            for hand in self.camps[seat].hands:
                self.camps[seat].spots[hand].way.value = 0.0
            self.play(seat, 0.0, True)
            for hand in self.camps[seat].hands:
                way = self.camps[seat].spots[hand].way
                total += way.reach * way.value
        return total / deals / 2.0


def best_of(rows: list[Row], sees: bool) -> float:
    """The value of the best play."""
    found = -1.0e9
    for row in rows:
        found = max(found, row.value_a)
        if not sees:
            found = max(found, row.value_b)
    return found


def learn(rows: list[Row], sees: bool) -> float:
    """The value of the mix; then the mix moves towards what would have been better."""
    value = 0.0
    for row in rows:
        value += row.share_a * row.value_a + row.share_b * row.value_b
    for row in rows:
        row.regret_a = max(0.0, row.regret_a + row.value_a - value)
        if not sees:
            row.regret_b = max(0.0, row.regret_b + row.value_b - value)
    follow_regrets(rows)
    return value


def follow_regrets(rows: list[Row]) -> None:
    """Play each as often as it is regretted."""
    total = 0.0
    for row in rows:
        total += row.regret_a + row.regret_b
    if total > 0.0:
        for row in rows:
            row.share_a = row.regret_a / total
            row.share_b = row.regret_b / total


NOTHING: Final = Row(0.0, 0.0, [])  # of a hand that nobody can have


def row_of(spot: Spot, edict: i64) -> Row:
    return spot.rows[edict] if spot.lively else NOTHING


def against(camp: Camp, other: Camp, meeting: Meeting, theirs: i64, best: bool) -> None:
    """Add to each play of a hand what it brings where the other seat shows a certain edict."""
    one, two, three = row_of(meeting.xy, theirs), row_of(meeting.xz, theirs), row_of(meeting.yz, theirs)
    x = one.weight_a + two.weight_a
    y = one.weight_b + three.weight_a
    z = two.weight_b + three.weight_b
    if x + y + z == 0.0:
        return
    names = other.names[theirs]
    hand = meeting.hand
    rows = meeting.spot.rows
    # How likely it fights with x, y, z and has named my first or second creature.
    xa = xb = ya = yb = za = zb = 0.0
    for mine in range(camp.edicts):
        row = rows[mine]
        at: i64 = ((hand * camp.edicts + mine) * camp.across + theirs) * 4
        if names:
            first, second = NAMED_FIRST[hand], NAMED_SECOND[hand]
            xa = named(one, mine, 0, first[0]) + named(two, mine, 0, first[1])
            xb = named(one, mine, 0, second[0]) + named(two, mine, 0, second[1])
            ya = named(one, mine, 1, first[0]) + named(three, mine, 0, first[2])
            yb = named(one, mine, 1, second[0]) + named(three, mine, 0, second[2])
            za = named(two, mine, 1, first[1]) + named(three, mine, 1, first[2])
            zb = named(two, mine, 1, second[1]) + named(three, mine, 1, second[2])
        if camp.sees:
            see(camp, row, at, theirs, x, y, z, xa, xb, ya, yb, za, zb, best)
            continue
        stake = camp.stakes[at]
        ax, ay, az = x * stake.ax, y * stake.ay, z * stake.az
        bx, by, bz = x * stake.bx, y * stake.by, z * stake.bz
        if names:
            struck = camp.stakes[at + THEIRS]
            ax += xa * (struck.ax - stake.ax)
            ay += ya * (struck.ay - stake.ay)
            az += za * (struck.az - stake.az)
            bx += xb * (struck.bx - stake.bx)
            by += yb * (struck.by - stake.by)
            bz += zb * (struck.bz - stake.bz)
        a, b = ax + ay + az, bx + by + bz
        if not camp.names[mine]:
            row.value_a += a
            row.value_b += b
            continue
        right = camp.stakes[at + MINE]
        ax, ay, az = x * right.ax - ax, y * right.ay - ay, z * right.az - az
        bx, by, bz = x * right.bx - bx, y * right.by - by, z * right.bz - bz
        if names:
            struck = camp.stakes[at + MINE + THEIRS]
            ax += xa * (struck.ax - right.ax)
            ay += ya * (struck.ay - right.ay)
            az += za * (struck.az - right.az)
            bx += xb * (struck.bx - right.bx)
            by += yb * (struck.by - right.by)
            bz += zb * (struck.bz - right.bz)
        row.value_a += name(row.names[2 * theirs], a + ax, a + ay, a + az, best)
        row.value_b += name(row.names[2 * theirs + 1], b + bx, b + by, b + bz, best)


def named(row: Row, across: i64, second: i64, place: i64) -> float:
    """How likely a creature is played with this row's edict, and names the card at that place."""
    playing = row.weight_b if second == 1 else row.weight_a
    if playing == 0.0:
        return 0.0
    return playing * row.names[2 * across + second].share(place)


def name(naming: Naming, x: float, y: float, z: float, best: bool) -> float:
    return max(x, max(y, z)) if best else naming.learn(x, y, z)


def see(
    camp: Camp,
    row: Row,
    at: i64,
    theirs: i64,
    x: float,
    y: float,
    z: float,
    xa: float,
    xb: float,
    ya: float,
    yb: float,
    za: float,
    zb: float,
    best: bool,
) -> None:
    """The same for a seer: it sees what it faces and what was named, and fights with the better creature."""
    stake, struck = camp.stakes[at], camp.stakes[at + THEIRS]
    wx = seen(x, xa, xb, stake.ax, stake.bx, struck.ax, struck.bx)
    wy = seen(y, ya, yb, stake.ay, stake.by, struck.ay, struck.by)
    wz = seen(z, za, zb, stake.az, stake.bz, struck.az, struck.bz)
    total = wx + wy + wz
    if len(row.names) == 0:
        row.value_a += total
        return
    stake, struck = camp.stakes[at + MINE], camp.stakes[at + MINE + THEIRS]
    wx = seen(x, xa, xb, stake.ax, stake.bx, struck.ax, struck.bx) - wx
    wy = seen(y, ya, yb, stake.ay, stake.by, struck.ay, struck.by) - wy
    wz = seen(z, za, zb, stake.az, stake.bz, struck.az, struck.bz) - wz
    row.value_a += name(row.names[theirs], total + wx, total + wy, total + wz, best)


def seen(
    facing: float, named_a: float, named_b: float, a: float, b: float, struck_a: float, struck_b: float
) -> float:
    """Against one creature: which of mine is better depends on the one that was named."""
    rest = facing - named_a - named_b
    return rest * max(a, b) + named_a * max(struck_a, b) + named_b * max(a, struck_b)


def against_a_seer(camp: Camp, other: Camp, meeting: Meeting, theirs: i64, best: bool) -> None:
    """The same where the other seat is a seer: it fights with whichever of its two is worse for me."""
    one, two, three = row_of(meeting.xy, theirs), row_of(meeting.xz, theirs), row_of(meeting.yz, theirs)
    p, q, r = one.weight_a, two.weight_a, three.weight_a
    if p + q + r == 0.0:
        return
    names = other.names[theirs]
    hand = meeting.hand
    rows = meeting.spot.rows
    pa = pb = qa = qb = ra = rb = 0.0
    for mine in range(camp.edicts):
        row = rows[mine]
        at: i64 = ((hand * camp.edicts + mine) * camp.across + theirs) * 4
        if names:
            first, second = NAMED_FIRST[hand], NAMED_SECOND[hand]
            pa, pb = seer_named(one, mine, first[0]), seer_named(one, mine, second[0])
            qa, qb = seer_named(two, mine, first[1]), seer_named(two, mine, second[1])
            ra, rb = seer_named(three, mine, first[2]), seer_named(three, mine, second[2])
        low, hit = camp.stakes[at], camp.stakes[at + THEIRS]
        if not camp.names[mine]:
            a = met(p, pa, low.ax, low.ay, hit.ax, hit.ay) + met(q, qa, low.ax, low.az, hit.ax, hit.az)
            b = met(p, pb, low.bx, low.by, hit.bx, hit.by) + met(q, qb, low.bx, low.bz, hit.bx, hit.bz)
            row.value_a += a + met(r, ra, low.ay, low.az, hit.ay, hit.az)
            row.value_b += b + met(r, rb, low.by, low.bz, hit.by, hit.bz)
            continue
        # Having named x, y or z: two of the three hands hold it.
        high, both = camp.stakes[at + MINE], camp.stakes[at + MINE + THEIRS]
        ax = met(p, pa, high.ax, low.ay, both.ax, hit.ay) + met(q, qa, high.ax, low.az, both.ax, hit.az)
        ax += met(r, ra, low.ay, low.az, hit.ay, hit.az)
        ay = met(p, pa, low.ax, high.ay, hit.ax, both.ay) + met(q, qa, low.ax, low.az, hit.ax, hit.az)
        ay += met(r, ra, high.ay, low.az, both.ay, hit.az)
        az = met(p, pa, low.ax, low.ay, hit.ax, hit.ay) + met(q, qa, low.ax, high.az, hit.ax, both.az)
        az += met(r, ra, low.ay, high.az, hit.ay, both.az)
        bx = met(p, pb, high.bx, low.by, both.bx, hit.by) + met(q, qb, high.bx, low.bz, both.bx, hit.bz)
        bx += met(r, rb, low.by, low.bz, hit.by, hit.bz)
        by = met(p, pb, low.bx, high.by, hit.bx, both.by) + met(q, qb, low.bx, low.bz, hit.bx, hit.bz)
        by += met(r, rb, high.by, low.bz, both.by, hit.bz)
        bz = met(p, pb, low.bx, low.by, hit.bx, hit.by) + met(q, qb, low.bx, high.bz, hit.bx, both.bz)
        bz += met(r, rb, low.by, high.bz, hit.by, both.bz)
        row.value_a += name(row.names[2 * theirs], ax, ay, az, best)
        row.value_b += name(row.names[2 * theirs + 1], bx, by, bz, best)


def seer_named(row: Row, across: i64, place: i64) -> float:
    return 0.0 if row.weight_a == 0.0 else row.weight_a * row.names[across].share(place)


def met(weight: float, named: float, one: float, two: float, struck_one: float, struck_two: float) -> float:
    """A seer's hand: the worse of its two for me, whether it has named my creature or not."""
    return (weight - named) * min(one, two) + named * min(struck_one, struck_two)
