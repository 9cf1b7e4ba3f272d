"""People at the inn: who finds whom, what they are called, what is known of them."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from tests.browser.house import Inn, hold_back, quick_table, sit, soon, until, wait_for_turn
from tests.browser.sizes import wrong

DAYS = 3 * 24 * 3600
# what is said in passing goes away by itself, perhaps before anybody looks: all that was to be seen is kept
LISTEN = """() => {
  window.said = '';
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('[role=status]'))
      if (one.checkVisibility()) said += one.textContent;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def seek(page: Page, inn: Inn, title: str) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name=f"Find me somebody: {title}").click()


def test_two_who_look_for_somebody_find_each_other(page: Page, other: Page, inn: Inn) -> None:
    seek(page, inn, "Echo")
    expect(page.locator(".lobby")).to_contain_text("90 s a decision")
    expect(page.locator(".rail .clock")).to_contain_text("90 s a decision")
    table = page.url
    page.get_by_role("button", name="Play a bot meanwhile").click()
    until(page, "asked", "waiting")
    slip = page.get_by_role("complementary", name="Looking for somebody")
    expect(slip.get_by_role("link", name="To the table")).to_be_visible()
    for size in ("laptop", "tablet", "phone", "zoomed"):
        assert wrong(page, size) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.url != table, "the bot has a table of its own"
    page.evaluate(LISTEN)
    seek(other, inn, "Echo")
    for one in (page, other):
        one.wait_for_url(table)
        until(one, "asked")
    page.wait_for_function("() => said.includes('has come. The bot gives up its chair')")
    expect(page.locator(".log")).not_to_contain_text("bot")
    names = [one.locator("#bar .who").inner_text().splitlines()[0] for one in (page, other)]
    assert all(re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", name) for name in names), names


def test_looking_is_given_up_with_the_table(page: Page, inn: Inn) -> None:
    seek(page, inn, "MagicDuel")
    expect(page.locator(".lobby")).to_be_visible()
    table = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Stop looking").click()
    expect(page.locator(".bills")).to_be_visible()
    asked = page.context.request.get(f"{inn.url}api/tables?status=open&game=magicduel").json()
    assert table not in [one["id"] for one in asked["tables"]]


def test_nobody_is_sent_to_a_table_where_nobody_waits(page: Page, other: Page, inn: Inn) -> None:
    left = other.context.request.post(
        f"{inn.url}api/tables",
        data={"game": "mazerunner", "public": True, "seats": [{"who": "you"}, {"who": "open"}]},
    ).json()["table"]["id"]
    seek(page, inn, "Mazerunner")
    expect(page.locator(".lobby")).to_be_visible()
    assert left not in page.url
    page.get_by_role("button", name="Stop looking").click()
    expect(page.locator(".bills")).to_be_visible()


def test_the_ledger_says_you(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "magicduel")
    wait_for_turn(page)
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You gather")
    expect(page.locator(".log")).not_to_contain_text("Wren gathers")


def test_the_hall_says_you_and_who_is_with_you(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "magicduel")
    wait_for_turn(page)
    page.goto(inn.url)
    mine = page.locator(".yours .plaque").first
    expect(mine).to_contain_text("your turn")
    expect(mine).not_to_contain_text("Wren")
    seats = [{"who": "you", "name": "Wren"}]
    sit(page, inn, {"game": "mazerunner", "seats": seats})
    page.goto(inn.url)
    expect(page.locator(".yours .gm").first).to_have_text("Mazerunner, alone")


def test_a_guest_keeps_the_name_of_the_inn(page: Page, inn: Inn) -> None:
    page.goto(inn.url)
    name = page.locator(".who a").first.inner_text()
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", name)
    page.reload()
    expect(page.locator(".who a").first).to_have_text(name)


def test_an_account_is_made_once_and_is_what_its_owner_is_called(page: Page, inn: Inn) -> None:
    name = f"dunlin{inn.port}"
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    page.goto(f"{inn.url}#/me")
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Password").fill("a goose in the rain")
    page.get_by_role("button", name="Make an account").dblclick()
    expect(page.get_by_role("main")).to_contain_text(f"You are {name}.")
    expect(page.get_by_label("Name at the table")).to_have_count(0)  # it is the account's
    page.get_by_role("link", name="Back to the hall").click()
    expect(page.locator(".who a").first).to_have_text(name)
    assert sent == [f"{inn.url}api/accounts"]


def test_tables_left_lying_are_put_away(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo")
    wait_for_turn(page)
    page.clock.set_fixed_time(time.time() + DAYS)
    page.goto(inn.url)
    page.get_by_text("Left lying (1)").click()
    page.get_by_role("button", name="Put away").click()
    expect(page.get_by_text("Left lying")).to_have_count(0)
    expect(page.locator(".yours")).to_contain_text("Echo: not this time")


def test_results_are_counted_by_game_and_class(page: Page, inn: Inn) -> None:
    page.context.request.post(f"{inn.url}api/accounts", data={"name": "Ottilie", "password": "long enough 1"})
    quick_table(page, inn, "micah")
    wait_for_turn(page)
    page.keyboard.press("a")
    page.locator(".list .one").first.click()
    page.keyboard.press("Enter")
    until(page, "asked", "waiting")
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign and lose").click()
    until(page, "over")
    known = f"{inn.url}api/players/Ottilie"  # the end is put down when there is time
    assert soon(page, lambda: len(page.context.request.get(known).json()["figures"]) > 1)
    page.goto(f"{inn.url}#/player/Ottilie")
    figures = page.locator(".figures li")
    expect(figures.first).to_contain_text("Micah")
    expect(figures.first).to_contain_text("1 match")
    expect(figures.nth(1)).to_contain_text("0 won: 0 %")


def test_a_link_that_was_copied_leads_to_the_table(page: Page, other: Page, inn: Inn) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = quick_table(page, inn, "echo", public=True)
    wait_for_turn(page)
    page.keyboard.press("m")
    page.get_by_role("button", name="Copy the link to this table").click()
    expect(page.get_by_role("dialog")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{inn.url}t/{table}"
    other.goto(link)
    expect(other.locator("#bar")).to_contain_text("You are on the bench")
    other.goto(f"{link}/replay?at=0")
    expect(other.locator("input[type=range], [role=slider]").first).to_be_visible()
    assert "#/t/" in other.url


def test_nobody_stands_there_with_the_figures_of_another(page: Page, inn: Inn) -> None:
    name = f"godwit{inn.port}"
    person = {"name": name, "password": "a goose in the rain"}
    assert page.context.request.post(f"{inn.url}api/accounts", data=person).ok
    page.goto(f"{inn.url}#/player/{name}")
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    page.goto(f"{inn.url}#/player/Nobody")
    expect(page.get_by_role("heading", name="Nobody here is called Nobody")).to_be_visible()
    expect(page.get_by_role("heading", name="Ratings")).to_have_count(0)


def test_a_profile_calls_games_by_their_titles(page: Page, inn: Inn) -> None:
    """From the first sight on: until the titles are known nothing is listed."""
    person = {"name": f"stork{inn.port}", "password": "a goose in the rain"}
    assert page.context.request.post(f"{inn.url}api/accounts", data=person).ok
    table = quick_table(page, inn, "magicduel")
    until(page, "asked")
    act = {"action": "resign", "seq": 0, "nonce": "enough"}
    assert page.context.request.post(f"{inn.url}api/tables/{table}/act", data=act).ok
    let_go = hold_back(page, "/api/games")
    page.goto(inn.url)  # a page that is opened from now on
    page.goto(f"{inn.url}#/me")
    expect(page.get_by_role("heading", name="Matches")).to_have_count(1)
    expect(page.get_by_role("main")).not_to_contain_text("magicduel")
    let_go()
    expect(page.get_by_role("main")).to_contain_text("MagicDuel")
    expect(page.get_by_role("main")).not_to_contain_text("magicduel")
