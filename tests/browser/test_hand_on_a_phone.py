"""Echo on a short phone: one creature, one edict, and both to be seen above the bar that asks for them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.house import Inn, quick_table, until
from tests.browser.test_walks import UNCOVERED

MIDDLE = """strip => {
    const now = strip.querySelector('.now').getBoundingClientRect();
    return Math.abs(now.left + now.width / 2 - innerWidth / 2);
}"""


def test_creatures_and_edicts_both_lie_above_the_bar(page: Page, inn: Inn) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    quick_table(page, inn, "echo")
    until(page, "asked")
    edicts = page.locator(".slips .slip")
    expect(edicts).to_have_count(5)
    assert edicts.evaluate_all(UNCOVERED) == [True] * 5
    assert page.locator(".cards .card .n").first.evaluate(f"one => ({UNCOVERED})([one])") == [True]


def test_the_battle_that_is_fought_stays_in_the_middle_when_a_phone_is_turned(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo", options={})
    until(page, "asked")
    page.locator(".card.cr.can").first.click()
    page.locator(".slips .slip.can").first.click()
    page.keyboard.press("Enter")
    until(page, "asked", "over")
    page.set_viewport_size({"width": 360, "height": 780})
    page.wait_for_function(f"() => ({MIDDLE})(document.querySelector('.fields')) < 30")
