"""Ship what `second.cu` found for the states before turn 3 instead of what was known of them.

`python research/echo/values.py MEANS STATES "how it was made"`: MEANS is what `second.cu` writes with MEANS
set. All states of the recommended line-up that are shipped stay, with the new values of those hands that have
some; so many are added, the likeliest first. Values are rounded to 32 steps, so that more states find room.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
import sys
from pathlib import Path

from ship import SOURCE

from benchmarks.echo import RECOMMENDED
from innkeeper.games.echo.knowledge import NUMBER, PARTS, VALUES

NONE = 255  # of a hand that nobody could have
Values = dict[int, list[int]]
SHORT = "-".join(name[0] for name in RECOMMENDED)


def shipped() -> Values:
    """What is known of each state by now."""
    found: Values = {}
    for part in range(PARTS):
        data = lzma.decompress((SOURCE / f"{SHORT}-third-{part}.xz").read_bytes())
        states = len(data) // (NUMBER + VALUES)
        for place in range(states):
            number = int.from_bytes(data[place * NUMBER : (place + 1) * NUMBER], "big")
            at = states * NUMBER + place * VALUES
            found[number] = list(data[at : at + VALUES])
    return found


def told(path: Path) -> list[tuple[float, int, list[int]]]:
    """What was found: how likely each state is, its number, its values; the likeliest first."""
    found = [
        (weight, number, list(values))
        for number, weight, values in struct.iter_unpack(f"<Qf{VALUES}s", path.read_bytes())
    ]
    return sorted(found, reverse=True)


def joined(old: Values, new: list[tuple[float, int, list[int]]], most: int) -> Values:
    states = dict(old)
    for _, number, values in new:
        if number not in old and len(states) >= len(old) + most:
            continue
        known = [value for value in values if value != NONE]
        before = old.get(number, [round(sum(known) / len(known))] * VALUES)
        states[number] = [one if two == NONE else two for one, two in zip(before, values, strict=True)]
    return states


def rounded(value: int) -> int:
    """The nearest even number; of two, the one that four divides."""
    return value if value % 2 == 0 else value + 1 if value % 4 == 3 else value - 1


def main() -> None:
    old, new, most, made = shipped(), told(Path(sys.argv[1])), int(sys.argv[2]), sys.argv[3]
    states = joined(old, new, most)
    again = sum(number in old for _, number, _ in new)
    print(f"{len(old)} states were shipped; {again} have new values, {len(states) - len(old)} are new")
    index = SOURCE / "index.json"
    entries = json.loads(index.read_text())
    entry = entries[",".join(RECOMMENDED)]
    for part in range(PARTS):
        numbers = sorted(number for number in states if number % PARTS == part)
        data = b"".join(number.to_bytes(NUMBER, "big") for number in numbers)
        data += bytes(rounded(value) for number in numbers for value in states[number])
        file = SOURCE / f"{SHORT}-third-{part}.xz"
        file.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
        entry["files"][f"third-{part}"]["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    entry["made"] = f"{entry['made'].split('; values')[0]}; values before turn 3: {made}"
    index.write_text(json.dumps(entries, indent=1, sort_keys=True) + "\n")
    print(f"{sum(file.stat().st_size for file in SOURCE.iterdir())} bytes in all")


if __name__ == "__main__":
    main()
