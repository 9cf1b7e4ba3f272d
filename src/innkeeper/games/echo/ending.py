"""The third and the fourth battle together: near enough an equilibrium, found by play against itself.

What both seats know when the third battle begins (`Position`) follows from the match so far. Each seat may
hold any three of the seven creatures that live, less those it was seen to name, every deal alike likely
unless more is known (`believe`).
From there on all questions of both seats are asked: creature and edict, name, what a seer takes back, and
then the fourth battle (`lastbattle.py`) for every way in which the third can end. A round plays each seat
once against the other's mix.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from innkeeper.engine.strategy import Budget
from innkeeper.games.echo.battle import HIT_0, HIT_1, NOBODY
from innkeeper.games.echo.book import BATTLES, Book
from innkeeper.games.echo.cards import count, members
from innkeeper.games.echo.evaluation import echoes
from innkeeper.games.echo.ground import HANDS, Ground, hand_of
from innkeeper.games.echo.lastbattle import NOWHERE, LastBattle, Ways, row
from innkeeper.games.echo.state import NONE, Echo, Finished

HELD: Final = 3  # creatures of a hand before the third battle
KEPT: Final = 2  # before the fourth
THIRD: Final = 3  # the battle from which on all is worked out

NO_WAYS: Final[list[i64]] = [NOWHERE] * HANDS  # of a seat that cannot have come so

ENOUGH: Final = 0.004  # what a best answer may still win, where a match won for sure is 1
LONG: Final = 60  # rounds after which somewhat more is enough, for somebody waits,
LONG_ENOUGH: Final = 0.0075
LAST: Final = 75  # and after which still more is
LAST_ENOUGH: Final = 0.015
LOST: Final = -0.999  # a hand that cannot get more has lost
OFTEN: Final = 15  # rounds between two looks whether it is enough, at least
MOST: Final = 360  # rounds


@final
class Position:
    """All that is public before a battle, worked out from the battles before it."""

    def __init__(self, s: Echo, turn: i64) -> None:
        book = s.book
        self.book: Final[Book] = book
        self.fields: Final = s.fields
        self.floor: i64 = s.rules.floor
        self.turn: i64 = turn
        self.edicts: Final[list[i64]] = [book.every_edict, book.every_edict]
        self.statuses: Final[list[i64]] = [0, 0]
        self.named: Final[list[i64]] = [0, 0]  # what each seat was seen to name, as a mask
        self.lead: i64 = 0  # of seat 0
        self.latest: i64 = NOBODY  # who won the latest battle that was won
        self.last_win: bool = s.rules.last_win
        graveyard: i64 = 0
        for finished in s.history:
            if finished.turn >= turn:
                break
            clash, verdict = finished.clash, finished.verdict
            graveyard |= 1 << clash.side0.creature | 1 << clash.side1.creature
            self.lead += verdict.points0 - verdict.points1
            if verdict.winner != NOBODY:
                self.latest = verdict.winner
            for seat in range(2):
                side = clash.side(seat)
                name = finished.name0 if seat == 0 else finished.name1
                self.edicts[seat] &= ~(1 << side.edict)
                if side.recovers:
                    self.edicts[seat] = book.every_edict
                if name != NONE:
                    self.named[seat] |= 1 << name
                self.statuses[seat] = echoes(book, clash, verdict.winner, seat, graveyard)
        self.live: i64 = book.every_creature & ~graveyard

    def key(self) -> list[i64]:
        """Two positions that are equal have equal keys."""
        last_win: i64 = 1 if self.last_win else 0
        found: list[i64] = [self.turn, self.live, self.lead, self.latest, last_win, self.floor]
        return found + self.edicts + self.statuses + self.named + self.fields

    def hands(self, seat: i64, held: i64) -> list[i64]:
        """All hands of so many creatures that a seat may have, as masks."""
        pool: i64 = self.live & ~self.named[seat]
        found: list[i64] = []
        mask: i64 = pool
        while mask > 0:
            if count(mask) == held:
                found.append(mask)
            mask = (mask - 1) & pool
        found.reverse()
        return found


def solvable(s: Echo) -> bool:
    """Are these the rules that are solved here? What a name tells and a seer sees is taken for granted."""
    return not s.rules.living and not s.rules.late and one_seer(s.book)


def one_seer(book: Book) -> bool:
    """Is there at most one creature whose owner commits two, and no field that grants this?"""
    seers: i64 = 0
    for creature in book.creatures:
        for effect in creature.effects:
            if effect.grants() & book.seeing != 0:
                seers += 1
    for field in book.fields:
        if (field.winner_grants | field.both_grant) & book.seeing != 0:
            return False
    return seers <= 1 and book.angers & book.seeing == 0


@final
class Doubt:
    """A hand that its seat may have brought to the third battle though it should not have.

    It comes only if it wins more here than it could have won elsewhere (safe re-solving: whoever is held to
    that gains nothing by having strayed). How often it comes is learned as all else is.
    """

    def __init__(self, root: i64, sure: float, unsure: float, elsewhere: float) -> None:
        self.root: i64 = root  # the way that it is
        self.sure: float = sure  # how likely the hand is, having been played as it should
        self.unsure: float = unsure  # and how likely it is to have the choice
        self.elsewhere: float = elsewhere  # what it has elsewhere, as likely as the other seat lets it come
        self.comes: float = 1.0
        self.regret: float = 0.0  # not to have stayed away
        self.regret_coming: float = 0.0
        self.total: float = 0.0
        self.rounds: float = 0.0

    def learn(self, here: float, weight: float) -> None:
        """Come more often if that won more; it counts so much for the average."""
        mean = self.comes * here + (1.0 - self.comes) * self.elsewhere
        self.regret_coming = max(0.0, self.regret_coming + here - mean)
        self.regret = max(0.0, self.regret + self.elsewhere - mean)
        self.resume()
        self.total += weight * self.comes
        self.rounds += weight

    def resume(self) -> None:
        total = self.regret_coming + self.regret
        if total > 0.0:
            self.comes = self.regret_coming / total

    def settle(self) -> None:
        if self.rounds > 0.0:
            self.comes = self.total / self.rounds

    def reach(self) -> float:
        return self.sure + self.unsure * self.comes


@final
class Seat:
    """One seat's questions of the third battle, in the order in which they are asked.

    Every answer is a way, and so is holding a hand: a place in rows of numbers. The answers to a question
    stand side by side.
    """

    def __init__(self, position: Position, seat: i64) -> None:
        self.position: Final = position
        self.seat: i64 = seat
        self.sees: bool = position.statuses[seat] & position.book.seeing != 0
        self.cards: Final = members(position.live)
        self.edicts: Final = members(position.edicts[seat])
        self.their_edicts: Final = members(position.edicts[1 - seat])
        self.hands: Final[list[i64]] = position.hands(seat, HELD)
        self.roots: Final[dict[int, int]] = {}  # by hand: the way that it is
        self.mains: Final[dict[int, int]] = {}  # by hand: the question
        self.namings: Final[dict[int, int]] = {}
        self.returns: Final[dict[int, int]] = {}
        self.known: Final[dict[int, int]] = {}  # by what a hand has done: its way to the fourth battle
        self.ways: Final = Ways()
        self.number: i64 = 0  # of ways
        self.shared: vec[i64] = vec[i64]()  # those of a seer, to which several answers add
        # By question: the way that leads there, and the places of its answers
        self.asked: vec[i64] = vec[i64]()
        self.begins: vec[i64] = vec[i64]()
        self.ends: vec[i64] = vec[i64]()
        self.leads: dict[int, int] = {}  # by answer: the way it adds to, if that is a shared one
        self.adds: vec[i64] = vec[i64]()  # the same for every way
        self.share: vec[float] = vec[float]()
        self.regret: vec[float] = vec[float]()
        self.total: vec[float] = vec[float]()
        self.doubts: Final[dict[int, Doubt]] = {}  # by way: the hands that have the choice to come
        for hand in self.hands:
            root = self.add_ways(1)
            self.roots[hand] = root
            self.ask_main(hand, root)

    def add_ways(self, number: i64) -> i64:
        """So many ways more; returns the first."""
        first = self.number
        self.number += number
        return first

    def begin(self) -> None:
        """All is asked: every hand is alike likely, and every answer to a question."""
        self.ways.reach = row(self.number, 0.0)
        self.ways.value = row(self.number, 0.0)
        self.share = row(self.number, 0.0)
        self.regret = row(self.number, 0.0)
        self.total = row(self.number, 0.0)
        adds: list[i64] = [NOWHERE] * self.number
        for answer, way in self.leads.items():
            adds[answer] = way
        self.adds = vec[i64](adds)
        for root in self.roots.values():
            self.ways.reach[root] = 1.0
        for question in range(len(self.asked)):
            for answer in range(self.begins[question], self.ends[question]):
                self.share[answer] = 1.0 / float(self.ends[question] - self.begins[question])

    def mix(self, question: i64) -> list[float]:
        """How often each answer is given."""
        return [self.share[answer] for answer in range(self.begins[question], self.ends[question])]

    def commits(self, hand: i64) -> list[i64]:
        """What a hand may commit, as masks in the order of the referee's list."""
        held = members(hand)
        if not self.sees:
            return [1 << card for card in held]
        return [1 << one | 1 << two for place, one in enumerate(held) for two in held[place + 1 :]]

    def ask_main(self, hand: i64, root: i64) -> None:
        """EC-3: what to commit, and with which edict."""
        commits = self.commits(hand)
        answer = self.ask(root, len(commits) * len(self.edicts))
        self.mains[hand] = len(self.asked) - 1
        for committed in commits:
            for edict in self.edicts:
                for across in self.their_edicts:
                    if self.position.book.edicts[edict].names:
                        self.ask_name(hand, committed, edict, across, answer)
                    else:
                        self.known[self.way(hand, committed, edict, across, NONE)] = answer
                answer += 1

    def ask_name(self, hand: i64, committed: i64, edict: i64, across: i64, asked: i64) -> None:
        """EC-4: which creature to name, both edicts shown."""
        names = members(self.position.live & ~hand)
        answer = self.ask(asked, len(names))
        self.namings[self.way(hand, committed, edict, across, NONE)] = len(self.asked) - 1
        for name in names:
            self.known[self.way(hand, committed, edict, across, name)] = answer
            answer += 1

    def ask_return(
        self, hand: i64, committed: i64, edict: i64, across: i64, name: i64, their_name: i64, theirs: i64
    ) -> None:
        """EC-5: which of the two a seer takes back, all else shown."""
        one, two = members(committed)
        answer = self.ask(self.known[self.way(hand, committed, edict, across, name)], 2)
        key = self.meeting(hand, committed, edict, across, name, their_name, theirs)
        self.returns[key] = len(self.asked) - 1
        for fighter in (two, one):
            key = self.meeting(hand, 1 << fighter, edict, across, name, their_name, theirs)
            if key not in self.known:
                self.known[key] = self.add_ways(1)
                self.shared = append(self.shared, self.known[key])
            self.leads[answer] = self.known[key]
            answer += 1

    def ask(self, asked: i64, answers: i64) -> i64:
        """A question with so many answers; returns the first."""
        first = self.add_ways(answers)
        self.asked = append(self.asked, asked)
        self.begins = append(self.begins, first)
        self.ends = append(self.ends, self.number)
        return first

    def way(self, hand: i64, committed: i64, edict: i64, across: i64, name: i64) -> i64:
        """A number for a seat's own choices so far."""
        return (((hand << 11 | committed) << 3 | edict) << 3 | across) << 4 | (name + 1)

    def went(self, hand: i64, committed: i64, edict: i64, across: i64) -> i64:
        """The way of a hand that has committed so, nothing named yet."""
        key = self.way(hand, committed, edict, across, NONE)
        return self.asked[self.namings[key]] if key in self.namings else self.known[key]

    def meeting(
        self, hand: i64, committed: i64, edict: i64, across: i64, name: i64, their_name: i64, theirs: i64
    ) -> i64:
        """The same with all that a seer sees of the other seat; no `way` has this number."""
        way = self.way(hand, committed, edict, across, name)
        return (way << 4 | (their_name + 1)) << 4 | (theirs + 1)

    def way_to(
        self, hand: i64, fighter: i64, edict: i64, across: i64, name: i64, their_name: i64, theirs: i64
    ) -> i64:
        """How a hand came to have fought with this creature; NOWHERE: it cannot have."""
        if (self.position.named[self.seat] & hand) != 0 or (name != NONE and (hand >> name) & 1 == 1):
            return NOWHERE
        if not self.sees:
            return self.known[self.way(hand, 1 << fighter, edict, across, name)]
        key = self.meeting(hand, 1 << fighter, edict, across, name, their_name, theirs)
        for other in members(hand & ~(1 << fighter)):
            committed: i64 = 1 << fighter | 1 << other
            if self.meeting(hand, committed, edict, across, name, their_name, theirs) not in self.returns:
                self.ask_return(hand, committed, edict, across, name, their_name, theirs)
        return self.known[key]

    # Rounds

    def spread(self, weight: float) -> None:
        """How likely each answer is by now; it counts so much for the average."""
        reach, share, total, shared = self.ways.reach, self.share, self.total, self.shared
        asked, begins, ends, adds = self.asked, self.begins, self.ends, self.adds
        for doubt in self.doubts.values():
            reach[doubt.root] = doubt.reach()
        for place in range(len(shared)):
            reach[shared[place]] = 0.0
        for question in range(len(asked)):
            coming = reach[asked[question]]
            for answer in range(begins[question], ends[question]):
                going = coming * share[answer]
                reach[answer] = going
                total[answer] += weight * going
                if adds[answer] != NOWHERE:
                    reach[adds[answer]] += going

    def forget(self) -> None:
        value = self.ways.value
        for way in range(self.number):
            value[way] = 0.0

    def learn(self, best: bool) -> None:
        """Tell every way what its answers came to; unless these are the best, the mixes move."""
        value, share, adds = self.ways.value, self.share, self.adds
        for question in range(len(self.asked) - 1, -1, -1):
            begins, ends = self.begins[question], self.ends[question]
            for answer in range(begins, ends):
                if adds[answer] != NOWHERE:
                    value[answer] = value[adds[answer]]
            found = value[begins]
            if best:
                for answer in range(begins, ends):
                    found = max(found, value[answer])
            else:
                found = 0.0
                for answer in range(begins, ends):
                    found += share[answer] * value[answer]
                self.regret_all(begins, ends, found)
            value[self.asked[question]] += found

    def regret_all(self, begins: i64, ends: i64, value: float) -> None:
        """Regret every answer that was worth more than the mix; give each as often as it is regretted."""
        regret, values = self.regret, self.ways.value
        for answer in range(begins, ends):
            regret[answer] = max(0.0, regret[answer] + values[answer] - value)
        self.follow(regret, begins, ends)

    def follow(self, numbers: vec[float], begins: i64, ends: i64) -> None:
        """Give each answer to a question as often as these numbers say, if they say anything."""
        total = 0.0
        for answer in range(begins, ends):
            total += numbers[answer]
        if total > 0.0:
            for answer in range(begins, ends):
                self.share[answer] = numbers[answer] / total

    def doubt(self, weight: float) -> None:
        """How often the hands come that have the choice, by what each won in this round."""
        for doubt in self.doubts.values():
            doubt.learn(self.ways.value[doubt.root], weight)

    def settle(self) -> None:
        """From now on the average is what is played."""
        for question in range(len(self.asked)):
            self.follow(self.total, self.begins[question], self.ends[question])
        for doubt in self.doubts.values():
            doubt.settle()
        self.spread(0.0)

    def resume(self) -> None:
        for question in range(len(self.asked)):
            self.follow(self.regret, self.begins[question], self.ends[question])
        for doubt in self.doubts.values():
            doubt.resume()
        self.spread(0.0)


