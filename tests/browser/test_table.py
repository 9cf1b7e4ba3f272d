"""What happens round a match: sealed hands, lost lines, onlookers, refusals, taking back, leaving."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.house import (
    KEYS,
    TOUCH,
    Inn,
    asked,
    finish,
    person,
    play_now,
    running,
    set_table,
    state,
    wait_for_turn,
)


def hear(page: Page) -> list[str]:
    """Everything the server says to a page from now on."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: heard.append(str(text)))

    page.on("websocket", listen)
    return heard


def test_a_hotseat_hides_each_hand_behind_a_curtain(page: Page, inn: Inn) -> None:
    heard = hear(page)
    set_table(page, inn, "echo", "this screen", Name_on_chair_2="Hanne")
    page.wait_for_selector(".curtain")
    assert not page.locator(".card.cr").count(), "no hand is in the page before somebody lifts the curtain"
    for message in heard:
        view = json.loads(message).get("view")
        assert view is None or all(seat["hand"] is None for seat in view["seats"])
    for name in ("Guest", "Hanne"):
        page.get_by_role("button", name=f"I am {name}").wait_for()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        wait_for_turn(page)
        assert page.locator(".card.cr").count() == 5
        page.keyboard.press("1")
        page.keyboard.press("q")
        page.keyboard.press("Enter")
        page.wait_for_timeout(400)
    # whoever sits there when the next battle begins chooses first, so nobody hands over more than once
    dice = random.Random(1)
    for _ in range(12):
        if page.locator(".curtain").count():
            break
        if asked(page):
            KEYS["echo"](page, dice)
        page.wait_for_timeout(200)
    page.get_by_role("button", name="I am Guest").wait_for()
    assert page.locator(".card.cr").count() == 0


def test_a_lost_line_comes_back_without_a_reload(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as inn:
        context = person(browser)
        page = context.new_page()
        play_now(page, inn, "MagicDuel")
        wait_for_turn(page)
        before = page.locator(".log p").count()
        inn.close()
        expect(page.locator(".rail .line")).to_contain_text("Lost the line", timeout=15_000)
        inn.open()
        expect(page.locator(".rail .line")).to_have_count(0, timeout=30_000)
        assert page.locator(".log p").count() >= before
        finish(page, TOUCH["magicduel"])
        context.close()


def test_onlookers_see_what_everybody_may_see(browser: Browser, page: Page, inn: Inn) -> None:
    play_now(page, inn, "Echo")
    wait_for_turn(page)
    bench = person(browser)
    onlooker = bench.new_page()
    heard = hear(onlooker)
    onlooker.goto(page.url)
    onlooker.wait_for_selector("#bar")
    assert onlooker.locator(".card.cr").count() == 0
    finish(page, TOUCH["echo"])
    expect(onlooker.locator("#bar .end")).to_be_visible()
    views = [json.loads(message).get("view") for message in heard]
    running_views = [view for view in views if view and view["phase"] != "over"]
    assert running_views
    for view in running_views:
        assert [seat["hand"] for seat in view["seats"]] == [None, None]
    bench.close()


def test_no_card_of_the_other_hand_reaches_the_page(page: Page, inn: Inn) -> None:
    heard = hear(page)
    play_now(page, inn, "Echo")
    wait_for_turn(page)
    for back in page.locator(".back").all():
        assert back.evaluate("node => node.outerHTML.replace(/class=.*/, '')").find("data-card") < 0
        assert back.inner_text() == ""
    finish(page, TOUCH["echo"])
    for message in heard:
        update = json.loads(message)
        if update.get("type") != "update" or update["over"]:
            continue
        theirs = update["view"]["seats"][1 - update["view"]["you"]]
        assert theirs["hand"] is None
        assert theirs["pending"] is None
        for line in update["lines"]:
            event = line["event"]
            if event["kind"] == "committed" and event["seat"] != update["view"]["you"]:
                assert event["creatures"] is None
                assert event["edict"] is None


def test_a_refused_move_explains_itself(page: Page, inn: Inn) -> None:
    play_now(page, inn, "MagicDuel")
    wait_for_turn(page)
    specter = page.locator('[data-move="specter"]')
    expect(specter).to_contain_text("needs 5 magic")
    specter.click(force=True)  # aria-disabled, and still it answers
    refusal = page.get_by_role("alert").filter(has_text="needs 5 magic")
    expect(refusal).to_be_visible()
    refusal.get_by_role("button", name="why?").click()
    expect(page.locator(".clause.here .id")).to_have_text("MD-7.7")
    assert state(page) == "asked"


def test_why_opens_the_clause(page: Page, inn: Inn) -> None:
    play_now(page, inn, "MagicDuel")
    wait_for_turn(page)
    page.locator(".log .why").last.click()
    expect(page.locator(".clause.here")).to_be_visible()
    page.get_by_label("Find a rule").fill("needle")
    assert 0 < page.locator(".clause").count() < 40
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)


def test_taking_back_leaving_and_playing_again(page: Page, inn: Inn) -> None:
    play_now(page, inn, "MagicDuel")
    wait_for_turn(page)
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    wait_for_turn(page)
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    wait_for_turn(page)
    lines = page.locator(".log p").count()
    page.keyboard.press("u")
    page.wait_for_timeout(600)
    assert page.locator(".log p").count() >= lines
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign and lose").click()
    expect(page.locator("#bar .end")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector("#bar:not(:has(.end))")
    assert finish(page, TOUCH["magicduel"]) > 1


def test_talk(browser: Browser, page: Page, inn: Inn) -> None:
    play_now(page, inn, "Echo")
    wait_for_turn(page)
    page.keyboard.press("k")
    page.keyboard.type("Well played.")
    page.keyboard.press("Enter")
    expect(page.locator(".talk")).to_contain_text("Well played.")


@pytest.mark.parametrize("title", ["MagicDuel", "Echo"])
def test_what_the_screen_reader_hears(page: Page, inn: Inn, title: str) -> None:
    play_now(page, inn, title)
    wait_for_turn(page)
    bar = page.get_by_role("region", name="Your decision")
    expect(bar).to_match_aria_snapshot(
        """
        - region "Your decision":
          - heading [level=2]
        """
    )
    expect(page.locator("[aria-live=assertive]")).to_contain_text("Your move")
    finish(page, TOUCH["magicduel" if title == "MagicDuel" else "echo"])
    assert (
        page.locator("[aria-live=polite]").inner_text() or page.locator("[aria-live=polite]").text_content()
    )
