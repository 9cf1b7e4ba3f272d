"""The book of a duel: its moves and minions made native, and the actions they offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action, Domain, Verb, Verbs
from innkeeper.games.magicduel.events import MOST_UIDS, TARGETS

if TYPE_CHECKING:
    from innkeeper.games.magicduel.effects import Effect

# What a player names with a move.
NOTHING: Final = 0
SPARK_AND_TARGET: Final = 1
TARGET: Final = 2
WARD: Final = 3
HELPER: Final = 4

AT_PLAYER: Final = 0  # the target that is no minion
MOST_MINIONS: Final = 2  # MD-7.1
SPARKS: Final = Domain("spark", numbers=3)
WARDS: Final = Domain("ward", numbers=100)
UIDS: Final = Domain("uid", numbers=MOST_UIDS + 1)


@final
class MinionCard:
    """A kind of minion."""

    def __init__(
        self,
        number: i64,
        id: str,
        name: str,
        hp: i64,
        attack: i64,
        burn: i64,
        drip: i64,
        bursts: bool,
        buff_hp: i64,
        buff_attack: i64,
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.hp: i64 = hp
        self.attack: i64 = attack
        self.attacks: bool = attack > 0
        self.burn: i64 = burn
        self.drip: i64 = drip
        self.bursts: bool = bursts
        self.buff_hp: i64 = buff_hp
        self.buff_attack: i64 = buff_attack
        attacks = f" Attacks once a turn for {attack}, burn {burn}." if attack > 0 else ""
        drips = (
            f" Drips {drip} magic a turn{', then bursts into magic' if bursts else ''}." if drip > 0 else ""
        )
        self.text: Final = f"{hp} health.{attacks}{drips}"  # on the card


@final
class Move:
    """A kind of move (MD-8.1's kinds) with its effects and its verbs."""

    def __init__(
        self,
        number: i64,
        id: str,
        name: str,
        clause: str,
        option: str,
        asks: i64,
        cost: i64,
        least_magic: i64,
        minion: MinionCard | None,
        effects: list[Effect],
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.clause: Final = clause
        self.option: Final = option
        self.asks: i64 = asks
        self.cost: i64 = cost
        self.least_magic: i64 = least_magic
        self.minion: Final = minion
        self.needs_nothing: bool = asks != HELPER and cost == 0 and least_magic == 0
        self.effects: Final = effects
        self.verb: Verb | None = None
        self.buff: Verb | None = None

    def does(self, word: str) -> bool:
        """Is this word among its effects?"""
        return any(effect.word == word for effect in self.effects)

    def at(self) -> Verb:
        assert self.verb is not None
        return self.verb

    def grow(self) -> Verb:
        assert self.buff is not None
        return self.buff

    def offers(self, most_ward: i64) -> list[Action]:
        """What is offered whatever minions stand on the table."""
        verb = self.at()
        if self.asks == SPARK_AND_TARGET:
            return [verb.at2(spark, AT_PLAYER) for spark in range(SPARKS.size)]
        if self.asks == TARGET:
            return [verb.at1(AT_PLAYER)]
        if self.asks == WARD:
            return [verb.at1(ward) for ward in range(most_ward + 1)]
        return [verb.at()]


@final
class Book:
    """All moves in the order in which they are offered, all minions, and the verb of aiming."""

    def __init__(self, moves: list[Move], minions: list[MinionCard], verbs: Verbs) -> None:
        self.moves: Final = moves
        self.minions: Final = minions
        self.verbs: Final = verbs
        self.aim: Final = verbs.add("specter", "MD-7.10", "Specter {0} haunts {1}", [UIDS, TARGETS])

    def move(self, id: str) -> Move:
        """A move by its kind's id."""
        for move in self.moves:
            if move.id == id:
                return move
        raise KeyError(id)
