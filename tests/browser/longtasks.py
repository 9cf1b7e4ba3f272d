"""How long the page is deaf while it tells a story: `python -m tests.browser.longtasks [GAME…]`.

Each game is played with everything moving, on a processor that is slowed down to a quarter, and tasks of more
than 50 ms in which something was told are counted. They are timed, so they are asked for here and not in the
tests: a busy machine says nothing about the page. What the same sum takes, slowed down, stands beside them.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from innkeeper import game_ids
from tests.browser.house import Inn, choose, launch, person, quick_table, running, until, wait_for_turn

SLOWER = 4
LONG = 50  # ms
ANSWERS = 5
WATCH = """() => {
  window.tasks = [];
  window.told = [];
  const timed = (one) => [one.startTime, one.duration];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(timed)))
    .observe({ entryTypes: ['longtask'] });
  const telling = () => document.querySelector('#bar')?.dataset.state === 'beat';
  new MutationObserver(() => { if (telling()) told.push(performance.now()); })
    .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
# tasks in which, or right after which, something new of a story lay on the table
TOLD = """() => tasks.filter(([start, took]) => told.some((at) => at >= start && at <= start + took + 30))
  .map(([, took]) => took)"""
SUM = """() => {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < 5e6; n++) sum += Math.sqrt(n);
  return sum && performance.now() - began;
}"""


def play(page: Page, inn: Inn, game: str) -> tuple[int, list[float], float]:
    """How many things were told, the long tasks that told them, and the time of a sum."""
    quick_table(page, inn, game)
    wait_for_turn(page)
    page.evaluate(WATCH)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    dice = random.Random(8)
    for _ in range(ANSWERS):
        if until(page, "asked", "over") == "over":
            break
        choose(page, dice)
        until(page, "asked", "over")
    machine = page.evaluate(SUM)
    return page.evaluate("told.length"), page.evaluate(TOLD), machine


def main(games: list[str]) -> int:
    worst = 0.0
    print(f"{'game':<12}{'told':>6}{'long':>6}{'longest ms':>12}{'machine ms':>12}")
    with tempfile.TemporaryDirectory() as home, running(Path(home)) as inn, sync_playwright() as playwright:
        browser = launch(playwright)
        for game in games or game_ids():
            with person(browser, reduced_motion="no-preference") as context:
                told, tasks, machine = play(context.new_page(), inn, game)
            longest = max(tasks, default=0.0)
            worst = max(worst, longest)
            print(f"{game:<12}{told:>6}{len(tasks):>6}{longest:>12.0f}{machine:>12.0f}", flush=True)
        browser.close()
    return int(worst > LONG)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
