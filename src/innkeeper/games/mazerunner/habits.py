"""What a quick player of Mazerunner goes by. Those of the pathfinder are bred: `bred.py`."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.games.mazerunner.bred import BRED


@final
class Habits:
    """What a player thinks things are worth, in hundredths of a step, and when it takes care."""

    def __init__(self) -> None:
        self.power: i64 = 55
        self.supply: i64 = 50  # a resource of every find in this turn
        self.opening: i64 = 30  # per empty cell beside an unknown block
        self.wound: i64 = 25  # of health, where a blow can be returned
        self.rest_at: i64 = 18  # health at which to heal instead of running
        self.stop_at: i64 = 7  # health at which to turn back
        self.careful: i64 = 12  # the same when well ahead: no blow is harder
        self.fearless: i64 = 3  # the same when a rival is about to win
        self.spare: i64 = 12  # health to keep after wounding a monster that only blocks the way
        # In the shop, in hundredths of a resource
        self.thrift: i64 = 60  # what one is worth unspent
        self.chart: i64 = 700  # what a map piece is worth before the last one
        self.hurry: i64 = 0  # by how much of 100 everything else is worth less when a race is nearly over
        self.any_die: i64 = 900
        self.move_die: i64 = 800
        self.attack_die: i64 = 750
        self.resource_die: i64 = 500
        self.spare_die: i64 = 100  # one more than can be rolled
        self.strength: i64 = 450
        self.steps: i64 = 350
        self.strolls: i64 = 60
        self.yields: i64 = 200
        self.guard: i64 = 200
        self.mend: i64 = 50
        self.haggle: i64 = 200
        self.potion: i64 = 20
        self.strike: i64 = 60
        self.dash: i64 = 70
        self.vanish: i64 = 250
        self.warp: i64 = 150
        # When dice are picked
        self.far: i64 = 4  # a movement die for a long way
        self.near: i64 = 2  # and for a short one
        self.prey: i64 = 4  # an attack die where a monster has a map piece
        self.fight: i64 = 2  # and where none has
        self.poor: i64 = 2  # a resource die for an empty bag
        self.rich: i64 = 0  # and for a full one


NAMES: Final = (
    "power",
    "supply",
    "opening",
    "wound",
    "rest_at",
    "stop_at",
    "careful",
    "fearless",
    "spare",
    "thrift",
    "chart",
    "hurry",
    "any_die",
    "move_die",
    "attack_die",
    "resource_die",
    "spare_die",
    "strength",
    "steps",
    "strolls",
    "yields",
    "guard",
    "mend",
    "haggle",
    "potion",
    "strike",
    "dash",
    "vanish",
    "warp",
    "far",
    "near",
    "prey",
    "fight",
    "poor",
    "rich",
)


def avid() -> Habits:
    """Those of whoever buys charts whenever there are any."""
    habits = Habits()
    habits.chart = 1100
    return habits


def bred() -> Habits:
    """Those that `python -m tools.breed mazerunner` found."""
    habits = Habits()
    for name, value in BRED.items():
        setattr(habits, name, value)
    return habits
