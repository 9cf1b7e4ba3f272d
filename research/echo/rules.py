"""Write the rules as the tables that `rules.h` reads, from the game's own cards and battles.

`python research/echo/rules.py research/echo/rules.bin.xz` writes them, and `--check` says whether they
still are what the cards say.
"""

from __future__ import annotations

import lzma
import sys
from array import array
from pathlib import Path

import innkeeper
from innkeeper.games.echo.battle import ROUSED_0, ROUSED_1
from innkeeper.games.echo.book import Book

FLAGS = 16


def book() -> Book:
    """The cards of the game as it is shipped."""
    state = innkeeper.new_match("echo", log=False).state
    found = state.book  # type: ignore[attr-defined]
    assert isinstance(found, Book)
    return found


def words_of(cards: Book, field: int) -> tuple[list[int], list[int]]:
    """Every clash on a field, packed: what it decides, and what it leaves behind."""
    words: list[int] = []
    after: list[int] = []
    for c0 in range(len(cards.creatures)):
        for c1 in range(len(cards.creatures)):
            for e0 in range(len(cards.edicts)):
                for e1 in range(len(cards.edicts)):
                    for flags in range(FLAGS):
                        word, left = pack(cards, field, c0, c1, e0, e1, flags) if c0 != c1 else (0, 0)
                        words.append(word)
                        after.append(left)
    return words, after


def pack(cards: Book, field: int, c0: int, c1: int, e0: int, e1: int, flags: int) -> tuple[int, int]:
    clash = cards.battles.at(field, c0, c1, e0, e1, flags)
    one, two = clash.side0, clash.side1
    kind = clash.instant if clash.instant >= 0 else 2 if clash.tied else 3
    difference = one.strength - two.strength + 32
    parts = [
        (kind, 2),
        (difference, 6),
        (clash.gambler + 1, 2),
        (clash.value + 8, 5),
        (one.concedes, 2),
        (two.concedes, 2),
    ]
    left = [(int(one.recovers), 1), (int(two.recovers), 1), (one.grants, 7), (two.grants, 7)]
    return packed(parts), packed(left)


def packed(parts: list[tuple[int, int]]) -> int:
    word, shift = 0, 0
    for value, bits in parts:
        if not 0 <= value < 1 << bits:
            raise ValueError(f"{value} does not fit {bits} bits")
        word |= int(value) << shift
        shift += bits
    return word


def tables() -> bytes:
    """All tables in the order of `Tables`."""
    cards = book()
    both = [words_of(cards, field.number) for field in cards.fields]
    naming = [edict.number for edict in cards.edicts if edict.names]
    if (
        len(naming) != 1
        or len(cards.creatures) != 11
        or len(cards.edicts) != 5
        or len(cards.statuses) > 7
        or len(cards.fields) != 6
    ):
        raise ValueError("these are not the cards that can be solved")
    numbers: list[int] = []
    masks = range(128)
    known = 1 << len(cards.statuses)
    for words, _ in both:
        numbers += words
    for _, after in both:
        numbers += after
    numbers += [cards.battles.status_strength[mask] if mask < known else 0 for mask in masks]
    numbers += [cards.battles.status_points[mask] if mask < known else 0 for mask in masks]
    numbers += [creature.rousing for creature in cards.creatures]
    numbers += [field.winner_grants for field in cards.fields]
    numbers += [field.both_grant for field in cards.fields]
    numbers += [cards.angers, cards.barbarian, cards.seeing, naming[0], cards.every_edict]
    return array("i", [int(number) for number in numbers]).tobytes()


def main() -> None:
    assert (ROUSED_0, ROUSED_1) == (4, 8)
    out = Path(sys.argv[1])
    if sys.argv[2:] == ["--check"]:
        raise SystemExit(
            0 if lzma.decompress(out.read_bytes()) == tables() else "the cards say otherwise now"
        )
    out.write_bytes(lzma.compress(tables(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
