"""Micah's Game: a fast, funny, dangerous road trip."""

from __future__ import annotations

from pathlib import Path

from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.game import Game
from innkeeper.engine.options import made_once
from innkeeper.games.micah import (
    content,
    events,
    eyes,
    frames,
    gallery,
    levels,
    measure,
    strategy,
    view,
    view_types,
    words,
)
from innkeeper.games.micah.book import Book
from innkeeper.games.micah.grammar import LANGUAGES
from innkeeper.games.micah.options import MicahOptions
from innkeeper.games.micah.state import Micah, Rules


def start(book: Book, options: MicahOptions, seats: int, chance: Chance, log: Log | None) -> Micah:
    """Set out under the table's house rules."""
    return frames.start(book, rules_of(book, options), options.start_weather, seats, chance, log)


@made_once
def rules_of(book: Book, options: MicahOptions) -> Rules:
    """The native house rules."""
    shown = options.json()
    numbers = {name: int(value) for name, value in shown.items() if isinstance(value, int)}
    return Rules(shown, numbers)


GAME = Game(
    id="micah",
    title="Micah's Game",
    pitch="A fast, funny, dangerous road trip: Attack it, Charm it or Escape it, and mind the goose.",
    folder=Path(__file__).parent,
    seats=range(1, 7),
    minutes="35 to 45",
    options=MicahOptions,
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
    strategy=strategy.RoadStrategy,
    levels=levels.LEVELS,
    names=words.names,
    vocabulary=LANGUAGES,
    texts=words.texts,
    about=words.about,
    gallery=gallery.page,
    wanted=measure.wanted,
    measures=measure.measures,
    contest=measure.CONTEST,
    rotated=measure.ROTATED,
    together=measure.together,
)
