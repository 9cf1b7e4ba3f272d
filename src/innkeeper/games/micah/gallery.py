"""The cards of the box as galleries in Markdown, generated from the content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from innkeeper.games.micah.book import Book, dice_of
from innkeeper.games.micah.clauses import Clause
from innkeeper.games.micah.terms import KINDS, STATS, TYPES
from innkeeper.games.micah.words import names as card_names
from innkeeper.games.micah.words import sentences


def galleries_markdown(book: Book) -> dict[str, str]:
    """The galleries of the rulebook: title to Markdown table."""
    known = card_names(book)
    return {
        "Classes": _classes(book),
        "Weathers": _weathers(book, known),
        "Creatures and other Encounters": _encounters(book, known),
        "Treasures": _treasures(book, known),
        "Ghost cards": _ghosts(book, known),
    }


def page(book: Book) -> str:
    """All galleries on one page."""
    parts = [f"## {title}\n\n{table}" for title, table in galleries_markdown(book).items()]
    return "# Micah's Game: the cards\n\n" + "\n".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _said(clauses: Sequence[Clause], names: Mapping[str, str]) -> str:
    return " ".join(sentences(clauses, names)) or "–"


def _classes(book: Book) -> str:
    rows = [
        [
            f"**{job.name}**",
            *job.hp,
            *(f"D{dice_of(job.levels[stat])[0]}" for stat in range(3)),
            f"*{job.flavour}*",
        ]
        for job in book.jobs
    ]
    return _table(["Class", "HP", "HP, fair-road", *(stat.capitalize() for stat in STATS), ""], rows)


def _weathers(book: Book, names: Mapping[str, str]) -> str:
    rows = [
        [
            f"**{plain.name}**",
            _said(plain.clauses, names),
            _said(wild.clauses[len(plain.clauses) :], names),
            f"*{plain.flavour}*",
        ]
        for plain, wild in zip(book.weathers, book.wild_weathers)
    ]
    return _table(["Weather", "What it does", "Also, with `class_weather`", ""], rows)


def _encounters(book: Book, names: Mapping[str, str]) -> str:
    rows = []
    for card in book.encounters:
        numbers = ["–" if number is None else str(number) for number in card.numbers]
        dock = "–"
        if card.face is not None:
            face = card.face
            named = f"**{face.name}** " if face.name != card.name else ""
            said = " ".join(sentences(face.clauses, names))
            dock = f"{named}{face.attack} / {face.defense} {said}".strip()
        rows.append(
            [
                f"**{card.name}** *{card.flavour}*",
                f"{KINDS[card.kind]}: {', '.join(card.tag_ids)}",
                card.copies,
                *numbers,
                card.strike,
                card.bounty_text or "–",
                _said(card.clauses, names),
                dock,
            ]
        )
    head = [
        "Card",
        "Kind and tags",
        "Copies",
        "Defense",
        "Charm",
        "Escape",
        "Strike",
        "Bounty",
        "Special",
        "In the Dock",
    ]
    return _table(head, rows)


def _treasures(book: Book, names: Mapping[str, str]) -> str:
    rows = [
        [
            f"**{card.name}** *{card.flavour}*",
            TYPES[card.type],
            card.copies or f"reserve {card.reserve}",
            card.price,
            card.sells,
            _said(card.clauses, names),
        ]
        for card in book.treasures
    ]
    return _table(["Card", "Type", "Copies", "Price", "Sells for", "What it does"], rows)


def _ghosts(book: Book, names: Mapping[str, str]) -> str:
    rows: list[list[Any]] = [
        [
            f"**{card.name}** *{card.flavour}*",
            card.copies,
            "a player" if card.aimed else "the table",
            _said(card.clauses, names),
        ]
        for card in book.ghosts
    ]
    return _table(["Card", "Copies", "Played on", "What it does"], rows)