@final
class Ending:
    """A position before the third battle with everything that can follow."""

    def __init__(self, position: Position) -> None:
        self.position: Final = position
        self.seats: Final = [Seat(position, 0), Seat(position, 1)]
        self.battles: Final[dict[int, LastBattle]] = {}
        self.fights: Final[list[LastBattle]] = []
        self.grounds: Final[dict[int, Ground]] = {}
        self.rounds: i64 = 0
        for seat in self.seats:
            if len(seat.hands) == 0:
                raise ValueError("nobody can hold what was named")
        for edict0 in self.seats[0].edicts:
            for edict1 in self.seats[1].edicts:
                for card0 in self.seats[0].cards:
                    for card1 in self.seats[1].cards:
                        if card0 != card1:
                            self.follow(edict0, edict1, card0, card1)
        for seat in self.seats:
            seat.begin()

    def believe(self, seat: i64, told: dict[int, float]) -> None:
        """How likely a seat has each hand, instead of every hand alike."""
        for hand, root in self.seats[seat].roots.items():
            self.seats[seat].ways.reach[root] = told[hand]

    def doubt(
        self, seat: i64, sure: dict[int, float], unsure: dict[int, float], elsewhere: dict[int, float]
    ) -> None:
        """Take a seat's hands for so likely, and beyond that for so likely if it wins more by it than it
        has elsewhere. The other seat must be believed first: what it plays is then safe against this one."""
        mine = self.seats[seat]
        for hand, root in mine.roots.items():
            met = elsewhere[hand] * self.facing(seat, hand)
            mine.doubts[root] = Doubt(root, sure[hand], unsure[hand], met)
        mine.spread(0.0)

    def facing(self, seat: i64, hand: i64) -> float:
        """How likely the other seat has any of the hands that this one may face."""
        found = 0.0
        for other in self.seats[1 - seat].hands:
            if other & hand == 0:
                found += self.reach(1 - seat, other)
        return found

    def names(self, edict: i64, card: i64) -> list[i64]:
        """What a seat that fights with this creature may have named."""
        if not self.position.book.edicts[edict].names:
            return [NONE]
        return members(self.position.live & ~(1 << card))

    def follow(self, edict0: i64, edict1: i64, card0: i64, card1: i64) -> None:
        """The fourth battle after a third that was fought so, for all names."""
        one, two = self.seats[0], self.seats[1]
        rest = members(self.position.live & ~(1 << card0) & ~(1 << card1))
        for name0 in self.names(edict0, card0):
            for name1 in self.names(edict1, card1):
                ways0: list[i64] = [NOWHERE] * HANDS
                ways1: list[i64] = [NOWHERE] * HANDS
                for second in range(len(rest)):
                    for first in range(second):
                        kept: i64 = 1 << rest[first] | 1 << rest[second]
                        hand = hand_of(first, second)
                        ways0[hand] = one.way_to(
                            kept | 1 << card0, card0, edict0, edict1, name0, name1, card1
                        )
                        ways1[hand] = two.way_to(
                            kept | 1 << card1, card1, edict1, edict0, name1, name0, card0
                        )
                if ways0 == NO_WAYS or ways1 == NO_WAYS:
                    continue  # nobody can hold what it takes
                ground = self.ground(edict0, edict1, card0, card1, name0, name1)
                battle = LastBattle(ground, one.ways, ways0, two.ways, ways1)
                self.battles[self.fought(edict0, edict1, card0, card1, name0, name1)] = battle
                self.fights.append(battle)

    def fought(self, edict0: i64, edict1: i64, card0: i64, card1: i64, name0: i64, name1: i64) -> i64:
        """A number for how the third battle was fought."""
        cards: i64 = (edict0 << 3 | edict1) << 8 | card0 << 4 | card1
        return (cards << 4 | (name0 + 1)) << 4 | (name1 + 1)

    def battle_after(self, third: Finished) -> LastBattle:
        """The fourth battle after a third that was fought so."""
        one, two = third.clash.side0, third.clash.side1
        key = self.fought(one.edict, two.edict, one.creature, two.creature, third.name0, third.name1)
        return self.battles[key]

    def ground(self, edict0: i64, edict1: i64, card0: i64, card1: i64, name0: i64, name1: i64) -> Ground:
        """What a third battle fought so leaves for the fourth; made once for all names that do not hit."""
        hits: i64 = (HIT_0 if name0 == card1 else 0) | (HIT_1 if name1 == card0 else 0)
        key: i64 = self.fought(edict0, edict1, card0, card1, NONE, NONE) << 2 | hits
        known = self.grounds.get(key)
        if known is None:
            known = ground_after(self.position, edict0, edict1, card0, card1, hits)
            self.grounds[key] = known
        return known

    def solve(self, budget: Budget | None) -> None:
        """Round after round until no answer wins more than `ENOUGH`; then the average is what is played."""
        look: i64 = OFTEN
        while self.rounds < MOST and (budget is None or budget.spend()):
            self.round()
            if self.rounds >= look:
                self.settle()
                gain = self.exploitability()
                if gain <= enough_after(self.rounds):
                    return
                look = self.next_look(gain)
                self.resume()
        self.settle()
        self.exploitability()

    def next_look(self, gain: float) -> i64:
        """When it may be enough: what can be won falls about as the square of the rounds grows."""
        needed: i64 = int(float(self.rounds) * (sqrt(gain / enough_after(self.rounds)) - 1.0))
        after: i64 = self.rounds + max(OFTEN, min(needed, 3 * self.rounds))
        return LAST if self.rounds < LAST < after else after

    def lost(self, seat: i64, hand: i64) -> bool:
        """Does this hand lose to a seat that plays as it should, whatever it does?"""
        return self.value(seat, hand) <= LOST * self.facing(seat, hand)

    def reach(self, seat: i64, hand: i64) -> float:
        """How likely a seat has a hand."""
        return self.seats[seat].ways.reach[self.seats[seat].roots[hand]]

    def value(self, seat: i64, hand: i64) -> float:
        """What came of a hand, as likely as the other seat has those that it may face."""
        return self.seats[seat].ways.value[self.seats[seat].roots[hand]]

    def round(self) -> None:
        """Each seat once against the other's mix."""
        if self.rounds == 0:
            self.seats[0].spread(0.0)
            self.seats[1].spread(0.0)
        before = float(self.rounds) * float(self.rounds)  # the later, the more it counts
        self.rounds += 1
        weight = float(self.rounds) * float(self.rounds)
        self.play(0, before, False)
        self.seats[0].doubt(weight)
        self.seats[0].spread(weight)
        self.play(1, weight, False)
        self.seats[1].doubt(weight)
        self.seats[1].spread(weight)

    def play(self, place: i64, weight: float, best: bool) -> None:
        seat = self.seats[place]
        seat.forget()
        for battle in self.fights:
            battle.play(place, weight, best)
        seat.learn(best)

    def settle(self) -> None:
        for seat in self.seats:
            seat.settle()
        for battle in self.fights:
            battle.camps[0].settle()
            battle.camps[1].settle()

    def resume(self) -> None:
        for seat in self.seats:
            seat.resume()
        for battle in self.fights:
            battle.camps[0].resume()
            battle.camps[1].resume()

    def exploitability(self) -> float:
        """What a best answer to the settled play wins, the mean of both seats: 1 is a match won for sure.

        Every hand is left with what its best answer brings (`lost`).
        """
        deals = 0.0
        for one in self.seats[0].hands:
            for two in self.seats[1].hands:
                if one & two == 0:
                    deals += self.dealt(0, one) * self.dealt(1, two)
        total = 0.0
        for place in range(2):
            self.play(place, 0.0, True)
            seat = self.seats[place]
            for hand, root in seat.roots.items():
                here = seat.ways.value[root]
                doubt = seat.doubts.get(root)
                if doubt is None:
                    total += self.reach(place, hand) * here
                else:  # the other seat has it for sure that some stay away
                    total += doubt.sure * here + doubt.unsure * max(here, doubt.elsewhere)
                    total -= doubt.unsure * (1.0 - doubt.comes) * doubt.elsewhere
        return total / deals / 2.0

    def dealt(self, seat: i64, hand: i64) -> float:
        """How likely a seat has a hand, whether it comes with it or not."""
        doubt = self.seats[seat].doubts.get(self.seats[seat].roots[hand])
        return self.reach(seat, hand) if doubt is None else doubt.sure + doubt.unsure


