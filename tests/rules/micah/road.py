"""A scripted table of Micah's Game, with the words of the rulebook's examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from innkeeper.testing.table import Table


class Road(Table):
    """Seats pick the classes named; `enc` and `tre` are the forced tops of the decks."""

    def __init__(
        self,
        *classes: str,
        enc: Sequence[str] = (),
        tre: Sequence[str] = (),
        ghost: Sequence[str] = (),
        dice: Sequence[int] = (),
        options: Mapping[str, object] | None = None,
        picks: bool = True,
        seed: int = 0,
        **more: object,
    ) -> None:
        named = {"encounter": enc, "treasure": tre, "ghost": ghost}
        decks = {name: list(cards) for name, cards in named.items() if cards}
        super().__init__("micah", len(classes), {**(options or {}), **more}, list(dice), decks, seed)
        if picks and self.phase == "class_pick":
            for name in classes:
                if self.match.outcome is None and self.phase == "class_pick":
                    self.play(f"pick:{name}")

    def roll(self, *dice: int) -> None:
        """Add dice to the script."""
        self.match.script(dice=dice)

    def force(self, *cards: str) -> None:
        """Put Encounter cards that are in the deck on top again."""
        self.match.script(decks={"encounter": list(cards)})

    def go(self, *actions: str, dice: Sequence[int] = ()) -> list[dict[str, Any]]:
        """Script dice, let whoever is asked act, and see that all dice were rolled."""
        if dice:
            self.roll(*dice)
        events = self.play(*actions)
        assert self.match.unused_dice == []
        return events

    def hp(self, seat: int) -> int:
        return int(self.seat(seat)["hp"])

    def coin(self, seat: int) -> int:
        return int(self.seat(seat)["coin"])

    def pack(self, seat: int) -> list[str]:
        return list(self.seat(seat)["pack"])

    def dock(self, seat: int) -> list[str]:
        return [docked["creature"] for docked in self.seat(seat)["dock"]]

    def stat(self, seat: int, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.seat(seat)["stats"][name]
        return found

    @property
    def met(self) -> dict[str, Any]:
        """The active Encounter."""
        found: dict[str, Any] = self.table["encounter"]
        return found

    def slot(self, number: int) -> str:
        return str(self.table["merchant"][number]["card"])

    def touch(self) -> Any:
        """The truth itself, swapped in as a copy, for positions that take too long to reach."""
        state = self.match.state.copy()
        state.chance = self.match.state.chance.copy()
        self.match.state = state
        return state

    @property
    def to_act(self) -> Any:
        return self.view()["to_act"]

    @property
    def may_act(self) -> Any:
        return self.view()["may_act"]

    def standing(self, seat: int) -> list[str]:
        decision = self.match.standing.get(seat)
        return [] if decision is None else list(decision.ids)
