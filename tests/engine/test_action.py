"""Domains, verbs and interned actions."""

from __future__ import annotations

import pytest

from innkeeper.engine.action import LARGEST_TABLE, Domain, Verbs

TARGET = Domain("target", ["player"], ["the rival"], numbers=9, first=1, counted="minion ")
AMOUNT = Domain("amount", numbers=4)


def test_a_domain_is_named_ids_then_numbers() -> None:
    assert TARGET.size == 10
    assert [TARGET.text(i) for i in (0, 1, 9)] == ["player", "1", "9"]
    assert [TARGET.label(i) for i in (0, 1, 9)] == ["the rival", "minion 1", "minion 9"]
    assert TARGET.index("player") == 0
    with pytest.raises(KeyError):
        TARGET.index("nobody")
    assert [AMOUNT.text(i) for i in range(AMOUNT.size)] == ["0", "1", "2", "3"]
    assert Domain("bare", ["a", "b"]).label(1) == "b"


def test_ids_labels_and_clauses_follow_from_the_declaration() -> None:
    verbs = Verbs()
    none = verbs.add("pass", "TY-1.1", "Pass")
    one = verbs.add("heal", "TY-1.2", "Heal {0}", [AMOUNT])
    two = verbs.add("hit", "TY-2.1", "Hit {1} for {0}", [AMOUNT, TARGET], tag=7)
    three = verbs.add("give", "TY-2.2", "Give {0}, {1}, {2}", [AMOUNT, AMOUNT, TARGET])
    assert (none.at().id, none.at().label, none.at().clause) == ("pass", "Pass", "TY-1.1")
    assert (one.at1(3).id, one.at1(3).label) == ("heal:3", "Heal 3")
    assert (two.at2(2, 0).id, two.at2(2, 0).label) == ("hit:2:player", "Hit the rival for 2")
    assert (three.at3(1, 2, 3).id, three.at3(1, 2, 3).label) == ("give:1:2:3", "Give 1, 2, minion 3")
    assert (two.tag, one.tag) == (7, -1)
    assert repr(none.at()) == "Action('pass')"


def test_actions_are_made_once() -> None:
    verb = Verbs().add("hit", "TY-2.1", "", [AMOUNT, TARGET])
    assert verb.at2(1, 2) is verb.at2(1, 2)
    assert verb.at2(1, 2) is not verb.at2(2, 1)


def test_codes_are_dense_over_all_verbs() -> None:
    verbs = Verbs()
    first = verbs.add("pass", "TY-1.1", "")
    second = verbs.add("hit", "TY-1.1", "", [AMOUNT, TARGET])
    third = verbs.add("stop", "TY-1.1", "")
    codes = [first.at().code]
    codes += [second.at2(a, b).code for a in range(AMOUNT.size) for b in range(TARGET.size)]
    codes.append(third.at().code)
    assert codes == list(range(verbs.size)) == list(range(42))
    assert verbs.all == [first, second, third]


def test_large_verbs_keep_only_what_was_used() -> None:
    many = Domain("many", numbers=1000)
    verbs = Verbs()
    verb = verbs.add("trade", "TY-1.1", "", [many, many])
    assert verb.size > LARGEST_TABLE
    action = verb.at2(999, 1)
    assert action is verb.at2(999, 1)
    assert (action.id, action.code) == ("trade:999:1", 999_001)
    assert verbs.add("next", "TY-1.1", "").at().code == 1_000_000
