"""What cards can do at once: the vocabulary of chance cards and loot.

An effect is made once from TOML and carried out with `do`. The first effects of a card never ask
anything; a monster or a portal comes last and pushes its question. What items do while they are
held, or when they are used, is numbers on the card (see `book.ItemCard`).
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.fighting import call_monster
from innkeeper.games.mazerunner.gains import (
    check_health,
    draw_resources,
    find_item,
    gain,
    gain_pieces,
    heal,
    hurt,
)
from innkeeper.games.mazerunner.maze import landings
from innkeeper.games.mazerunner.moving import CHOICE, carry
from innkeeper.games.mazerunner.state import Race


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One thing a card does. `amount` comes from the content, `why` is FOUND or LOOT."""

    def __init__(self, amount: i64 = 0) -> None:
        self.amount: i64 = amount

    def do(self, s: Race, why: i64) -> None:
        raise NotImplementedError

    def appeal(self) -> i64:
        """How much a player would like it as loot, in hundredths of a step."""
        return 0


@final
class Gain(Effect):
    """So much of one resource."""

    def __init__(self, kind: i64, amount: i64) -> None:
        super().__init__(amount)
        self.gives: list[i64] = [0, 0, 0]
        self.gives[kind] = amount

    def do(self, s: Race, why: i64) -> None:
        gain(s, self.gives, events.RESOURCES_GAINED[why])

    def appeal(self) -> i64:
        return 100


@final
class MapPiece(Effect):
    """MR-12.2: map pieces, one at a time."""

    def do(self, s: Race, why: i64) -> None:
        gain_pieces(s, self.amount)

    def appeal(self) -> i64:
        return 400 * self.amount


@final
class FindItem(Effect):
    """Item cards, one at a time."""

    def do(self, s: Race, why: i64) -> None:
        for _ in range(self.amount):
            if not s.over:
                find_item(s, events.ITEM_GAINED[why])

    def appeal(self) -> i64:
        return 200 * self.amount


@final
class Heal(Effect):
    """Health, up to the maximum."""

    def do(self, s: Race, why: i64) -> None:
        heal(s, self.amount, events.HEALED[why])


@final
class Hurt(Effect):
    """Health is lost; guard does not help."""

    def do(self, s: Race, why: i64) -> None:
        hurt(s, self.amount, events.HURT)
        check_health(s)


@final
class DrawResource(Effect):
    """MR-12.4: a card of the resource deck."""

    def do(self, s: Race, why: i64) -> None:
        draw_resources(s)


@final
class CallMonster(Effect):
    """MR-12.3: a monster, with so much help or hindrance in this fight."""

    def do(self, s: Race, why: i64) -> None:
        call_monster(s, self.amount, events.MONSTER_CALLED)


@final
class PortalMirror(Effect):
    """MR-12.5."""

    def do(self, s: Race, why: i64) -> None:
        carry(s, s.grid.mirror(s.here()), events.MIRROR)


@final
class PortalLeap(Effect):
    """MR-12.6."""

    def do(self, s: Race, why: i64) -> None:
        there = s.grid.leap(s.here(), s.heading, self.amount)
        if there != s.here():
            carry(s, there, events.LEAP)


@final
class PortalChoice(Effect):
    """MR-12.7."""

    def do(self, s: Race, why: i64) -> None:
        if len(landings(s)) > 0:
            s.stack.append(CHOICE)
