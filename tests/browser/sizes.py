"""Whatever may be pressed can be pressed: nothing covers it, cuts it or lies outside the page, at any size.

python -m tests.browser.sizes [GAME…]    TIMES=5: every question five times; TEXT=largest: in larger text

A control is looked for where it lies; if it is not in full sight there, it is scrolled to, as a person would.
Then its box must lie in the window and in every frame that scrolls, and most of it must answer to a finger.
Pictures of where that is not so are left in build/sizes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from innkeeper import game_ids
from tests.browser.house import Inn, launch, person, running
from tests.browser.roads import look_in, roads

SIZES = {
    "laptop": (1366, 650),
    "desk": (1280, 720),
    "tablet": (768, 1024),
    "phone": (360, 640),
    "wall": (2560, 1440),
    "zoomed": (640, 400),  # 1280 × 800 at 200 %
}
ENOUGH = 0.4  # of a control: cards of a hand are held one over the other
FINGER = 24  # px each way, the least that WCAG 2.2 asks of a target

LOOK = """([enough, finger]) => {
  const what = 'a[href], button, input, select, textarea, summary, [role=radio], [role=switch]';
  const everywhere = ['.rail', '#stage', '#bar'].flatMap((place) => [...document.querySelectorAll(place)]);
  const stage = document.querySelector('#stage');
  const shown = (one) => {
    const box = one.getBoundingClientRect();
    const seen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return seen && box.width > 1 && box.height > 1;
  };
  const enabled = (one) => !one.disabled && one.ariaDisabled !== 'true' && !one.closest('[inert]');
  // a box without a face is pressed by its label
  const face = (one) => (getComputedStyle(one).opacity === '0' ? one.closest('label') : one) ?? one;
  const controls = [...new Set(everywhere.flatMap((place) => [...place.querySelectorAll(what)])
    .filter(enabled).map(face).filter(shown))];
  const frames = (one) => {
    const found = [];
    for (let up = one.parentElement; up; up = up.parentElement)
      if (getComputedStyle(up).overflow !== 'visible') found.push(up);
    return found;
  };
  const named = (one) => [...one.classList].filter((name) => !name.startsWith('svelte-')).join('.');
  const called = (one) => `${one.tagName.toLowerCase()}.${named(one)} ` +
    `"${(one.ariaLabel || one.innerText || '').replace(/\\s+/g, ' ').slice(0, 50)}"`;
  const trouble = (one) => {
    const box = one.getBoundingClientRect();
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (const frame of frames(one)) {
      const edge = frame.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    const out = Math.max(left - box.left, top - box.top, box.right - right, box.bottom - bottom);
    const large = box.width > right - left || box.height > bottom - top;
    if (out > 2 && !large) return `cut by ${Math.round(out)} px`;
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    const over = {};
    const hits = steps.map((y) => steps.map((x) => {
      const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      if (hit && (one === hit || one.contains(hit))) return true;
      if (hit) over[called(hit)] = (over[called(hit)] ?? 0) + 1;
      return false;
    }));
    const seen = hits.flat().filter(Boolean).length / 25;
    const cover = Object.entries(over).sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'the edge of the page';
    if (seen < (large ? 0.2 : enough)) return `${Math.round(100 - 100 * seen)} % under ${cover}`;
    const wide = Math.max(...hits.map((row) => row.filter(Boolean).length)) / 5 * box.width;
    const high = Math.max(...steps.map((_, x) => hits.filter((row) => row[x]).length)) / 5 * box.height;
    if ((wide < finger - 1 && box.width >= finger) || (high < finger - 1 && box.height >= finger))
      return `only ${Math.round(wide)} × ${Math.round(high)} px beside ${cover}`;
    return '';
  };
  const still = () => [...document.querySelectorAll('*')].filter((one) => one.scrollTop || one.scrollLeft)
    .map((one) => [one, one.scrollTop, one.scrollLeft]);
  const wrong = [];
  for (const one of controls) {
    if (!trouble(one)) continue;
    const before = still();
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const found = trouble(one);
    for (const [moved] of still()) moved.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    for (const [moved, top, left] of before) moved.scrollTo({ top, left, behavior: 'instant' });
    if (found) wrong.push(`${called(one)}: ${found}`);
  }
  for (const [name, whole] of Object.entries({ page: document.scrollingElement, table: stage })) {
    const wide = whole.scrollWidth - whole.clientWidth;
    if (wide > 1) wrong.push(`the ${name} is ${wide} px too wide`);
  }
  return [controls.length, wrong];
}"""


def wrong(page: Page, size: str) -> list[str]:
    """What cannot be pressed at this size, each with its reason."""
    wide, high = SIZES[size]
    page.set_viewport_size({"width": wide, "height": high})
    page.wait_for_function("([wide, high]) => innerWidth === wide && innerHeight === high", arg=[wide, high])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    count, found = page.evaluate(LOOK, [ENOUGH, FINGER])
    assert count > 3, f"{size}: there is hardly anything to press"
    return [f"{size}: {one}" for one in found]


def examine(
    page: Page, inn: Inn, table: str, question: str, sizes: Iterable[str], folder: Path | None = None
) -> list[str]:
    """The table while this is asked, and with the first thing chosen that can be, at each of the sizes."""
    look_in(page, inn, table, question)
    found = []
    for chosen in (False, True):
        if chosen and not choose(page):
            break
        for size in sizes:
            here = wrong(page, size)
            if here and folder:
                page.screenshot(path=folder / f"{question}-{size}-{table[:4]}{'-chosen' * chosen}.png")
            found += [f"{question}{', chosen' * chosen}, {one}" for one in here]
    page.keyboard.press("Escape")
    return found


def choose(page: Page) -> bool:
    """Touch the first lit thing; True if that only chose it, so that the same question is still open."""
    lit = page.locator("#stage button.can").first
    if not lit.count():
        return False
    lit.evaluate("one => one.click()")
    return page.locator("#bar[data-state=asked] .btn.go").count() > 0


def with_text(page: Page, size: str) -> None:
    """The pages that are opened from now on have text of this size, as one has chosen it in the settings."""
    page.add_init_script(f"localStorage.setItem('innkeeper', JSON.stringify({{ text: '{size}' }}))")


def main(games: list[str]) -> int:
    folder = Path("build/sizes")
    folder.mkdir(parents=True, exist_ok=True)
    times = int(os.environ.get("TIMES", "3"))
    count = 0
    with (
        tempfile.TemporaryDirectory() as home,
        running(Path(home)) as inn,
        sync_playwright() as playwright,
        person(launch(playwright)) as context,
    ):
        page = context.new_page()
        with_text(page, os.environ.get("TEXT", "usual"))
        others = playwright.request.new_context()
        for game in games or game_ids():
            for question, party in roads(game, page, others, inn, times):
                for line in examine(page, inn, party.id, question, SIZES, folder):
                    count += 1
                    print(f"{game}: {line}", flush=True)
    print(f"{count} things cannot be pressed: see {folder}" if count else "Everything can be pressed.")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
