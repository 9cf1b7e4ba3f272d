"""`make films`: every kind of movement on every table as a strip of frames, in build/films.

python -m tests.browser.films [FOLDER] [GAME…]

The kinds are read from the sources: whatever a table's parts name as a thing, draw with keyframes or let
grow. Whole matches with the same dice are played over HTTP before a page whose clock stands still: its story
is told step by step, its animations never run by themselves, and each frame is one moment of them. A kind
without a film fails.
"""

from __future__ import annotations

import base64
import html
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from innkeeper import game_ids
from tests.browser import dice
from tests.browser.house import WEB, Inn, launch, person, running, withhold_table
from tests.browser.roads import ROADS, Party

FRAMES = (0, 0.15, 0.3, 0.5, 0.75, 1)
MATCHES = 6  # at most, for all movements of a game
GENERIC = "generic"  # the table that fits every game, at a game of dice and cards
STAND_IN = "micah"
FAR = 60  # px: a shorter way is how a table settles
STEP_MS = 120  # of the page's clock, from one look at it to the next

PART = re.compile(r"from '([./][^']*\.svelte)'")
THING = re.compile(r"thing=[^\n]*?[\"'`{](\w+):\$?\{")
KEYFRAMES = re.compile(r"@keyframes (\w+)")
ENDLESS = re.compile(r"animation:[^;]*?(\w+) [^;]*infinite")
GROWS = re.compile(r"transition: width")

# What moves now: its kind, and how long the longest of that kind takes.
MOVING = """() => {
  const kinds = {};
  for (const one of document.getAnimations()) {
    const timing = one.effect.getComputedTiming();
    if (!isFinite(timing.endTime) || !one.effect.target.closest('#stage, .aloft')) continue;
    const name = kindOf(one);
    const [by = '0'] = one.effect.getKeyframes().map((frame) => frame.translate ?? '0');
    if (name.endsWith(' moves') && Math.hypot(...by.split(' ').map(parseFloat)) < FAR) continue;
    kinds[name] = Math.max(kinds[name] ?? 0, timing.endTime);
  }
  return kinds;
}"""
# As of a moment: all animations there, and the box of those that are filmed.
SEEK = """([kind, ms]) => {
  let box = null;
  for (const one of document.getAnimations())
    if (isFinite(one.effect.getComputedTiming().endTime)) {
      one.pause();
      one.currentTime = Math.min(ms, one.effect.getComputedTiming().endTime - 0.01);
    }
  for (const one of document.getAnimations().filter((one) => kindOf(one) === kind)) {
    const { left, top, right, bottom } = one.effect.target.getBoundingClientRect();
    const [x, y, to, foot] = box ?? [left, top, right, bottom];
    box = [Math.min(x, left), Math.min(y, top), Math.max(to, right), Math.max(foot, bottom)];
  }
  return [box, document.querySelector('#bar .ask h2')?.textContent ?? ''];
}"""
ARRIVE = """() => document.getAnimations()
  .forEach((one) => { if (isFinite(one.effect.getComputedTiming().endTime)) one.finish(); })"""
KIND_OF = """window.kindOf = (one) => {
  const target = one.effect.target;
  if (one.transitionProperty) return one.transitionProperty === 'width' ? 'grows' : 'other';
  if (one.animationName) return one.animationName.replace(/^svelte-\\w+-/, '');
  const what = (target.dataset.thing ?? '').split(':')[0];
  return what + (target.matches('.aloft') ? ' leaves' : one.effect.getKeyframes()[0].transform ? ' turns'
    : one.effect.getKeyframes()[0].opacity === '0' ? ' appears' : ' moves');
};"""


def parts(source: Path) -> set[Path]:
    """A component and all that it is made of."""
    found, ahead = set(), [source]
    while ahead:
        one = ahead.pop().resolve()
        if one.exists() and one not in found:  # scene.svelte is scene.svelte.ts
            found.add(one)
            ahead += [one.parent / path for path in PART.findall(one.read_text(encoding="utf-8"))]
    return found


def kinds(table: str) -> set[str]:
    """Every movement that the sources of a table speak of: things by their first name, drawings by theirs."""
    found: set[str] = set()
    for path in parts(WEB / "src" / "tables" / table / "Stage.svelte"):
        text = path.read_text(encoding="utf-8")
        found |= set(THING.findall(text)) | (set(KEYFRAMES.findall(text)) - set(ENDLESS.findall(text)))
        found |= {"grows"} if GROWS.search(text) else set()
    return found


def named(kind: str) -> str:
    """What the sources call it: `card moves` and `card leaves` are the thing `card`."""
    return kind.split()[0]


@dataclass
class Strip:
    """One event: its frames, and what was said with each."""

    kind: str
    frames: list[tuple[str, bytes, str]] = field(default_factory=list)


