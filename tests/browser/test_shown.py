"""What the games' authors asked to be shown, and how few clicks it takes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import GO, Inn, hold_back, quick_table, settle, sit, state, wait_for_turn


@pytest.mark.parametrize("title", ["Mazerunner", "Micah's Game"])
def test_a_game_for_one_is_played_alone_with_one_click(page: Page, inn: Inn, title: str) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name=f"Play alone: {title}").click()
    page.wait_for_selector("#bar[data-state=asked]")
    assert state(page) == "asked"
    table = page.url.rpartition("/t/")[2]
    seats = page.context.request.get(f"{inn.url}api/tables/{table}").json()["seats"]
    assert [seat["who"] for seat in seats] == ["person"]
    page.goto(inn.url)
    expect(page.get_by_role("button", name=f"Play alone: {title}")).to_be_visible()
    assert page.get_by_role("button", name="Play alone: Echo").count() == 0


def test_a_table_is_set_for_the_game_that_is_chosen(page: Page, inn: Inn) -> None:
    """While its rules are on their way, nothing can be set by those of the game before."""
    let_go = hold_back(page, "/api/games/echo")
    page.goto(f"{inn.url}#/new?game=magicduel")
    lay = page.get_by_role("button", name="Set the table")
    expect(lay).to_be_visible()
    page.get_by_role("radio", name="Echo").click()
    expect(lay).to_have_count(0)
    let_go()
    lay.click()
    page.wait_for_selector("#bar")
    expect(page.locator(".rail h1")).to_have_text("Echo")


def test_the_book_is_shown_whole_and_leads_to_cards_and_clauses(page: Page, inn: Inn) -> None:
    page.goto(f"{inn.url}#/rules/micah")
    book = page.get_by_role("region", name="Rulebook")
    for chapter in ("Who you can be", "The weathers", "Ghost cards", "House rules", "Your first game"):
        expect(book.get_by_role("heading", name=chapter)).to_have_count(1)
    book.get_by_role("button", name="Goblin King", exact=True).first.click()
    card = page.get_by_label("Card", exact=True)
    expect(card).to_contain_text("Goblin King")
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    book.get_by_role("button", name="MG-18.6").first.click()
    expect(book.locator("[data-clause='MG-18.6']")).to_be_in_viewport()
    page.get_by_label("Find a rule").fill("lemonade")
    expect(book.get_by_role("heading")).to_have_count(2)


def test_what_travellers_carry_is_open_and_trades_are_put_together(page: Page, inn: Inn) -> None:
    seats = [{"who": "you", "name": "Wren"}, *[{"who": "bot", "bot": "random"}] * 2]
    options = {"starting_coin": 60, "trade_offers_per_turn": 3}
    sit(page, inn, {"game": "micah", "seats": seats, "options": options})
    choose_class(page)
    bought = [buy(page) for _ in range(2)]
    # your own pack in your own order: the referee keeps the one in which the cards were gained
    pack = page.locator(".own .shelf", has_text="Pack")
    assert pack.locator(".piece .n").all_inner_texts() == bought
    pack.get_by_role("button", name="sort").click()
    page.get_by_role("button", name=f"Move {bought[1]} forward").click()
    page.keyboard.press("Escape")
    assert pack.locator(".piece .n").all_inner_texts() == bought[::-1]
    # what the others carry
    name = page.locator(".others .seat:not(.tight) .nm, .others .seat .nm").last.inner_text()
    page.get_by_role("button", name=f"What {name} carries").last.click()
    expect(page.get_by_role("dialog", name=f"What {name} carries")).to_contain_text("Dock")
    page.keyboard.press("Escape")
    # an offer of one thing for one thing
    page.get_by_role("button", name="Trade…").click()
    panel = page.get_by_role("dialog", name="Trade")
    expect(panel.get_by_role("button", name="Make the offer")).to_be_disabled()
    panel.get_by_role("radiogroup", name="You give").get_by_role("radio", name=bought[0]).click()
    panel.get_by_role("radiogroup", name="gives").get_by_role("radio", name="1 Coin").click()
    panel.get_by_role("button", name="Make the offer").click()
    offer = page.locator("#ledger .offers .slip")  # where it pushes nothing aside
    expect(offer).to_contain_text(f"{bought[0]} for 1 Coin")
    offer.get_by_role("button", name="Take it back").click()
    expect(offer).to_have_count(0)


def test_what_is_too_dear_says_so_and_the_boss_says_how_it_will_go(page: Page, inn: Inn) -> None:
    options = {"class_pick": "random", "starting_coin": 1}
    sit(page, inn, {"game": "micah", "seats": [{"who": "you", "name": "Wren"}], "options": options})
    wait_for_turn(page)
    expect(page.locator(".stall .piece .foot").first).to_contain_text("Coin, you have 1")
    page.get_by_role("button", name="Challenge Bartholomew").click()
    expect(page.locator("#bar .careful")).to_contain_text("bad idea")
    expect(page.locator("#bar .foreseen")).to_contain_text(
        re.compile(r"a strike of yours tells \d+ % of the time")
    )
    page.locator(GO).click()
    ways = page.locator(".ways .way.can")
    expect(ways).to_have_count(4)
    for way, stat in zip(ways.all(), ("Attack", "Charisma", "Speed", "Speed"), strict=True):
        expect(way).to_contain_text(re.compile(rf"{stat} against \d+"))
        expect(way.locator(".odds")).to_contain_text("%")
        expect(way).to_contain_text("Works:")
    ways.nth(2).click()
    expect(page.locator("#bar .foreseen")).to_contain_text("his attack misses you")


def choose_class(page: Page) -> None:
    """The first of the classes."""
    wait_for_turn(page)
    page.locator(".classes .piece.can").first.click()
    page.locator("#bar .btn.go").click()
    settle(page)


def buy(page: Page) -> str:
    """The first ware that can be bought; its name."""
    wait_for_turn(page)
    ware = page.locator(".stall .piece.can").first
    name = ware.locator(".n").inner_text()
    ware.click()
    page.locator("#bar .btn.go").click()
    settle(page)
    return name


def test_a_fallen_traveller_is_shown_as_fallen(page: Page, other: Page, inn: Inn) -> None:
    seats = [{"who": "you", "name": "Wren"}, {"who": "open"}, {"who": "bot", "bot": "random"}]
    table = sit(page, inn, {"game": "micah", "seats": seats, "options": {"class_pick": "random"}})
    other.context.request.post(f"{inn.url}api/tables/{table}/sit", data={"name": "Hanne"})
    other.context.request.post(
        f"{inn.url}api/tables/{table}/act", data={"action": "resign", "seq": 0, "nonce": "enough"}
    )
    fallen = page.locator(".others > .seat", has_text="Hanne")
    expect(fallen).to_contain_text("left the adventure")
    expect(fallen.get_by_role("meter")).to_have_count(0)


def test_piles_lists_levels_and_signs_of_adventurers(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "adventurer", options={"deck_0": "goose-company", "xp_first": 30})
    wait_for_turn(page)
    signs = page.locator("section.seat.own .sign").evaluate_all("all => all.map((one) => one.dataset.sign)")
    assert sorted(signs) == ["attack", "charisma", "defense", "health", "willpower", "xp"]
    page.get_by_role("button", name="Look through the piles: Wren").click()
    piles = page.get_by_role("dialog")
    expect(piles).to_contain_text("Deck list: Goose Company")
    expect(piles).to_contain_text("Guard Goose")
    expect(piles).to_contain_text("Nothing has been discarded.")


def test_a_guest_brings_a_deck_from_a_file(page: Page, other: Page, inn: Inn) -> None:
    seats = [{"who": "you", "name": "Wren"}, {"who": "open"}]
    table = sit(page, inn, {"game": "adventurer", "seats": seats})
    other.goto(f"{inn.url}#/t/{table}")
    chosen = other.get_by_label("Your deck", exact=True)
    expect(chosen).to_have_value("velvet-revolution")
    upload = other.get_by_label("Your deck, from a file")
    upload.set_input_files({"name": "bad.txt", "mimeType": "text/plain", "buffer": b"40 goose\n"})
    expect(other.locator(".lobby [role=alert]")).to_have_text("There is no card 'goose'.")
    cards = ["knight", "squire", "ogre", "guard-goose", "whetstone", "silver-ring", "soapbox", "hot-cocoa"]
    text = "# Only geese\n" + "".join(f"4 {card}\n" for card in [*cards, "sensible-helmet", "grappling-hook"])
    upload.set_input_files({"name": "geese.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(chosen.locator("option:checked")).to_have_text("Only geese")
    other.locator(".lobby").get_by_role("button", name="Sit").first.click()
    other.wait_for_selector("#bar")
    expect(other.locator("section.seat.own h2")).to_contain_text("Only geese")
