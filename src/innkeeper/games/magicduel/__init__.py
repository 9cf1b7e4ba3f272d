"""MagicDuel: two apprentices settle an argument the traditional way."""

from __future__ import annotations

from pathlib import Path

from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.game import Game
from innkeeper.engine.options import made_once
from innkeeper.games.magicduel import (
    alphabeta,
    content,
    effects,
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
from innkeeper.games.magicduel.book import Book
from innkeeper.games.magicduel.options import DuelOptions
from innkeeper.games.magicduel.state import Duel, Rules


def start(book: Book, options: DuelOptions, seats: int, chance: Chance, log: Log | None) -> Duel:
    """Open a duel under the table's house rules."""
    return frames.start(book, rules_of(book, options), options.first_player, chance, log)


@made_once
def rules_of(book: Book, options: DuelOptions) -> Rules:
    """The native house rules, made once for all tables that share them."""
    shown = options.json()
    numbers = {name: int(value) for name, value in shown.items() if isinstance(value, int)}
    return Rules(book, shown, numbers)


GAME = Game(
    id="magicduel",
    title="MagicDuel",
    pitch="A quick tactical fencing match of bolts, needles, teapots and small polite ghosts.",
    folder=Path(__file__).parent,
    seats=range(2, 3),
    minutes="8 to 15",
    options=DuelOptions,
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
    strategy=strategy.DuelStrategy,
    thinkers={"alphabeta": alphabeta.within},
    levels=levels.LEVELS,
    texts=words.texts,
    about=words.about,
    names=words.names,
    vocabulary=[effects.WORDS],
    wanted=measure.wanted,
    measures=measure.measures,
    contest=measure.CONTEST,
)
