"""`make screens`: every page and every decision state at 360, 1280 and 2560 px, in lamplight and in daylight.

python tests/browser/screens.py [FOLDER] [ONLY…]
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Page, sync_playwright

from tests.browser.house import (
    Inn,
    choose_anything,
    launch,
    over,
    play_now,
    play_to_the_end,
    running,
    wait_for_turn,
)

SIZES = {"360": (360, 780), "1280": (1280, 800), "2560": (2560, 1440)}
ONLY = os.environ.get("SIZES", "360 1280 2560").split()
THEMES = {"lamplight": "dark", "daylight": "light"}


class Camera:
    """Takes the page as it stands at every size and in both lights, then puts it back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken = 0

    def __call__(self, page: Page, name: str, full: bool = False) -> None:
        for width in ONLY:
            w, h = SIZES[width]
            page.set_viewport_size({"width": w, "height": h})
            for theme, scheme in THEMES.items():
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                page.wait_for_timeout(120)
                page.screenshot(path=self.folder / f"{name}-{width}-{theme}.png", full_page=full)
                self.taken += 1
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")


def hall(page: Page, inn: Inn, shoot: Camera) -> None:
    page.goto(inn.url)
    page.wait_for_selector(".bill:not(.ghost)")
    shoot(page, "home", full=True)
    for place in ("settings", "credits", "dice", "leaders", "me", "rules/magicduel"):
        page.goto(f"{inn.url}#/{place}")
        page.wait_for_timeout(500)
        shoot(page, place.replace("/", "-"), full=True)


def new_table(page: Page, inn: Inn, shoot: Camera) -> None:
    page.goto(f"{inn.url}#/new?game=magicduel")
    page.wait_for_selector(".preset")
    page.locator(".chair").nth(1).click()
    shoot(page, "new-table", full=True)
    page.get_by_role("radio", name="by link").click()
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_selector(".lobby li")
    shoot(page, "lobby")


def magicduel(page: Page, inn: Inn, shoot: Camera) -> None:
    play_now(page, inn, "MagicDuel")
    wait_for_turn(page)
    shoot(page, "magicduel-nothing-chosen")
    page.keyboard.press("4")
    shoot(page, "magicduel-magic-chosen")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    wait_for_turn(page)
    page.keyboard.press("1")
    page.wait_for_timeout(400)
    shoot(page, "magicduel-bolt-chosen")
    page.keyboard.press("3")
    page.wait_for_timeout(400)
    shoot(page, "magicduel-heal-chosen")
    page.keyboard.press("Enter")
    page.wait_for_timeout(800)
    wait_for_turn(page)
    page.locator('[data-move="heal"]').click(force=True)
    page.wait_for_timeout(500)
    shoot(page, "magicduel-refused")
    page.keyboard.press("a")
    shoot(page, "magicduel-all-choices")
    page.keyboard.press("Escape")
    page.locator(".log .why").last.click()
    page.wait_for_timeout(700)
    shoot(page, "rulebook")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    shoot(page, "menu")
    page.keyboard.press("Escape")
    play_to_the_end(page)
    shoot(page, "magicduel-over")


def echo(page: Page, inn: Inn, shoot: Camera) -> None:
    play_now(page, inn, "Echo")
    wait_for_turn(page)
    shoot(page, "echo-nothing-chosen")
    page.keyboard.press("2")
    page.keyboard.press("r")
    page.wait_for_timeout(400)
    shoot(page, "echo-pair-chosen")
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    shoot(page, "echo-naming")
    page.locator(".names .pick").first.click()
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    if wait_for_turn(page):
        page.locator(".card.cr").first.focus()
        page.keyboard.press("i")
        page.wait_for_timeout(200)
        shoot(page, "echo-inspector")
        page.keyboard.press("Escape")
    play_to_the_end(page)
    shoot(page, "echo-over")
    page.get_by_role("button", name="Replay").click()
    page.wait_for_selector(".tape")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Check the dice").click()
    page.wait_for_selector(".proof")
    shoot(page, "replay")


def generic(title: str, name: str) -> Callable[[Page, Inn, Camera], None]:
    def run(page: Page, inn: Inn, shoot: Camera) -> None:
        play_now(page, inn, title)
        dice = random.Random(11)
        for turn in range(26):
            if not wait_for_turn(page, 60):
                break
            if turn in (0, 8, 25):
                shoot(page, f"{name}-{turn}")
            choose_anything(page, dice)
        if not over(page):
            shoot(page, f"{name}-later")

    return run


def hotseat(page: Page, inn: Inn, shoot: Camera) -> None:
    page.goto(f"{inn.url}#/new?game=echo")
    page.wait_for_selector(".preset")
    page.locator(".chair").nth(1).click()
    page.get_by_role("radio", name="this screen").click()
    page.get_by_label("Name on chair 2").fill("Hanne")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_selector(".curtain")
    shoot(page, "curtain")


def tour(page: Page, inn: Inn, shoot: Camera) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name="Three-minute tour: MagicDuel").click()
    page.wait_for_selector(".coach")
    shoot(page, "coach-first")
    page.get_by_role("button", name="Next").click()
    page.wait_for_timeout(700)
    shoot(page, "coach-second")


STATES = {
    "hall": hall,
    "new": new_table,
    "magicduel": magicduel,
    "echo": echo,
    "mazerunner": generic("Mazerunner", "mazerunner"),
    "adventurer": generic("Adventurer Factory", "adventurer"),
    "micah": generic("Micah's Game", "micah"),
    "hotseat": hotseat,
    "tour": tour,
}


def main() -> int:
    """Take them all, or only those named."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screens")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:] or list(STATES)
    shoot = Camera(folder)
    failed = 0
    with tempfile.TemporaryDirectory() as place, running(Path(place)) as inn, sync_playwright() as playwright:
        browser = launch(playwright)
        for name in wanted:
            context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(15_000)
            try:
                STATES[name](page, inn, shoot)
            except Exception as wrong:
                failed += 1
                page.screenshot(path=folder / f"failed-{name}.png")
                print(f"{name}: {wrong}")
            context.close()
        browser.close()
    print(f"{shoot.taken} screenshots in {folder}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
