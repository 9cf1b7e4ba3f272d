"""Views, their differences and lists of choices in words, for any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from innkeeper.bots.advice import Hint
from innkeeper.engine.rulebook import for_terminals
from innkeeper.server.protocol import Choice
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment

_TOLD_ELSEWHERE = {"options", "result"}
_LONG = 30  # choices; of a longer list only the verbs are told


def flowing(text: str) -> str:
    """A part of a rulebook as text whose lines, broken for the file, flow again; lists and gaps stay."""
    told: list[str] = []
    for line in for_terminals(text).splitlines():
        stands = not line.strip() or line.lstrip().startswith(("-", "*", "·")) or line.startswith("    ")
        if told and told[-1].strip() and not stands and not told[-1].endswith("  "):
            told[-1] += " " + line.strip()
        else:
            told.append(line)
    return "\n".join(told)


# What can be chosen


@dataclass(frozen=True)
class Group:
    """The choices of one verb, each with its number in the whole list."""

    verb: str
    choices: list[tuple[int, Choice]]


def verb_of(choice: Choice) -> str:
    """The word that its id begins with."""
    return choice.id.partition(":")[0]


def groups_of(choices: Sequence[Choice]) -> list[Group]:
    """The choices by verb, in the order of the rulebook."""
    found: dict[str, Group] = {}
    for number, choice in enumerate(choices, 1):
        verb = verb_of(choice)
        found.setdefault(verb, Group(verb, [])).choices.append((number, choice))
    return list(found.values())


def tell_choices(choices: Sequence[Choice], lore: Lore) -> list[str]:
    """What can be chosen, by verb. Of a long list, verbs with many choices are told in a line each."""
    lines: list[str] = []
    for group in groups_of(choices):
        told = tell_group(group.choices)
        if len(group.choices) == 1:
            lines += told
            continue
        heading = f"{lore.phrases.word(group.verb)}, {len(group.choices)} choices"
        if len(choices) > _LONG and len(told) > 6:
            first, last = group.choices[0], group.choices[-1]
            lines.append(f"{heading}, {first[0]} to {last[0]}, such as {first[1].label}. Type {group.verb}.")
        else:
            lines.append(f"{heading}:")
            lines += [f"  {line}" for line in told]
    return lines


def tell_group(choices: Sequence[tuple[int, Choice]]) -> list[str]:
    """Choices with their numbers; long runs that differ in a last number become a range.

    So do short ones where the verb has many choices: a claim of dice is a line for every number of them.
    """
    lines: list[str] = []
    start = 0
    many = Counter(verb_of(choice) for _, choice in choices)
    while start < len(choices):
        end = start + 1
        while end < len(choices) and _follows(choices[end - 1], choices[end]):
            end += 1
        (number, first), (until, last) = choices[start], choices[end - 1]
        if end - start > (2 if many[verb_of(first)] > 24 else 6):
            lines.append(f"{number} to {until}: {first.label} … {last.label}   ({first.id} … {last.id})")
        else:
            lines += [f"{place}: {choice.label}   ({choice.id})" for place, choice in choices[start:end]]
        start = end
    return lines


def _follows(one: tuple[int, Choice], next_: tuple[int, Choice]) -> bool:
    head, _, tail = one[1].id.rpartition(":")
    next_head, _, next_tail = next_[1].id.rpartition(":")
    return (
        next_[0] == one[0] + 1
        and head == next_head
        and tail.isdecimal()
        and next_tail.isdecimal()
        and int(next_tail) == int(tail) + 1
    )


def meant(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """Which choices a text can mean: one by its whole id or label, or all that begin with it."""
    wanted = " ".join(text.lower().split())
    if not wanted:
        return []
    exact = [one for one in choices if wanted in (one.id, one.label.lower())]
    if exact:
        return exact[:1]
    begun = [one for one in choices if one.id.startswith(wanted) or one.label.lower().startswith(wanted)]
    words = wanted.replace(":", " ").split()
    return begun or [one for one in choices if _in_order(words, one)]


def _in_order(words: Sequence[str], choice: Choice) -> bool:
    """Does each word begin one of the choice's, in their order? `cast spec` means `Cast Specter`."""
    for said in (choice.label.lower().split(), choice.id.replace(":", " ").split()):
        rest = iter(said)
        if all(any(word.startswith(part) for word in rest) for part in words):
            return True
    return False


def nearest(text: str, known: Sequence[str]) -> str | None:
    """What somebody who mistyped may have meant."""
    found = get_close_matches(text.lower(), known, 1)
    return found[0] if found else None


# What lies on the table


@dataclass(frozen=True)
class Known:
    """Whose names a view is told with, and in which words."""

    players: Mapping[int, str]
    lore: Lore

    @property
    def shapes(self) -> Mapping[str, Any]:
        return self.lore.shapes

    @property
    def cards(self) -> Mapping[str, str]:
        return self.lore.names

    def word(self, id: str) -> str:
        return self.lore.phrases.word(id)


def describe_view(view: Mapping[str, Any], known: Known) -> list[str]:
    """A view as a few lines: the shared table, then every seat."""
    top = known.shapes["TableView"]["properties"]
    shared = {name: value for name, value in view["table"].items() if name not in _TOLD_ELSEWHERE}
    lines = [f"Table: turn {view['turn']}, {_fields(shared, top['table'], known)}"]
    for seat in view["seats"]:
        rest = {name: value for name, value in seat.items() if name != "seat"}
        told = _fields(rest, top["seats"]["items"], known)
        lines.append(f"{known.players.get(seat['seat'], seat['seat'])}: {told}")
    return lines


