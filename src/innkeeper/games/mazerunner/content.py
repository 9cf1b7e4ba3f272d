"""Mazerunner's content: TOML to a native book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from innkeeper.engine.action import Verbs
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidContent
from innkeeper.games.mazerunner import effects
from innkeeper.games.mazerunner.book import (
    DICE,
    BlockCard,
    Book,
    ChanceCard,
    Die,
    Face,
    ItemCard,
    MonsterCard,
    ResourceCard,
)
from innkeeper.games.mazerunner.events import KINDS, RESULTS

Kind = Literal["twine", "chalk", "oil"]
Amount = Annotated[int, Meta(ge=0, le=99)]
FromOne = Annotated[int, Meta(ge=1, le=99)]


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some of each resource."""

    twine: Amount = 0
    chalk: Amount = 0
    oil: Amount = 0

    @property
    def numbers(self) -> list[int]:
        return [self.twine, self.chalk, self.oil]


class FaceData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One face of a pool die."""

    id: str
    power: Amount = 0
    steps: Amount = 0
    gives: Bundle = Bundle()
    bonus: Literal["attack", "resource", ""] = ""
    counts: Literal["attack", "resource", ""] = ""


class DieData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[die.…]` entry."""

    name: str
    faces: Annotated[list[FaceData], Meta(min_length=2, max_length=20)]
    colour: str = ""


class EncounterData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An `[encounter.…]` entry."""

    sides: Annotated[
        list[Literal["monster", "resource", "item", "chance", "nothing"]], Meta(min_length=1, max_length=100)
    ]
    colour: str = ""


class BlockData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[maze.…]` entry."""

    name: str
    open: list[Literal["left", "ahead", "right"]]
    copies: FromOne


class KindData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[kind.…]` entry."""

    name: str
    icon: str = ""
    flavour: str = ""


class ResourceData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[resource.…]` entry."""

    name: str
    gives: Bundle
    icon: str = ""
    flavour: str = ""


# Effects: `{ do = "…", … }`, one structure per shape.


class Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A word without arguments."""


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A word with an amount."""

    amount: FromOne


class Gain(Plain, frozen=True, tag="gain"):
    kind: Kind
    amount: FromOne


class Map(Counted, frozen=True, tag="map"): ...


class FindItem(Counted, frozen=True, tag="item"): ...


class Heal(Counted, frozen=True, tag="heal"): ...


class Hurt(Counted, frozen=True, tag="hurt"): ...


class DrawResource(Plain, frozen=True, tag="resource_card"): ...


class CallMonster(Plain, frozen=True, tag="monster"):
    amount: Annotated[int, Meta(ge=-99, le=99)]


class PortalMirror(Plain, frozen=True, tag="portal_mirror"): ...


class PortalLeap(Counted, frozen=True, tag="portal_leap"): ...


class PortalChoice(Plain, frozen=True, tag="portal_choice"): ...


class ExtraDie(Plain, frozen=True, tag="die"):
    kind: Literal["attack", "move", "resource", "any"]


class Power(Counted, frozen=True, tag="power"): ...


class Steps(Counted, frozen=True, tag="steps"): ...


class Stroll(Counted, frozen=True, tag="stroll"): ...


class Yield(Plain, frozen=True, tag="yield"):
    kind: Kind
    amount: FromOne


class Guard(Counted, frozen=True, tag="guard"): ...


class Mend(Counted, frozen=True, tag="mend"): ...


class Haggle(Plain, frozen=True, tag="haggle"): ...


class Potion(Counted, frozen=True, tag="potion"): ...


class Dash(Counted, frozen=True, tag="dash"): ...


class Warp(Plain, frozen=True, tag="warp"): ...


class Strike(Counted, frozen=True, tag="strike"): ...


class Vanish(Plain, frozen=True, tag="vanish"): ...


class Chart(Counted, frozen=True, tag="chart"): ...


LootEffect = Gain | Map | FindItem | Heal | Hurt | DrawResource
Ending = CallMonster | PortalMirror | PortalLeap | PortalChoice
ChanceEffect = LootEffect | Ending
Kept = ExtraDie | Power | Steps | Stroll | Yield | Guard | Mend | Haggle
Single = Potion | Dash | Warp | Strike | Vanish
ItemEffect = Kept | Single | Chart


class MonsterData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[monster.…]` entry."""

    name: str
    health: FromOne
    damage: FromOne
    loot: list[LootEffect]
    icon: str = ""
    flavour: str = ""


class ItemData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An `[item.…]` entry."""

    name: str
    price: Bundle
    use: Literal["keeps", "single", "instant"]
    effects: Annotated[list[ItemEffect], Meta(min_length=1)]
    icon: str = ""
    flavour: str = ""


class ChanceData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[chance.…]` entry."""

    name: str
    effects: Annotated[list[ChanceEffect], Meta(min_length=1)]
    icon: str = ""
    flavour: str = ""


def load(content: Content) -> Book:
    """The book of a content pack."""
    kinds = list(content.cards("resources.toml", "kind", KindData))
    if kinds != KINDS.ids:
        raise InvalidContent(
            f"resources.toml: the kinds are {', '.join(KINDS.ids)} in this order, not {', '.join(kinds)}"
        )
    return Book(
        _dice(content),
        _encounters(content),
        _blocks(content),
        _monsters(content),
        _items(content),
        _chances(content),
        [
            ResourceCard(number, id, data.name, list(data.gives.numbers))
            for number, (id, data) in enumerate(
                content.cards("resources.toml", "resource", ResourceData).items()
            )
        ],
        Verbs(),
    )


