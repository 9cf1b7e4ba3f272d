"""The log in words: one sentence per event, from the game's own texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Final, NamedTuple, final

from innkeeper.engine.action import Domain
from innkeeper.engine.events import BY_SEAT, CHOICE, SEAT, SEATS, Event, Kind

LEFT: Final = "left"  # the manner of `{hp:left}`: what is left of something, and nobody has less than nothing


class Line(NamedTuple):
    """A line of the log, the clause that answers "why?", and the dice that were rolled: (sides, rolled)."""

    text: str
    clause: str
    event: dict[str, object]
    dice: list[tuple[int, int]]


def sentences(
    events: list[Event], viewer: int, names: Mapping[int, str], cards: Mapping[str, str]
) -> list[Line]:
    """The events that a viewer may know of, in words. `names` are the players', `cards` the content's."""
    return [sentence(event, viewer, names, cards) for event in events if event.visible(viewer)]


def sentence(event: Event, viewer: int, names: Mapping[int, str], cards: Mapping[str, str]) -> Line:
    """The event as a viewer may read it."""
    kind = event.kind
    shown = event.json(viewer)
    text = ""
    for gap in _gaps(kind, kind.veiled if kind.secret and viewer != event.seat else kind.text):
        text += gap.before
        if gap.name != "":
            value = shown[gap.name]
            if gap.is_left and isinstance(value, int):
                value = max(0, value)
            if gap.is_seat:
                text += _seat_name(value, names)
            elif gap.by_seat and isinstance(value, list):
                text += ", ".join(
                    f"{_word(one, cards)} for {_seat_name(seat, names)}" for seat, one in enumerate(value)
                )
            elif gap.by_seat and isinstance(value, dict):
                text += ", ".join(
                    f"{_seat_name(int(seat), names)} {_choice(one, cards)}" for seat, one in value.items()
                )
            elif gap.is_choice and isinstance(value, str):
                text += _choice(value, cards)
            elif gap.domain is not None:
                text += _labelled(value, gap.domain, cards)
            else:
                text += _word(value, cards)
    return Line(text[:1].upper() + text[1:], kind.clause, shown, event.dice(shown))


@final
class _Gap:
    """A piece of a sentence's template: some words, and the field that follows them, if one does."""

    def __init__(
        self,
        before: str,
        name: str,
        is_seat: bool,
        by_seat: bool,
        is_choice: bool,
        is_left: bool,
        domain: Domain | None,
    ) -> None:
        self.before: Final = before
        self.name: Final = name
        self.is_seat: Final = is_seat
        self.by_seat: Final = by_seat
        self.is_choice: Final = is_choice
        self.is_left: Final = is_left
        self.domain: Final = domain


@cache
def _gaps(kind: Kind, template: str) -> list[_Gap]:
    """A template taken apart: which of its fields are seats, and whose words the others have."""
    fields = {field.name: field for field in kind.fields}
    found: list[_Gap] = []
    for before, name, spec, _ in Formatter().parse(template):
        field = fields.get(name or "")
        is_seat = name == "seat" if field is None else field.reads in (SEAT, SEATS)
        by_seat = field is not None and field.reads == BY_SEAT
        is_choice = field is not None and field.reads == CHOICE
        domain = None if field is None else field.domain
        found.append(_Gap(before, name or "", is_seat, by_seat, is_choice, spec == LEFT, domain))
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


def _choice(id: str, cards: Mapping[str, str]) -> str:
    """What somebody chose, by its action: the verb, and what it is done with."""
    verb, *using = id.split(":")
    done = _word(verb, cards)
    return f"{done} ({_word(using, cards)})" if using else done


def _word(value: object, cards: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return cards.get(value, value.replace("_", " "))
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_word(part, cards) for part in value) or "none"
    if isinstance(value, dict):
        if value.keys() == {"label", "amount"}:  # a part of a sum
            return f"{value['amount']:+d} {_word(value['label'], cards)}"
        if value.keys() == {"total", "parts"}:
            parts = _word(value["parts"], cards).removeprefix("+")  # nothing comes before the first
            return f"{value['total']} ({parts})"
        return ", ".join(f"{_word(key, cards)}: {_word(part, cards)}" for key, part in value.items())
    return str(value)
