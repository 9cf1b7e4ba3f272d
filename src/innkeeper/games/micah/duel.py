"""MG-17: duels between players (a house rule)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.dice import Dice
from innkeeper.engine.events import Kind
from innkeeper.engine.frame import Frame
from innkeeper.games.micah import events
from innkeeper.games.micah.encounter import suffer
from innkeeper.games.micah.rolls import NO_TARGET, roll_dice, roll_stat
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import ALIVE, ATTACK, NOTHING, SPEED

LOOT: Final = Dice([6])  # MG-17.5


def may_challenge(s: Micah, seat: i64, other: i64) -> bool:
    """MG-17.1: late enough, and against a living player who was not duelled since their own last turn."""
    hero = s.heroes[other]
    return other != seat and hero.status == ALIVE and not hero.duelled and s.round >= s.rules.pvp_from_round


def start(s: Micah, defender: i64) -> None:
    """The challenge takes the place of the Encounter."""
    s.rival = defender
    s.heroes[defender].duelled = True
    s.tell(events.DUEL_STARTED, s.active, s.active, defender)
    s.stack[-1] = DUEL_REPLY


@final
class DuelReply(Frame[Micah]):
    """MG-17.2: the defender stands or flees."""

    def deciders(self, s: Micah) -> i64:
        return 1 << s.rival

    def actions(self, s: Micah, seat: i64) -> list[Action]:
        return [s.book.stand.at(), s.book.flee.at()]

    def apply(self, s: Micah, seat: i64, action: Action) -> None:
        if action.verb is s.book.stand:
            stand(s, s.active, seat)
        else:
            flee(s, s.active, seat)
        s.rival = NOTHING
        if not s.check("duel"):
            s.stack.pop()

    def refusal(self, s: Micah, seat: i64, text: str) -> tuple[str, str] | None:
        return f"seat {s.rival} answers a duel: stand or flee", "MG-17.2"


def stand(s: Micah, challenger: i64, defender: i64) -> None:
    """MG-17.3: both roll Attack with Companions; the higher total wins."""
    first = roll_attack(s, challenger)
    second = roll_attack(s, defender)
    if first == second:
        tell_duel(s, events.DUEL_STOOD, "stand", [first, second], NOTHING, 0, 0)
    elif first > second:
        hurt(s, "stand", [first, second], challenger, defender, first)
    else:
        hurt(s, "stand", [first, second], defender, challenger, second)


def flee(s: Micah, challenger: i64, defender: i64) -> None:
    """MG-17.4: both roll Speed; who is caught is hit."""
    chasing = roll_stat(s, challenger, SPEED, False, "chase", NO_TARGET, events.ROLLED_STAT)
    running = roll_stat(s, defender, SPEED, False, "flee", chasing, events.ROLLED_CHECK)
    if running >= chasing:
        tell_duel(s, events.DUEL_FLED, "flee", [chasing, running], NOTHING, 0, 0)
        return
    total = roll_attack(s, challenger)
    hurt(s, "flee", [chasing, running], challenger, defender, total)


def roll_attack(s: Micah, seat: i64) -> i64:
    return roll_stat(s, seat, ATTACK, True, "duel", NO_TARGET, events.ROLLED_STAT)


def hurt(s: Micah, reply: str, totals: list[int], winner: i64, loser: i64, total: i64) -> None:
    """MG-17.5: damage up to the cap, the Companion against the same value, then the purse."""
    damage: i64 = min(total, s.rules.pvp_damage_cap)
    suffer(s, loser, damage)
    coin: i64 = 0
    victim = s.heroes[loser]
    if victim.hp > 0:
        coin = min(roll_dice(s, winner, LOOT, "loot"), victim.coin)
        victim.coin -= coin
        s.heroes[winner].coin += coin
        s.cap_hp(loser)
    tell_duel(s, events.DUEL_WON, reply, totals, winner, damage, coin)


def tell_duel(
    s: Micah, kind: Kind, reply: str, totals: list[int], winner: i64, damage: i64, coin: i64
) -> None:
    if s.log is not None:
        about: dict[str, object] = {"reply": reply, "totals": totals}
        s.tell_data(kind, s.active, about, winner, b=damage, c=coin)


DUEL_REPLY: Final = DuelReply("duel_reply")
