"""Matches: what is asked, refused, timed out and taken back."""

from __future__ import annotations

from typing import Any

import pytest

import innkeeper
from innkeeper import FairChance, FastChance, IllegalAction, InnkeeperError, InvalidOptions, Outcome
from innkeeper.engine.action import Action
from innkeeper.testing.table import Table, kinds, only, rule
from tests.toy.rules import Pebbles, Prize, Show

pytestmark = pytest.mark.usefixtures("toy")

TWO = ["iron", "chalk", "slate", "slate"]  # two each for seats 0 and 1


def two(dice: list[int] | None = None, **options: Any) -> Table:
    return Table("toy", 2, options, dice or [], {"bag": TWO})


# Sitting down


def test_the_smallest_number_of_seats_and_the_literal_rules_unless_asked_otherwise() -> None:
    match = innkeeper.new_match("toy", seed=1)
    assert match.seats == 2
    assert match.options.json() == {
        "preset": "literal",
        "hand": 2,
        "rounds": 4,
        "binding": False,
        "bag": "shuffled",
        "lucky": None,
    }


def test_the_same_seed_deals_the_same_and_a_nonce_deals_anew() -> None:
    def hands(**more: Any) -> list[Any]:
        match = innkeeper.new_match("toy", seats=4, **more)
        return [match.view(seat)["seats"][seat]["hand"] for seat in range(4)]  # type: ignore[index]

    assert hands(seed=5) == hands(seed=5) == hands(seed=(5).to_bytes(32, "big"))
    assert hands(seed=5) != hands(seed=6)
    assert hands(seed=5, nonces=["x"]) != hands(seed=5)
    assert hands(seed=5, nonces=["x"]) == hands(chance=FairChance((5).to_bytes(32, "big"), ["x"]))
    assert hands() != hands() or hands() != hands()  # no seed: a secret one each time