def _dice(content: Content) -> list[Die]:
    found = content.cards("dice.toml", "die", DieData)
    wanted = DICE.ids[:3]
    if list(found) != wanted:
        raise InvalidContent(
            f"dice.toml: the dice are {', '.join(wanted)} in this order, not {', '.join(found)}"
        )
    return [Die(id, [_face(face) for face in data.faces]) for id, data in found.items()]


def _face(data: FaceData) -> Face:
    bonus, counts = (-1 if word == "" else DICE.index(word) for word in (data.bonus, data.counts))
    return Face(data.id, data.power, data.steps, list(data.gives.numbers), bonus, counts)


def _encounters(content: Content) -> list[list[int]]:
    found = content.cards("dice.toml", "encounter", EncounterData)
    if list(found) != ["twelve", "five"]:
        raise InvalidContent(
            f"dice.toml: the encounter dice are twelve, five in this order, not {', '.join(found)}"
        )
    return [[RESULTS.index(side) for side in data.sides] for data in found.values()]


def _blocks(content: Content) -> list[BlockCard]:
    blocks: list[BlockCard] = []
    for kind, data in content.cards("maze.toml", "maze", BlockData).items():
        for number in range(1, data.copies + 1):
            open = data.open
            blocks.append(
                BlockCard(f"{kind}-{number}", data.name, "left" in open, "ahead" in open, "right" in open)
            )
    return blocks


def _monsters(content: Content) -> list[MonsterCard]:
    cards = []
    for number, (id, data) in enumerate(content.cards("monsters.toml", "monster", MonsterData).items()):
        card = MonsterCard(number, id, data.name, data.health, data.damage)
        card.loot = [_effect(effect) for effect in data.loot]
        cards.append(card)
    return cards


def _chances(content: Content) -> list[ChanceCard]:
    cards = []
    for number, (id, data) in enumerate(content.cards("chance.toml", "chance", ChanceData).items()):
        for place, effect in enumerate(data.effects[:-1]):
            if isinstance(effect, Ending):
                raise InvalidContent(
                    f"chance.toml: chance.{id}.effects[{place}]: a monster or a portal must come last"
                )
        card = ChanceCard(number, id, data.name)
        card.effects = [_effect(effect) for effect in data.effects]
        cards.append(card)
    return cards


def _effect(data: ChanceEffect) -> effects.Effect:
    match data:
        case Gain(kind, amount):
            return effects.Gain(KINDS.index(kind), amount)
        case Map(amount):
            return effects.MapPiece(amount)
        case FindItem(amount):
            return effects.FindItem(amount)
        case Heal(amount):
            return effects.Heal(amount)
        case Hurt(amount):
            return effects.Hurt(amount)
        case DrawResource():
            return effects.DrawResource()
        case CallMonster(amount):
            return effects.CallMonster(amount)
        case PortalMirror():
            return effects.PortalMirror()
        case PortalLeap(amount):
            return effects.PortalLeap(amount)
        case PortalChoice():
            return effects.PortalChoice()


def _items(content: Content) -> list[ItemCard]:
    cards = []
    for number, (id, data) in enumerate(content.cards("items.toml", "item", ItemData).items()):
        where = f"items.toml: item.{id}"
        card = ItemCard(number, id, data.name, list(data.price.numbers))
        for place, effect in enumerate(data.effects):
            _give(card, effect)
            if _use(effect) != data.use:
                raise InvalidContent(
                    f'{where}.effects[{place}]: this word is for items with use = "{_use(effect)}", '
                    f'not "{data.use}"'
                )
        if data.use != "keeps" and len(data.effects) != 1:
            raise InvalidContent(f'{where}.effects: an item with use = "{data.use}" has one effect')
        cards.append(card)
    return cards


def _use(effect: ItemEffect) -> str:
    if isinstance(effect, Kept):
        return "keeps"
    return "single" if isinstance(effect, Single) else "instant"


def _give(card: ItemCard, effect: ItemEffect) -> None:
    match effect:
        case ExtraDie(kind):
            card.dice[DICE.index(kind)] += 1
        case Power(amount):
            card.power += amount
        case Steps(amount):
            card.steps += amount
        case Stroll(amount):
            card.strolls += amount
        case Yield(kind, amount):
            card.yields[KINDS.index(kind)] += amount
        case Guard(amount):
            card.guard += amount
        case Mend(amount):
            card.mend += amount
        case Haggle():
            card.haggle = True
        case Potion(amount):
            card.potion = amount
        case Dash(amount):
            card.dash = amount
        case Warp():
            card.warp = True
        case Strike(amount):
            card.strike = amount
        case Vanish():
            card.vanish = True
        case Chart(amount):
            card.chart = amount


def doubts(content: Content, book: Book) -> Iterator[str]:
    """Decks that no encounter die ever asks for."""
    for die, sides in content.cards("dice.toml", "encounter", EncounterData).items():
        for deck in ("monster", "resource", "item", "chance"):
            if deck not in sides.sides:
                yield f"dice.toml: encounter.{die}.sides: no side is {deck!r}, so that deck is left alone"
