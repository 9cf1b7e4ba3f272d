"""Playing MagicDuel by looking ahead: nothing is hidden and nothing is rolled, so alpha-beta sees it all.

Iterative deepening by single moves, a table of positions met by another order of moves, null windows for
all but the first answer, and late answers looked at one move less deep unless they turn out well. Where the
looking ahead ends, attacks are still played out if they might win in that very turn. The first moves may be
known beforehand (`openings.py`), and where one answer is clearly the best no more time is spent on it.
"""

from __future__ import annotations

from time import thread_time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy, shuffled
from innkeeper.engine.strategy import Budget, chance_of
from innkeeper.games.magicduel.arms import Arms
from innkeeper.games.magicduel.evaluation import UNIT, lead
from innkeeper.games.magicduel.openings import OPENINGS, Openings, key_of
from innkeeper.games.magicduel.state import Duel
from innkeeper.games.magicduel.strategy import WON, score, sensible

SLOTS: Final = 1 << 17  # of the table
FAR: Final = 10 * WON  # beyond every value
FORCED: Final = WON - 1000  # from here on somebody wins by force
DEEPEST: Final = 60
AT_LEAST_AS_FAR: Final = 6  # moves that an only answer is thought through, and before any is thought clear
NOWHERE: Final = -1  # the place of no answer
LATE: Final = 3  # answers from this place on are late, by how good they look
OFTEN: Final = 100  # positions between two looks at the clock
WELL_READ: Final = 50_000  # positions
CLEAR: Final = 600  # an answer that is so much better than all others

# What the table knows of a value.
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2


def worth(s: Duel, seat: i64) -> i64:
    """How good a position looks to a seat; the sooner won and the later lost, the better."""
    return score(s, seat) if s.over else lead(s, seat)


@mypyc_attr(free_list_len=1)
@final
class Child:
    """A position one move on: by the how-manieth move, and how good it looks to the mover."""

    def __init__(self, duel: Duel, place: i64, rank: i64) -> None:
        self.duel: Final = duel
        self.place: i64 = place
        self.rank: i64 = rank


