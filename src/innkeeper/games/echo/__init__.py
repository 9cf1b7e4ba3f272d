"""Echo: two rulers, four battles, and what every battle leaves behind."""

from __future__ import annotations

from pathlib import Path

from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.game import Game
from innkeeper.engine.options import made_once
from innkeeper.games.echo import (
    content,
    equilibrium,
    events,
    eyes,
    frames,
    hindsight,
    levels,
    measure,
    strategy,
    view,
    view_types,
    words,
)
from innkeeper.games.echo.book import Book
from innkeeper.games.echo.options import EchoOptions
from innkeeper.games.echo.state import Echo, Rules


def start(book: Book, options: EchoOptions, seats: int, chance: Chance, log: Log | None) -> Echo:
    """Open a game under the table's house rules."""
    chosen = [book.field_domain.index(id) for id in options.field_list or []]
    return frames.start(book, rules_of(book, options), options.fields, chosen, chance, log)


@made_once
def rules_of(book: Book, options: EchoOptions) -> Rules:
    """The native house rules."""
    return Rules(options.json())


GAME = Game(
    id="echo",
    title="Echo",
    pitch="Rock-paper-scissors with a memory: four sealed battles, and one creature nobody has seen.",
    folder=Path(__file__).parent,
    seats=range(2, 3),
    minutes="3 to 6",
    options=EchoOptions,
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
    strategy=strategy.EchoStrategy,
    thinkers={"equilibrium": equilibrium.within, "exploit": equilibrium.exploiting},
    levels=levels.LEVELS,
    weigher=lambda: hindsight.Hindsight().weigh,
    names=words.names,
    texts=words.texts,
    about=words.about,
    wanted=measure.wanted,
    measures=measure.measures,
)
