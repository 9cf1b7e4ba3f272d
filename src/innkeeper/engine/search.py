"""Information-set tree search: thinking in all worlds at once that a seat could be in.

Every iteration deals a world anew and walks down: at each decision the seat that is asked picks from the
table of what *it* sees there, for itself alone (max^n). Seats that answer one sealed question do not see
each other's answers, so each picks from its own table; dice and shuffles fall as they fall and are seen
or not. Where sealed answers are to be mixed, they are drawn by regret matching. At a situation without a
table the walk ends: a table is made, a policy plays on for so many decisions, and what the game makes of
the position is learned by every table on the way.
"""

from __future__ import annotations

import gc
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import WORD, Chance, FastChance
from innkeeper.engine.frame import State
from innkeeper.engine.improve import Improver
from innkeeper.engine.playout import Policy
from innkeeper.engine.strategy import STILL, Budget, Settings, Strategy, mix, reopen, roll_on
from innkeeper.engine.tree import Memory, Table

DEEPEST: Final = 400  # decisions of one walk
OFTEN: Final = 63  # iterations between two looks whether the search may stop


@final
class Thought:
    """One answer as a search sees it: its share of the tries, and the chance to win that it found."""

    def __init__(self, action: Action, share: float, value: float) -> None:
        self.action: Final = action
        self.share: float = share
        self.value: float = value


@final
class Searcher(Policy):
    """A player that searches. It remembers from move to move: one for each seat of each match."""

    remembers = True

    def __init__(self, strategy: Strategy, budget: Budget, settings: Settings | None = None) -> None:
        self.strategy: Final = strategy
        self.budget: Final = budget
        self.settings: Final = strategy.settings() if settings is None else settings
        self.policy: Final = strategy.policy()
        self.rival: Final = strategy.rival()
        self.memory: Memory = Memory(self.settings.room)
        self.luck: Final = FastChance(0)
        self.seat: i64 = -1
        self.turn: i64 = 0
        self.root: Table | None = None
        # The walk of one iteration.
        self.tables: Final[list[Table]] = []
        self.places: Final[list[i64]] = []
        self.owners: Final[list[i64]] = []

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        self.root = None
        kept = legal if len(legal) == 1 else self.strategy.prune(s, seat, legal)
        if len(kept) == 1:
            return kept[0]
        table = self.think(s, seat, chance)
        if not self.settings.mixes or not s.asking.secret():
            return table.actions[table.favourite()]
        left = float(chance.word()) / float(WORD)
        for place in range(len(table.actions)):
            left -= table.share(place)
            if left < 0.0:
                return table.actions[place]
        return table.actions[table.favourite()]

    def volunteer(self, s: State, seat: i64, chance: Chance) -> Action | None:
        """What the policy would do of its own accord, unless it turns out to be worse than nothing."""
        offered = self.policy.volunteer(s, seat, chance)
        if offered is None:
            return None
        judge = Improver(self.strategy, self.budget)
        return offered if judge.is_worth(s, seat, offered, chance) else None

    def size(self) -> i64:
        return len(self.memory.tables)

    def think(self, s: State, seat: i64, chance: Chance) -> Table:
        """Spend the budget on a question of `seat`; the table of its answers."""
        if seat != self.seat or s.turn < self.turn:
            self.memory = Memory(self.settings.room)  # what others were found to do is theirs to know
            self.seat = seat
        self.turn = s.turn
        memory = self.memory
        memory.begin()
        luck = self.luck
        luck.begin_anew((chance.word() & 0x7FFFFFFF) << 32 | chance.word())
        here = s.determinize(seat, STILL)
        reopen(here, seat)
        root = self.table_of(here, seat, luck)
        self.root = root
        self.budget.begin()
        collects = gc.isenabled()
        gc.disable()  # tables refer to nothing in a circle, and going through all of them costs a fifth
        try:
            self.walk(here, seat, root)
        finally:
            if collects:
                gc.enable()
        return root

    def walk(self, here: State, seat: i64, root: Table) -> None:
        """Iteration after iteration, until the budget is spent or nothing can change the answer any more."""
        worlds = self.strategy.worlds(here, seat)
        several: i64 = len(worlds)
        budget = self.budget
        while budget.spend():
            if several > 0:
                world = worlds[budget.spent % several].copy()
                world.chance = self.luck
            else:
                world = here.determinize(seat, self.luck)
            self.iterate(world)
            if budget.spent & OFTEN == 0 and len(root.meant) == 0 and root.lead() > budget.left():
                break

    def table_of(self, s: State, seat: i64, chance: Chance) -> Table:
        """The table of what a seat sees, made if need be."""
        legal = s.actions(seat)
        key = self.key_of(s, seat, legal)
        found = self.memory.find(key)
        return self.new_table(key, s, seat, legal, chance) if found is None else found

    def new_table(self, key: i64, s: State, seat: i64, legal: list[Action], chance: Chance) -> Table:
        """A table for what nobody has thought about yet, with what the strategy says at first sight."""
        kept = self.strategy.prune(s, seat, legal)
        trust = self.settings.trust
        priors: list[float] = []
        if trust > 0.0 and len(kept) > 1:
            even = (1.0 - trust) / float(len(kept))
            for weight in self.strategy.weights(s, seat, kept, self.policy, chance):
                priors.append(even + trust * weight)
        return self.memory.add(key, kept, priors)

    def key_of(self, s: State, seat: i64, legal: list[Action]) -> i64:
        """What the seat sees, and what it is asked."""
        key = mix(mix(self.strategy.key(s, seat), seat), len(legal))
        for action in legal:
            key = mix(key, action.code)
        return key

    def iterate(self, s: State) -> None:
        """One walk from the question to a value, in a world of its own."""
        settings = self.settings
        strategy = self.strategy
        memory = self.memory
        luck = self.luck
        tables = self.tables
        places = self.places
        owners = self.owners
        tables.clear()
        places.clear()
        owners.clear()
        steps: i64 = 0
        while not s.over and steps < DEEPEST:
            steps += 1
            seat = s.decider()
            legal = s.actions(seat)
            if len(legal) == 1:
                s.act(seat, legal[0])
                continue
            key = self.key_of(s, seat, legal)
            table = memory.find(key)
            fresh = table is None
            if table is None:
                if memory.full():
                    break
                if settings.model and seat != self.seat:
                    table = memory.add(key, [self.rival.choose(s, seat, legal, luck)], [])
                else:
                    table = self.new_table(key, s, seat, legal, luck)
            if len(table.actions) == 1:
                s.act(seat, table.actions[0])
                continue
            if fresh:
                break
            secret = settings.mixes and s.asking.secret()
            place = table.draw(luck) if secret else table.pick(settings.explore)
            tables.append(table)
            places.append(place)
            owners.append(seat)
            s.act(seat, table.actions[place])
        if settings.depth > 0:
            roll_on(s, self.policy, luck, settings.depth)
        values = strategy.values(s)
        for step in range(len(tables)):
            tables[step].learn(places[step], values[owners[step]])

    def thoughts(self) -> list[Thought]:
        """How the answers of the last question compare, the favourite first; none if there was no choice."""
        table = self.root
        if table is None:
            return []
        order = [table.favourite()]
        for place in sorted(range(len(table.actions)), key=table.visits.__getitem__, reverse=True):
            if place != order[0]:
                order.append(place)
        return [Thought(table.actions[place], table.share(place), table.mean(place)) for place in order]
