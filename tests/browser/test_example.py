"""Liar's Dice on the table that fits all games: dice as dice, seats as names, claims in a grid."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.browser.house import PHONE, Inn, finish, press, settle, sit, soon, wait_for_turn

BOT = {"who": "bot", "bot": "reckoner"}
TABLE = {
    "game": "liarsdice",
    "seats": [{"who": "you", "name": "Wren"}, BOT, BOT],
    "options": {"preset": "literal", "dice": 2},
}


def claim_or_call(page: Page, dice: random.Random) -> None:
    """The lowest claim of the grid, or the call, then the button that says it."""
    call = page.locator("#bar .acts").get_by_role("button", name="Liar!")
    cells = page.locator(".grid button.cell")
    if call.count() and (not cells.count() or dice.random() < 0.4):
        press(call)
    else:
        press(cells.first)
    press(page.locator("#bar .btn.go").first)
    settle(page)


def test_a_whole_game_is_claimed_and_called_by_touching_the_table(page: Page, inn: Inn) -> None:
    sit(page, inn, TABLE)
    assert wait_for_turn(page)
    own, *others = (page.get_by_role("region", name=name) for name in names(page))
    expect(own.get_by_role("img", name="d6 shows")).to_have_count(2)  # the own cup is open
    for other in others:
        expect(other.get_by_role("img", name="Dice under the cup: 2")).to_be_visible()
        expect(other.get_by_role("img", name="d6 shows")).to_have_count(0)
    grid = page.locator(".grid")
    expect(grid.locator(".heads").locator(".die")).to_have_count(6)
    expect(grid.get_by_role("button", name="Claim 2 × 3")).to_be_visible()
    grid.get_by_role("button", name="Claim 2 × 3").click()
    expect(page.locator(".generic [aria-pressed=true]")).to_have_count(
        1
    )  # the claim alone, and no die that shows a 2
    expect(page.locator("#bar .btn.go")).to_contain_text("Claim 2 × 3")
    page.locator("#bar .btn.go").click()
    settle(page)
    finish(page, claim_or_call, 3, 200)
    expect(page.locator("#bar")).to_contain_text("By the last with dice.")


def test_claims_fit_a_phone(phone: Page, inn: Inn) -> None:
    sit(phone, inn, TABLE)
    assert wait_for_turn(phone)
    cell = phone.locator(".grid button.cell").first

    def fits() -> bool:
        box = cell.bounding_box()
        assert box is not None
        wide = phone.evaluate("document.documentElement.scrollWidth")
        return min(box["width"], box["height"]) >= 40 and wide <= PHONE["width"]

    assert soon(phone, fits)  # letters that come later may move it


def names(page: Page) -> list[str]:
    """Who sits at the table, the reader first."""
    found = page.locator(".generic .seat").evaluate_all("all => all.map((one) => one.ariaLabel)")
    return ["Wren", *(name for name in found if name != "Wren")]
