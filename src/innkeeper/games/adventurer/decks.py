"""Decks that people bring (AF-10): reading a file or an object, and saying all that is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from innkeeper.engine.errors import shown
from innkeeper.games.adventurer.book import Book, Card, Deck

if TYPE_CHECKING:
    from innkeeper.games.adventurer.options import AdventurerOptions

MOST_BYTES: Final = 20_000
MOST_FIELDS: Final = 10  # a deck has three: of more than these some are named
MOST_ENTRIES: Final = 500  # no deck has so many different cards, and every one of them is looked up
LONGEST_NAME: Final = 40
UNNAMED: Final = "Unnamed deck"
LIGHT_COST: Final = 3  # AF-10.5: at least so many cards …
LIGHT_CARDS: Final = 8  # … that cost no more and need nothing

_LINE: Final = re.compile(r"(\S+)\s+(\S+)")
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,9}")


@final
class Problem:
    """One thing about a deck: a code of AF-10.5, what it is about, and the line of the file if known."""

    def __init__(self, code: str, message: str, line: int | None = None) -> None:
        self.code: Final = code
        self.message: Final = message
        self.line: Final = line

    @property
    def refuses(self) -> bool:
        """Errors refuse the deck, warnings do not."""
        return self.code.startswith("E-")

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.code}: {self.message}"

    def __repr__(self) -> str:
        return f"Problem({self.code!r}, {self.message!r}, {self.line})"


@final
class Entry:
    """A card and how often it is wanted, as written."""

    def __init__(self, card: str, count: object, line: int | None) -> None:
        self.card: Final = card
        self.count: Final = count
        self.line: Final = line


@final
class Draft:
    """A deck as it was read, before anything is checked against the cards."""

    def __init__(self) -> None:
        self.name: str = UNNAMED
        self.entries: Final[list[Entry]] = []
        self.problems: Final[list[Problem]] = []

    def complain(self, code: str, message: str, line: int | None = None) -> None:
        self.problems.append(Problem(code, message, line))


def read_deck_file(path: Path | str) -> str:
    """The text of a deck file; OSError if there is none. What is wrong with it, `check_deck` says."""
    with open(path, "rb") as file:
        return file.read(MOST_BYTES + 1).decode("utf-8", errors="replace")


def check_deck(source: str | Mapping[str, object], options: AdventurerOptions, book: Book) -> list[Problem]:
    """All problems of a deck: the text of a file (JSON or plain), a deck object, or a deck's id."""
    return examine(source, options, book)[1]


def examine(
    source: str | Mapping[str, object], options: AdventurerOptions, book: Book
) -> tuple[Deck | None, list[Problem]]:
    """The deck, if it can be read at all, and all its problems: errors first, then warnings."""
    if isinstance(source, str):
        known = book.decks.get(source)
        if known is not None:
            return known, _check_list(known.name, known.counts, {}, [], options, book)
        draft = _read_text(source)
    else:
        draft = _read_object(source, None)
    counts: dict[int, int] = {}
    lines: dict[int, int | None] = {}
    problems = draft.problems
    for entry in draft.entries:
        count = entry.count
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            text = f"{shown(entry.card)}: {shown(count)} is not a whole number of at least 1"
            problems.append(Problem("E-COUNT", text, entry.line))
            continue
        number = book.domain.places.get(entry.card)
        if number is None or number not in book.packs[options.card_pack]:
            text = f"there is no card {shown(entry.card)} in the pack {options.card_pack!r}"
            problems.append(Problem("E-UNKNOWN", text + _similar(entry.card, book), entry.line))
            counts[-1] = counts.get(-1, 0) + count
            continue
        counts[number] = counts.get(number, 0) + count
        lines[number] = entry.line
    problems = _check_list(draft.name, counts, lines, problems, options, book)
    for problem in problems:
        if problem.refuses:
            return None, problems
    return Deck("", draft.name, counts), problems


