"""What each seat may see: its own dice, and of all others how many they have."""

from copy import deepcopy
from typing import Annotated, TypedDict

from innkeeper import result_view, shapes, table_view
from liars_dice.book import Claim, Cup, Last
from liars_dice.state import Cups


class Board(TypedDict):
    claim: Claim | None
    before: list[Claim]
    in_play: Annotated[int, shapes.amount()]
    last: Last | None
    options: shapes.Rules
    result: shapes.Result | None


View = shapes.TableView[Cup, Board]


def view(s: Cups, viewer: int) -> View:
    shown = [cup[:] if seat == viewer else None for seat, cup in enumerate(s.cups)]
    seats = [Cup(seat=seat, dice=shown[seat], cup=len(cup)) for seat, cup in enumerate(s.cups)]
    board: Board = {
        "claim": deepcopy(s.claims[-1]) if s.claims else None,
        "before": deepcopy(s.claims[:-1]),
        "in_play": s.in_play(),
        "last": deepcopy(s.last),
        "options": s.options.json(),
        "result": result_view(s),
    }
    return table_view(s, viewer, seats, board)
