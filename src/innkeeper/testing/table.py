"""What a test of a rule needs: a mark for the clauses it proves, and a table with scripted chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import innkeeper
from innkeeper import Match, ScriptedChance

F = TypeVar("F", bound=Callable[..., Any])


def rule(*clauses: str) -> Callable[[F], F]:
    """Marks a test as proof of these clauses; `make rules` collects the marks."""

    def mark(test: F) -> F:
        test.clauses = (*getattr(test, "clauses", ()), *clauses)  # type: ignore[attr-defined]
        return test

    return mark


class Table:
    """A scripted match with short words for tests: set the table, script the dice, act, look."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        dice: list[int] | None = None,
        decks: dict[str, list[str]] | None = None,
        seed: int = 0,
    ) -> None:
        self.match: Match = innkeeper.new_match(
            game, seats=seats, options=options, chance=ScriptedChance(dice or [], decks or {}, seed)
        )

    def act(self, seat: int, *actions: str) -> list[dict[str, Any]]:
        """Carry out actions of one seat; the events of all of them, complete."""
        return [event for action in actions for event in self.match.act(seat, action)]

    def play(self, *actions: str) -> list[dict[str, Any]]:
        """Carry out actions of whichever one seat is asked."""
        events: list[dict[str, Any]] = []
        for action in actions:
            (seat,) = self.match.pending
            events += self.match.act(seat, action)
        return events

    def legal(self, seat: int | None = None) -> list[str]:
        """The action ids offered to a seat, or to the one seat that is asked."""
        pending = self.match.pending
        if seat is None:
            (seat,) = pending
        return list(pending[seat].ids) if seat in pending else []

    def seat(self, seat: int, viewer: int | str | None = "self") -> dict[str, Any]:
        """A seat as it sees itself, or as another viewer sees it."""
        view: dict[str, Any] = self.match.view(seat if viewer == "self" else viewer)  # type: ignore[arg-type]
        found: dict[str, Any] = view["seats"][seat]
        return found

    def view(self, viewer: int | None = None) -> dict[str, Any]:
        return self.match.view(viewer)

    @property
    def table(self) -> dict[str, Any]:
        """The shared part of the spectator's view."""
        shared: dict[str, Any] = self.view()["table"]
        return shared

    @property
    def phase(self) -> object:
        return self.view()["phase"]

    @property
    def result(self) -> Any:
        return self.table["result"]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    """The kinds of some events, in order."""
    return [event["kind"] for event in events]


def only(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The one event of a kind."""
    (found,) = [event for event in events if event["kind"] == kind]
    return found
