"""Mazerunner: a push-your-luck dice race through a maze that nobody has mapped yet."""

from __future__ import annotations

from pathlib import Path

from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.game import Game
from innkeeper.games.mazerunner import content, events, frames, strategy, view, view_types, words
from innkeeper.games.mazerunner.book import Book
from innkeeper.games.mazerunner.options import MazeOptions
from innkeeper.games.mazerunner.state import NO_HEALTH, Race, Rules

MOST_DECISIONS = 1000  # in one turn: moves, fights and what a very full bag allows in the shop


def start(book: Book, options: MazeOptions, seats: int, chance: Chance, log: Log | None) -> Race:
    """Open a race under the table's house rules."""
    shown = options.json()
    numbers = {name: int(value) for name, value in shown.items() if isinstance(value, int)}
    return frames.start(book, Rules(book, shown, numbers), seats, chance, log)


def bound(options: MazeOptions, seats: int) -> int:
    """Movement runs out, every deal in the shop leaves less to spend, and rounds are limited."""
    return options.round_limit * seats * MOST_DECISIONS


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


_PLACES = ("the first in turn order", "the second", "the third", "the fourth")


GAME = Game(
    id="mazerunner",
    title="Mazerunner",
    pitch="Roll, run, and be the first to piece together the map of a maze that bites.",
    folder=Path(__file__).parent,
    seats=range(1, 5),
    minutes="10 to 55",
    options=MazeOptions,
    version="1",
    book=content.load,
    start=start,
    view=view.view,
    view_type=view_types.View,
    kinds=events.ALL.kinds,
    bound=bound,
    bots=strategy.BOTS,
    names=lambda book: book.names(),
    texts=words.texts,
    about=words.about,
    wanted=content.wanted,
    measures=measures,
)
