"""Mazerunner: a push-your-luck dice race through a maze that nobody has mapped yet."""

from __future__ import annotations

from pathlib import Path

from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.game import Game
from innkeeper.engine.options import made_once
from innkeeper.games.mazerunner import (
    content,
    events,
    eyes,
    frames,
    levels,
    measure,
    strategy,
    view,
    view_types,
    words,
)
from innkeeper.games.mazerunner.book import Book
from innkeeper.games.mazerunner.options import MazeOptions
from innkeeper.games.mazerunner.state import Race, Rules


def start(book: Book, options: MazeOptions, seats: int, chance: Chance, log: Log | None) -> Race:
    """Open a race under the table's house rules."""
    return frames.start(book, rules_of(book, options), seats, chance, log)


@made_once
def rules_of(book: Book, options: MazeOptions) -> Rules:
    """The native house rules."""
    shown = options.json()
    numbers = {name: int(value) for name, value in shown.items() if isinstance(value, int)}
    return Rules(book, shown, numbers)


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
    doubts=content.doubts,
    start=start,
    view=view.view,
    view_type=view_types.View,
    eyes=eyes.eyes,
    kinds=events.ALL.kinds,
    bound=measure.bound,
    bots=strategy.BOTS,
    strategy=strategy.RaceStrategy,
    levels=levels.LEVELS,
    names=words.names,
    texts=words.texts,
    about=words.about,
    wanted=measure.wanted,
    measures=measure.measures,
    contest=measure.CONTEST,
)
