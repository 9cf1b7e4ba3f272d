"""The tours of MagicDuel and Echo, from the first note to the last."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import TOUCH, Inn, press, state


@pytest.mark.parametrize(("game", "title"), [("magicduel", "MagicDuel"), ("echo", "Echo")])
def test_a_tour_from_start_to_end(page: Page, inn: Inn, game: str, title: str) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name=f"Three-minute tour: {title}").click()
    page.wait_for_selector(".coach")
    dice = random.Random(2)
    seen: list[str] = []
    for _ in range(400):
        if page.locator("dialog[open]").count():
            break
        note = page.locator(".coach h2")
        if note.count() and note.inner_text() not in seen:
            seen.append(note.inner_text())
        following = page.locator(".coach").get_by_role("button", name="Next")
        if following.count():
            press(following)
        elif state(page) == "asked" and page.locator(".coach").count():
            TOUCH[game](page, dice)
        page.wait_for_timeout(60)
    expect(page.locator("dialog[open]")).to_contain_text("That is all of it")
    assert len(seen) >= 8, seen
