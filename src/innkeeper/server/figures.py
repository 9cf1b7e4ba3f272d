"""How somebody's matches ended, game by game, and by the class or deck they were played with."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.engine import RowMapping

from innkeeper.engine.errors import UnknownGame
from innkeeper.engine.game import get_game
from innkeeper.server import schema
from innkeeper.server.endings import read_ending
from innkeeper.server.protocol import Tally
from innkeeper.server.storage import Storage

LAST = 100  # matches whose ends are read


async def figures_of(storage: Storage, account: int) -> list[Tally]:
    """The figures of an account: of each game, and below it of what was played there."""
    r, e = schema.results.c, schema.endings.c
    mine = r.player == f"account:{account}"
    drawn = (r.won.is_(False)) & (r.place == 1)
    count = (func.count().label("played"), _sum(r.won.is_(True), "won"), _sum(drawn, "drawn"))
    games = await storage.rows(
        select(r.game, *count).where(mine).group_by(r.game).order_by(func.count().desc(), r.game)
    )
    ends = await storage.rows(
        select(r.game, r.seat, r.won, r.place, e.body)
        .select_from(schema.results.join(schema.endings, e.match_id == r.match_id))
        .where(mine, r.game.in_([row["game"] for row in games if _played_as(row["game"])]))
        .order_by(r.at.desc())
        .limit(LAST)
    )
    parts = await asyncio.to_thread(_parts, ends)
    found = []
    for row in games:
        found.append(Tally(row["game"], None, row["played"], int(row["won"]), int(row["drawn"])))
        found += [part for part in parts if part.game == row["game"]]
    return found


def _sum(what: Any, name: str) -> Any:
    return func.sum(case((what, 1), else_=0)).label(name)


def _played_as(game: str) -> str:
    try:
        return get_game(game).phrases.played_as
    except UnknownGame:
        return ""


def _parts(ends: Sequence[RowMapping]) -> list[Tally]:
    """The matches by what was played; what was played most comes first."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in ends:
        played = _played(row["game"], row["seat"], read_ending(row["body"]).views[0])
        if played is not None:
            count = counts.setdefault((row["game"], played), Counter())
            count["played"] += 1
            count["won"] += bool(row["won"])
            count["drawn"] += not row["won"] and row["place"] == 1
    ordered = sorted(counts.items(), key=lambda one: (-one[1]["played"], one[0]))
    return [Tally(game, of, one["played"], one["won"], one["drawn"]) for (game, of), one in ordered]


def _played(game: str, seat: int, view: Mapping[str, Any]) -> str | None:
    """With what a seat played, by its name; empty for something of its own; None where nothing is told."""
    found = get_game(game)
    field = found.phrases.played_as
    row: Mapping[str, Any] = view["seats"][seat]
    value = row[field] if field in row else view["table"]["options"].get(f"{field}_{seat}")
    if isinstance(value, str):
        return found.names_of(found.content).get(value) or _printed(game, found.content.hash).get(value)
    return None if value is None else ""


@cache
def _printed(game: str, content: str) -> dict[str, str]:
    """The names in the content of that hash, also of what is on no card, such as a deck."""
    found: dict[str, str] = {}
    printed = get_game(game).content
    for file in printed.files:
        for entries in printed.tables(file).values():
            for id, entry in entries.items() if isinstance(entries, Mapping) else ():
                if isinstance(entry, Mapping) and isinstance(entry.get("name"), str):
                    found[id] = entry["name"]
    return found
