"""The log in words: one sentence per event, from the game's own texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Final, NamedTuple, final

from innkeeper.engine.action import Domain
from innkeeper.engine.events import BY_SEAT, CHOICE, SEAT, SEATS, Event, Kind

# The manners in which a number can be said, as in `{hp:left}`
LEFT: Final = "left"  # what is left of something, and nobody has less than nothing
SIZE: Final = "size"  # 3 for 3 and for -3, where the words say which way it goes
SIGNED: Final = "signed"  # +3, −3
PLUS: Final = "plus"  # a further part of a sum: " + 3", " − 3", and nothing for 0
MINUS: Final = "minus"  # the same for what is taken away: " − 3" for 3
MANNERS: Final = (LEFT, SIZE, SIGNED, PLUS, MINUS)


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
            if gap.manner != "" and isinstance(value, int):
                text += number(value, gap.manner)
            elif gap.is_seat:
                text += _seat_name(value, names)
            elif gap.by_seat and isinstance(value, list):
                text += ", ".join(
                    f"{_word(one, cards)} for {_seat_name(seat, names)}" for seat, one in enumerate(value)
                )
            elif gap.by_seat and isinstance(value, dict):
                text += ", ".join(
                    f"{_seat_name(int(seat), names)}: {_choice(one, cards)}" for seat, one in value.items()
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
        manner: str,
        domain: Domain | None,
    ) -> None:
        self.before: Final = before
        self.name: Final = name
        self.is_seat: Final = is_seat
        self.by_seat: Final = by_seat
        self.is_choice: Final = is_choice
        self.manner: Final = manner
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
        found.append(_Gap(before, name or "", is_seat, by_seat, is_choice, spec or "", domain))
    return found


def _seat_name(seat: object, names: Mapping[int, str]) -> str:
    if isinstance(seat, list):
        called = [_seat_name(one, names) for one in seat]
        return " and ".join([", ".join(called[:-1]), called[-1]] if called[1:] else called) or "nobody"
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


def number(value: int, manner: str = "") -> str:
    """A number as it is read, with a minus that is none of the hyphens."""
    if manner == MINUS:
        value = -value
    if manner in (PLUS, MINUS):
        return "" if value == 0 else f" {'−' if value < 0 else '+'} {abs(value)}"
    if manner == LEFT:
        value = max(0, value)
    sign = "−" if value < 0 and manner != SIZE else "+" if manner == SIGNED else ""
    return f"{sign}{abs(value)}"


def _word(value: object, cards: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return cards.get(value, value.replace("_", " "))
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_word(part, cards) for part in value) or "nothing"
    if isinstance(value, dict):
        if value.keys() == {"label", "amount"}:  # a part of a sum
            return f"{number(value['amount'], SIGNED)} {_word(value['label'], cards)}"
        if value.keys() == {"total", "parts"}:
            parts = _word(value["parts"], cards).removeprefix("+")  # nothing comes before the first
            return f"{number(value['total'])} ({parts})"
        if all(type(part) is int for part in value.values()):  # so many of each kind
            held = {key: part for key, part in value.items() if part != 0}
            return ", ".join(f"{number(part)} {_word(key, cards)}" for key, part in held.items()) or "nothing"
        return ", ".join(f"{_word(key, cards)}: {_word(part, cards)}" for key, part in value.items())
    return number(value) if isinstance(value, int) else str(value)
