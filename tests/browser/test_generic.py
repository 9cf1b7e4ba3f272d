"""The table that fits all games: what is touched there, and what is in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.house import (
    DESK,
    PHONE,
    Inn,
    quick_table,
    sit,
    sit_together,
    soon,
    wait_for_turn,
    withhold_table,
)

LIARS = {
    "game": "liarsdice",
    "seats": [{"who": "you", "name": "Wren"}, *[{"who": "bot", "bot": "reckoner"}] * 5],
    "options": {"preset": "tavern"},
}


def test_what_both_have_is_touched_at_the_own_place_alone(unaided: Page, inn: Inn) -> None:
    """Both seats of Echo hold the same five edicts: the rival's are not mine to play."""
    withhold_table(unaided, "echo")
    quick_table(unaided, inn, "echo")
    assert wait_for_turn(unaided)
    own = unaided.locator(".generic .seat.own")
    rival = unaided.locator(".generic .seat:not(.own)")
    expect(own.get_by_role("button", name="Gambit")).to_be_visible()
    expect(rival.get_by_text("Gambit")).to_be_visible()
    expect(rival.get_by_role("button", name="Gambit")).to_have_count(0)


def test_what_only_the_rival_has_is_touched_there(unaided: Page, other: Page, inn: Inn) -> None:
    """A Specter of the rival is what an attack in MagicDuel may aim at."""
    withhold_table(unaided, "magicduel")
    rules = {"starting_magic": 9, "moves_per_turn": 1, "first_turn_moves": 1}
    table = sit_together(unaided, other, inn, "magicduel", options=rules)
    for who, action in ((unaided, "magic"), (other, "summon:specter")):
        assert wait_for_turn(who)
        seq = who.context.request.get(f"{inn.url}api/tables/{table}/view").json()["seq"]
        said = {"action": action, "seq": seq, "nonce": action}
        done = who.context.request.post(f"{inn.url}api/tables/{table}/act", data=said)
        assert done.ok, done.text()
    assert wait_for_turn(unaided)
    expect(unaided.locator(".generic .seat:not(.own)").get_by_role("button", name="Specter")).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_six_at_a_grid_of_claims(page: Page, inn: Inn, size: dict[str, int]) -> None:
    """Own dice and the first claims are in sight, and nothing is wider than the screen."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    sit(page, inn, LIARS)
    assert wait_for_turn(page)
    bar = page.locator("#bar")

    def in_sight(thing: Locator) -> bool:
        box, below = thing.bounding_box(), bar.bounding_box()
        assert box is not None
        assert below is not None
        high = 0 <= box["y"] <= below["y"] - box["height"]
        return high and box["x"] + box["width"] <= size["width"]

    things = [page.locator(".seat.own .die").last, page.locator(".grid button.cell").first]
    if size == DESK:
        things.append(page.locator(".seat:not(.own)").first)  # somebody else's cup needs no scrolling either
    assert soon(page, lambda: all(map(in_sight, things)))
    assert soon(page, lambda: page.evaluate("document.documentElement.scrollWidth") <= size["width"])
