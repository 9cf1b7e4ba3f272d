"""The card list as a page for people, made from the content."""

from __future__ import annotations

from innkeeper.games.adventurer.book import IN_ENCOUNTER, Book, Card, CardAction, Deck

_TIMES = {"own": "in your Main step", "reply": "as an answer", "": "in your Main step or as an answer"}


def cards_markdown(book: Book) -> str:
    """Every card of every installed pack, group by group, and the ready-made decks."""
    out = [
        "# The cards of Adventurer Factory",
        "",
        f"{len(book.cards)} cards. A price in brackets stands in front of what it buys; every action can be "
        "used once per turn. Classes and races are Innate: they never leave play.",
        "",
    ]
    for group in book.groups:
        out += [f"## {group.title}", ""]
        if group.about:
            out += [f"*{group.about}*", ""]
        out += [
            "| card | types | XP | Needs | Fills | while in play | does |",
            "|---|---|---|---|---|---|---|",
        ]
        out += [_row(book, card) for card in group.cards]
        out.append("")
    if book.decks:
        out += ["## Ready-made decks", ""]
        for deck in book.decks.values():
            out += [
                f"### {deck.name}",
                "",
                f"`{deck.id}`, {deck.style}. {deck.plan}",
                "",
                _list(book, deck),
                "",
            ]
    return "\n".join(out)


def _row(book: Book, card: Card) -> str:
    cells = [
        f'<a id="{card.id}"></a>**{card.name}** `{card.id}`<br>*{card.flavour}*',
        "/".join(card.types),
        str(card.cost),
        ", ".join(_symbol(book, symbol, count) for symbol, count in zip(card.need_symbols, card.need_counts)),
        _fills(book, card),
        "; ".join(_always(book, card)),
        "<br>".join(_does(card)),
    ]
    return "| " + " | ".join(cell.replace("|", "\\|") or "-" for cell in cells) + " |"


def card_text(book: Book, card: Card) -> str:
    """What a card asks for, gives and does, in a few sentences."""
    parts = [f"{part}." for part in [*_asks(book, card), *_always(book, card)]]
    if card.on_play_words:
        parts.append(f"On play: {card.on_play_words}")
    parts += [f"{action.id} ({action.price()}{_when(action)}): {action.words}" for action in card.actions]
    return " ".join(parts)


def _symbol(book: Book, symbol: int, count: int) -> str:
    name = book.symbols.text(symbol).capitalize()
    return name if count == 1 else f"{name} {count}"


def _fills(book: Book, card: Card) -> str:
    if card.choices:
        return " / ".join(book.slots.text(slot) for slot in card.choices)
    return " & ".join(book.slots.text(slot) for slot in card.fills)


def _asks(book: Book, card: Card) -> list[str]:
    """AF-3.4, AF-3.6: what must be there before, and which places it takes."""
    found = []
    if card.need_symbols:
        needs = [_symbol(book, symbol, n) for symbol, n in zip(card.need_symbols, card.need_counts)]
        found.append(f"Needs {' and '.join(needs)}")
    slots = [book.slots.text(slot).replace("-", " ") for slot in card.choices or card.fills]
    if slots:
        found.append(f"Fills {(' or ' if card.choices else ' and ').join(slots)}")
    return found


def _always(book: Book, card: Card) -> list[str]:
    found = [
        f"Provides {_symbol(book, symbol, count)}"
        for symbol, count in zip(card.gives_symbols, card.gives_counts)
    ]
    for name, bonus in (("Attack", card.attack), ("Defense", card.defense), ("Charisma", card.charisma)):
        if bonus:
            found.append(f"{name} {bonus:+d}")
    for name, die in (("Violence", card.violence), ("Diplomacy", card.diplomacy)):
        if die is not None:
            found.append(f"{name} Die {die.text()}")
    return found


def _does(card: Card) -> list[str]:
    found = [f"On play: {card.on_play_words}"] if card.on_play_words else []
    return found + [_action(action) for action in card.actions]


def _action(action: CardAction) -> str:
    return f"**{action.id}** [{action.price()}{_when(action)}]: {action.words}"


def _when(action: CardAction) -> str:
    return "" if action.moments == IN_ENCOUNTER else f", {_TIMES[action.timing]}"


def _list(book: Book, deck: Deck) -> str:
    return ", ".join(f"{count} {book.cards[card].name}" for card, count in deck.counts.items())
