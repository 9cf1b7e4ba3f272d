"""No word of the program stands on a page: no ids, no numbers of seats, no names of fields."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Inn, choose_anything, quick_table, sit, until, wait_for_turn
from tests.program_words import ids_of, words_of_the_program
from tests.wide import wide

GAMES = ("magicduel", "echo", "mazerunner", "adventurer", "micah")

# Every text that is shown or read out; what is typed into a terminal is quoted as it is.
TEXTS = """() => {
  const found = new Set();
  for (const node of document.body.querySelectorAll('*')) {
    if (node.closest('script, style, code, pre, [aria-hidden=true], datalist')) continue;
    if (!node.checkVisibility({ visibilityProperty: true }) && !node.closest('.sr, select')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt'])
      if (node.getAttribute(name)) found.add(node.getAttribute(name));
    const own = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE);
    const text = own.map((child) => child.data).join(' ').replace(/\\s+/g, ' ').trim();
    if (text) found.add(text);
  }
  return [...found];
}"""


def read(page: Page, where: str, ids: set[str] | None = None) -> None:
    """Nothing on this page is a word of the program."""
    wrong = words_of_the_program(page.evaluate(TEXTS), ids or set())
    assert not wrong, f"{where}: {wrong}"


def test_pages_speak_to_people(page: Page, inn: Inn) -> None:
    for place in ("", "rules", "leaders", "me", "settings", "credits", "dice"):
        page.goto(f"{inn.url}#/{place}")
        expect(page.locator("h1")).to_be_visible()
        read(page, place)


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_words(page: Page, inn: Inn, game: str) -> None:
    page.goto(f"{inn.url}#/new?game={game}")
    page.wait_for_selector(".preset")
    if page.locator(".more .link").count():
        page.locator(".more .link").first.click()
    page.locator(".chair").last.click()
    read(page, f"{game}: set a table", ids_of(game))
    names = page.locator(".chair b").all_inner_texts()
    abouts = page.locator(".chair small").all_inner_texts()
    assert not [name for name, about in zip(names, abouts, strict=True) if name.lower() == about.lower()]


@pytest.mark.parametrize("game", ["echo", "adventurer", *wide("magicduel", "mazerunner", "micah")])
def test_a_table_speaks_to_people_from_the_lobby_to_its_end(page: Page, inn: Inn, game: str) -> None:
    ids = ids_of(game)
    seats = [{"who": "you", "name": "Wren"}, {"who": "open"}]
    sit(page, inn, {"game": game, "seats": seats, "clock": {"kind": "decision", "seconds": 60}})
    expect(page.locator(".lobby")).to_contain_text("60 s")
    read(page, f"{game}: lobby", ids)
    quick_table(page, inn, game)
    dice = random.Random(5)
    for turn in range(5):
        if not wait_for_turn(page):
            break
        read(page, f"{game}: turn {turn}", ids)
        choose_anything(page, dice)
    for sheet in ("rules", "chat", "ledger"):
        page.locator(f"#tab-{sheet}").click()
        read(page, f"{game}: {sheet}", ids)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys on this table")
    read(page, f"{game}: keys", ids)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    if wait_for_turn(page):  # a match that is just being told to its end cannot be given up
        page.keyboard.press("m")
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Resign and lose").click()
    until(page, "over")
    read(page, f"{game}: the end", ids)
    page.get_by_role("button", name="Replay").click()
    page.wait_for_selector("[role=slider], input[type=range]")
    read(page, f"{game}: replay", ids)
    practise = page.get_by_role("button", name="Practise from here")
    expect(practise).to_have_count(0)  # nothing is left to play at the end
    page.keyboard.press("Home")
    practise.click()
    until(page, "asked")
