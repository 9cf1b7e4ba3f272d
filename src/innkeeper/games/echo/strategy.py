"""Playing Echo well: what a battle leaves behind is worth, and a player that looks one battle ahead.

A seat faces at most six creatures (all it has not seen, less an overseer that a name gave away), so
nothing is sampled: every creature and every edict the opponent may have is tried.
"""

from __future__ import annotations

from math import tanh
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Best, Policy
from innkeeper.engine.strategy import Settings, Strategy, mix, shared_by, shares
from innkeeper.games.echo.battle import HIT_0, HIT_1, Battles
from innkeeper.games.echo.book import BATTLES, Book
from innkeeper.games.echo.cards import count, members
from innkeeper.games.echo.evaluation import echoes
from innkeeper.games.echo.frames import creatures_of, edict_of
from innkeeper.games.echo.state import NONE, Echo

# In hundredths of a point: a card kept for later, and an echo of this battle.
KEPT: Final[dict[str, int]] = {
    "wall": 60,
    "seer": 30,
    "rogue": 90,
    "bard": 80,
    "diplomat": 90,
    "ranger": 80,
    "steward": 100,
    "barbarian": 100,
    "witch": 120,
    "mercenary": 130,
    "monarch": 140,
}
ECHOES: Final[dict[str, int]] = {
    "seer": 80,
    "bard": 100,
    "mercenary": -60,
    "mountain": 60,
    "glade": 100,
    "night": 0,  # both seats have it
}
ROUSED: Final = 50  # the loser's status, to a seat that holds the barbarian
EDICT: Final = 20

# How far a lead of so many points goes towards winning, after each turn; after the last only its sign.
SCALES: Final[list[float]] = [9.0, 7.5, 5.0]
WON: Final = 10_000
SHARP: Final = 6.0  # the worst answer is e^6 times less likely than the best
FARTHEST: Final = 400  # tenths of a point
TOWARDS: Final[list[list[i64]]] = [
    [round(WON * tanh(lead / 10 / scale)) for lead in range(-FARTHEST, FARTHEST + 1)] for scale in SCALES
]

MISS: Final = 0
MINE: Final = 1  # I named the creature I face
THEIRS: Final = 2
HITS: Final = 4  # in so many ways can two names hit
UNKNOWN: Final = -32_768  # instead of a worth


@final
class Prices:
    """What the cards of a book are worth beyond the battle."""

    def __init__(self, book: Book) -> None:
        self.book: Final = book
        self.kept: Final[list[i64]] = [KEPT.get(creature.id, 100) for creature in book.creatures]
        self.echoes: Final[list[i64]] = [0] * (1 << len(book.statuses))  # by mask of statuses
        for mask in range(1 << len(book.statuses)):
            for status in members(mask):
                self.echoes[mask] += ECHOES.get(book.statuses[status].id, 0)


PRICED: Final[list[Prices]] = []  # of the book that was asked for last


def prices_of(book: Book) -> Prices:
    """The prices of a book; who plays many matches asks for the same ones over and over."""
    if len(PRICED) > 0:
        last = PRICED[0]
        if last.book is book:
            return last
    found = Prices(book)
    PRICED[:] = [found]
    return found


