"""Whole games in a real browser: against a bot, against each other, by touch, by keys, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import (
    KEYS,
    TOUCH,
    Inn,
    finish,
    finish_together,
    play_now,
    play_to_the_end,
    quick_table,
    set_table,
    withhold_table,
)
from tests.wide import wide

OWN_TABLES = [("magicduel", "MagicDuel"), ("echo", "Echo")]
SHORT = {"mazerunner": {"round_limit": 5}}  # a whole game, and no longer than the others


@pytest.mark.parametrize(("game", "title"), OWN_TABLES)
def test_two_browsers_play_each_other(page: Page, other: Page, inn: Inn, game: str, title: str) -> None:
    set_table(page, inn, game, "by link")
    code = page.locator(".code b").inner_text()
    other.goto(inn.url)
    other.get_by_label("Have a code?").fill(code)
    other.get_by_role("button", name="Join").click()
    other.get_by_label("Your name at the table").fill("Hanne")
    other.get_by_role("button", name="Sit down here").click()
    for one in (page, other):
        one.wait_for_selector("#bar")
    expect(page.locator(".nm, .nmz b").filter(has_text="Hanne").first).to_be_visible()
    finish_together((page, other), TOUCH[game])
    ends = [one.locator("#bar .end").inner_text() for one in (page, other)]
    assert ("You win" in ends[0]) != ("You win" in ends[1]) or "draw" in ends[0]


@pytest.mark.parametrize(("game", "title"), OWN_TABLES)
def test_one_person_against_the_best_bot_by_touch(page: Page, inn: Inn, game: str, title: str) -> None:
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


def play_enough(page: Page, inn: Inn, game: str, seed: int = 5) -> None:
    """Whole matches until a few things were chosen. The dice are the inn's: a traveller may fall at once."""
    chosen = 0
    while chosen <= 3:
        quick_table(page, inn, game, options=SHORT.get(game, {}))
        turns = play_to_the_end(page, seed)
        assert turns > 0
        chosen += turns


@pytest.mark.parametrize("game", ["mazerunner", "adventurer", "micah"])
def test_the_other_three_from_the_list_of_choices(page: Page, inn: Inn, game: str) -> None:
    play_enough(page, inn, game)
    expect(page.locator("#bar .end")).to_be_visible()


def test_a_sixth_game_needs_no_web_code(page: Page, inn: Inn) -> None:
    page.goto(inn.url)
    page.wait_for_selector(".bill:not(.ghost)")
    title = page.locator(".bill h2").last.inner_text()
    play_now(page, inn, title)
    assert play_to_the_end(page) > 0
    assert page.locator(".generic .seat").count() == 2


@pytest.mark.parametrize("game", ["echo", "micah", *wide("magicduel", "mazerunner", "adventurer")])
def test_the_generic_table_can_play_them_too(unaided: Page, inn: Inn, game: str) -> None:
    """Without its own table a game is played on the one that knows nothing of it."""
    withhold_table(unaided, game)
    play_enough(unaided, inn, game, seed=6)
    assert unaided.locator(".generic .seat").count() == 2
