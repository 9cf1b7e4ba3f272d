"""Adventurer Factory: build a hero out of cards, then beat or talk the other one into submission."""

from __future__ import annotations

from pathlib import Path

from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.game import Game
from innkeeper.engine.options import made_once
from innkeeper.games.adventurer import (
    content,
    decks,
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
from innkeeper.games.adventurer.book import Book
from innkeeper.games.adventurer.options import AdventurerOptions
from innkeeper.games.adventurer.state import Adventure, Rules


def start(book: Book, options: AdventurerOptions, seats: int, chance: Chance, log: Log | None) -> Adventure:
    """Open a game under the table's house rules."""
    return frames.start(book, rules_of(book, options), options.first, chance, log)


@made_once
def rules_of(book: Book, options: AdventurerOptions) -> Rules:
    """The native house rules, with the decks that were brought."""
    shown = options.json()
    numbers = {name: int(value) for name, value in shown.items() if isinstance(value, int)}
    brought = [options.deck(book, seat) for seat in range(2)]
    return Rules(book, shown, numbers, brought, dict(options.secrets(shown)))


GAME = Game(
    id="adventurer",
    title="Adventurer Factory",
    pitch="Build an adventurer out of cards, then beat the other one up, or talk them out of it.",
    folder=Path(__file__).parent,
    seats=range(2, 3),
    minutes="8 to 15",
    options=AdventurerOptions,
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
    strategy=strategy.AdventureStrategy,
    levels=levels.LEVELS,
    measures=measure.measures,
    rotated=measure.ROTATED,
    texts=words.texts,
    about=words.about,
    gallery=gallery.cards_markdown,
    read_deck=decks.read_deck,
    names=words.names,
    wanted=measure.wanted,
    packs=True,
)
