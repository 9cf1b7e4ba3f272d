"""The view of Mazerunner as a declaration."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from innkeeper.engine.shapes import (
    Cell,
    Count,
    Ordinal,
    Result,
    Rules,
    Seat,
    TableView,
    along,
    amount,
    card,
    die,
    thing,
    word,
)

Amount = Annotated[int, amount()]
X = Annotated[int, along("x")]
Y = Annotated[int, along("y")]
Side = Annotated[str, word("side")]
MazeCard = Annotated[str, card("maze")]
MonsterCard = Annotated[str, card("monster")]
Item = Annotated[str, card("item")]
ChanceCard = Annotated[str, card("chance")]
ResourceCard = Annotated[str, card("resource")]
DieKind = Annotated[str, word("die")]
Face = Annotated[str, word("face")]


class Bundle(TypedDict):
    """Resources of the three kinds."""

    twine: Amount
    chalk: Amount
    oil: Amount


class Runner(TypedDict):
    """One seat."""

    seat: Seat
    hp: Annotated[int, amount("max_hp")]
    max_hp: int
    resources: Bundle
    map_pieces: Amount
    items: list[Item]
    alive: bool
    out_reason: Annotated[str, word("reason")] | None


class Block(TypedDict):
    """A block of the maze that has been seen."""

    x: X
    y: Y
    card: MazeCard
    open: list[Side]


class Monster(TypedDict):
    """A monster in the maze."""

    x: X
    y: Y
    card: MonsterCard
    health: Amount
    hunting: bool


class PoolDie(TypedDict):
    """A die of the turn. `index` is its bit in a mask of kept dice."""

    index: Annotated[int, thing("pool-die")]
    kind: DieKind
    value: Annotated[int, die()]
    face: Face


class BonusDie(TypedDict):
    """A die that another one earned."""

    kind: DieKind
    value: Annotated[int, die()]
    face: Face


# `yield` is a word of Python, so the class form cannot spell it. The turn in progress: `power` and `yield`
# are null until the dice are fixed, `fallback` is null in the base.
Run = TypedDict(
    "Run",
    {
        "seat": Seat,
        "mode": Annotated[str, word("mode")] | None,
        "x": X,
        "y": Y,
        "in_base": bool,
        "half_steps": Amount,
        "strolls": Amount,
        "power": Amount | None,
        "yield": Bundle | None,
        "dice": list[PoolDie],
        "bonus_dice": list[BonusDie],
        "rolls": Amount,
        "chase": Amount,
        "fallback": Cell | None,
        "fight_bonus": int,
    },
)


class Decks(TypedDict):
    """How many cards each deck has left."""

    maze: Count
    monster: Count
    item: Count
    chance: Count
    resource: Count


class Discards(TypedDict):
    """What lies face up beside the decks, oldest first."""

    monster: list[MonsterCard]
    item: list[Item]
    chance: list[ChanceCard]
    resource: list[ResourceCard]


class Raced(Result):
    """How the race ended. `medal` after a solo win."""

    medal: Annotated[str, word("medal")] | None


class Table(TypedDict):
    """What all share. `portals` are pairs of places, each [x, y, x, y]; `map_supply` is null if unlimited."""

    round: Ordinal
    first_seat: Seat
    options: Rules
    grid_size: int
    base: Cell
    blocks: list[Block]
    monsters: list[Monster]
    portals: list[list[int]]
    shop: list[Item | None]
    runner: Run
    decks: Decks
    discards: Discards
    map_supply: Count | None
    result: Raced | None


View: TypeAlias = TableView[Runner, Table]
