"""The second version of Pebbles' rules: everybody begins with one pebble more."""

from __future__ import annotations

from dataclasses import replace

from innkeeper import Chance, Log
from tests.toy.rules import GAME, Book, PebbleOptions, Pebbles, start


def _start(book: Book, options: PebbleOptions, seats: int, chance: Chance, log: Log | None) -> Pebbles:
    s = start(book, options, seats, chance, log)
    for hand in s.hands:
        hand.append(s.bag.pop())
    return s


SECOND = replace(GAME, version="2", start=_start)
