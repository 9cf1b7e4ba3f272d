"""After the game: scrub, look through other eyes, check the dice, link to a moment, play on from there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.house import TOUCH, Inn, finish, play_now, state, wait_for_turn


def test_a_replay_from_the_first_step_to_practice(page: Page, inn: Inn) -> None:
    play_now(page, inn, "Echo")
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
    page.wait_for_timeout(500)
    theirs = page.locator(".card.cr .n").all_inner_texts()
    assert theirs
    assert theirs != mine
    tape.fill(str(last // 2))
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
    page.wait_for_timeout(200)
    assert f"at={last // 2}" in page.url
    page.reload()
    expect(page.get_by_role("heading", name=f"Step {last // 2} of {last}")).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Practise from here").click()
    page.wait_for_selector("#bar")
    wait_for_turn(page)
    assert state(page) == "asked"
    finish(page, TOUCH["echo"])
