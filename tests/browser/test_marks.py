"""Beside every name: is it an account, a stranger's program, or a guest?"""

from __future__ import annotations

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.house import Inn, person, sit, until

CLOCKWORK = {"name": "Clockwork", "password": "a spring and a wheel", "program": True}


def sit_down(asked: APIRequestContext, inn: Inn, table: str, **who: object) -> None:
    answer = asked.post(f"{inn.url}api/tables/{table}/sit", data=who)
    assert answer.ok, answer.text()


@pytest.mark.parametrize("game", ["magicduel", "echo"])
def test_a_program_is_marked_in_the_lobby_and_at_the_table(
    page: Page, browser: Browser, inn: Inn, game: str
) -> None:
    seats = [{"who": "you", "name": "Hanne"}, {"who": "open"}]
    table = sit(page, inn, {"game": game, "seats": seats})
    expect(page.locator(".lobby")).to_be_visible()
    expect(page.locator(".crest")).to_have_count(0)
    program = person(browser)
    sit_down(program.request, inn, table, name="Cogs", program=True)
    until(page, "asked", "waiting")
    marked = page.locator(".nm, .nmz b").filter(has_text="Cogs").first
    expect(marked).to_have_text("Cogs, a program")
    expect(page.locator(".nm, .nmz b").filter(has_text="Hanne").first).to_have_text("Hanne")
    program.close()


def test_accounts_and_programs_are_marked_in_lists(page: Page, browser: Browser, inn: Inn) -> None:
    program, somebody = person(browser), person(browser)
    made = program.request.post(f"{inn.url}api/accounts", data=CLOCKWORK)
    assert made.ok, made.text()
    wren = {"name": "Wren-with-a-seal", "password": "birds are birds"}
    assert somebody.request.post(f"{inn.url}api/accounts", data=wren).ok
    seats = [{"who": "you"}, {"who": "open"}, {"who": "open"}]
    for asked in (program.request, somebody.request):
        table = {"game": "mazerunner", "seats": seats, "public": True}
        assert asked.post(f"{inn.url}api/tables", data=table).ok
    page.goto(inn.url)
    expect(page.locator(".board .tb", has_text="Clockwork, a program")).to_have_count(1)
    expect(page.locator(".board .tb", has_text="Wren-with-a-seal, has an account")).to_have_count(1)
    page.goto(f"{inn.url}#/player/Clockwork")
    expect(page.get_by_text("This is a program.")).to_be_visible()
    program.close()
    somebody.close()
