"""The page on how strong bots are: reached where one chooses, whole on a phone, honest where it is empty."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from innkeeper.bots.strength import card_of
from innkeeper.engine.game import all_games
from tests.browser.house import Inn

MEASURED = next(
    game for game in all_games()[0] if (card := card_of(game)) and all(level.random for level in card.levels)
)
TITLE = "How strong are they?"


def test_it_is_reached_from_the_playbill_and_from_the_seats(page: Page, inn: Inn) -> None:
    page.goto(inn.url)
    page.get_by_role("link", name=f"Its bots, and how strong they are: {MEASURED.title}").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(page.locator(".tabs a[aria-current]")).to_have_text(MEASURED.title)
    page.goto(f"{inn.url}#/new?game={MEASURED.id}")
    page.get_by_role("link", name=TITLE).click()
    expect(page.locator(".tabs a[aria-current]")).to_have_text(MEASURED.title)


def test_every_level_is_shown_with_its_interval_on_any_screen(page: Page, inn: Inn) -> None:
    card = card_of(MEASURED)
    assert card is not None
    for width, height in ((360, 740), (1366, 650), (2560, 1300)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{inn.url}#/strength/{MEASURED.id}")
        random = page.locator("section", has=page.get_by_role("heading", name="Against random play"))
        for level in card.levels:
            assert level.random is not None
            row = random.locator("dl > div", has=page.get_by_text(level.name.capitalize(), exact=True))
            expect(row.locator("dd").first).to_contain_text(f"{100 * level.random.mean:.1f} %")
            expect(row.locator(".interval")).to_be_visible()
        expect(page.get_by_text(card.command)).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"at {width} one has to scroll sideways"


def test_a_game_that_nobody_measured_says_so(page: Page, inn: Inn) -> None:
    page.goto(f"{inn.url}#/strength/liarsdice")
    expect(page.get_by_text("Nobody has measured the bots of Liar's Dice yet.")).to_be_visible()
