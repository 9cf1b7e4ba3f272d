"""What may be pressed can be pressed, whatever the window. `make sizes` looks at every question."""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from playwright.sync_api import Page, Playwright, expect

from innkeeper import game_ids
from tests.browser.house import Inn, quick_table, until, wait_for_turn
from tests.browser.moments import moments
from tests.browser.roads import ROADS, first_road, look_in, questions
from tests.browser.sizes import SIZES, examine, wrong
from tests.wide import wide

STEPS = 40


@pytest.mark.parametrize("game", ROADS)
def test_everything_can_be_pressed_at_every_size(
    page: Page, playwright: Playwright, inn: Inn, game: str
) -> None:
    """The questions at the beginning of a match, two sizes each, all sizes in turn."""
    others = playwright.request.new_context()
    sizes = cycle(SIZES)
    found: list[str] = []
    for question, party in first_road(game, page, others, inn, STEPS):
        found += examine(page, inn, party.id, question, list(islice(sizes, 2)))
    others.dispose()
    assert found == []


@pytest.mark.parametrize("game", ["adventurer", *wide(*(game for game in ROADS if game != "adventurer"))])
def test_text_may_be_larger(page: Page, playwright: Playwright, inn: Inn, game: str) -> None:
    """Chosen once, kept for every page; and whatever can be pressed can still be pressed."""
    page.goto(f"{inn.url}#/settings")
    page.get_by_role("group", name="Size of the text").get_by_text("largest").click()
    others = playwright.request.new_context()
    found: list[str] = []
    for question, party in first_road(game, page, others, inn, STEPS):
        found += examine(page, inn, party.id, question, ["phone", "laptop"])
    others.dispose()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    assert found == []


def test_the_bar_of_echo_leaves_the_table_room_at_200_percent(page: Page, inn: Inn) -> None:
    wide, high = SIZES["zoomed"]
    page.set_viewport_size({"width": wide, "height": high})
    quick_table(page, inn, "echo")
    wait_for_turn(page)
    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    assert bar["height"] < 0.3 * high


def test_larger_text_of_a_field_lies_under_no_card(page: Page, inn: Inn) -> None:
    page.goto(f"{inn.url}#/settings")
    page.get_by_role("group", name="Size of the text").get_by_text("largest").click()
    quick_table(page, inn, "echo")
    wait_for_turn(page)
    strip = page.locator(".fld.now .cap").bounding_box()
    cards = [slot.bounding_box() for slot in page.locator(".fld.now .well").all()]
    assert strip is not None
    assert len(cards) == 2
    assert all(card is not None and card["y"] + card["height"] <= strip["y"] + 4 for card in cards)


def test_every_game_has_a_road_to_its_questions() -> None:
    assert set(ROADS) == set(game_ids())
    assert all(questions(game) for game in ROADS)


def test_what_is_covered_cut_or_outside_is_found(page: Page, playwright: Playwright, inn: Inn) -> None:
    """The measure itself: a lid, an edge, a page too wide, and a thing too far for any scrolling."""
    others = playwright.request.new_context()
    _, party = next(first_road("magicduel", page, others, inn, 1))
    others.dispose()
    assert examine(page, inn, party.id, "move", ["desk"]) == []
    worse = {
        "position: fixed; left: -30px": "cut by",
        "position: fixed; top: 2000px": "cut by",
        "pointer-events: none": "100 % under",
        "clip-path: inset(0 85% 0 0)": "under",
        "min-width: 3000px": "too wide",
    }
    slip = page.locator(".mv .slip").first
    for style, said in worse.items():
        slip.evaluate("(one, style) => one.setAttribute('style', style)", style)
        assert any(said in one for one in wrong(page, "desk")), (style, wrong(page, "desk"))
    slip.evaluate("one => one.removeAttribute('style')")
    assert wrong(page, "desk") == []


AT_A_GLANCE = {
    "magicduel": ("move", ".mv .slip, .side, .ped"),
    "adventurer": ("main", ".seat .gauge, .seat .doll, .hand .piece"),
}


