"""The deck builder: sifting, what the referee says of a deck while it grows, files, a test draw, play."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Download, Page, expect

from innkeeper import get_game
from tests.browser.house import Inn, hold_back, wait_for_turn

ON_TOP = """card => {
  const box = card.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return card.contains(hit);
}"""


def builder(page: Page, inn: Inn) -> None:
    page.goto(f"{inn.url}#/decks/adventurer")
    page.locator(".all .card").first.wait_for()


def verdict(page: Page, is_: str) -> None:
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", is_)


def read(download: Download) -> str:
    return Path(download.path()).read_text(encoding="utf-8")


def test_the_hall_leads_to_it(page: Page, inn: Inn) -> None:
    page.goto(inn.url)
    links = page.get_by_role("link", name="Build a deck")
    expect(links).to_have_count(1)
    links.click()
    expect(page.get_by_role("heading", name="Deck builder")).to_be_visible()


def test_a_deck_is_judged_while_it_is_built(page: Page, inn: Inn) -> None:
    builder(page, inn)
    play = page.get_by_role("button", name="Play with it now")
    expect(play).to_be_disabled()
    page.get_by_label("Your decks").select_option(label="Goose Company")
    verdict(page, "legal")
    expect(page.locator(".top .slate")).to_contain_text("40 / 40")
    page.locator("aside").get_by_role("button", name="Take out Whetstone").click()
    verdict(page, "refused")
    expect(page.locator("[data-verdict]")).to_contain_text("39 cards, but a deck has exactly 40.")
    expect(play).to_be_disabled()
    page.get_by_label("Find in names and text").fill("heckle")
    expect(page.locator(".all .card")).to_have_count(1)
    page.get_by_role("button", name="Add Heckle").click()
    verdict(page, "legal")
    heckle = page.locator("aside li", has_text="Heckle")
    expect(heckle).to_contain_text("Heckle can never be played: it needs bard 1, and this deck reaches 0.")
    expect(page.locator("[data-verdict]")).to_contain_text("1 warning")
    # it is still there when one comes back, and lies ready where a table is set
    page.reload()
    expect(page.get_by_label("Name of the deck")).to_have_value("Goose Company, mine")
    expect(page.locator("aside li", has_text="Heckle")).to_have_count(1)
    page.goto(f"{inn.url}#/new?game=adventurer")
    ready = page.locator("optgroup[label='Your decks']").first.locator("option")
    expect(ready).to_have_text(["Goose Company, mine"])


def test_cards_are_sifted_by_calling_type_and_cost(page: Page, inn: Inn) -> None:
    builder(page, inn)
    cards = page.locator(".all .card")
    whole = cards.count()
    page.get_by_role("group", name="Class", exact=True).get_by_role("button", name="Knight").click()
    knights = cards.count()
    page.get_by_role("group", name="Type").get_by_role("button", name="Weapon").click()
    page.get_by_role("group", name="Cost").get_by_role("button", name="3").click()
    expect(cards).to_have_text([re.compile("Trusty Longsword")])
    assert whole > knights > 1
    page.get_by_role("group", name="Cost").get_by_role("button", name="3").click()
    page.get_by_role("group", name="Type").get_by_role("button", name="All").click()
    expect(cards).to_have_count(knights)


def test_a_deck_goes_out_as_a_file_and_comes_in_again(page: Page, inn: Inn) -> None:
    builder(page, inn)
    page.get_by_label("Your decks").select_option(label="Velvet Revolution")
    page.get_by_label("Name of the deck").fill("Geese, unhurried")
    verdict(page, "legal")
    game = get_game("adventurer")
    book = game.book_of(game.content)
    assert game.read_deck is not None
    files = []
    for name in ("Export", "as JSON"):
        with page.expect_download() as file:
            page.get_by_role("button", name=name).click()
        text = read(file.value)
        deck, problems = game.read_deck(text, game.options.resolve({}, book), book)
        assert isinstance(deck, dict)
        assert not problems
        files.append(deck)
    assert files[0] == files[1]
    assert files[0]["name"] == "Geese, unhurried"
    upload = page.get_by_label("A deck file")

    def bring(name: str, content: bytes) -> None:
        upload.set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})

    bring("bad.txt", b"40 gooose\n")
    expect(page.get_by_role("alert")).to_have_text("This file was not taken. There is no card 'gooose'.")
    bring("goose.png", bytes(range(256)))
    expect(page.get_by_role("alert")).to_contain_text("There is no text in it.")
    expect(page.get_by_label("Name of the deck")).to_have_value("Geese, unhurried")
    other = json.dumps({**files[0], "name": "Brought back"}).encode()
    upload.set_input_files({"name": "good.json", "mimeType": "application/json", "buffer": other})
    expect(page.get_by_label("Name of the deck")).to_have_value("Brought back")
    verdict(page, "legal")
    page.get_by_role("button", name="Throw this deck away").click()
    expect(page.get_by_label("Name of the deck")).to_have_value("Geese, unhurried")
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_label("Name of the deck")).to_have_value("Brought back")
    bring("begun.txt", b"# Not finished\n4x Knight\n2 trusty longsword\n")
    expect(page.get_by_label("Name of the deck")).to_have_value("Not finished")
    expect(page.locator("aside li", has_text="Trusty Longsword")).to_have_count(1)
    verdict(page, "refused")


def test_a_hand_is_drawn_and_the_deck_played_with(page: Page, inn: Inn) -> None:
    builder(page, inn)
    page.get_by_label("Your decks").select_option(label="Goose Company")
    page.get_by_role("button", name="A test draw").click()
    hand = page.get_by_role("region", name="A test draw").locator("li")
    expect(hand).to_have_count(5)
    play = page.get_by_role("button", name="Play with it now")
    for card in hand.all():  # nothing of it lies under the button
        assert card.evaluate(ON_TOP)
    page.get_by_role("button", name="Draw one more").click()
    expect(hand).to_have_count(6)
    page.get_by_label("Name of the deck").fill("Only geese")
    expect(hand).to_have_count(0)
    play.click()
    wait_for_turn(page)
    expect(page.locator("section.seat.own h2")).to_contain_text("Only geese")


def test_a_deck_lies_on_the_shelf_of_whoever_has_made_it(page: Page, inn: Inn) -> None:
    """Also if the first card was chosen before it was known who that is."""
    person = {"name": f"heron{inn.port}", "password": "a goose in the rain"}
    assert page.context.request.post(f"{inn.url}api/accounts", data=person).ok
    let_go = hold_back(page, "/api/me")
    builder(page, inn)
    page.get_by_role("button", name="Add Whetstone").click()
    expect(page.locator("aside li", has_text="Whetstone")).to_have_count(1)
    let_go()
    page.wait_for_function("() => localStorage.getItem('innkeeper.decks')")
    shelves = json.loads(page.evaluate("localStorage.getItem('innkeeper.decks')"))
    assert list(shelves) == [f"adventurer {person['name']}"]
    expect(page.locator("aside li", has_text="Whetstone")).to_have_count(1)
