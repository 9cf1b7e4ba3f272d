"""Adventurer Factory: build a hero out of cards, then beat or talk the other one into submission."""

from __future__ import annotations

from pathlib import Path

from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.game import Game
from innkeeper.games.adventurer import (
    content,
    decks,
    events,
    frames,
    gallery,
    state,
    strategy,
    view,
    view_types,
    words,
)
from innkeeper.games.adventurer.book import Book
from innkeeper.games.adventurer.options import AdventurerOptions
from innkeeper.games.adventurer.state import Adventure, Rules


def start(book: Book, options: AdventurerOptions, seats: int, chance: Chance, log: Log | None) -> Adventure:
    """Open a game under the table's house rules, with the decks that were brought."""
    shown = options.json()
    numbers = {name: int(value) for name, value in shown.items() if isinstance(value, int)}
    brought = [options.deck(book, seat) for seat in range(2)]
    rules = Rules(book, shown, numbers, brought, dict(options.secrets(shown)))
    return frames.start(book, rules, options.first, chance, log)


def bound(options: AdventurerOptions, seats: int) -> int:
    """Every turn has so many deeds, each with a pass and the choices of its effects; every action in
    play may respond once, and every card may be thrown away once."""
    deeds = options.main_action_cap + 2
    responses = 2 * options.deck_size * 4
    return 2 + options.turn_limit * (
        2 + 2 * deeds + responses + 6 * (deeds + responses) + 2 * options.deck_size
    )


def measures(s: Adventure) -> dict[str, int | str]:
    """What a simulation notes of a game."""
    return {
        "turns": s.turn,
        "first": s.first,
        "deck_0": s.lists[0].name,
        "deck_1": s.lists[1].name,
        "cards_played": s.next_ref - 1,
        "attacks": s.counted(state.ATTACKS),
        "parleys": s.counted(state.PARLEYS),
        "encounter_actions": s.counted(state.SPECIALS),
        "rests": s.counted(state.RESTS),
        "responses": s.counted(state.RESPONSES),
    }


def wanted(book: Book) -> set[str]:
    """Every card is played, every action performed."""
    actions = {f"action={action.id}" for card in book.cards for action in card.actions}
    return {f"card={card.id}" for card in book.cards} | actions


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
    start=start,
    view=view.view,
    view_type=view_types.View,
    kinds=events.ALL.kinds,
    bound=bound,
    bots=strategy.BOTS,
    measures=measures,
    texts=words.texts,
    about=words.about,
    gallery=gallery.cards_markdown,
    read_deck=decks.read_deck,
    names=lambda book: {card.id: card.name for card in book.cards},
    wanted=wanted,
    packs=True,
)
