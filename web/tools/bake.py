"""Bake the textures: the SVG tiles of src/art/*.tile.svg as WebP bitmaps, so that no filter runs in the page.

python web/tools/bake.py
"""

from __future__ import annotations

import base64
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ART = Path(__file__).parents[1] / "src" / "art"
DRAW = """async ([svg, width, height, quality]) => {
  const image = new Image(width, height);
  image.src = 'data:image/svg+xml;base64,' + btoa(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  let strongest = 0; // one colour and every fourth shade: enough for the eye, and half the bytes
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] > data[strongest + 3]) strongest = at;
  const colour = data.slice(strongest, strongest + 3);
  for (let at = 0; at < data.length; at += 4) data.set([...colour, Math.round(data[at + 3] / 4) * 4], at);
  pen.putImageData(new ImageData(data, width, height), 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


def main() -> None:
    """Every tile beside its source."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        for source in sorted(ART.glob("*.tile.svg")):
            svg = source.read_text(encoding="utf-8")
            width, height = (int(svg.split(f'{side}="')[1].split('"')[0]) for side in ("width", "height"))
            made = page.evaluate(
                DRAW, [svg, width // 2, height // 2, 0.5]
            )  # shown at twice the size: soft is right
            target = source.with_suffix("").with_suffix(".webp")
            target.write_bytes(base64.b64decode(made))
            print(target.name, target.stat().st_size)
        browser.close()


if __name__ == "__main__":
    main()
