"""Views and lists of actions in words, for any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError, shown
from innkeeper.engine.game import Game
from innkeeper.engine.words import did_you_mean


class NoSuchCard(InnkeeperError):
    """There is no card of that name."""


_TOLD_ELSEWHERE = {"options", "result"}


def group_actions(actions: Sequence[Action]) -> list[str]:
    """The actions with their numbers; long runs of one verb that differ in a last number become a range."""
    lines: list[str] = []
    start = 0
    while start < len(actions):
        end = start + 1
        while end < len(actions) and _follows(actions[end - 1], actions[end]):
            end += 1
        first, last = actions[start], actions[end - 1]
        if end - start > 6:
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


def describe_view(view: Mapping[str, Any], names: Mapping[int, str], cards: Mapping[str, str]) -> list[str]:
    """A view as a few lines: the shared table, then every seat."""
    shared = {name: value for name, value in view["table"].items() if name not in _TOLD_ELSEWHERE}
    lines = [f"Table: turn {view['turn']}, {_fields(shared, cards)}"]
    for seat in view["seats"]:
        rest = {name: value for name, value in seat.items() if name != "seat"}
        lines.append(f"{names.get(seat['seat'], seat['seat'])}: {_fields(rest, cards)}")
    return lines


def _fields(values: Mapping[str, Any], cards: Mapping[str, str]) -> str:
    told = [
        f"{name.replace('_', ' ')} {_value(value, cards)}"
        for name, value in values.items()
        if _worth_telling(value)
    ]
    return ", ".join(told) or "nothing"


def _worth_telling(value: object) -> bool:
    return value is not None and value != [] and value != {} and value is not False


def _value(value: object, cards: Mapping[str, str]) -> str:
    if value is True:
        return "yes"
    if isinstance(value, str):
        return cards.get(value, value)
    if isinstance(value, Mapping):
        return f"({_fields(value, cards)})"
    if isinstance(value, list):
        return f"[{'; '.join(_value(part, cards) for part in value)}]"
    return str(value)
