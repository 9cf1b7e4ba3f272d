"""Whom one plays against is chosen in words, and a hint says why."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from innkeeper import get_game
from tests.browser.house import Inn, sit


def test_a_chair_offers_the_five_levels_with_a_sentence_each(page: Page, inn: Inn) -> None:
    page.goto(f"{inn.url}#/new/magicduel")
    levels = page.get_by_role("radiogroup", name="How well it plays")
    names = ["Guest", "Regular", "Veteran", "Champion", "Legend"]
    expect(levels.get_by_role("radio")).to_have_text(names)
    expect(levels.get_by_role("radio", name="Regular")).to_be_checked()
    for level in get_game("magicduel").levels:
        levels.get_by_role("radio", name=level.name.capitalize()).click()
        expect(page.locator("#level")).to_have_text(level.about)
    levels.get_by_role("radio", name="Veteran").click()
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_selector("#bar[data-state=asked]")
    table = re.findall(r"/t/([\w-]+)", page.url)[0]
    seats = page.context.request.get(f"{inn.url}api/tables/{table}").json()["seats"]
    assert [seat["bot"] for seat in seats] == [None, "veteran"]


def test_a_hint_is_whispered_and_gone_when_the_table_moves_on(page: Page, inn: Inn) -> None:
    seats = [{"who": "you", "name": "Wren"}, {"who": "bot", "bot": "regular"}]
    sit(page, inn, {"game": "magicduel", "preset": "literal", "seats": seats})
    page.wait_for_selector("#bar[data-state=asked]")
    page.get_by_role("button", name="Hint", exact=True).click()
    whisper = page.locator("#bar .whisper")
    expect(whisper).to_contain_text("A champion would choose: ", timeout=30_000)
    expect(whisper).to_contain_text(re.compile(r"chance to win \d+ %"))
    page.keyboard.press("a")  # all answers as a list
    page.get_by_role("dialog").get_by_role("button", name="Gain Magic").first.click()
    expect(whisper).to_have_count(0)
