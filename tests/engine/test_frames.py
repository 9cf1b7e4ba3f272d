"""Frames, states and sealed questions, with a whole game in plain Python on whichever kernel runs."""

from __future__ import annotations

from typing import Any

import pytest

import innkeeper
from innkeeper import Chance, FastChance, IllegalAction, Match, ScriptedChance
from innkeeper.engine.action import Action
from innkeeper.engine.frame import (
    Frame,
    Sealed,
    State,
    Writer,
    canonical,
    fingerprint,
    lowest,
    seats_of,
)
from innkeeper.engine.playout import Policy, RandomPolicy, ask, copies, invite, play, playout, playouts
from innkeeper.testing.exhaustive import explore
from innkeeper.testing.table import Table, kinds, only, rule
from tests.toy.rules import Greedy, Pebbles, Prize

pytestmark = pytest.mark.usefixtures("toy")

BAG = ["iron", "chalk", "slate", "chalk", "flint", "flint"]  # two each for seats 0, 1 and 2


def pebbles(
    dice: list[int] | None = None, seats: int = 3, bag: list[str] | None = None, **options: Any
) -> Table:
    return Table("toy", seats, options, dice or [], {"bag": bag or BAG})


def truth(table: Table) -> Pebbles:
    assert isinstance(table.match.state, Pebbles)
    return table.match.state


# A plug-in


def test_the_toy_plays_to_the_end_and_everything_in_it_happens() -> None:
    report = explore("toy", matches=200)
    assert not report.missing, report


def test_loops_of_the_kernel_drive_a_plain_game() -> None:
    match = innkeeper.new_match("toy", seats=3, chance=FastChance(3))
    s = match.state.copy()
    s.chance = FastChance(1)
    assert playout(s, FastChance(2)) > 0
    assert s.over
    assert playouts(match.state, 1, 3) > 3
    copies(match.state, 3)
    s = match.state.copy()
    s.chance = FastChance(1)
    policies: list[Policy] = [Greedy(), RandomPolicy(), Greedy()]
    play(s, policies, FastChance(2))
    assert s.over
    s = match.state.copy()
    s.chance = FastChance(1)
    assert play(s, policies, FastChance(2), limit=2) == 2
    assert playout(s, FastChance(1), 1) == 1


# Asking a policy


class Watcher(Policy):
    """Answers what it is told to, and keeps the worlds it was shown."""

    def __init__(self, answer: Action, accord: Action | None = None) -> None:
        self.answer = answer
        self.accord = accord
        self.shown: list[State] = []

    def choose(self, s: State, seat: int, legal: list[Action], chance: Chance) -> Action:
        self.shown.append(s)
        return self.answer

    def volunteer(self, s: State, seat: int, chance: Chance) -> Action | None:
        self.shown.append(s)
        return self.accord


def test_a_policy_is_shown_a_world_of_its_own_and_held_to_what_is_allowed() -> None:
    s = truth(pebbles())
    legal, other = s.actions(1), s.actions(2)
    foreign = next(action for action in other if action not in legal)
    good, bad = Watcher(legal[-1]), Watcher(foreign)
    assert ask(good, s, 1, FastChance(1)) is legal[-1]
    assert good.shown[0] is not s
    with pytest.raises(IllegalAction, match=r"bot of seat 1 answers 'show:flint'.*not allowed") as refused:
        ask(bad, s, 1, FastChance(1))
    assert list(refused.value.legal) == [action.id for action in legal]
    assert ask(RandomPolicy(), s, 1, FastChance(1)) in legal


def test_nobody_is_asked_who_owes_no_answer() -> None:
    table = pebbles()
    watcher = Watcher(truth(table).actions(0)[0])
    table.act(0, watcher.answer.id)
    with pytest.raises(IllegalAction, match="seat 0 owes no answer"):
        ask(watcher, truth(table), 0, FastChance(1))
    assert not watcher.shown


def test_who_acts_of_its_own_accord_is_held_to_what_stands_open() -> None:
    s = truth(pebbles())
    waves, answer = s.standing(0), s.actions(0)[0]
    watcher = Watcher(answer, waves[1])
    assert invite(watcher, s, 0, FastChance(1)) is waves[1]
    assert watcher.shown[0] is not s
    assert invite(Watcher(answer), s, 0, FastChance(1)) is None
    with pytest.raises(IllegalAction, match=r"'show:chalk'.*not allowed now"):
        invite(Watcher(answer, answer), s, 0, FastChance(1))
    over = innkeeper.new_match("toy", seats=2, chance=FastChance(1)).state
    playout(over, FastChance(1))
    idle = Watcher(answer, answer)
    assert invite(idle, over, 0, FastChance(1)) is None
    assert not idle.shown


# Steps and questions


