"""Round a match: curtains, lost lines, onlookers, refusals, clocks, taking back, draws, talk, leaving."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.house import (
    KEYS,
    TOUCH,
    Inn,
    choose_anything,
    finish,
    finish_together,
    hold_back,
    person,
    play_now,
    quick_table,
    running,
    set_table,
    settle,
    sit,
    sit_together,
    state,
    touch_echo,
    touch_magicduel,
    until,
    wait_for_turn,
)


def hear(page: Page) -> list[str]:
    """Everything the server says to a page from now on."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: heard.append(str(text)))

    page.on("websocket", listen)
    return heard


def gain_magic(page: Page) -> None:
    """One move of a duel that uses no chance."""
    wait_for_turn(page)
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    settle(page)


def take(page: Page, offer: str) -> None:
    """Take one of the things that may be done although nobody waits for them."""
    page.locator("#bar .also .link[aria-expanded]").click()
    page.locator(".list .one", has_text=offer).click()


# At one screen, and on the bench


def test_a_hotseat_hides_each_hand_behind_a_curtain(page: Page, inn: Inn) -> None:
    heard = hear(page)
    page.clock.set_fixed_time(time.time())  # Enter twice lifts a curtain, if not too slowly
    set_table(page, inn, "echo", "this screen", Name_on_chair_2="Hanne")
    page.wait_for_selector(".curtain")
    assert not page.locator(".card.cr").count(), "no hand is in the page before somebody lifts the curtain"
    for message in heard:
        view = json.loads(message).get("view")
        assert view is None or all(seat["hand"] is None for seat in view["seats"])
    dice = random.Random(1)
    passed: list[str] = []
    for _ in range(80):
        page.wait_for_selector(".curtain, #bar[data-state=asked], #bar[data-state=over]")
        if state(page) == "over":
            break
        if page.locator(".curtain").count():
            assert page.locator(".card.cr").count() == 0
            passed.append(page.locator(".curtain .name b").inner_text())
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
            page.wait_for_selector("#bar[data-state=asked]")
            expect(page.locator(".card.cr")).not_to_have_count(0)
        KEYS["echo"](page, dice)
    assert len(set(passed)) == 2
    assert "Hanne" in passed
    expect(page.locator("#bar .end")).to_be_visible()


