"""The rules of Liar's Dice, clause by clause, with dice that fall as they are told to."""

from __future__ import annotations

from typing import Any

import pytest
from liars_dice.strategy import Reckoner

import innkeeper
from innkeeper import FastChance, IllegalAction, Match, RandomPolicy, ScriptedChance
from innkeeper.testing import Conformance, rule

TAVERN = {"preset": "tavern"}
CHEAP = "claim:1:2"


class TestPromises(Conformance):
    """What every game promises: secrecy, records, undo, refusals, and that every clause has a test."""

    game = "liarsdice"


def sit(*cups: list[int], **options: object) -> Match:
    """A match with these dice under the cups; whatever is rolled later is a two."""
    dice = [die for cup in cups for die in cup] + [2] * 30
    chance = ScriptedChance(dice, {}, 0)
    return innkeeper.new_match("liarsdice", len(cups), {"dice": len(cups[0]), **options}, chance=chance)


def say(match: Match, *actions: str) -> list[dict[str, Any]]:
    """Whoever's turn it is says the next of these."""
    told: list[dict[str, Any]] = []
    for action in actions:
        (seat,) = match.pending
        told += match.act(seat, action)
    return told


def cups(match: Match, viewer: int | None = None) -> Any:
    return match.view(viewer)["seats"]


def board(match: Match) -> Any:
    return match.view(None)["table"]


def left(match: Match) -> list[int]:
    return [cup["cup"] for cup in cups(match)]


def offered(match: Match) -> list[str]:
    (question,) = match.pending.values()
    return list(question.ids)


@rule("LD-1.1", "LD-1.2")
def test_everybody_rolls_and_sees_only_the_own_dice() -> None:
    match = sit([6, 2, 2], [5, 5, 1])
    assert list(match.pending) == [0]
    assert [cup["dice"] for cup in cups(match, 0)] == [[2, 2, 6], None]
    assert [cup["dice"] for cup in cups(match, 1)] == [None, [1, 5, 5]]
    assert [cup["dice"] for cup in cups(match, None)] == [None, None]
    assert left(match) == [3, 3]
    assert [line.text for line in match.lines(1)] == ["Seat 0 rolls under the cup.", "Seat 1 rolls 1, 5, 5."]


@rule("LD-2.1", "LD-2.2")
def test_claims_rise_in_number_or_in_face_up_to_all_dice() -> None:
    match = sit([2, 2], [3, 3])
    assert offered(match) == [f"claim:{many}:{face}" for many in (1, 2, 3, 4) for face in range(1, 7)]
    say(match, "claim:2:5")
    assert list(match.pending) == [1]
    assert offered(match)[:4] == ["liar", "claim:2:6", "claim:3:1", "claim:3:2"]
    for low in ("claim:2:5", "claim:1:6", "claim:5:1"):
        with pytest.raises(IllegalAction, match="must be higher") as refused:
            match.act(1, low)
        assert refused.value.clause == "LD-2.2"


@rule("LD-3.1")
def test_only_a_claim_can_be_called_and_the_highest_must_be() -> None:
    match = sit([2, 2], [3, 3])
    with pytest.raises(IllegalAction):
        match.act(0, "liar")
    say(match, "claim:4:6")
    assert offered(match) == ["liar"]


@rule("LD-3.2", "LD-3.3", "LD-3.4")
def test_a_lie_costs_the_liar_a_die_who_then_begins() -> None:
    match = sit([2, 3], [3, 4])
    told = say(match, "claim:3:3", "liar")
    assert left(match) == [1, 2]
    assert list(match.pending) == [0]
    assert [one["found"] for one in told if one["kind"] == "opened"] == [2]
    last = board(match)["last"]
    assert [cup["dice"] for cup in last["cups"]] == [[2, 3], [3, 4]]
    assert (last["caller"], last["call"], last["found"]) == (1, "liar", 2)