def enough_after(rounds: i64) -> float:
    """What a best answer may still win after so many rounds."""
    if rounds < LONG:
        return ENOUGH
    return LONG_ENOUGH if rounds < LAST else LAST_ENOUGH


def ground_after(position: Position, edict0: i64, edict1: i64, card0: i64, card1: i64, hits: i64) -> Ground:
    """EC-6 for the third battle: what stands before the fourth."""
    book = position.book
    battles = book.battles
    ours, theirs = position.statuses[0], position.statuses[1]
    flags = battles.flags(card0, card1, ours, theirs, hits)
    clash = battles.at(position.fields[BATTLES - 2], card0, card1, edict0, edict1, flags)
    verdict = battles.decide(clash, ours, theirs, position.floor)
    live: i64 = position.live & ~(1 << card0) & ~(1 << card1)
    graveyard: i64 = book.every_creature & ~live
    left0: i64 = book.every_edict if clash.side0.recovers else position.edicts[0] & ~(1 << edict0)
    left1: i64 = book.every_edict if clash.side1.recovers else position.edicts[1] & ~(1 << edict1)
    return Ground(
        book,
        position.fields[BATTLES - 1],
        position.floor,
        live,
        left0,
        left1,
        echoes(book, clash, verdict.winner, 0, graveyard),
        echoes(book, clash, verdict.winner, 1, graveyard),
        position.lead + verdict.points0 - verdict.points1,
        position.latest if verdict.winner == NOBODY else verdict.winner,
        position.last_win,
    )


def ground_of(position: Position) -> Ground:
    """What stands before the fourth battle, the third being over."""
    return Ground(
        position.book,
        position.fields[BATTLES - 1],
        position.floor,
        position.live,
        position.edicts[0],
        position.edicts[1],
        position.statuses[0],
        position.statuses[1],
        position.lead,
        position.latest,
        position.last_win,
    )
