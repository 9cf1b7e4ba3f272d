"""AF-10: decks, and what is said about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import innkeeper
from innkeeper import InvalidOptions
from innkeeper.games.adventurer.decks import MOST_ENTRIES, Problem, check_deck, examine, read_deck_file
from innkeeper.games.adventurer.options import AdventurerOptions
from innkeeper.testing.table import Table, rule
from tests.rules.adventurer.factory import DEMO_A, DEMO_TEN, book, card, deck, factory, with_pack

GOOD = deck(
    "Good",
    "knight",
    "squire",
    "silver-ring",
    "guard-goose",
    "friendly-cudgel",
    "calling-card",
    "soapbox",
    "sunday-hat",
    "hot-cocoa",
    "whetstone",
)


def check(source: Any, **options: Any) -> list[Problem]:
    return check_deck(source, AdventurerOptions(**options), book())


def codes(source: Any, **options: Any) -> list[str]:
    return [problem.code for problem in check(source, **options)]


def changed(**cards: int) -> dict[str, Any]:
    """The good deck with other counts; 0 takes a card out."""
    counts = {**GOOD["cards"], **{name.replace("_", "-"): count for name, count in cards.items()}}
    return {"name": "Changed", "cards": {name: count for name, count in counts.items() if count != 0}}


@rule("AF-10.1")
def test_exactly_forty_cards() -> None:
    assert codes(GOOD) == []
    for wrong in (changed(whetstone=3), changed(whetstone=3, heckle=2)):
        problem = next(problem for problem in check(wrong) if problem.code == "E-SIZE")
        assert problem.refuses
        assert str(sum(wrong["cards"].values())) in problem.message
    assert "E-SIZE" not in codes(DEMO_TEN, deck_size=10)
    assert "E-SIZE" in codes(GOOD, deck_size=10)


@rule("AF-10.2")
def test_at_most_four_copies_classes_included() -> None:
    problems = check(changed(knight=5, whetstone=3))
    assert [problem.code for problem in problems] == ["E-COPIES"]
    assert "knight" in problems[0].message
    assert codes(changed(knight=5, whetstone=3), max_copies=5) == []
    assert codes(GOOD, max_copies=1).count("E-COPIES") == 10


@rule("AF-10.3")
def test_every_card_is_in_the_pack() -> None:
    problems = check(changed(whetstone=0, wetstone=4))
    assert [problem.code for problem in problems] == ["E-UNKNOWN"]
    assert "'wetstone'" in problems[0].message
    assert "did you mean 'silver-ring'?" in check({"name": "x", "cards": {"Silver Ring": 40}})[0].message
    # a pack that stands alone does not know the core cards, and the core does not know the pack's
    content = with_pack([card("pebble")], extends="")
    other = book(content)
    options = AdventurerOptions(card_pack="test-pack")
    assert {problem.code for problem in check_deck(GOOD, options, other)} == {"E-UNKNOWN"}
    assert check_deck("goose-company", options, other)[0].code == "E-UNKNOWN"
    assert "E-UNKNOWN" not in [
        p.code for p in check_deck({"name": "x", "cards": {"pebble": 40}}, options, other)
    ]
    assert "E-UNKNOWN" in codes({"name": "x", "cards": {"pebble": 40}})


@rule("AF-10.4")
def test_ids_objects_and_both_kinds_of_file(tmp_path: Path) -> None:
    for id in book().decks:
        assert codes(id) == []
    text = "# My Deck\n\n" + "".join(f"{n} {name}  # nice\n" for name, n in GOOD["cards"].items())
    found, problems = examine(text, AdventurerOptions(), book())
    assert problems == []
    assert found is not None
    assert (found.name, len(found.cards)) == ("My Deck", 40)
    same, _ = examine(json.dumps({**GOOD, "name": "My Deck"}), AdventurerOptions(), book())
    assert same is not None
    assert (same.name, same.counts) == (found.name, found.counts)
    (tmp_path / "deck.txt").write_text(text)
    assert read_deck_file(tmp_path / "deck.txt") == text
    # the same card on two lines is added up
    twice = text.replace("4 knight", "2 knight\n2 knight")
    assert codes(twice) == []


@rule("AF-10.4")
def test_a_deck_may_be_brought_to_the_table() -> None:
    table = Table("adventurer", options={"deck_0": GOOD, "deck_1": "petty-grievances"})
    assert [table.seat(seat)["deck_name"] for seat in range(2)] == ["Good", "Petty Grievances"]
    assert table.table["decklists"][0] == {"name": "Good", "cards": GOOD["cards"]}
    assert table.table["options"]["deck_0"] == GOOD
    replayed = innkeeper.replay(json.loads(json.dumps(table.match.record())))
    assert replayed.hash == table.match.hash
    with pytest.raises(InvalidOptions, match="option deck_1: 'no-such-deck' is not one of goose-company"):
        innkeeper.new_match("adventurer", options={"deck_1": "no-such-deck"})
    with pytest.raises(InvalidOptions, match=r"option deck_0: the deck brought is not a .*E-COPIES"):
        innkeeper.new_match("adventurer", options={"deck_0": changed(knight=5, whetstone=3)})


@rule("AF-10.4")
def test_a_deck_on_the_table_is_not_changed_from_outside() -> None:
    brought = json.loads(json.dumps(GOOD))
    match = innkeeper.new_match("adventurer", options={"deck_0": brought}, seed=1)
    brought["cards"]["knight"] = 1
    assert match.record()["options"]["deck_0"] == GOOD
    assert innkeeper.replay(match.record()).hash == match.hash


@rule("AF-10.5")
def test_a_refusal_names_every_code_however_many_problems_there_are() -> None:
    with pytest.raises(InvalidOptions, match=r"E-COPIES: .*; E-SIZE: .*; E-COPIES: .*; and 8 more"):
        innkeeper.new_match("adventurer", options={"deck_0": GOOD, "max_copies": 1, "deck_size": 41})


@rule("AF-10.5")
def test_formats_that_cannot_be_read() -> None:
    for text in ('{"cards": ', "[1, 2]", "knight", "four knights and a squire", "", "# only a name"):
        assert "E-FORMAT" in codes(text), text
    for broken in (
        {},
        {"name": "x"},
        {"name": "x", "cards": []},
        {"name": "x", "cards": {}},
        {**GOOD, "game": "echo"},
        {**GOOD, "colour": "red"},
        {**GOOD, "name": 7},
    ):
        assert "E-FORMAT" in codes(broken), broken
    twice = json.dumps(GOOD).replace('"knight": 4', '"knight": 4, "knight": 4')
    assert "E-FORMAT" in codes(twice)
    assert codes('{"name": "x", "cards": {"knight": 4,}}') == ["E-FORMAT"]


@rule("AF-10.5")
def test_counts_that_are_not_numbers() -> None:
    counts: list[Any] = [0, -1, 1.5, "4", None, True, []]
    for count in counts:
        found = codes({"name": "x", "cards": {**GOOD["cards"], "heckle": count}})
        assert "E-COUNT" in found, count
    assert "E-COUNT" in codes("# x\nfour knight\n")
    assert "E-COUNT" in codes("# x\n0 knight\n")
    assert "E-COUNT" in codes("# x\n2.5 knight\n")


@rule("AF-10.5")
def test_problems_name_their_line() -> None:
    text = "# Wrong\n5 knight\n4 squire\nx ring\n4 nonsense\njust-one-word\n"
    found = {problem.code: problem.line for problem in check(text)}
    assert found["E-COPIES"] == 2
    assert found["E-COUNT"] == 4
    assert found["E-UNKNOWN"] == 5
    assert found["E-FORMAT"] == 6
    written = json.dumps(changed(knight=5, whetstone=3), indent=1)
    problem = check(written)[0]
    assert problem.line is not None
    assert '"knight"' in written.splitlines()[problem.line - 1]
    assert str(problem).startswith(f"line {problem.line}: E-COPIES: knight")


@rule("AF-10.5")
def test_everything_is_told_at_once() -> None:
    found = codes("# Wrong\n5 knight\n0 squire\n4 nonsense\n")
    assert {"E-COPIES", "E-COUNT", "E-UNKNOWN", "E-SIZE"} <= set(found)


@rule("AF-10.5")
def test_needs_that_can_never_be_met_are_a_warning() -> None:
    problems = check(changed(whetstone=0, heckle=4))
    assert [problem.code for problem in problems] == ["W-NEEDS"]
    assert not problems[0].refuses
    assert "bard 1" in problems[0].message
    # the Squire Provides Knight, but cannot be played without one
    found = check(changed(knight=0, bard=4))
    assert [(problem.code, "squire" in problem.message) for problem in found] == [("W-NEEDS", True)]
    # a deck with warnings is not refused
    factory(None, None, changed(whetstone=0, heckle=4), "goose-company")


@rule("AF-10.5")
def test_level_needs_beyond_reach() -> None:
    found = check(changed(knight=1, squire=1, dapper_destrier=4, soapbox=4, heckle=0, travel_pack=2))
    assert [problem.code for problem in found] == ["W-NEEDS"]
    assert "knight 3, and this deck reaches 2" in found[0].message


@rule("AF-10.5")
def test_no_class_and_a_heavy_deck() -> None:
    found = codes(changed(knight=0, squire=0, travel_pack=4, second_wind=4))
    assert found == ["W-NOCLASS"]
    heavy = deck(
        "Heavy",
        "knight",
        "squire",
        "knightly-banner",
        "barn-door-shield",
        "trusty-longsword",
        "tourney-lance",
        "second-best-plate",
        "hold-the-line",
        "cavalry-charge",
        "dapper-destrier",
    )
    assert codes(heavy) == ["W-HEAVY"]


@rule("AF-10.6")
def test_names_and_sizes_of_files() -> None:
    for name in ("", "   ", "x" * 41, "two\nlines", "bell\x07"):
        assert "E-FORMAT" in codes({**GOOD, "name": name}), name
    for name in ("x", "x" * 40, "Größe 40 – ganz groß"):
        assert codes({**GOOD, "name": name}) == []
    lines = "".join(f"{n} {name}\n" for name, n in GOOD["cards"].items())
    assert codes(f"# {'x' * 41}\n{lines}") == ["E-FORMAT"]
    assert codes(f"# fine\n{lines}" + "#\n" * 5000) == []
    assert codes(f"# fine\n{lines}" + "#\n" * 10000) == ["E-FORMAT"]


@rule("AF-10.4")
def test_a_list_without_an_end_is_not_read_to_its_end() -> None:
    written = "\n".join(["1 a"] * 4900)
    listed = {"cards": {f"{number:x}": 1 for number in range(6000)}}
    for source in (written, json.dumps({"cards": {f"{n:x}": 1 for n in range(1800)}}), listed):
        found = check(source)
        assert len(found) <= MOST_ENTRIES + 10
        assert any("at most 500 entries" in problem.message for problem in found)
    fields = {f"f{number}": 1 for number in range(1000)}
    assert 5 < len(check({**GOOD, **fields})) < 20


def test_all_preconstructed_decks_are_legal_and_have_a_plan() -> None:
    assert list(book().decks) == [
        "goose-company",
        "velvet-revolution",
        "knives-and-invoices",
        "clockwork-picnic",
        "volatile-stock",
        "too-many-candles",
        "petty-grievances",
    ]
    for made in book().decks.values():
        assert len(made.cards) == 40
        assert made.name
        assert made.plan
    assert codes(DEMO_A) == []
