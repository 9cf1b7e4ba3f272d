"""Mazerunner by touch and by keys: a walk of several blocks, prices that hang on the map, dice in one row."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Playwright, expect

from tests.browser.house import Inn, settle, until
from tests.browser.roads import ROADS, Party, first_road, look_in

UNCOVERED = """boxes => boxes.map(one => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !!hit && one.contains(hit);
})"""


def walking(page: Page, playwright: Playwright, inn: Inn, thing: str) -> Party:
    """A table at which this is to be seen while the runner may walk; the page is there."""
    others = playwright.request.new_context()
    for number in range(4):
        party = Party(page, others, inn, "mazerunner", ROADS["mazerunner"][0], number)
        for asked in party.steps():
            if asked in ("enter", "step") and len(party.seen(0)["view"]["table"]["blocks"]) > 5:
                look_in(page, inn, party.id, asked)
                if page.locator(thing).count():
                    return party
    raise AssertionError(f"never saw {thing}")


def test_a_walk_of_several_blocks_is_one_choice(page: Page, playwright: Playwright, inn: Inn) -> None:
    party = walking(page, playwright, inn, ".target.far.known:not(.busy)")
    before = party.seen(0)["view"]["table"]["runner"]
    target = page.locator(".target.far.known:not(.busy)").first
    price = target.locator("b").inner_text()
    target.click()
    expect(target).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#bar .btn.go")).to_have_text(re.compile(r"^Walk \d+ blocks"))
    expect(page.locator("#bar .foreseen")).to_contain_text(f"{price} step")
    page.keyboard.press("Enter")
    expect(page.locator(".target.far[aria-pressed=true], .onway")).to_have_count(0)
    settle(page)
    until(page, "asked")
    after = party.seen(0)["view"]["table"]["runner"]
    halves = round(2 * float(price.replace("½", ".5")))
    assert before["half_steps"] + before["strolls"] - after["half_steps"] - after["strolls"] >= halves
    assert abs(after["x"] - before["x"]) + abs(after["y"] - before["y"]) > 1


def test_a_walk_that_is_thought_better_of_is_not_made(page: Page, playwright: Playwright, inn: Inn) -> None:
    party = walking(page, playwright, inn, ".target.far")
    seq = party.seen(0)["seq"]
    page.locator(".target.far").first.click()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".target[aria-pressed=true], .onway")).to_have_count(0)
    home = page.locator("#bar .acts .btn", has_text="Return to the base")
    home.click()
    page.keyboard.press("Enter")
    expect(page.locator("#bar")).not_to_have_attribute("data-decision", re.compile("enter|step"))
    assert party.seen(0)["view"]["table"]["runner"]["in_base"] or party.seen(0)["seq"] == seq + 1


def test_arrows_choose_the_next_block(page: Page, playwright: Playwright, inn: Inn) -> None:
    walking(page, playwright, inn, ".map .target:not(.far) b")
    keys = {"north": "ArrowUp", "east": "ArrowRight", "south": "ArrowDown", "west": "ArrowLeft"}
    label = page.locator(".target:not(.far)[aria-label^='Walk ']").first.get_attribute("aria-label") or ""
    side = label.split()[1].rstrip(",")
    page.keyboard.press(keys[side])
    expect(page.locator("#bar .btn.go")).to_contain_text(f"Walk {side}")
    page.keyboard.press("b")
    expect(page.locator("#bar .btn.go")).to_contain_text("Return to the base")


def test_no_choice_of_the_list_speaks_in_coordinates(page: Page, playwright: Playwright, inn: Inn) -> None:
    others = playwright.request.new_context()
    for question, party in first_road("mazerunner", page, others, inn, 60):
        look_in(page, inn, party.id, question)
        if page.locator("#bar button", has_text=re.compile(r"^All \d+ choices")).count():
            page.keyboard.press("Escape")
            page.keyboard.press("a")
            expect(page.locator(".list .one").first).to_be_visible()
            labels = page.locator(".list .one").all_inner_texts()
            assert not [label for label in labels if re.search(r"\(\d+, \d+\)|dice \d", label)], question


def test_the_dice_of_a_walk_lie_in_one_row_on_a_phone(page: Page, playwright: Playwright, inn: Inn) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    walking(page, playwright, inn, ".dice .one")
    dice = page.locator(".dice .die")
    assert dice.evaluate_all(UNCOVERED) == [True] * dice.count()
    assert (
        len(set(dice.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().top))"))) == 1
    )


def test_whoever_stands_in_a_block_hides_neither_its_button_nor_its_price(
    page: Page, playwright: Playwright, inn: Inn
) -> None:
    walking(page, playwright, inn, ".target.busy")
    page.set_viewport_size({"width": 1366, "height": 650})
    page.locator(".target.busy").first.scroll_into_view_if_needed()
    assert page.locator(".target.busy").first.evaluate(
        "one => " + UNCOVERED.replace("boxes =>", "(boxes =>") + ")([one])"
    ) == [True]
