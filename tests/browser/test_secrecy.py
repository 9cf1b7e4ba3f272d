"""What a seat must not know is nowhere in its browser: not in the page, its memory or its traffic.

The catalogue of a game lists all its cards, so names prove nothing. What is looked for is what only this
match knows: which actions a seat is offered (they spell its hand), what it sealed, what it asked the
referee, the seed. Every search is made where it must find something too.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Any

from playwright.sync_api import Page, Response, WebSocket

from tests.browser.house import TOUCH, Inn, finish_together, over, sit_together, wait_for_turn, whose_turn


class Ear:
    """Hears everything that a page is told and everything that it says."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.said: list[str] = []
        self.answers: list[Response] = []
        page.on("websocket", self._socket)
        page.on("response", lambda answer: self.answers.append(answer))

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))
        socket.on("framesent", lambda text: self.said.append(str(text)))

    def heard(self) -> str:
        """All frames and all bodies of the server's answers."""
        return "\n".join([*self.frames, *(one.text() for one in self.answers if "/api/" in one.url)])

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The server's messages of one kind."""
        found = (json.loads(text) for text in self.frames)
        return [one for one in found if one["type"] == kind]

    def updates(self) -> list[dict[str, Any]]:
        return self.told("update")


def memory(page: Page) -> str:
    """All strings of the page's JavaScript heap."""
    chunks: list[str] = []
    debugger = page.context.new_cdp_session(page)
    debugger.on("HeapProfiler.addHeapSnapshotChunk", lambda piece: chunks.append(piece["chunk"]))
    debugger.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    debugger.detach()
    return "\n".join(json.loads("".join(chunks))["strings"])


def document(page: Page) -> str:
    """The page with all its attributes, and what its form fields hold."""
    fields = "[...document.querySelectorAll('input, textarea')].map((one) => one.value).join(' ')"
    return str(page.evaluate(f"document.documentElement.outerHTML + {fields}"))


def found(needles: Iterable[str], hay: str) -> list[str]:
    return [needle for needle in needles if needle in hay]


def offers(ear: Ear) -> set[str]:
    """The choices that this seat was last offered."""
    decision = ear.updates()[-1]["decision"]
    return {action["id"] for action in decision["actions"]} if decision else set()


def test_echo_hides_hands_seals_and_names(page: Page, other: Page, inn: Inn) -> None:
    ears = [Ear(page), Ear(other)]
    sit_together(page, other, inn, "echo")
    pages = (page, other)
    for one in pages:
        wait_for_turn(one)
    hands = [set(ear.updates()[-1]["view"]["seats"][seat]["hand"]) for seat, ear in enumerate(ears)]
    assert len(hands[0] | hands[1]) == 10
    plays = [offers(ear) for ear in ears]
    assert all(len(own) == 25 for own in plays)
    # one seals, the other still thinks
    TOUCH["echo"](page, random.Random(5))
    sealed = json.loads([text for text in ears[0].said if '"act"' in text][-1])["action"]
    other.locator(".who", has_text="Wren, sealed").wait_for()
    memories = [memory(one) for one in pages]
    for seat, one in enumerate(pages):
        rival = 1 - seat
        assert found(plays[seat], memories[seat]), "the search can find"
        assert not found(plays[rival], memories[seat])
        assert not found(plays[rival], document(one))
        assert not found(plays[rival], ears[seat].heard())
        shown = one.locator("[data-creature]").evaluate_all("all => all.map((one) => one.dataset.creature)")
        assert set(shown) == hands[seat]
        backs = one.locator(".back").evaluate_all("all => all.map((one) => one.outerHTML)")
        assert backs
        assert not [back for back in backs if found(hands[0] | hands[1], back)]
    assert sealed in memories[0]
    assert sealed not in memories[1]
    finish_together(pages, TOUCH["echo"])
    for seat, ear in enumerate(ears):
        running = [update for update in ear.updates() if not update["over"]]
        assert len(running) > 4
        for update in running:
            theirs = update["view"]["seats"][1 - seat]
            assert (theirs["hand"], theirs["pending"]) == (None, None)
            assert update["view"]["table"]["overseer"] is None
            for line in update["lines"]:
                event = line["event"]
                if event["kind"] == "committed" and event["seat"] != seat:
                    assert (event["creatures"], event["edict"]) == (None, None)
                if event["kind"] == "name_sealed" and event["seat"] != seat:
                    assert event["name"] is None


# every move that can be made says what comes of it: the referee has answered; to a specter none is a move
RECKONED = "() => [...document.querySelectorAll('.mv .slip.can .tx')].every((one) => one.textContent.trim())"


def mover_of(pages: tuple[Page, Page]) -> int:
    """Whose move it is in a duel that is not over yet."""
    turn = whose_turn(pages)
    assert turn is not None
    return turn


def test_magicduel_hides_the_seed_and_what_a_seat_considers(page: Page, other: Page, inn: Inn) -> None:
    ears = [Ear(page), Ear(other)]
    table = sit_together(page, other, inn, "magicduel")
    pages = (page, other)
    dice = random.Random(3)
    seed = seed_of(inn, table)
    for _ in range(6):
        TOUCH["magicduel"](pages[mover_of(pages)], dice)
    # a page's questions carry words that nobody else has, and the answers tell its chances to it alone
    for _ in range(12):
        mover = mover_of(pages)
        pages[mover].wait_for_function(RECKONED)
        sums = pages[mover].locator(".mv .slip.can .tx").all_inner_texts()
        # what the other has reckoned too tells nothing
        both = {one["about"] for one in ears[1 - mover].told("preview")}
        chances = {text for text in sums if len(text) > 20} - both
        if chances:
            break
        TOUCH["magicduel"](pages[mover], dice)
    words = [{json.loads(text)["nonce"] for text in ear.said if "nonce" in text} for ear in ears]
    memories = [memory(one) for one in pages]
    assert found(chances, memories[mover]), "the search can find"
    assert not found(chances, memories[1 - mover] + document(pages[1 - mover]) + ears[1 - mover].heard())
    promise = ears[0].told("welcome")[0]["table"]["commitment"]
    for seat, one in enumerate(pages):
        rival = 1 - seat
        assert words[rival]
        assert not found(words[rival], memories[seat] + document(one) + ears[seat].heard())
        assert promise in memories[seat], "the search can find"
        assert seed not in memories[seat] + document(one) + ears[seat].heard()
    for seat, ear in enumerate(ears):
        for update in ear.updates():
            assert update["over"] or (update["decision"] is not None) == (seat in update["view"]["to_act"])
    finish_together(pages, TOUCH["magicduel"])
    assert over(page)
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Check the dice").click()
    page.locator(".proof").wait_for()
    assert seed in ears[0].heard(), "after the end it is opened, and then the search finds it"


def seed_of(inn: Inn, table: str) -> str:
    """The secret of a table, from the inn's own book."""
    with closing(sqlite3.connect(inn.folder / "inn.db")) as book:
        row = book.execute("SELECT seed FROM matches WHERE id = ?", (table,)).fetchone()
    return bytes(row[0]).hex()
