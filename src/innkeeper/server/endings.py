"""The ends of matches, kept so that they can be read for ever.

A match can be replayed only under the rules it was played under. Its end (the last view and the log in
sentences, as each seat and the bench may see them) and its record are kept apart from the rules, so
that they are still there when those rules are not.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select, tuple_

from innkeeper.engine.game import all_rules
from innkeeper.engine.match import Match
from innkeeper.server import schema
from innkeeper.server.protocol import LogLine, UndoState, Update
from innkeeper.server.storage import Storage


class Part(Struct, array_like=True):
    """A few lines of the log, for one place or for all (null)."""

    place: int | None
    lines: list[LogLine]


class Ending(Struct):
    """What is left of a match without its rules. The first place is the bench, then come the seats."""

    length: int = 0
    record: dict[str, Any] = {}
    views: list[dict[str, Any]] = []
    log: list[Part] = []

    def update(self, seat: int | None, since: int, answers: str | None, entry: int | None) -> Update:
        """The end as a seat (null: the bench) may see it."""
        place = 0 if seat is None else seat + 1
        since = min(since, self.length)
        return Update(
            seq=self.length,
            since=since,
            view=self.views[place],
            decision=None,
            standing=None,
            lines=[
                line
                for part in self.log
                if part.place is None or part.place == place
                for line in part.lines
                if line.seq > since
            ],
            clocks=None,
            undo=UndoState(False, False),
            over=True,
            answers=answers,
            entry=entry,
        )


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Ending).decode


def read_ending(body: bytes) -> Ending:
    """An end as it is kept."""
    return _decode(zlib.decompress(body))


class Endings:
    """Keeps ends and finds them."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._insert = storage.insert_new(schema.endings)

    async def keep(self, id: str, match: Match, marks: Sequence[int], names: Mapping[int, str]) -> None:
        """Keep the end of a match that is over: nothing changes it any more, so a thread may put it down."""
        body = await asyncio.to_thread(_put_down, match, marks, names)

        def run(connection: Connection) -> None:
            connection.execute(self._insert, {"match_id": id, "body": body})

        await self.storage.transact(run)

    async def find(self, id: str) -> Ending:
        """The end of a match; an empty one if none was kept."""
        e = schema.endings.c
        row = await self.storage.row(select(e.body).where(e.match_id == id))
        return Ending() if row is None else read_ending(row["body"])

    async def missing(self, most: int, without: Sequence[str]) -> list[str]:
        """Matches that are over, can be replayed here, and whose ends are not kept."""
        m, e = schema.matches.c, schema.endings.c
        rows = await self.storage.rows(
            select(m.id)
            .select_from(schema.matches.outerjoin(schema.endings))
            .where(m.status == "over", e.match_id.is_(None), m.id.not_in(without))
            .where(tuple_(m.game, m.rules).in_(all_rules()))
            .order_by(m.ended.desc())
            .limit(most)
        )
        return [row["id"] for row in rows]


def _put_down(match: Match, marks: Sequence[int], names: Mapping[int, str]) -> bytes:
    """What everybody may see is put into words once."""
    from innkeeper.server.table import log_lines

    eyes: list[int | None] = [None, *range(match.seats)]
    log = []
    for entry in range(match.length + 1):
        if match.public(marks[entry - 1] if entry else 0, marks[entry]):
            log.append(Part(None, log_lines(match, marks, None, names, entry, entry)))
        else:
            log += [
                Part(place, log_lines(match, marks, seat, names, entry, entry))
                for place, seat in enumerate(eyes)
            ]
    record = {**match.record(), "entries": []}
    views = [match.view(seat) for seat in eyes]
    return zlib.compress(_encode(Ending(match.length, record, views, log)), 1)
