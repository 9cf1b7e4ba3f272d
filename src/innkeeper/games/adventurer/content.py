"""Adventurer Factory's content: TOML card files and decks, and designers' JSON packs, to a native book."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from innkeeper.engine.action import Domain, Verbs
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidContent
from innkeeper.engine.words import did_you_mean
from innkeeper.games.adventurer import decks
from innkeeper.games.adventurer.book import MOST_SYMBOLS, Book, Card, Deck, Die, Group, bit
from innkeeper.games.adventurer.effects import EffectList, Strike
from innkeeper.games.adventurer.language import Reader, named_types
from innkeeper.games.adventurer.options import AdventurerOptions

CORE = "core"
DECKS = "decks.toml"
MOST_CARDS = 500
_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")

Bonus = Annotated[int, msgspec.Meta(ge=-10, le=10)]
Count = Annotated[int, msgspec.Meta(ge=1, le=30)]


class CardData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A `[card.…]` entry, or a card of a JSON pack (which also has its id)."""

    id: str = ""
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    types: Annotated[list[str], msgspec.Meta(min_length=1, max_length=6)]
    cost: Annotated[int, msgspec.Meta(ge=0, le=20)]
    needs: dict[str, Count] = {}
    fills: list[str] = []
    fills_one_of: list[str] = []
    provides: dict[str, Count] = {}
    attack: Bonus = 0
    defense: Bonus = 0
    charisma: Bonus = 0
    violence: str = ""
    diplomacy: str = ""
    innate: bool = False
    on_play: str = ""
    actions: dict[str, str] = {}
    flavour: str = ""
    icon: str = ""


class PackData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A designer's pack: `{"pack": "my-pack", "cards": […]}`; `"extends": "core"` adds to the core."""

    pack: str
    cards: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1, max_length=MOST_CARDS)]
    extends: str = ""
    title: str = ""
    about: str = ""