@pytest.mark.parametrize("seed", [-1, 2**256, "7", 1.5, True, b"", b"x" * 65, [1]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(InnkeeperError, match="a seed is a number from 0 to"):
        innkeeper.new_match("toy", seed=seed)


def test_a_seed_and_a_chance_are_too_much() -> None:
    with pytest.raises(InvalidOptions, match="not both"):
        innkeeper.new_match("toy", seed=1, chance=FastChance(1))
    with pytest.raises(InvalidOptions, match="not both"):
        innkeeper.new_match("toy", nonces=["x"], chance=FastChance(1))


def test_a_match_without_listeners_plays_the_same_and_tells_nothing() -> None:
    loud, quiet = (innkeeper.new_match("toy", seed=4, log=log) for log in (True, False))
    for match in (loud, quiet):
        for seat, decision in match.pending.items():
            match.act(seat, decision.ids[0])
    assert loud.record() == quiet.record()
    assert (quiet.events(), quiet.lines(), quiet.told) == ([], [], 0)
    assert loud.told == len(loud.events(0)) + sum(1 for event in loud._events if not event.visible(0))


# What is asked and seen


def test_a_decision_has_ids_labels_clauses_and_the_answer_of_the_clock() -> None:
    table = two()
    decision = table.match.pending[0]
    assert (decision.seat, decision.name, decision.ids) == (0, "show", ("show:chalk", "show:iron"))
    assert [(action.label, action.clause) for action in decision.actions] == [
        ("Show Chalk", "TY-2.1"),
        ("Show Iron", "TY-2.1"),
    ]
    assert decision.timeout == "show:chalk"


def test_events_are_numbered_so_that_one_can_ask_for_what_is_new() -> None:
    table = two([3])
    told = table.match.told
    new = table.act(0, "show:iron") + table.act(1, "show:slate")
    assert kinds(table.match.events(None, told)) == kinds(new)
    assert [line.clause for line in table.match.lines(None, since=told)] == [e["clause"] for e in new]


def test_lines_name_the_players() -> None:
    table = two([3])
    table.act(0, "show:iron", "wave:1")
    line = table.match.lines(None, {0: "Ann", 1: "Bob"})[-1]
    assert (line.text, line.clause, line.event["at"]) == ("Ann waves at Bob.", "TY-2.4", 1)
    assert table.match.lines()[-1].text == "Seat 0 waves at Seat 1."


# Refusals


@rule("IN-1.1")
def test_a_refusal_says_why_by_which_clause_and_what_would_be_legal() -> None:
    table = two()
    before = (table.match.hash, table.match.record(), table.match.events())
    with pytest.raises(IllegalAction) as refused:
        table.act(0, "show:flint")
    assert refused.value.reason == "you have no such pebble"
    assert refused.value.clause == "TY-2.1"
    assert refused.value.legal == ("show:chalk", "show:iron", "wave:1")
    assert str(refused.value) == "you have no such pebble (TY-2.1)"
    assert (table.match.hash, table.match.record(), table.match.events()) == before


@rule("IN-1.1")
@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (0, "jump", "'jump' is not among the answers to 'show'"),
        (0, 7, "an action is a text such as 'show:chalk', not 7"),
        (0, "x" * 500, "x… is not among the answers"),
        (2, "show:chalk", "there is no seat 2; seats are 0 to 1"),
        (-1, "show:chalk", "there is no seat -1"),
        (True, "show:chalk", "there is no seat True"),
        ("0", "show:chalk", "there is no seat '0'"),
    ],
)
def test_every_refusal_is_a_sentence(seat: Any, action: Any, reason: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        two().match.act(seat, action)
    assert reason in refused.value.reason
    assert refused.value.clause == "IN-1.1"


@rule("IN-1.1")
def test_who_is_not_asked_hears_who_is() -> None:
    table = two([3])
    table.act(0, "show:iron")
    with pytest.raises(IllegalAction, match="the match waits for seat 1"):
        table.act(0, "show:iron")
    table.act(1, "show:slate")
    with pytest.raises(
        IllegalAction, match=r"seat 1 cannot do 'draw' now: the match waits for seat 0 \(prize\)"
    ):
        table.act(1, "draw")


@rule("IN-1.1", "IN-1.5")
def test_after_the_end_nothing_is_possible() -> None:
    table = two()
    table.match.resign(0)
    for call in (
        lambda: table.act(1, "show:slate"),
        lambda: table.act(1, "resign"),
        lambda: table.match.resign(1),
        lambda: table.match.time_out(1),
        lambda: table.match.undo(0, agreed=True),
    ):
        with pytest.raises(IllegalAction):
            call()
    assert table.match.pending == {}
    assert not table.match.can_undo(0)
    assert table.match.outcome == Outcome((1,), False, (2, 1), "left", "TY-3.2")


def test_outcomes_are_values() -> None:
    one = Outcome((0,), False, (1, 2), "points", "TY-3.1", {"best": 3})
    assert one == Outcome((0,), False, (1, 2), "points", "TY-3.1", {"best": 3})
    assert one != Outcome((0,), False, (1, 2), "points", "TY-3.1")
    assert one != "points"
    assert len({one, Outcome((0,), False, (1, 2), "points", "TY-3.1", {"best": 3})}) == 1
    assert one.json() == {
        "winners": [0],
        "draw": False,
        "reason": "points",
        "clause": "TY-3.1",
        "places": [1, 2],
        "best": 3,
    }
    assert "reason='points', clause='TY-3.1'" in repr(one)


# Clocks


@rule("IN-1.2")
def test_when_the_clock_runs_out_the_referee_answers_and_the_log_says_so() -> None:
    table = two([6])
    events = table.match.time_out(0)
    assert kinds(events) == ["timed_out", "closed"]
    assert (events[0]["decision"], events[0]["action"], events[0]["clause"]) == (
        "show",
        "show:chalk",
        "IN-1.2",
    )
    assert table.match.record()["entries"][0]["timeout"] is True
    table.act(1, "show:slate")
    events = table.match.time_out(1)  # prize: the game names another answer than the first
    assert only(events, "timed_out")["action"] == "skip"
    innkeeper.verify(table.match.record())


@rule("IN-1.2", "IN-1.4")
def test_the_clock_does_not_tell_what_it_sealed() -> None:
    table = two()
    table.match.time_out(0)
    assert table.match.events(0)[-2]["action"] == "show:chalk"
    assert table.match.events(1)[-2]["action"] is None
    assert table.match.lines(1)[-2].text == "Seat 0 runs out of time; the referee chooses, sealed."


@rule("IN-1.2")
def test_only_who_owes_an_answer_can_run_out_of_time() -> None:
    table = two()
    table.act(0, "show:iron")
    with pytest.raises(IllegalAction, match="owes no decision") as refused:
        table.match.time_out(0)
    assert refused.value.clause == "IN-1.2"


# Taking back


@rule("IN-1.3")
def test_undo_is_free_while_nobody_learned_anything() -> None:
    table = two([6])
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    before = table.match.hash
    table.act(0, "skip")
    assert table.match.can_undo(0)
    (undone,) = table.match.undo(0)
    assert (undone["kind"], undone["action"], undone["agreed"]) == ("undone", "skip", False)
    assert (table.match.hash, table.phase) == (before, "prize")
    assert table.match.record()["entries"][-1] == {
        "seat": 0,
        "undo": "free",
        "entry": 2,
        "hash": before,
    }
    innkeeper.verify(table.match.record())


@rule("IN-1.3")
def test_undo_is_not_free_after_chance_a_secret_shown_or_somebody_elses_action() -> None:
    table = two([6])
    table.act(0, "show:iron")
    table.act(1, "show:slate")  # a die was rolled, hands were opened
    assert not table.match.can_undo(1)
    table.act(0, "feel")  # something hidden was shown
    assert not table.match.can_undo(0)
    table.act(0, "wave:1")
    assert table.match.can_undo(0)
    table.act(1, "wave:0")  # somebody else acted
    assert not table.match.can_undo(0)
    assert table.match.can_undo(1)
    with pytest.raises(IllegalAction, match="everybody's consent") as refused:
        table.match.undo(0)
    assert refused.value.clause == "IN-1.3"


@rule("IN-1.3")
def test_several_actions_in_a_row_can_be_taken_back_one_by_one() -> None:
    table = two([6])
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    hashes = [table.match.hash]
    table.act(0, "wave:1")
    hashes.append(table.match.hash)
    table.act(0, "skip")
    table.act(0, "wave:1")
    for _ in range(2):
        table.match.undo(0)
    assert table.match.hash == hashes[1]
    table.match.undo(0)
    assert table.match.hash == hashes[0]
    assert not table.match.can_undo(0)
    innkeeper.verify(table.match.record())


@rule("IN-1.3", "IN-1.4")
def test_the_last_action_goes_first_a_sealed_choice_before_it_stays() -> None:
    table = two()
    table.act(0, "show:iron")
    table.act(0, "wave:1")
    assert kinds(table.match.undo(0)) == ["undone"]
    assert table.seat(0)["choice"] == "show:iron"
    assert kinds(table.match.undo(0)) == ["unsealed"]
    assert table.seat(0)["choice"] is None
    assert not table.match.can_undo(0)
    innkeeper.verify(table.match.record())


@rule("IN-1.3")
def test_an_agreed_undo_goes_back_but_never_winds_the_dice_back() -> None:
    table = two([6, 1])
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    assert table.seat(0)["points"] == 6
    (undone,) = table.match.undo(1, agreed=True)
    assert (undone["action"], undone["agreed"]) == ("show:slate", True)
    assert (table.seat(0)["points"], list(table.match.pending)) == (0, [1])
    assert table.match.unused_dice == [1]
    table.act(1, "show:slate")
    assert table.seat(0)["points"] == 1  # the next die, not the same again
    assert table.match.record()["entries"][2]["undo"] == "agreed"
    assert innkeeper.verify(table.match.record()).view(0) == table.view(0)


@rule("IN-1.3")
def test_what_an_agreed_undo_swept_away_cannot_be_taken_back_once_more() -> None:
    table = two([6, 5, 4])
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    table.act(0, "skip")
    table.match.undo(1, agreed=True)  # back to before seat 1's choice: `skip` is gone too
    (undone,) = table.match.undo(0, agreed=True)
    assert undone["kind"] == "unsealed"  # its sealed choice is what seat 0 did last
    assert list(table.match.pending) == [0, 1]
    for seat in (0, 1):
        assert not table.match.can_ask(seat)  # only what was not taken back yet
        with pytest.raises(IllegalAction, match="has not acted yet"):
            table.match.undo(seat, agreed=True)
    innkeeper.verify(table.match.record())


@rule("IN-1.3")
def test_what_can_be_asked_for_is_what_an_agreed_undo_would_take_back() -> None:
    table = two([6, 5])
    assert not table.match.can_ask(0)
    table.act(0, "show:iron")
    assert (table.match.can_ask(0), table.match.can_ask(1)) == (True, False)
    table.match.undo(0)
    assert not table.match.can_ask(0)
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    assert table.match.can_ask(0)
    table.match.resign(1)
    assert not table.match.can_ask(0)  # the match is over
    with pytest.raises(IllegalAction, match="there is no seat 2"):
        table.match.can_ask(2)


@rule("IN-1.3")
def test_a_choice_already_unsealed_is_not_taken_back_twice() -> None:
    table = two([6, 5])
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    table.act(0, "skip")
    table.act(1, "show:slate")
    table.match.undo(1)
    (undone,) = table.match.undo(1, agreed=True)
    assert undone["action"] == "show:slate"
    assert (list(table.match.pending), table.seat(0)["points"]) == ([1], 0)  # the first round again
    innkeeper.verify(table.match.record())


@rule("IN-1.3", "IN-1.5")
def test_leaving_cannot_be_taken_back_for_free() -> None:
    table = Table("toy", 3, {}, [], {"bag": [*TWO, "flint", "flint"]})
    table.match.resign(1)
    assert not table.match.can_undo(1)
    table.match.undo(1, agreed=True)
    assert table.seat(1)["away"] is False
    innkeeper.verify(table.match.record())


@rule("IN-1.3", "IN-1.4")
def test_opening_sealed_choices_shows_something_whatever_else_happens() -> None:
    class Quiet(Show):
        """No die is rolled, and the game forgets to say that hands were opened."""

        def reveal(self, s: Pebbles, choices: list[Action | None]) -> None:
            s.stack.pop()
            s.ask_sealed(self, 0b11)

    table = two()
    table.match.state.stack[-1] = Quiet("show")
    table.match.state.settle()
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    assert not table.match.can_undo(1)


@rule("IN-1.3", "IN-1.5")
def test_leaving_shows_nothing_and_still_cannot_be_taken_back_for_free() -> None:
    table = Table("toy", 3, {"hand": 1}, [6], {"bag": ["iron", "slate", "chalk"]})
    for seat, action in enumerate(["show:iron", "show:slate", "show:chalk"]):
        table.act(seat, action)
    assert table.seat(1)["hand"] == []
    table.match.resign(1)
    assert not table.match.can_undo(1)


@rule("IN-1.1")
def test_dice_that_were_rolled_before_something_went_wrong_are_not_lost() -> None:
    class Twice(Prize):
        def apply(self, s: Pebbles, seat: int, action: Action) -> None:
            s.chance.die(6)
            s.chance.die(6)

    table = two([6, 5])
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    table.match.state.stack[-1] = Twice(0)
    table.match.state.settle()
    with pytest.raises(innkeeper.ScriptError, match="no more dice"):
        table.act(0, "skip")
    assert table.match.unused_dice == [5]


# Practising


def test_practising_goes_on_with_new_dice_and_deals_anew_what_a_seat_cannot_know() -> None:
    match = innkeeper.new_match("toy", seats=3, options={"hand": 3, "rounds": 9}, seed=1)
    match.act(0, match.pending[0].ids[0])
    match.act(1, match.pending[1].ids[0])
    seen = match.view(0)
    hands = set()
    for seed in range(20):
        again = innkeeper.replay(match.record())
        again.practise(bytes([seed]), 0)
        assert again.view(0) == seen
        hands.add(str(again.view(2)))
        assert not any(again.can_undo(seat) for seat in range(3))
        for seat in range(3):
            with pytest.raises(IllegalAction):
                again.undo(seat, agreed=True)
        again.act(2, again.pending[2].ids[0])
        assert innkeeper.verify(again.record()).view(1) == again.view(1)
    assert len(hands) > 3
    same = innkeeper.replay(match.record())
    same.practise(b"x")
    assert same.hash == match.hash
    assert same.record()["entries"][-1]["practise"] == {"seed": b"x".hex(), "seat": None}
    match.resign(0)
    match.resign(1)
    with pytest.raises(IllegalAction, match="practise from an earlier position"):
        match.practise(b"x")


def test_a_refusal_can_be_asked_for() -> None:
    table = two()
    refused = table.match.refusal(0, "show:flint")
    assert (refused.reason, refused.clause) == ("you have no such pebble", "TY-2.1")
    assert refused.legal == ("show:chalk", "show:iron", "wave:1")


def test_an_undo_of_the_past_of_a_script_is_replayed_with_the_script() -> None:
    table = two([6])
    table.act(0, "show:iron")
    table.match.script(dice=[2])
    assert table.match.can_undo(0)  # a sealed choice, still
    table.act(1, "show:slate")
    table.match.undo(0, agreed=True)
    assert list(table.match.pending) == [0, 1]
    assert table.match.unused_dice == [2]
    innkeeper.verify(table.match.record())
