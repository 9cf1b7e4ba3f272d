"""What the games' authors asked to be shown, and how few clicks it takes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

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


def test_the_book_is_shown_whole_and_leads_to_cards_and_clauses(page: Page, inn: Inn) -> None:
    page.goto(f"{inn.url}#/rules/micah")
    book = page.get_by_role("region", name="Rulebook")
    for chapter in ("Who you can be", "The weathers", "Ghost cards", "House rules", "Your first game"):
        expect(book.get_by_role("heading", name=chapter)).to_have_count(1)
    book.get_by_role("button", name="Goblin King", exact=True).first.click()
    card = page.get_by_label("Card", exact=True)
    expect(card).to_contain_text("Goblin King")
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    book.get_by_role("button", name="MG-18.6").first.click()
    expect(book.locator("[data-clause='MG-18.6']")).to_be_in_viewport()
    page.get_by_label("Find a rule").fill("lemonade")
    expect(book.get_by_role("heading")).to_have_count(2)
