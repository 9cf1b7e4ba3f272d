"""The tours of all games, from the first note to the last: a scripted match and a coach."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import KEYS, Inn, settle
from tests.wide import wide

OWN_TABLES = [("magicduel", "MagicDuel"), ("echo", "Echo")]
TOURED = [
    *OWN_TABLES,
    ("mazerunner", "Mazerunner"),
    ("adventurer", "Adventurer Factory"),
    ("micah", "Micah's Game"),
]
NOTES = {"magicduel": 12, "echo": 11, "mazerunner": 7, "adventurer": 6, "micah": 6}
KEY = re.compile(r"\b(press|Press|Enter)\b|\b1 to \d")
END = "That is all of it"


def begin(page: Page, inn: Inn, title: str) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name=f"Three-minute tour: {title}").click()
    page.wait_for_selector(".coach")


def follow(page: Page, without_keys: bool = False) -> list[str]:
    """Do what the coach says, and nothing else: press Next, or touch whatever lies in the light."""
    read: list[str] = []
    for _ in range(90):
        page.wait_for_selector(".coach, dialog[open]")
        if page.locator("dialog[open]").count():
            return read
        note = page.locator(".coach h2").inner_text()
        said = page.locator(".coach p").inner_text()
        assert not (without_keys and KEY.search(said)), f"a phone has no keys: {said}"
        assert page.locator("[data-lit]").count() <= 1
        if note not in read:
            read.append(note)
        following = page.locator(".coach").get_by_role("button", name="Next")
        if following.count():
            following.click()
        else:
            light = page.locator(".spot").bounding_box()
            assert light, f"{note!r} points at nothing"
            page.mouse.click(light["x"] + light["width"] / 2, light["y"] + light["height"] / 2)
        settle(page)
    raise AssertionError(f"the coach goes round in circles: {read}")


@pytest.mark.parametrize(("game", "title"), TOURED)
def test_who_follows_the_light_sees_every_note(page: Page, inn: Inn, game: str, title: str) -> None:
    begin(page, inn, title)
    read = follow(page)
    expect(page.locator("dialog[open]")).to_contain_text(END)
    assert len(read) >= NOTES[game], read


@pytest.mark.parametrize(("game", "title"), [TOURED[0], TOURED[2], *wide(TOURED[1], *TOURED[3:])])
def test_the_same_on_a_phone(phone: Page, inn: Inn, game: str, title: str) -> None:
    begin(phone, inn, title)
    assert len(follow(phone, without_keys=True)) >= NOTES[game]


@pytest.mark.parametrize(("game", "title"), OWN_TABLES)
def test_who_never_listens_comes_to_the_end_as_well(page: Page, inn: Inn, game: str, title: str) -> None:
    begin(page, inn, title)
    dice = random.Random(2)
    for _ in range(60):
        page.wait_for_selector("dialog[open], #bar[data-state=asked]")
        if page.locator("dialog[open]").count():
            break
        expect(page.locator(".coach")).to_be_visible()  # it always has something to say about a decision
        KEYS[game](page, dice)
        following = page.locator(".coach").get_by_role("button", name="Next")
        if game == "magicduel" and following.count():  # its last note is about no move
            following.click()
    expect(page.locator("dialog[open]")).to_contain_text(END)


@pytest.mark.parametrize("small", [False, True])
def test_a_note_points_at_what_it_speaks_of(page: Page, phone: Page, inn: Inn, small: bool) -> None:
    one = phone if small else page
    begin(one, inn, "Micah's Game")
    coach = one.locator(".coach")
    for _ in range(20):
        title = coach.locator("h2").inner_text()
        if title == "Every line has a why.":
            break
        if title == "Fight, charm, or run." and one.locator("#stage .ways [data-lit]").count():
            odds = [int(found) for found in re.findall(r"(\d+) %", one.locator("#stage .ways").inner_text())]
            expect(one.locator("[data-lit]")).to_contain_text(f"{max(odds)} %")
        following = coach.get_by_role("button", name="Next")
        if following.count():
            following.click()
        else:
            one.locator("[data-lit]").click()
        settle(one)
    expect(one.locator(".ledgertool[data-lit]" if small else "#ledger[data-lit]")).to_be_visible()


def test_notes_can_be_read_again(page: Page, inn: Inn) -> None:
    begin(page, inn, "Mazerunner")
    coach = page.locator(".coach")
    first = coach.locator("h2").inner_text()
    expect(coach.get_by_role("button", name="Back")).to_have_count(0)
    coach.get_by_role("button", name="Next").click()
    expect(coach.locator("h2")).not_to_have_text(first)
    second = coach.locator("h2").inner_text()
    coach.get_by_role("button", name="Back").click()
    expect(coach.locator("h2")).to_have_text(first)
    coach.get_by_role("button", name="Next").click()
    expect(coach.locator("h2")).to_have_text(second)


def test_a_tour_can_be_left_at_any_time(page: Page, inn: Inn) -> None:
    begin(page, inn, "Echo")
    page.locator(".coach").get_by_role("button", name="Skip the tour").click()
    expect(page.get_by_role("button", name="Play now: Echo")).to_be_visible()
