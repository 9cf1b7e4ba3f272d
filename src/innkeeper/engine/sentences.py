"""The log in words: one sentence per event, from the game's own texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import NamedTuple

from innkeeper.engine.action import Domain
from innkeeper.engine.events import SEAT, SEATS, Event, Kind


class Line(NamedTuple):
    """A line of the log and the clause that answers "why?"."""

    text: str
    clause: str
    event: dict[str, object]


def sentence(event: Event, viewer: int, names: Mapping[int, str], cards: Mapping[str, str]) -> Line:
    """The event as a viewer may read it. `names` are the players', `cards` the content's."""
    kind = event.kind
    shown = event.json(viewer)
    template = kind.veiled if kind.secret and viewer != event.seat else kind.text
    words = {}
    for name, is_seat, domain in _wanted(kind, template):
        value = shown[name]
        if is_seat:
            words[name] = _seat_name(value, names)
        elif domain is not None:
            words[name] = _labelled(value, domain, cards)
        else:
            words[name] = _word(value, cards)
    text = template.format_map(words)
    return Line(text[:1].upper() + text[1:], kind.clause, shown)


@cache
def _wanted(kind: Kind, template: str) -> list[tuple[str, bool, Domain | None]]:
    """The fields that a sentence names: which of them are seats, and whose words the others have."""
    fields = {field.name: field for field in kind.fields}
    found: list[tuple[str, bool, Domain | None]] = []
    for name in dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name):
        field = fields.get(name)
        is_seat = name == "seat" if field is None else field.reads in (SEAT, SEATS)
        found.append((name, is_seat, None if field is None else field.domain))
    return found


def _seat_name(seat: object, names: Mapping[int, str]) -> str:
    if isinstance(seat, list):
        return " and ".join(_seat_name(one, names) for one in seat) or "nobody"
    if not isinstance(seat, int):
        return "nobody"
    return names.get(seat, f"Seat {seat}")


def _labelled(value: object, domain: Domain, cards: Mapping[str, str]) -> str:
    """A value of a domain in the domain's own words, unless it is the id of a card."""
    if isinstance(value, int):
        return f"{domain.counted}{value}"
    if isinstance(value, str) and value not in cards and value in domain.places:
        return domain.label(domain.index(value))
    return _word(value, cards)


def _word(value: object, cards: Mapping[str, str]) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return cards.get(value, value)
    if isinstance(value, list):
        return ", ".join(_word(part, cards) for part in value) or "none"
    if isinstance(value, dict):
        if value.keys() == {"label", "amount"}:  # a part of a sum
            return f"{value['amount']:+d} {_word(value['label'], cards)}"
        if value.keys() == {"total", "parts"}:
            return f"{value['total']} ({_word(value['parts'], cards)})"
        return ", ".join(f"{_word(key, cards)}: {_word(part, cards)}" for key, part in value.items())
    return str(value)
