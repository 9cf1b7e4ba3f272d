"""Whom somebody is seated with who does not say: a level of bots by how the last matches against it ended."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import select

from innkeeper.bots import levels_of
from innkeeper.engine.game import Game
from innkeeper.engine.levels import REGULAR
from innkeeper.server import schema
from innkeeper.server.seats import Caller
from innkeeper.server.storage import Storage

LAST = 10  # decided matches against a level that count
FEWEST = 4  # before anything follows from them
UP, DOWN = 0.6, 0.3  # the share of wins from which on, and down to which, another level fits better
ROWS = 400  # of chairs that are looked at


async def fitting(storage: Storage, game: Game, caller: Caller) -> str:
    """The level for somebody: that of the last match, or one beside it."""
    order = list(levels_of(game))
    results = await _results(storage, game, caller)
    if not results:
        return REGULAR
    level = results[0][0]
    won = [result for at, result in results if at == level][:LAST]
    place = order.index(level)
    if len(won) >= FEWEST:
        share = sum(won) / len(won)
        place += 1 if share >= UP else -1 if share <= DOWN else 0
    return order[max(0, min(place, len(order) - 1))]


async def _results(storage: Storage, game: Game, caller: Caller) -> list[tuple[str, bool]]:
    """The decided matches of the caller alone with bots of one level, the latest first: was it won?"""
    m, mine, other = schema.matches.c, schema.chairs.c, schema.chairs.alias("others").c
    rows = await storage.rows(
        select(m.id, m.outcome, mine.seat, other.who, other.bot)
        .where(caller.of(), mine.match_id == m.id, other.match_id == m.id, other.seat != mine.seat)
        .where(m.game == game.id, m.status == "over", m.origin.is_(None))
        .order_by(m.ended.desc(), m.id)
        .limit(ROWS)
    )
    matches: dict[str, list[Any]] = {}
    for row in rows:
        matches.setdefault(row["id"], []).append(row)
    found = []
    for chairs in matches.values():
        bots = {row["bot"] if row["who"] == "bot" else None for row in chairs}
        level = _level(game, bots.pop()) if len(bots) == 1 else None
        with suppress(msgspec.MsgspecError, TypeError, KeyError):  # one faulty row is nobody's result
            winners = msgspec.json.decode(chairs[0]["outcome"])["winners"]
            if level is not None and winners:
                found.append((level, chairs[0]["seat"] in winners))
    return found


def _level(game: Game, bot: str | None) -> str | None:
    """The level at which a bot plays, also by its own name."""
    levels = levels_of(game)
    if bot in levels:
        return bot
    return next((level.name for level in levels.values() if level.plays == bot), None)
