"""The view of Adventurer Factory as a declaration."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from innkeeper.engine.shapes import (
    ActionId,
    Count,
    Dice,
    Ordinal,
    Result,
    Rules,
    Seat,
    TableView,
    amount,
    card,
    die,
    thing,
    word,
)

Amount = Annotated[int, amount()]
Card = Annotated[str, card("card")]
Ref = Annotated[int, thing("ref")]


class Placed(TypedDict):
    """A card in play. `used`: its actions that have been used this turn."""

    ref: Ref
    card: Card
    slots: list[Annotated[str, word("slot")]]
    consumed: bool
    used: list[Annotated[str, word("action")]]
    tokens: dict[str, int]


class Temporary(TypedDict):
    """A change that goes away again, after turn `until_end_of_turn`."""

    what: Annotated[str, word("what")]
    by: int
    until_end_of_turn: Ordinal
    source: Ref


class Lost(TypedDict):
    """What has been lost since the seat's last turn."""

    health: Amount
    willpower: Amount


class Adventurer(TypedDict):
    """One seat. `hand` is null to others; `deck_name` too where lists are closed."""

    seat: Seat
    deck_name: str | None
    health: Amount
    willpower: Amount
    xp: Amount
    attack: int
    defense: int
    charisma: int
    violence_die: Dice
    diplomacy_die: Dice
    levels: dict[str, Amount]
    income_next: Amount
    hand_count: Count
    hand: list[Card] | None
    hand_known: list[Card]
    deck_count: Count
    discard: list[Card]
    in_play: list[Placed]
    temp: list[Temporary]
    lost: Lost
    played_card: bool


class Opening(TypedDict):
    """What a chain answers."""

    seat: Seat
    what: Annotated[str, word("opener")]
    ref: Ref | None


class Link(TypedDict):
    """One answer of a chain."""

    seat: Seat
    ref: Ref
    action: Annotated[str, word("action")]


class Chain(TypedDict):
    """Answers that wait to be carried out, the last first."""

    opened_by: Opening
    responder: Seat
    links: list[Link]
    waiting_on_play: Ref | None


class Choice(TypedDict):
    """A choice that a card asks for; everybody sees what there is to choose from."""

    seat: Seat
    verb: Annotated[str, word("verb")]
    options: list[ActionId]


class Roll(TypedDict):
    """The last roll."""

    seat: Seat
    die: Dice
    dice: list[Annotated[int, die(by="die")]]
    total: int


class DrawOffer(TypedDict):
    """Who has offered a draw."""

    seat: Seat


class DeckList(TypedDict):
    """What is in a deck, and how often."""

    name: str
    cards: dict[Card, int]


class Table(TypedDict):
    """What both share. `decklists` by seat, null where the viewer may not see it."""

    active: Seat
    first: Seat
    step: Annotated[str, word("step")]
    chain: Chain | None
    choice: Choice | None
    last_roll: Roll | None
    draw_offer: DrawOffer | None
    options: Rules
    decklists: list[DeckList | None]
    result: Result | None


View: TypeAlias = TableView[Adventurer, Table]