@final
class Prospect:
    """One seat's battle as it looks before it is fought."""

    def __init__(self, s: Echo, seat: i64) -> None:
        self.book: Final[Book] = s.book
        self.battles: Final[Battles] = s.book.battles
        self.seat: i64 = seat
        self.turn: i64 = s.turn
        self.field: i64 = s.field()
        self.floor: i64 = s.rules.floor
        self.graveyard: i64 = s.graveyard
        me, them = s.rulers[seat], s.rulers[1 - seat]
        self.hand: i64 = me.hand
        self.statuses: i64 = me.statuses
        self.their_statuses: i64 = them.statuses
        self.lead: i64 = me.score - them.score
        self.spent: i64 = count(s.book.every_edict & ~me.edicts)
        self.their_spent: i64 = count(s.book.every_edict & ~them.edicts)
        self.prices: Final[Prices] = prices_of(s.book)
        # What the opponent may fight with, and in how many ways it may name a creature.
        pool: i64 = s.unseen(seat)
        overseers = s.overseers(seat)
        if them.creature != NONE:
            pool = 1 << them.creature
        elif count(overseers) == 1:
            pool &= ~overseers
        self.pool: Final[list[i64]] = members(pool)
        self.names: i64 = count(s.nameable(1 - seat))
        self.beasts: i64 = len(s.book.creatures)
        self.decrees: i64 = len(s.book.edicts)
        size: i64 = self.beasts * self.beasts * self.decrees * self.decrees * HITS
        self.memo: vec[i16] = vec[i16]([UNKNOWN] * size)

    def worth(self, mine: i64, edict: i64, theirs: i64, their_edict: i64, hits: i64) -> i64:
        """How good it is to fight so: the lead after the battle, with all that it leaves behind."""
        cards: i64 = (mine * self.beasts + theirs) * self.decrees + edict
        place: i64 = (cards * self.decrees + their_edict) * HITS + hits
        known = i64(self.memo[place])
        if known != UNKNOWN:
            return known
        battles = self.battles
        ours: i64 = self.statuses
        foes: i64 = self.their_statuses
        named: i64 = 0
        if self.seat == 0:
            named = (HIT_0 if hits & MINE != 0 else 0) | (HIT_1 if hits & THEIRS != 0 else 0)
            flags = battles.flags(mine, theirs, ours, foes, named)
            clash = battles.at(self.field, mine, theirs, edict, their_edict, flags)
            verdict = battles.decide(clash, ours, foes, self.floor)
            gain: i64 = verdict.points0 - verdict.points1
        else:
            named = (HIT_1 if hits & MINE != 0 else 0) | (HIT_0 if hits & THEIRS != 0 else 0)
            flags = battles.flags(theirs, mine, foes, ours, named)
            clash = battles.at(self.field, theirs, mine, their_edict, edict, flags)
            verdict = battles.decide(clash, foes, ours, self.floor)
            gain = verdict.points1 - verdict.points0
        lead: i64 = self.lead + gain
        value: i64 = WON if lead > 0 else -WON if lead < 0 else 0
        if self.turn < BATTLES:
            graveyard: i64 = self.graveyard | 1 << mine | 1 << theirs
            after: i64 = 100 * lead - self.prices.kept[mine]
            after += self.left(echoes(self.book, clash, verdict.winner, self.seat, graveyard), True)
            after -= self.left(echoes(self.book, clash, verdict.winner, 1 - self.seat, graveyard), False)
            if clash.side(self.seat).recovers:
                after += EDICT * (self.spent + 1)
            if clash.side(1 - self.seat).recovers:
                after -= EDICT * (self.their_spent + 1)
            tenths: i64 = after // 10 + FARTHEST
            tenths = 0 if tenths < 0 else 2 * FARTHEST if tenths > 2 * FARTHEST else tenths
            value = TOWARDS[self.turn - 1][tenths]
        self.memo[place] = i16(value)
        return value

    def left(self, statuses: i64, own: bool) -> i64:
        """What statuses are worth to whoever has them."""
        total: i64 = self.prices.echoes[statuses]
        if statuses & self.book.angers != 0 and own and (self.hand >> self.book.barbarian) & 1 == 1:
            total += ROUSED
        return total

    def facing(self, mine: list[i64], edict: i64, theirs: i64, their_edict: i64, hits: i64) -> i64:
        """Against one creature and edict, times the names the opponent may write; a seer fights best."""
        if not self.book.edicts[their_edict].names:
            return self.names * self.best(mine, edict, theirs, their_edict, hits, NONE)
        total: i64 = (self.names - len(mine)) * self.best(mine, edict, theirs, their_edict, hits, NONE)
        for named in mine:
            total += self.best(mine, edict, theirs, their_edict, hits, named)
        return total

    def best(self, mine: list[i64], edict: i64, theirs: i64, their_edict: i64, hits: i64, named: i64) -> i64:
        found: i64 = -2 * WON
        for creature in mine:
            struck: i64 = hits | (THEIRS if creature == named else MISS)
            value = self.worth(creature, edict, theirs, their_edict, struck)
            if value > found:
                found = value
        return found

    def naming(self, mine: list[i64], edict: i64, their_edict: i64, name: i64) -> i64:
        """Against all that may come, having written down a name."""
        total: i64 = 0
        for theirs in self.pool:
            hits: i64 = MINE if theirs == name else MISS
            total += self.facing(mine, edict, theirs, their_edict, hits)
        return total

    def playing(self, mine: list[i64], edict: i64, their_edicts: list[i64]) -> i64:
        """Against all creatures and edicts that may come."""
        total: i64 = 0
        for their_edict in their_edicts:
            if not self.book.edicts[edict].names:
                total += self.naming(mine, edict, their_edict, NONE)
                continue
            blank = self.naming(mine, edict, their_edict, NONE)
            gained: i64 = 0
            for name in self.pool:
                right = self.facing(mine, edict, name, their_edict, MINE)
                gained = max(gained, right - self.facing(mine, edict, name, their_edict, MISS))
            total += blank + gained
        return total


