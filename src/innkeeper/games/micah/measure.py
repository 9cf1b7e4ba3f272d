"""What tests and simulations want to know: how long a match can be, what must appear, what to note."""

from __future__ import annotations

from typing import Any

from innkeeper.engine.game import Contest
from innkeeper.games.micah.book import Book
from innkeeper.games.micah.effects import DEEDS
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import (
    BOSS_FIGHTS,
    CHALLENGERS,
    CHOSEN,
    FALLEN_COMPANIONS,
    FULFILLED,
    INTENTIONS,
    MOST_ENCOUNTERS,
    PURCHASES,
    TRADES,
)


def bound(options: Any, seats: int) -> int:
    """No match has more decisions: picks, then per turn Preparation, Encounters, items and a boss fight."""
    prep: int = options.prep_action_cap + 1
    items = prep + 12 * MOST_ENCOUNTERS  # what is bought or found can be used once
    fight = seats * 101
    rounds: int = options.max_rounds
    return seats + rounds * seats * (prep + items + MOST_ENCOUNTERS + fight + 2)


def class_picks(book: Book) -> list[str]:
    """What an arena lets happen: classes that are dealt, so that with every seat a player has every class."""
    return ["random"]


ROTATED = {"class_pick": class_picks}


# Where survivors win together, weak and strong alike come home: `champion` tells them apart.
CONTEST = Contest(seats=3, options={"champion": True})


def together(options: Any) -> bool:
    """Survivors win together, unless they are ranked by Renown."""
    return not options.champion


def wanted(book: Book) -> set[str]:
    """What an exhaustive run must have met: every card, face, class, weather, mood and word."""
    found = {f"class={job.id}" for job in book.jobs}
    found |= {f"to={weather.id}" for weather in book.weathers}
    found |= {f"mood={mood.id}" for mood in book.boss.moods}
    found |= {f"card={card.id}" for card in book.ghosts}
    for card in book.encounters:
        found.add(f"card={card.id}")
        face = card.face
        if face is not None:
            found.add(f"creature={face.id}")
    for treasure in book.treasures:
        found.add(f"card={treasure.id}" if treasure.copies > 0 else f"cards={treasure.id}")
    found |= DEEDS.wanted() | {"verb=recover"}
    for intention in INTENTIONS:
        found.add(f"intention={intention}")
    for zone in ("graveyard", "deck", "dock"):
        found.add(f"destination={zone}")
    for result in ("accepted", "declined", "cancelled", "void"):
        found.add(f"result={result}")
    for reply in ("stand", "flee"):
        found.add(f"reply={reply}")
    return found


def measures(s: Micah) -> dict[str, int | str]:
    """What a simulation notes of a match besides winners, places, reason and length."""
    tally = s.tally
    found: dict[str, int | str] = {
        "rounds": s.round,
        "turns": s.turn,
        "alive": s.living(),
        "deck_left": len(s.deck),
        "purchases": tally[PURCHASES],
        "fallen_companions": tally[FALLEN_COMPANIONS],
        "trades": tally[TRADES],
        "boss_fights": tally[BOSS_FIGHTS],
        "challengers": tally[CHALLENGERS],
    }
    for intention in range(3):
        found[INTENTIONS[intention]] = tally[CHOSEN + intention]
        found[f"{INTENTIONS[intention]}_won"] = tally[FULFILLED + intention]
    for seat in range(s.seats):
        hero = s.heroes[seat]
        found[f"class_{seat}"] = "" if hero.job < 0 else s.book.jobs[hero.job].id
    return found
