"""The rooms around the tables, as somebody finds them who has just come in."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.house import Inn, quick_table, set_table, until


def test_nobody_of_that_name_is_a_note_on_the_door(page: Page, inn: Inn) -> None:
    page.goto(f"{inn.url}#/player/nobodyatall")
    expect(page.get_by_role("heading", name="Nobody here is called nobodyatall")).to_be_visible()
    expect(page.get_by_role("heading", name="Ratings")).to_have_count(0)
    page.get_by_role("link", name="Back to the hall").click()
    expect(page.get_by_role("button", name="Play now: Echo")).to_be_visible()


def test_your_move_is_seen_from_the_door_of_the_hall(page: Page, inn: Inn) -> None:
    """On a laptop below one row of playbills, on a phone above them: nobody has to scroll for it."""
    quick_table(page, inn, "echo")
    until(page, "asked")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(inn.url)
    expect(page.locator(".yours .plaque").first).to_be_visible()
    bill = page.locator(".bill").first.bounding_box()
    assert bill
    assert bill["y"] + bill["height"] < 650
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".yours .plaque").first).to_be_in_viewport(ratio=0.9)


def test_the_lobby_of_a_phone_asks_a_bot_in_one_line(phone: Page, inn: Inn) -> None:
    set_table(phone, inn, "echo", "by link")
    button = phone.get_by_role("button", name="Ask a bot")
    expect(button).to_be_visible()
    assert button.evaluate("one => one.offsetHeight") < 60
