"""What tests and simulations want to know: how long a match can be, what must appear, what to note."""

from __future__ import annotations

from innkeeper.games.adventurer import state
from innkeeper.games.adventurer.book import Book
from innkeeper.games.adventurer.options import AdventurerOptions
from innkeeper.games.adventurer.state import Adventure


def bound(options: AdventurerOptions, seats: int) -> int:
    """Every turn has so many deeds, each with a pass and the choices of its effects; every action in
    play may respond once, and every card may be thrown away once."""
    deeds = options.main_action_cap + 2
    responses = 2 * options.deck_size * 4
    return 2 + options.turn_limit * (
        2 + 2 * deeds + responses + 6 * (deeds + responses) + 2 * options.deck_size
    )


def decks(book: Book) -> list[str]:
    """What an arena lets every player play with and against."""
    return list(book.decks)


ROTATED = {"deck_0": decks, "deck_1": decks}


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
