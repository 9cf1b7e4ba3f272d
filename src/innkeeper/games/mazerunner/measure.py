"""What tests and simulations want to know: how long a match can be, what must appear, what to note."""

from __future__ import annotations

from collections.abc import Sequence

from innkeeper.engine.game import Contest
from innkeeper.games.mazerunner.book import Book, Die, Face
from innkeeper.games.mazerunner.events import RESULTS
from innkeeper.games.mazerunner.options import MazeOptions
from innkeeper.games.mazerunner.state import NO_HEALTH, Race

MOST_DECISIONS = 1000  # in one turn: moves, fights and what a very full bag allows in the shop
_PLACES = ("the first in turn order", "the second", "the third", "the fourth")


def bound(options: MazeOptions, seats: int) -> int:
    """Movement runs out, every deal in the shop leaves less to spend, and rounds are limited."""
    return options.round_limit * seats * MOST_DECISIONS


def wanted(book: Book) -> set[str]:
    """What the exhaustive runner must meet: every card and every face, result and reason."""
    return {
        *(f"card={id}" for deck in book.domains for id in deck.ids),
        *(f"result={id}" for id in RESULTS.ids),
        *(f"face={face.id}" for face in _shown(book.dice)),
    }


def _shown(dice: Sequence[Die]) -> list[Face]:
    """The faces that dice rolled alone can show: attack and resource dice."""
    return [face for die in (dice[0], dice[2]) for face in die.faces]


CONTEST = Contest(seats=4)


def measures(race: Race) -> dict[str, int | str]:
    """What a simulation notes of a race: its length, who won in turn order, who was lost on the way."""
    winners = race.outcome.winners if race.outcome else ()
    pieces = sorted((runner.pieces for runner in race.runners), reverse=True)
    return {
        "turns": race.turn,
        "rounds": race.round,
        "won by": _PLACES[(winners[0] - race.first) % race.seats] if winners else "nobody",
        "lost on the way": "somebody" if any(r.out == NO_HEALTH for r in race.runners) else "nobody",
        "lead": pieces[0] - pieces[1] if len(pieces) > 1 else 0,
        "most items": max(len(runner.items) for runner in race.runners),
        "health left": sum(runner.hp for runner in race.runners),
    }
