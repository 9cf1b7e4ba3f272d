"""Words of the program, which nobody who plays should have to read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from innkeeper.engine.game import get_game

PROGRAM = [
    re.compile(r"\b[a-z]+(_[a-z0-9]+)+\b"),  # the name of a field
    re.compile(r"\bseats? ?\d"),  # the number of a seat
    re.compile(r"(^|: )\d+: [a-z]|[Ww]inners: \d"),  # a seat's number before what it does or gets
    re.compile(r"\b(null|undefined|NaN|true|false|\[object)\b"),
    re.compile(r"[{}]|[a-z] = \w"),
    re.compile(r"\bXp\b|\bHp\b|preconstructed|\b[Ll]iteral\b|nobody waits"),
]


def ids_of(game: str) -> set[str]:
    """The ids of a game's things that no name or text spells the same way."""
    found = get_game(game)
    names, texts = found.names_of(found.content), found.texts(found.content)
    told = " ".join([*names.values(), *texts.values()]).lower()
    return {id for id in names if "-" in id and id not in told}


def words_of_the_program(texts: Iterable[str], ids: Iterable[str] = ()) -> list[str]:
    """The texts that speak as programs do."""
    known = frozenset(ids)
    return [
        text
        for text in texts
        if any(pattern.search(text) for pattern in PROGRAM)
        or not known.isdisjoint(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", text))
    ]
