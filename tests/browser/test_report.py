"""The page of a report in a browser: light, dark and on a phone, with boxes and with Vega."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from innkeeper.lab.page import page as drawn
from innkeeper.lab.study import Study, climb
from innkeeper.lab.study_page import report_of
from tests.browser.house import DESK, PHONE, person

WIDER = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Path]:
    """The same study, without Vega and with it."""
    folder = tmp_path_factory.mktemp("report")
    study = Study("adventurer", 2, {"preset": "literal"})
    report = report_of(study, climb(study, ["random"], 49, 1), 49)
    files = {vega: folder / f"{vega}.html" for vega in (False, True)}
    for vega, file in files.items():
        file.write_text(drawn(report, vega), encoding="utf-8")
    return files


@pytest.mark.parametrize("vega", [False, True])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_it_fits_asks_for_nothing_and_says_no_error(
    browser: Browser, pages: dict[bool, Path], vega: bool, scheme: str, size: dict[str, int]
) -> None:
    context = person(browser, size, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(pages[vega].as_uri())
    expect(page.get_by_role("heading", name="Which deck wins?")).to_be_visible()
    if vega:
        expect(page.locator(".chart svg.marks")).to_have_count(page.locator(".chart").count())
        assert page.locator(".bars").count() == 0
    assert page.evaluate(WIDER) <= 0
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert wrong == []
    wall = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert wall == {"light": "rgb(239, 229, 207)", "dark": "rgb(28, 20, 14)"}[scheme]
    context.close()
