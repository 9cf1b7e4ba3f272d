"""Lighthouse in a real Chromium: what is not timed must be right, and nothing may hold up the first paint.

The timed score is measured by `make lighthouse`.
"""

from __future__ import annotations

import fcntl
import json
import re
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Page, Request

from tests.browser.house import Inn, play_now
from tests.browser.lighthouse import LEAST, PAGES, Run, measure

SCRIPT_BYTES = 90_000  # of the first page, as they travel


@pytest.fixture(scope="module")
def runs(shared_inn: Inn, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> dict[str, Run]:
    """One measures, the others read: two at once would take each other's time."""
    own = tmp_path_factory.getbasetemp()
    kept = (own if worker_id == "master" else own.parent) / "lighthouse.json"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(msgspec.json.encode(list(measure(shared_inn))))
    return {run.page: run for run in msgspec.json.decode(kept.read_bytes(), type=list[Run])}


def scripts(run: Run) -> dict[str, int]:
    return {
        one["of"].rpartition("/")[2]: one["transferSize"]
        for one in run.requests
        if one["resourceType"] == "Script"
    }


@pytest.mark.long
@pytest.mark.parametrize("category", ["accessibility", "best-practices", "seo"])
@pytest.mark.parametrize("page", PAGES)
def test_what_is_not_timed(runs: dict[str, Run], page: str, category: str) -> None:
    assert runs[page].scores[category] >= LEAST, runs[page].low


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_nothing_stands_before_the_first_paint_and_nothing_jumps(runs: dict[str, Run], page: str) -> None:
    assert runs[page].blocking == []
    assert runs[page].figures["cls"] <= 0.02, runs[page].shifts


@pytest.mark.long
def test_the_hall_is_small(runs: dict[str, Run]) -> None:
    assert 0 < sum(scripts(runs["hall"]).values()) <= SCRIPT_BYTES, scripts(runs["hall"])


def kits(page: Page, inn: Inn) -> dict[str, list[str]]:
    """The files of each game's own table, as the page names them."""
    found = re.search(r"kits:(\{.*?\})\}\)", page.request.get(inn.url).text())
    assert found is not None
    return dict(json.loads(re.sub(r"(\w+):\[", r'"\1":[', found.group(1))))


@pytest.mark.long
def test_a_table_brings_its_own_game_and_no_other(runs: dict[str, Run], page: Page, inn: Inn) -> None:
    names = {game: {file.rpartition("/")[2] for file in files} for game, files in kits(page, inn).items()}
    loaded = {which: set(scripts(runs[which])) for which in PAGES}
    for which in PAGES:
        for game, files in names.items():
            own = {file for file in files if file.endswith(".js")}
            if game == which:
                assert own <= loaded[which]
            else:
                assert not (own - names.get(which, set())) & loaded[which], f"{which} loads what is {game}'s"


def test_the_hall_is_drawn_before_the_server_has_answered_anything(unaided: Page, inn: Inn) -> None:
    """The page, its script and its letters are enough for all five playbills."""
    unaided.route("**/api/**", lambda route: None)  # no answer ever comes
    unaided.goto(inn.url)
    unaided.get_by_role("button", name="Play now: Micah's Game").wait_for()


def test_a_table_asks_for_everything_at_once(unaided: Page, inn: Inn) -> None:
    """A link to a table: its parts are on their way before the first script has run."""
    play_now(unaided, inn, "MagicDuel")
    address = unaided.url
    page = unaided.context.new_page()
    missing = {f"/api/tables/{address.rpartition('/')[2]}"}
    missing |= {f"/{file}" for file in kits(page, inn)["magicduel"]}
    page.route("**/assets/inn-*.js", lambda route: None)  # the script that everything is built on never comes

    def met(request: Request) -> bool:
        missing.discard(urlsplit(request.url).path)
        return not missing

    with page.expect_request(met):
        page.goto(address, wait_until="commit")
