"""How a table is handled: keys that confirm, cards that are dragged, what is decided ahead, what is heard."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.house import Inn, quick_table, settle, sit_together, until, wait_for_turn

# What drives the browser looks at pages as a gesture would; here only real ones count.
SPY = """() => {
  let touched = false;
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => (touched = true), true);
  Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: touched }) });
  window.heard = [];
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...when) {
    window.heard.push(this.buffer.duration);
    return start.apply(this, when);
  };
}"""


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, to: tuple[float, float]) -> None:
    what.hover()  # as soon as it lies still
    page.mouse.down()
    page.mouse.move(to[0], to[1], steps=6)
    page.mouse.up()


def gain_magic(page: Page) -> None:
    wait_for_turn(page)
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    settle(page)


def test_enter_does_what_is_chosen_whatever_has_the_focus(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "magicduel")
    wait_for_turn(page)
    lines = page.locator(".log p").count()
    move = page.locator(".mv .slip.can").nth(3)
    move.click()
    expect(move).to_be_focused()
    page.keyboard.press("Enter")
    until(page, "asked", "over")
    assert page.locator(".log p").count() > lines, "the choice was taken away"

    quick_table(page, inn, "echo")
    wait_for_turn(page)
    edict = page.locator(".slips .slip.can").first
    edict.click()
    page.locator(".card.cr.can").first.click()
    page.locator(".card.cr.can").first.focus()  # another one than the one that is chosen
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You commit")


def test_a_click_beside_the_table_does_not_take_enter_away(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "magicduel")
    wait_for_turn(page)
    page.keyboard.press("1")
    spark = page.get_by_role("radio", name="1", exact=True)
    spark.click()
    expect(spark).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You hurl a bolt")

    wait_for_turn(page)
    gathered = page.locator(".log p", has_text="You gather")
    already = gathered.count()
    page.keyboard.press("4")
    page.get_by_role("button", name="mine", exact=True).click()
    page.keyboard.press("Enter")
    expect(gathered).to_have_count(already + 1)

    # who went there with keys means it
    wait_for_turn(page)
    page.keyboard.press("1")
    page.get_by_role("button", name="all", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="all", exact=True)).to_have_attribute("aria-pressed", "true")
    assert page.locator("#bar .btn.go").count() == 1


def test_a_name_that_was_clicked_is_written_down_with_enter(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo")
    for _ in range(8):
        wait_for_turn(page)
        name = page.locator("#bar .names .pick").first
        if name.count():
            break
        page.locator(".card.cr.can").first.click()
        page.locator(".slips .slip.can").first.click()
        page.keyboard.press("Enter")
        settle(page)
    name.click()
    expect(name).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You write down a name")


def test_space_still_presses_what_has_the_focus(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo")
    wait_for_turn(page)
    card = page.locator(".card.cr.can").first
    card.focus()
    page.keyboard.press("Enter")
    chosen = page.locator(".card.cr[aria-pressed=true]")
    expect(chosen).to_have_count(1)
    chosen.focus()
    page.keyboard.press(" ")
    expect(chosen).to_have_count(0)


def test_a_card_is_dragged_onto_the_table_and_back(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo")
    wait_for_turn(page)
    stage = page.locator("#stage").bounding_box()
    assert stage is not None
    beyond = (stage["x"] + stage["width"] / 2, stage["y"] + 40)
    drag(page, page.locator(".card.cr.can").nth(2), beyond)
    chosen = page.locator(".card.cr[aria-pressed=true]")
    expect(chosen).to_have_count(1)
    expect(page.locator(".shadow")).to_have_count(0)
    drag(page, page.locator(".slips .slip.can").nth(1), beyond)
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You commit")


def test_a_move_is_dragged_onto_its_target(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "magicduel")
    wait_for_turn(page)
    attack = page.locator(".mv .slip.can", has_text="Attack").first
    attack.click()
    target = middle(page.locator("#stage button.por.can").first)
    attack.click()  # taken back: only where it may go was of interest
    expect(page.locator(".mv [aria-pressed=true]")).to_have_count(0)
    drag(page, attack, target)
    until(page, "asked", "over")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You hurl a bolt")


def test_what_is_decided_ahead_is_done_in_its_turn_and_said_to_nobody(
    page: Page, other: Page, inn: Inn
) -> None:
    sent: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: sent.append(json.loads(text)["type"]))

    page.on("websocket", listen)
    sit_together(page, other, inn, "magicduel")
    gain_magic(page)
    until(page, "waiting")
    before = sent.count("act")
    page.get_by_role("button", name="Decide ahead").click()
    page.locator(".list .one", has_text="Gain Magic").click()
    expect(page.locator("#bar")).to_contain_text("When it is your move: Gain Magic")
    assert sent.count("act") == before
    told = page.locator(".log p", has_text="You").count()
    assert wait_for_turn(other)
    other.keyboard.press("1")
    other.keyboard.press("Enter")
    assert wait_for_turn(other)
    other.keyboard.press("4")
    other.keyboard.press("Enter")
    expect(page.locator("#bar[data-state=asked]")).to_be_visible()
    expect(page.locator("#bar")).not_to_contain_text("When it is your move")
    expect(page.locator(".log p", has_text="You").nth(told)).to_be_attached()
    assert sent.count("act") == before + 1


def test_where_all_choose_at_once_nothing_is_decided_ahead(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "echo")
    wait_for_turn(page)
    page.locator(".card.cr.can").first.click()
    page.locator(".slips .slip.can").first.click()
    page.keyboard.press("Enter")
    until(page, "waiting")
    expect(page.get_by_role("button", name="Decide ahead")).to_have_count(0)


def test_every_event_is_heard_after_a_gesture_and_as_loud_as_chosen(page: Page, inn: Inn) -> None:
    page.add_init_script(f"({SPY})()")
    quick_table(page, inn, "mazerunner")
    expect(page.locator("#bar[data-state=asked]")).to_be_visible()
    assert page.evaluate("heard.length") == 0, "nobody has touched anything yet"
    page.locator("#bar .acts button, #stage button.can").first.click()
    page.keyboard.press("Enter")
    page.wait_for_function("() => heard.length > 1")
    assert page.evaluate("Math.max(...heard)") < 0.4
    page.goto(f"{inn.url}#/settings")
    page.get_by_label("How loud").fill("0")
    page.go_back()
    wait_for_turn(page)
    page.evaluate("heard.length = 0")
    page.locator("#bar .acts button, #stage button.can").first.click()
    page.keyboard.press("Enter")
    settle(page)
    assert page.evaluate("heard.length") == 0
