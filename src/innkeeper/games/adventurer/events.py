"""What can happen in the factory: every kind of event, its clause, and its sentence."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.action import Domain
from innkeeper.engine.events import (
    AT_FIRST,
    BY_CHANCE,
    BY_CHOICE,
    Kind,
    Kinds,
    data,
    flag,
    number,
    one_of,
    seat,
    seats,
    sides,
)

STATS: Final = Domain("stat", ["health", "willpower", "xp"], ["Health", "Willpower", "XP"])
HEALTH: Final = 0
WILLPOWER: Final = 1
XP: Final = 2

TEMPS: Final = Domain("what", ["attack", "defense", "charisma", "violence", "diplomacy"])
ATTACK: Final = 0
DEFENSE: Final = 1
CHARISMA: Final = 2
VIOLENCE: Final = 3
DIPLOMACY: Final = 4

ENCOUNTERS: Final = Domain("what", ["attack", "parley", "action", "rest"])
BY_ATTACK: Final = 0
BY_PARLEY: Final = 1
BY_ACTION: Final = 2
BY_REST: Final = 3

ANSWERS: Final = Domain("answer", ["accepted", "declined", "withdrawn", "lapsed"])
ACCEPTED: Final = 0
DECLINED: Final = 1
WITHDRAWN: Final = 2
LAPSED: Final = 3

# Where an effect comes from; the place of its clause in the lists below.
AN_ACTION: Final = 0
ON_PLAY: Final = 1
VIA: Final = ["AF-6.6", "AF-5.8"]

ALL: Final = Kinds()

GAME_STARTED: Final = ALL.add(
    "game_started",
    "AF-1.1",
    "Two adventurers meet; {first} begins.",
    [seat("first"), data("options"), data("decklists")],
)
SHUFFLED: Final = ALL.add("shuffled", "AF-1.7", "{target}'s deck is shuffled.", [seat("target")])
RESHUFFLED: Final = ALL.add(
    "shuffled", "AF-1.8", "{target} shuffles the hand back into the deck.", [seat("target")]
)
MULLIGAN_DECIDED: Final = [
    ALL.add("mulligan_decided", "AF-1.8", text, [flag("kept")])
    for text in ("{seat} does not keep the opening hand.", "{seat} keeps the opening hand.")
]


def _drawn(clause: str, role: str = BY_CHANCE) -> Kind:
    return ALL.add(
        "cards_drawn",
        clause,
        "{seat} draws {cards}.",
        [number("count"), data("cards")],
        ["cards"],
        "{seat} draws {count} from the deck.",
        {"cards": role},
    )


DRAWN_AT_START: Final = _drawn("AF-1.7", AT_FIRST)
DRAWN_AGAIN: Final = _drawn("AF-1.8")
DRAWN: Final = _drawn("AF-4.5")
DRAWN_BY: Final = [_drawn(clause) for clause in VIA]

TURN_STARTED: Final = ALL.add("turn_started", "AF-4.1", "Turn {turn} belongs to {active}.", [seat("active")])
_INCOME: Final = [number("gained"), number("xp"), number("lost_to_cap")]
INCOME_GAINED: Final = ALL.add("income_gained", "AF-4.3", "{seat} earns {gained} XP (now {xp}).", _INCOME)
INCOME_CAPPED: Final = ALL.add(
    "income_gained", "AF-4.4", "{seat} earns {gained} XP, and {lost_to_cap} spill over (now {xp}).", _INCOME
)
CARD_PLAYED: Final = ALL.add(
    "card_played",
    "AF-5.6",
    "{seat} plays {card} for {cost} XP.",
    [data("card"), data("ref"), data("cost"), data("slots"), data("replaced")],
    roles={"card": BY_CHOICE},
)


def _left(why: str, clause: str) -> Kind:
    sentences = {
        "replaced": "{target}'s {card} makes room.",
        "consumed": "{target}'s {card} is used up.",
        "broken": "{target}'s {card} is destroyed.",
        "bounced": "{target}'s {card} goes back to hand.",
        "sacrificed": "{target} gives up {card}.",
        "needs": "{target}'s {card} lacks what it needs and goes.",
        "voluntary": "{target} throws {card} away.",
    }
    return ALL.add(
        "card_left",
        clause,
        sentences[why],
        [seat("target"), data("ref"), data("card"), data("to"), data("why")],
    )


LEFT_REPLACED: Final = _left("replaced", "AF-5.4")
LEFT_CONSUMED: Final = _left("consumed", "AF-9.1")
LEFT_SACRIFICED: Final = _left("sacrificed", "AF-6.4")
LEFT_NEEDS: Final = _left("needs", "AF-12.2")
LEFT_VOLUNTARY: Final = _left("voluntary", "AF-12.1")
LEFT_BROKEN: Final = [_left("broken", clause) for clause in VIA]
LEFT_BOUNCED: Final = [_left("bounced", clause) for clause in VIA]

ON_PLAY_RESOLVED: Final = ALL.add(
    "on_play_resolved", "AF-5.8", "The card has done what it does on play.", [number("ref"), flag("lost")]
)
ON_PLAY_LOST: Final = ALL.add(
    "on_play_resolved",
    "AF-5.8",
    "The card is gone before it could do a thing.",
    [number("ref"), flag("lost")],
)
ACTION_PERFORMED: Final = ALL.add(
    "action_performed",
    "AF-6.6",
    "{seat} uses {card}: {action}.",
    [data("ref"), data("card"), data("action"), data("costs")],
)
CARD_CONSUMED: Final = ALL.add("card_consumed", "AF-6.7", "The card is Consumed.", [number("ref")])
CHAIN_OPENED: Final = ALL.add("chain_opened", "AF-7.1", "{responder} may answer.", [seat("responder")])
_PASS: Final = [seat("responder"), flag("auto")]
PASSED: Final = ALL.add("passed", "AF-7.4", "{responder} lets it stand.", _PASS)
PASSED_AUTO: Final = ALL.add("passed", "AF-7.5", "{responder} has no answer.", _PASS)
CHAIN_ENDED: Final = ALL.add("chain_ended", "AF-7.4", "No more answers.", [seat("responder")])
ENCOUNTER_MADE: Final = ALL.add(
    "encounter_made", "AF-8.1", "{seat}'s Encounter: {what}.", [one_of("what", ENCOUNTERS)]
)


def _rolled(clause: str) -> Kind:
    return ALL.add(
        "rolled",
        clause,
        "{seat} rolls {die} for {purpose}: {result}.",
        [data("die"), data("result"), data("purpose"), sides("result")],
    )


ROLLED: Final = _rolled("AF-8.10")
PICKED: Final = _rolled("AF-1.2")
ROLLED_FIRST: Final = ALL.add(
    "rolled",
    "AF-1.6",
    "The die decides who begins: {result}.",
    [data("die"), data("result"), data("purpose"), sides("result")],
)


def _damage(clause: str, text: str) -> Kind:
    names = ["what", "roll", "extra", "bonus", "against", "amount", "dealt", "new"]
    return ALL.add("damage_dealt", clause, text, [seat("target"), *[data(name) for name in names]])


_SUM: Final = " ({roll}{extra:plus}{bonus:plus}{against:minus})"
ATTACKED: Final = _damage("AF-8.3", "{target} loses {dealt} Health" + _SUM + " and has {new}.")
PARLEYED: Final = _damage("AF-8.5", "{target} loses {dealt} Willpower" + _SUM + " and has {new}.")
SHRUGGED_OFF: Final = _damage("AF-8.6", "{target} shrugs the {what} off" + _SUM + " and has {new}.")

STAT_CHANGED: Final = [
    ALL.add(
        "stat_changed",
        clause,
        "{target}'s {stat} changes by {by:signed} (now {new}).",
        [seat("target"), one_of("stat", STATS), number("by"), number("new"), number("source")],
    )
    for clause in VIA
]
_TEMP: Final = [seat("target"), one_of("what", TEMPS), number("by"), number("until"), number("source")]
TEMP_STARTED: Final = ALL.add(
    "temp_started", "AF-2.3", "{target}'s {what} changes by {by:signed} until the end of turn {until}.", _TEMP
)
STEP_STARTED: Final = ALL.add(
    "temp_started",
    "AF-2.5",
    "{target}'s {what} die moves {by:signed} steps until the end of turn {until}.",
    _TEMP,
)
HAND_REVEALED: Final = ALL.add(
    "hand_revealed", "AF-11.2", "{target} shows the hand: {cards}.", [seat("target"), data("cards")]
)
DELVED: Final = [
    ALL.add("delved", clause, "{seat} turns up {cards} and keeps {taken}.", [data("cards"), data("taken")])
    for clause in VIA
]
CARD_RECOVERED: Final = [
    ALL.add("card_recovered", clause, "{target} takes {card} back.", [seat("target"), data("card")])
    for clause in VIA
]
_LOST_CARD: Final = [seat("target"), data("card")]
HAND_PAID: Final = ALL.add("hand_discarded", "AF-6.4", "{target} discards {card} to pay.", _LOST_CARD)
HAND_DISCARDED: Final = [
    ALL.add("hand_discarded", clause, "{target} has to discard {card}.", _LOST_CARD) for clause in VIA
]
CLEANED_UP: Final = ALL.add(
    "cleaned_up", "AF-9.1", "The table is tidied.", [data("discarded"), data("ended")]
)
DRAW_OFFERED: Final = ALL.add("draw_offered", "AF-9.9", "{seat} offers a draw.")
DRAW_ANSWERED: Final = ALL.add(
    "draw_answered", "AF-9.9", "The draw offer: {answer}.", [one_of("answer", ANSWERS)]
)
RESIGNED: Final = ALL.add("resigned", "AF-9.10", "{seat} resigns.")


def _over(clause: str) -> Kind:
    names = ["draw", "reason", "places", "beaten"]
    return ALL.add(
        "game_over",
        clause,
        "The game is over. Winners: {winners}.",
        [seats("winners"), *(data(name) for name in names)],
    )


GAME_OVER: Final = {clause: _over(clause) for clause in ("AF-9.5", "AF-9.6", "AF-9.8", "AF-9.9", "AF-9.10")}