def read_deck(text: str, options: AdventurerOptions, book: Book) -> tuple[object, list[Problem]]:
    """A deck file as the value of the option `deck_0` or `deck_1`, None if it is refused."""
    deck, problems = examine(text, options, book)
    if deck is None:
        return None, problems
    cards = {book.cards[number].id: count for number, count in deck.counts.items()}
    return {"game": "adventurer", "name": deck.name, "cards": cards}, problems


def _similar(id: str, book: Book) -> str:
    """A likely meant card, for a misspelt one."""
    flat = id.replace("_", "-").replace(" ", "-").lower()
    for card in book.cards:
        if card.id == flat or card.name.lower() == id.lower():
            return f"; did you mean {card.id!r}?"
    return ""


def _check_list(
    name: str,
    counts: dict[int, int],
    lines: dict[int, int | None],
    problems: list[Problem],
    options: AdventurerOptions,
    book: Book,
) -> list[Problem]:
    """AF-10.1, AF-10.2, and the warnings of AF-10.5."""
    found = list(problems)
    total = 0
    for number, count in counts.items():
        total += count
        if number < 0:
            continue
        card = book.cards[number]
        if number not in book.packs[options.card_pack]:
            found.append(
                Problem("E-UNKNOWN", f"there is no card {card.id!r} in the pack {options.card_pack!r}")
            )
        if count > options.max_copies:
            text = f"{card.id}: {count} copies, but at most {options.max_copies} are allowed (max_copies)"
            found.append(Problem("E-COPIES", text, lines.get(number)))
    unreadable = False
    unclear = False
    for problem in found:
        unreadable = unreadable or problem.code == "E-FORMAT"
        unclear = unclear or problem.code in ("E-FORMAT", "E-UNKNOWN")
    if total != options.deck_size and not (unreadable and total == 0):
        found.append(
            Problem("E-SIZE", f"{total} cards, but a deck has exactly {options.deck_size} (deck_size)")
        )
    if not unclear:  # of a list that is not yet what was meant there is nothing to warn
        found += _warnings(counts, lines, book)
    return found


def _warnings(counts: dict[int, int], lines: dict[int, int | None], book: Book) -> list[Problem]:
    found: list[Problem] = []
    cards = {number: count for number, count in counts.items() if number >= 0}
    levels = _reachable(cards, book)
    has_class = False
    light = 0
    for number, count in cards.items():
        card = book.cards[number]
        missing = _missing(card, levels, book)
        if missing != "":
            text = f"{card.id} can never be played: it needs {missing}"
            found.append(Problem("W-NEEDS", text, lines.get(number)))
        if card.is_a("class"):
            has_class = True
        if len(card.need_symbols) == 0 and card.cost <= LIGHT_COST:
            light += count
    if not has_class:
        found.append(Problem("W-NOCLASS", "there is no class card in this deck"))
    if light < LIGHT_CARDS:
        text = f"only {light} cards can be played with nothing in play for {LIGHT_COST} XP or less"
        found.append(Problem("W-HEAVY", f"{text}; {LIGHT_CARDS} or more make a better start"))
    return found


def _reachable(cards: dict[int, int], book: Book) -> dict[int, int]:
    """The highest level of each symbol that the deck could ever reach, playing what can be played."""
    levels: dict[int, int] = {}
    played: set[int] = set()
    grown = True
    while grown:
        grown = False
        for number, count in cards.items():
            card = book.cards[number]
            if number in played or _missing(card, levels, book) != "":
                continue
            played.add(number)
            grown = True
            for i in range(len(card.gives_symbols)):
                symbol: int = card.gives_symbols[i]
                given: int = card.gives_counts[i]
                levels[symbol] = levels.get(symbol, 0) + given * count
    return levels


def _missing(card: Card, levels: dict[int, int], book: Book) -> str:
    """The first Need beyond the reachable levels, in words; empty if there is none."""
    for i in range(len(card.need_symbols)):
        symbol: int = card.need_symbols[i]
        wanted: int = card.need_counts[i]
        reached = levels.get(symbol, 0)
        if reached < wanted:
            return f"{book.symbols.text(symbol)} {wanted}, and this deck reaches {reached}"
    return ""