@rule("LD-3.2", "LD-3.4")
def test_a_true_claim_costs_the_doubter_a_die_who_then_begins() -> None:
    match = sit([2, 3], [3, 4])
    say(match, "claim:2:3", "liar")
    assert left(match) == [2, 1]
    assert list(match.pending) == [1]


@rule("LD-3.3", "LD-3.4", "LD-5.1")
def test_who_has_no_die_left_is_out_and_the_last_one_wins() -> None:
    match = sit([2], [3], [4])
    say(match, CHEAP, "claim:1:5", "liar")
    assert left(match) == [1, 0, 1]
    assert list(match.pending) == [2]  # seat 1 lost its die: the next who has dice begins
    with pytest.raises(IllegalAction):
        match.resign(1)
    say(match, CHEAP, "liar")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places) == ((2,), (2, 3, 1))


@rule("LD-4.1")
def test_wild_ones_count_as_every_face_and_stand_above_twice_as_many() -> None:
    match = sit([1, 3, 3], [1, 4, 4], wild=True)
    assert "claim:1:1" not in offered(match)
    say(match, "claim:4:6")
    assert "claim:1:1" not in offered(match)
    say(match, "claim:2:1")
    assert [one for one in offered(match) if one.startswith("claim:4")] == ["claim:4:1"]
    assert "claim:5:2" in offered(match)
    match = sit([1, 3, 3], [1, 4, 4], wild=True)
    say(match, "claim:4:3", "liar")
    assert left(match) == [3, 2]


@rule("LD-4.2")
@pytest.mark.parametrize(("claim", "lost"), [("claim:2:3", [1, 2, 1]), ("claim:1:3", [2, 1, 2])])
def test_spot_on_costs_everybody_else_a_die_or_the_caller(claim: str, lost: list[int]) -> None:
    match = sit([3, 2], [3, 5], [6, 6], spot_on=True)
    say(match, claim)
    assert offered(match)[:2] == ["liar", "spot_on"]
    say(match, "spot_on")
    assert left(match) == lost
    assert list(match.pending) == [1]


@rule("LD-5.1", "LD-5.2")
def test_who_leaves_takes_the_dice_along_and_the_round_is_void() -> None:
    match = sit([3, 3], [4, 4], [5, 5])
    say(match, "claim:4:6")
    told = match.resign(0)
    assert left(match) == [0, 2, 2]
    assert all(one["kind"] in ("left", "rolled") for one in told)
    assert board(match)["claim"] is None
    assert list(match.pending) == [1]
    match.resign(1)
    assert match.outcome is not None
    assert match.outcome.places == (3, 2, 1)


@pytest.mark.parametrize("options", [{}, TAVERN], ids=["literal", "tavern"])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_reckoner_beats_chance_by_far(options: dict[str, Any], seats: int) -> None:
    won = 0
    for seed in range(30):
        s = innkeeper.new_match("liarsdice", seats, options, chance=FastChance(seed), log=False).state
        players: list[innkeeper.Policy] = [RandomPolicy() for _ in range(seats)]
        players[seed % seats] = Reckoner()
        innkeeper.play(s, players, FastChance(seed + 1000))
        assert s.outcome is not None
        won += seed % seats in s.outcome.winners
    assert won >= 27


def test_the_reckoner_sees_nothing_but_its_own_dice() -> None:
    match = sit([3, 3, 2], [1, 4, 4], **TAVERN)
    say(match, "claim:2:3")
    chosen = {
        Reckoner().choose(world, 1, match.state.actions(1), FastChance(7)).id
        for world in (match.state.determinize(1, FastChance(seed)) for seed in range(20))
    }
    assert len(chosen) == 1


def test_the_reckoner_bluffs_a_little() -> None:
    """Some of its claims are about a face of which it has none itself."""
    match = sit([2, 2, 2, 3, 3], [1, 4, 4, 5, 6])
    claims = [
        Reckoner().choose(match.state, 0, match.state.actions(0), FastChance(seed)) for seed in range(40)
    ]
    assert {claim.b + 1 for claim in claims} - {2, 3}
