"""The rules of Race, clause by clause."""

from __future__ import annotations

from innkeeper import Match, ScriptedChance, new_match
from innkeeper.testing import Conformance, rule


class TestPromises(Conformance):
    """What every game promises: secrecy, records, undo, refusals, and that every clause has a test."""

    game = "race"


def match(dice: list[int], seats: int = 2, **options: object) -> Match:
    return new_match("race", seats=seats, options=options, chance=ScriptedChance(dice))


def squares(it: Match) -> list[int]:
    return [row["square"] for row in it.view(None)["seats"]]  # type: ignore[attr-defined]


@rule("RC-1.1", "RC-1.2", "RC-2.1")
def test_who_walks_goes_as_far_as_the_die_shows() -> None:
    it = match([4])
    it.act(0, "walk")
    assert squares(it) == [4, 0]
    assert list(it.pending) == [1]


@rule("RC-2.2")
def test_who_dashes_goes_as_far_as_both_show_and_falls_on_doubles() -> None:
    it = match([6, 5, 3, 3])
    it.act(0, "dash")
    it.act(1, "dash")
    assert squares(it) == [11, 0]


@rule("RC-3.1")
def test_the_line_ends_it() -> None:
    it = match([6, 4], track=10)
    it.act(0, "dash")
    assert it.outcome is not None
    assert (it.outcome.winners, it.outcome.reason) == ((0,), "line")


@rule("RC-3.2")
def test_after_the_last_round_the_foremost_have_won() -> None:
    it = match([2, 5, 5], seats=3, rounds=1)
    for seat in range(3):
        it.act(seat, "walk")
    assert it.outcome is not None
    assert (it.outcome.winners, it.outcome.places) == ((1, 2), (3, 1, 1))


@rule("RC-3.3")
def test_the_last_who_stays_has_won() -> None:
    it = match([], seats=3)
    it.resign(0)
    assert list(it.pending) == [1]
    it.resign(2)
    assert it.outcome is not None
    assert it.outcome.winners == (1,)