@pytest.mark.parametrize("game", AT_A_GLANCE)
def test_a_laptop_shows_at_a_glance_what_a_turn_needs(
    page: Page, playwright: Playwright, inn: Inn, game: str
) -> None:
    """Both rows of moves, both figures whole: without scrolling, and nothing over them."""
    others = playwright.request.new_context()
    question, needed = AT_A_GLANCE[game]
    party = next(party for asked, party in first_road(game, page, others, inn, STEPS) if asked == question)
    others.dispose()
    for size in ("laptop", "desk"):
        examine(page, inn, party.id, question, [size])
        lowest = page.locator(".hand, #bar").first.evaluate("one => one.getBoundingClientRect().top")
        for thing in page.locator(needed).all():
            expect(thing).to_be_in_viewport(ratio=1)
            in_hand = thing.evaluate("one => one.closest('.hand') !== null")
            below = thing.evaluate("one => one.getBoundingClientRect().bottom") - lowest
            assert in_hand or below <= 1, f"{size}: {below} px of it are covered: {thing.inner_text()}"


# What has to be seen at once in a telling moment, at a desk and on a laptop; and, less, on a phone.
TELLING = {
    ("magicduel", "minions"): (".mv .slip, .ped, .por", ".ped, .side .hp"),
    ("magicduel", "first"): (".mv .slip, .ped, .tri", ".mv .slip, .side .hp, .tri"),
    ("echo", "pair"): (".cr, .slips .slip, .now", ".slips .slip, .now"),
    ("echo", "sabotage"): (".names .pick, .now, .know .seen", ".names .pick, .now"),
    ("mazerunner", "keep"): (".dice button.die, .pawn, .seat .gauge", ".dice button.die, .pawn"),
    ("mazerunner", "shop"): (".ware.can", ".ware.can"),
    ("adventurer", "encounter"): (".ways .way, .seat .gauge, .seat .doll", ".ways .way, .seat .gauge"),
    ("adventurer", "brink"): (".own .gauge, .own .brink, #bar .careful", ".own .gauge, #bar .careful"),
    ("adventurer", "opening"): (
        ".own .gauge, .own .chip, .own .doll, .hand .piece",
        ".own .gauge, .own .chip",
    ),
    ("adventurer", "main-ability"): (".own .gauge, .own .chip, .own .doll", ".own .gauge, .own .chip"),
    ("adventurer", "chain"): (".own .gauge, .own .chip, .chain .yours", "#bar .acts .btn, .chain .yours"),
    ("micah", "offer"): (".offers .inkbtn, .wares .piece .n", ".offers .inkbtn, .others .me .gauge"),
    ("micah", "intention"): (".ways .way, .big .text", ".ways .way, .big h2, .others .me .gauge"),
    ("micah", "stall-of-six"): (".wares .piece, .others > .seat", ".others .me .seat"),
    ("micah", "boss"): (".ways .way, .big h2, .big dl", ".ways .way, .big h2"),
    ("micah", "weather"): (".ways .way, .big h2, .big dl, .sky .says", ".ways .way, .big h2, .sky .says"),
}
COVERED = """one => {
  const box = one.getBoundingClientRect();
  return [0.1, 0.5, 0.9].filter((part) => {
    const met = document.elementFromPoint(box.left + box.width / 2, box.top + part * box.height);
    return !met || !(one.contains(met) || met.contains(one) || one.parentElement.contains(met));
  }).length;
}"""


@pytest.mark.parametrize("game", ["micah", "magicduel", "adventurer", "echo", "mazerunner"])
def test_a_telling_moment_is_seen_at_once(page: Page, playwright: Playwright, inn: Inn, game: str) -> None:
    """Nothing that a decision hangs on is cut, or lies under the hand, the ways or one's own things."""
    others = playwright.request.new_context()
    names = [name for of, name in TELLING if of == game]
    for moment in moments(game, page, others, inn, names):
        table, decision = page.url, page.locator("#bar").get_attribute("data-decision")
        for size in ("desk", "laptop", "phone"):
            wide, high = SIZES[size] if size != "desk" else (1280, 800)
            page.set_viewport_size({"width": wide, "height": high})
            page.goto("about:blank")
            page.goto(table)
            page.wait_for_selector(f'#bar[data-decision="{decision}"]' if decision else "#bar.calm")
            page.evaluate("document.fonts.ready")
            needed = TELLING[game, moment.name][size == "phone"]
            for thing in page.locator(needed).all():
                expect(thing, f"{moment.name}, {size}").to_be_in_viewport(ratio=0.98)
                assert not thing.evaluate(COVERED), f"{moment.name}, {size}: {thing.inner_text()} is covered"
        page.set_viewport_size({"width": 1280, "height": 800})
    others.dispose()


