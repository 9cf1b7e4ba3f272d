"""All cards of all games, in the games' own words, found by typing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from innkeeper.engine.game import get_game
from tests.browser.house import Inn
from tests.browser.test_words import read
from tests.program_words import ids_of

WANTED = {
    "magicduel": ("bubble", "Cast Bubble"),
    "echo": ("seer", "Seer"),
    "mazerunner": ("lamp oil", None),
    "adventurer": ("shortsword", "Market-Day Shortsword"),
    "micah": ("dragon", "Bartholomew, the Last Dragon"),
}


def names(game: str) -> set[str]:
    """Everything with a name in the content."""
    content = get_game(game).content
    return {
        entry["name"]
        for file in content.files
        for entries in content.tables(file).values()
        if isinstance(entries, dict)
        for entry in entries.values()
        if isinstance(entry, dict) and isinstance(entry.get("name"), str)
    }


@pytest.mark.parametrize("game", WANTED)
def test_every_card_hangs_there_and_is_found(page: Page, inn: Inn, game: str) -> None:
    page.goto(f"{inn.url}#/cards/{game}")
    cards = page.locator(".cards .face h3")
    expect(cards.first).to_be_attached()
    assert set(cards.all_text_contents()) == names(game)
    read(page, f"{game}: gallery", ids_of(game))
    word, name = WANTED[game]
    all_cards = cards.count()
    page.get_by_role("searchbox").fill(word)
    expect(page.get_by_role("status")).to_contain_text(f"of {all_cards} cards")
    assert 0 < cards.count() < all_cards
    if name is not None:
        assert name in cards.all_text_contents()
    page.get_by_role("searchbox").fill("no card says this")
    expect(page.locator(".cards")).to_contain_text("No card says that.")


@pytest.mark.parametrize(("place", "sign"), [("cards/echo", ".cards .face"), ("rules/echo", ".clause")])
def test_what_is_read_has_a_heading_before_all_games_are_known(
    page: Page, inn: Inn, place: str, sign: str
) -> None:
    page.route("**/api/games", lambda route: None)  # the list never comes
    page.goto(f"{inn.url}#/{place}")
    page.wait_for_selector(sign)
    expect(page.locator("h2.sr")).to_have_text("Echo")


def test_a_card_says_what_sort_it_is(page: Page, inn: Inn) -> None:
    """The cards of Adventurer Factory are all `card` in their files; they say themselves what they are."""
    page.goto(f"{inn.url}#/cards/adventurer")
    card = page.locator(".face", has=page.get_by_role("heading", name="Singed Assistant"))
    expect(card.locator(".kind")).to_have_text("Minion")
    page.get_by_role("combobox").select_option("Potion")
    expect(page.locator(".face .kind").first).to_have_text("Consumable, Potion")
    assert all("Potion" in sort for sort in page.locator(".face .kind").all_text_contents())


def test_figures_have_words(page: Page, inn: Inn) -> None:
    page.goto(f"{inn.url}#/cards/magicduel")
    page.locator(".cards .face").first.wait_for()
    figures = set(page.locator(".face dt").all_text_contents())
    assert figures <= {
        "Health",
        "Magic a turn",
        "Health when fed",
        "Attack",
        "Burn",
        "Attack when fed",
        "Least magic",
    }
    page.goto(f"{inn.url}#/cards/mazerunner")
    die = page.locator(".face", has=page.get_by_role("heading", name="Attack die"))
    expect(die).to_contain_text("1, 2, 3, 4, 5, sword")
    corner = page.locator(".face", has=page.get_by_role("heading", name="Dead End"))
    expect(corner).to_contain_text("Open only where you came in.")


@pytest.mark.parametrize("place", ["cards/xyz", "rules/xyz", "leaders/xyz", "decks/xyz", "new?game=xyz"])
def test_a_game_that_is_not_here_is_said_to_be_missing(page: Page, inn: Inn, place: str) -> None:
    page.goto(f"{inn.url}#/{place}")
    expect(page.get_by_role("heading", name="Nobody here knows a game called xyz.")).to_be_visible()
    expect(page.locator(".door")).to_contain_text("MagicDuel")
    page.get_by_role("link", name="Back to the hall").click()
    page.wait_for_selector(".bill")
