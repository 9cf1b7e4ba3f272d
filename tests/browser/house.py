"""A whole inn for browser tests: the page built, a server on a free port, and people who press buttons."""

from __future__ import annotations

import fcntl
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright
from playwright.sync_api import TimeoutError as TooLate

import innkeeper
from tests.server.running import free_port, wait_until_ready

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
STATIC = Path(innkeeper.__file__).parent / "static"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """Chromium's headless shell, which starts and paints twice as fast, or Chromium itself."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser"):
        found = shutil.which(name)
        if found is not None:
            return found
    raise RuntimeError("there is no chromium: run sh tools/test-services.sh")


def built() -> Path:
    """The page, built again when a source is newer than it; one builds, the others wait."""
    index = STATIC / "index.html"
    sources = [*WEB.glob("*.*"), *(path for path in (WEB / "src").rglob("*") if path.is_file())]
    sources += [path for path in (WEB / "public").rglob("*") if path.is_file()]
    newest = max(path.stat().st_mtime for path in sources)
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not index.exists() or index.stat().st_mtime < newest:
            env = {**os.environ, "INNKEEPER_WEB_OUT": str(STATIC), "CI": "1"}
            npm = shutil.which("npm")
            if npm is None:
                raise RuntimeError("the page is not built and there is no npm: install node 20 or newer")
            if not (WEB / "node_modules").exists():
                subprocess.run([npm, "ci", "--ignore-scripts"], cwd=WEB, env=env, check=True)
            subprocess.run([npm, "run", "build"], cwd=WEB, env=env, check=True, stdout=subprocess.DEVNULL)
    return index


class Inn:
    """One running server; it can be closed and opened again with everything still on the tables."""

    def __init__(self, folder: Path, prelude: str = "", packages: Path | None = None) -> None:
        built()
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.prelude = prelude
        self.packages = packages  # where further games are installed
        self.process: subprocess.Popen[bytes] | None = None
        self.open()

    def open(self) -> None:
        dice = f"from tests.browser import dice\ndice.load({str(self.folder)!r})"
        run = f"{dice}\nimport sys\nfrom innkeeper.cli import main\nsys.argv = {self._command()!r}\nmain()"
        command = [sys.executable, "-c", f"{self.prelude}\n{run}"]
        path = [os.environ.get("PYTHONPATH", ""), str(ROOT), *([str(self.packages)] if self.packages else [])]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
        free = ("REQUESTS_PER_SECOND", "SOCKETS_PER_ADDRESS", "TABLES_PER_GUEST", "TABLES_PER_MINUTE")
        env |= {f"INNKEEPER_{limit}": "0" for limit in free}
        env["INNKEEPER_BOT_BEAT"] = "0"  # what the time of a thought tells is tested at the server
        with (self.folder / "inn.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=env)
        try:
            wait_until_ready(self.url.rstrip("/"), self.process.poll)
        except AssertionError as wrong:
            raise RuntimeError((self.folder / "inn.log").read_text()) from wrong

    def _command(self) -> list[str]:
        words = f"innkeeper serve --port {self.port} --bots 1 --no-browser --database"
        return [*words.split(), str(self.folder / "inn.db")]

    def close(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE / 1000)
            self.process = None


@contextmanager
def running(folder: Path, prelude: str = "", packages: Path | None = None) -> Iterator[Inn]:
    inn = Inn(folder, prelude, packages)
    try:
        yield inn
    finally:
        inn.close()


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


# What people do


PATIENCE = 30_000  # ms, for a machine that has other things to do as well
Player = Callable[[Page, random.Random], None]
GO = "#bar[data-state=asked] .btn.go"  # at the end of a match the same place offers another
PHONE = {"width": 360, "height": 780}
DESK = {"width": 1280, "height": 800}


def person(browser: Browser, size: dict[str, int] | None = None, **more: Any) -> BrowserContext:
    """A browser of one's own: cookies, settings and all. Nothing moves unless asked to."""
    chosen = {"viewport": size or DESK, "reduced_motion": "reduce", **more}
    context = browser.new_context(**chosen)
    context.set_default_timeout(PATIENCE)
    return context