def _fields(values: Mapping[str, Any], shape: Mapping[str, Any], known: Known) -> str:
    declared = _declared(shape, known).get("properties", {})
    limits = {field.get("most") for field in declared.values()}
    told = []
    for name, value in values.items():
        field = declared.get(name, shape.get("additionalProperties") or {})
        if name in limits or not _worth_telling(value) or _worth_telling(_counted(name, field, values)):
            continue
        most = f" of {values[field['most']]}" if "most" in field else ""
        told.append(f"{known.word(name)} {_value(value, field, known)}{most}")
    return ", ".join(told) or "nothing"


def _counted(name: str, field: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """What a count is of, for those who see it: the field that it names, or `hand` beside `hand_count`."""
    return values.get(field.get("by") or name.removesuffix("_count")) if field.get("is") == "count" else None


def _declared(shape: Mapping[str, Any], known: Known) -> Mapping[str, Any]:
    """A shape without its null, and by what it refers to."""
    for part in shape.get("anyOf", ()):
        if part.get("type") != "null":
            shape = part
    where = shape.get("$ref")
    found: Mapping[str, Any] = known.shapes[where.rpartition("/")[2]] if where else shape
    return found


def _worth_telling(value: object) -> bool:
    return value is not None and value != [] and value != {} and value is not False


def _value(value: object, shape: Mapping[str, Any], known: Known) -> str:
    shape = _declared(shape, known)
    if value in (None, {}, []):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if shape.get("is") == "seat" and isinstance(value, int):
        return known.players.get(value, str(value))
    if isinstance(value, str):
        return known.cards.get(value) or (known.word(value) if shape.get("is") == "word" else value)
    if isinstance(value, Mapping):
        return f"({_fields(value, shape, known)})"
    if isinstance(value, list):
        return f"[{'; '.join(_value(part, shape.get('items') or {}, known) for part in value)}]"
    return str(value)


def outcome_of(now: Moment, lore: Lore) -> str:
    """How the match ended, in a sentence."""
    result = now.result
    if result is None:
        return "The match is over."
    how = f"({lore.phrases.word(result['reason'])}, {result['clause']})"
    if result["draw"]:
        return f"A draw {how}."
    winners = " and ".join(now.names.get(seat, f"Seat {seat}") for seat in result["winners"])
    return f"Won by {winners or 'nobody'} {how}."


def clocks_of(now: Moment) -> str:
    """How much time everybody has who has a clock; a mark before those whose clock runs."""
    told = []
    for seat, left in enumerate(now.clocks.left if now.clocks else ()):
        if left is not None:
            mark = "▸" if now.clocks and seat in now.clocks.running else ""
            told.append(f"{mark}{now.names.get(seat, seat)} {left // 60000}:{left // 1000 % 60:02d}")
    return ", ".join(told)


# What has changed


def differences(before: Mapping[str, Any], after: Mapping[str, Any], known: Known) -> list[str]:
    """What is different now, a line per seat and one for the table."""
    top = known.shapes["TableView"]["properties"]
    shared = list(_changes(before["table"], after["table"], _declared(top["table"], known), known))
    lines = [f"Table: {', '.join(shared)}."] if shared else []
    shape = _declared(top["seats"]["items"], known)
    for old, new in zip(before["seats"], after["seats"]):
        if changed := list(_changes(old, new, shape, known)):
            lines.append(f"{known.players.get(new['seat'], new['seat'])}: {', '.join(changed)}.")
    return lines


def _changes(
    before: Mapping[str, Any], after: Mapping[str, Any], shape: Mapping[str, Any], known: Known
) -> Iterator[str]:
    for name, field in shape.get("properties", {}).items():
        old, new = before.get(name), after.get(name)
        if old == new or name in _TOLD_ELSEWHERE or _counted(name, field, after) is not None:
            continue
        field = _declared(field, known)
        said = known.word(name)
        if field.get("is") in ("amount", "count", "dice", "word") and None not in (old, new):
            yield f"{said} {_value(old, field, known)} to {_value(new, field, known)}"
        elif field.get("is") in ("amount", "card", "word", "dice"):
            yield f"{said} {_value(new, field, known)}"
        elif isinstance(old, list) and isinstance(new, list):
            yield from _came_and_went(said, old, new, field, known)
        elif isinstance(old, Mapping) and isinstance(new, Mapping) and "properties" in field:
            yield from _changes(old, new, field, known)
        else:
            yield f"{said} {_value(new, field, known)}"


def _came_and_went(
    said: str, old: Sequence[Any], new: Sequence[Any], field: Mapping[str, Any], known: Known
) -> Iterator[str]:
    items = field.get("items") or {}
    were, are = (Counter(_value(one, items, known) for one in some) for some in (old, new))
    for mark, things in (("more", are - were), ("no longer", were - are)):
        if things:
            yield f"{said} {mark}: {'; '.join(things.elements())}"


def hint_text(hint: Hint, names: Mapping[int, str]) -> str:
    """What a strong bot would do, and why."""
    said = (
        f"{hint.level.capitalize()} would choose: {hint.label} ({hint.action}). Played out beside other "
        f"good answers it did as well or better {100 * hint.share:.0f} times in 100; chance to "
        f"win {hint.chance:.0%}."
    )
    reply = hint.reply
    if reply is None:
        return said
    who = names.get(reply.seat, f"seat {reply.seat}")
    return f"{said} Expected of {who}: {reply.label} ({reply.share:.0%})."
