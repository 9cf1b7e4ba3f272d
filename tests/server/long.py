"""Long matches, made faster than anybody could play them."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, insert, update

from innkeeper.engine.match import Match
from innkeeper.engine.record import begin
from innkeeper.server import schema
from innkeeper.server.clocks import now_ms
from tests.server.client import Api, two_seats
from tests.server.running import Running


def dither(match: Match, length: int) -> None:
    """Do something and take it back, again and again."""
    while match.length < length:
        ((seat, decision),) = match.pending.items()
        match.play(seat, decision.ids[0])
        if match.can_undo(seat):
            match.undo(seat)


async def long_match(server: Running, length: int, over: bool) -> tuple[str, list[str]]:
    """A table of MagicDuel with so many entries in its log; its id and the tokens by seat."""
    async with Api(server.url) as api:
        id, tokens = await two_seats(api, "magicduel", public=True)
    table = server.inn.hall.tables[id]
    match = begin(table.header(), table.content)
    dither(match, length)
    while over and match.outcome is None:
        ((seat, decision),) = match.pending.items()
        match.play(seat, decision.ids[len(decision.ids) // 2])
    write(server, id, match)
    server.call(server.inn.hall.refresh(table))
    return id, tokens


def write(server: Running, id: str, match: Match, after: int = 0) -> None:
    """Put the entries of a match into the book, as another process would."""
    now = now_ms()
    rows: list[dict[str, Any]] = []
    for index in range(after, match.length):
        entry = match.record_entry(index)
        body = msgspec.json.encode(entry).decode()
        row = {
            "match_id": id,
            "seq": index + 1,
            "seat": entry["seat"],
            "body": body,
            "at": now,
            "nonce": None,
        }
        rows.append(row)

    def run(connection: Connection) -> None:
        connection.execute(insert(schema.entries), rows)
        if match.outcome is not None:
            outcome = msgspec.json.encode(match.outcome.json()).decode()
            ended = {"status": "over", "outcome": outcome, "ended": now, "due": None}
            connection.execute(update(schema.matches).where(schema.matches.c.id == id).values(**ended))

    server.call(server.inn.storage.transact(run))
