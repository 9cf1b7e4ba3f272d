"""The fourth battle as a game of its own: what each hand should play, mixed so that nothing beats it.

All that counts is who has more points in the end, so a pay-off is 1, 0 or -1. How likely each hand is follows
from how its holder came here (`Ways`). Every situation in which a seat decides (a hand; a hand, its creature
and both edicts, if it names) keeps regrets, and plays what it regrets not to have played, as if the latest
regret were to come once more (predictive CFR+); the average of that play comes to an equilibrium.

Numbers stand in long rows, and a hand that never comes here costs next to nothing: there are thousands of
these battles, and most of what they hold is looked at in few rounds.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from innkeeper.games.echo.ground import (
    CHARTS,
    FACED,
    HANDS,
    HITS,
    LEAVES,
    MINE,
    THEIRS,
    WON,
    Ground,
)

NOWHERE: Final = -1  # the way of a hand that nobody can have here
NEVER: Final = -1.0e9  # the value of what cannot be played
RESTING: Final = 3  # in one of so many rounds even a hand learns that its seat never brings here


def row(number: i64, value: float) -> vec[float]:
    """So many numbers, all alike."""
    return vec[float]([value] * number)


@final
class Ways:
    """All ways that a seat can go: how likely it goes each, and what came of it."""

    def __init__(self) -> None:
        self.reach: vec[float] = row(0, 0.0)  # by the seat's own choices, times how likely its hand was
        self.value: vec[float] = row(0, 0.0)


@final
class Camp:
    """One seat's side of the battle.

    A play is an edict with the first creature (a) or with the second (b): two numbers for each edict, in the
    order of the edicts, hand after hand. A seer commits both and has a alone. An edict that names has three
    more for each edict that it may meet with a and with b.
    """

    def __init__(self, ground: Ground, seat: i64, ways: Ways, places: list[i64]) -> None:
        self.ways: Final = ways
        self.places: vec[i64] = vec[i64](places)  # by hand
        self.edicts: i64 = len(ground.edicts[seat])
        self.across: i64 = len(ground.edicts[1 - seat])
        self.sees: bool = ground.sees[seat]
        self.stakes: vec[i64] = ground.stakes0 if seat == 0 else ground.stakes1
        self.lively: i64 = 0  # the hands whose weights are not 0, as a mask
        calls: list[i64] = []  # by edict: how many before it name; NOWHERE if it does not
        callers: i64 = 0
        for names in ground.names[seat]:
            calls.append(callers if names else NOWHERE)
            callers += 1 if names else 0
        self.calls: vec[i64] = vec[i64](calls)
        self.callers: i64 = callers
        size: i64 = 0 if ground.settled else 2 * self.edicts * HANDS
        self.share: vec[float] = row(size, 1.0 / float(self.edicts if self.sees else 2 * self.edicts))
        self.regret: vec[float] = row(size, 0.0)
        self.total: vec[float] = row(size, 0.0)
        self.weight: vec[float] = row(size, 0.0)  # how likely the seat comes here and plays so
        named: i64 = 0 if ground.settled else callers * HANDS * self.across * 2 * LEAVES
        self.name_share: vec[float] = row(named, 1.0 / float(LEAVES))
        self.name_regret: vec[float] = row(named, 0.0)
        self.name_total: vec[float] = row(named, 0.0)
        self.value: vec[float] = row(2 * self.edicts, 0.0)  # of each play of the hand that is looked at
        self.kept: vec[float] = row(HANDS, 0.0)  # by hand: what it was worth when it last learned
        if self.sees:
            for at in range(1, size, 2):
                self.share[at] = 0.0

    def names_at(self, edict: i64, hand: i64, across: i64, second: i64) -> i64:
        """Where the three names stand that a hand may write with an edict against another."""
        return (((self.calls[edict] * HANDS + hand) * self.across + across) * 2 + second) * LEAVES

    def reach(self, hand: i64) -> float:
        """How likely the seat comes here with a hand."""
        place = self.places[hand]
        return 0.0 if place == NOWHERE else self.ways.reach[place]

    def brings(self, at: i64, facing: i64, second: bool) -> float:
        """What one creature brings against the one at this place, all else given."""
        return CHARTS.brings[self.stakes[at] + facing + (LEAVES if second else 0)]

    def mix(self, hand: i64) -> list[float]:
        """How often a hand plays each edict with its first creature, then with its second."""
        begins: i64 = 2 * hand * self.edicts
        found = [self.share[begins + 2 * edict] for edict in range(self.edicts)]
        if not self.sees:
            found += [self.share[begins + 2 * edict + 1] for edict in range(self.edicts)]
        return found

    def names(self, edict: i64, hand: i64, across: i64, second: bool) -> list[float]:
        """How often it then writes each name."""
        at = self.names_at(edict, hand, across, 1 if second else 0)
        return [self.name_share[at], self.name_share[at + 1], self.name_share[at + 2]]

    def decided(self, hand: i64) -> bool:
        """Is it the same to this hand what anybody does?"""
        size: i64 = self.edicts * self.across * HITS
        first = self.stakes[hand * size]
        if first != 0 and first != WON:
            return False
        return all(self.stakes[at] == first for at in range(hand * size, (hand + 1) * size))

    # Rounds

    def spread(self, weight: float) -> None:
        """How likely each play is by now; it counts so much for the average."""
        places, reach, share = self.places, self.ways.reach, self.share
        weights, total = self.weight, self.total
        size: i64 = 2 * self.edicts
        lively: i64 = 0
        for hand in range(HANDS):
            place = places[hand]
            if place == NOWHERE:
                continue
            coming = reach[place]
            if coming == 0.0:
                continue
            lively |= 1 << hand
            for at in range(hand * size, (hand + 1) * size):
                playing = coming * share[at]
                weights[at] = playing
                total[at] += weight * playing
            if self.callers > 0 and weight > 0.0:
                self.count_names(hand, weight)
        self.lively = lively

    def count_names(self, hand: i64, weight: float) -> None:
        share, total, calls = self.name_share, self.name_total, self.calls
        for edict in range(self.edicts):
            if calls[edict] == NOWHERE:
                continue
            for second in range(1 if self.sees else 2):
                playing = weight * self.weight[2 * (hand * self.edicts + edict) + second]
                if playing > 0.0:
                    for across in range(self.across):
                        at = self.names_at(edict, hand, across, second)
                        total[at] += playing * share[at]
                        total[at + 1] += playing * share[at + 1]
                        total[at + 2] += playing * share[at + 2]

    def learn(self, hand: i64) -> float:
        """The value of a hand's mix; then the mix moves towards what would have been better."""
        values, regret, share = self.value, self.regret, self.share
        size: i64 = 2 * self.edicts
        begins: i64 = hand * size
        value = 0.0
        for place in range(size):
            value += share[begins + place] * values[place]
        total = 0.0
        for place in range(size):
            gain = values[place] - value
            regretted = max(0.0, regret[begins + place] + gain)
            regret[begins + place] = regretted
            regretted = max(0.0, regretted + gain)
            values[place] = regretted
            total += regretted
        if total > 0.0:
            for place in range(size):
                share[begins + place] = values[place] / total
        return value

    def best(self) -> float:
        """The value of the best play."""
        values = self.value
        found = values[0]
        for place in range(2 * self.edicts):
            found = max(found, values[place])
        return found

    def name(self, at: i64, x: float, y: float, z: float, best: bool) -> float:
        """The value of three names, from that of each; unless it is the best, their mix moves."""
        if best:
            return max(x, max(y, z))
        share, regret = self.name_share, self.name_regret
        value = share[at] * x + share[at + 1] * y + share[at + 2] * z
        x -= value
        y -= value
        z -= value
        for_x = max(0.0, regret[at] + x)
        for_y = max(0.0, regret[at + 1] + y)
        for_z = max(0.0, regret[at + 2] + z)
        regret[at], regret[at + 1], regret[at + 2] = for_x, for_y, for_z
        self.mix_names(at, max(0.0, for_x + x), max(0.0, for_y + y), max(0.0, for_z + z))
        return value

    def mix_names(self, at: i64, x: float, y: float, z: float) -> None:
        total = x + y + z
        if total > 0.0:
            share = self.name_share
            share[at], share[at + 1], share[at + 2] = x / total, y / total, z / total

    def settle(self) -> None:
        """From now on its average is what it plays."""
        self.follow(self.total, self.name_total)

    def resume(self) -> None:
        """Go on learning: its regrets say again what it plays."""
        self.follow(self.regret, self.name_regret)

    def follow(self, plays: vec[float], names: vec[float]) -> None:
        """Play and name each as often as these numbers say, where they say anything."""
        share = self.share
        size: i64 = 2 * self.edicts
        for hand in range(HANDS if len(plays) > 0 else 0):
            begins: i64 = hand * size
            total = 0.0
            for at in range(begins, begins + size):
                total += plays[at]
            if total > 0.0:
                for at in range(begins, begins + size):
                    share[at] = plays[at] / total
        for asked in range(len(names) // LEAVES):
            at = asked * LEAVES
            self.mix_names(at, names[at], names[at + 1], names[at + 2])


@final
class LastBattle:
    """The battle with all hands that may fight it: of each seat where its ways here are, by hand."""

    def __init__(
        self, ground: Ground, ways0: Ways, places0: list[i64], ways1: Ways, places1: list[i64]
    ) -> None:
        self.ground: Final = ground
        self.camps: Final = [Camp(ground, 0, ways0, places0), Camp(ground, 1, ways1, places1)]
        self.rounds: i64 = 0

    def play(self, seat: i64, weight: float, best: bool) -> None:
        """What every hand of a seat gets against the other's play; it learns, or answers best of all.

        The value of a hand is added to that of the way it came, as likely as the other seat makes it.
        """
        camp, other = self.camps[seat], self.camps[1 - seat]
        if self.ground.settled:
            settle_up(camp, other, self.ground.result if seat == 0 else -self.ground.result)
            return
        other.spread(weight)
        rests = not best and self.rounds % RESTING != 0
        if seat == 1 and not best:
            self.rounds += 1
        lively = other.lively
        if lively == 0:
            return
        faced, places, kept = CHARTS.faced, camp.places, camp.kept
        reach, value = camp.ways.reach, camp.ways.value
        for hand in range(HANDS):
            place = places[hand]
            if place == NOWHERE:
                continue
            meets: i64 = 1 << faced[LEAVES * hand] | 1 << faced[LEAVES * hand + 1]
            if lively & (meets | 1 << faced[LEAVES * hand + 2]) == 0:
                kept[hand] = 0.0
            elif rests and reach[place] == 0.0:
                value[place] += kept[hand]
            else:
                meet(camp, other, hand, best)
                if best:
                    value[place] += camp.best()
                else:
                    kept[hand] = camp.learn(hand)
                    value[place] += kept[hand]

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
        for hand in range(HANDS):
            for facing in FACED[hand]:
                deals += self.camps[0].reach(hand) * self.camps[1].reach(facing)
        total = 0.0
        for seat in range(2):
            camp = self.camps[seat]
            ways = camp.ways
            for place in range(len(ways.value)):
                ways.value[place] = 0.0
            self.play(seat, 0.0, True)
            for hand in range(HANDS):
                if camp.places[hand] != NOWHERE:
                    total += camp.reach(hand) * ways.value[camp.places[hand]]
        return total / deals / 2.0


def settle_up(camp: Camp, other: Camp, result: float) -> None:
    """What every hand gets where all is decided."""
    faced, places, value = CHARTS.faced, camp.places, camp.ways.value
    for hand in range(HANDS):
        if places[hand] != NOWHERE:
            met = other.reach(faced[LEAVES * hand]) + other.reach(faced[LEAVES * hand + 1])
            value[places[hand]] += result * (met + other.reach(faced[LEAVES * hand + 2]))


def meet(camp: Camp, other: Camp, hand: i64, best: bool) -> None:
    """What each play of a hand brings against all that the other seat may do."""
    values = camp.value
    for edict in range(camp.edicts):
        values[2 * edict] = 0.0
        values[2 * edict + 1] = NEVER if camp.sees else 0.0
    for theirs in range(other.edicts):
        if other.sees:
            against_a_seer(camp, other, hand, theirs, best)
        else:
            against(camp, other, hand, theirs, best)


def playing(camp: Camp, hand: i64, edict: i64, second: i64) -> float:
    """How likely a seat comes here with a hand and plays so."""
    if camp.lively >> hand & 1 == 0:
        return 0.0
    return camp.weight[2 * (hand * camp.edicts + edict) + second]


def named(camp: Camp, weight: float, edict: i64, hand: i64, across: i64, second: i64, place: i64) -> float:
    """How likely a hand that is played so often names the card at that place."""
    if weight == 0.0:
        return 0.0
    return weight * camp.name_share[camp.names_at(edict, hand, across, second) + place]


def against(camp: Camp, other: Camp, hand: i64, theirs: i64, best: bool) -> None:
    """Add to each play of a hand what it brings where the other seat shows a certain edict."""
    faced, brings, stakes, values = CHARTS.faced, CHARTS.brings, camp.stakes, camp.value
    meets: i64 = LEAVES * hand
    xy, xz, yz = faced[meets], faced[meets + 1], faced[meets + 2]
    xy_a, xy_b = playing(other, xy, theirs, 0), playing(other, xy, theirs, 1)
    xz_a, xz_b = playing(other, xz, theirs, 0), playing(other, xz, theirs, 1)
    yz_a, yz_b = playing(other, yz, theirs, 0), playing(other, yz, theirs, 1)
    x = xy_a + xz_a
    y = xy_b + yz_a
    z = xz_b + yz_b
    if x + y + z == 0.0:
        return
    names = other.calls[theirs] != NOWHERE
    # How likely it fights with x, y, z and has named my first or second creature.
    xa = xb = ya = yb = za = zb = 0.0
    for mine in range(camp.edicts):
        at: i64 = ((hand * camp.edicts + mine) * camp.across + theirs) * HITS
        if names:
            first, second = CHARTS.first, CHARTS.second
            one, two, three = first[meets], first[meets + 1], first[meets + 2]
            xa = named(other, xy_a, theirs, xy, mine, 0, one) + named(other, xz_a, theirs, xz, mine, 0, two)
            ya = named(other, xy_b, theirs, xy, mine, 1, one) + named(other, yz_a, theirs, yz, mine, 0, three)
            za = named(other, xz_b, theirs, xz, mine, 1, two) + named(other, yz_b, theirs, yz, mine, 1, three)
            one, two, three = second[meets], second[meets + 1], second[meets + 2]
            xb = named(other, xy_a, theirs, xy, mine, 0, one) + named(other, xz_a, theirs, xz, mine, 0, two)
            yb = named(other, xy_b, theirs, xy, mine, 1, one) + named(other, yz_a, theirs, yz, mine, 0, three)
            zb = named(other, xz_b, theirs, xz, mine, 1, two) + named(other, yz_b, theirs, yz, mine, 1, three)
        if camp.sees:
            see(camp, hand, mine, at, theirs, x, y, z, xa, xb, ya, yb, za, zb, best)
            continue
        free = stakes[at]
        ax, ay, az = x * brings[free], y * brings[free + 1], z * brings[free + 2]
        bx, by, bz = x * brings[free + 3], y * brings[free + 4], z * brings[free + 5]
        if names:
            struck = stakes[at + THEIRS]
            ax += xa * (brings[struck] - brings[free])
            ay += ya * (brings[struck + 1] - brings[free + 1])
            az += za * (brings[struck + 2] - brings[free + 2])
            bx += xb * (brings[struck + 3] - brings[free + 3])
            by += yb * (brings[struck + 4] - brings[free + 4])
            bz += zb * (brings[struck + 5] - brings[free + 5])
        a, b = ax + ay + az, bx + by + bz
        if camp.calls[mine] == NOWHERE:
            values[2 * mine] += a
            values[2 * mine + 1] += b
            continue
        right = stakes[at + MINE]
        ax, ay, az = x * brings[right] - ax, y * brings[right + 1] - ay, z * brings[right + 2] - az
        bx, by, bz = x * brings[right + 3] - bx, y * brings[right + 4] - by, z * brings[right + 5] - bz
        if names:
            struck = stakes[at + MINE + THEIRS]
            ax += xa * (brings[struck] - brings[right])
            ay += ya * (brings[struck + 1] - brings[right + 1])
            az += za * (brings[struck + 2] - brings[right + 2])
            bx += xb * (brings[struck + 3] - brings[right + 3])
            by += yb * (brings[struck + 4] - brings[right + 4])
            bz += zb * (brings[struck + 5] - brings[right + 5])
        called = camp.names_at(mine, hand, theirs, 0)
        values[2 * mine] += camp.name(called, a + ax, a + ay, a + az, best)
        values[2 * mine + 1] += camp.name(called + LEAVES, b + bx, b + by, b + bz, best)


def see(
    camp: Camp,
    hand: i64,
    mine: i64,
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
    stakes = camp.stakes
    free, struck = stakes[at], stakes[at + THEIRS]
    wx = seen(free, struck, x, xa, xb)
    wy = seen(free + 1, struck + 1, y, ya, yb)
    wz = seen(free + 2, struck + 2, z, za, zb)
    total = wx + wy + wz
    if camp.calls[mine] == NOWHERE:
        camp.value[2 * mine] += total
        return
    free, struck = stakes[at + MINE], stakes[at + MINE + THEIRS]
    wx = seen(free, struck, x, xa, xb) - wx
    wy = seen(free + 1, struck + 1, y, ya, yb) - wy
    wz = seen(free + 2, struck + 2, z, za, zb) - wz
    called = camp.names_at(mine, hand, theirs, 0)
    camp.value[2 * mine] += camp.name(called, total + wx, total + wy, total + wz, best)


def seen(free: i64, struck: i64, facing: float, named_a: float, named_b: float) -> float:
    """Against one creature: which of mine is better depends on the one that was named."""
    brings = CHARTS.brings
    a, b = brings[free], brings[free + LEAVES]
    found = (facing - named_a - named_b) * max(a, b)
    return found + named_a * max(brings[struck], b) + named_b * max(a, brings[struck + LEAVES])


def against_a_seer(camp: Camp, other: Camp, hand: i64, theirs: i64, best: bool) -> None:
    """The same where the other seat is a seer: it fights with whichever of its two is worse for me."""
    faced, stakes, values = CHARTS.faced, camp.stakes, camp.value
    meets: i64 = LEAVES * hand
    xy, xz, yz = faced[meets], faced[meets + 1], faced[meets + 2]
    p, q, r = playing(other, xy, theirs, 0), playing(other, xz, theirs, 0), playing(other, yz, theirs, 0)
    if p + q + r == 0.0:
        return
    names = other.calls[theirs] != NOWHERE
    pa = pb = qa = qb = ra = rb = 0.0
    for mine in range(camp.edicts):
        at: i64 = ((hand * camp.edicts + mine) * camp.across + theirs) * HITS
        if names:
            first, second = CHARTS.first, CHARTS.second
            pa = named(other, p, theirs, xy, mine, 0, first[meets])
            pb = named(other, p, theirs, xy, mine, 0, second[meets])
            qa = named(other, q, theirs, xz, mine, 0, first[meets + 1])
            qb = named(other, q, theirs, xz, mine, 0, second[meets + 1])
            ra = named(other, r, theirs, yz, mine, 0, first[meets + 2])
            rb = named(other, r, theirs, yz, mine, 0, second[meets + 2])
        low, hit = stakes[at], stakes[at + THEIRS]
        a = met(low, hit, p, pa, q, qa, r, ra)
        b = met(low + LEAVES, hit + LEAVES, p, pb, q, qb, r, rb)
        if camp.calls[mine] == NOWHERE:
            values[2 * mine] += a
            values[2 * mine + 1] += b
            continue
        # Having named x, y or z: two of the three hands hold it.
        high, both = stakes[at + MINE], stakes[at + MINE + THEIRS]
        called = camp.names_at(mine, hand, theirs, 0)
        values[2 * mine] += camp.name(
            called,
            struck_x(low, hit, high, both, p, pa, q, qa, r, ra),
            struck_y(low, hit, high, both, p, pa, q, qa, r, ra),
            struck_z(low, hit, high, both, p, pa, q, qa, r, ra),
            best,
        )
        low, hit, high, both = low + LEAVES, hit + LEAVES, high + LEAVES, both + LEAVES
        values[2 * mine + 1] += camp.name(
            called + LEAVES,
            struck_x(low, hit, high, both, p, pb, q, qb, r, rb),
            struck_y(low, hit, high, both, p, pb, q, qb, r, rb),
            struck_z(low, hit, high, both, p, pb, q, qb, r, rb),
            best,
        )


def worse(one: i64, two: i64, hit_one: i64, hit_two: i64, weight: float, named: float) -> float:
    """A seer's hand: the worse of its two for me, whether it has named my creature or not."""
    brings = CHARTS.brings
    found = (weight - named) * min(brings[one], brings[two])
    return found + named * min(brings[hit_one], brings[hit_two])


def met(low: i64, hit: i64, p: float, pn: float, q: float, qn: float, r: float, rn: float) -> float:
    """What a creature brings against a seer's hands xy, xz and yz; each so likely to name it."""
    found = worse(low, low + 1, hit, hit + 1, p, pn) + worse(low, low + 2, hit, hit + 2, q, qn)
    return found + worse(low + 1, low + 2, hit + 1, hit + 2, r, rn)


def struck_x(
    low: i64, hit: i64, high: i64, both: i64, p: float, pn: float, q: float, qn: float, r: float, rn: float
) -> float:
    """The same, x having been named."""
    found = worse(high, low + 1, both, hit + 1, p, pn) + worse(high, low + 2, both, hit + 2, q, qn)
    return found + worse(low + 1, low + 2, hit + 1, hit + 2, r, rn)


def struck_y(
    low: i64, hit: i64, high: i64, both: i64, p: float, pn: float, q: float, qn: float, r: float, rn: float
) -> float:
    found = worse(low, high + 1, hit, both + 1, p, pn) + worse(low, low + 2, hit, hit + 2, q, qn)
    return found + worse(high + 1, low + 2, both + 1, hit + 2, r, rn)


def struck_z(
    low: i64, hit: i64, high: i64, both: i64, p: float, pn: float, q: float, qn: float, r: float, rn: float
) -> float:
    found = worse(low, low + 1, hit, hit + 1, p, pn) + worse(low, high + 2, hit, both + 2, q, qn)
    return found + worse(low + 1, high + 2, hit + 1, both + 2, r, rn)
