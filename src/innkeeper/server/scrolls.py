"""Long logs in words: kept for those who ask for all of one, and written in slices.

Whoever comes to a match sees its log from the first line on. Of a long match that is a lot of work, and
anybody may ask for it again and again; so it is done once for each pair of eyes, and little by little.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict

from innkeeper.server.pace import Pace
from innkeeper.server.protocol import LogLine
from innkeeper.server.table import Table, log_lines

LONG = 200  # entries that are put into words at once
LINES = 300_000  # kept in memory, over all matches


class Scroll:
    """The lines of the first entries of a match, for one pair of eyes."""

    def __init__(self) -> None:
        self.until = 0  # the first entry that is not in it
        self.lines: list[LogLine] = []

    def write(self, table: Table, viewer: int | None, entry: int) -> None:
        """Add the lines of the next entry."""
        self.lines += log_lines(table.live, table.marks, viewer, table.names, entry, entry)
        self.until = entry + 1

    def since(self, entry: int) -> list[LogLine]:
        """The lines from an entry on."""
        return self.lines[bisect_left(self.lines, entry, key=lambda line: line.seq) :]


class Scrolls:
    """Those that were asked for last."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self._kept: OrderedDict[tuple[str, int | None], Table] = OrderedDict()

    async def unroll(self, table: Table, seat: int | None, since: int) -> None:
        """Have the log ready that somebody is about to be sent. The caller holds the table's lock."""
        if table.match is None or table.seq - since < LONG:
            return
        viewer = table.viewer(seat)
        scroll = table.scrolls.setdefault(viewer, Scroll())
        await self.pace.through(
            range(scroll.until, table.seq + 1), lambda entry: scroll.write(table, viewer, entry)
        )
        self._keep(table, viewer)

    def _keep(self, table: Table, viewer: int | None) -> None:
        self._kept[table.id, viewer] = table
        self._kept.move_to_end((table.id, viewer))
        while len(self._kept) > 1 and self._size() > LINES:
            (_, old), where = self._kept.popitem(last=False)
            where.scrolls.pop(old, None)

    def _size(self) -> int:
        return sum(
            len(table.scrolls[viewer].lines)
            for (_, viewer), table in self._kept.items()
            if viewer in table.scrolls
        )
