"""While hints do not come, a process looks into the database for what they would have told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from innkeeper.server import schema
from innkeeper.server.storage import StorageDown
from innkeeper.server.table import Table

if TYPE_CHECKING:
    from innkeeper.server.hall import Hall

_log = logging.getLogger("innkeeper.lookout")

POLL_SECONDS = 0.5
AT_ONCE = 500

_m, _n = schema.matches.c, schema.notes.c
_SAID = select(func.max(_n.n)).where(_n.match_id == _m.id).scalar_subquery()
_NEWS = select(_m.id, _m.status, schema.LENGTH.label("seq"), _SAID.label("said"))


class Lookout:
    """Looks after the tables that are followed here."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def run(self) -> None:
        """For ever. Once more when hints come again: the last ones may have been lost."""
        looked = False
        while True:
            await asyncio.sleep(POLL_SECONDS)
            silent = self.hall.channels.silent
            if silent or looked:
                try:
                    await self._look()
                except StorageDown as wrong:
                    _log.warning("%s", wrong)
                except Exception as wrong:
                    _log.error("looking for news failed", exc_info=wrong)
            if silent != looked:
                _log.warning("hints do not come: looking unasked" if silent else "hints come again")
            looked = silent

    async def _look(self) -> None:
        followed = [table for table in self.hall.tables.values() if table.connections]
        for first in range(0, len(followed), AT_ONCE):
            await self._look_at(followed[first : first + AT_ONCE])
        await self.hall.keys.look()

    async def _look_at(self, tables: Sequence[Table]) -> None:
        rows = await self.hall.storage.rows(_NEWS.where(_m.id.in_([table.id for table in tables])))
        news = {row["id"]: row for row in rows}
        for table in tables:
            row = news.get(table.id)
            if row is not None and (
                table.status in ("open", "dealing")  # somebody may have come, gone or opened a word
                or row["status"] != table.leaf.status
                or (table.match is not None and (row["seq"] or 0) > table.seq)
                or (row["said"] or 0) > table.said
            ):
                await self.hall.refresh(table)
