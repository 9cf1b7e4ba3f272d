"""The truth of one race: the maze, the decks, the runners, and the run in progress."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Domain
from innkeeper.engine.frame import State, Writer
from innkeeper.engine.outcome import Outcome
from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.book import (
    DECKS,
    ITEM_DECK,
    MAZE_DECK,
    SLOTS,
    Book,
    Grid,
    ItemCard,
    MonsterCard,
)

UNLIMITED: Final = -1  # a supply of map pieces that never ends
PAIR: Final = 1024  # a portal between cells a and b is a * PAIR + b

# What a runner does in a turn; -1 until the plan is made.
HEALING: Final = 0
EXPLORING: Final = 1

# Why a seat is out; -1 while it is in.
NO_HEALTH: Final = 0
RESIGNED: Final = 1

# What equal power means (`tie_rule`).
TRADE: Final = 0
KILL: Final = 1
REPEL: Final = 2

# What a visit to the shop was used for (`shop_choice: either`).
NOTHING_YET: Final = 0
BUYING: Final = 1
TRADING: Final = 2

MEDALS: Final = [(8, "gold"), (11, "silver"), (15, "bronze")]


@final
class Rules:
    """The house rules of this table, native."""

    def __init__(self, book: Book, options: dict[str, object], numbers: dict[str, int]) -> None:
        self.options: Final = options  # as views show them
        self.grid: Final[Grid] = book.grid(numbers["grid_size"])
        self.map_goal: i64 = numbers["map_goal"]
        self.start_hp: i64 = numbers["start_hp"]
        self.heal_per_pip: i64 = numbers["heal_per_pip"]
        self.shift_distance: i64 = numbers["shift_distance"]
        self.map_supply: i64 = numbers["map_supply"]
        self.round_limit: i64 = numbers["round_limit"]
        self.overheal: bool = numbers["overheal"] == 1
        self.wounds_stay: bool = numbers["wounds_stay"] == 1
        self.monsters_follow: bool = numbers["monsters_follow"] == 1
        self.portals_stay: bool = numbers["portals_stay"] == 1
        self.retreat_ends_turn: bool = numbers["retreat_ends_turn"] == 1
        self.finish_round: bool = numbers["finish_round"] == 1
        self.late_kit: bool = numbers["late_kit"] == 1
        self.tie_rule: i64 = ["trade", "kill", "repel"].index(str(options["tie_rule"]))
        self.buy_or_trade: bool = options["shop_choice"] == "either"
        self.last_wins: bool = options["last_standing"] == "wins"
        self.two_stages: bool = options["dice_stages"] == "two"
        self.five_sides: bool = options["encounter_die"] == "five"
        self.encounters: Final[list[i64]] = book.encounters[1 if self.five_sides else 0]


@final
class Monster:
    """A monster in the maze. A value: a wounded or moving monster is a new one in its place."""

    def __init__(self, card: MonsterCard, cell: i64, health: i64) -> None:
        self.card: Final = card
        self.cell: i64 = cell
        self.health: i64 = health


@final
class Runner:
    """What one player has (MR-2.1)."""

    def __init__(self, hp: i64, held: list[i64], pieces: i64, items: list[i64], out: i64) -> None:
        self.hp: i64 = hp
        self.held: list[i64] = held  # twine, chalk, oil
        self.pieces: i64 = pieces
        self.items: list[i64] = items  # in the order gained
        self.out: i64 = out  # why; -1: still in the game

    def copy(self) -> Runner:
        return Runner(self.hp, self.held[:], self.pieces, self.items[:], self.out)

    def standing(self) -> i64:
        """MR-15.5 as one number: map pieces, then health, then resources, then items."""
        resources: i64 = self.held[0] + self.held[1] + self.held[2]
        return (((((self.pieces << 20) + self.hp) << 20) + resources) << 8) + len(self.items)


@final
class Race(State):
    """The whole match. Nothing is hidden but the order of the decks."""

    def __init__(self, book: Book, rules: Rules, runners: list[Runner]) -> None:
        super().__init__("mazerunner", len(runners))
        self.book: Final = book
        self.rules: Final = rules
        self.grid: Final = rules.grid
        self.runners: Final = runners
        self.first: i64 = 0
        self.active: i64 = 0
        self.gone: list[i64] = []  # seats that left, in that order
        # The maze: per cell 0, or the number of its card + 1 times 16 plus the mask of its open sides.
        self.blocks: list[i64] = []
        self.order: list[i64] = []  # the revealed cells, oldest first
        self.monsters: list[Monster] = []
        self.portals: list[i64] = []  # pairs of cells, in order of opening
        self.decks: list[list[i64]] = []
        self.loose: i64 = 0  # mask of the decks whose order is still open, in a world that was dealt
        self.discards: list[list[i64]] = []
        self.slots: list[i64] = []  # the shop; -1: empty
        self.supply: i64 = UNLIMITED
        # The turn of the active runner.
        self.mode: i64 = -1
        self.pool: list[i64] = []  # how many attack, movement and resource dice
        self.dice: list[i64] = []  # what the pool shows, in its order
        self.rolls: i64 = 0
        self.bonus: list[i64] = []  # bonus dice in rolling order: kind * 32 + value
        self.fixed: bool = False  # power and yield stand
        self.power: i64 = 0
        self.find: list[i64] = []  # the yield: what a resource find is worth
        self.half_steps: i64 = 0
        self.strolls: i64 = 0
        self.trail: list[i64] = []  # places since the base; the last is where the runner is
        self.heading: i64 = 0  # the direction in which the present block was entered
        self.hunters: list[i64] = []  # cells of the hunting monsters, in the order first fled from
        self.chase: i64 = 0
        self.fight_bonus: i64 = 0
        self.shopped: i64 = NOTHING_YET

    def copy(self) -> Race:
        new = Race(self.book, self.rules, [runner.copy() for runner in self.runners])
        self.copy_base(new)
        new.first = self.first
        new.active = self.active
        new.gone = self.gone[:]
        new.blocks = self.blocks[:]
        new.order = self.order[:]
        new.monsters = self.monsters[:]
        new.portals = self.portals[:]
        new.decks = [deck[:] for deck in self.decks]
        new.loose = self.loose
        new.discards = [pile[:] for pile in self.discards]
        new.slots = self.slots[:]
        new.supply = self.supply
        new.mode = self.mode
        new.pool = self.pool[:]
        new.dice = self.dice[:]
        new.rolls = self.rolls
        new.bonus = self.bonus[:]
        new.fixed = self.fixed
        new.power = self.power
        new.find = self.find[:]
        new.half_steps = self.half_steps
        new.strolls = self.strolls
        new.trail = self.trail[:]
        new.heading = self.heading
        new.hunters = self.hunters[:]
        new.chase = self.chase
        new.fight_bonus = self.fight_bonus
        new.shopped = self.shopped
        return new

    def redeal(self, seat: i64) -> None:
        """Nobody knows the order of undrawn cards (MR-17.3): here it is settled by the first draw."""
        for cards in self.decks:
            cards.sort()  # what is dealt must not follow from how the cards truly lie
        self.loose = (1 << len(DECKS)) - 1

    def settle_order(self, deck: i64) -> None:
        """Shuffle a deck whose order is still open."""
        if (self.loose >> deck) & 1 == 1:
            self.loose &= ~(1 << deck)
            self.chance.shuffle(DECKS[deck], self.decks[deck], self.book.domains[deck])

    def pile(self, name: str) -> tuple[list[i64], Domain] | None:
        if name not in DECKS:
            return None
        deck = DECKS.index(name)
        self.settle_order(deck)
        return self.decks[deck], self.book.domains[deck]

    def playing(self, seat: i64) -> bool:
        return not self.over and self.runners[seat].out < 0

    # The run

    def runner(self) -> Runner:
        """The runner whose turn it is."""
        return self.runners[self.active]

    def here(self) -> i64:
        """The cell the runner stands on."""
        return self.trail[-1]

    def stopped(self) -> bool:
        """Did the game end for the runner, or for all?"""
        return self.over or self.runners[self.active].out >= 0

    def in_base(self) -> bool:
        return self.trail[-1] == self.grid.base

    def holds(self, item: i64) -> ItemCard:
        """An item card by its number."""
        return self.book.items[item]

    def monster_at(self, cell: i64) -> Monster | None:
        for monster in self.monsters:
            if monster.cell == cell:
                return monster
        return None

    def replace(self, old: Monster, new: Monster | None) -> None:
        """A monster changes, or is gone; a hunter that moves still hunts."""
        place = self.monsters.index(old)
        if new is None:
            self.monsters.pop(place)
            if old.cell in self.hunters:
                self.hunters.remove(old.cell)
        else:
            self.monsters[place] = new
            if new.cell != old.cell:
                self.hunters[self.hunters.index(old.cell)] = new.cell

    def come_home(self, to_shop: bool) -> None:
        """The movement step ends, and with it the hunt (MR-8.8, MR-11.10)."""
        self.trail = [self.grid.base]
        self.half_steps = 0
        self.strolls = 0
        self.hunters = []
        self.chase = 0
        self.fight_bonus = 0
        self.stack = self.stack[: 2 if to_shop else 1]

    # Decks (MR-17)

    def draw(self, deck: i64) -> i64:
        """The top card of a deck, renewed from its discard pile if need be; -1 if there is none."""
        self.settle_order(deck)
        cards = self.decks[deck]
        if len(cards) == 0:
            cards = self.discards[deck]
            if len(cards) == 0:
                return -1
            self.decks[deck] = cards
            self.discards[deck] = []
            self.chance.shuffle(DECKS[deck], cards, self.book.domains[deck])
            if self.log is not None:
                self.tell_data(events.DECK_RENEWED, self.active, {"deck": DECKS[deck], "size": len(cards)})
        self.disclosed += 1
        return cards.pop()

    def draw_block(self) -> i64:
        """The top card of the maze deck, which is renewed as a complete set (MR-3.10)."""
        self.settle_order(MAZE_DECK)
        if len(self.decks[MAZE_DECK]) == 0:
            self.renew_maze()
            if self.log is not None:
                size = len(self.decks[MAZE_DECK])
                self.tell_data(events.MAZE_RENEWED, self.active, {"deck": "maze", "size": size})
        self.disclosed += 1
        return self.decks[MAZE_DECK].pop()

    def renew_maze(self) -> None:
        cards: list[i64] = list(range(len(self.book.blocks)))
        self.chance.shuffle("maze", cards, self.book.domains[MAZE_DECK])
        self.decks[MAZE_DECK] = cards

    # Ends (MR-15)

    def check_goal(self) -> None:
        """MR-1.2: whoever has the whole map is out of the maze, at once."""
        if self.runner().pieces >= self.rules.map_goal and not self.rules.finish_round:
            self.finish((self.active,), False, "map", "MR-1.2")

    def leave(self, seat: i64) -> None:
        """MR-15.7: a seat resigns."""
        self.drop_out(seat, RESIGNED)

    def drop_out(self, seat: i64, reason: i64) -> None:
        """MR-15.1: a runner leaves the game; if it was their turn, the turn ends there."""
        runner = self.runners[seat]
        runner.out = reason
        self.gone.append(seat)
        self.discards[ITEM_DECK] += runner.items
        runner.items = []
        runner.held = [0, 0, 0]
        if self.supply != UNLIMITED:
            self.supply += runner.pieces
        runner.pieces = 0
        self.tell(events.LEFT_GAME, seat, reason)
        left = [other for other in range(self.seats) if self.runners[other].out < 0]
        if len(left) == 0:
            self.finish((), self.seats > 1, "all-out", "MR-15.6")
        elif len(left) == 1 and self.seats > 1 and self.rules.last_wins:
            self.finish((left[0],), False, "last-standing", "MR-15.2")
        elif seat == self.active:
            self.stack = self.stack[:1]

    def end_round(self) -> None:
        """MR-15.3, MR-15.4: what the end of a round may mean."""
        reached = False
        for runner in self.runners:
            if runner.out < 0 and runner.pieces >= self.rules.map_goal:
                reached = True
        if reached:
            self.compare("map", "MR-15.3", True)
        elif self.round >= self.rules.round_limit:
            if self.seats == 1:
                self.finish((), False, "round-limit", "MR-15.4")
            else:
                self.compare("round-limit", "MR-15.4", False)

    def compare(self, reason: str, clause: str, reached: bool) -> None:
        """MR-15.5: the best of those still in the game win; if all are equal without a map, nobody."""
        best: i64 = -1
        left: i64 = 0
        for runner in self.runners:
            if runner.out < 0:
                left += 1
                best = max(best, runner.standing())
        winners: list[int] = []
        for seat, runner in enumerate(self.runners):
            if runner.out < 0 and runner.standing() == best:
                winners.append(seat)
        if not reached and len(winners) == left and left > 1:
            self.finish((), True, reason, clause)
        else:
            self.finish(tuple(winners), False, reason, clause)

    def finish(self, winners: tuple[int, ...], draw: bool, reason: str, clause: str) -> None:
        """The race is over: places and, alone, a medal (MR-15.8, MR-16.2)."""
        medal: object = None
        if self.seats == 1 and len(winners) == 1:
            medal = medal_of(self.round)
        outcome = Outcome(winners, draw, self.places(winners), reason, clause, {"medal": medal})
        self.end(outcome)
        if self.log is not None:
            self.tell_data(events.GAME_OVER[clause], -1, outcome.json())

    def places(self, winners: tuple[int, ...]) -> tuple[int, ...]:
        """MR-15.8: winners first, then those still in the game, then those who left, the later the better."""
        if self.seats == 1:
            return (1,) if len(winners) == 1 else (2,)
        worth: list[i64] = []
        for seat, runner in enumerate(self.runners):
            if seat in winners:
                worth.append(1 << 60)
            elif runner.out < 0:
                worth.append(runner.standing())
            elif len(self.gone) == self.seats:
                worth.append(0)
            else:
                worth.append(self.gone.index(seat) - self.seats)
        return tuple([1 + len([other for other in worth if other > mine]) for mine in worth])

    # The position

    def write(self, w: Writer) -> None:
        w.put(self.first)
        w.put(self.active)
        w.cards(self.gone)
        for runner in self.runners:
            w.put(runner.hp)
            w.cards(runner.held)
            w.put(runner.pieces)
            w.cards(runner.items)
            w.put(runner.out)
        w.cards(self.blocks)
        w.cards(self.order)
        w.put(len(self.monsters))
        for monster in self.monsters:
            w.put(monster.card.number)
            w.put(monster.cell)
            w.put(monster.health)
        w.cards(self.portals)
        for deck in self.decks:
            w.cards(deck)
        if self.loose != 0:
            w.put(-self.loose)
        for pile in self.discards:
            w.cards(pile)
        w.cards(self.slots)
        w.put(self.supply)
        w.put(self.mode)
        w.cards(self.pool)
        w.cards(self.dice)
        w.put(self.rolls)
        w.cards(self.bonus)
        w.flag(self.fixed)
        w.put(self.power)
        w.cards(self.find)
        w.put(self.half_steps)
        w.put(self.strolls)
        w.cards(self.trail)
        w.put(self.heading)
        w.cards(self.hunters)
        w.put(self.chase)
        w.put(self.fight_bonus)
        w.put(self.shopped)


def medal_of(round: i64) -> str:
    """MR-16.2: what a win alone earns, by its round."""
    for last, medal in MEDALS:
        if round <= last:
            return medal
    return "out"


def new_race(book: Book, rules: Rules, seats: i64) -> Race:
    """MR-2.1: everybody healthy, empty-handed and in the base; nothing is shuffled yet."""
    runners = [Runner(rules.start_hp, [0, 0, 0], 0, [], -1) for _ in range(seats)]
    s = Race(book, rules, runners)
    s.blocks = [0] * rules.grid.cells
    s.discards = [[], [], [], [], []]
    s.slots = [-1] * SLOTS
    s.supply = rules.map_supply if rules.map_supply > 0 else UNLIMITED
    s.trail = [rules.grid.base]
    s.pool = [0, 0, 0]
    s.find = [0, 0, 0]
    return s
