"""A terminal and a browser at one table: whole games between them."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("textual")

from textual.widgets import Static

from innkeeper.terminal.app import InnApp
from innkeeper.terminal.app.sheets import Sure
from innkeeper.terminal.app.table import TableScreen
from innkeeper.terminal.remote import RemoteTable, go_to
from innkeeper.terminal.server import Server
from innkeeper.terminal.settings import Settings
from tests.browser.house import TOUCH, Inn, finish, set_table


class AtTheTerminal(threading.Thread):
    """Somebody who presses Enter whenever they see what they are asked, and leaves when it is over."""

    def __init__(self, table: RemoteTable) -> None:
        super().__init__()
        self.table = table
        self.told = ""
        self.trouble: BaseException | None = None

    def run(self) -> None:
        try:
            asyncio.run(self._play())
        except BaseException as wrong:
            self.trouble = wrong

    async def _play(self) -> None:
        app = InnApp(self.table)
        app.settings = Settings(pace="at once")
        async with app.run_test(size=(100, 30)) as pilot:
            answered: tuple[int, str] | None = None
            for _ in range(20_000):
                await pilot.pause()
                screen = app.screen
                if isinstance(screen, Sure):
                    await pilot.press("y")
                elif isinstance(screen, TableScreen):
                    if screen.now.over:
                        self.told = str(screen.query_one("#prompt", Static).render())
                        return
                    ask = (screen.now.seq, screen.open_verb)  # many choices are folded, and opened first
                    free = not screen.telling and not screen.answering
                    shown = screen.now.decision is not None and screen.offered
                    if shown and ask != answered and free:
                        answered = ask
                        await pilot.press("enter")
                await asyncio.sleep(0.01)
        raise AssertionError("it never ended")


@pytest.mark.parametrize("game", ["magicduel", "echo"])
def test_a_terminal_and_a_browser_play_each_other(
    page: Page, inn: Inn, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    set_table(page, inn, game, "by link")
    code = page.locator(".code b").inner_text()
    other = AtTheTerminal(go_to(Server(inn.url), code, "Hanne"))
    other.start()
    page.wait_for_selector("#bar")
    expect(page.locator(".nm, .nmz b").filter(has_text="Hanne").first).to_be_visible()
    finish(page, TOUCH[game])
    other.join(60)
    assert other.trouble is None
    end = page.locator("#bar .end").inner_text()
    assert ("You win" in end) != ("Won by Hanne" in other.told) or "draw" in end
    assert "Won by" in other.told or "A draw" in other.told
