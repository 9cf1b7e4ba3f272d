"""Records: what they hold, and what they refuse."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import innkeeper
from innkeeper import FairChance, FastChance, InvalidRecord
from innkeeper.engine.chance import seal_of
from innkeeper.testing.table import Table, rule

pytestmark = pytest.mark.usefixtures("toy")


def finished() -> dict[str, Any]:
    table = Table("toy", 2, {"hand": 1}, [6], {"bag": ["iron", "slate"]})
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    table.act(0, "skip")
    assert table.result["winners"] == [0]
    return table.match.record()


@rule("IN-1.8")
def test_a_record_holds_the_set_up_every_action_and_the_hash_after_each() -> None:
    match = innkeeper.new_match("toy", seats=2, options={"hand": 1}, seed=b"s", nonces=["n"])
    hashes = []
    for seat in (0, 1):
        match.act(seat, match.pending[seat].ids[0])
        hashes.append(match.hash)
    record = match.record()
    assert list(record) == [
        "innkeeper",
        "game",
        "rules",
        "content",
        "seats",
        "options",
        "chance",
        "start",
        "entries",
        "outcome",
    ]
    assert (record["innkeeper"], record["game"], record["rules"], record["seats"]) == (1, "toy", "1", 2)
    assert record["content"] == match.content.hash
    assert record["options"] == match.options.json()
    assert record["chance"] == FairChance(b"s", ["n"]).describe()
    assert [entry["hash"] for entry in record["entries"]] == hashes
    assert [entry["seat"] for entry in record["entries"]] == [0, 1]
    assert all(list(entry) == ["seat", "do", "hash"] for entry in record["entries"])
    assert match.length == 2
    assert match.record_entry(1) == record["entries"][1]


@rule("IN-1.8")
def test_replaying_gives_the_same_match_which_can_be_played_on() -> None:
    record = finished()
    again = innkeeper.verify(json.loads(json.dumps(record)))
    assert again.record() == record
    part = {**record, "entries": record["entries"][:1], "outcome": None}
    match = innkeeper.replay(part)
    assert list(match.pending) == [1]
    match.act(1, "show:slate")
    assert match.record()["entries"] == record["entries"][:2]


@rule("IN-1.8")
def test_a_record_is_gone_through_entry_by_entry() -> None:
    record = finished()
    passed = [(match.length, match.hash, match.state) for match in innkeeper.positions(record)]
    assert [length for length, _, _ in passed] == [0, 1, 2, 3]
    assert [hash for _, hash, _ in passed[1:]] == [entry["hash"] for entry in record["entries"]]
    assert len({id(state) for _, _, state in passed}) == 4
    record["entries"][1]["hash"] = "0" * 16
    through = innkeeper.positions(record)
    assert [next(through).length, next(through).length] == [0, 1]
    with pytest.raises(InvalidRecord, match="entry 1: the position after it has another hash"):
        next(through)


@rule("IN-1.7", "IN-1.8")
def test_a_seed_that_was_not_promised_is_found_out() -> None:
    match = innkeeper.new_match("toy", seed=1)
    record = match.record()
    assert innkeeper.verify(record).hash == match.hash
    damaged = copy.deepcopy(record)
    damaged["chance"]["seed"] = "00" * 32
    with pytest.raises(InvalidRecord, match="not the one that was committed to"):
        innkeeper.verify(damaged)


@rule("IN-1.8")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"innkeeper": 2}, "innkeeper: this is not a record of format 1"),
        ({"game": "chess"}, "game: no game 'chess' is installed"),
        ({"rules": "9"}, "rules: played under version '9', here is '1'"),
        ({"content": "x"}, "content: played with cards 'x', here are"),
        ({"seats": 7}, "set-up: Pebbles is for 2 to 4 seats, not 7"),
        ({"seats": None}, "seats: missing"),
        ({"options": {"preset": "literal"}}, "options: not complete"),
        ({"options": {"colour": 1}}, "set-up: unknown option 'colour'"),
        ({"chance": {"kind": "cards"}}, "chance: {'kind': 'cards'} is no chance of this format"),
        ({"chance": {"kind": "fast", "seed": -1}}, "chance: a seed is"),
        ({"chance": {"kind": "fast", "seed": 5}}, "start: this set-up, or its opening position"),
        ({"start": "0"}, "start: this set-up"),
        ({"entries": 5}, "entries: not a list"),
        ({"outcome": None}, "outcome: the record says None"),
        ({"note": "x"}, "'note': a record has no such field"),
    ],
)
def test_what_is_wrong_with_a_set_up_is_named(change: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        innkeeper.verify({**finished(), **change})
    assert why in str(refused.value)
    assert refused.value.entry is None


@rule("IN-1.8")
@pytest.mark.parametrize(
    ("index", "change", "why"),
    [
        (1, {"do": "show:iron"}, "entry 1: you have no such pebble (TY-2.1)"),
        (1, {"seat": 0}, "entry 1: seat 0 cannot do 'show:slate' now"),
        (2, {"do": "draw"}, "entry 2: the position after it has another hash"),
        (0, {"hash": "x"}, "entry 0: the position after it has another hash"),
        (0, {"timeout": 1}, "entry 0: {'seat': 0, 'do': 'show:iron'"),
        (2, {"timeout": True, "do": "draw"}, "entry 2: the clock would not have chosen 'draw'"),
        (1, {"do": None, "undo": "free"}, "is no entry of this format"),
    ],
)
def test_the_first_bad_entry_is_named(index: int, change: dict[str, Any], why: str) -> None:
    record = finished()
    record["entries"][index].update(change)
    with pytest.raises(InvalidRecord) as refused:
        innkeeper.verify(record)
    assert why in str(refused.value)
    assert refused.value.entry == index


@rule("IN-1.3", "IN-1.8")
def test_an_undo_that_was_not_free_or_takes_back_something_else_is_found_out() -> None:
    table = Table("toy", 2, {}, [6], {"bag": ["iron", "chalk", "slate", "slate"]})
    table.act(0, "show:iron")
    table.act(1, "show:slate")
    table.match.undo(1, agreed=True)
    record = table.match.record()
    innkeeper.verify(record)
    for change, why in (
        ({"undo": "free"}, "entry 2: this undo was not free"),
        ({"entry": 0}, "entry 2: the position after it has another hash"),
        ({"entry": True}, "entry 2: the position after it has another hash"),
        ({"seat": 0}, "entry 2: the position after it has another hash"),
    ):
        damaged = copy.deepcopy(record)
        damaged["entries"][2].update(change)
        with pytest.raises(InvalidRecord, match=why):
            innkeeper.verify(damaged)


def test_a_script_in_a_record_is_checked_as_well() -> None:
    table = Table("toy", 2, {}, [], {"bag": ["iron", "chalk", "slate", "slate"]})
    table.match.script(dice=[3], decks={"bag": ["iron"]})
    record = table.match.record()
    innkeeper.verify(record)
    for script in ({"dice": [3], "decks": {"bag": ["gold"]}}, {"dice": [3]}, {"dice": 3, "decks": {}}):
        damaged = copy.deepcopy(record)
        damaged["entries"][0]["script"] = script
        with pytest.raises(InvalidRecord) as refused:
            innkeeper.verify(damaged)
        assert refused.value.entry == 0
    fast = innkeeper.new_match("toy", chance=FastChance(1)).record()
    fast["entries"] = record["entries"]
    with pytest.raises(InvalidRecord, match="entry 0: this match is not scripted"):
        innkeeper.verify(fast)


@pytest.mark.parametrize("record", [None, [], "x", 5])
def test_what_is_no_record_at_all(record: Any) -> None:
    with pytest.raises(InvalidRecord, match="a record is a JSON object"):
        innkeeper.replay(record)


def test_a_record_needs_the_cards_it_was_played_with() -> None:
    game = innkeeper.get_game("toy")
    heavier = game.content.files["pebbles.toml"].replace("weight = 5", "weight = 6")
    content = game.content.edited({"pebbles.toml": heavier})
    match = innkeeper.new_match("toy", seed=1, content=content)
    record = match.record()
    with pytest.raises(InvalidRecord, match="content: played with cards"):
        innkeeper.verify(record)
    assert innkeeper.verify(record, content).hash == match.hash


@rule("IN-1.7")
def test_seals_are_kept_and_must_fit_and_change_no_dice() -> None:
    words = ["goose", "soup"]
    seals = [seal_of("goose"), ""]
    sealed = innkeeper.new_match("toy", seats=2, seed=b"s", nonces=words, seals=seals)
    plain = innkeeper.new_match("toy", seats=2, seed=b"s", nonces=words)
    assert sealed.hash == plain.hash
    assert "seals" not in plain.record()["chance"]  # as records always were
    record = json.loads(json.dumps(sealed.record()))
    assert record["chance"]["seals"] == seals
    assert innkeeper.verify(record).hash == sealed.hash
    for bad in (
        [seal_of("swan"), ""],
        seals[:1],
        [*seals, ""],
        ["", ""],
        [1, ""],
        "seals",
        [seals[0].upper(), ""],
    ):
        damaged = copy.deepcopy(record)
        damaged["chance"]["seals"] = bad
        with pytest.raises(InvalidRecord, match="chance"):
            innkeeper.verify(damaged)
    with pytest.raises(InvalidRecord, match="start"):  # what was agreed before is in the hash of the start
        innkeeper.verify({**record, "chance": plain.record()["chance"]})
    with pytest.raises(ValueError, match="the word of seat 0 does not fit its seal"):
        innkeeper.new_match("toy", seats=2, seed=b"s", nonces=words, seals=[seal_of("swan"), ""])


def test_the_stream_of_given_words_is_for_ever() -> None:
    chance = FairChance(b"seed", ["goose", "soup"])
    assert [chance.below(1000) for _ in range(6)] == [49, 191, 921, 334, 212, 495]
