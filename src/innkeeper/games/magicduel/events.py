"""What can happen in a duel: every kind of event, its clause, and its sentence."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.action import Domain
from innkeeper.engine.events import (
    BY_CHOICE,
    Kind,
    Kinds,
    choice,
    current_round,
    data,
    flag,
    number,
    one_of,
    seat,
    seats,
)

MODES: Final = Domain("mode", ["normal", "pierce"])
CAUSES: Final = Domain("cause", ["normal", "pierce", "specter", "burn", "storm"])
BY_NORMAL: Final = 0
BY_PIERCE: Final = 1
BY_SPECTER: Final = 2
BY_BURN: Final = 3
BY_STORM: Final = 4

MOST_UIDS: Final = 4000  # four moves a turn, two seats, five hundred rounds
TARGETS: Final = Domain("target", ["player"], ["the rival"], numbers=MOST_UIDS, first=1, counted="minion ")
MINIONS: Final = Domain("minion", ["bubble", "specter"], ["Bubble", "Specter"])

ALL: Final = Kinds([current_round()])  # every event of a duel also says in which round it happened

GAME_STARTED: Final = ALL.add(
    "game_started", "MD-1.4", "The duel begins; {first} goes first.", [data("options"), seat("first")]
)
COIN_TOSSED: Final = ALL.add(
    "coin_tossed",
    "MD-1.4",
    "The coin shows {roll}: {first} goes first.",
    [number("roll", die=2), seat("first")],
)
TURN_STARTED: Final = ALL.add(
    "turn_started", "MD-1.5", "Round {round}, {seat}'s turn. Moves: {moves}.", [number("moves")]
)
SHIELD_DECAYED: Final = ALL.add(
    "shield_decayed", "MD-3.2", "{seat}'s shield fades to {shield}.", [number("shield")]
)
BURN_TICKED: Final = ALL.add(
    "burn_ticked",
    "MD-3.3",
    "{seat} smoulders for {amount} (burn now {burn}).",
    [number("amount"), number("hp"), number("burn")],
)
_GAIN: Final = [number("uid"), number("amount"), number("magic"), number("lost")]
BUBBLE_DRIPPED: Final = ALL.add(
    "bubble_dripped", "MD-3.5", "Bubble {uid} drips {amount} magic for {seat}.", _GAIN
)
BUBBLE_BURST: Final = ALL.add(
    "bubble_burst", "MD-3.6", "Bubble {uid} bursts: {amount} magic for {seat}.", _GAIN
)

_ATTACK: Final = [
    one_of("mode", MODES),
    one_of("target", TARGETS),
    number("damage"),
    number("spent"),
    number("burn"),
]
ATTACKED: Final = [
    ALL.add(
        "attacked",
        "MD-4.2",
        "{seat} hurls a bolt of {damage} at {target} ({spent} magic in it, burn {burn}).",
        _ATTACK,
    ),
    ALL.add("attacked", "MD-4.8", "{seat} jabs {target} with a needle for {damage}.", _ATTACK),
]
SPECTER_ATTACKED: Final = ALL.add(
    "specter_attacked",
    "MD-7.10",
    "{seat}'s Specter {uid} haunts {target} for {damage}.",
    [number("uid"), one_of("target", TARGETS), number("damage"), flag("auto")],
)
ABSORBED: Final = ALL.add(
    "absorbed",
    "MD-4.5",
    "{victim}'s shield absorbs {amount} (now {shield}).",
    [seat("victim"), number("amount"), number("shield")],
)

_LOSS: Final = [seat("victim"), number("amount"), number("hp"), one_of("cause", CAUSES)]


def _loss(clause: str) -> Kind:
    return ALL.add("hp_lost", clause, "{victim} loses {amount} health (now {hp:left}).", _LOSS)


HP_LOST: Final = [_loss("MD-4.4"), _loss("MD-4.8"), _loss("MD-4.4"), _loss("MD-3.3"), _loss("MD-8.6")]
HP_LOST_FLARE: Final = _loss("MD-4.10")
BURN_ADDED: Final = ALL.add(
    "burn_added",
    "MD-4.6",
    "{victim} catches fire: {amount} more burn (now {burn}).",
    [seat("victim"), number("amount"), number("burn")],
)
BURN_BLOCKED: Final = ALL.add(
    "burn_blocked", "MD-4.7", "{victim}'s shield lets no spark through.", [seat("victim")]
)
BURN_FLARED: Final = ALL.add(
    "burn_flared",
    "MD-4.10",
    "{victim}'s burn flares for {amount}.",
    [seat("victim"), number("amount"), number("hp")],
)
_HEAL: Final = [number("amount"), number("hp"), number("cleared_burn")]
HEALED: Final = ALL.add(
    "healed",
    "MD-5.1",
    "{seat} heals {amount} health (now {hp}) and puts out {cleared_burn} burn.",
    _HEAL,
)
MENDED: Final = ALL.add("healed", "MD-5.1", "{seat} heals {amount} health (now {hp}).", _HEAL)
CLEANSED: Final = ALL.add("healed", "MD-5.1", "{seat} puts out {cleared_burn} burn.", _HEAL)
_WARD: Final = [number("amount"), number("shield")]


def _ward(clause: str) -> Kind:
    return ALL.add("shield_gained", clause, "{seat} adds {amount} shield (now {shield}).", _WARD)


SHIELD_GAINED: Final = {clause: _ward(clause) for clause in ("MD-5.3", "MD-8.3", "MD-8.4")}
MAGIC_GAINED: Final = ALL.add(
    "magic_gained",
    "MD-6.1",
    "{seat} gathers {amount} magic (now {magic}).",
    [number("amount"), number("magic"), number("lost")],
)
_CALL: Final = [number("uid"), one_of("minion", MINIONS), number("cost"), number("magic")]
SUMMONED: Final = [
    ALL.add(
        "summoned",
        clause,
        "{seat} calls {minion} {uid} for {cost} magic.",
        _CALL,
        roles={"minion": BY_CHOICE},
    )
    for clause in ("MD-7.2", "MD-7.3")
]
_GROW: Final = [
    number("uid"),
    one_of("minion", MINIONS),
    number("hp"),
    number("attack"),
    number("cost"),
    number("magic"),
]
BUFFED: Final = [
    ALL.add(
        "buffed",
        clause,
        "{seat} strengthens {minion} {uid} for {cost} magic (now {hp} HP, attack {attack}).",
        _GROW,
    )
    for clause in ("MD-7.4", "MD-7.5")
]
MINION_HIT: Final = ALL.add(
    "minion_hit",
    "MD-4.9",
    "{owner}'s minion {uid} takes {amount} damage (now {hp:left} HP).",
    [seat("owner"), number("uid"), number("amount"), number("hp")],
)
MINION_DIED: Final = ALL.add(
    "minion_died",
    "MD-4.9",
    "{owner}'s {minion} {uid} is gone.",
    [seat("owner"), number("uid"), one_of("minion", MINIONS)],
)
STORM_STRUCK: Final = ALL.add(
    "storm_struck",
    "MD-8.6",
    "The storm takes {amount} health from each of you.",
    [data("amount"), data("hp")],
)
TIMED_OUT: Final = ALL.add(
    "timed_out",
    "IN-1.2",
    "{seat} runs out of time; the referee chooses {action}.",
    [data("decision"), choice("action")],
)
RESIGNED: Final = ALL.add("resigned", "MD-9.4", "{seat} resigns.")


_END: Final = [seats("winners"), data("draw"), data("reason"), data("places")]
GAME_OVER: Final = {
    clause: ALL.add("game_over", clause, text, _END)
    for clause, text in {
        "MD-9.1": "{winners} wins the duel.",
        "MD-9.3": "Both fall at the same moment: the duel is a tie.",
        "MD-9.4": "{winners} wins the duel, for the rival has left it.",
        "MD-9.5": "The same position once too often: the duel is a tie.",
        "MD-9.6": "The last round is over; the duel is won by {winners}.",
    }.items()
}
