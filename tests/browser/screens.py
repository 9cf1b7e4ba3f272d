"""`make screens`: every page and every decision at 360, 1280 and 2560 px, and an index to leaf through.

python -m tests.browser.screens [FOLDER] [ONLY…]    SIZES="360 1280" takes fewer sizes

A picture is taken when the thing its name speaks of is on the screen, never after a pause.
"""

from __future__ import annotations

import argparse
import html
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from innkeeper import game_ids
from innkeeper.newgame import new_game
from tests.browser.house import (
    Inn,
    finish,
    launch,
    person,
    play_now,
    press,
    quick_table,
    running,
    set_table,
    settle,
    sit,
    sit_together,
    touch_echo,
    touch_magicduel,
    until,
    wait_for_turn,
    withhold_table,
)
from tests.browser.moments import moments
from tests.examples import install_example

SIZES = {"360": (360, 780), "1280": (1280, 800), "1366": (1366, 650), "2560": (2560, 1440)}
GAMES = {
    "magicduel": "MagicDuel",
    "echo": "Echo",
    "mazerunner": "Mazerunner",
    "adventurer": "Adventurer Factory",
    "micah": "Micah's Game",
}
CHOSEN = "#bar .btn.go"
Tale = Callable[[Browser, Page, Inn, "Camera"], None]


class Camera:
    """Takes the page as it stands at every size, the important ones in daylight too, and puts it back."""

    def __init__(self, folder: Path, widths: list[str]) -> None:
        self.folder = folder
        self.widths = widths
        self.taken: dict[str, list[str]] = {}
        self.missing: list[str] = []
        self.began = time.monotonic()

    def __call__(
        self, page: Page, name: str, shows: str, *, full: bool = False, main: bool = False, says: str = ""
    ) -> None:
        """One state. `shows` must be in sight, and hold the text `says`; `main`: by daylight as well."""
        page.mouse.move(1, 1)
        for width in self.widths:
            for theme, scheme in (("lamplight", "dark"), ("daylight", "light")):
                if theme == "daylight" and (not main or width == "2560"):
                    continue
                wide, high = SIZES[width]
                page.set_viewport_size({"width": wide, "height": high})
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                found = page.locator(shows).filter(has_text=says) if says else page.locator(shows)
                found.locator("visible=true").first.wait_for()
                page.evaluate("document.fonts.ready")
                path = f"{name}-{width}-{theme}.png"
                page.screenshot(path=self.folder / path, full_page=full)
                self.taken.setdefault(name, []).append(path)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        print(f"{time.monotonic() - self.began:6.1f} s  {name}", flush=True)

    def index(self) -> None:
        """A contact sheet of everything in the folder's last run."""
        rows = "".join(
            f"<h2>{html.escape(name)}</h2><div>"
            + "".join(
                f'<a href="{path}"><img loading="lazy" src="{path}" alt="{path}"></a>' for path in paths
            )
            + "</div>"
            for name, paths in self.taken.items()
        )
        style = (
            "body{font:16px Georgia,serif;background:#1c140e;color:#f6ead3;margin:24px}"
            "div{display:flex;gap:12px;align-items:flex-start;flex-wrap:wrap}"
            "img{height:320px;border:1px solid #6b4c2f}h2{font-size:18px;margin:22px 0 8px}"
        )
        page = (
            f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{style}</style><h1>Screens</h1>"
        )
        (self.folder / "index.html").write_text(page + rows)


# How to get there


def decision(page: Page) -> str | None:
    found: str | None = page.evaluate("document.querySelector('#bar')?.dataset.decision ?? null")
    return found


def take(page: Page, dice: random.Random, *wishes: str) -> None:
    """The first entry of the complete list that is wished for, else any. A result is never pressed."""
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    entries = page.locator(".list .one")
    labels = entries.all_inner_texts()
    wished = [place for wish in wishes for place, label in enumerate(labels) if wish in label]
    if labels:
        press(entries.nth(wished[0] if wished and dice.random() < 0.9 else dice.randrange(len(labels))))
        if decision(page) is not None and page.locator(CHOSEN).count():
            press(page.locator(CHOSEN).first)
    else:
        press(page.locator("#bar .acts button.btn").first)
    settle(page)


