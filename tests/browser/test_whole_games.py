"""Whole games in a real browser: against a bot, against each other, by touch, by keys, on a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import (
    KEYS,
    TOUCH,
    Inn,
    asked,
    finish,
    over,
    person,
    play_now,
    play_to_the_end,
    set_table,
)

OWN_TABLES = [("magicduel", "MagicDuel"), ("echo", "Echo")]


@pytest.mark.parametrize(("game", "title"), OWN_TABLES)
def test_two_browsers_play_each_other(browser: Browser, inn: Inn, game: str, title: str) -> None:
    first, second = person(browser), person(browser)
    one, two = first.new_page(), second.new_page()
    set_table(one, inn, game, "by link")
    code = one.locator(".code b").inner_text()
    two.goto(inn.url)
    two.get_by_label("Have a code?").fill(code)
    two.get_by_role("button", name="Join").click()
    two.get_by_label("Your name at the table").fill("Hanne")
    two.get_by_role("button", name="Sit down here").click()
    for page in (one, two):
        page.wait_for_selector("#bar")
    expect(one.locator(".nm, .nmz b").filter(has_text="Hanne").first).to_be_visible()
    dice = random.Random(3)
    for _ in range(400):
        if over(one) and over(two):
            break
        for page in (one, two):
            if asked(page):
                TOUCH[game](page, dice)
        one.wait_for_timeout(20)
    ends = [page.locator("#bar .end").inner_text() for page in (one, two)]
    assert ("You win" in ends[0]) != ("You win" in ends[1]) or "draw" in ends[0]
    first.close()
    second.close()


@pytest.mark.parametrize(("game", "title"), OWN_TABLES)
def test_one_person_against_a_bot_by_touch(page: Page, inn: Inn, game: str, title: str) -> None:
    play_now(page, inn, title)
    assert finish(page, TOUCH[game]) > 2


@pytest.mark.parametrize(("game", "title"), OWN_TABLES)
def test_the_same_on_a_phone(phone: Page, inn: Inn, game: str, title: str) -> None:
    play_now(phone, inn, title)
    assert finish(phone, TOUCH[game], seed=4) > 2
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, "nothing hangs over the edge of a phone"


@pytest.mark.parametrize(("game", "title"), OWN_TABLES)
def test_by_keyboard_alone(page: Page, inn: Inn, game: str, title: str) -> None:
    page.goto(inn.url)
    button = page.get_by_role("button", name=f"Play now: {title}")
    button.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("node => node === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#bar")
    assert finish(page, KEYS[game]) > 2


@pytest.mark.parametrize("title", ["Mazerunner", "Adventurer Factory", "Micah's Game"])
def test_the_generic_table_plays_the_other_three(page: Page, inn: Inn, title: str) -> None:
    play_now(page, inn, title)
    assert play_to_the_end(page) > 3
    assert page.locator(".generic .seat").count() == 2


def test_a_sixth_game_needs_no_web_code(page: Page, inn: Inn) -> None:
    page.goto(inn.url)
    page.wait_for_selector(".bill:not(.ghost)")
    title = page.locator(".bill h2").last.inner_text()
    play_now(page, inn, title)
    assert play_to_the_end(page) > 0