# At each of these points of the map's window the map itself is met, and nothing that lies over it.
OVER = """() => {
  const map = document.querySelector('#stage .scroll');
  map.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = map.getBoundingClientRect();
  const parts = Array.from({ length: 12 }, (_, place) => (place + 0.5) / 12);
  const met = parts.flatMap((y) => parts.map((x) =>
    document.elementFromPoint(left + x * width, top + y * height)));
  return [...new Set(met.filter((one) => !map.contains(one)).map((one) => one?.className))];
}"""


def test_nothing_lies_over_the_maze(page: Page, playwright: Playwright, inn: Inn) -> None:
    """Neither the maze in small, which comes when not all of it fits, nor what is told of a monster."""
    others = playwright.request.new_context()
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    seen = set()
    for question, party in first_road("mazerunner", page, others, inn, 4 * STEPS):
        look_in(page, inn, party.id, question)
        assert page.evaluate(OVER) == [], question
        seen |= {what for what in (".overview", ".note") if page.locator(what).count()}
        if len(seen) == 2:
            break
    others.dispose()
    assert seen == {".overview", ".note"}


CUT = "one => one.scrollWidth - one.clientWidth"


def test_a_phone_names_every_game_in_full(phone: Page, inn: Inn) -> None:
    for game in ROADS:
        quick_table(phone, inn, game)
        until(phone, "asked", "waiting", "beat")
        title = phone.locator(".rail h1")
        expect(title).to_be_in_viewport(ratio=1)
        assert title.evaluate(CUT) <= 0, game


def test_moves_lie_under_the_thumb(phone: Page, inn: Inn) -> None:
    """On a tall phone the duel takes the height, and the moves lie on the bar."""
    quick_table(phone, inn, "magicduel")
    until(phone, "asked")
    bar = phone.locator("#bar").evaluate("one => one.getBoundingClientRect().top")
    lowest = phone.locator(".mv").evaluate("one => one.getBoundingClientRect().bottom")
    assert 0 <= bar - lowest < 30


TEXT_CUT = """() => [...document.querySelectorAll('.cr .tx')]
  .filter((one) => one.getBoundingClientRect().width && (one.scrollHeight > one.clientHeight + 1))
  .map((one) => one.textContent)"""


def test_a_phone_says_all_that_a_creature_does(phone: Page, inn: Inn) -> None:
    """On a tall phone no card of the hand ends in dots."""
    quick_table(phone, inn, "echo")
    until(phone, "asked")
    expect(phone.locator(".cr .tx").first).to_be_visible()
    assert phone.evaluate(TEXT_CUT) == []


ON_OPEN = """() => [...document.querySelectorAll('.wax')].filter((wax) => {
  const { left, top, width, height } = wax.getBoundingClientRect();
  return [...wax.parentElement.querySelectorAll('.mini')].some((one) => {
    const box = one.getBoundingClientRect();
    return left + width / 2 > box.left && left + width / 2 < box.right && top + height / 2 > box.top;
  });
}).length"""


def test_only_what_lies_face_down_is_sealed(page: Page, playwright: Playwright, inn: Inn) -> None:
    """No wax on an open card or over its name, and none where nothing is hidden any more."""
    others = playwright.request.new_context()
    for moment in moments("echo", page, others, inn, ["seer", "sabotage"]):
        for width, height in ((360, 780), *SIZES.values()):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".well .back")).to_have_count(0 if moment.name == "seer" else 2)
            expect(page.locator(".wax")).to_have_count(0 if moment.name == "seer" else 2)
            assert page.evaluate(ON_OPEN) == 0, (moment.name, width)
    others.dispose()
