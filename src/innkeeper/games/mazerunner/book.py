"""The book of Mazerunner: dice, blocks and cards made native, and the actions they offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action, Domain, Verbs
from innkeeper.games.mazerunner.events import KINDS

if TYPE_CHECKING:
    from innkeeper.games.mazerunner.effects import Effect

# Sides of a block and directions of a runner, clockwise.
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
SIDES: Final = Domain("side", ["north", "east", "south", "west"], ["North", "East", "South", "West"])

# Resources, always in this order.
TWINE: Final = 0
CHALK: Final = 1
OIL: Final = 2

# Kinds of dice, in the order of the pool (MR-6.1).
ATTACK: Final = 0
MOVE: Final = 1
RESOURCE: Final = 2
ANY: Final = 3  # of an item: attack, movement or resource as the runner picks
DICE: Final = Domain("die", ["attack", "move", "resource", "any"])

# What the encounter die can show.
MEET_MONSTER: Final = 0
FIND_RESOURCE: Final = 1
FIND_ITEM: Final = 2
TAKE_CHANCE: Final = 3
MEET_NOTHING: Final = 4

# The five decks, in the order of their shuffling (MR-2.3).
MAZE_DECK: Final = 0
MONSTER_DECK: Final = 1
ITEM_DECK: Final = 2
CHANCE_DECK: Final = 3
RESOURCE_DECK: Final = 4
DECKS: Final = ["maze", "monster", "item", "chance", "resource"]

MOST_DICE: Final = 6  # four base dice and two of items (MR-5.2)
LARGEST_GRID: Final = 21
SLOTS: Final = 3  # of the shop


@final
class Face:
    """One face of a pool die: what it is worth, and the die it adds (-1: none)."""

    def __init__(self, id: str, power: i64, steps: i64, gives: list[i64], bonus: i64, counts: i64) -> None:
        self.id: Final = id
        self.power: i64 = power
        self.steps: i64 = steps
        self.gives: Final = gives
        self.bonus: i64 = bonus
        self.counts: i64 = counts  # the kind of face it is when the dice come in two stages (MR-6.11)


@final
class Die:
    """A kind of pool die."""

    def __init__(self, id: str, faces: list[Face]) -> None:
        self.id: Final = id
        self.faces: Final = faces
        self.sides: i64 = len(faces)


@final
class BlockCard:
    """A card of the maze deck."""

    def __init__(self, id: str, name: str, left: bool, ahead: bool, right: bool) -> None:
        self.id: Final = id
        self.name: Final = name
        # Its open sides as a mask, by the direction in which the runner walks in (MR-3.4).
        self.open: Final[list[i64]] = []
        for heading in range(4):
            sides = 1 << ((heading + 2) & 3)
            if left:
                sides |= 1 << ((heading + 3) & 3)
            if ahead:
                sides |= 1 << heading
            if right:
                sides |= 1 << ((heading + 1) & 3)
            self.open.append(sides)


@final
class MonsterCard:
    """A card of the monster deck."""

    def __init__(self, number: i64, id: str, name: str, health: i64, damage: i64) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.health: i64 = health
        self.damage: i64 = damage
        self.loot: list[Effect] = []


@final
class ItemCard:
    """A card of the item modifier deck: its price, and what it does as numbers (0: not that)."""

    def __init__(self, number: i64, id: str, name: str, price: list[i64]) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.price: Final = price
        self.dice: Final[list[i64]] = [0, 0, 0, 0]  # by kind, ANY last
        self.power: i64 = 0
        self.steps: i64 = 0
        self.strolls: i64 = 0
        self.yields: Final[list[i64]] = [0, 0, 0]
        self.guard: i64 = 0
        self.mend: i64 = 0
        self.haggle: bool = False
        self.potion: i64 = 0
        self.dash: i64 = 0
        self.warp: bool = False
        self.strike: i64 = 0
        self.vanish: bool = False
        self.chart: i64 = 0

    @property
    def fights(self) -> bool:
        """May it be used in a fight?"""
        return self.strike > 0 or self.vanish


@final
class ChanceCard:
    """A card of the chance deck."""

    def __init__(self, number: i64, id: str, name: str) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.effects: list[Effect] = []


@final
class ResourceCard:
    """A card of the resource deck."""

    def __init__(self, number: i64, id: str, name: str, gives: list[i64]) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.gives: Final = gives


@final
class Actions:
    """Every verb of the game, and lists of ready actions."""

    def __init__(self, verbs: Verbs, items: Domain) -> None:
        masks: list[str] = []
        for mask in range(1 << MOST_DICE):
            kept = [str(die) for die in range(MOST_DICE) if (mask >> die) & 1 == 1]
            masks.append("dice " + ", ".join(kept) if len(kept) > 0 else "nothing")
        numbers = [str(mask) for mask in range(1 << MOST_DICE)]
        held = Domain("mask", numbers, masks)
        count = Domain("count", numbers=MOST_DICE)
        x = Domain("x", numbers=LARGEST_GRID)
        y = Domain("y", numbers=LARGEST_GRID)
        self.heal: Final = verbs.add("heal", "MR-4.2", "Stay in the base and heal").at()
        self.explore: Final = verbs.add("explore", "MR-4.2", "Explore the maze").at()
        self.use: Final = verbs.add("use", "MR-13.3", "Use {0}", [items])
        self.pick: Final = verbs.add(
            "pick", "MR-5.4", "Take {0} attack, {1} movement and {2} resource dice", [count, count, count]
        )
        self.keep: Final = verbs.add("keep", "MR-6.3", "Keep {0}", [held])
        self.enter: Final = verbs.add("enter", "MR-8.1", "Leave by the door: {0}", [SIDES])
        self.move: Final = verbs.add("move", "MR-8.1", "Walk to ({0}, {1})", [x, y])
        self.home: Final = verbs.add("return", "MR-8.5", "Return to the base").at()
        self.fight: Final = verbs.add("fight", "MR-10.2", "Fight").at()
        self.base: Final = verbs.add("base", "MR-11.1", "Retreat to the base").at()
        self.fallback: Final = verbs.add("fallback", "MR-11.1", "Fall back to where you came from").at()
        self.jump: Final = verbs.add("jump", "MR-12.7", "Step out at ({0}, {1})", [x, y])
        self.buy: Final = verbs.add("buy", "MR-14.2", "Buy {0}", [items])
        self.trade: Final = verbs.add("trade", "MR-14.3", "Trade {0} for {1}", [KINDS, KINDS])
        self.done: Final = verbs.add("done", "MR-14.1", "Leave the shop").at()
        self.keeps: Final[list[list[Action]]] = []  # by the number of dice in the pool
        for dice in range(MOST_DICE + 1):
            self.keeps.append([self.keep.at1(mask) for mask in range(1 << dice)])
        self.doors: Final[list[Action]] = [self.enter.at1(side) for side in range(4)]
        self.retreats: Final[list[Action]] = [self.base, self.fallback]


@final
class Grid:
    """The geometry of a maze of one size (MR-3.1, MR-3.2). A cell is x * size + y: ascending by x, then y."""

    def __init__(self, size: i64, actions: Actions) -> None:
        self.size: i64 = size
        self.cells: i64 = size * size
        middle = (size - 1) // 2
        self.base: i64 = middle * size + middle
        self.near: Final[list[i64]] = []  # cell * 4 + side: the neighbour there, -1 beyond the edge
        self.moves: Final[list[Action]] = []
        self.jumps: Final[list[Action]] = []
        for x in range(size):
            for y in range(size):
                self.near.append(x * size + y - 1 if y > 0 else -1)
                self.near.append((x + 1) * size + y if x < size - 1 else -1)
                self.near.append(x * size + y + 1 if y < size - 1 else -1)
                self.near.append((x - 1) * size + y if x > 0 else -1)
                self.moves.append(actions.move.at2(x, y))
                self.jumps.append(actions.jump.at2(x, y))
        self.doors: Final[list[i64]] = [self.near[self.base * 4 + side] for side in range(4)]
        self.homeward: Final[list[i64]] = [0] * self.cells  # the side toward the base, as a mask (MR-3.6)
        for side in range(4):
            self.homeward[self.doors[side]] = 1 << ((side + 2) & 3)

    def place(self, cell: i64) -> list[int]:
        """A cell as views and events show it."""
        return [cell // self.size, cell % self.size]

    def spoken(self, cell: i64) -> str:
        """A cell as people say it: how far from the base, by directions."""
        east: i64 = cell // self.size - self.base // self.size
        south: i64 = cell % self.size - self.base % self.size
        ways: list[str] = []
        if south != 0:
            ways.append(f"{south} south" if south > 0 else f"{-south} north")
        if east != 0:
            ways.append(f"{east} east" if east > 0 else f"{-east} west")
        return " and ".join(ways) + " of the base" if len(ways) > 0 else "the base"

    def way(self, cell: i64, to: i64) -> str:
        """In which direction one goes from a block to the next."""
        for side in range(4):
            if self.near[cell * 4 + side] == to:
                return SIDES.ids[side]
        return "through a portal"

    def mirror(self, cell: i64) -> i64:
        """MR-12.5: the cell opposite through the centre."""
        return self.cells - 1 - cell

    def leap(self, cell: i64, heading: i64, cells: i64) -> i64:
        """MR-12.6: so many cells on, at most to the edge, never into the base."""
        there = cell
        for _ in range(cells):
            further = self.near[there * 4 + heading]
            if further < 0:
                return there
            there = further
        if there == self.base:
            there = self.near[there * 4 + heading]
        return there


@final
class Book:
    """All dice, cards and actions of one content."""

    def __init__(
        self,
        dice: list[Die],
        encounters: list[list[i64]],
        blocks: list[BlockCard],
        monsters: list[MonsterCard],
        items: list[ItemCard],
        chances: list[ChanceCard],
        resources: list[ResourceCard],
        verbs: Verbs,
    ) -> None:
        self.dice: Final = dice  # by kind
        self.encounters: Final = encounters  # the twelve-sided, the five-sided
        self.blocks: Final = blocks
        self.monsters: Final = monsters
        self.items: Final = items
        self.chances: Final = chances
        self.resources: Final = resources
        self.verbs: Final = verbs
        self.domains: Final = [
            Domain("maze", [block.id for block in blocks]),
            Domain("monster", [card.id for card in monsters], [card.name for card in monsters]),
            Domain("item", [card.id for card in items], [card.name for card in items]),
            Domain("chance", [card.id for card in chances], [card.name for card in chances]),
            Domain("resource", [card.id for card in resources], [card.name for card in resources]),
        ]
        self.actions: Final = Actions(verbs, self.domains[ITEM_DECK])
        self.grids: Final[list[Grid | None]] = [None] * (LARGEST_GRID + 1)

    def grid(self, size: i64) -> Grid:
        """The geometry for a grid size, made once."""
        known = self.grids[size]
        if known is None:
            known = Grid(size, self.actions)
            self.grids[size] = known
        return known