@final
class AlphaBeta(Policy):
    """Looks ahead for so many seconds, positions or moves, whichever ends first (0: no limit)."""

    def __init__(
        self, seconds: float = 0.0, nodes: i64 = 0, depth: i64 = 0, openings: Openings | None = None
    ) -> None:
        self.seconds: float = seconds
        self.most: i64 = nodes
        self.deepest: i64 = depth if depth > 0 else DEEPEST
        self.openings: Final = openings
        self.keys: vec[i64] = vec[i64]([0] * SLOTS)
        self.known: vec[i64] = vec[i64]([0] * SLOTS)
        self.nodes: i64 = 0  # positions made for the last answer
        self.reached: i64 = 0  # how deep it was thought through
        self.value: i64 = 0  # what it is worth, as `lead` counts
        self.arms: Arms | None = None
        self.until: float = 0.0
        self.next_look: i64 = 0  # at the clock, when so many positions were made
        self.stopped: bool = False

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Duel)
        options = sensible(s, legal)
        self.nodes = 0
        self.reached = 0
        if len(options) == 1:
            return options[0]
        openings = self.openings
        if openings is not None:
            learnt = openings.at(s, options)
            if len(learnt) > 0:
                return learnt[chance.below(len(learnt))]
        began = self.begin(s)
        mixed = shuffled(options, chance)
        # Of answers that come to the same, as all do when all is lost, the one that looks best is taken.
        options = [mixed[child.place] for child in self.children(s, seat, mixed, NOWHERE)]
        best = options[0]
        unchanged: i64 = 0  # depths at which the best answer was the same
        depth: i64 = 1
        while depth <= self.deepest:
            found = self.deepen(s, seat, options, depth)
            unchanged += 1
            if found is not None and found is not best:
                unchanged = 0
                best = found
                options.remove(best)
                options.insert(0, best)
            if self.stopped:
                break
            self.reached = depth
            if self.value > FORCED or self.value < -FORCED:
                break
            if self.seconds > 0.0 and thread_time() - began > 0.6 * self.seconds:
                break  # another move deeper would not come to its end
            if unchanged >= 3 and depth >= AT_LEAST_AS_FAR and self.is_clear(s, seat, options, depth - 1):
                break
            depth += 1
        return best

    def reckon(self, s: State, seat: i64, action: Action) -> float:
        """The value of an answer as a chance: on average over the depths of a round, or whoever happens to
        move last would look better than it stands."""
        assert isinstance(s, Duel)
        self.nodes = 0
        self.begin(s)  # what is known of greater depths is not what a lesser one sees
        deepest: i64 = self.reached if self.reached > 0 else AT_LEAST_AS_FAR
        found: list[float] = []
        for depth in range(1, deepest + 1):
            self.deepen(s, seat, [action], depth)
            if self.stopped:
                break
            found.append(chance_of(float(self.value) / UNIT))
            if self.value > FORCED or self.value < -FORCED:
                return found[-1]
        last = found[-2 * s.rules.moves_per_turn :]
        return sum(last) / float(len(last)) if len(last) > 0 else -1.0

    def begin(self, s: Duel) -> float:
        """Every answer is thought out anew, so that it depends on nothing but the position and the seed."""
        began = thread_time()
        self.until = began + self.seconds
        self.next_look = 0
        self.stopped = False
        self.arms = Arms(s.rules)
        self.keys = vec[i64]([0] * SLOTS)
        return began

    def is_clear(self, s: Duel, seat: i64, options: list[Action], depth: i64) -> bool:
        """Is the first answer so much better than all others that looking further would change nothing?"""
        for action in options[1:]:
            if self.is_worth(s, seat, action, depth, self.value - CLEAR) or self.stopped:
                return False
        return True

    def is_worth(self, s: Duel, seat: i64, action: Action, depth: i64, more: i64) -> bool:
        """Is an answer worth more than so much, looking so many moves ahead?"""
        made = s.copy()
        made.act(seat, action)
        self.nodes += 1
        return self.after(made, seat, depth - 1, more, more + 1, True, 0) > more

    def deepen(self, s: Duel, seat: i64, options: list[Action], depth: i64) -> Action | None:
        """The best answer at this depth; if time runs out, the best that is known to beat the first."""
        alpha: i64 = -FAR
        found: Action | None = None
        for place in range(len(options)):
            made = s.copy()
            made.act(seat, options[place])
            self.nodes += 1
            value = self.after(made, seat, depth - 1, alpha, FAR, place > 0, 0)
            if self.stopped:
                return found
            if value > alpha:
                alpha = value
                found = options[place]
        self.value = alpha
        return found

    def after(self, s: Duel, seat: i64, depth: i64, alpha: i64, beta: i64, narrow: bool, less: i64) -> i64:
        """What a position is worth to the one who made it; `narrow`: is it better than alpha at all?"""
        if s.over:
            return worth(s, seat)
        same = s.active == seat
        if narrow:
            value: i64
            if less > 0:
                value = self.asked(s, same, depth - less, alpha, alpha + 1)
                if value <= alpha or self.stopped:
                    return value
            value = self.asked(s, same, depth, alpha, alpha + 1)
            if value <= alpha or value >= beta or self.stopped:
                return value
        return self.asked(s, same, depth, alpha, beta)

    def asked(self, s: Duel, same: bool, depth: i64, alpha: i64, beta: i64) -> i64:
        """`search` seen by the seat that moved, whether or not it is to move again."""
        return self.search(s, depth, alpha, beta) if same else -self.search(s, depth, -beta, -alpha)

    def search(self, s: Duel, depth: i64, alpha: i64, beta: i64) -> i64:
        """What the position is worth to whoever is to move, looking so many moves ahead."""
        seat = s.active
        if depth <= 0:
            return self.quiet(s, seat)
        if depth == 1:
            return self.last_look(s, seat, beta)
        if self.nodes >= self.next_look:
            self.look_at_the_clock()
        if self.stopped:
            return 0
        key = key_of(s)
        slot = key & (SLOTS - 1)
        first: i64 = NOWHERE
        if self.keys[slot] == key:
            packed: i64 = self.known[slot]
            kind: i64 = packed & 3
            first = (packed >> 2) & 63
            value: i64 = (packed >> 14) - FAR
            if (packed >> 8) & 63 >= depth and (
                kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
            ):
                return value
        low = alpha
        best: i64 = -FAR
        best_place: i64 = 0
        children = self.children(s, seat, sensible(s, s.actions(seat)), first)
        for index in range(len(children)):
            less: i64 = 1 if index >= LATE and depth >= 3 else 0
            child = children[index]
            value = self.after(child.duel, seat, depth - 1, alpha, beta, index > 0, less)
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_place = child.place
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        break
        bound: i64 = AT_LEAST if best >= beta else EXACT if best > low else AT_MOST
        self.keys[slot] = key
        self.known[slot] = (((best + FAR) << 6 | depth) << 6 | best_place) << 2 | bound
        return best

    def quiet(self, s: Duel, seat: i64) -> i64:
        """What a position is worth where the looking ahead ends, unless an attack decides it at once."""
        arms = self.arms
        if not s.over and arms is not None and arms.reach(s) and self.strikes(s, s.active, arms):
            return WON - s.turn if s.active == seat else s.turn - WON
        return worth(s, seat)

    def strikes(self, s: Duel, seat: i64, arms: Arms) -> bool:
        """Does the seat win in this very turn, by attacks alone?"""
        for action in sensible(s, s.actions(seat)):
            if not arms.serves(s, action):
                continue
            made = s.copy()
            made.act(seat, action)
            self.nodes += 1
            if made.over:
                if score(made, seat) > 0:
                    return True
            elif made.active == seat and self.strikes(made, seat, arms):
                return True
        return False

    def last_look(self, s: Duel, seat: i64, beta: i64) -> i64:
        """The best that one more move gives."""
        best: i64 = -FAR
        for action in sensible(s, s.actions(seat)):
            made = s.copy()
            made.act(seat, action)
            self.nodes += 1
            value = self.quiet(made, seat)
            if value > best:
                best = value
                if value >= beta:
                    break
        return best

    def children(self, s: Duel, seat: i64, actions: list[Action], first: i64) -> list[Child]:
        """The positions one move on: the one at place `first`, then the most promising."""
        found: list[Child] = []
        place: i64 = 0
        for action in actions:
            made = s.copy()
            made.act(seat, action)
            rank: i64 = worth(made, seat) if place != first else FAR
            child = Child(made, place, rank)
            at: i64 = len(found)
            found.append(child)
            while at > 0 and found[at - 1].rank < rank:
                found[at] = found[at - 1]
                at -= 1
            found[at] = child
            place += 1
        self.nodes += place
        return found

    def look_at_the_clock(self) -> None:
        self.next_look = self.nodes + OFTEN
        if (self.most > 0 and self.nodes >= self.most) or (
            self.seconds > 0.0 and thread_time() >= self.until
        ):
            self.stopped = True


def within(budget: Budget) -> AlphaBeta:
    """The player that looks as far ahead as a budget lets it; an iteration is a position. Who has a moment to
    think has also read how to open."""
    well_read = budget.seconds > 0.0 or budget.iterations >= WELL_READ
    return AlphaBeta(budget.seconds, budget.iterations, openings=OPENINGS if well_read else None)