def reach(
    page: Page,
    inn: Inn,
    game: str,
    wanted: list[str],
    shoot: Callable[[str], None],
    *wishes: str,
) -> None:
    """Play, match after match if need be, until every wanted decision has been photographed."""
    left = list(wanted)
    for seed in range(6):
        if not left:
            return
        quick_table(page, inn, game)
        dice = random.Random(seed)
        for _ in range(120):
            if not wait_for_turn(page, 60) or not left:
                break
            name = decision(page)
            if name in left:
                left.remove(name)
                shoot(name)
                wait_for_turn(page)
            take(page, dice, *wishes)
    if left:
        raise AssertionError(f"{game}: never asked for {', '.join(left)}")


def to_the_end(page: Page) -> None:
    dice = random.Random(5)
    while wait_for_turn(page):
        take(page, dice, "Normal Attack")


def resign(page: Page) -> None:
    """The shortest way to the end."""
    if wait_for_turn(page):
        page.keyboard.press("m")
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Resign and lose").click()


# The pages


def hall(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    page.goto(inn.url)
    shoot(page, "home-empty", ".bill:not(.ghost)", full=True)
    with person(browser) as other:
        hanne = other.new_page()
        for game, seats in (("mazerunner", 3), ("micah", 4), ("magicduel", 2)):
            chairs = [{"who": "you", "name": "Hanne"}, *[{"who": "open"}] * (seats - 1)]
            sit(hanne, inn, {"game": game, "seats": chairs, "public": True})
    quick_table(page, inn, "echo")
    until(page, "asked")
    quick_table(page, inn, "micah")
    page.goto(inn.url)
    shoot(page, "home", ".board .tb a", full=True, main=True)
    page.goto(f"{inn.url}#/nowhere")
    shoot(page, "not-found", ".nailed a")
    for place, shows in (
        ("settings", ".joined"),
        ("credits", "h2"),
        ("dice", "ol li"),
        ("rules/echo", ".clause, article, dl, li"),
    ):
        page.goto(f"{inn.url}#/{place}")
        shoot(page, place.replace("/", "-"), shows)


def new_tables(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    for game in GAMES:
        page.goto(f"{inn.url}#/new?game={game}")
        page.locator(".chair").nth(1).click()
        shoot(page, f"new-{game}", ".preset", full=True, main=game == "magicduel")
    set_table(page, inn, "magicduel", "by link")
    shoot(page, "lobby", ".lobby li")


def people(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    """An account with a finished match: profile, leaderboard."""
    page.goto(f"{inn.url}#/me")
    shoot(page, "sign-in", "input[type=password]")
    page.get_by_label("Account name").fill("wren")
    page.get_by_label("Password").fill("a goose in the rain")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_role("button", name="Leave this account").wait_for()
    for _ in range(3):
        play_now(page, inn, "MagicDuel")
        finish(page, touch_magicduel)
    page.goto(f"{inn.url}#/me")
    shoot(page, "profile", "main", says="MagicDuel")
    page.goto(f"{inn.url}#/leaders/magicduel")
    shoot(page, "leaders", ".tabs a[aria-current]")
    page.goto(f"{inn.url}#/strength/echo")
    shoot(page, "strength", ".figures")


# The tables


def magicduel(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    quick_table(page, inn, "magicduel", preset="tournament")
    until(page, "asked")
    shoot(page, "magicduel-nothing-chosen", "#bar .btn.wait", main=True)
    page.keyboard.press("4")
    shoot(page, "magicduel-magic-chosen", '[data-move="magic"].sel')
    page.keyboard.press("Enter")
    settle(page)
    wait_for_turn(page)
    for key, move in (("1", "attack:normal"), ("2", "attack:pierce"), ("3", "heal"), ("5", "bubble")):
        page.keyboard.press(key)
        chosen = page.locator(".mv .slip.sel")
        if chosen.count():
            settled = f".mv .slip.sel:has(.k:text-is('{key}')), .mv .slip.sel"
            shoot(page, f"magicduel-{move.replace(':', '-')}-chosen", settled, main=key == "1")
            page.keyboard.press("Escape")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    settle(page)
    wait_for_turn(page)
    page.locator(".mv .slip.off").first.click(force=True)
    shoot(page, "magicduel-refused", "#bar .refusal")
    page.keyboard.press("a")
    shoot(page, "magicduel-all-choices", ".list .one")
    page.keyboard.press("Escape")
    page.locator(".log .why").last.click()
    shoot(page, "rulebook-why", ".book, .rulebook, [aria-label^='Rulebook']", main=True)
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    shoot(page, "menu", "dialog[open]")
    page.get_by_role("button", name="Resign").click()
    shoot(page, "resign", "dialog[open]", says="Resign and lose")
    page.keyboard.press("Escape")

    to_the_end(page)
    shoot(page, "magicduel-over", '#bar[data-state="over"]', main=True)


def echo(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    quick_table(page, inn, "echo")
    until(page, "asked")
    shoot(page, "echo-nothing-chosen", "#bar .btn.wait", main=True)
    page.locator(".card.cr.can").nth(1).click()
    page.locator(".slips .slip.can").nth(3).click()
    shoot(page, "echo-pair-chosen", f"{CHOSEN}, .card.cr.sel", main=True)
    page.keyboard.press("a")
    shoot(page, "echo-all-choices", ".list .one")
    page.keyboard.press("Escape")
    page.locator(".card.cr").first.focus()
    page.keyboard.press("i")
    shoot(page, "echo-inspector", ".inspector")
    page.keyboard.press("Escape")

    def named(name: str) -> None:
        shoot(page, f"echo-{name}", "#bar .names .pick", main=name == "sabotage")

    reach(page, inn, "echo", ["sabotage", "seer"], named, "Seer and Sabotage", "Seer", "Sabotage")
    finish(page, touch_echo)
    shoot(page, "echo-over", '#bar[data-state="over"]', main=True)
    page.locator(".log p", has_text="Strengths").last.locator(".why").click()
    shoot(page, "rulebook-sum", ".asked table", main=True)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Replay").click()
    page.wait_for_selector(".tape")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shoot(page, "replay", ".tape", main=True)
    page.get_by_role("button", name="Check the dice").click()
    shoot(page, "replay-checked", ".proof")


def waiting(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    """Two people at one table, and somebody on the bench."""
    with person(browser) as second, person(browser) as third:
        hanne, bench = second.new_page(), third.new_page()
        table = sit_together(page, hanne, inn, "echo")
        until(page, "asked")
        page.locator(".card.cr.can").nth(1).click()
        page.locator(".slips .slip.can").nth(0).click()
        page.locator(CHOSEN).click()
        shoot(page, "echo-sealed-waiting", '#bar[data-state="waiting"]', main=True)
        bench.goto(f"{inn.url}#/t/{table}")
        shoot(bench, "echo-spectator", "#bar", says="bench")
        sit_together(page, hanne, inn, "magicduel", preset="tournament", options={"first_player": "seat1"})
        shoot(page, "magicduel-waiting", '#bar[data-state="waiting"]', main=True)
        haunt(page, hanne, shoot)


def haunt(page: Page, hanne: Page, shoot: Camera) -> None:
    """A Specter asks at whom only when there is a choice: the rival must have a minion too."""
    dice = random.Random(1)
    for _ in range(40):
        for one, wishes in (
            (hanne, ("a Bubble", "Gain Magic", "Heal")),
            (page, ("a Specter", "Gain Magic", "Heal")),
        ):
            while until(one, "asked", "waiting", "over") == "asked":
                if decision(one) == "specter":
                    shoot(one, "magicduel-specter", '#bar[data-decision="specter"] .btn.two', main=True)
                    return
                take(one, dice, *wishes)
    raise AssertionError("nobody's Specter had a choice")


def other_three(game: str, wanted: list[str], *wishes: str) -> Tale:
    def run(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
        def one(name: str) -> None:
            picture = f"{game}-{name.replace('_', '-')}"
            shoot(page, picture, f'#bar[data-decision="{name}"]', main=name in MAIN)
            thing = page.locator(PICKED.get(name, ".nothing"))
            if thing.count():
                thing.first.click()
                shoot(page, f"{picture}-chosen", CHOSEN)
                page.keyboard.press("Escape")

        reach(page, inn, game, wanted, one, *wishes)
        resign(page)
        shoot(page, f"{game}-over", '#bar[data-state="over"]')

    return run


MAIN = {"step", "keep"}
PICKED = {"keep": ".dice button.die", "step": ".map .target"}


def ten(game: str) -> Tale:
    def run(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
        with person(browser) as others:
            for moment in moments(game, page, others.request, inn):
                shoot(page, f"{game}-{moment.name}", "#bar", main=moment.by_day)
        if game in DECKS:
            page.goto(f"{inn.url}#/decks/{game}")
            page.get_by_label("Your decks").select_option(label="Goose Company")
            shoot(page, f"{game}-deck", ".all .card", full=True)

    return run


DECKS = {"adventurer"}


FIRST_ASKED = {
    "magicduel": "move",
    "echo": "main",
    "mazerunner": "step",
    "adventurer": "main",
    "micah": "intention",
    "liarsdice": "claim",
    "race": "turn",
}


def generic(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    """The table that fits every game: for those of the inn without their own, and for two packages' games."""
    for game, name in FIRST_ASKED.items():
        with person(browser, color_scheme="dark", service_workers="block") as context:
            plain = context.new_page()
            if game in game_ids():
                withhold_table(plain, game)

            def one(name: str, plain: Page = plain, game: str = game) -> None:
                shoot(plain, f"generic-{game}", f'.shell:has(.generic .seat) #bar[data-decision="{name}"]')

            reach(plain, inn, game, [name], one)


def hotseat(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    set_table(page, inn, "echo", "this screen", Name_on_chair_2="Hanne")
    shoot(page, "curtain", ".curtain", main=True)


def tour(browser: Browser, page: Page, inn: Inn, shoot: Camera) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name="Three-minute tour: MagicDuel").click()
    shoot(page, "coach-first", ".coach", main=True)
    page.get_by_role("button", name="Next").click()
    shoot(page, "coach-second", ".coach", says="2 of")


STATES: dict[str, Tale] = {
    "hall": hall,
    "new": new_tables,
    "people": people,
    "magicduel": magicduel,
    "echo": echo,
    "waiting": waiting,
    "mazerunner": other_three(
        "mazerunner",
        ["plan", "keep", "enter", "step", "fight", "retreat", "shop"],
        *("Explore", "Fight", "Walk", "Leave by", "Buy"),
    ),
    "duels": ten("magicduel"),
    "battles": ten("echo"),
    "mazes": ten("mazerunner"),
    "adventurer": ten("adventurer"),
    "micah": ten("micah"),
    "generic": generic,
    "hotseat": hotseat,
    "tour": tour,
}


def with_guests(folder: Path) -> Path:
    """Liar's Dice, and what `innkeeper new-game` writes, as packages of their own."""
    with tempfile.TemporaryDirectory() as written:
        return install_example(folder, sys.executable, new_game("race", Path(written)))


def main() -> int:
    """Take them all, or only those named."""
    parser = argparse.ArgumentParser(description="Take pictures of the page.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/screens"))
    parser.add_argument("only", nargs="*", metavar="ONLY", help=f"some of {', '.join(STATES)}")
    arguments = parser.parse_args()
    if unknown := set(arguments.only) - set(STATES):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    shoot = Camera(folder, os.environ.get("SIZES", "360 1280 2560").split())
    failed: list[str] = []
    with (
        tempfile.TemporaryDirectory() as place,
        tempfile.TemporaryDirectory() as packages,
        running(Path(place), "", with_guests(Path(packages))) as inn,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name in arguments.only or list(STATES):
            with person(browser, color_scheme="dark") as context:
                page = context.new_page()
                try:
                    STATES[name](browser, page, inn, shoot)
                except Exception as wrong:
                    failed.append(name)
                    page.screenshot(path=folder / f"failed-{name}.png")
                    print(f"{name} failed: {str(wrong).splitlines()[0]}", flush=True)
        browser.close()
    shoot.index()
    count = sum(len(paths) for paths in shoot.taken.values())
    seconds = time.monotonic() - shoot.began
    print(f"{count} pictures of {len(shoot.taken)} states in {seconds:.0f} s: {folder}/index.html")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
