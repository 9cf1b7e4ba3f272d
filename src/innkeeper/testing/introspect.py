"""Looking into states, plain or compiled: what their objects hold, and who notices when it changes.

Objects that a copy shares with its original (cards, rules, frames, links of a history) are values
and stay closed; everything else belongs to the state and is looked into.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from innkeeper.engine.frame import State, canonical
from innkeeper.engine.pickling import PLAIN, attributes

__all__ = ["Noticed", "attributes", "changes", "difference", "other_values", "parts"]

# The kernel's own: not part of the position, or checked by name below.
KERNEL = {"chance", "log", "legal", "outcome", "disclosed", "over", "game", "seats"}


class Noticed(NamedTuple):
    """Who noticed that a field was changed."""

    by_copy: bool
    by_hash: bool


def difference(one: object, other: object, where: str = "") -> str:
    """Where two states (or parts of them) differ first; empty if nowhere."""
    where = where or type(one).__name__
    if one is other:
        return ""
    if type(one) is not type(other):
        return f"{where}: {one!r} and {other!r}"
    if isinstance(one, PLAIN):
        return "" if one == other else f"{where}: {one!r} and {other!r}"
    if isinstance(one, (list, tuple)):
        assert isinstance(other, (list, tuple))
        if len(one) != len(other):
            return f"{where}: {len(one)} and {len(other)} members"
        pairs = [(f"{where}[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other))]
    elif isinstance(one, dict):
        assert isinstance(other, dict)
        if list(one) != list(other):
            return f"{where}: {list(one)} and {list(other)}"
        pairs = [(f"{where}[{key!r}]", one[key], other[key]) for key in one]
    elif isinstance(one, (set, frozenset)):
        return "" if one == other else f"{where}: {one!r} and {other!r}"
    else:
        left, right = attributes(one), attributes(other)
        if not left and one != other:
            return f"{where}: {one!r} and {other!r}"
        skipped = {"chance", "log", "legal"} if isinstance(one, State) else set()
        pairs = [(f"{where}.{name}", left[name], right[name]) for name in left if name not in skipped]
    for place, a, b in pairs:
        if found := difference(a, b, place):
            return found
    return ""


def parts(s: State) -> Iterator[tuple[Any, Any]]:
    """The state and every object that a copy has for itself, each once, with its twin in a copy."""
    seen = {id(s)}
    twin = s.copy()
    yield s, twin
    waiting = [(getattr(s, name), getattr(twin, name)) for name in attributes(s) if name not in KERNEL]
    while waiting:
        mine, theirs = waiting.pop()
        if mine is theirs or isinstance(mine, PLAIN) or id(mine) in seen:
            continue
        seen.add(id(mine))
        if isinstance(mine, (list, tuple)):
            waiting += zip(mine, theirs)
        elif isinstance(mine, dict):
            waiting += [(mine[key], theirs[key]) for key in mine]
        elif not isinstance(mine, (set, frozenset)):
            yield mine, theirs
            waiting += [(value, getattr(theirs, name)) for name, value in attributes(mine).items()]


def changes(s: State) -> Iterator[tuple[str, Noticed]]:
    """Change every field of every part in turn, look who notices, and change it back."""
    before = canonical(s)
    for part, twin in parts(s):
        for name, value in attributes(part).items():
            if part is s and name in KERNEL - {"disclosed", "over"}:
                continue
            if isinstance(value, (list, dict)) and value is getattr(twin, name):
                continue  # never changed by anybody, or the test of copies would know
            if isinstance(value, list) and len(value) == s.seats and not isinstance(value[0], PLAIN):
                continue  # one object per seat, as long as the match lasts
            for changed in other_values(value):
                try:
                    setattr(part, name, changed)
                except (AttributeError, TypeError, OverflowError):
                    continue  # fixed for life, or no value for it
                try:
                    noticed = _noticed(s, before)
                finally:
                    setattr(part, name, value)
                if part is s and name in ("disclosed", "over"):
                    noticed = Noticed(noticed.by_copy, True)
                yield f"{type(part).__name__}.{name}", noticed
    assert canonical(s) == before


def _noticed(s: State, before: list[int]) -> Noticed:
    try:
        twin = s.copy()
    except Exception:
        return Noticed(True, True)  # a position that makes no sense: nobody overlooks that
    by_copy = difference(s, twin) == ""
    try:
        by_hash = canonical(s) != before
    except Exception:
        by_hash = True  # likewise
    return Noticed(by_copy, by_hash)


def other_values(value: Any) -> Iterator[Any]:
    """Values of the same type that are not this one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, str):
        yield value + "x"
    elif isinstance(value, list) and value:
        yield value[:-1]
        if isinstance(value[0], int) and not isinstance(value[0], bool):
            yield [value[0] + 1, *value[1:]]
            if value[0] != value[-1]:
                yield [value[-1], *value[1:-1], value[0]]
        if isinstance(value[0], bool):
            yield [not value[0], *value[1:]]
    elif isinstance(value, dict) and value:
        yield dict(list(value.items())[:-1])
