"""A record replays to the same match, and a damaged one is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import innkeeper
from innkeeper import FairChance, FastChance, InvalidRecord
from innkeeper.engine.game import Game
from innkeeper.testing.guests import drawn, eventful, load, seeds, sit_down, viewers
from innkeeper.testing.players import RANDOM, Party
from innkeeper.testing.tables import option_values, settings


@drawn(40)
@given(data=st.data())
def test_a_record_survives_json_and_replays_to_the_same_match(game_id: str, data: st.DataObject) -> None:
    match, party = sit_down(game_id, data)
    eventful(match, party, data.draw(st.integers(0, 200), label="steps"))
    record = json.loads(json.dumps(match.record(), allow_nan=False))
    assert record == match.record()
    again = innkeeper.verify(record)
    assert again.hash == match.hash
    assert again.record() == record
    assert again.outcome == match.outcome
    for viewer in viewers(match):
        assert again.view(viewer) == match.view(viewer)
        assert again.events(viewer) == match.events(viewer)
        assert again.lines(viewer) == match.lines(viewer)
    assert {seat: d.ids for seat, d in again.pending.items()} == {
        seat: d.ids for seat, d in match.pending.items()
    }
    assert {seat: d.ids for seat, d in again.standing.items()} == {
        seat: d.ids for seat, d in match.standing.items()
    }


@drawn(20)
@given(data=st.data())
def test_a_damaged_record_is_refused_at_its_first_bad_entry(game_id: str, data: st.DataObject) -> None:
    game = load(game_id)
    table = data.draw(settings(game_id), label="table")
    seed = data.draw(seeds, label="seed")
    chance = data.draw(
        st.sampled_from([FastChance(seed), FairChance(seed.to_bytes(8, "big"), ["a", "b"])]), label="chance"
    )
    match = innkeeper.new_match(game_id, seats=table.seats, options=table.options, chance=chance, log=False)
    eventful(match, Party(game, [RANDOM] * table.seats, seed), data.draw(st.integers(2, 40), label="steps"))
    record = match.record()
    for name, damaged in damages_to_setup(game, record):
        assert _refused(damaged) is not None, f"accepted: {name}"
    index = data.draw(st.integers(0, len(record["entries"]) - 1), label="damaged entry")
    for name, damaged, first_bad in damages_to_entry(record, index):
        refused = _refused(damaged)
        if refused is None:  # what leaves no trace in any later position cannot be missed
            assert name in ("entry dropped", "entries swapped"), f"accepted: {name}"
            continue
        assert refused.entry is not None, (name, str(refused))
        if name in ("entry dropped", "entries swapped"):
            assert refused.entry >= first_bad, (name, str(refused))
        else:
            assert refused.entry == first_bad, (name, str(refused))
        assert f"entry {refused.entry}" in str(refused)
    check_other_answers(record, index)


def check_other_answers(record: dict[str, Any], index: int) -> None:
    """Another legal answer than the recorded one is found out, unless it leads to the same position."""
    entry = record["entries"][index]
    before = {**record, "entries": record["entries"][:index], "outcome": None}
    decision = innkeeper.replay(before).pending.get(entry.get("seat", -1))
    if decision is None or "timeout" in entry or entry.get("do") not in decision.ids:
        return
    for other in [action for action in decision.ids if action != entry["do"]][:3]:
        damaged = copy.deepcopy(record)
        damaged["entries"][index]["do"] = other
        refused = _refused(damaged)
        if refused is None:
            again = innkeeper.replay(before)
            again.act(entry["seat"], other)
            assert again.hash == entry["hash"], f"accepted: {other!r} for {entry['do']!r}"
        else:
            assert refused.entry is not None, refused
            assert refused.entry >= index, refused  # later, if only the dice to come are others


def _refused(record: Any) -> InvalidRecord | None:
    try:
        innkeeper.verify(record)
    except InvalidRecord as wrong:
        assert len(str(wrong)) < 1000  # noqa: PT017
        return wrong
    return None


def damages_to_setup(game: Game, record: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    def damaged(path: str, value: object) -> dict[str, Any]:
        out: dict[str, Any] = copy.deepcopy(record)
        inner, *names = [out, *path.split(".")]
        for name in names[:-1]:
            inner = inner[name]
        inner[names[-1]] = value
        return out

    yield from [("not a mapping", []), ("nothing", {}), ("null", None), ("a text", json.dumps(record))]
    for name, right in record.items():
        yield f"{name} missing", {key: value for key, value in record.items() if key != name}
        for wrong in (None, True, 7, 1.5, "x", [], [1], {}, {"x": 1}):
            if wrong != right and not (name == "entries" and wrong == [] and record["outcome"] is None):
                yield f"{name} is {wrong!r}", damaged(name, wrong)
    yield "one field too many", damaged("note", "x")
    yield "one option too many", damaged("options.note", 1)
    yield "one thing too many in the chance", damaged("chance.note", 1)
    yield "another game", damaged("game", "chess")
    yield "other rules", damaged("rules", "0")
    yield "other cards", damaged("content", "0" * 16)
    yield "another start", damaged("start", "0" * 16)
    yield (
        "an outcome made up",
        damaged(
            "outcome", {"winners": [0], "draw": False, "reason": "x", "clause": "IN-1.1", "places": [1, 2]}
        ),
    )
    for name, value in record["options"].items():
        for other in [v for v in option_values(game, name) if v != value][:1]:
            yield f"option {name} is {other!r}", damaged(f"options.{name}", other)
        yield f"option {name} has a wrong type", damaged(f"options.{name}", {"x": []})
        yield (
            f"option {name} missing",
            damaged("options", {key: v for key, v in record["options"].items() if key != name}),
        )
    for name in record["chance"]:
        yield (
            f"chance without {name}",
            damaged("chance", {key: v for key, v in record["chance"].items() if key != name}),
        )
        yield f"chance with a wrong {name}", damaged(f"chance.{name}", -1)
    if record["chance"]["kind"] == "fair":
        other_seed = FairChance(b"another seed", ["a", "b"])
        yield "another seed", damaged("chance.seed", other_seed.seed.hex())
        yield "another commitment", damaged("chance.commitment", other_seed.commitment)
        yield "another seed, well committed", damaged("chance", other_seed.describe())
        yield "a nonce too few", damaged("chance.nonces", ["a"])
        yield "a seed of odd length", damaged("chance.seed", "abc")
        yield "nonces that are no texts", damaged("chance.nonces", [1, 2])
    else:
        yield "another seed", damaged("chance.seed", record["chance"]["seed"] + 1)
        yield "a seed beyond 63 bits", damaged("chance.seed", 2**70)


def damages_to_entry(record: dict[str, Any], index: int) -> Iterator[tuple[str, Any, int]]:
    entries = record["entries"]
    entry = entries[index]

    def damaged(*new: object) -> dict[str, Any]:
        out: dict[str, Any] = copy.deepcopy(record)
        out["entries"][index : index + 1] = new
        return out

    no_entries: list[Any] = [None, 7, "x", [], {}, [entry]]
    no_values: list[Any] = [None, 7.5, -1, "nonsense", [], {}, 2**70, True]
    for wrong in no_entries:
        yield f"entry is {wrong!r}", damaged(wrong), index
    for name, right in entry.items():
        if name != "timeout":  # without it, it is simply an action
            yield f"{name} missing", damaged({k: v for k, v in entry.items() if k != name}), index
        for wrong in no_values:
            if json.dumps(wrong) != json.dumps(right):
                yield f"{name} is {wrong!r}", damaged({**entry, name: wrong}), index
    yield "one field too many", damaged({**entry, "note": 1}), index
    yield "another hash", damaged({**entry, "hash": "0" * 16}), index
    yield "entry twice", damaged(entry, entry), index + 1
    if "timeout" not in entry and "do" in entry:
        yield "a clock that did not run out", damaged({**entry, "timeout": False}), index
    later = entries[index + 1 :]
    if later:
        yield "entry dropped", damaged(), index
        swapped = copy.deepcopy(record)
        swapped["entries"][index : index + 2] = [later[0], entry]
        yield "entries swapped", swapped, index
