"""What can happen in Echo: every kind of event, its clause, and its sentence."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.action import Domain
from innkeeper.engine.events import (
    AT_FIRST,
    BY_CHOICE,
    TIMED_OUT_SEALED,
    Kind,
    Kinds,
    by_seat,
    data,
    number,
    one_of,
    seat,
)
from innkeeper.games.echo.battle import INSTANT, LEVEL, LEVEL_GAMBIT, STRENGTH, WALL, WALL_GAMBIT

HOW: Final = Domain("how", ["instant", "strength", "level", "wall", "level-gambit", "wall-gambit"])

ALL: Final = Kinds()
ALL.kinds.append(TIMED_OUT_SEALED)  # the inn's own

# Setting up

GAME_STARTED: Final = ALL.add(
    "game_started",
    "EC-1.6",
    "Four battles lie ahead: {fields}.",
    [data("options"), data("fields")],
)
DEALT: Final = ALL.add(
    "dealt",
    "EC-1.5",
    "{seat} holds {cards}.",
    [data("count"), data("cards")],
    ["cards"],
    "{seat} is dealt {count} creatures.",
    {"cards": AT_FIRST},
)
OVERSEER_SET: Final = ALL.add(
    "overseer_set", "EC-1.4", "One creature is set aside, unseen by all: the overseer."
)

# The turn

TURN_STARTED: Final = ALL.add(
    "turn_started", "EC-2.1", "Battle {turn}: {field}.", [data("field"), data("statuses")]
)
COMMITTED: Final = ALL.add(
    "committed",
    "EC-3.1",
    "{seat} commits {creatures} with {edict}.",
    [data("creatures"), data("edict")],
    ["creatures", "edict"],
    "{seat} has committed, face down.",
    {"creatures": BY_CHOICE, "edict": BY_CHOICE},
)
EDICTS_REVEALED: Final = ALL.add(
    "edicts_revealed", "EC-3.5", "The edicts are proclaimed: {edicts}.", [data("edicts")]
)
NAME_SEALED: Final = ALL.add(
    "name_sealed",
    "EC-4.1",
    "{seat} writes down a name: {name}.",
    [data("name")],
    ["name"],
    "{seat} writes down a name.",
)
NAMES_REVEALED: Final = ALL.add(
    "names_revealed", "EC-4.3", "The notes are read out: {names}.", [data("names")]
)
CREATURE_REVEALED: Final = ALL.add(
    "creature_revealed", "EC-4.3", "{seat} shows the {creature}.", [data("creature")]
)
SEER_REVEALED: Final = ALL.add(
    "creature_revealed", "EC-5.4", "{seat} fights with the {creature}.", [data("creature")]
)
CREATURE_RETURNED: Final = ALL.add(
    "creature_returned",
    "EC-5.1",
    "{seat} takes the {creature} back.",
    [data("creature")],
    ["creature"],
    "{seat} takes a creature back, unseen.",
)

# The battle

BONUS_APPLIED: Final = ALL.add(
    "bonus_applied", "EC-6.1", "The {creature} of {seat} is at home here.", [data("creature")]
)


def _negated(clause: str) -> Kind:
    return ALL.add(
        "negated",
        clause,
        "The {by} leaves the {creature} of {seat} without its effects.",
        [data("creature"), data("by")],
    )


NEGATED: Final = {clause: _negated(clause) for clause in ("EC-7.3.1", "EC-7.9.1")}
MULTIPLIERS_SET: Final = ALL.add(
    "multipliers_set", "EC-6.3", "Edicts count so many times: {multipliers}.", [by_seat("multipliers")]
)
WON_INSTANTLY: Final = {
    "EC-7.3.2": ALL.add(
        "won_instantly",
        "EC-7.3.2",
        "The {creature} of {seat} slips past and wins at once.",
        [data("creature")],
    ),
    "EC-7.5.1": ALL.add(
        "won_instantly",
        "EC-7.5.1",
        "Both agree, so the {creature} of {seat} wins at once.",
        [data("creature")],
    ),
    "EC-7.9.3": ALL.add(
        "won_instantly",
        "EC-7.9.3",
        "Stones turn to soup: the {creature} of {seat} wins at once.",
        [data("creature")],
    ),
}
WALL_TIED: Final = ALL.add("wall_tied", "EC-7.1.1", "The wall of {seat} does not move: a tie.")
STRENGTHS_COMPARED: Final = ALL.add("strengths_compared", "EC-6.6", "Strengths: {sides}.", [by_seat("sides")])
GAMBIT_BROKE_TIE: Final = ALL.add("gambit_broke_tie", "EC-6.8", "{seat} gambled, and loses the tie.")


def _decided(clause: str, text: str) -> Kind:
    return ALL.add("battle_decided", clause, text, [seat("winner"), one_of("how", HOW)])


_LEVEL: Final = _decided("EC-6.7", "Both are level: nobody wins the battle.")
_WALL: Final = _decided("EC-6.5", "Nobody wins the battle.")
_INSTANT: Final = _decided("EC-6.4", "{winner} wins the battle.")
_STRENGTH: Final = _decided("EC-6.7", "{winner} is stronger and wins the battle.")
_GAMBIT: Final = _decided("EC-6.8", "{winner} wins the battle.")
BATTLE_DECIDED: Final = {
    INSTANT: _INSTANT,
    STRENGTH: _STRENGTH,
    LEVEL: _LEVEL,
    WALL: _WALL,
    LEVEL_GAMBIT: _GAMBIT,
    WALL_GAMBIT: _GAMBIT,
}
POINTS_SCORED: Final = ALL.add(
    "points_scored", "EC-11.1", "{seat} scores {amount} ({parts}).", [data("amount"), data("parts")]
)
MONARCH_CONCEDED: Final = ALL.add(
    "monarch_conceded",
    "EC-7.11.1",
    "The monarch of {seat} did not win: {amount} more for {to}.",
    [seat("to"), number("amount")],
)

# Cleaning up

CREATURES_BURIED: Final = ALL.add(
    "creatures_buried", "EC-6.11", "To the graveyard: {creatures}.", [data("creatures")]
)
EDICTS_RECOVERED: Final = ALL.add(
    "edicts_recovered",
    "EC-7.7.2",
    "The steward of {seat} finds all spent edicts again: {edicts}.",
    [data("edicts")],
)
STATUS_GRANTED: Final = ALL.add(
    "status_granted", "EC-10.1", "{seat} takes an echo into the next battle: {status}.", [data("status")]
)

# The end

RESIGNED: Final = ALL.add("resigned", "EC-11.5", "{seat} resigns.")


def _over(clause: str) -> Kind:
    outcome = [data("winners"), data("draw"), data("reason"), data("places")]
    return ALL.add(
        "game_over",
        clause,
        "The game is over: {scores}. In hand were {hands}; the overseer was the {overseer}.",
        [*outcome, by_seat("scores"), data("hands"), data("overseer")],
    )


GAME_OVER: Final = {clause: _over(clause) for clause in ("EC-11.3", "EC-11.5")}
