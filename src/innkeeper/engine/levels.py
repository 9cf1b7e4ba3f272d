"""The levels at which bots play, the same five names for every game.

A game declares in its `levels.py` who plays at each and what is told about it; `innkeeper.bots` has levels
for games that declare none.
"""

from __future__ import annotations

from dataclasses import dataclass

GUEST = "guest"
REGULAR = "regular"  # whoever sits down if nobody says who
VETERAN = "veteran"
CHAMPION = "champion"
LEGEND = "legend"
NAMES = (GUEST, REGULAR, VETERAN, CHAMPION, LEGEND)  # the weakest first


@dataclass(frozen=True)
class Level:
    """One level of a game."""

    name: str
    plays: str  # a bot and its budget for each move, as `make_bot` reads them: greedy, search:0.1s
    about: str  # a sentence for people who choose whom to play against: what it does, not how good it feels


def five(
    guest: tuple[str, str],
    regular: tuple[str, str],
    veteran: tuple[str, str],
    champion: tuple[str, str],
    legend: tuple[str, str],
) -> tuple[Level, ...]:
    """All levels of a game: who plays, and the sentence about it."""
    given = (guest, regular, veteran, champion, legend)
    return tuple(Level(name, plays, about) for name, (plays, about) in zip(NAMES, given, strict=True))
