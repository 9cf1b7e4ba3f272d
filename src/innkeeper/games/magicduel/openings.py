"""What was worked out beforehand: how to open a duel at the recommended table.

`python -m tools.openings` looks ahead from every position of the first few moves and writes into
`openings.json` the answers that are as good as the best. They hold for the cards
and house rules they were made with alone, and these are asked (`fingerprint`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, final

from mypy_extensions import i64

import innkeeper
from innkeeper.engine.action import Action
from innkeeper.engine.chance import FastChance
from innkeeper.engine.frame import canonical
from innkeeper.engine.playout import playout
from innkeeper.engine.strategy import mix
from innkeeper.games.magicduel.book import Book
from innkeeper.games.magicduel.frames import start
from innkeeper.games.magicduel.state import Duel, Rules

FILE: Final = Path(str(innkeeper.__file__)).parent / "games" / "magicduel" / "openings.json"  # compiled, too
TRIALS: Final = 32  # random duels that tell one table from another


def fingerprint(book: Book, rules: Rules) -> i64:
    """A number for what cards and house rules do: it follows from every position of some random duels."""
    found: i64 = 0
    for seed in range(TRIALS):
        s = start(book, rules, "seat0", FastChance(seed), None)
        s.settle()
        whims = FastChance(seed)
        while not s.over:
            playout(s, whims, 1)
            for number in canonical(s):
                found = mix(found, number)
    return found


def key_of(s: Duel) -> i64:
    """All that the future depends on, whatever minions are called and in which order kinds were used.

    The first player's side comes first, whichever seat that is: the duel is the same from either chair.
    """
    used: i64 = 0
    rest = s.used
    while rest > 0:
        used += 1 << (rest & 15)
        rest >>= 4
    key = mix(mix(0, s.round << 8 | (s.active ^ s.first) << 4 | s.moves_left), used)
    for side in range(2):
        duelist = s.duelists[side ^ s.first]
        key = mix(key, duelist.hp << 40 | duelist.magic << 30 | duelist.burn << 20 | duelist.shield)
        for minion in duelist.minions:
            waits: i64 = 1 if minion.ready and minion.uid > s.aimed else 0
            traits: i64 = minion.card.number << 30 | minion.hp << 20 | minion.attack << 10 | minion.age
            key = mix(key, traits << 1 | waits)
        key = mix(key, len(duelist.minions))
    return key


@final
class Openings:
    """The answers by position, and whether they hold at a table."""

    def __init__(self, table: i64, answers: dict[int, list[str]]) -> None:
        self.table: i64 = table
        self.answers: Final = answers
        self.asked: Rules | None = None  # the house rules that were looked at last
        self.holds: bool = False

    def at(self, s: Duel, legal: list[Action]) -> list[Action]:
        """The best answers to the question on the table; none: it must be thought out."""
        if s.round > LAST_ROUND:
            return []
        ids = self.answers.get(key_of(s))
        return [action for action in legal if action.id in ids] if ids is not None and self.fits(s) else []

    def fits(self, s: Duel) -> bool:
        if self.asked is not s.rules:
            self.asked = s.rules
            self.holds = fingerprint(s.book, s.rules) == self.table
        return self.holds


def read(text: str) -> Openings:
    """Openings as `tools.openings` writes them."""
    found = json.loads(text)
    return Openings(found["table"], {int(key): ids.split() for key, ids in found["answers"].items()})


LAST_ROUND: Final = 3  # no position of the openings is of a later one
OPENINGS: Final = read(FILE.read_text(encoding="utf-8"))
