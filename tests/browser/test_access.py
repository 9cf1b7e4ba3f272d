"""axe-core on every page and in every decision state, in lamplight and in daylight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.house import WEB, Inn, play_now, set_table, wait_for_turn

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


def place(path: str, sign: str) -> Callable[[Page, Inn], None]:
    def go(page: Page, inn: Inn) -> None:
        page.goto(f"{inn.url}#/{path}")
        page.wait_for_selector(sign)

    return go


def table(title: str, *keys: str) -> Callable[[Page, Inn], None]:
    def go(page: Page, inn: Inn) -> None:
        play_now(page, inn, title)
        wait_for_turn(page)
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(150)

    return go


def lobby(page: Page, inn: Inn) -> None:
    set_table(page, inn, "echo", "by link")
    page.wait_for_selector(".lobby li")


def curtain(page: Page, inn: Inn) -> None:
    set_table(page, inn, "echo", "this screen")
    page.wait_for_selector(".curtain")


def over(page: Page, inn: Inn) -> None:
    table("MagicDuel", "m")(page, inn)
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign and lose").click()
    page.wait_for_selector("#bar .end")


def replay(page: Page, inn: Inn) -> None:
    over(page, inn)
    page.get_by_role("button", name="Replay").click()
    page.wait_for_selector(".tape")
    page.get_by_role("button", name="Check the dice").click()
    page.wait_for_selector(".proof")


def refused(page: Page, inn: Inn) -> None:
    table("MagicDuel")(page, inn)
    page.locator('[data-move="specter"]').click(force=True)
    page.wait_for_selector(".refusal")


def naming(page: Page, inn: Inn) -> None:
    table("Echo", "1", "e", "Enter")(page, inn)
    page.wait_for_selector(".names")


def tour(page: Page, inn: Inn) -> None:
    page.goto(inn.url)
    page.get_by_role("button", name="Three-minute tour: MagicDuel").click()
    page.wait_for_selector(".coach")


STATES: dict[str, Callable[[Page, Inn], None]] = {
    "home": place("", ".bill:not(.ghost)"),
    "new table": place("new?game=micah", ".preset"),
    "settings": place("settings", ".sheet"),
    "credits": place("credits", ".sheet"),
    "dice": place("dice", ".sheet"),
    "leaders": place("leaders", ".sheet"),
    "me": place("me", ".sheet"),
    "rulebook page": place("rules/magicduel", ".clause"),
    "lobby": lobby,
    "magicduel, nothing chosen": table("MagicDuel"),
    "magicduel, bolt chosen": table("MagicDuel", "1"),
    "magicduel, heal chosen": table("MagicDuel", "3"),
    "magicduel, all choices": table("MagicDuel", "a"),
    "magicduel, rulebook": table("MagicDuel", "r"),
    "magicduel, menu": table("MagicDuel", "m"),
    "magicduel, refused": refused,
    "over": over,
    "echo, nothing chosen": table("Echo"),
    "echo, pair chosen": table("Echo", "2", "q"),
    "echo, naming": naming,
    "generic": table("Adventurer Factory"),
    "generic, all choices": table("Adventurer Factory", "a"),
    "generic, map": table("Mazerunner"),
    "curtain": curtain,
    "replay": replay,
    "tour": tour,
}


@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing(page: Page, inn: Inn, name: str) -> None:
    STATES[name](page, inn)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(150)
        # the page's own policy forbids inline scripts; the debugger may evaluate all the same
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate(
            "tags => axe.run(document, { runOnly: tags })",
            ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        )
        wrong = [
            f"{one['id']} ({one['impact']}): {node['target']} {node.get('failureSummary', '')[:300]}"
            for one in found["violations"]
            for node in one["nodes"][:3]
        ]
        assert not wrong, f"{name}, {scheme}:\n" + "\n".join(wrong)
