"""What tests and simulations want to know: how long a match can be, what must appear, what to note."""

from __future__ import annotations

from innkeeper.games.echo import events
from innkeeper.games.echo.book import BATTLES, Book
from innkeeper.games.echo.options import EchoOptions
from innkeeper.games.echo.state import Echo


def bound(options: EchoOptions, seats: int) -> int:
    """Four turns; in each, both commit, both may name, and one may take a creature back."""
    return BATTLES * 5


def wanted(book: Book) -> set[str]:
    """Every card is played, every field fought over, every status granted, every result seen."""
    return {
        *(f"creature={creature.id}" for creature in book.creatures),
        *(f"name={creature.id}" for creature in book.creatures),
        *(f"overseer={creature.id}" for creature in book.creatures),
        *(f"edicts={edict.id}" for edict in book.edicts),
        *(f"field={field.id}" for field in book.fields),
        *(f"status={status.id}" for status in book.statuses),
        *(f"how={how}" for how in events.HOW.ids),
    }


def measures(s: Echo) -> dict[str, int | str]:
    """The figures that tell whether the game is in balance."""
    battles = [finished.verdict for finished in s.history]
    named = [
        (side.hit, name)
        for finished in s.history
        for side, name in (
            (finished.clash.side0, finished.name0),
            (finished.clash.side1, finished.name1),
        )
        if name >= 0
    ]
    lead = int(s.rulers[0].score - s.rulers[1].score)
    return {
        "battles": len(battles),
        "ties": sum(battle.winner < 0 for battle in battles),
        "instant": sum(events.HOW.text(battle.how) == "instant" for battle in battles),
        "names": len(named),
        "hits": sum(hit for hit, _ in named),
        "margin": abs(lead),
    }
