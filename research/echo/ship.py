"""Put a packed line-up into the package.

`python research/echo/ship.py PACKED LINE-UP NODES STATES "how it was made"`: PACKED holds first.bin and,
unless NODES and STATES are 0, second.bin and third.bin with what is likeliest first. Turn 2 is split by the
creature that was faced, states before turn 3 by their numbers, so that a match reads few small files and none
is large.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
import sys
from pathlib import Path

import innkeeper
from innkeeper.games.echo.knowledge import FOLDER, HEAD, NUMBER, PARTS, SEEN, STEPS, VALUES, fingerprint
from innkeeper.games.echo.state import Echo

SOURCE = Path(__file__).resolve().parents[2] / "src/innkeeper/games/echo/knowledge"


def parts_of(data: bytes, most: int) -> dict[int, bytes]:
    """The likeliest nodes by the creature that was faced."""
    found: dict[int, bytes] = {}
    at = taken = 0
    while at < len(data) and taken < most:
        (size,) = struct.unpack_from("<I", data, at + SEEN)
        record = data[at : at + HEAD + size]
        found[record[3]] = found.get(record[3], b"") + record
        at, taken = at + len(record), taken + 1
    return found


def states_of(data: bytes, most: int) -> dict[int, bytes]:
    """The likeliest states before turn 3 by part: their numbers in order, then their values."""
    size = len(data) // (8 + VALUES)
    numbers = struct.unpack_from(f"<{size}Q", data)
    found: dict[int, bytes] = {}
    for part in range(PARTS):
        places = [place for place in range(min(most, size)) if numbers[place] % PARTS == part]
        places.sort(key=lambda place: numbers[place])
        head = b"".join(numbers[place].to_bytes(NUMBER, "big") for place in places)
        tail = bytearray()
        for place in places:
            at = 8 * size + place * VALUES
            values = struct.unpack_from(f"<{VALUES}b", data, at)
            tail += bytes(round((value / 127 + 1.0) * STEPS) for value in values)
        found[part] = head + bytes(tail)
    return found


def main() -> None:
    packed, line_up, most, states, made = (
        Path(sys.argv[1]),
        sys.argv[2],
        int(sys.argv[3]),
        int(sys.argv[4]),
        sys.argv[5],
    )
    options: dict[str, object] = {"fields": "custom", "field_list": line_up.split(",")}
    state = innkeeper.new_match("echo", options=options, log=False).state
    assert isinstance(state, Echo)
    short = "-".join(name[0] for name in line_up.split(","))
    plain = {"first": (packed / "first.bin").read_bytes()}
    if most:
        for creature, data in sorted(parts_of((packed / "second.bin").read_bytes(), most).items()):
            plain[f"second-{creature}"] = data
    if states:
        for part, data in states_of((packed / "third.bin").read_bytes(), states).items():
            plain[f"third-{part}"] = data
    SOURCE.mkdir(exist_ok=True)
    files = {}
    for name, data in plain.items():
        file = SOURCE / f"{short}-{name}.xz"
        file.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
        files[name] = {"file": file.name, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
    index = SOURCE / "index.json"
    entries = json.loads(index.read_text()) if index.exists() else {}
    cards = fingerprint(state.book, state.fields)
    entries[line_up] = {"cards": cards, "made": made, "files": files}
    index.write_text(json.dumps(entries, indent=1, sort_keys=True) + "\n")
    total = sum(file.stat().st_size for file in SOURCE.iterdir())
    print(f"{line_up}: {len(files)} files, {total} bytes in all; the package reads them from {FOLDER}")


if __name__ == "__main__":
    main()
