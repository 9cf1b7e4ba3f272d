"""What the games' authors asked to be shown, and how few clicks it takes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.house import Inn, state


@pytest.mark.parametrize("title", ["Mazerunner", "Micah's Game"])
def test_a_game_for_one_is_played_alone_with_one_click(page: Page, inn: Inn, title: str) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name=f"Play alone: {title}").click()
    page.wait_for_selector("#bar[data-state=asked]")
    assert state(page) == "asked"
    table = page.url.rpartition("/t/")[2]
    seats = page.context.request.get(f"{inn.url}api/tables/{table}").json()["seats"]
    assert [seat["who"] for seat in seats] == ["person"]
    page.goto(inn.url)
    assert page.get_by_role("button", name="Play alone: Echo").count() == 0
