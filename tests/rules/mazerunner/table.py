"""A table of Mazerunner for tests: the usual shop, and the places that tests look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from innkeeper.games.mazerunner.book import DECKS
from innkeeper.games.mazerunner.state import Race
from innkeeper.testing.table import Table

SHOP = ["ginger-biscuit", "walking-stick", "butter-knife"]


class Maze(Table):
    """Solo and with the usual shop unless a test says otherwise."""

    def __init__(
        self,
        seats: int = 1,
        options: Mapping[str, object] | None = None,
        dice: list[int] | None = None,
        items: list[str] | None = None,
        seed: int = 0,
        **decks: list[str],
    ) -> None:
        super().__init__(
            "mazerunner", seats, options, dice, {"item": SHOP if items is None else items, **decks}, seed
        )

    @property
    def run(self) -> dict[str, Any]:
        """The turn in progress."""
        found: dict[str, Any] = self.table["runner"]
        return found

    @property
    def place(self) -> tuple[int, int]:
        return self.run["x"], self.run["y"]

    @property
    def half_steps(self) -> int:
        found: int = self.run["half_steps"]
        return found

    @property
    def monsters(self) -> dict[tuple[int, int], tuple[str, int]]:
        """Cells to card and health."""
        return {(m["x"], m["y"]): (m["card"], m["health"]) for m in self.table["monsters"]}

    @property
    def blocks(self) -> dict[tuple[int, int], list[str]]:
        """Cells to open sides."""
        return {(b["x"], b["y"]): b["open"] for b in self.table["blocks"]}

    def hp(self, seat: int = 0) -> int:
        found: int = self.seat(seat)["hp"]
        return found

    def bag(self, seat: int = 0) -> tuple[int, int, int]:
        """Twine, chalk and oil."""
        held = self.seat(seat)["resources"]
        return held["twine"], held["chalk"], held["oil"]

    def items(self, seat: int = 0) -> list[str]:
        found: list[str] = self.seat(seat)["items"]
        return found

    def pieces(self, seat: int = 0) -> int:
        found: int = self.seat(seat)["map_pieces"]
        return found

    def spent(self) -> bool:
        """Were all dice of the script rolled?"""
        return self.match.unused_dice == []

    def roll(self, *dice: int, **decks: list[str]) -> None:
        """What the next dice show, and what lies on top of the decks."""
        self.match.script(dice=dice, decks=decks)

    def stack(self, deck_name: str, deck: list[str], discards: list[str] | None = None) -> None:
        """A deck with just these cards, and a discard pile with those, however it came about."""
        s = self.match.state.copy()
        assert isinstance(s, Race)
        s.chance = self.match.state.chance.copy()
        number = DECKS.index(deck_name)
        cards = s.book.domains[number]
        s.decks[number] = [cards.index(card) for card in deck]
        s.discards[number] = [cards.index(card) for card in discards or []]
        self.match.state = s

    def outing(self, *items: str, finds: int = 0) -> None:
        """A quiet walk north along straight corridors: these items, then so many finds of 1/1/1, and home."""
        blocks = len(items) + finds
        known = {card["card"] for card in self.table["blocks"]}
        straights = [f"straight-{n}" for n in range(1, 15) if f"straight-{n}" not in known][:blocks]
        encounters = [7] * len(items) + [5] * finds
        self.roll(1, 4, 4, 5, *encounters, item=list(items), maze=straights)
        (seat,) = self.match.pending
        turn = self.view()["turn"]
        self.play("explore")
        if self.phase == "pick":
            raise AssertionError("take an outing before the dice")
        self.play("keep:15", "enter:north", *(f"move:7:{6 - n}" for n in range(1, blocks)))
        if self.view()["turn"] == turn and self.phase == "step":
            self.match.act(seat, "return")

    def leave_shop(self) -> None:
        if self.phase == "shop":
            self.play("done")
