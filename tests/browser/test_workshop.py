"""A landlord in the workshop: house rules, cards, a button, a bar, a report; everybody else stays outside."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import innkeeper
from innkeeper.server.landlords import appoint
from tests.browser.house import PATIENCE, PHONE, Inn
from tests.browser.test_access import examine

PASSWORD = "geese are geese"
MOVES = innkeeper.get_game("magicduel").content.files["moves.toml"]
BROKEN = MOVES.replace('do = "pierce"', 'do = "pearce"')
EDITED = MOVES.replace("amount = 5", "amount = 6", 1)


def landlord(page: Page, inn: Inn, name: str) -> None:
    """Make an account, have it appointed, and come to the workshop by its own page."""
    page.context.request.post(f"{inn.url}api/accounts", data={"name": name, "password": PASSWORD})
    appoint(f"sqlite:///{inn.folder / 'inn.db'}", name, True)
    page.goto(f"{inn.url}#/me")
    page.get_by_role("link", name="The drawing board").click()
    page.get_by_role("radio", name="MagicDuel").click()
    expect(page.get_by_role("radio", name="MagicDuel")).to_have_attribute("aria-checked", "true")
    page.wait_for_selector(".preset")


def zipped(folder: Path, name: str, text: str) -> Path:
    made = folder / name
    with zipfile.ZipFile(made, "w") as parcel:
        parcel.writestr("cards/moves.toml", text)
    return made


def test_from_a_changed_number_to_the_report(page: Page, inn: Inn, tmp_path: Path) -> None:
    landlord(page, inn, "Anna-Bench")
    expect(page.get_by_text("Nobody has asked anything yet.")).to_be_visible()
    files = page.get_by_label("Bring files…")
    files.set_input_files(zipped(tmp_path, "broken.zip", BROKEN))
    expect(page.locator(".remarks")).to_contain_text("did you mean 'pierce'?")
    expect(page.locator(".remarks code").first).to_contain_text("moves.toml:")
    ask = page.get_by_role("button", name="Find out")
    expect(ask).to_be_disabled()
    files.set_input_files(zipped(tmp_path, "edited.zip", EDITED))
    expect(page.get_by_text("1 file: the game can be played with this.")).to_be_visible()
    page.get_by_role("radio", name="100", exact=True).click()
    page.get_by_role("button", name="Regular", exact=True).click()
    ask.click()
    # a study gives way to everything else that this machine has to do
    expect(page.get_by_role("heading", name="Is it fair to every seat?")).to_be_visible(timeout=6 * PATIENCE)
    expect(page.get_by_text("The first seat wins")).to_be_visible()
    assert page.locator(".bars li").count() >= 2
    examine(page, "report")
    with page.expect_download() as kept:
        page.get_by_role("link", name="Keep this page").click()
    assert "Is it fair to every seat?" in Path(kept.value.path()).read_text(encoding="utf-8")
    page.get_by_role("link", name="All studies").click()
    row = page.locator(".past li").first
    expect(row).to_contain_text("moves.toml")
    expect(row).to_contain_text("is done")
    examine(page, "workshop")
    row.get_by_role("button", name="Throw it away").click()
    expect(page.get_by_text("Nobody has asked anything yet.")).to_be_visible()


def test_a_long_study_shows_its_bar_and_is_given_up(page: Page, inn: Inn) -> None:
    landlord(page, inn, "Anna-Bar")
    page.get_by_role("radio", name="4000").click()
    page.get_by_role("button", name="Champion", exact=True).click()
    page.get_by_role("radio", name="Does it matter?").click()
    page.get_by_role("button", name="Find out").click()
    expect(page.get_by_role("alert")).to_contain_text("nothing is changed")
    page.get_by_role("radio", name="Is it all right?").click()
    page.get_by_role("button", name="Find out").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Give it up").click()
    expect(page.get_by_text("was given up")).to_be_visible()
    page.get_by_role("button", name="Throw it away").click()
    expect(page.get_by_role("heading", name="The drawing board")).to_be_visible()


def test_the_workshop_is_locked_to_all_others(page: Page, inn: Inn) -> None:
    for account in (None, "No-Landlord"):
        if account is not None:
            page.context.request.post(f"{inn.url}api/accounts", data={"name": account, "password": PASSWORD})
        page.goto(f"{inn.url}#/me")
        expect(page.get_by_label("Name at the table")).to_be_visible()
        assert page.get_by_role("link", name="The drawing board").count() == 0
        page.goto(f"{inn.url}#/workshop")
        expect(page.get_by_role("heading", name="The drawing board is covered")).to_be_visible()
        assert page.get_by_role("button").count() == 0
        page.goto("about:blank")


@pytest.mark.parametrize("width", [PHONE["width"], 768, 1366, 2560])
def test_it_fits(page: Page, inn: Inn, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 650})
    landlord(page, inn, f"Anna-{width}")
    expect(page.get_by_role("button", name="Find out")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