# Reading


def _read_text(text: str) -> Draft:
    """A file's text: JSON if it begins with a brace, else one `<count> <card-id>` per line (AF-10.4)."""
    draft = Draft()
    if len(text.encode()) > MOST_BYTES:
        draft.complain("E-FORMAT", "the file is larger than 20 kB")
        return draft
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        try:
            parsed = json.loads(text.lstrip("\ufeff"), object_pairs_hook=_pairs)
        except json.JSONDecodeError as wrong:
            draft.complain("E-FORMAT", f"this is not JSON: {wrong.msg}", wrong.lineno)
            return draft
        except (ValueError, RecursionError) as wrong:
            draft.complain("E-FORMAT", f"this is not JSON: {wrong}")
            return draft
        if isinstance(parsed, dict):
            return _read_object(parsed, text)
        draft.complain("E-FORMAT", "a deck is a JSON object with name and cards", 1)
        return draft
    named = False
    for place, line in enumerate(text.lstrip("\ufeff").splitlines()):
        content, mark, comment = line.partition("#")
        content = content.strip()
        if content == "":
            if mark != "" and not named:
                named = True
                _take_name(draft, comment.strip(), place + 1)
            continue
        if len(draft.entries) + len(draft.problems) >= MOST_ENTRIES:
            draft.complain("E-FORMAT", f"a deck has at most {MOST_ENTRIES} entries", place + 1)
            return draft
        match = _LINE.fullmatch(content)
        if match is None:
            draft.complain("E-FORMAT", f"{shown(content)} is not `<count> <card-id>`", place + 1)
            continue
        written = match.group(1)
        count: object = int(written) if _WHOLE.fullmatch(written) is not None else written
        draft.entries.append(Entry(match.group(2), count, place + 1))
    if len(draft.entries) == 0 and len(draft.problems) == 0:
        draft.complain("E-FORMAT", "there is no card in this file")
    return draft


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object whose names must differ."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name!r} stands twice")
        found[name] = value
    return found


def _read_object(source: Mapping[str, object], text: str | None) -> Draft:
    """`{"game": "adventurer", "name": …, "cards": {…}}`; `text` is where it was written, for line numbers."""
    draft = Draft()
    for name in list(source)[:MOST_FIELDS]:
        if name not in ("game", "name", "cards"):
            draft.complain("E-FORMAT", f"a deck has no field {shown(name)}", _line_of(text, name))
    game = source.get("game", "adventurer")
    if game != "adventurer":
        draft.complain(
            "E-FORMAT", f"game: a deck for {shown(game)}, not for 'adventurer'", _line_of(text, "game")
        )
    if "name" in source:
        _take_name(draft, source["name"], _line_of(text, "name"))
    cards = source.get("cards")
    if not isinstance(cards, Mapping) or len(cards) == 0:
        draft.complain("E-FORMAT", "cards: a deck lists its cards as id and count", _line_of(text, "cards"))
        return draft
    if len(cards) > MOST_ENTRIES:
        draft.complain(
            "E-FORMAT", f"cards: a deck has at most {MOST_ENTRIES} entries", _line_of(text, "cards")
        )
        return draft
    for card, count in cards.items():
        if isinstance(card, str):
            draft.entries.append(Entry(card, count, _line_of(text, card)))
        else:
            draft.complain("E-FORMAT", f"cards: {shown(card)} is not a card id")
    return draft


def _line_of(text: str | None, name: str) -> int | None:
    """The line of a JSON file where a name first stands."""
    if text is None:
        return None
    place = text.find(json.dumps(name))
    return None if place < 0 else text.count("\n", 0, place) + 1


def _take_name(draft: Draft, name: object, line: int | None) -> None:
    """AF-10.6: 1 to 40 printable characters."""
    if isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME and name.isprintable() and name.strip() != "":
        draft.name = name
    else:
        draft.complain(
            "E-FORMAT", f"name: {shown(name)} is not 1 to {LONGEST_NAME} printable characters", line
        )
