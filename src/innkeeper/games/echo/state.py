"""The truth of one game of Echo: two rulers, what they hold, and what nobody has seen."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.events import TIMED_OUT_SEALED
from innkeeper.engine.frame import State, Writer
from innkeeper.engine.outcome import Outcome
from innkeeper.games.echo import events
from innkeeper.games.echo.battle import FLOOR_FIELD, FLOOR_NONE, FLOOR_TOTAL, NOBODY, Clash, Verdict
from innkeeper.games.echo.book import Book
from innkeeper.games.echo.cards import count, first, members, nth

NONE: Final = -1  # no card

# The decisions of the game by the phase in which they are asked.
DECISIONS: Final[dict[str, str]] = {"main": "main", "sabotage": "name", "seer": "return"}


@final
class Rules:
    """The house rules of this table, native."""

    def __init__(self, options: dict[str, object]) -> None:
        self.options: Final = options  # as views show them
        self.living: bool = options["guess_pool"] == "living"
        self.late: bool = options["guess_reveal"] == "late"
        floor = options["value_floor"]
        self.floor: i64 = FLOOR_TOTAL if floor == "total" else FLOOR_FIELD if floor == "field" else FLOOR_NONE
        self.last_win: bool = options["tiebreak"] == "last-win"


@final
class Ruler:
    """One seat. Hands, edicts and statuses are masks of card numbers."""

    def __init__(self, hand: i64, edicts: i64) -> None:
        self.hand: i64 = hand  # as it stood at the start of the turn
        self.edicts: i64 = edicts  # held at the start of the turn
        self.statuses: i64 = 0
        self.score: i64 = 0
        self.committed: i64 = 0  # creatures face down, or the one that was shown
        self.edict: i64 = NONE  # played and revealed this turn
        self.name: i64 = NONE  # written down this turn
        self.creature: i64 = NONE  # the fighter, once it is revealed
        self.named: i64 = 0  # all names this seat was ever seen to write, as a mask

    def copy(self) -> Ruler:
        new = Ruler(self.hand, self.edicts)
        new.statuses = self.statuses
        new.score = self.score
        new.committed = self.committed
        new.edict = self.edict
        new.name = self.name
        new.creature = self.creature
        new.named = self.named
        return new


@final
class Finished:
    """A turn that is over: a line of the history. Never changed."""

    def __init__(self, turn: i64, name0: i64, name1: i64, clash: Clash, verdict: Verdict) -> None:
        self.turn: i64 = turn
        self.name0: i64 = name0
        self.name1: i64 = name1
        self.clash: Final = clash
        self.verdict: Final = verdict

    def write(self, w: Writer) -> None:
        w.put(self.clash.field.number)
        for seat in range(2):
            side = self.clash.side(seat)
            w.put(side.creature)
            w.put(side.edict)
            w.flag(side.hit)
            w.flag(side.roused)
        w.put(self.name0)
        w.put(self.name1)
        w.put(self.verdict.winner)
        w.put(self.verdict.strength0)
        w.put(self.verdict.strength1)
        w.put(self.verdict.points0)
        w.put(self.verdict.points1)


@final
class Echo(State):
    """Everything about one game."""

    def __init__(
        self, book: Book, rules: Rules, fields: list[i64], overseer: i64, rulers: list[Ruler]
    ) -> None:
        super().__init__("echo", 2)
        self.book: Final = book
        self.rules: Final = rules
        self.fields: Final = fields  # in battle order; never changed
        self.overseer: i64 = overseer
        self.rulers: Final = rulers
        self.graveyard: i64 = 0
        self.names_shown: bool = False  # this turn's names are public
        self.history: list[Finished] = []

    def copy(self) -> Echo:
        rulers = self.rulers
        new = Echo(self.book, self.rules, self.fields, self.overseer, [rulers[0].copy(), rulers[1].copy()])
        self.copy_base(new)
        new.graveyard = self.graveyard
        new.names_shown = self.names_shown
        new.history = self.history[:]
        return new

    def field(self) -> i64:
        """The current battlefield (EC-2.1)."""
        return self.fields[self.turn - 1]

    def sees(self, seat: i64) -> bool:
        """Does the seat commit two creatures this turn (EC-3.3)?"""
        return self.rulers[seat].statuses & self.book.seeing != 0

    def nameable(self, seat: i64) -> i64:
        """EC-4.2: the creatures that a seat may name, as a mask."""
        pool: i64 = self.book.every_creature & ~self.graveyard
        return pool if self.rules.living else pool & ~self.rulers[seat].hand

    # What a seat knows (section "What you know" of the rulebook)

    def unseen(self, seat: i64) -> i64:
        """The opponent's hidden creatures and the overseer, as a mask."""
        theirs = self.rulers[1 - seat].creature
        pool: i64 = self.book.every_creature & ~self.graveyard & ~self.rulers[seat].hand
        return pool if theirs == NONE else pool & ~(1 << theirs)

    def overseers(self, seat: i64) -> i64:
        """The creatures that may be the overseer as far as the seat can tell, as a mask."""
        pool = self.unseen(seat)
        if not self.rules.living:
            exposed: i64 = pool & self.rulers[1 - seat].named
            if exposed != 0:
                return exposed
        return pool

    def redeal(self, seat: i64) -> None:
        """Deal again what a seat has not seen: the overseer, hands, what lies face down."""
        if self.over:
            return
        if seat < 0:
            self.redeal_all()
            self.redraw_choices(0)
            self.redraw_choices(1)
            return
        candidates = self.overseers(seat)
        self.overseer = nth(candidates, self.chance.below(count(candidates)))
        opponent = self.rulers[1 - seat]
        opponent.hand = self.unseen(seat) & ~(1 << self.overseer)
        if opponent.creature != NONE:
            opponent.hand |= 1 << opponent.creature
        self.redraw_choices(1 - seat)

    def redeal_all(self) -> None:
        """A spectator knows only what has been shown. Every deal that fits the names is equally likely."""
        one, two = self.rulers[0], self.rulers[1]
        shown0: i64 = 0 if one.creature == NONE else 1 << one.creature
        shown1: i64 = 0 if two.creature == NONE else 1 << two.creature
        pool: i64 = self.book.every_creature & ~self.graveyard & ~shown0 & ~shown1
        room0: i64 = count(one.hand & ~shown0)
        barred0: i64 = 0 if self.rules.living else one.named & pool  # not in that hand
        barred1: i64 = 0 if self.rules.living else two.named & pool
        both: i64 = barred0 & barred1
        candidates = both if both != 0 else pool
        deals: i64 = 0
        for overseer in members(candidates):
            deals += self.deals(pool, overseer, room0, barred0, barred1)
        chosen: i64 = self.chance.below(deals)
        for overseer in members(candidates):
            chosen -= self.deals(pool, overseer, room0, barred0, barred1)
            if chosen < 0:
                self.overseer = overseer
                break
        rest: i64 = pool & ~(1 << self.overseer)
        hand0: i64 = rest & barred1
        free: i64 = rest & ~barred0 & ~barred1
        hand0 |= self.some(free, room0 - count(hand0))
        one.hand = hand0 | shown0
        two.hand = (rest & ~hand0) | shown1

    def deals(self, pool: i64, overseer: i64, room0: i64, barred0: i64, barred1: i64) -> i64:
        """In how many ways the other hidden creatures can lie in two hands."""
        rest: i64 = pool & ~(1 << overseer)
        free: i64 = count(rest & ~barred0 & ~barred1)
        return ways(free, room0 - count(rest & barred1))

    def some(self, pool: i64, wanted: i64) -> i64:
        """So many cards of a mask, at random."""
        found: i64 = 0
        while wanted > 0:
            card: i64 = 1 << nth(pool, self.chance.below(count(pool)))
            found |= card
            pool &= ~card
            wanted -= 1
        return found

    def redraw_choices(self, seat: i64) -> None:
        """Draw again what a seat has face down: its creatures and a name that is still held back."""
        ruler = self.rulers[seat]
        if ruler.committed != 0 and ruler.creature == NONE:
            ruler.committed = self.some(ruler.hand, count(ruler.committed))
        if ruler.name != NONE and not self.names_shown:
            ruler.name = first(self.some(self.nameable(seat), 1))

    # Ends (EC-11)

    def win(self, seat: i64, reason: str, clause: str) -> None:
        self.finish((seat,), False, (1, 2) if seat == 0 else (2, 1), reason, clause)

    def draw(self) -> None:
        self.finish((), True, (1, 1), "points", "EC-11.3")

    def finish(
        self, winners: tuple[int, ...], draw: bool, places: tuple[int, ...], reason: str, clause: str
    ) -> None:
        """EC-11.4: the end, with all cards on the table."""
        self.disclosed += 1
        scores: list[int] = [self.rulers[0].score, self.rulers[1].score]
        outcome = Outcome(winners, draw, places, reason, clause, {"scores": scores})
        self.end(outcome)
        if self.log is not None:
            told = outcome.json()
            told["hands"] = [self.book.creature_ids(ruler.hand) for ruler in self.rulers]
            told["overseer"] = self.book.creature_id(self.overseer)
            self.tell_data(events.GAME_OVER[clause], NOBODY, told)

    def leave(self, seat: i64) -> None:
        """EC-11.5: the other seat wins at once; what lay face down is in hand again."""
        self.tell(events.RESIGNED, seat)
        for ruler in self.rulers:
            ruler.committed = 0
            if not self.names_shown:
                ruler.name = NONE
        self.win(1 - seat, "resign", "EC-11.5")

    def tell_timed_out(self, seat: i64, decision: str, action: str, secret: bool) -> None:
        """Whatever the clock answers here stays hidden from the others for now."""
        self.tell_data(TIMED_OUT_SEALED, seat, {"decision": DECISIONS[decision], "action": action})

    def write(self, w: Writer) -> None:
        w.cards(self.fields)
        w.put(self.overseer)
        w.put(self.graveyard)
        w.flag(self.names_shown)
        for ruler in self.rulers:
            w.put(ruler.hand)
            w.put(ruler.edicts)
            w.put(ruler.statuses)
            w.put(ruler.score)
            w.put(ruler.committed)
            w.put(ruler.edict)
            w.put(ruler.name)
            w.put(ruler.creature)
            w.put(ruler.named)
        w.put(len(self.history))
        for finished in self.history:
            finished.write(w)


def ways(n: i64, k: i64) -> i64:
    """How many ways there are to choose k of n."""
    if k < 0 or k > n:
        return 0
    total: i64 = 1
    for i in range(k):
        total = total * (n - i) // (i + 1)
    return total
