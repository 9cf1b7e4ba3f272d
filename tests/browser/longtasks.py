"""How long the page is deaf while it tells a story: `python -m tests.browser.longtasks [GAME…]`.

Each game is played with everything moving, on a processor that is slowed down to a quarter, and tasks of more
than 50 ms are counted twice: by the clock those in which something was told, as a person would wait for them;
and all by the time the processor worked, which is the page's own doing even where the machine is busy.
What a sum takes by the clock, slowed down, stands beside them. They are timed, so they are asked for here and
not in the tests.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

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


def worked(trace: bytes) -> list[float]:
    """For how many ms of the processor's time each task of the page kept it."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if event["name"].endswith("RunTask") and "tdur" in event]
    # a browser has idle renderers beside the one of the page
    threads = Counter((event["pid"], event["tid"]) for event in tasks)
    page = max(mains, key=lambda thread: threads[thread])
    return [event["tdur"] / 1000 for event in tasks if (event["pid"], event["tid"]) == page]


def play(browser: Browser, page: Page, inn: Inn, game: str) -> tuple[int, list[float], list[float], float]:
    """How many things were told, the tasks that told them, all of them by the processor, and a sum's time."""
    quick_table(page, inn, game)
    wait_for_turn(page)
    page.evaluate(WATCH)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, categories=["toplevel"])
    dice = random.Random(8)
    for _ in range(ANSWERS):
        if until(page, "asked", "over") == "over":
            break
        choose(page, dice)
        until(page, "asked", "over")
    tasks = worked(browser.stop_tracing())
    machine = page.evaluate(SUM)
    return page.evaluate("told.length"), page.evaluate(TOLD), tasks, machine


def main(games: list[str]) -> int:
    worst = 0.0
    print(f"{'game':<12}{'told':>6}{'by clock':>10}{'longest':>9}{'by work':>9}{'longest':>9}{'machine':>9}")
    with tempfile.TemporaryDirectory() as home, running(Path(home)) as inn, sync_playwright() as playwright:
        browser = launch(playwright)
        for game in games or game_ids():
            with person(browser, reduced_motion="no-preference") as context:
                told, *timed, machine = play(browser, context.new_page(), inn, game)
            figures = ""
            for tasks, room in zip(timed, (10, 9), strict=True):
                longest = max(tasks, default=0.0)
                figures += f"{sum(one > LONG for one in tasks):>{room}}{longest:>9.0f}"
            worst = max(worst, longest)
            print(f"{game:<12}{told:>6}{figures}{machine:>9.0f}", flush=True)
        browser.close()
    return int(worst > LONG)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
