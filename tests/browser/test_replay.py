"""After the game: scrub, look through other eyes, check the dice, link to a moment, play on from there."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.house import TOUCH, Inn, finish, quick_table, state, wait_for_turn


def test_a_replay_from_the_first_step_to_practice(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo", options={"tiebreak": "last-win"})
    finish(page, TOUCH["echo"])
    page.get_by_role("button", name="Replay").click()
    tape = page.get_by_role("slider")
    tape.wait_for()
    last = int(tape.get_attribute("max") or 0)
    assert last >= 8
    page.keyboard.press("Home")
    expect(page.get_by_role("heading", name=f"Step 0 of {last}")).to_be_visible()
    expect(page.locator(".card.cr")).to_have_count(5)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name=f"Step 2 of {last}")).to_be_visible()
    mine = page.locator(".card.cr .n").all_inner_texts()
    page.keyboard.press("v")
    expect(page.locator(".card.cr .n").first).not_to_have_text(mine[0])
    assert not set(mine) & set(page.locator(".card.cr .n").all_inner_texts())
    tape.fill(str(last // 2))
    expect(page.get_by_role("heading", name=f"Step {last // 2} of {last}")).to_be_visible()
    slate = page.locator(".chances")
    expect(slate).to_have_attribute("aria-busy", "false", timeout=60_000)
    expect(slate).to_contain_text("estimated from 24 playouts by the greedy player")
    said = slate.get_by_role("img").get_attribute("aria-label") or ""
    assert re.match(r".+’s chance to win, from \d+ % at the beginning to (0|100) % at the end", said), said
    expect(tape).to_have_attribute("aria-valuetext", re.compile(rf"Action {last // 2} of {last}: .* \d+ %$"))
    turns = slate.locator(".turns button")
    assert turns.count(), "from a beginning that was open to an end that is not, it must have turned"
    step = int(re.findall(r"\d+", turns.first.inner_text())[0])
    turns.first.click()
    expect(page.get_by_role("heading", name=f"Step {step} of {last}")).to_be_visible()
    slate.get_by_label("with all cards open").check()
    expect(slate).to_have_attribute("aria-busy", "false", timeout=60_000)
    box = slate.locator(".plot").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * (last // 2) / last, box["y"] + box["height"] / 2)
    expect(page.get_by_role("heading", name=f"Step {last // 2} of {last}")).to_be_visible()
    page.get_by_role("button", name="Check the dice").click()
    proof = page.locator(".proof")
    expect(proof).to_contain_text("Checked: fair")
    expect(proof).to_contain_text("Your browser computed the fingerprint")
    expect(proof.locator(".seal")).to_be_visible()
    with page.expect_download() as download:
        proof.get_by_role("link", name="Save the record").click()
    assert download.value.suggested_filename.endswith(".json")
    page.get_by_role("button", name="Link to this moment").click()
    page.wait_for_url(re.compile(f"at={last // 2}"))
    page.reload()
    expect(page.get_by_role("heading", name=f"Step {last // 2} of {last}")).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Practise from here").click()
    page.wait_for_selector("#bar")
    wait_for_turn(page)
    assert state(page) == "asked"
    finish(page, TOUCH["echo"])