def test_steps_run_until_somebody_is_asked() -> None:
    table = pebbles()
    assert (table.phase, table.view()["to_act"]) == ("show", [0, 1, 2])
    assert isinstance(truth(table).asking, Sealed)


@rule("IN-1.6")
def test_an_only_answer_is_given_by_the_referee_only_where_the_frame_says_so() -> None:
    table = pebbles([6, 6], hand=1, bag=["iron", "chalk", "slate"], rounds=2)
    truth(table).bag.clear()  # nothing left to draw: `prize` is auto
    table.act(0, "show:iron")
    assert table.legal(1) == ["show:chalk"]  # `show` has one answer too, and asks all the same
    events = table.act(1, "show:chalk") + table.act(2, "show:slate")
    assert "skipped" in kinds(events)
    assert table.result["winners"] == [0]


def test_a_frame_that_never_gets_anywhere_is_an_error_not_a_hang() -> None:
    class Stuck(Frame[State]):
        def proceed(self, s: State) -> bool:
            return False

    class Nobody(Frame[State]):
        def deciders(self, s: State) -> int:
            return 0

    s = innkeeper.new_match("toy", seed=1).state.copy()
    s.stack = [Stuck("stuck")]
    with pytest.raises(RuntimeError, match="for ever"):
        s.settle()
    s.stack = [Nobody("nobody", auto=True)]
    with pytest.raises(RuntimeError, match="nobody is asked"):
        s.settle()


def test_the_base_classes_say_what_a_game_must_write() -> None:
    s = State("toy", 2)
    frame: Frame[State] = Frame("bare")
    for missing in (
        s.copy,
        lambda: s.write(Writer()),
        lambda: s.leave(0),
        lambda: s.do_standing(0, None),  # type: ignore[arg-type]
        lambda: frame.deciders(s),
        lambda: frame.actions(s, 0),
        lambda: frame.apply(s, 0, None),  # type: ignore[arg-type]
        lambda: Sealed[State]("bare").reveal(s, []),
        lambda: Policy().choose(s, 0, [], FastChance(0)),
    ):
        with pytest.raises((NotImplementedError, TypeError)):
            missing()
    assert (s.standing(0), s.may(0), s.playing(0), s.pile("x")) == ([], False, True, None)
    assert frame.proceed(s)
    assert not frame.secret()
    assert frame.refusal(s, 0, "x") is None
    assert Policy().volunteer(s, 0, FastChance(0)) is None


def test_masks_of_seats() -> None:
    assert lowest(0b1100) == 2
    assert seats_of(0b1101) == [0, 2, 3]
    assert seats_of(0) == []
    with pytest.raises(RuntimeError, match="nobody"):
        lowest(0)


# Hashes


def test_the_hash_sees_hidden_cards_sealed_answers_and_the_values_of_frames() -> None:
    table = pebbles([6], bag=["iron", "slate", "chalk", "slate", "flint", "chalk"])
    seen = {table.match.hash}
    for action in ("show:iron", "show:slate"):
        other = table.match.state.copy()
        other.act(0, next(a for a in other.actions(0) if a.id == action))
        seen.add(fingerprint(other))
    swapped = truth(table).copy()
    swapped.bag[0], swapped.bag[-1] = swapped.bag[-1], swapped.bag[0]
    seen.add(fingerprint(swapped))
    assert len(seen) == 4
    for seat, action in enumerate(["show:iron", "show:chalk", "show:flint"]):
        table.act(seat, action)
    assert table.phase == "prize"
    other = truth(table).copy()
    other.stack[-1] = Prize(1)
    assert canonical(other) != canonical(truth(table))


def test_a_writer_takes_numbers_flags_cards_texts_and_actions() -> None:
    book = innkeeper.get_game("toy").book_of(innkeeper.get_game("toy").content)
    w = Writer()
    w.put(-5)
    w.flag(True)
    w.cards([3, 4])
    w.text("ab")
    w.action(None)
    w.action(book.draw.at())
    assert w.numbers == [-5, 1, 2, 3, 4, 2, 97, 98, -1, book.draw.at().code]


def test_the_hash_is_frozen() -> None:
    """The same position has the same hash for ever, or old records cannot be verified."""
    match = innkeeper.new_match("toy", seats=2, chance=FastChance(1))
    assert match.hash == "989820a7187201aa"
    match = innkeeper.new_match("magicduel", chance=FastChance(1))
    assert match.hash == "9dba9a1dd570697d"


# Sealed questions


