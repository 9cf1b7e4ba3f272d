"""Movement: dice, cards and bolts are seen to move, come to rest by themselves, and can be skipped."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.house import (
    KEYS,
    Inn,
    choose,
    choose_anything,
    quick_table,
    touch_echo,
    until,
    wait_for_turn,
)
from tests.browser.roads import ROADS, Party
from tests.wide import wide

# what moves: a bolt, cards that turn, dice that tumble, a pawn that walks, a card that goes to its place
MOVES = {
    "magicduel": ".bolt",
    "echo": ".well .mini",
    "micah": ".die.tumbling",
    "mazerunner": ".pawn",
    "adventurer": "[data-thing^='card:']",
}
WATCH = """what => {
  window.moved = 0;
  const moves = (one) => one.getAnimations().length > 0;
  new MutationObserver(() => { if ([...document.querySelectorAll(what)].some(moves)) window.moved += 1; })
    .observe(document.body, { subtree: true, childList: true });
}"""
# flames flicker for ever; everything else must come to rest
AT_REST = """() => document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)"""


def act(page: Page, game: str, dice: random.Random) -> None:
    """A decision, without waiting for what comes of it."""
    if game not in KEYS:
        choose(page, dice)
        return
    for key in {"magicduel": ["1", "Enter"], "echo": [dice.choice("12345"), dice.choice("qwrt"), "Enter"]}[
        game
    ]:
        page.keyboard.press(key)


NEAR = ("magicduel", "echo")
GAMES = [*NEAR, *wide(*(game for game in MOVES if game not in NEAR))]


@pytest.mark.parametrize("game", GAMES)
def test_what_moves_comes_to_rest(lively: Page, inn: Inn, game: str) -> None:
    quick_table(lively, inn, game)
    lively.evaluate(WATCH, MOVES[game])
    dice = random.Random(8)
    for _ in range(40):
        if not wait_for_turn(lively):
            break
        act(lively, game, dice)
        until(lively, "asked", "waiting", "over")
        if lively.evaluate("window.moved"):
            break
    assert lively.evaluate("window.moved"), "nothing moved"
    until(lively, "asked", "over")
    lively.wait_for_function(AT_REST)
    expect(lively.locator(".bolt, .aloft, .tray[aria-hidden]")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_space_skips_it(lively: Page, inn: Inn, game: str) -> None:
    lively.clock.install()
    options = {"preset": "literal"} if game == "magicduel" else {}
    quick_table(lively, inn, game, **options)
    wait_for_turn(lively)
    lively.clock.pause_at(lively.evaluate("Date.now() / 1000") + 60)  # from here on nothing ends by itself
    dice = random.Random(8)
    for _ in range(200):
        now = until(lively, "asked", "beat", "over")
        assert now != "over", "nothing moved"
        if now == "beat" and lively.locator(MOVES[game]).count():
            break
        if now == "beat":
            lively.clock.run_for(250)  # on to the next thing that is told
        else:
            act(lively, game, dice)
    else:
        pytest.fail("nothing moved")
    for _ in range(60):  # one Space for each thing that the table has to tell
        if until(lively, "asked", "beat", "over") != "beat":  # a rival's answer may be on its way
            break
        expect(lively.get_by_role("button", name="Skip")).to_be_visible()
        lively.keyboard.press("Space")
    else:
        pytest.fail("it is told for ever")
    expect(lively.locator(".bolt, .aloft, .tray[aria-hidden]")).to_have_count(0)


# what leaves the table as it flies, and figures that float over anything but what they belong to
FLOWN = """() => {
  window.flown = [];
  window.astray = [];
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.matches?.('*'));
    for (const one of added) {
      if (one.matches('.aloft')) window.flown.push([one.dataset.thing, one.querySelector('.n').textContent]);
      for (const delta of one.matches('.delta') ? [one] : one.querySelectorAll('.delta'))
        if (delta.offsetParent !== delta.parentElement) window.astray.push(delta.parentElement.className);
    }
  }).observe(document.body, { subtree: true, childList: true });
}"""


def test_a_card_that_is_played_goes_to_one_place(lively: Page, inn: Inn) -> None:
    """It becomes the card on the table, and flies to no pile as well; its price floats over the purse."""
    quick_table(lively, inn, "adventurer", options={"xp_first": 30})
    wait_for_turn(lively)
    lively.evaluate(FLOWN)
    card = lively.locator(".hand button.card").first
    thing = card.get_attribute("data-thing")
    card.click()
    lively.keyboard.press("Enter")
    lively.wait_for_selector(".own .xp .delta", state="attached")
    assert thing not in [who for who, _ in lively.evaluate("window.flown")]
    assert lively.evaluate("window.astray") == []


def test_what_is_sold_is_what_flies_to_the_stall(lively: Page, inn: Inn) -> None:
    """Another thing takes its place in the pack at once, and is not it."""
    options = {"class_pick": "random", "boss": False, "starting_coin": 60}
    quick_table(lively, inn, "micah", options=options)
    wait_for_turn(lively)
    for count in (1, 2):
        lively.locator(".wares button.card").first.click()
        lively.keyboard.press("Enter")
        expect(lively.locator("[data-thing^='own:']")).to_have_count(count)
        wait_for_turn(lively)
    sold = lively.locator("[data-thing^='own:'] .n").first.inner_text()
    lively.evaluate(FLOWN)
    lively.keyboard.press("a")
    lively.locator(".list .one", has_text=f"Sell {sold}").first.click()
    lively.keyboard.press("Enter")
    expect(lively.locator("[data-thing^='own:']")).to_have_count(1)
    lively.wait_for_function("window.flown.length > 0")
    assert [name.strip() for _, name in lively.evaluate("window.flown")] == [sold]


HIDDEN_AGAIN = """() => {
  let decided = '';
  window.hiddenAgain = [];
  new MutationObserver(() => {
    const field = document.querySelector('.fld.now h2')?.textContent ?? '';
    if (document.querySelector('.now .banner')) decided = field;
    else if (field === decided && document.querySelector('.now .back')) window.hiddenAgain.push(field);
  }).observe(document.body, { subtree: true, childList: true });
}"""


@pytest.mark.long
def test_a_battle_that_was_shown_stays_open_until_the_next(lively: Page, inn: Inn) -> None:
    quick_table(lively, inn, "echo")
    lively.evaluate(HIDDEN_AGAIN)
    dice = random.Random(4)
    while lively.locator(".fld.now h2").inner_text() != "Last Strand" and wait_for_turn(lively):
        touch_echo(lively, dice)
    assert lively.evaluate("window.hiddenAgain") == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_for_those_who_asked_for_less(page: Page, inn: Inn, game: str) -> None:
    quick_table(page, inn, game)
    page.evaluate(WATCH, MOVES[game])
    dice = random.Random(8)
    for _ in range(6):
        if wait_for_turn(page):
            KEYS.get(game, choose_anything)(page, dice)
    assert page.evaluate("window.moved") == 0
    assert page.evaluate("document.getAnimations().length") == 0
    page.goto(f"{inn.url}#/settings")
    expect(page.get_by_role("group", name="Movement")).to_contain_text("Your device asks for less")


STRAY = """() => { window.stray = []; new MutationObserver(() => {
  const pawn = document.querySelector('.map .pawn');
  if (pawn && !(pawn.style.gridColumnStart && pawn.style.gridRowStart))
    window.stray.push(document.querySelector('#bar h2')?.textContent);
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }); }"""


def test_a_pawn_that_walks_into_the_dark_stands_on_the_map(
    lively: Page, playwright: Playwright, inn: Inn
) -> None:
    """West and north of all that is known there is no place yet: it must not be seen to walk elsewhere."""
    others = playwright.request.new_context()
    party = Party(lively, others, inn, "mazerunner", ROADS["mazerunner"][0], 0)
    lively.clock.install()
    lively.goto(f"{inn.url}#/t/{party.id}")
    lively.locator(".map .pawn").wait_for()
    lively.evaluate(STRAY)
    for _, _ in zip(range(50), party.steps(), strict=False):
        lively.clock.run_for(400)
    others.dispose()
    assert lively.locator(".map .pawn").get_attribute("style")
    assert lively.evaluate("stray") == []
