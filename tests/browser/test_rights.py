"""A place at a table that is lost, closed or somebody else's: the page says so, and shows what is left."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, Page, expect

from tests.browser.house import (
    Inn,
    choose_anything,
    person,
    quick_table,
    sit,
    sit_together,
    until,
    wait_for_turn,
)

SECRET = {"name": "Wren-of-the-page", "password": "birds are birds"}


def test_who_got_up_elsewhere_is_back_in_the_lobby(page: Page, other: Page, inn: Inn) -> None:
    seats = [{"who": "you", "name": "Hanne"}, {"who": "open"}, {"who": "open"}]
    table = sit(other, inn, {"game": "micah", "seats": seats})
    asked = page.context.request
    asked.post(f"{inn.url}api/tables/{table}/sit", data={"name": "Wren", "seat": 1})
    page.goto(f"{inn.url}#/t/{table}")
    expect(page.locator(".lobby li").nth(1)).to_contain_text("Wren")
    expect(page.get_by_role("button", name="Sit down here")).to_have_count(0)
    assert asked.delete(f"{inn.url}api/tables/{table}/seats/1").ok
    expect(page.locator(".toast")).to_contain_text("Chair 2 is no longer yours.")
    expect(page.get_by_role("button", name="Sit down here")).to_have_count(2)


def test_logging_in_elsewhere_in_the_browser_costs_nothing(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo")
    wait_for_turn(page)
    with page.expect_websocket():  # the old line is closed, and the page comes back with its new key
        assert page.context.request.post(f"{inn.url}api/accounts", data=SECRET).status == 201
    wait_for_turn(page)
    told = page.locator("#ledger [role=log] p").count()
    choose_anything(page, random.Random(3))
    until(page, "asked", "over")
    expect(page.locator(".rail")).not_to_contain_text("from the bench")
    assert page.locator("#ledger [role=log] p").count() > told
    expect(page.locator(".toast")).to_have_count(0)


def test_the_bench_is_told_when_it_is_closed(page: Page, other: Page, browser: Browser, inn: Inn) -> None:
    table = sit_together(page, other, inn, "magicduel")
    watcher = person(browser).new_page()
    watcher.goto(f"{inn.url}#/t/{table}")
    expect(watcher.locator(".rail")).to_contain_text("from the bench")
    page.keyboard.press("m")
    page.get_by_role("button", name="Let nobody watch any more").click()
    expect(watcher.locator("h1")).to_have_text("This table is not for watching")
    watcher.context.close()
    expect(page.get_by_role("dialog")).to_have_count(0)  # the menu closes when the inn has answered
    until(page, "asked", "waiting")
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Copy the link to this table")).to_be_visible()
    expect(page.get_by_role("button", name="watch", exact=False)).to_have_count(0)


def test_a_guest_sits_down_at_a_table_that_is_not_for_watching(page: Page, other: Page, inn: Inn) -> None:
    seats = [{"who": "you", "name": "Hanne"}, {"who": "open"}]
    table = sit(other, inn, {"game": "magicduel", "seats": seats, "watchers": False})
    page.goto(f"{inn.url}#/t/{table}")
    page.get_by_role("button", name="Sit down here").click()
    page.wait_for_selector("#bar")
    until(page, "asked", "waiting")
