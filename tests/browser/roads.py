"""The short way to every question of every game: all seats play over HTTP, and a browser comes to look.

for question, party in roads("micah", page, others, inn): …    each question of the game
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from playwright.sync_api import APIRequestContext, Page

from innkeeper import get_game
from tests.browser.house import Inn


@dataclass(frozen=True)
class Road:
    """A table that leads to some questions: its house rules, and the beginnings of actions that are liked."""

    liked: tuple[str, ...] = ()
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict)


NO_BOSS = {"boss": False}
ROADS = {
    "magicduel": [Road(("summon", "magic"), options={"preset": "tournament"})],
    "echo": [Road(("play:seer",)), Road()],
    "mazerunner": [Road(("explore", "enter", "move", "buy", "use", "fallback"))],
    "adventurer": [Road(("play", "use"), options={"mulligan": True})],
    "micah": [
        Road(("buy",), 3, {**NO_BOSS, "starting_coin": 30, "trade": False}),
        Road(("draw", "join"), 4, {"class_pick": "random"}),
        Road(
            ("draw", "attack"), 4, {"class_pick": "random", "boss": False, "ghosts": True, "starting_hp": 6}
        ),
        Road(("duel", "draw"), 3, {**NO_BOSS, "pvp": True, "pvp_from_round": 1}),
    ],
}
SHORT = {"mazerunner": {"round_limit": 5}}
TABLES = 16  # at most, until every question has been asked
STEPS = 400


def shortened(game: str) -> Road:
    """The road on which a match is soon over."""
    road = min(ROADS[game], key=lambda one: one.options.get("starting_hp", 99))
    return replace(road, options={**road.options, **SHORT.get(game, {})})


def questions(game: str) -> set[str]:
    """Everything the game can ask, by the name under which the bar asks it."""
    return {name for name in get_game(game).phrases.prompts if "-" not in name}


class Party:
    """Everybody at one table: the browser's seat 0, and the others together in one pair of hands."""

    def __init__(
        self, page: Page, others: APIRequestContext, inn: Inn, game: str, road: Road, seed: int
    ) -> None:
        self.url = f"{inn.url}api/tables"
        self.hands = [page.context.request, *[others] * (road.seats - 1)]
        self.road = road
        self.dice = random.Random(seed)
        chairs = [{"who": "you", "name": "Wren"}, *[{"who": "open"}] * (road.seats - 1)]
        rules = {"game": game, "seats": chairs, "options": road.options}
        self.id = str(self._post(0, "", rules)["table"]["id"])
        for seat in range(1, road.seats):
            self._post(seat, f"/{self.id}/sit", {"name": f"Rival {seat}", "seat": seat})

    def _post(self, seat: int, path: str, data: dict[str, Any]) -> dict[str, Any]:
        answer = self.hands[seat].post(f"{self.url}{path}", data=data)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def seen(self, seat: int) -> dict[str, Any]:
        """The table as this seat sees it, with what it is asked."""
        found: dict[str, Any] = self.hands[seat].get(f"{self.url}/{self.id}/view?seat={seat}").json()
        return found

    def steps(self) -> Iterator[str | None]:
        """What seat 0 is asked before each step, if anything; ends with the match."""
        eyes, now = 0, self.seen(0)
        for step in range(STEPS):
            if now["over"]:
                return
            asked = now["view"]["to_act"]
            seat = 0 if 0 in asked else asked[0]
            if seat != eyes:
                eyes, now = seat, self.seen(seat)
            yield None if seat else now["decision"]["name"]
            offered = now["decision"]["actions"] + (now["standing"] or {"actions": []})["actions"]
            ids = [one["id"] for one in now["decision"]["actions"]]
            liked = [
                one["id"] for one in offered if self.road.liked and one["id"].startswith(self.road.liked)
            ]
            chosen = self.dice.choice(liked if liked and self.dice.random() < 0.85 else ids)
            play = {"action": chosen, "seq": now["seq"], "nonce": f"{seat}-{step}"}
            now = self._post(seat, f"/{self.id}/act?seat={seat}", play)


def look_in(page: Page, inn: Inn, table: str, question: str) -> None:
    """Come to the table while this is asked."""
    page.goto(f"{inn.url}#/t/{table}")
    page.wait_for_selector(f'#bar[data-state="asked"][data-decision="{question}"]')
    page.evaluate("document.fonts.ready")


def roads(
    game: str, page: Page, others: APIRequestContext, inn: Inn, times: int = 1
) -> Iterator[tuple[str, Party]]:
    """Every question of the game as often as wished, each while it is asked of the browser's seat."""
    left = dict.fromkeys(questions(game), times)
    for number in range(TABLES * times):
        party = Party(page, others, inn, game, ROADS[game][number % len(ROADS[game])], number)
        for question in party.steps():
            if question in left:
                yield question, party
                left[question] -= 1
                if not left[question]:
                    del left[question]
            if not left:
                return
    raise AssertionError(f"{game}: never asked for {', '.join(sorted(left))}")


def first_road(
    game: str, page: Page, others: APIRequestContext, inn: Inn, steps: int
) -> Iterator[tuple[str, Party]]:
    """Each question that the beginning of the game's first road leads to, once."""
    party = Party(page, others, inn, game, ROADS[game][0], 0)
    met: set[str] = set()
    for _, question in zip(range(steps), party.steps(), strict=False):
        if question is not None and question not in met:
            met.add(question)
            yield question, party
