"""Dice that everybody can trust: the page seals, opens, keeps the promise and compares by itself."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from hashlib import sha256

from playwright.sync_api import Page, Route, expect

from tests.browser.house import PATIENCE, Inn, play_now, set_table, until


def _resign(page: Page) -> None:
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    until(page, "over")


def _check(page: Page, inn: Inn, table: str) -> None:
    page.goto(f"{inn.url}#/t/{table}/replay")
    page.get_by_role("button", name="Check the dice").click()


def _write(inn: Inn, what: str, *values: object) -> None:
    """Into the server's own book, behind its back; it may be writing there, too."""
    with closing(sqlite3.connect(inn.folder / "inn.db", timeout=PATIENCE / 1000)) as book, book:
        book.execute(what, values)


def _table(page: Page) -> str:
    page.wait_for_url(re.compile("#/t/"))
    return page.url.partition("#/t/")[2]


def test_two_people_seal_and_open_by_themselves(page: Page, other: Page, inn: Inn) -> None:
    set_table(page, inn, "echo", "by link")
    table = _table(page)
    expect(page.locator(".lobby")).to_contain_text("Not rated: ")
    other.goto(f"{inn.url}#/t/{table}")
    other.get_by_role("button", name="Sit down here").click()
    for one in (page, other):
        one.wait_for_selector("#bar")
    kept = [json.loads(one.evaluate("localStorage['innkeeper.dice']"))[table] for one in (page, other)]
    assert kept[0]["commitment"] == kept[1]["commitment"]
    _resign(page)
    expect(page.locator("#bar")).to_contain_text("plays without an account")
    record = page.context.request.get(f"{inn.url}api/tables/{table}/record").json()
    assert record["chance"]["nonces"] == [one["word"] for one in kept]
    seals = [sha256(f"innkeeper word:{one['word']}".encode()).hexdigest() for one in kept]
    assert record["chance"]["seals"] == seals
    for one in (page, other):
        _check(one, inn, table)
        proof = one.locator(".proof")
        expect(proof).to_contain_text("Checked: fair")
        expect(proof).to_contain_text("it is the one that it kept")
        expect(proof).to_contain_text("Your own word is among them.")
        expect(proof.locator(".seal")).to_be_visible()
    # a rematch has new words, of both
    page.goto(f"{inn.url}#/t/{table}")
    page.get_by_role("button", name="Rematch").click()
    other.goto(f"{inn.url}#/t/{table}")
    other.get_by_role("button", name="Sit down again").click()
    for one in (page, other):
        one.wait_for_selector("#bar:not([data-state=over])")
    again = page.context.request.get(f"{inn.url}api/tables/{_table(page)}").json()
    assert all(seat["seal"] and seat["nonce"] for seat in again["seats"])


def test_a_server_that_swaps_its_promise_is_noticed(page: Page, other: Page, inn: Inn) -> None:
    """It learns who plays, takes a seed that suits it better, and is honest from there on."""
    set_table(page, inn, "echo", "by link")
    table = _table(page)
    promised = page.context.request.get(f"{inn.url}api/tables/{table}").json()["commitment"]
    expect(page.locator(".lobby")).to_contain_text(promised[:16])
    seed = sha256(b"a seed that suits better").digest()
    swapped = (seed, sha256(seed).hexdigest(), table)
    _write(inn, "UPDATE matches SET seed = ?, commitment = ? WHERE id = ?", *swapped)
    other.goto(f"{inn.url}#/t/{table}")
    other.get_by_role("button", name="Sit down here").click()
    page.wait_for_selector("#bar")
    _resign(page)
    assert page.context.request.get(f"{inn.url}api/tables/{table}/verify").json()["good"]
    _check(page, inn, table)
    proof = page.locator(".proof")
    expect(proof).to_contain_text("Not as promised")
    expect(proof).to_contain_text("The fingerprint of the opened seed is not the promised one.")
    expect(proof.locator(".seal")).to_have_count(0)
    # somebody who was not there before the match has nothing to compare with, and is told so
    other.evaluate("localStorage.clear()")
    _check(other, inn, table)
    expect(other.locator(".proof")).to_contain_text("In order, not proven")
    expect(other.locator(".proof")).to_contain_text("kept no promise from before the match")


def test_a_word_chosen_when_the_others_are_open_is_noticed(page: Page, other: Page, inn: Inn) -> None:
    """A server that knows the seed lets its friend choose a word, and its seal, when it has read yours."""
    set_table(page, inn, "echo", "by link")
    table = _table(page)
    chosen = "a word that suits better"
    seals = [sha256(f"innkeeper word:{word}".encode()).hexdigest() for word in ("a word", chosen)]

    def choose(route: Route) -> None:
        swapped = (chosen, seals[1], table)
        _write(inn, "UPDATE chairs SET nonce = ?, seal = ? WHERE match_id = ? AND seat = 1", *swapped)
        route.continue_()

    page.route("**/words", choose)
    other.context.request.post(f"{inn.url}api/tables/{table}/sit", data={"name": "Hanne", "seal": seals[0]})
    page.wait_for_selector("#bar")
    _resign(page)
    record = page.context.request.get(f"{inn.url}api/tables/{table}/record").json()
    assert (record["chance"]["nonces"][1], record["chance"]["seals"][1]) == (chosen, seals[1])
    assert page.context.request.get(f"{inn.url}api/tables/{table}/verify").json()["good"]
    _check(page, inn, table)
    proof = page.locator(".proof")
    expect(proof).to_contain_text("Not as promised")
    expect(proof).to_contain_text("A word is not the one that was bound before your browser told its own")
    expect(proof.locator(".seal")).to_have_count(0)


def test_alone_against_a_bot_the_promise_comes_first(page: Page, inn: Inn) -> None:
    play_now(page, inn, "MagicDuel")
    table = _table(page)
    _resign(page)
    _check(page, inn, table)
    expect(page.locator(".proof")).to_contain_text("Checked: fair")
    expect(page.locator(".proof")).to_contain_text("Your own word is among them.")
