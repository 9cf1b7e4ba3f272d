"""Lighthouse in a real Chromium: what is not timed must be right, and nothing may hold up the first paint.

The timed score is measured by `make lighthouse`.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser

from tests.browser.house import Inn, person, play_now
from tests.browser.lighthouse import LEAST, PAGES, Run, measure

SCRIPT_BYTES = 90_000  # of the first page, as they travel


@pytest.fixture(scope="module")
def runs(inn: Inn) -> dict[str, Run]:
    return {run.page: run for run in measure(inn)}


def scripts(run: Run) -> dict[str, int]:
    return {
        one["of"].rpartition("/")[2]: one["transferSize"]
        for one in run.requests
        if one["resourceType"] == "Script"
    }


@pytest.mark.parametrize("category", ["accessibility", "best-practices", "seo"])
@pytest.mark.parametrize("page", PAGES)
def test_what_is_not_timed(runs: dict[str, Run], page: str, category: str) -> None:
    assert runs[page].scores[category] >= LEAST, runs[page].low


@pytest.mark.parametrize("page", PAGES)
def test_nothing_stands_before_the_first_paint_and_nothing_jumps(runs: dict[str, Run], page: str) -> None:
    assert runs[page].blocking == []
    assert runs[page].figures["cls"] <= 0.02, runs[page].shifts


def test_the_hall_is_small(runs: dict[str, Run]) -> None:
    assert 0 < sum(scripts(runs["hall"]).values()) <= SCRIPT_BYTES, scripts(runs["hall"])


def test_a_table_brings_its_own_game_and_no_other(runs: dict[str, Run], browser: Browser, inn: Inn) -> None:
    page = browser.new_page()
    source = page.goto(inn.url)
    assert source is not None
    found = re.search(r"kits:(\{.*?\})\}\)", source.text())
    assert found is not None
    kits = json.loads(re.sub(r"(\w+):\[", r'"\1":[', found.group(1)))
    page.close()
    names = {game: {file.rpartition("/")[2] for file in files} for game, files in kits.items()}
    loaded = {which: set(scripts(runs[which])) for which in PAGES}
    for which in PAGES:
        for game, files in names.items():
            own = {file for file in files if file.endswith(".js")}
            if game == which:
                assert own <= loaded[which]
            else:
                assert not (own - names.get(which, set())) & loaded[which], f"{which} loads what is {game}'s"


def test_the_hall_is_drawn_before_the_server_has_answered_anything(browser: Browser, inn: Inn) -> None:
    """The page, its script and its letters are enough for all five playbills."""
    context = person(browser)
    page = context.new_page()
    page.route("**/api/**", lambda route: None)  # no answer ever comes
    page.goto(inn.url)
    page.get_by_role("button", name="Play now: Micah's Game").wait_for()
    context.close()


def test_a_table_asks_for_everything_at_once(browser: Browser, inn: Inn) -> None:
    """A link to a table: its parts are on their way before the first script has run."""
    context = person(browser)
    page = context.new_page()
    play_now(page, inn, "MagicDuel")
    address = page.url
    page.close()
    page = context.new_page()
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.route("**/assets/inn-*.js", lambda route: None)  # the script that everything is built on never comes
    page.goto(address, wait_until="commit")
    page.wait_for_timeout(1500)
    table = address.rpartition("/")[2]
    assert any(url.endswith(f"/api/tables/{table}") for url in seen), seen
    assert any("/assets/shell-" in url and url.endswith(".js") for url in seen), seen
    assert sum(url.endswith(".js") for url in seen) >= 4, seen  # entry, base, shell, and the game's own
    context.close()