def withhold_table(page: Page, game: str) -> None:
    """The game's own table cannot be fetched. For pages without the app's worker, which fetches by itself."""
    assert list((STATIC / "assets").glob(f"table-{game}-*.js"))
    page.route(re.compile(rf"/table-{game}-[^/]*\.js$"), lambda route: route.abort())


def hold_back(page: Page, path: str) -> Callable[[], object]:
    """Whatever the pages that are opened from now on ask for at this path is asked when this is called."""
    page.add_init_script(f"""{{
      const now = window.fetch;
      const free = new Promise((done) => (window.letGo = done));
      window.fetch = async (what, ...how) => {{
        if (what === '{path}') await free;
        return now(what, ...how);
      }};
    }}""")
    return lambda: page.evaluate("letGo()")


def set_table(page: Page, inn: Inn, game: str, chair: str, **named: str) -> None:
    """Set a table from the form; `chair` says who sits opposite."""
    page.goto(f"{inn.url}#/new?game={game}")
    page.wait_for_selector(".preset")
    page.locator(".chair").nth(1).click()
    page.get_by_role("radio", name=chair, exact=True).click()
    for label, text in named.items():
        page.get_by_label(label.replace("_", " ")).fill(text)
    page.get_by_role("button", name="Set the table").click()


def play_now(page: Page, inn: Inn, title: str) -> None:
    """One click from the hall to a table."""
    page.goto(inn.url)
    page.get_by_role("button", name=f"Play now: {title}").click()
    page.wait_for_selector("#bar")


def quick_table(page: Page, inn: Inn, game: str, **more: Any) -> str:
    """A table against a bot that answers at once, set as a program would set it."""
    seats = [{"who": "you", "name": "Wren"}, {"who": "bot", "bot": "random"}]
    return sit(page, inn, {"game": game, "seats": seats, **more})


def sit(page: Page, inn: Inn, table: dict[str, Any]) -> str:
    """Set this table, start it if nobody is missing, and go there; its id."""
    asked = page.context.request
    made = asked.post(f"{inn.url}api/tables", data=table).json()["table"]
    if all(seat["who"] != "open" for seat in made["seats"]):
        asked.post(f"{inn.url}api/tables/{made['id']}/start", data={"nonces": {}})
    page.goto(f"{inn.url}#/t/{made['id']}")
    page.wait_for_selector("#bar, .lobby, .curtain")
    return str(made["id"])


def sit_together(one: Page, two: Page, inn: Inn, game: str, **more: Any) -> str:
    """Two browsers at one table: Wren has set it, Hanne came by the link; the table's id."""
    seats = [{"who": "you", "name": "Wren"}, {"who": "open"}]
    table = sit(one, inn, {"game": game, "seats": seats, **more})
    two.context.request.post(f"{inn.url}api/tables/{table}/sit", data={"name": "Hanne"})
    two.goto(f"{inn.url}#/t/{table}")
    for page in (one, two):
        page.wait_for_selector("#bar")
    return table


# Where a page stands


def state(page: Page) -> str | None:
    """What the decision bar is about: asked, sent, beat, waiting, over; None without one."""
    found: str | None = page.evaluate("document.querySelector('#bar')?.dataset.state ?? null")
    return found


def over(page: Page) -> bool:
    return state(page) == "over"


def until(page: Page, *states: str, seconds: float = PATIENCE / 1000) -> str:
    """Until the bar is in one of these states; which."""
    try:
        found = page.wait_for_function(
            "states => { const now = document.querySelector('#bar')?.dataset.state;"
            " return states.includes(now) && now; }",
            arg=list(states),
            timeout=seconds * 1000,
        )
    except TooLate:
        bar = page.locator("#bar")
        what = bar.inner_text() if bar.count() else "there is no bar"
        raise AssertionError(f"{state(page)}, and never {' or '.join(states)}: {what}") from None
    return str(found.json_value())


def wait_for_turn(page: Page, seconds: float = PATIENCE / 1000) -> bool:
    """Until it is this person's move (True) or the match is over (False)."""
    return until(page, "asked", "over", seconds=seconds) == "asked"


