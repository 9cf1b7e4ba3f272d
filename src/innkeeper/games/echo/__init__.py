"""Echo: two rulers, four battles, and what every battle leaves behind."""

from __future__ import annotations

from pathlib import Path

from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.game import Game
from innkeeper.games.echo import content, events, frames, strategy, view, view_types, words
from innkeeper.games.echo.book import BATTLES, Book
from innkeeper.games.echo.options import EchoOptions
from innkeeper.games.echo.state import Echo, Rules


def start(book: Book, options: EchoOptions, seats: int, chance: Chance, log: Log | None) -> Echo:
    """Open a game under the table's house rules."""
    chosen = [book.field_domain.index(id) for id in options.field_list or []]
    return frames.start(book, Rules(options.json()), options.fields, chosen, chance, log)


def bound(options: EchoOptions, seats: int) -> int:
    """Four turns; in each, both commit, both may name, and one may take a creature back."""
    return BATTLES * 5


def names(book: Book) -> dict[str, str]:
    """Creatures, edicts and battlefields; statuses bear the names of what leaves them behind."""
    return {
        **{status.id: status.name for status in book.statuses},
        **{creature.id: creature.name for creature in book.creatures},
        **{edict.id: edict.name for edict in book.edicts},
        **{field.id: field.name for field in book.fields},
    }


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
    start=start,
    view=view.view,
    view_type=view_types.View,
    kinds=events.ALL.kinds,
    bound=bound,
    bots=strategy.BOTS,
    names=names,
    texts=words.texts,
    about=words.about,
    wanted=wanted,
    measures=measures,
)