@final
class Greedy(Policy):
    """Looks one battle ahead and does what is best on average against a careless opponent."""

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Echo)
        ahead = Prospect(s, seat)
        best = Best()
        their_edicts = members(s.rulers[1 - seat].edicts)
        for action in legal:
            best.offer(action, self.value(s, seat, action, ahead, their_edicts))
        return best.pick(chance)

    def value(self, s: Echo, seat: i64, action: Action, ahead: Prospect, their_edicts: list[i64]) -> i64:
        """What an answer to any question is worth."""
        book = s.book
        me, them = s.rulers[seat], s.rulers[1 - seat]
        if action.verb is book.name:
            return ahead.naming(members(me.committed), me.edict, them.edict, action.a)
        if action.verb is book.take_back:
            return self.fighting(s, seat, ahead, me.committed & ~(1 << action.a))
        return ahead.playing(members(creatures_of(s, action)), edict_of(s, action), their_edicts)

    def fighting(self, s: Echo, seat: i64, ahead: Prospect, fighter: i64) -> i64:
        """A seer's last word: everything is open but, at some tables, the names."""
        me, them = s.rulers[seat], s.rulers[1 - seat]
        mine = members(fighter)
        total: i64 = 0
        for theirs in ahead.pool:
            hits: i64 = MINE if me.name == theirs else MISS
            if s.names_shown:
                total += ahead.best(mine, me.edict, theirs, them.edict, hits, them.name)
            else:
                total += ahead.facing(mine, me.edict, theirs, them.edict, hits)
        return total


@final
class EchoStrategy(Strategy):
    """Echo for a search: at most six worlds, four turns, and questions that both answer at once."""

    def settings(self) -> Settings:
        """The rival is taken to be greedy: that punishes mistakes, and can itself be seen through.

        With four battles and few cards mistakes are rare and cheap, so a beginner's may cost more.
        """
        return Settings(model=True, far=12, slip=0.25)

    def policy(self) -> Policy:
        return Greedy()

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Echo)
        outcome = s.outcome
        if outcome is not None:
            return shares(outcome, 2)
        tenths: i64 = (self.side(s, 0) - self.side(s, 1)) // 10 + FARTHEST
        tenths = 0 if tenths < 0 else 2 * FARTHEST if tenths > 2 * FARTHEST else tenths
        first = 0.5 + 0.5 * float(TOWARDS[max(0, s.turn - 2)][tenths]) / float(WON)
        return [first, 1.0 - first]

    def side(self, s: Echo, seat: i64) -> i64:
        """What a seat has: points, and what it keeps for later."""
        ruler = s.rulers[seat]
        prices = prices_of(s.book)
        total: i64 = 100 * ruler.score + EDICT * count(ruler.edicts)
        hand = ruler.hand
        statuses = ruler.statuses
        place: i64 = 0
        while hand != 0:
            if hand & 1 == 1:
                total += prices.kept[place]
            hand >>= 1
            place += 1
        if statuses != 0:
            total += prices.echoes[statuses]
            if statuses & s.book.angers != 0 and (ruler.hand >> s.book.barbarian) & 1 == 1:
                total += ROUSED
        return total

    def weights(self, s: State, seat: i64, kept: list[Action], policy: Policy, chance: Chance) -> list[float]:
        assert isinstance(s, Echo)
        assert isinstance(policy, Greedy)
        ahead = Prospect(s, seat)
        their_edicts = members(s.rulers[1 - seat].edicts)
        leads = [float(policy.value(s, seat, action, ahead, their_edicts)) for action in kept]
        spread = max(1.0, (max(leads) - min(leads)) / SHARP)
        return shared_by([lead / spread for lead in leads])

    def key(self, s: State, seat: i64) -> i64:
        assert isinstance(s, Echo)
        me, them = s.rulers[seat], s.rulers[1 - seat]
        key = mix(mix(s.turn, me.hand), s.graveyard)
        key = mix(key, me.edicts << 40 | me.statuses << 20 | (me.score + 1000))
        key = mix(key, them.edicts << 40 | them.statuses << 20 | (them.score + 1000))
        key = mix(key, (me.edict + 1) << 40 | (me.name + 1) << 20 | (me.creature + 1))
        name: i64 = them.name + 1 if s.names_shown else 0
        key = mix(key, (them.edict + 1) << 40 | name << 20 | (them.creature + 1))
        return mix(mix(key, me.committed), me.named << 30 | them.named)

    def worlds(self, s: State, seat: i64) -> list[State]:
        """One world for every creature that may be the overseer, while nothing else is hidden."""
        assert isinstance(s, Echo)
        them = s.rulers[1 - seat]
        if (them.committed != 0 and them.creature == NONE) or (them.name != NONE and not s.names_shown):
            return []
        found: list[State] = []
        for overseer in members(s.overseers(seat)):
            world = s.copy()
            world.overseer = overseer
            world.rulers[1 - seat].hand = s.unseen(seat) & ~(1 << overseer)
            if them.creature != NONE:
                world.rulers[1 - seat].hand |= 1 << them.creature
            found.append(world)
        return found


BOTS: Final[dict[str, type[Policy]]] = {"greedy": Greedy}
