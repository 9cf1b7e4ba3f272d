"""At which tables the environments are tried: every game with the fewest and with the most seats.

`make environments` sets INNKEEPER_CYCLES: then every number of seats is tried, and longer.
"""

from __future__ import annotations

import os

from innkeeper import game_ids, get_game

LONG = int(os.environ.get("INNKEEPER_CYCLES", "0"))
GAMES = game_ids()


def tables() -> list[tuple[str, int]]:
    """Games and numbers of seats."""
    found = []
    for id in GAMES:
        seats = get_game(id).seats
        found += [(id, number) for number in (seats if LONG else sorted({seats[0], seats[-1]}))]
    return found


def cycles(short: int) -> int:
    """How long to go on: as long as a quick look needs, or as long as was asked for."""
    return LONG or short
