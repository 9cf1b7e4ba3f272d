"""The moments of a game that its table must do justice to, each with the short way to it.

A match is played over HTTP until the view seat 0 has is the one that is wanted; then a browser comes to look.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from playwright.sync_api import APIRequestContext, Page

from tests.browser.house import Inn
from tests.browser.roads import NO_BOSS, Party, Road

TABLES = 12  # at most, until every moment of a road has been seen
View = dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """A position, by what is asked of seat 0 (None: nothing) and what the view holds."""

    name: str
    asked: str | None
    road: Road
    holds: Callable[[View], bool] = lambda view: True
    touch: str | tuple[str, ...] = ()  # what is touched before one looks
    until: str = ""  # what the referee is asked about beforehand, and says a moment later
    may: str = ""  # how an action begins that is offered
    by_day: bool = False

    def met(self, seen: View, asked: str | None) -> bool:
        view = seen["view"]
        if self.asked == "over":
            return view["phase"] == "over" and self.holds(view)
        offered = [one["id"] for one in (seen["decision"] or {"actions": []})["actions"]]
        may = not self.may or any(one.startswith(self.may) for one in offered)
        return view["phase"] != "over" and asked == self.asked and may and self.holds(view)


def least_in_play(view: View) -> int:
    return min(len(row["in_play"]) for row in view["seats"])


def links(view: View) -> int:
    chain = view["table"]["chain"]
    return len(chain["links"]) if chain else 0


def own(view: View) -> View:
    row: View = view["seats"][0]
    return row


PLAYING = Road(("play", "use"))
OPENING = Road(options={"mulligan": True})
GRUDGES = Road(
    ("play", "attack", "parley"), options={"deck_0": "petty-grievances", "deck_1": "velvet-revolution"}
)
RICH = Road(("buy", "equip", "companion"), 3, {**NO_BOSS, "class_pick": "random", "starting_coin": 30})
SIX = Road(("buy", "equip"), 6, {**NO_BOSS, "class_pick": "random", "starting_coin": 10})
WALK = Road(("draw", "charm", "equip", "companion", "buy"), 3, {**NO_BOSS, "class_pick": "random"})
TRADING = Road(("draw", "offer"), 3, {**NO_BOSS, "class_pick": "random", "starting_coin": 12})
BOSS = Road(("join", "challenge", "strike"), 4, {"class_pick": "random", "starting_coin": 30})
GHOST = Road(
    ("draw", "attack", "rattle"), 4, {**NO_BOSS, "class_pick": "random", "ghosts": True, "starting_hp": 6}
)

DUEL = Road(("summon", "magic", "buff"), options={"preset": "tournament", "first_player": "seat0"})
FIERY = Road(("attack:normal:2", "magic"), options={"preset": "tournament", "burn_fade": 0})
STORMY = Road(("heal", "magic"), options={"preset": "tournament", "storm_round": 5})
BOLT, HEAL = '[data-move="normal"]', '[data-move="heal"]'
FOUR = Road(("explore", "enter", "move", "buy", "use", "fight"), 4)
SEER = Road(("play:seer",))
SABOTAGE = Road(("play:witch:sabotage", "play:ranger:sabotage", "play:wall:sabotage"))


def minions(view: View) -> list[int]:
    return [len(row["minions"]) for row in view["seats"]]


def run(view: View) -> View:
    runner: View = view["table"]["runner"]
    return runner


def laid(view: View) -> int:
    return len(view["table"]["blocks"])


MOMENTS: dict[str, list[Moment]] = {
    "magicduel": [
        Moment("first", "move", DUEL, lambda view: view["table"]["round"] == 1, by_day=True),
        Moment("bolt", "move", DUEL, lambda view: own(view)["magic"] > 4, BOLT),
        Moment("minions", "move", DUEL, lambda view: minions(view) == [2, 2]),
        Moment("targets", "move", DUEL, lambda view: minions(view)[1] == 2, BOLT, by_day=True),
        Moment("second", "move", DUEL, lambda view: bool(view["table"]["used"])),
        Moment("specter", "specter", DUEL),
        Moment("waiting", None, DUEL, lambda view: sum(minions(view)) > 1),
        Moment("burning", "move", FIERY, lambda view: own(view)["burn"] > 2, HEAL),
        Moment("brink", "move", FIERY, lambda view: own(view)["hp"] < 6, BOLT),
        Moment("storm", "move", STORMY, lambda view: view["table"]["storm_next"] > 0),
        Moment("ending", "over", STORMY),
    ],
    "mazerunner": [
        Moment("plan", "plan", FOUR, lambda view: laid(view) > 3),
        Moment("keep", "keep", FOUR, touch=".dice button.die", by_day=True),
        Moment("doors", "enter", FOUR, lambda view: laid(view) > 5),
        Moment("first-steps", "step", FOUR, lambda view: laid(view) < 4, until=".target b"),
        Moment(
            "where-to",
            "step",
            FOUR,
            lambda view: laid(view) > 15,
            ".map .target",
            until=".target b",
            by_day=True,
        ),
        Moment("fight", "fight", FOUR),
        Moment("retreat", "retreat", FOUR),
        Moment(
            "hunted",
            "step",
            FOUR,
            lambda view: any(one["hunting"] for one in view["table"]["monsters"]),
            until=".target b",
        ),
        Moment("shop", "shop", FOUR, touch=".ware.can"),
        Moment("waiting", None, FOUR, lambda view: laid(view) > 9 and bool(run(view)["dice"])),
        Moment("ending", "over", Road(FOUR.liked, 2, {"round_limit": 5})),
    ],
    "echo": [
        Moment("nothing-chosen", "main", SEER, lambda view: view["table"]["field_index"] == 0, by_day=True),
        Moment("sealed", None, SEER, lambda view: bool(own(view)["committed"])),
        Moment("seer", "seer", SEER),
        Moment("two-creatures", "main", SEER, lambda view: own(view)["commits"] > 1, ".card.cr.can"),
        Moment(
            "pair",
            "main",
            SEER,
            lambda view: view["table"]["field_index"] > 0 and own(view)["commits"] == 1,
            (".card.cr.can", ".slips .slip.can"),
            by_day=True,
        ),
        Moment(
            "echoes",
            "main",
            SEER,
            lambda view: len(own(view)["statuses"]) > 0 and len(view["seats"][1]["statuses"]) > 0,
        ),
        Moment("last-battle", "main", SEER, lambda view: view["table"]["field_index"] == 3),
        Moment("sabotage", "sabotage", SABOTAGE, touch="#bar .names .pick"),
        Moment("their-turn", None, SABOTAGE, lambda view: view["table"]["field_index"] > 1),
        Moment("ending", "over", SEER),
    ],
    "adventurer": [
        Moment("opening", "mulligan", OPENING),
        Moment("main-first", "main", PLAYING, lambda view: view["turn"] < 4, ".hand button.card"),
        Moment(
            "main-ability",
            "main",
            PLAYING,
            lambda view: least_in_play(view) >= 4,
            ".play button.can",
            may="use:",
        ),
        Moment("main-full", "main", PLAYING, lambda view: least_in_play(view) >= 8),
        Moment("encounter", "encounter", PLAYING, lambda view: least_in_play(view) >= 4),
        Moment("answer", "respond", GRUDGES, lambda view: least_in_play(view) >= 4 and links(view) == 0),
        Moment("chain", "respond", GRUDGES, lambda view: links(view) >= 2),
        Moment(
            "brink", "respond", GRUDGES, lambda view: min(own(view)["health"], own(view)["willpower"]) <= 0
        ),
        Moment(
            "waiting", None, PLAYING, lambda view: least_in_play(view) >= 4 and not view["table"]["chain"]
        ),
        Moment("ending", "over", PLAYING),
    ],
    "micah": [
        Moment("class", "class_pick", Road(("pick",), 4, NO_BOSS)),
        Moment("stall", "prep", RICH, lambda view: own(view)["coin"] > 9, ".wares button.card"),
        Moment("stall-of-six", "prep", SIX, lambda view: len(own(view)["pack"]) > 0),
        Moment("intention", "intention", WALK, touch=".ways button.way", until=".ways .tx", by_day=True),
        Moment(
            "intention-with-company",
            "intention",
            WALK,
            lambda view: len(own(view)["dock"]) > 0 and view["table"]["felt"] != view["table"]["weather"],
            until=".ways .tx",
        ),
        Moment(
            "weather",
            "intention",
            WALK,
            lambda view: view["table"]["felt"] in ("snowing", "storming", "foggy"),
            until=".ways .tx",
        ),
        Moment("offer", None, TRADING, lambda view: any(one["to"] == 0 for one in view["table"]["offers"])),
        Moment("waiting", None, WALK, lambda view: bool(view["table"]["encounter"])),
        Moment("boss", "boss_round", BOSS, lambda view: len(view["table"]["boss"]["challengers"]) > 1),
        Moment("ghost", "ghost", GHOST, lambda view: bool(own(view)["ghost_hand"])),
        Moment("ending", "over", BOSS),
    ],
}


def moments(
    game: str, page: Page, others: APIRequestContext, inn: Inn, only: Collection[str] = ()
) -> Iterator[Moment]:
    """Each moment of the game, or each of those named, while it lies on the table before the page."""
    told = [one for one in MOMENTS[game] if not only or one.name in only]
    for road, wanted in groupby(sorted(told, key=lambda one: repr(one.road)), lambda one: one.road):
        left = list(wanted)
        for number in range(TABLES):
            if not left:
                break
            party = Party(page, others, inn, game, road, number)
            for asked in party.steps():
                yield from _here(page, inn, party, left, asked)
                if not left:
                    break
            else:
                yield from _here(page, inn, party, left, None)
        if left:
            raise AssertionError(f"{game}: never saw {', '.join(one.name for one in left)}")


def _here(page: Page, inn: Inn, party: Party, left: list[Moment], asked: str | None) -> Iterator[Moment]:
    seen = party.seen(0)
    for moment in [one for one in left if one.met(seen, asked)]:
        state = "over" if moment.asked == "over" else "asked" if moment.asked else "waiting"
        page.goto(f"{inn.url}#/t/{party.id}")
        page.wait_for_selector(f'#bar[data-state="{state}"]')
        if moment.until:
            page.locator(moment.until).first.wait_for()
        for touched in [moment.touch] if isinstance(moment.touch, str) else moment.touch:
            page.locator(touched).first.click()
        left.remove(moment)
        yield moment
        page.keyboard.press("Escape")  # what was touched for this moment is not chosen in the next