@rule("IN-1.4")
def test_a_sealed_choice_stays_hidden_until_the_last_is_in() -> None:
    table = pebbles([4])
    events = table.act(1, "show:slate")
    assert kinds(events) == ["closed"]
    assert table.seat(1)["choice"] == "show:slate"
    for viewer in (0, 2, None):
        assert (table.seat(1, viewer)["chosen"], table.seat(1, viewer)["choice"]) == (True, None)
        assert "slate" not in str(table.match.events(viewer)[-1])
    assert list(table.match.pending) == [0, 2]
    table.act(2, "show:flint")
    opened = only(table.act(0, "show:chalk"), "opened")
    assert opened["shown"] == {"0": "chalk", "1": "slate", "2": "flint"}
    assert table.match.unused_dice == []


@rule("IN-1.4")
def test_a_sealed_choice_may_be_changed_until_the_last_is_in() -> None:
    table = pebbles([4])
    table.act(0, "show:iron")
    assert table.match.can_undo(0)
    assert kinds(table.match.undo(0)) == ["unsealed"]
    assert table.legal(0) == ["show:chalk", "show:iron"]
    table.act(0, "show:chalk")
    table.act(1, "show:slate")  # somebody else acts, and still the choice is one's own
    table.match.undo(0)
    assert list(table.match.pending) == [0, 2]
    table.act(0, "show:iron")
    table.act(2, "show:flint")
    assert only(table.match.events(), "opened")["shown"]["0"] == "iron"
    assert not any(table.match.can_undo(seat) for seat in range(3))
    innkeeper.verify(table.match.record())


@rule("IN-1.4")
def test_a_binding_choice_cannot_be_changed_and_its_undo_by_consent_tells_nobody_what_it_was() -> None:
    table = pebbles([4], binding=True)
    table.act(0, "show:iron")
    assert not table.match.can_undo(0)
    with pytest.raises(IllegalAction, match="consent"):
        table.match.undo(0)
    (undone,) = table.match.undo(0, agreed=True)
    assert undone["action"] == "show:iron"
    assert table.match.events(0)[-1]["action"] == "show:iron"
    assert table.match.events(1)[-1]["action"] is None
    assert table.match.lines(1)[-1].text == "Seat 0 takes back a sealed choice."
    assert list(table.match.pending) == [0, 1, 2]


def test_the_others_sealed_choices_are_redrawn_in_a_world_that_could_be() -> None:
    table = pebbles()
    table.act(1, "show:slate")
    worlds = [table.match.state.determinize(0, FastChance(seed)) for seed in range(30)]
    choices = {answer.id for world in worlds if (answer := world.sealed[1]) is not None}
    assert len(choices) > 2
    own = [table.match.state.determinize(1, FastChance(seed)).sealed[1] for seed in range(5)]
    assert {answer.id for answer in own if answer is not None} == {"show:slate"}


@rule("IN-1.5")
def test_leaving_during_a_sealed_question_drops_the_choice_and_opens_the_others() -> None:
    table = pebbles([5])
    table.act(0, "show:chalk")
    table.act(1, "show:slate")
    events = table.match.resign(2)
    assert kinds(events)[:2] == ["left", "opened"]
    assert only(events, "opened")["shown"] == {"0": "chalk", "1": "slate"}
    assert table.phase == "prize"
    innkeeper.verify(table.match.record())


@rule("IN-1.5")
def test_leaving_after_having_chosen_takes_the_choice_away() -> None:
    table = pebbles([5])
    table.act(0, "show:iron")
    table.match.resign(0)
    assert list(table.match.pending) == [1, 2]
    table.act(1, "show:slate")
    events = table.act(2, "show:flint")
    assert only(events, "opened")["shown"] == {"1": "slate", "2": "flint"}
    with pytest.raises(IllegalAction, match="no longer in the game"):
        table.match.resign(0)


@rule("IN-1.5")
def test_leaving_is_possible_when_nobody_asks_and_ends_a_game_of_two() -> None:
    table = pebbles([6])
    for seat, action in enumerate(["show:iron", "show:slate", "show:flint"]):
        table.act(seat, action)
    assert table.view()["to_act"] == [0]
    table.act(1, "resign")
    assert table.phase == "prize"
    table.match.resign(0)
    assert (table.result["winners"], table.result["clause"]) == ([2], "TY-3.2")
    assert table.match.pending == {}
    assert table.match.standing == {}


# Standing actions


def test_a_standing_action_is_never_required_and_leaves_the_question_as_it_was() -> None:
    table = pebbles([4])
    assert {seat: d.ids for seat, d in table.match.standing.items()} == {
        0: ("wave:1", "wave:2"),
        1: ("wave:0", "wave:2"),
        2: ("wave:0", "wave:1"),
    }
    assert table.match.standing[0].timeout is None
    table.act(1, "show:slate")
    assert only(table.act(1, "wave:0"), "waved") == {
        "kind": "waved",
        "turn": 1,
        "seat": 1,
        "clause": "TY-2.4",
        "at": 0,
    }
    assert list(table.match.standing) == [0, 2] == table.view()["may_act"]
    assert list(table.match.pending) == [0, 2]
    with pytest.raises(IllegalAction) as refused:
        table.act(1, "wave:0")
    assert refused.value.legal == ()
    table.act(0, "show:iron")
    with pytest.raises(IllegalAction) as refused:
        table.act(0, "show:iron")
    assert refused.value.legal == ("wave:1", "wave:2")


