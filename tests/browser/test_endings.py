"""How a match ends on the table: a drawn scene, the last word, the figures, and ways on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.house import Inn, quick_table, until
from tests.browser.roads import ROADS, Party, shortened
from tests.browser.sizes import wrong


@pytest.mark.parametrize("game", ROADS)
def test_a_match_ends_with_a_scene(page: Page, playwright: Playwright, inn: Inn, game: str) -> None:
    others = playwright.request.new_context()
    road = shortened(game)
    party = Party(page, others, inn, game, road, 1)
    for _ in party.steps():
        pass
    result = party.seen(0)["view"]["table"]["result"]
    others.dispose()
    page.goto(f"{inn.url}#/t/{party.id}")
    ending = page.get_by_role("region", name="How it ended")
    expect(ending).to_have_attribute("data-reason", result["reason"])
    picture = ending.locator("img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("one => one.naturalWidth") > 0
    expect(ending.locator("h2")).not_to_contain_text(re.compile("^By "))
    rows = ending.get_by_role("table").locator("tbody tr")
    expect(rows).to_have_count(road.seats)
    assert re.search(r"[−-]\d", ending.get_by_role("table").inner_text()) is None
    until(page, "over")  # the bar comes last
    for size in ("laptop", "phone"):
        assert wrong(page, size) == []
    ending.get_by_role("button", name="See it again").click()
    page.wait_for_selector(".tape")
    page.go_back()
    ending.get_by_role("button", name="Look at the table").click()
    expect(ending).to_have_count(0)
    again = page.get_by_role("button", name="How it ended")
    assert (again.bounding_box() or {"width": 0})["width"] > 100  # its words on one line
    again.click()
    expect(ending).to_have_count(1)


def test_an_ending_is_seen_by_whoever_has_scrolled_down(phone: Page, inn: Inn) -> None:
    phone.set_viewport_size({"width": 360, "height": 480})
    table = quick_table(phone, inn, "magicduel")
    until(phone, "asked")
    down = "stage => { stage.scrollTo(0, stage.scrollHeight); return stage.scrollTop; }"
    assert phone.locator("#stage").evaluate(down) > 0
    act = {"action": "resign", "seq": 0, "nonce": "enough"}
    assert phone.context.request.post(f"{inn.url}api/tables/{table}/act", data=act).ok
    expect(phone.get_by_role("region", name="How it ended").get_by_role("heading")).to_be_in_viewport()


def test_a_match_is_shared(page: Page, playwright: Playwright, inn: Inn) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    others = playwright.request.new_context()
    party = Party(page, others, inn, "echo", ROADS["echo"][0], 2)
    for _ in party.steps():
        pass
    others.dispose()
    page.goto(f"{inn.url}#/t/{party.id}")
    page.get_by_role("button", name="Share this match").click()
    expect(page.get_by_text("The link is copied.")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == f"{inn.url}t/{party.id}/replay"
