"""What can happen in the maze: every kind of event, its clause, and its sentence."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.action import Domain
from innkeeper.engine.events import (
    BY_CHANCE,
    BY_CHOICE,
    Kind,
    Kinds,
    data,
    flag,
    number,
    one_of,
    plain,
    seat,
    seats,
    sides,
    thrown,
)

MODES: Final = Domain("mode", ["heal", "explore"])
RESULTS: Final = Domain("result", ["monster", "resource", "item", "chance", "nothing"])
OUTCOMES: Final = Domain("outcome", ["kill", "tie", "lost"])
RETREATS: Final = Domain("retreat", ["base", "fallback"])
KINDS: Final = Domain("kind", ["twine", "chalk", "oil"], ["Twine", "Chalk", "Lamp Oil"])
REASONS: Final = Domain("reason", ["health", "resigned"])

# Why a card's effects are carried out: which clause the log names.
FOUND: Final = 0  # on a chance card
LOOT: Final = 1  # left behind by a monster

ALL: Final = Kinds()


def steps(half_steps: int) -> str:
    """Half-steps as people say them."""
    whole, half = divmod(half_steps, 2)
    if not half:
        return f"{whole} step" if whole == 1 else f"{whole} steps"
    return f"{whole}½ steps" if whole else "half a step"


# Set-up and turns (MR-2 to MR-4)

FIRST_SEAT_ROLLED: Final = ALL.add(
    "first_seat_rolled", "MR-2.4", "A {die}: who begins is settled.", [number("die"), sides("die")]
)


def _filled(clause: str) -> Kind:
    return ALL.add("shop_filled", clause, "The shop lays out {card}.", [data("slot"), data("card")])


SHOP_OPENED: Final = _filled("MR-2.6")
SHOP_REFILLED: Final = _filled("MR-14.2")
SHOP_RESTOCKED: Final = _filled("MR-14.4")
TURN_STARTED: Final = ALL.add(
    "turn_started", "MR-2.7", "Round {round}: {seat}'s turn.", [number("turn"), number("round")]
)
SHIFTED: Final = ALL.add(
    "shifted",
    "MR-3.12",
    "The walls groan and slide: the maze shifts (back to their deck: {monsters_returned}).",
    [data("monsters_returned")],
)
MODE_CHOSEN: Final = ALL.add("mode_chosen", "MR-4.2", "{seat} chooses to {mode}.", [one_of("mode", MODES)])

# Dice (MR-5 to MR-7)

PICKED: Final = ALL.add(
    "picked",
    "MR-5.4",
    "{seat} takes {a} attack, {m} movement and {r} resource dice.",
    [number("a"), number("m"), number("r")],
)


def _rolled(clause: str) -> Kind:
    return ALL.add(
        "rolled",
        clause,
        "{seat} rolls {faces} (roll {roll}).",
        [plain("roll"), plain("dice"), plain("faces"), thrown()],
    )


ROLLED: Final = _rolled("MR-6.1")
REROLLED: Final = _rolled("MR-6.3")
KEPT: Final = ALL.add("kept", "MR-6.3", "{seat} has chosen the dice to keep.", [number("mask")])


def _bonus(clause: str) -> Kind:
    return ALL.add(
        "bonus_rolled",
        clause,
        "An extra {die} die for {seat} shows {face}.",
        [plain("die"), plain("value"), plain("face"), sides("value")],
    )


BONUS_ROLLED: Final = _bonus("MR-6.6")
STAGE_ROLLED: Final = _bonus("MR-6.11")
TOTALS_FIXED: Final = ALL.add(
    "totals_fixed",
    "MR-6.10",
    "{seat} runs with {steps} and power {power}; a find is worth {yield}.",
    [plain("half_steps"), plain("steps"), plain("strolls"), plain("power"), plain("yield")],
)


def _healed(clause: str) -> Kind:
    return ALL.add(
        "healed",
        clause,
        "{seat} recovers {amount} (health {health}).",
        [number("amount"), number("health")],
    )


RESTED: Final = _healed("MR-7.1")
POTION_DRUNK: Final = _healed("MR-13.6")
HEALED: Final = [_healed("MR-9.6"), _healed("MR-10.4")]

# Moving and encounters (MR-8, MR-9)

MOVED: Final = ALL.add(
    "moved",
    "MR-8.1",
    "{seat} walks {way}.",
    [plain("from"), plain("to"), plain("way"), plain("cost"), plain("stroll")],
)
REVEALED: Final = ALL.add(
    "revealed",
    "MR-3.3",
    "A new block {where}: {card}.",
    [data("cell"), data("where"), data("card"), data("open")],
    roles={"card": BY_CHANCE},
)


def _encounter(clause: str) -> Kind:
    return ALL.add(
        "encounter_rolled",
        clause,
        "The encounter die shows {value}: {result}.",
        [number("value"), one_of("result", RESULTS), sides("value")],
    )


ENCOUNTER_ROLLED: Final = _encounter("MR-9.1")
ENCOUNTER_ROLLED_FIVE: Final = _encounter("MR-9.9")


def _resources(clause: str) -> Kind:
    return ALL.add("resources_gained", clause, "{seat} gains {gained}.", [data("gained"), data("totals")])


RESOURCES_FOUND: Final = _resources("MR-9.4")
RESOURCES_DRAWN: Final = _resources("MR-12.4")
RESOURCES_GAINED: Final = [RESOURCES_DRAWN, _resources("MR-10.4")]


def _item(clause: str, role: str = BY_CHANCE) -> Kind:
    return ALL.add(
        "item_gained", clause, "{seat} gains an item: {card}.", [data("card")], roles={"card": role}
    )


ITEM_FOUND: Final = _item("MR-9.5")
ITEM_BOUGHT: Final = _item("MR-14.2", BY_CHOICE)
ITEM_GAINED: Final = [ITEM_FOUND, _item("MR-10.4")]
ITEM_USED: Final = ALL.add(
    "item_used", "MR-13.3", "{seat} uses {card}.", [data("card")], roles={"card": BY_CHOICE}
)
ITEM_WORKED: Final = ALL.add("item_used", "MR-13.4", "{card} works at once for {seat}.", [data("card")])
CHANCE_DRAWN: Final = ALL.add(
    "chance_drawn", "MR-9.6", "{seat} takes a chance: {card}.", [data("card")], roles={"card": BY_CHANCE}
)
RESOURCE_DRAWN: Final = ALL.add(
    "resource_drawn",
    "MR-12.4",
    "{seat} rummages and finds {card}.",
    [data("card")],
    roles={"card": BY_CHANCE},
)


def _piece(clause: str, text: str) -> Kind:
    return ALL.add("map_piece_gained", clause, text, [number("total"), seat("taken_from"), flag("none_left")])


PIECE_GAINED: Final = _piece("MR-12.2", "A map piece! {seat} has {total}.")
PIECE_TAKEN: Final = _piece("MR-12.9", "{seat} takes a map piece from {taken_from} and has {total}.")
PIECE_MISSED: Final = _piece("MR-12.9", "There is no map piece left for {seat}, who has {total}.")

# Fights, retreat and pursuit (MR-10, MR-11)


def _appeared(clause: str) -> Kind:
    return ALL.add(
        "monster_appeared",
        clause,
        "Something stirs {where}: {card}.",
        [data("cell"), data("where"), data("card")],
        roles={"card": BY_CHANCE},
    )


MONSTER_MET: Final = _appeared("MR-9.3")
MONSTER_CALLED: Final = _appeared("MR-12.3")


def _fought(clause: str, text: str) -> Kind:
    return ALL.add("fought", clause, text, [number("power"), number("health"), one_of("outcome", OUTCOMES)])


FOUGHT: Final = [
    _fought("MR-10.4", "{seat} strikes with {power} against {health} and wins."),
    _fought("MR-10.6", "{seat} strikes with {power} against {health}: both blows land."),
    _fought("MR-10.5", "{seat} strikes with {power} against {health}: not enough."),
]
_HURT: Final = [number("amount"), number("health")]
DAMAGED: Final = ALL.add("damaged", "MR-10.7", "{seat} takes {amount} damage (health {health}).", _HURT)
HURT: Final = ALL.add("damaged", "MR-9.6", "{seat} loses {amount} health ({health} left).", _HURT)
_MONSTER: Final = [data("cell"), data("card"), data("health")]
MONSTER_KILLED: Final = ALL.add("monster_killed", "MR-10.4", "{card} is beaten.", _MONSTER)
MONSTER_FELLED: Final = ALL.add("monster_killed", "MR-10.6", "{card} falls to the same exchange.", _MONSTER)
MONSTER_WOUNDED: Final = ALL.add("monster_wounded", "MR-10.5", "{card} is wounded ({health} left).", _MONSTER)
MONSTER_VANISHED: Final = ALL.add(
    "monster_vanished", "MR-13.9", "{card} is gone, and its loot with it.", _MONSTER
)
RETREATED: Final = ALL.add(
    "retreated",
    "MR-11.1",
    "{seat} retreats to {where}.",
    [data("choice"), data("forced"), data("to"), data("where")],
)
FOLLOWED: Final = ALL.add(
    "followed",
    "MR-11.8",
    "{card} follows {seat} {way}.",
    [data("card"), data("from"), data("to"), data("way"), data("caught")],
)

# Portals and coming home (MR-8, MR-12)


def _portal(clause: str) -> Kind:
    fields = [data("from"), data("to"), data("here"), data("there")]
    return ALL.add("portal_opened", clause, "A portal joins {here} and {there}.", fields)


def _jump(clause: str) -> Kind:
    fields = [data("from"), data("to"), data("where")]
    return ALL.add("jumped", clause, "{seat} is carried to {where}.", fields)


MIRROR: Final = 0
LEAP: Final = 1
CHOICE: Final = 2
WARP: Final = 3
PORTAL_OPENED: Final = [_portal("MR-12.5"), _portal("MR-12.6"), _portal("MR-12.7")]
JUMPED: Final = [_jump("MR-12.5"), _jump("MR-12.6"), _jump("MR-12.7"), _jump("MR-13.8")]
RETURNED: Final = ALL.add("returned", "MR-8.5", "{seat} returns to the base.", [flag("automatic")])
RETURNED_SPENT: Final = ALL.add(
    "returned", "MR-8.6", "{seat} can go no further and returns to the base.", [flag("automatic")]
)

# Shop, decks and ends (MR-14 to MR-17)

BOUGHT: Final = ALL.add("bought", "MR-14.2", "{seat} buys {card}.", [data("card")])
TRADED: Final = ALL.add(
    "traded",
    "MR-14.3",
    "{seat} trades {rate} {from} for 1 {to}.",
    [one_of("from", KINDS), one_of("to", KINDS), number("rate")],
)


def _renewed(clause: str) -> Kind:
    return ALL.add("deck_renewed", clause, "The {deck} deck is shuffled anew.", [data("deck"), data("size")])


DECK_RENEWED: Final = _renewed("MR-17.1")
MAZE_RENEWED: Final = _renewed("MR-3.10")
LEFT_GAME: Final = ALL.add("left_game", "MR-15.1", "{seat} is out ({reason}).", [one_of("reason", REASONS)])


def _over(clause: str) -> Kind:
    return ALL.add(
        "game_over",
        clause,
        "The race is over. Winners: {winners}.",
        [seats("winners"), data("draw"), data("reason"), data("places"), data("medal")],
    )


GAME_OVER: Final = {
    clause: _over(clause) for clause in ("MR-1.2", "MR-15.2", "MR-15.3", "MR-15.4", "MR-15.6")
}