# Secrets


def test_drawn_and_felt_pebbles_are_known_to_whoever_has_them() -> None:
    table = pebbles([6, 6], bag=["iron", "iron", "chalk", "chalk", "slate", "flint"], seats=2)
    table.act(1, "show:chalk")
    table.act(0, "show:iron")
    felt = table.act(0, "feel")
    assert only(felt, "felt")["pebble"] == "slate"
    assert "felt" not in kinds(table.match.events(1))
    assert "felt" not in kinds(table.match.events(None))
    assert "groped" in kinds(table.match.events(1))
    assert (table.seat(0)["next"], table.seat(0, 1)["next"]) == ("slate", None)
    for seed in range(10):
        world = table.match.state.determinize(0, FastChance(seed))
        assert isinstance(world, Pebbles)
        assert world.bag[-1] == truth(table).bag[-1]
    table.act(1, "show:chalk")
    table.act(0, "show:iron")
    table.act(0, "draw")
    assert table.match.events(0)[-1]["pebble"] == "slate"
    assert table.match.events(1)[-1]["pebble"] is None
    assert [line.text for line in table.match.lines(1)][-1] == "Seat 0 draws."
    assert [line.text for line in table.match.lines(0)][-1] == "Seat 0 draws Slate."


def test_a_world_has_no_list_of_answers_that_was_made_from_the_true_hand() -> None:
    """A decider's list is kept for speed; in another world it would tell what the decider holds."""

    class Open(Frame[Pebbles]):
        """One seat after another shows openly: its list depends on a hidden hand."""

        def deciders(self, s: Pebbles) -> int:
            return 1

        def actions(self, s: Pebbles, seat: int) -> list[Action]:
            return [s.book.show.at1(card) for card in sorted(set(s.hands[seat]))]

    s = truth(pebbles(hand=1, seats=2, bag=["iron", "iron"]))
    s.stack[-1] = Open("open")
    s.settle()
    assert [action.id for action in s.actions(0)] == ["show:iron"]
    seen = {
        tuple(action.id for action in s.determinize(1, FastChance(seed)).actions(0)) for seed in range(30)
    }
    assert len(seen) > 1


# Scripts


def test_a_script_adds_dice_and_restacks_a_deck_between_actions() -> None:
    table = pebbles([6], seats=2, bag=["iron", "chalk", "slate", "slate"])
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    table.match.script(dice=[1], decks={"bag": ["iron", "flint"]})
    assert table.match.unused_dice == [1]
    table.act(0, "draw")
    assert table.seat(0)["hand"] == ["chalk", "iron"]
    record = table.match.record()
    assert record["entries"][2]["script"] == {"dice": [1], "decks": {"bag": ["iron", "flint"]}}
    assert innkeeper.verify(record).view(0) == table.view(0)


def test_a_script_is_refused_where_it_makes_no_sense_and_changes_nothing() -> None:
    table = pebbles()
    before = (table.match.hash, table.match.record())
    for decks, why in (
        ({"heap": ["iron"]}, "Pebbles has no deck 'heap'"),
        ({"bag": ["gold"]}, "knows no card"),
        ({"bag": ["iron"] * 3}, "does not hold"),
    ):
        with pytest.raises(innkeeper.ScriptError, match=why):
            table.match.script(decks=decks)
    assert (table.match.hash, table.match.record()) == before
    fair = innkeeper.new_match("toy", seed=1)
    with pytest.raises(innkeeper.ScriptError, match="not scripted"):
        fair.script(dice=[1])
    with pytest.raises(innkeeper.ScriptError, match="not scripted"):
        _ = fair.unused_dice


def test_running_out_of_dice_leaves_the_match_as_it_was() -> None:
    table = pebbles(seats=2)
    table.act(0, "show:iron")
    before = (table.match.hash, table.match.record(), table.match.events())
    with pytest.raises(innkeeper.ScriptError, match="no more dice"):
        table.act(1, "show:slate")
    assert (table.match.hash, table.match.record(), table.match.events()) == before
    table.match.script(dice=[3])
    table.act(1, "show:slate")
    assert table.match.unused_dice == []


def test_chance_of_a_match_is_its_own() -> None:
    chance = ScriptedChance([3], {"bag": ["iron"]})
    match = innkeeper.new_match("toy", chance=chance)
    assert isinstance(match, Match)
    assert chance.decks == {"bag": ["iron"]}
    assert chance.drawn == 0
