"""Put a packed line-up into the package.

`python research/echo/ship.py PACKED LINE-UP NODES "how it was made"`: PACKED holds first.bin and, unless
NODES is 0, second.bin with the likeliest nodes first. Turn 2 is split by the creature that was faced, so
that a match reads two small files and none is large.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
import sys
from pathlib import Path

import innkeeper
from innkeeper.games.echo.knowledge import FOLDER, HEAD, SEEN, fingerprint
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


def main() -> None:
    packed, line_up, most, made = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
    options: dict[str, object] = {"fields": "custom", "field_list": line_up.split(",")}
    state = innkeeper.new_match("echo", options=options, log=False).state
    assert isinstance(state, Echo)
    short = "-".join(name[0] for name in line_up.split(","))
    plain = {"first": (packed / "first.bin").read_bytes()}
    if most:
        for creature, data in sorted(parts_of((packed / "second.bin").read_bytes(), most).items()):
            plain[f"second-{creature}"] = data
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
