"""Pack what the solver wrote so that it can be shipped: `python3 pack.py RAW OUT NODES STATES` (needs numpy).

Turn 1 goes to OUT/first.bin, turn 2 to OUT/second.bin: the NODES likeliest nodes, and in each the hands that
come there. A share below 1 of 100 is dropped and the rest written as bytes; `knowledge.py` reads them.
OUT/third.bin has, for the STATES likeliest states before turn 3, what every hand may expect there.
"""

from __future__ import annotations

import struct
import sys
from itertools import combinations
from pathlib import Path

import numpy as np

CARDS = 11
NAMING = 2  # the edict that names comes last here
RARE = 0.002  # a hand that comes to a node less often than this is left out
LEAST = 0.01
SEEING = 1


def hands(cards: int, size: int) -> list[int]:
    """All hands as masks, in the solver's order."""
    return sorted(sum(1 << card for card in cards) for cards in combinations(range(cards), size))


def shares(numbers: np.ndarray) -> bytes:
    """Shares as bytes that add up to nearly 255."""
    kept = np.where(numbers < LEAST * numbers.sum(), 0.0, numbers)
    total = kept.sum()
    return bytes(np.rint(kept / total * 255).astype(np.uint8)) if total > 0 else bytes(len(numbers))


def first_turn(table: np.ndarray) -> bytes:
    """By hand: its plays, then its names for every creature that it sends with the edict that names."""
    main = table[: 462 * 25].reshape(462, 5, 5)
    names = table[462 * 25 :].reshape(5, 462, 5, 6)
    out = bytearray()
    for hand in range(462):
        plays = shares(main[hand].ravel())
        out += plays
        for place in range(5):
            if plays[place * 5 + 4]:
                for across in range(5):
                    out += shares(names[across, hand, place])
    return bytes(out)


def reach(table: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """By hand of turn 2: how often it comes to a node."""
    main = table[: 462 * 25].reshape(462, 5, 5)
    names = table[462 * 25 :].reshape(5, 462, 5, 6)
    five = {mask: at for at, mask in enumerate(hands(CARDS, 5))}
    i, j, c0, c1, n0, _ = (int(x) for x in seen)
    living = [card for card in range(CARDS) if card not in (c0, c1)]
    found = np.zeros(126)
    for at, mask in enumerate(hands(9, 4)):
        held = sum(1 << living[place] for place in range(9) if mask >> place & 1) | 1 << c0
        if n0 >= 0 and held >> n0 & 1:
            continue
        hand, place = five[held], bin(held & ((1 << c0) - 1)).count("1")
        found[at] = main[hand, place, i]
        if n0 >= 0:
            rank = sum(1 for card in range(n0) if not held >> card & 1)
            found[at] *= names[j, hand, place, rank]
    return found


def second_turn(part: np.ndarray, key: int, come: np.ndarray) -> bytes:
    """The hands that come to a node: plays, names, and what a seer takes back."""
    e0, e1, sees = key >> 26 & 31, key >> 21 & 31, bool(key >> 14 & SEEING)
    n0, n1 = bin(e0).count("1"), bin(e1).count("1")
    named0, named1 = e0 >> NAMING & 1, e1 >> NAMING & 1
    acts = 6 if sees else 4
    main = part[: 126 * acts * n0].reshape(126, acts, n0)
    at = main.size
    names = part[at : at + (n1 * 126 * acts * 5 if named0 else 0)].reshape(-1, 126, acts, 5)
    rows = part[at + names.size :].reshape(-1, 126, 6, 5, 2) if sees else None
    out = bytearray()
    for hand in range(126):
        if come[hand] < RARE:
            continue
        plays = shares(main[hand].ravel())
        out.append(hand)
        out += plays
        for act in range(acts):
            if named0 and plays[act * n0 + n0 - 1]:
                for across in range(n1):
                    out += shares(names[across, hand, act])
        if rows is None:
            continue
        for act in range(acts):
            for edict in range(n0):
                if plays[act * n0 + edict]:
                    own = 2 if named0 and edict == n0 - 1 else 1
                    for row in range(edict, edict + own):
                        block = rows[row * (n1 + 2 * named1) : (row + 1) * (n1 + 2 * named1), hand, act, :, 0]
                        out += bytes(np.rint(block * 255).astype(np.uint8).ravel())
    return bytes(out)


def before_third(raw: Path, most: int) -> bytes:
    """The likeliest states before turn 3: the number of each, and the value of each of 35 hands in 127ths."""
    mass = np.fromfile(raw / "mass3.f32", np.float32)
    keys = np.fromfile(raw / "keys3.u64", np.uint64)
    values = np.memmap(raw / "value3.f32", np.float32, "r").reshape(-1, 35)
    order = np.argsort(-mass, kind="stable")
    carried = np.cumsum(mass[order].astype(np.float64)) / mass.sum(dtype=np.float64)
    for states in (10_000, 20_000, 40_000, 60_000, 80_000, 120_000, 200_000, most):
        print(f"{states} states before turn 3 carry {carried[min(states, len(mass)) - 1]:.4f}")
    likeliest = order[:most]
    rounded = np.rint(np.clip(values[likeliest], -1.0, 1.0) * 127).astype(np.int8)
    return keys[likeliest].tobytes() + rounded.tobytes()


def main() -> None:
    raw, out, most, states = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    out.mkdir(parents=True, exist_ok=True)
    table = np.fromfile(raw / "turn1.f32", np.float32).astype(np.float64)
    (out / "first.bin").write_bytes(first_turn(table))
    mass = np.fromfile(raw / "mass2.f32", np.float32)
    seen = np.fromfile(raw / "seen2.i8", np.int8).reshape(-1, 6)
    places = np.fromfile(raw / "at2.i64", np.int64).reshape(-1, 4)
    keys = np.fromfile(raw / "keys2.u64", np.uint64)
    numbers = np.memmap(raw / "turn2.f32", np.float32, "r")
    likeliest = np.argsort(-mass, kind="stable")[:most]
    print(f"{most} nodes carry {mass[likeliest].sum() / mass.sum():.4f} of the mass")
    with (out / "second.bin").open("wb") as file:
        for node in likeliest:
            part = np.asarray(numbers[places[node, 0] : places[node, 3]])
            record = second_turn(part, int(keys[node]), reach(table, seen[node]))
            file.write(bytes(seen[node].view(np.uint8)) + struct.pack("<I", len(record)) + record)
    if states:
        (out / "third.bin").write_bytes(before_third(raw, states))


if __name__ == "__main__":
    main()