def around(boxes: list[list[float]], page: Page) -> dict[str, float]:
    """The part of the page in which it all happens, and what is around it."""
    size = page.viewport_size or {"width": 1280, "height": 800}
    left, top = (min(box[side] for box in boxes) - 90 for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) + 90 for side in (2, 3))
    wide, high = max(right - left, 420), max(bottom - top, 280)
    x = max(0, min((left + right - wide) / 2, size["width"] - wide))
    y = max(0, min((top + bottom - high) / 2, size["height"] - high))
    return {"x": x, "y": y, "width": min(wide, size["width"]), "height": min(high, size["height"])}


def film(page: Page, kind: str, ms: float) -> Strip | None:
    """The event that begins now, frame by frame; None if nothing of it is to be seen."""
    seen = [page.evaluate(SEEK, [kind, part * ms]) for part in FRAMES]
    if not all(box for box, _ in seen):
        return None
    clip = around([box for box, _ in seen], page)
    strip = Strip(kind)
    for part in FRAMES:
        _, said = page.evaluate(SEEK, [kind, part * ms])
        strip.frames.append((f"{part * ms:.0f} ms", page.screenshot(clip=clip), said))  # type: ignore[arg-type]
    return strip


def told(page: Page, known: set[str]) -> Iterator[Strip]:
    """Let the page tell what it has to tell; a strip of each kind that was not known."""
    for _ in range(80):
        for kind, ms in page.evaluate(MOVING.replace("FAR", str(FAR))).items():
            if kind not in known and kind != "other":
                strip = film(page, kind, ms)
                if strip:
                    known.add(kind)
                    yield strip
        page.evaluate(ARRIVE)
        page.clock.run_for(STEP_MS)
        if page.evaluate("document.querySelector('#bar')?.dataset.state") != "beat":
            break


def still(page: Page) -> None:
    """From here on nothing moves by itself."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 60)
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})


def shoot(browser: Browser, playwright: Playwright, inn: Inn, table: str) -> list[Strip]:
    """Matches of a game until each of its movements was filmed."""
    game = STAND_IN if table == GENERIC else table
    wanted, known = kinds(table), set[str]()
    strips: list[Strip] = []
    others = playwright.request.new_context()
    for number in range(MATCHES):
        road = ROADS[game][number % len(ROADS[game])]
        dice.name(inn.folder, f"films {table} {number}")
        with person(
            browser, reduced_motion="no-preference", color_scheme="dark", service_workers="block"
        ) as context:
            page = context.new_page()
            if table == GENERIC:
                withhold_table(page, game)
            page.add_init_script(KIND_OF)
            page.clock.install()
            party = Party(page, others, inn, game, road, number)
            page.goto(f"{inn.url}#/t/{party.id}")
            page.wait_for_selector("#bar[data-state]")
            still(page)
            page.evaluate(ARRIVE)  # how a page comes is no movement of the game
            for _ in party.steps():
                strips += told(page, known)
                if {named(kind) for kind in known} >= wanted and number:
                    break
            strips += told(page, known)
        if {named(kind) for kind in known} >= wanted:
            break
    others.dispose()
    print(f"{table}: {len(strips)} films; ", end="")
    missing = wanted - {named(kind) for kind in known}
    print(f"never seen: {', '.join(sorted(missing))}" if missing else "nothing is missing", flush=True)
    return strips


STYLE = """body { font: 16px Georgia, serif; background: #1c140e; color: #f6ead3; width: max-content }
.strip { display: grid; grid-template-columns: repeat(3, auto); gap: 12px; width: max-content }
figure { margin: 0 } figcaption { max-width: 460px; font-size: 14px }
img { max-width: 460px; max-height: 420px }"""


def sheet(strip: Strip, title: str) -> str:
    """A strip as a page, to be photographed."""
    frames = "".join(
        f'<figure><img src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
        f"<figcaption><b>{when}</b> {html.escape(said)}</figcaption></figure>"
        for when, picture, said in strip.frames
    )
    heading = f"<h2>{html.escape(title)}</h2>"
    return (
        f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{heading}<div class=strip>{frames}</div>"
    )


def main(words: list[str]) -> int:
    folder = Path(words[0] if words else "build/films")
    folder.mkdir(parents=True, exist_ok=True)
    tables = words[1:] or [*game_ids(), GENERIC]
    rows, missing = "", 0
    with tempfile.TemporaryDirectory() as place, running(Path(place)) as inn, sync_playwright() as playwright:
        browser = launch(playwright)
        for table in tables:
            strips = shoot(browser, playwright, inn, table)
            missing += len(kinds(table) - {named(strip.kind) for strip in strips})
            page = browser.new_page()
            for strip in strips:
                path = f"{table}-{strip.kind.replace(' ', '-')}.png"
                page.set_content(sheet(strip, f"{table}: {strip.kind}"))
                page.locator("body").screenshot(path=folder / path)
                rows += f'<h2>{table}: {strip.kind}</h2><img src="{path}" loading="lazy" alt="">'
            page.close()
        browser.close()
    (folder / "index.html").write_text(f"<!doctype html><meta charset=utf-8><title>Films</title>{rows}")
    print(f"See {folder}/index.html")
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
