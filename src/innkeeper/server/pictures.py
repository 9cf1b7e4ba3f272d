"""The picture of a shared link: a playbill, a title and a few lines, as shades of ink on paper.

It is put together from blocks that were drawn beforehand (`tools/share_art.py`): letters and playbills lie on
plain paper, so laying one down is copying its rows, and nothing but zlib is needed to make a PNG of it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import msgspec

ART = Path(__file__).parent / "art"
WIDTH, HEIGHT = 1200, 630
EDGE = 48
PAPER, INK = (239, 226, 196), (38, 26, 17)
UNKNOWN = "·"


class _Block(msgspec.Struct, frozen=True):
    """Shades of ink: 0 is all ink, 255 is paper."""

    width: int
    rows: list[bytes]


class _Face(msgspec.Struct, frozen=True):
    """The letters of one size: where each begins on the sheet, and how wide it is."""

    sheet: _Block
    places: dict[str, tuple[int, int]]

    def wide(self, text: str) -> int:
        return sum(self.places[letter][1] for letter in text)

    def known(self, text: str) -> str:
        """The text with a dot for every letter that there is no block of."""
        return "".join(letter if letter in self.places else UNKNOWN for letter in text)

    def lines(self, text: str, most: int, rows: int) -> list[str]:
        """The text in lines that fit; what has no room ends in dots."""
        lines = [""]
        for word in self.known(text).split():
            longer = f"{lines[-1]} {word}".strip()
            if self.wide(longer) <= most:
                lines[-1] = longer
            else:
                lines.append(word)
        lines = [line for line in lines if line]
        if len(lines) > rows:
            lines = [*lines[: rows - 1], f"{lines[rows - 1]}..."]
        return [self.cut(line, most) for line in lines]

    def cut(self, line: str, most: int) -> str:
        while self.wide(line) > most:
            line = f"{line.removesuffix('...')[:-1]}..."
        return line


def _read(name: str) -> _Block:
    """A grey PNG whose rows have no filter, as the tool writes them."""
    body = (ART / name).read_bytes()
    width, height = struct.unpack(">II", body[16:24])
    length = struct.unpack(">I", body[33:37])[0]
    data = zlib.decompress(body[41 : 41 + length])
    return _Block(width, [data[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)])


@cache
def _poster(game: str) -> _Block:
    name = f"poster-{game}.png"
    return _read(name if (ART / name).exists() else "poster-plain.png")


@cache
def _face(name: str) -> _Face:
    known = msgspec.json.decode((ART / "letters.json").read_bytes())
    places, left = {}, 0
    for letter, wide in zip(known["letters"], known[name], strict=True):
        places[letter] = (left, wide)
        left += wide
    return _Face(_read(f"letters-{name}.png"), places)


@lru_cache(maxsize=256)
def draw(game: str, title: str, lines: Sequence[str]) -> bytes:
    """A PNG of 1200 by 630, as those who show links want it. `game` is empty for the inn's own."""
    canvas = [bytearray(b"\xff" * WIDTH) for _ in range(HEIGHT)]
    poster = _poster(game)
    _lay(canvas, poster, EDGE, (HEIGHT - len(poster.rows)) // 2)
    _frame(canvas)
    left = EDGE + poster.width + EDGE
    top = EDGE + 36
    for face, text, rows in [("title", title, 2), *(("line", line, 3) for line in lines)]:
        top = _write(canvas, _face(face), text, left, top, rows) + 14
    if game:
        _write(canvas, _face("line"), "Innkeeper", left, HEIGHT - EDGE - 60, 1)
    return _png(canvas)


def _write(canvas: list[bytearray], face: _Face, text: str, left: int, top: int, rows: int) -> int:
    for line in face.lines(text, WIDTH - left - EDGE, rows):
        at = left
        for letter in line:
            start, wide = face.places[letter]
            for row, ink in enumerate(face.sheet.rows):
                canvas[top + row][at : at + wide] = ink[start : start + wide]
            at += wide
        top += len(face.sheet.rows)
    return top


def _lay(canvas: list[bytearray], block: _Block, left: int, top: int) -> None:
    for row, ink in enumerate(block.rows):
        canvas[top + row][left : left + block.width] = ink


def _frame(canvas: list[bytearray]) -> None:
    """A line of ink round the sheet."""
    inner = slice(16, WIDTH - 16)
    for row in (*range(16, 20), *range(HEIGHT - 20, HEIGHT - 16)):
        canvas[row][inner] = bytes(WIDTH - 32)
    for line in canvas[16 : HEIGHT - 16]:
        line[16:20] = line[WIDTH - 20 : WIDTH - 16] = bytes(4)


def _png(canvas: list[bytearray]) -> bytes:
    """Shades as colours from ink to paper."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    colours = bytes(
        round(ink + (paper - ink) * shade / 255) for shade in range(256) for ink, paper in zip(INK, PAPER)
    )
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(row) for row in canvas), 6)
    parts = (b"IHDR", head), (b"PLTE", colours), (b"IDAT", rows), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, body) for kind, body in parts)