class DeckData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[deck.…]` entry."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    cards: dict[str, Annotated[int, msgspec.Meta(ge=1, le=10)]]
    style: str = ""
    plan: str = ""


class _Entry(msgspec.Struct, frozen=True):
    """A card as it was found: where, in which pack and group, and what it says."""

    where: str
    id: str
    pack: str
    group: str
    data: CardData


def load(content: Content) -> Book:
    """The book of all installed packs."""
    entries: list[_Entry] = []
    groups: dict[str, tuple[str, str]] = {}
    extends: dict[str, str] = {CORE: ""}
    for file in sorted(content.files):
        if file.endswith(".json"):
            pack, found = _pack(content, file)
            if pack.pack in extends:
                raise InvalidContent(f"{file}: pack: {pack.pack!r} is already installed")
            extends[pack.pack] = pack.extends
            groups[file] = (pack.title or pack.pack, pack.about)
            entries += found
        elif file != DECKS:
            tables = content.tables(file)
            if "deck" in tables:
                raise InvalidContent(f"{file}: deck: decks are read from {DECKS} alone")
            groups[file] = (
                str(tables.get("title", file.removesuffix(".toml"))),
                str(tables.get("about", "")),
            )
            for id, data in content.cards(file, "card", CardData).items():
                if data.id:
                    raise InvalidContent(f"{file}: card.{id}.id: the id stands in the heading")
                entries.append(_Entry(f"{file}: card.{id}", id, CORE, file, data))
    book = _book(entries, groups, extends)
    book.decks = _decks(content, book)
    return book


def _pack(content: Content, file: str) -> tuple[PackData, list[_Entry]]:
    pack = content.decode(file, content.tables(file), PackData)
    if not _ID.fullmatch(pack.pack):
        raise InvalidContent(f"{file}: pack: {pack.pack!r} is not an id such as my-pack")
    if pack.extends not in ("", CORE):
        raise InvalidContent(
            f"{file}: extends: a pack extends {CORE!r} or stands alone, not {pack.extends!r}"
        )
    entries = []
    for place, raw in enumerate(pack.cards):
        id = raw.get("id")
        where = f"{file}: card {id if isinstance(id, str) else place}"
        entries.append(_Entry(where, str(id), pack.pack, file, content.decode(where, raw, CardData)))
    return pack, entries


def _book(entries: list[_Entry], groups: dict[str, tuple[str, str]], extends: dict[str, str]) -> Book:
    seen: dict[str, str] = {}
    for entry in entries:
        _check(entry)
        if entry.id in seen:
            raise InvalidContent(f"{entry.where}: id: {entry.id!r} is already taken by {seen[entry.id]}")
        seen[entry.id] = entry.where
    symbols = Domain("symbol", sorted({s for e in entries for s in (*e.data.needs, *e.data.provides)}))
    slots = _bits("slot", {s for e in entries for s in (*e.data.fills, *e.data.fills_one_of)})
    named = [
        (name, f"{e.where}: {field}")
        for e in entries
        for field, text in _texts(e)
        for name in named_types(text)
    ]
    types = _bits("type", {name for name, _ in named})
    known = {name.lower() for e in entries for name in e.data.types}
    for name, where in named:
        if name not in known:
            raise InvalidContent(f"{where}: no card has the type {name!r}")

    written = [entry.id for entry in entries]
    entries = sorted(entries, key=lambda entry: entry.id)
    reader = Reader(types)
    cards = [_card(number, entry, symbols, slots, types, reader) for number, entry in enumerate(entries)]
    packs = {pack: [c.number for c in cards if c.pack in (pack, base)] for pack, base in extends.items()}
    as_written = sorted(cards, key=lambda card: written.index(card.id))
    grouped = [
        Group(title, about, [card for card in as_written if card.group == file])
        for file, (title, about) in groups.items()
    ]
    book = Book(cards, sorted(grouped, key=_shelf), packs, symbols, slots, types, Verbs())
    book.attack_list = EffectList(-1, [Strike(False, None, [], False)])
    book.parley_list = EffectList(-2, [Strike(True, None, [], False)])
    number = 0
    for card, entry in zip(cards, entries):
        number = _lists(card, entry, reader, number)
    return book


def _texts(entry: _Entry) -> list[tuple[str, str]]:
    """What is written on a card in the language of effects, by field."""
    actions = [(f"actions.{id}", text) for id, text in entry.data.actions.items()]
    return [("on_play", entry.data.on_play), *actions]


def _shelf(group: Group) -> tuple[int, str]:
    """Classes first, then races, then everybody's things."""
    for place, type in enumerate(("Class", "Race")):
        if any(card.is_a(type) for card in group.cards):
            return place, group.title
    return 2, group.title


def _bits(name: str, ids: set[str]) -> Domain:
    if len(ids) > MOST_SYMBOLS:
        raise InvalidContent(f"the cards use {len(ids)} kinds of {name}; {MOST_SYMBOLS} are possible")
    return Domain(name, sorted(ids))


def _check(entry: _Entry) -> None:
    """What the bounds of single fields cannot say."""
    where, data = entry.where, entry.data
    if not _ID.fullmatch(entry.id):
        raise InvalidContent(f"{where}: id: {entry.id!r} is not an id such as trusty-longsword")
    for field, names in (
        ("needs", data.needs),
        ("provides", data.provides),
        ("fills", data.fills),
        ("fills_one_of", data.fills_one_of),
        ("actions", data.actions),
    ):
        for name in names:
            if not _ID.fullmatch(name):
                raise InvalidContent(f"{where}: {field}: {name!r} is not a symbol such as main-hand")
        if len(set(names)) != len(names):
            raise InvalidContent(f"{where}: {field}: a symbol stands twice")
    if data.fills and data.fills_one_of:
        raise InvalidContent(f"{where}: fills_one_of: a card has either fills or fills_one_of")
    if len(data.fills_one_of) == 1:
        raise InvalidContent(f"{where}: fills_one_of: with one slot there is nothing to choose, use fills")
    if len(data.actions) > 4:
        raise InvalidContent(f"{where}: actions: {len(data.actions)}, but a card has at most 4")
    for type in data.types:
        if not type.strip():
            raise InvalidContent(f"{where}: types: a type has a name")


def _card(number: int, entry: _Entry, symbols: Domain, slots: Domain, types: Domain, reader: Reader) -> Card:
    data = entry.data
    card = Card(number, entry.id, data.name, list(data.types), data.cost)
    lower = [type.lower() for type in data.types]
    for type in lower:
        if type in types.places:
            card.type_bits |= bit(types.index(type))
    card.need_symbols = [symbols.index(symbol) for symbol in data.needs]
    card.need_counts = list(data.needs.values())
    card.gives_symbols = [symbols.index(symbol) for symbol in data.provides]
    card.gives_counts = list(data.provides.values())
    card.fills = [slots.index(slot) for slot in data.fills]
    card.choices = [slots.index(slot) for slot in data.fills_one_of]
    for slot in card.fills:
        card.fill_bits |= bit(slot)
    card.attack, card.defense, card.charisma = data.attack, data.defense, data.charisma
    card.violence = _die(entry, "violence", data.violence)
    card.diplomacy = _die(entry, "diplomacy", data.diplomacy)
    card.innate = data.innate or "class" in lower or "race" in lower
    card.consumable = "consumable" in lower
    card.flavour, card.icon = data.flavour, data.icon
    card.group, card.pack = entry.group, entry.pack
    card.on_play_printed = data.on_play
    for place, (id, text) in enumerate(data.actions.items()):
        try:
            card.actions.append(reader.action(id, place, text))
        except ValueError as wrong:
            raise InvalidContent(f"{entry.where}: actions.{id}: {wrong}") from None
    return card


def _die(entry: _Entry, field: str, text: str) -> Die | None:
    if not text:
        return None
    try:
        return Die.parse(text)
    except ValueError as wrong:
        raise InvalidContent(f"{entry.where}: {field}: {wrong}") from None


def _lists(card: Card, entry: _Entry, reader: Reader, number: int) -> int:
    """The effect lists of a card; returns the next free number."""
    field = "on_play"
    try:
        if entry.data.on_play:
            found = reader.effects(entry.data.on_play)
            card.on_play = EffectList(number, found)
            card.on_play_words = " ".join(effect.words for effect in found)
            number += 1
        for action in card.actions:
            field = f"actions.{action.id}"
            found = reader.list_of(action.printed)
            action.effects = EffectList(number, found)
            action.words = " ".join(effect.words for effect in found)
            number += 1
    except ValueError as wrong:
        raise InvalidContent(f"{entry.where}: {field}: {wrong}") from None
    return number


def _decks(content: Content, book: Book) -> dict[str, Deck]:
    found: dict[str, Deck] = {}
    if DECKS not in content.files:  # a pack that stands alone has none
        return found
    for id, data in content.cards(DECKS, "deck", DeckData).items():
        counts = {}
        for card, count in data.cards.items():
            if card not in book.domain.places:
                near = did_you_mean(card, book.domain.ids)
                raise InvalidContent(f"{DECKS}: deck.{id}.cards: there is no card {card!r}{near}")
            counts[book.domain.index(card)] = count
        found[id] = Deck(id, data.name, counts, data.style, data.plan)
    return found


def doubts(content: Content, book: Book) -> Iterator[str]:
    """Decks that no table would take, cards in no deck, and cards that can never be played."""
    for deck in book.decks.values():
        for problem in decks.check_deck(deck.id, AdventurerOptions(), book):
            if problem.refuses:
                yield f"{DECKS}: deck.{deck.id}: as the house rules stand, {problem.message}"
    dealt = {number for deck in book.decks.values() for number in deck.counts}
    provided = {symbol for card in book.cards for symbol in card.gives_symbols}
    needed = {symbol for card in book.cards for symbol in card.need_symbols}
    slots = Counter(slot for card in book.cards for slot in (*card.fills, *card.choices))
    for card in book.cards:
        where = f"{card.group}: card.{card.id}" if card.pack == CORE else f"{card.group}: card {card.id}"
        if book.decks and card.pack == CORE and card.number not in dealt:
            yield f"{where}: this card is in no deck of {DECKS}"
        for symbol in card.need_symbols:
            if symbol not in provided:
                name = book.symbols.ids[symbol]
                yield f"{where}: needs: no card provides {name}, so this one can never be played"
        for symbol in card.gives_symbols:
            if symbol not in needed:
                name = book.symbols.ids[symbol]
                near = did_you_mean(name, [book.symbols.ids[other] for other in sorted(needed)])
                yield f"{where}: provides.{name}: no card needs {name}{near}"
        for slot in (*card.fills, *card.choices):
            name = book.slots.ids[slot]
            if slots[slot] == 1 and not did_you_mean(name, [one for one in book.slots.ids if one != name]):
                yield f"{where}: fills: no other card goes to {name!r}, so nothing is ever in its way there"
