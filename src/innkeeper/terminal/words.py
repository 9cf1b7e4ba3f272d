"""Views and lists of actions in words, for any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError, shown
from innkeeper.engine.game import Game
from innkeeper.engine.match import Match
from innkeeper.engine.phrases import Phrases
from innkeeper.engine.words import did_you_mean


class NoSuchCard(InnkeeperError):
    """There is no card of that name."""


_TOLD_ELSEWHERE = {"options", "result"}


def group_actions(actions: Sequence[Action]) -> list[str]:
    """The actions with their numbers; long runs of one verb that differ in a last number become a range.

    So do short ones where the verb has many choices: a claim of dice is a line for every number of them.
    """
    lines: list[str] = []
    start = 0
    many = Counter(action.verb.name for action in actions)
    while start < len(actions):
        end = start + 1
        while end < len(actions) and _follows(actions[end - 1], actions[end]):
            end += 1
        first, last = actions[start], actions[end - 1]
        if end - start > (2 if many[first.verb.name] > 24 else 6):
            lines.append(f"{start + 1} to {end}: {first.label} … {last.label}   ({first.id} … {last.id})")
        else:
            lines += [f"{i + 1}: {actions[i].label}   ({actions[i].id})" for i in range(start, end)]
        start = end
    return lines


def _follows(one: Action, next_: Action) -> bool:
    head, _, tail = one.id.rpartition(":")
    next_head, _, next_tail = next_.id.rpartition(":")
    return (
        one.verb is next_.verb
        and head == next_head
        and tail.isdecimal()
        and next_tail.isdecimal()
        and int(next_tail) == int(tail) + 1
    )


def describe_card(game: Game, content: Content, asked: str) -> str:
    """What a card, named by its id or its name, is and does."""
    names = game.names_of(content)
    wanted = asked.strip().lower()
    id = next((id for id, name in names.items() if wanted in (id, name.lower())), None)
    if id is None:
        raise NoSuchCard(f"{game.title} has no card {shown(asked)}{did_you_mean(wanted, names)}")
    text = game.texts(content).get(id, "")
    return f"{names[id]}: {text}" if text else names[id]


@dataclass(frozen=True)
class Known:
    """Whose names and words a view is told in, and what its fields are."""

    players: Mapping[int, str]
    cards: Mapping[str, str]
    phrases: Phrases
    shapes: Mapping[str, Any]

    @classmethod
    def of(cls, match: Match, players: Mapping[int, str]) -> Known:
        """All that there is to know at a table."""
        game = match.game
        return cls(players, game.names_of(match.content), game.phrases, game.schema["$defs"])


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
        covered = field.get("is") == "count" and _worth_telling(values.get(field.get("by", "")))
        if name in limits or covered or not _worth_telling(value):
            continue
        most = f" of {values[field['most']]}" if "most" in field else ""
        told.append(f"{known.phrases.word(name)} {_value(value, field, known)}{most}")
    return ", ".join(told) or "nothing"


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
    if value is None:
        return "none"
    if value is True:
        return "yes"
    if shape.get("is") == "seat" and isinstance(value, int):
        return known.players.get(value, str(value))
    if isinstance(value, str):
        return known.cards.get(value) or (known.phrases.word(value) if shape.get("is") == "word" else value)
    if isinstance(value, Mapping):
        return f"({_fields(value, shape, known)})"
    if isinstance(value, list):
        return f"[{'; '.join(_value(part, shape.get('items') or {}, known) for part in value)}]"
    return str(value)
