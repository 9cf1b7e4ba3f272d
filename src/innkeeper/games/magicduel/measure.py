"""What tests and simulations want to know: how long a match can be, what must appear, what to note."""

from __future__ import annotations

from innkeeper.engine.game import Contest
from innkeeper.games.magicduel.book import Book
from innkeeper.games.magicduel.options import DuelOptions
from innkeeper.games.magicduel.state import Duel


def bound(options: DuelOptions, seats: int) -> int:
    """Every turn grants moves and at most two Specter attacks."""
    return options.round_limit * 2 * (options.moves_per_turn + 2)


def wanted(book: Book) -> set[str]:
    """What an exhaustive run must have met besides every move, and with it every word: the minions."""
    return {f"minion={card.id}" for card in book.minions}


# Nothing is rolled here: from one opening two bots would play the same match for ever.
CONTEST = Contest(opening=4)


def measures(s: Duel) -> dict[str, int | str]:
    """What a simulation notes of a match besides winners, places, reason and length."""
    return {"rounds": s.round, "turns": s.turn}
