"""The view of Micah's Game as a declaration.

Some fields are words of Python (`class`, `from`), which only the functional form can spell.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from innkeeper.engine.shapes import (
    ActionId,
    Chance,
    Count,
    Dice,
    Ordinal,
    Result,
    Rules,
    Seat,
    Sides,
    TableView,
    amount,
    card,
    thing,
    word,
)

Amount = Annotated[int, amount()]
EncounterCard = Annotated[str, card("encounter")]
Treasure = Annotated[str, card("treasure")]
Creature = Annotated[str, card("creature", "companion")]
Ghost = Annotated[str, card("ghost")]
Weather = Annotated[str, card("weather")]
Thing = Annotated[str, thing("thing")]


class Stat(TypedDict):
    """A stat: its level, the dice it rolls, and what is added to them."""

    level: int
    dice: list[Sides]
    mod: int


class Stats(TypedDict):
    """The three stats."""

    attack: Stat
    charisma: Stat
    speed: Stat


# A creature on a dock, and the Encounter card it came from.
Docked = TypedDict("Docked", {"creature": Creature, "from": EncounterCard, "companion": bool})


class Peeked(TypedDict):
    """A card of the deck that the seat has looked at; `pos` 0 is the top."""

    pos: int
    card: EncounterCard


# One seat. `sealed`, `peeked` and `ghost_hand` are null to others; `class` and `stats` before the pick.
Hero = TypedDict(
    "Hero",
    {
        "seat": Seat,
        "class": Annotated[str, card("class")] | None,
        "status": Annotated[str, word("status")],
        "hp": Annotated[int, amount("max_hp")],
        "max_hp": int,
        "coin": Amount,
        "stats": Stats | None,
        "pack": list[Treasure],
        "weapon": Treasure | None,
        "clothing": Treasure | None,
        "upgrades": list[Treasure],
        "dock": list[Docked],
        "omen": Amount,
        "renown": Amount,
        "offers_left": Amount,
        "duelled": bool,
        "sealed": ActionId | None,
        "peeked": list[Peeked] | None,
        "peeked_count": Count,
        "ghost_hand": list[Ghost] | None,
        "ghost_hand_count": Count,
    },
)


class Intention(TypedDict):
    """One way to meet an Encounter: what it needs, how likely that is, what it costs instead."""

    how: Annotated[str, word("how")]
    stat: Annotated[str, word("stat")] | None
    target: str | None
    odds: Chance | None
    pay: Amount | None


class Encounter(TypedDict):
    """The active Encounter with adjusted numbers and exact odds."""

    card: EncounterCard
    kind: Annotated[str, word("kind")]
    tags: list[Annotated[str, word("tag")]]
    attack: Intention | None
    charm: Intention | None
    escape: Intention | None
    strike: Dice
    bounty: str | None
    items_used: list[Treasure]
    drawn_this_turn: Amount


class Stall(TypedDict):
    """A place of the stall, at the viewer's price."""

    slot: int
    card: Treasure
    price: Amount


# A trade that waits for an answer.
Offer = TypedDict(
    "Offer",
    {"offer": Annotated[int, thing("offer")], "from": Seat, "to": Seat, "give": Thing, "get": Thing},
)


class Boss(TypedDict):
    """The fight with the dragon."""

    hp: Annotated[int, amount("max_hp")]
    max_hp: int
    round: Ordinal
    mood: Annotated[str, card("mood")]
    defense: int
    temper: int
    challengers: list[Seat]


class Duel(TypedDict):
    """A challenge that waits for its answer."""

    challenger: Seat
    defender: Seat


class Renowned(Result):
    """How the journey ended, with the Renown by seat."""

    renown: list[Amount]


class Table(TypedDict):
    """What all share. `felt` is the weather that counts now; `sealed_in`: whose choice is in."""

    options: Rules
    round: Ordinal
    active: Seat
    weather: Weather
    felt: Weather
    encounter: Encounter | None
    encounter_deck_count: Count
    returned: list[EncounterCard]
    set_aside_count: Count
    graveyard: list[EncounterCard]
    treasure_deck_count: Count
    used_treasure: list[Treasure]
    ghost_deck_count: Count
    ghost_discard: list[Ghost]
    merchant: list[Stall]
    offers: list[Offer]
    prep_actions_left: Amount
    boss: Boss | None
    duel: Duel | None
    sealed_in: list[Seat]
    result: Renowned | None


View: TypeAlias = TableView[Hero, Table]
