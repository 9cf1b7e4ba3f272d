"""Everybody can use it: axe-core, contrast over pictures, and what a screen reader is told, page by page."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Playwright, expect

from tests.browser.house import (
    DESK,
    KEYS,
    PHONE,
    WEB,
    Inn,
    play_now,
    quick_table,
    set_table,
    sit,
    sit_together,
    until,
    wait_for_turn,
)
from tests.browser.roads import ROADS, Party, first_road, look_in, questions, roads, shortened
from tests.wide import wide

AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
STILL = 20  # looks at most, until nothing has moved during one
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Words that axe cannot judge, because something is painted behind them: where they stand, colour, need.
WORDS = """selectors => selectors.flatMap((selector) => {
  const node = document.querySelector(selector);
  const lit = document.querySelector('.coach, .drawer, dialog[open]'); // what it dims is not read meanwhile
  if (!node || (lit && !lit.contains(node))) return [];
  const style = getComputedStyle(node);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  const range = document.createRange();
  const rects = [];
  for (const child of node.childNodes) {
    if (child.nodeType !== Node.TEXT_NODE || !child.data.trim()) continue;
    range.selectNodeContents(child);
    for (const { x, y, width, height } of range.getClientRects()) {
      // what is half under something else is not read, whichever half
      const seen = (across, down) => node.contains(document.elementFromPoint(across, down));
      const wholly = [y + 1, y + height / 2, y + height - 1].every((down) =>
        [x + 1, x + width / 2, x + width - 1].every((across) => seen(across, down)));
      if (wholly) rects.push([x, y, width, height]);
    }
  }
  const text = node.textContent.trim().slice(0, 40);
  const color = node instanceof SVGElement ? style.fill : style.color;
  return rects.length ? [{ selector, text, color, need: large ? 3 : 4.5, rects }] : [];
})"""
# The mark where one writes blinks, and is no word.
STEADY = """() => {
  if (window.steady) return;
  window.steady = new CSSStyleSheet();
  window.steady.replaceSync('* { caret-color: transparent !important; }');
  document.adoptedStyleSheets.push(window.steady);
}"""
# Words away, what is behind them stays. A constructed sheet is allowed by the page's policy.
HIDE = """() => {
  const hidden = '-webkit-text-fill-color: transparent !important; text-shadow: none !important;';
  window.bare = new CSSStyleSheet();
  window.bare.replaceSync(`*, *::before, *::after { ${hidden} } svg text { fill: transparent !important; }`);
  document.adoptedStyleSheets.push(window.bare);
}"""
SHOW = "() => { document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(window.bare), 1); }"
# On a blank page: the pixels that change when the words go away are their ink. How well does it stand out
# from what is behind it? All but the worst twentieth must; words without any ink cannot be seen at all.
MEASURE = """async ({ shown, bare, words }) => {
  const pixels = async (picture) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const paper = canvas.getContext('2d', { willReadFrequently: true });
    paper.drawImage(image, 0, 0);
    return (...area) => paper.getImageData(...area).data;
  };
  const [front, back] = [await pixels(shown), await pixels(bare)];
  const linear = Float64Array.from({ length: 256 }, (_, part) =>
    (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (r, g, b) => 0.2126 * linear[r] + 0.7152 * linear[g] + 0.0722 * linear[b];
  return words.map((word) => {
    const [r, g, b, alpha = 1] = word.color.match(/[\\d.]+/g).map(Number);
    const mix = (over, under) => Math.round(over * alpha + under * (1 - alpha));
    const found = [];
    for (const rect of word.rects) {
      const area = rect.map(Math.round);
      if (area[2] < 1 || area[3] < 1) continue;
      const [ink, paper] = [front(...area), back(...area)];
      for (let at = 0; at < paper.length; at += 4) {
        const pr = paper[at], pg = paper[at + 1], pb = paper[at + 2];
        if (Math.abs(ink[at] - pr) + Math.abs(ink[at + 1] - pg) + Math.abs(ink[at + 2] - pb) < 48) continue;
        const one = light(mix(r, pr), mix(g, pg), mix(b, pb));
        const two = light(pr, pg, pb);
        found.push((Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05));
      }
    }
    const sorted = Float64Array.from(found).sort();
    return { ...word, contrast: sorted[Math.floor(sorted.length / 20)] ?? 1 };
  });
}"""


def examine(page: Page, name: str) -> None:
    """Nothing that axe objects to in either light, and nothing too faint where axe cannot tell."""
    wrong: list[str] = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_selector(f"html[data-theme={scheme}]")
        # the page's own policy forbids inline scripts; the debugger may evaluate all the same
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        found = page.evaluate(
            "tags => axe.run(document, { runOnly: tags, resultTypes: ['violations', 'incomplete'] })", TAGS
        )
        wrong += [
            f"{scheme}: {one['id']} ({one['impact']}): {node['target']} {node.get('failureSummary', '')}"
            for one in found["violations"]
            for node in one["nodes"][:3]
        ]
        wrong += [f"{scheme}: {one}" for one in too_faint(page, found["incomplete"])]
    assert not wrong, f"{name}:\n" + "\n".join(wrong)


def desk(page: Page) -> Page:
    """The blank page beside it on which pictures are measured; opened once."""
    context = page.context
    return next((one for one in context.pages if one.url == "about:blank"), None) or context.new_page()


def picture(camera: CDPSession) -> str:
    """What is painted, in base64. Three of these are taken for each look: made quickly, not made small."""
    return str(camera.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})["data"])


def too_faint(page: Page, incomplete: list[dict[str, Any]]) -> list[str]:
    """Words on wood, paper and gradients, measured on what is really painted behind them."""
    selectors = [
        str(node["target"][-1])
        for one in incomplete
        if one["id"] == "color-contrast"
        for node in one["nodes"]
    ]
    camera = page.context.new_cdp_session(page)
    page.evaluate(STEADY)
    for _ in range(STILL):  # until nothing has moved between the pictures
        words = page.evaluate(WORDS, selectors)
        if not words:
            return []
        shown = picture(camera)
        page.evaluate(HIDE)
        bare = picture(camera)
        page.evaluate(SHOW)
        if picture(camera) == shown and page.evaluate(WORDS, selectors) == words:
            break
    else:
        raise AssertionError("the page never stands still")
    measured = desk(page).evaluate(MEASURE, {"shown": shown, "bare": bare, "words": words})
    page.bring_to_front()  # behind another page it would get no frames, and every step would wait for some
    return [
        f"{one['selector']} {one['text']!r}: contrast {one['contrast']:.2f}, needs {one['need']}"
        for one in measured
        if one["contrast"] < one["need"]
    ]


# Every page and every state of the table


def place(path: str, sign: str) -> Callable[[Page, Inn], None]:
    def go(page: Page, inn: Inn) -> None:
        page.goto(f"{inn.url}#/{path}")
        page.wait_for_selector(sign)

    return go


def table(game: str, *keys: str, sign: str = "#bar") -> Callable[[Page, Inn], None]:
    def go(page: Page, inn: Inn) -> None:
        quick_table(page, inn, game)
        wait_for_turn(page)
        for key in keys:
            page.keyboard.press(key)
        page.wait_for_selector(sign)

    return go


def lobby(page: Page, inn: Inn) -> None:
    set_table(page, inn, "echo", "by link")
    page.wait_for_selector(".lobby li")


def curtain(page: Page, inn: Inn) -> None:
    set_table(page, inn, "echo", "this screen")
    page.wait_for_selector(".curtain")


def over(page: Page, inn: Inn) -> None:
    table("magicduel", "m")(page, inn)
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign and lose").click()
    page.wait_for_selector("#bar .end")


def replay(page: Page, inn: Inn) -> None:
    over(page, inn)
    page.get_by_role("button", name="Replay").click()
    page.wait_for_selector(".tape")
    page.get_by_role("button", name="Check the dice").click()
    page.wait_for_selector(".proof")


def refused(page: Page, inn: Inn) -> None:
    table("magicduel")(page, inn)
    page.locator('[data-move="specter"]').click(force=True)
    page.wait_for_selector(".refusal")


def resigning(page: Page, inn: Inn) -> None:
    table("magicduel", "m")(page, inn)
    page.get_by_role("button", name="Resign…").click()


def talking(page: Page, inn: Inn) -> None:
    table("magicduel", "k", sign=".talk")(page, inn)


def tour(page: Page, inn: Inn) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name="Three-minute tour: MagicDuel").click()
    page.wait_for_selector(".coach")


def claims(page: Page, inn: Inn) -> None:
    """A grid of choices, with one chosen."""
    seats = [{"who": "you", "name": "Wren"}, {"who": "bot", "bot": "reckoner"}]
    sit(page, inn, {"game": "liarsdice", "seats": seats})
    wait_for_turn(page)
    page.locator(".grid button.cell").first.click()
    page.wait_for_selector("#bar .btn.go")


STATES: dict[str, Callable[[Page, Inn], None]] = {
    "home": place("", ".bill:not(.ghost)"),
    "new table": place("new?game=micah", ".preset"),
    "settings": place("settings", ".sheet"),
    "credits": place("credits", ".sheet"),
    "dice": place("dice", ".sheet"),
    "leaders": place("leaders", ".sheet"),
    "all cards": place("cards/echo", ".cards .face"),
    "rulebooks": place("rules", ".shelf li"),
    "deck builder": place("decks/adventurer", ".all .card"),
    "strength": place("strength/echo", ".figures"),
    "strength, not measured": place("strength/liarsdice", ".empty"),
    "me": place("me", ".sheet"),
    "rulebook page": place("rules/magicduel", ".clause"),
    "lobby": lobby,
    "magicduel, bolt chosen": table("magicduel", "1", sign=".spark"),
    "magicduel, heal chosen": table("magicduel", "3", sign="#bar .btn.go"),
    "magicduel, all choices": table("magicduel", "a", sign=".list"),
    "magicduel, rulebook": table("magicduel", "r", sign=".clause"),
    "magicduel, menu": table("magicduel", "m", sign="dialog[open]"),
    "magicduel, talk": talking,
    "magicduel, refused": refused,
    "magicduel, resigning": resigning,
    "over": over,
    "echo, pair chosen": table("echo", "2", "q", sign="#bar .btn.go"),
    "all choices": table("adventurer", "a", sign=".list"),
    "a grid of claims": claims,
    "curtain": curtain,
    "replay": replay,
    "tour": tour,
}


NEAR = (
    *(
        "home",
        "new table",
        "deck builder",
        "rulebook page",
        "lobby",
        "magicduel, bolt chosen",
        "magicduel, menu",
    ),
    *("magicduel, bolt chosen", "magicduel, menu", "magicduel, refused", "echo, pair chosen", "all choices"),
)


@pytest.mark.parametrize("name", [*NEAR, *wide(*(name for name in STATES if name not in NEAR))])
def test_axe_and_contrast(page: Page, inn: Inn, name: str) -> None:
    STATES[name](page, inn)
    examine(page, name)


def examined(page: Page, inn: Inn, met: Iterator[tuple[str, Party]]) -> set[str]:
    """The questions that are met, and the table passes at each of them."""
    asked: set[str] = set()
    for question, party in met:
        look_in(page, inn, party.id, question)
        examine(page, question)
        asked.add(question)
    return asked


@pytest.mark.parametrize("game", ["mazerunner", "adventurer", "micah", *wide("magicduel", "echo")])
def test_axe_and_contrast_at_the_first_questions(
    page: Page, playwright: Playwright, inn: Inn, game: str
) -> None:
    others = playwright.request.new_context()
    assert examined(page, inn, first_road(game, page, others, inn, 40))
    others.dispose()


@pytest.mark.long
@pytest.mark.parametrize("game", ROADS)
def test_axe_and_contrast_at_every_question(page: Page, playwright: Playwright, inn: Inn, game: str) -> None:
    others = playwright.request.new_context()
    assert examined(page, inn, roads(game, page, others, inn)) == questions(game)
    others.dispose()


def test_axe_and_contrast_while_waiting_and_watching(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "echo")
    wait_for_turn(page)
    KEYS["echo"](page, random.Random(2))
    until(page, "waiting")
    examine(page, "echo, sealed")
    examine(other, "echo, the other has sealed")


LID = """(word) => {
  const { bottom, height } = word.getBoundingClientRect();
  const lid = document.body.appendChild(document.createElement('div'));
  Object.assign(lid.style, { position: 'fixed', inset: `${bottom - height * 0.3}px 0 0`, zIndex: 50 });
}"""


def test_faint_words_are_found(page: Page, inn: Inn) -> None:
    """The measure itself: the same words on the same wood pass in ink and fail in wood colour."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    table("magicduel")(page, inn)
    words = [{"id": "color-contrast", "nodes": [{"target": [".mid .lbl b"]}]}]
    assert too_faint(page, words) == []
    for faint in ("#4a3622", "transparent"):
        page.locator(".mid .lbl b").first.evaluate("(node, faint) => (node.style.color = faint)", faint)
        assert len(too_faint(page, words)) == 1
    page.locator(".mid .lbl b").first.evaluate(LID)
    assert too_faint(page, words) == []  # nobody reads the upper half of a word


# What a screen reader is told


def test_a_grid_of_choices_is_read_and_reached_by_keys(page: Page, inn: Inn) -> None:
    """Every cell says what it claims, one of them is pressed, and what it is about has a name."""
    claims(page, inn)
    grid = page.get_by_role("group", name="Claim")
    expect(grid).to_have_count(1)
    names = grid.get_by_role("button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(set(names)) == len(names) > 20
    assert all(re.fullmatch(r"Claim \d+ × \d", name) for name in names)
    expect(grid.get_by_role("button", pressed=True)).to_have_count(1)
    second = grid.get_by_role("button").nth(1)
    second.focus()
    page.keyboard.press("Space")
    expect(second).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    expect(grid.get_by_role("button").nth(2)).to_be_focused()


def test_a_phone_is_examined_too(phone: Page, inn: Inn) -> None:
    for game in ("magicduel", "echo"):
        table(game)(phone, inn)
        examine(phone, f"{game} on a phone")


@pytest.mark.long
@pytest.mark.parametrize("game", ROADS)
def test_a_phone_is_examined_at_the_first_questions(
    phone: Page, playwright: Playwright, inn: Inn, game: str
) -> None:
    others = playwright.request.new_context()
    assert examined(phone, inn, first_road(game, phone, others, inn, 40))
    others.dispose()


@pytest.mark.long
@pytest.mark.parametrize("game", ROADS)
def test_axe_and_contrast_at_the_end(page: Page, playwright: Playwright, inn: Inn, game: str) -> None:
    """The drawn scene, the last word and the figures, on a desk and on a phone."""
    others = playwright.request.new_context()
    party = Party(page, others, inn, game, shortened(game), 1)
    for _ in party.steps():
        pass
    others.dispose()
    page.goto(f"{inn.url}#/t/{party.id}")
    for size in (DESK, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        until(page, "over")
        expect(page.get_by_role("region", name="How it ended").locator("img")).to_have_js_property(
            "complete", True
        )
        examine(page, f"{game}, over, {size['width']} px")


def test_the_other_side_is_announced(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "magicduel")
    expect(page.locator("[aria-live=assertive]")).to_contain_text("Your move")
    expect(other.locator("[aria-live=assertive]")).to_have_text("")
    for key in ("4", "Enter"):
        page.keyboard.press(key)
    expect(other.locator("[aria-live=polite]")).to_contain_text("Wren gathers 4 magic")
    expect(other.locator("[aria-live=assertive]")).to_contain_text("Your move")
    expect(page.locator("[aria-live=assertive]")).to_have_text("")


def test_a_whole_game_is_announced(page: Page, inn: Inn) -> None:
    """Everything the ledger says of the rival reaches the live region as well."""
    play_now(page, inn, "Echo")
    page.evaluate(
        """() => {
          const region = document.querySelector('[aria-live=polite]');
          window.spoken = '';
          new MutationObserver(() => (window.spoken += ' ' + region.textContent))
            .observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    dice = random.Random(2)
    while wait_for_turn(page):
        KEYS["echo"](page, dice)
    spoken = page.evaluate("window.spoken")
    lines = page.locator(".log p").evaluate_all(
        "all => all.map((one) => [...one.childNodes].filter((node) => node.nodeType === 3)"
        ".map((node) => node.data.trim()).join(''))"
    )
    # in each of the four battles a creature is shown, or chosen last by whoever has seen the other
    shown = [line for line in lines if re.match(r"(?!You\b).* (shows|fights with) the ", line)]
    assert len(shown) == 4
    assert [line for line in shown if line not in spoken] == []
