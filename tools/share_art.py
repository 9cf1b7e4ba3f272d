"""Draw what pictures of shared links are put together from: playbills and letters, as shades of ink.

    python -m tools.share_art

Writes src/innkeeper/server/art/*.png (8-bit grey, every row as it is) and letters.json. Needs Chromium and
the page's packages; run it when a playbill or a letter changes.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.house import FLAGS, chromium

ROOT = Path(__file__).parents[1]
ART = ROOT / "src" / "innkeeper" / "server" / "art"
FONTS = ROOT / "web" / "node_modules" / "@fontsource-variable"
POSTER = (480, 468)
FACES = {"title": ("grenze-gotisch", 600, 76), "line": ("andada-pro", 500, 38)}
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2018, 0x2019, 0x201C, 0x201D]))

GREY = """async ([source, width, height]) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext('2d');
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, width, height);
  paper.drawImage(image, 0, 0, width, height);
  const { data } = paper.getImageData(0, 0, width, height);
  return Array.from({ length: width * height }, (_, at) =>
    Math.round(0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2]));
}"""

SHEET = """async ([face, weight, size, letters, high]) => {
  const canvas = new OffscreenCanvas(1, 1);
  let paper = canvas.getContext('2d');
  const font = `${weight} ${size}px ${face}`;
  await document.fonts.load(font, 'Aä');
  paper.font = font;
  const widths = [...letters].map((letter) => Math.max(1, Math.ceil(paper.measureText(letter).width)));
  canvas.width = Math.max(...widths) + 8;
  canvas.height = high;
  const rows = [];
  for (const [at, letter] of [...letters].entries()) {
    paper = canvas.getContext('2d', { willReadFrequently: true });
    paper.fillStyle = '#fff';
    paper.fillRect(0, 0, canvas.width, high);
    paper.font = font;
    paper.fillStyle = '#000';
    paper.fillText(letter, 0, Math.round(size * 0.98));
    const { data } = paper.getImageData(0, 0, widths[at], high);
    rows.push(Array.from({ length: widths[at] * high }, (_, place) => data[4 * place]));
  }
  return { widths, rows };
}"""


def png(width: int, height: int, grey: bytes) -> bytes:
    """A grey picture, with no filter on any row, so that reading it takes three lines."""
    rows = b"".join(b"\0" + grey[width * row : width * (row + 1)] for row in range(height))

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


def posters(page: Page) -> None:
    for path in sorted((ROOT / "web" / "src" / "art").glob("poster-*.svg")):
        source = "data:image/svg+xml;base64," + base64.b64encode(path.read_bytes()).decode()
        grey = bytes(page.evaluate(GREY, [source, *POSTER]))
        # sixteen shades are enough for a block print, and pack well
        shades = bytes(min(255, 17 * round(shade / 17)) for shade in grey)
        (ART / path.with_suffix(".png").name).write_bytes(png(*POSTER, shades))


def letters(page: Page) -> None:
    known: dict[str, object] = {"letters": LETTERS}
    for name, (face, weight, size) in FACES.items():
        high = round(size * 1.3)
        for part in ("latin", "latin-ext"):
            font = (FONTS / face / "files" / f"{face}-{part}-wght-normal.woff2").read_bytes()
            page.evaluate(
                """async ([face, source]) => {
                  const font = new FontFace(face, `url(${source})`, { weight: '100 900' });
                  document.fonts.add(await font.load());
                }""",
                [f"{face}-{part}", "data:font/woff2;base64," + base64.b64encode(font).decode()],
            )
        family = f"{face}-latin, {face}-latin-ext"
        sheet = page.evaluate(SHEET, [family, weight, size, LETTERS, high])
        widths: list[int] = sheet["widths"]
        width = sum(widths)
        grey = bytearray(width * high)
        left = 0
        for wide, glyph in zip(widths, sheet["rows"], strict=True):
            for row in range(high):
                grey[row * width + left : row * width + left + wide] = bytes(
                    glyph[row * wide : (row + 1) * wide]
                )
            left += wide
        (ART / f"letters-{name}.png").write_bytes(png(width, high, bytes(grey)))
        known[name] = widths
    (ART / "letters.json").write_text(json.dumps(known, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    ART.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page()
        posters(page)
        letters(page)
        browser.close()


if __name__ == "__main__":
    main()