def test_onlookers_see_what_everybody_may_see(page: Page, other: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo")
    wait_for_turn(page)
    heard = hear(other)
    other.goto(page.url)
    other.wait_for_selector("#bar")
    assert other.locator(".card.cr").count() == 0
    finish(page, TOUCH["echo"])
    expect(other.locator("#bar .end")).to_be_visible()
    views = [json.loads(message).get("view") for message in heard]
    running_views = [view for view in views if view and view["phase"] != "over"]
    assert running_views
    for view in running_views:
        assert [seat["hand"] for seat in view["seats"]] == [None, None]


# The line


def test_a_lost_line_comes_back_without_a_reload(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as inn:
        context = person(browser)
        page = context.new_page()
        quick_table(page, inn, "magicduel")
        gain_magic(page)
        wait_for_turn(page)
        page.evaluate("window.same = true")
        before = page.locator(".log p").count()
        inn.close()
        expect(page.locator(".rail .line")).to_contain_text("Lost the line")
        expect(page.locator("#stage[inert]")).to_be_visible()
        expect(page.locator("#bar")).to_contain_text("Nothing can be done until it is back")
        expect(page.get_by_label("Say something to the table")).to_be_disabled()
        page.keyboard.press("4")
        page.keyboard.press("Enter")
        assert state(page) == "lost"
        page.keyboard.press("m")
        menu = page.get_by_role("dialog")
        expect(menu).to_contain_text("Nothing can be done until it is back")
        expect(menu.get_by_role("button", name="Resign")).to_be_disabled()
        page.keyboard.press("Escape")
        inn.open()
        expect(page.locator(".rail .line")).to_have_count(0, timeout=30_000)
        assert page.locator(".log p").count() >= before
        finish(page, TOUCH["magicduel"])
        assert page.evaluate("window.same"), "nothing was loaded again"
        context.close()


@pytest.mark.parametrize("game", ["magicduel", "echo"])
def test_coming_back_in_the_middle(page: Page, other: Page, inn: Inn, game: str) -> None:
    sit_together(page, other, inn, game)
    dice = random.Random(4)
    wait_for_turn(page)
    TOUCH[game](page, dice)
    told = page.locator(".log p").all_inner_texts()
    page.reload()
    page.wait_for_selector("#bar")
    settle(page)
    assert page.locator(".log p").all_inner_texts()[: len(told) - 1] == told[:-1]
    again = page.context.new_page()  # a second window of the same person
    again.goto(page.url)
    again.wait_for_selector("#bar")
    page.close()
    finish_together((again, other), TOUCH[game])


LAID = """async () => {
  for (let breath = 0; breath < 4; breath++)
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""


def test_nobody_is_asked_before_the_cards_are_known(page: Page, inn: Inn) -> None:
    """A key means a card, and a question has words: both come with the book, however late that is."""
    quick_table(page, inn, "magicduel")
    let_go = hold_back(page, "/api/games/magicduel")
    page.reload()
    expect(page.locator(".md")).to_be_visible()
    page.evaluate(LAID)
    expect(page.locator("#bar")).to_have_count(0)
    let_go()
    gain_magic(page)
    expect(page.locator(".log")).to_contain_text("You gather")


# Refusals


def test_a_refused_move_explains_itself(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "magicduel")
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
    quick_table(page, inn, "magicduel")
    wait_for_turn(page)
    page.locator(".log .why").last.click()
    expect(page.locator(".clause.here")).to_be_visible()
    page.get_by_label("Find a rule").fill("needle")
    assert 0 < page.locator(".clause").count() < 40
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)


# Clocks


def test_what_lies_ready_stays_when_the_rival_seals(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "echo")
    for one in (page, other):
        assert wait_for_turn(one)
    for key in ("2", "q"):
        page.keyboard.press(key)
    ready = page.locator("#bar .btn.go")
    expect(ready).to_be_visible()
    for key in ("1", "w", "Enter"):
        other.keyboard.press(key)
    expect(page.locator(".well .wax")).to_be_visible()  # the rival's seal
    expect(ready).to_be_visible()


def test_a_key_does_not_wait_for_a_story_to_end(lively: Page, other: Page, inn: Inn) -> None:
    sit_together(lively, other, inn, "echo")
    assert wait_for_turn(other)
    until(lively, "asked")
    lively.clock.install()
    lively.clock.pause_at(time.time() + 60)  # from here on no story ends by itself
    lively.keyboard.press("w")
    for key in ("1", "w", "Enter"):
        other.keyboard.press(key)
    expect(lively.locator(".log")).to_contain_text("Hanne has committed")
    lively.clock.run_for(100)
    expect(lively.locator(".well .wax")).to_be_visible()  # the seal comes in the frame after its sentence
    until(lively, "beat")
    expect(lively.locator(".slips .slip.sel")).to_have_count(1)  # what lies ready stays meanwhile
    lively.keyboard.press("2")
    until(lively, "asked")
    expect(lively.locator(".card.cr.sel")).to_have_count(1)


def test_a_bot_for_an_empty_chair_or_no_table_at_all(page: Page, inn: Inn) -> None:
    seats = [{"who": "you", "name": "Wren"}, {"who": "open"}]
    sit(page, inn, {"game": "magicduel", "seats": seats})
    page.get_by_role("button", name="Ask a bot").click()
    page.get_by_role("button", name="Start").click()
    until(page, "asked")
    sit(page, inn, {"game": "magicduel", "seats": seats})
    page.get_by_role("button", name="Clear this table away").click()
    expect(page.locator(".lobby")).to_contain_text("cleared away")


def test_the_rulebook_does_the_sum(page: Page, inn: Inn) -> None:
    """Why: the line, its parts, the rule of each, and back."""
    quick_table(page, inn, "echo")
    line = page.locator(".log p", has_text="Strengths:")
    dice = random.Random(3)
    while not line.count() and wait_for_turn(page):
        touch_echo(page, dice)
    line.first.locator(".why").click()
    sums = page.locator(".asked table")
    expect(sums).to_have_count(2)
    expect(sums.first.locator("caption")).to_have_text("Wren")
    for total in sums.all():
        parts = [int(text) for text in total.locator("tr:not(.total) td:nth-of-type(1)").all_inner_texts()]
        assert sum(parts) == int(total.locator(".total td").first.inner_text())
    here = page.locator(".clause.here .id")
    expect(here).to_have_text("EC-6.6")
    links = sums.locator("button.why").filter(has_not_text="EC-6.6")
    if links.count():
        rule = links.first.inner_text()
        links.first.click()
        expect(here).to_have_text(rule)
        page.get_by_role("button", name="Back to the rule before").click()
    expect(here).to_have_text("EC-6.6")


def test_the_ledger_opens_at_its_last_line(phone: Page, inn: Inn) -> None:
    quick_table(phone, inn, "magicduel")
    dice = random.Random(2)
    for _ in range(6):
        if wait_for_turn(phone):
            touch_magicduel(phone, dice)
    wait_for_turn(phone)
    phone.get_by_role("button", name="Ledger").click()
    last = phone.locator(".log > p").last
    expect(last).to_be_in_viewport()
    expect(phone.locator(".log h2").first).to_have_text("Sitting down")


def test_what_is_asked_stays_in_sight_below_a_long_ledger(lively: Page, inn: Inn) -> None:
    lively.set_viewport_size({"width": 1280, "height": 480})
    quick_table(lively, inn, "magicduel")
    dice = random.Random(2)
    log = lively.locator(".log")
    while wait_for_turn(lively) and log.evaluate("log => log.scrollHeight < 2 * log.clientHeight"):
        touch_magicduel(lively, dice)
    until(lively, "asked")
    expect(log.locator(".now")).to_be_in_viewport(ratio=1)


def test_a_clock_runs_and_then_chooses(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "magicduel", clock={"kind": "decision", "seconds": 5})
    wait_for_turn(page)
    for one in (page, other):
        expect(one.locator(".rail .clock")).to_contain_text(re.compile(r"Wren\s+0:0[1-5]"))
    expect(page.locator(".rail .clock")).to_contain_text("0:02")
    until(other, "asked", seconds=15)
    for one, name in ((page, "You"), (other, "Wren")):
        expect(one.locator(".log")).to_contain_text(re.compile(f"{name} runs? out of time"))
        expect(one.locator(".rail .clock")).to_contain_text("Hanne")


# Taking back


def test_taking_back_is_free_while_nobody_has_acted(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "magicduel")
    gain_magic(page)
    until(other, "asked")
    page.get_by_role("button", name="Take back").click()
    until(page, "asked")
    expect(page.locator(".log")).to_contain_text("You take back Gain Magic")
    expect(other.locator(".log")).to_contain_text("Wren takes back Gain Magic")
    assert state(other) == "waiting"


@pytest.mark.parametrize("agreed", [True, False])
def test_after_that_the_other_is_asked(page: Page, other: Page, inn: Inn, agreed: bool) -> None:
    one_move = {"moves_per_turn": 1, "first_turn_moves": 1}
    sit_together(page, other, inn, "magicduel", preset="literal", options=one_move)
    gain_magic(page)
    gain_magic(other)
    until(page, "asked")
    page.keyboard.press("m")
    page.get_by_role("button", name="Ask to take back").click()
    expect(page.locator("#bar")).to_contain_text("I have asked Hanne.")
    expect(other.locator("#bar")).to_contain_text("Wren wants to take the last move back.")
    other.get_by_role("button", name="Let it be" if agreed else "No, it stands").click()
    expect(page.locator("#bar")).not_to_contain_text("I have asked Hanne.")
    line = page.locator(".log p", has_text="You take back")
    expect(line).to_have_count(1 if agreed else 0)
    until(page, "asked")
    assert state(other) == "waiting"


# A draw


@pytest.mark.parametrize("accepted", [True, False])
def test_a_draw_is_offered_and_answered(page: Page, other: Page, inn: Inn, accepted: bool) -> None:
    sit_together(page, other, inn, "adventurer", options={"draw_offers": True})
    wait_for_turn(page)
    take(page, "Offer a draw")
    expect(other.locator(".log")).to_contain_text("Wren offers a draw.")
    take(other, "Accept the draw" if accepted else "Decline the draw")
    if accepted:
        for one in (page, other):
            expect(one.locator("#bar .end")).to_have_text("A draw. Nobody pays, nobody gloats.")
    else:
        expect(page.locator(".log")).to_contain_text("The draw offer: declined.")
        assert state(page) == "asked"


# Talk


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.keyboard.press("Enter")


def test_whoever_has_talked_has_the_keys_of_the_table_again(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "magicduel")
    wait_for_turn(page)
    page.keyboard.press("4")
    page.keyboard.press("k")
    talk = page.get_by_label("Say something to the table")
    expect(talk).to_be_focused()
    page.keyboard.press("Escape")
    expect(talk).not_to_be_focused()
    page.keyboard.press("Enter")  # what was chosen is still chosen
    page.locator("#tab-ledger").click()
    expect(page.locator(".log")).to_contain_text("You gather")


def test_talk_and_silence(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "echo")
    for one in (page, other):
        one.keyboard.press("k")
    page.keyboard.type("Well played.")
    page.keyboard.press("Enter")
    for one in (page, other):
        expect(one.locator(".talk")).to_contain_text("Well played.")
    other.get_by_role("button", name="Mute Wren").click()
    expect(other.get_by_role("button", name="Hear Wren again")).to_be_visible()
    say(other, "I hear nobody.")
    expect(page.locator(".talk")).to_contain_text("I hear nobody.")  # and the wish before it has been heard
    page.wait_for_timeout(2100)  # one line every two seconds is the rule of the house
    say(page, "Hello?")
    expect(page.locator(".talk")).to_contain_text("Hello?")
    say(other, "Still nobody.")
    for one in (page, other):
        expect(one.locator(".talk")).to_contain_text("Still nobody.")
    expect(other.locator(".talk")).not_to_contain_text("Hello?")


# Leaving, and once more


def test_resigning_and_a_rematch_between_two_browsers(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "magicduel")
    wait_for_turn(page)
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign and lose").click()
    expect(page.locator("#bar .end")).to_contain_text("Hanne wins")
    expect(other.locator("#bar .end")).to_contain_text("You win")
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector(".lobby")
    other.get_by_role("button", name="Sit down again").click()
    for one in (page, other):
        one.wait_for_selector("#bar:not(:has(.end))")
    assert page.url == other.url != first
    until(other, "asked")  # everybody one seat further: now Hanne begins
    finish_together((page, other), TOUCH["magicduel"])


def test_a_key_that_follows_at_once_opens_the_menu_anew(page: Page, inn: Inn) -> None:
    """A browser tells that a dialog was closed after the keys that were pressed meanwhile."""
    quick_table(page, inn, "magicduel")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys on this table")
    page.evaluate("""async () => {
      const told = new Promise((done) => document.querySelector('dialog').addEventListener('close', done));
      document.querySelector('dialog .shut').click();
      for (let step = 0; step < 10; step++) await null; // the page draws, and is not told yet
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }));
      await told;
    }""")
    expect(page.get_by_role("dialog")).to_contain_text("Resign")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("m")
    expect(page.get_by_role("dialog")).to_contain_text("Resign")


def test_a_rematch_against_a_bot_begins_at_once(page: Page, inn: Inn) -> None:
    play_now(page, inn, "MagicDuel")
    wait_for_turn(page)
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign and lose").click()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector("#bar:not(:has(.end))")
    wait_for_turn(page)


UNCOVERED = """all => all.map((one) => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (360, 640)])
def test_dice_that_may_be_kept_lie_where_they_are_seen(page: Page, inn: Inn, width: int, height: int) -> None:
    """On a laptop and on a phone: not one of them under the bar that asks for them."""
    page.set_viewport_size({"width": width, "height": height})
    quick_table(page, inn, "mazerunner")
    dice = random.Random(3)
    keep = page.locator(".dice button")
    while not keep.count():
        assert wait_for_turn(page)
        choose_anything(page, dice)
        wait_for_turn(page)
    assert keep.evaluate_all(UNCOVERED) == [True] * keep.count()
