"""The page as it is shipped: types fresh, small, installable, nothing fetched from elsewhere."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import ROOT, STATIC, WEB, Inn, built, soon

BUDGET = 90_000


@pytest.mark.parametrize("tool", ["protocol_types.py", "view_types.py"])
def test_the_types_are_those_of_the_server(tool: str) -> None:
    command = [sys.executable, str(WEB / "tools" / tool), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout


def test_the_lock_names_no_host() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text())
    assert not [
        name for name, one in lock["packages"].items() if "resolved" in one and "://" in one["resolved"]
    ]


def test_what_is_loaded_first_is_small() -> None:
    index = built().read_text()
    scripts = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', index)
    assert scripts
    size = sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in scripts)
    assert size <= BUDGET


def test_every_table_is_a_file_that_is_called_after_it() -> None:
    built()
    folders = {path.parent.name for path in (WEB / "src" / "tables").glob("*/index.ts")}
    files = [path.name for path in (STATIC / "assets").glob("table-*.js")]
    assert sorted(name.split("-")[1] for name in files) == sorted(folders)


def test_tables_are_loaded_on_demand_and_nothing_comes_from_elsewhere(page: Page, inn: Inn) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(inn.url)
    page.wait_for_selector(".bill:not(.ghost)")
    assert not [url for url in asked if "apprentice" in url or "field-" in url]
    assert not [url for url in asked if not url.startswith((inn.url, "data:", "blob:"))]


def test_it_can_be_installed(page: Page, inn: Inn) -> None:
    page.goto(inn.url)
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    page.wait_for_function("() => navigator.serviceWorker.getRegistration().then((found) => !!found?.active)")


def lay(page: Page, path: str, text: str) -> None:
    """Something in the store of the installed app that its worker has not put there."""
    page.evaluate(
        """([path, text]) => caches.open('innkeeper-1').then((store) =>
            store.put(path, new Response(text, { headers: { laid: 'by hand' } })))""",
        [path, text],
    )


def kept(page: Page, path: str) -> dict[str, Any]:
    """What lies in that store, and whether it was laid there by hand; nothing if nothing lies there."""
    found: dict[str, Any] = page.evaluate(
        """(path) => caches.open('innkeeper-1').then((store) => store.match(path)).then(async (found) =>
            found ? { text: await found.text(), laid: found.headers.has('laid') } : {})""",
        path,
    )
    return found


def test_the_installed_app_keeps_one_build(page: Page, inn: Inn) -> None:
    """Files of the page that is kept stay; with a page of another build those go that it no longer has."""
    page.goto(inn.url)
    page.wait_for_function("() => !!navigator.serviceWorker.controller")
    old = "/assets/old-file.js"
    lay(page, old, "old")
    lay(page, "/", kept(page, "/")["text"])
    page.reload()
    assert soon(page, lambda: kept(page, "/").get("laid") is False)
    assert kept(page, old)
    still = f"/assets/{next((STATIC / 'assets').glob('Workshop-*.js')).name}"  # nothing asks for it here
    lay(page, still, "the same in both builds")
    lay(page, "/", "another build")
    page.reload()
    assert soon(page, lambda: kept(page, "/").get("laid") is False)
    assert not kept(page, old)
    assert kept(page, still)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("h1")


def test_letters_beyond_the_inns_own_come_for_a_name_that_needs_them(page: Page, inn: Inn) -> None:
    fonts: list[str] = []
    page.on("request", lambda request: fonts.append(request.url) if ".woff2" in request.url else None)
    page.goto(inn.url)
    page.wait_for_selector(".bill:not(.ghost)")
    page.evaluate("document.fonts.ready")
    assert not [url for url in fonts if "latin" in url]
    for name, part in (("Zoë", "latin-wght"), ("Łucja", "latin-ext")):
        with page.expect_request(re.compile(f"andada-pro-{part}")):
            page.goto(f"{inn.url}#/me")
            page.get_by_label("Name at the table").fill(name)
        page.wait_for_function(
            "(name) => document.fonts.check(\"16px 'Andada Pro Variable'\", name)", arg=name
        )


def test_a_door_that_leads_nowhere_says_so_in_its_title(page: Page, inn: Inn) -> None:
    nowhere, gone = "There is no such place in the inn, Innkeeper", "There is no such table, Innkeeper"
    table = f"t/{'A' * 22}"
    ways = {"nowhere": nowhere, table: gone, "decks/echo": nowhere, f"{table}/replay": gone}
    for way, title in ways.items():
        page.goto(f"{inn.url}#/credits")
        expect(page).to_have_title("Credits, Innkeeper")
        page.goto(f"{inn.url}#/{way}")
        expect(page).to_have_title(title)
        expect(page.get_by_role("link", name="Back to the hall")).to_be_visible()


def test_nothing_covers_the_words_of_a_narrow_page(phone: Page, inn: Inn) -> None:
    for way in ("cards/adventurer", "dice", "decks/adventurer"):
        phone.goto(f"{inn.url}#/{way}")
        back = phone.get_by_role("link", name="Back to the hall")
        expect(back).to_be_in_viewport(ratio=0.9)
        assert back.evaluate("one => one.scrollWidth <= one.clientWidth"), way
    peg = phone.get_by_role("group", name="Class", exact=True)
    expect(peg.get_by_role("button", name="Alchemist")).to_have_count(1)
    label, first = (one.bounding_box() for one in (peg.locator(".lbl"), peg.get_by_role("button").first))
    assert label
    assert first
    assert label["x"] + label["width"] <= first["x"]
