"""A record that somebody brings, in the browser's replay: an inn with that one match, until it is closed."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, insert

from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidRecord
from innkeeper.engine.match import Match
from innkeeper.engine.record import verify
from innkeeper.server import schema
from innkeeper.server.clocks import now_ms
from innkeeper.server.config import from_environment
from innkeeper.server.dealing import empty
from innkeeper.server.protocol import NoClock
from innkeeper.server.seats import new_id
from innkeeper.server.serve import serve
from innkeeper.server.storage import migrate

BROUGHT = "it was played elsewhere"  # why it does not count


def show(
    record: Mapping[str, Any],
    players: Sequence[str],
    content: Content | None = None,
    port: int = 0,
    browser: bool | None = None,
) -> None:
    """Open the browser's replay of a finished match, and wait until it is closed."""
    match = verify(record, content)
    if match.outcome is None:
        raise InvalidRecord("the match is not over: the browser shows everybody's cards")
    if record["chance"]["kind"] != "fair":
        raise InvalidRecord("chance: the browser shows matches with fair dice only")
    if len(record["chance"]["nonces"]) != match.seats:
        raise InvalidRecord("chance: nonces: the browser shows matches with a word, or none, for every seat")
    with tempfile.TemporaryDirectory(prefix="innkeeper-") as folder:
        given = {"database": str(Path(folder, "inn.db")), "host": "127.0.0.1", "port": port, "workers": 1}
        settings = from_environment(given=given)
        migrate(settings.database_url)
        id = _put(settings.database_url, match, record, players)
        serve(settings, browser, f"#/t/{id}/replay")


def _put(url: str, match: Match, record: Mapping[str, Any], players: Sequence[str]) -> str:
    """The match as a table that is over; its id."""
    chance, now, id = record["chance"], now_ms(), new_id()
    row = {
        "id": id,
        "game": match.game.id,
        "rules": match.game.version,
        "content": match.content.hash,
        "options": schema.encoded(record["options"]),
        "public": False,
        "watchers": True,
        "clock": schema.encoded(NoClock()),
        "status": "over",
        "seed": bytes.fromhex(chance["seed"]),
        "commitment": chance["commitment"],
        "start_hash": record["start"],
        "created": now,
        "started": now,
        "ended": now,
        "outcome": schema.encoded(record["outcome"]),
        "rated": True,
        "unrated": BROUGHT,
    }
    chairs = [
        {
            **empty(seat),
            "match_id": id,
            "who": "person",
            "name": players[seat] if seat < len(players) else f"Seat {seat}",
            "nonce": _at(chance["nonces"], seat),
            "seal": _at(chance.get("seals", []), seat),
            "ready": True,
        }
        for seat in range(match.seats)
    ]
    entries = [
        {"match_id": id, "seq": seq, "seat": entry.get("seat"), "body": schema.encoded(entry), "at": now}
        for seq, entry in enumerate(record["entries"], 1)
    ]
    pack = {"hash": match.content.hash, "game": match.game.id, "files": schema.encoded(match.content.files)}
    engine = create_engine(url, hide_parameters=True)
    with engine.begin() as connection:
        connection.execute(insert(schema.packs), [pack])
        connection.execute(insert(schema.matches), [row])
        connection.execute(insert(schema.chairs), chairs)
        if entries:
            connection.execute(insert(schema.entries), entries)
    engine.dispose()
    return id


def _at(words: Sequence[str], seat: int) -> str:
    return words[seat] if seat < len(words) else ""