def soon(page: Page, true: Callable[[], bool], seconds: float = PATIENCE / 1000) -> bool:
    """Is this true, or will it be? For what `expect` has no word for, and is still on its way."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        page.wait_for_timeout(50)
    return True


def settle(page: Page) -> None:
    """Until what was sent is answered and what happened has been told, or a curtain has fallen."""
    page.wait_for_function("() => !['sent', 'beat'].includes(document.querySelector('#bar')?.dataset.state)")


def press(locator: Locator) -> bool:
    """Press it if it is still there; a table may move on meanwhile, and a machine may be slow."""
    try:
        locator.click(timeout=PATIENCE / 3)
    except TooLate:
        return False
    return True


def choose(page: Page, dice: random.Random) -> None:
    """Open the complete list, take one entry, confirm it."""
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    entries = page.locator(".list .one")
    count = entries.count()
    if count:
        press(entries.nth(dice.randrange(count)))
    else:
        buttons = page.locator("#bar .acts button.btn")
        count = buttons.count()
        if count:
            press(buttons.nth(dice.randrange(count)))
    confirm = page.locator(GO)
    if confirm.count():
        press(confirm.first)


def choose_anything(page: Page, dice: random.Random) -> None:
    """The same, and wait until it has happened."""
    choose(page, dice)
    settle(page)


def play_to_the_end(page: Page, seed: int = 5, most: int = 900) -> int:
    """Play without a plan until the result stands in the bar; how many times something was chosen."""
    return finish(page, choose_anything, seed, most)


# Touching the things themselves


def touch_magicduel(page: Page, dice: random.Random) -> None:
    """A move, then the button that carries it out."""
    moves = page.locator(".mv .slip.can")
    count = moves.count()
    if count:
        press(moves.nth(dice.randrange(count)))
    button = page.locator(GO)
    press(button if button.count() else page.locator("#bar .acts .btn.two").first)
    settle(page)


def touch_echo(page: Page, dice: random.Random) -> None:
    """A creature (two with the Seer's echo), an edict, the seal; or a name; or the one to take back."""
    names = page.locator("#bar .names .pick")
    count = names.count()
    if count:
        press(names.nth(dice.randrange(count)))
    for kind in (".card.cr.can", ".card.cr.can", ".slips .slip.can"):
        if page.locator(GO).count():
            break
        if kind.startswith(".slips") or "creature" in page.locator("#bar .acts").inner_text():
            things = page.locator(kind)
            press(things.nth(dice.randrange(max(1, things.count()))))
    press(page.locator(GO).first)
    settle(page)


# Keys only


def keys_magicduel(page: Page, dice: random.Random) -> None:
    page.keyboard.press(str(dice.randrange(1, 7)))
    page.keyboard.press("Enter")
    settle(page)


def keys_echo(page: Page, dice: random.Random) -> None:
    if page.locator("#bar .names").count():
        page.keyboard.press("1")
    else:
        waits = page.locator("#bar .btn.wait")
        for key in dice.sample("12345", 5):
            if not waits.count() or "creature" not in waits.inner_text():
                break
            page.keyboard.press(key)
        for key in dice.sample("qwert", 5):
            if not waits.count():
                break
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    settle(page)


TOUCH = {"magicduel": touch_magicduel, "echo": touch_echo}
KEYS = {"magicduel": keys_magicduel, "echo": keys_echo}


def finish(page: Page, player: Player, seed: int = 7, most: int = 400) -> int:
    """Play with one of the players above until the result stands in the bar."""
    dice = random.Random(seed)
    for turn in range(most):
        if not wait_for_turn(page, 60):
            return turn
        player(page, dice)
    raise AssertionError("the match does not end")


def whose_turn(pages: tuple[Page, Page]) -> int | None:
    """Which of the two is asked, once the news has reached them; None when both know that it is over."""
    late = time.monotonic() + 2 * PATIENCE / 1000
    while (states := [state(page) for page in pages]) != ["over", "over"]:
        if "asked" in states:
            return states.index("asked")
        assert time.monotonic() < late, f"{states}, and nobody is asked"
        pages[0].wait_for_timeout(20)
    return None


def finish_together(pages: tuple[Page, Page], player: Player, seed: int = 3, most: int = 800) -> None:
    """Two browsers play each other to the end."""
    dice = random.Random(seed)
    for _ in range(most):
        turn = whose_turn(pages)
        if turn is None:
            return
        player(pages[turn], dice)
    raise AssertionError("the match does not end")
