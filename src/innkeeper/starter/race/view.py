"""What each seat may see: here everybody sees everything."""

from __future__ import annotations

from typing import Annotated, TypedDict

from innkeeper import result_view, shapes, table_view

from .rules import Track


class Runner(TypedDict):
    seat: shapes.Seat
    square: Annotated[int, shapes.amount()]
    away: bool


class Board(TypedDict):
    track: Annotated[int, shapes.amount()]
    rolled: list[Annotated[int, shapes.die(6)]]
    options: shapes.Rules
    result: shapes.Result | None


View = shapes.TableView[Runner, Board]


def view(s: Track, viewer: int) -> View:
    """The track as a seat (-1: a spectator) sees it."""
    seats: list[Runner] = [
        {"seat": seat, "square": s.squares[seat], "away": s.away[seat]} for seat in range(s.seats)
    ]
    table: Board = {
        "track": s.options.track,
        "rolled": s.rolled[:],
        "options": s.options.json(),
        "result": result_view(s),
    }
    return table_view(s, viewer, seats, table)
