"""Rulebooks are read clause by clause."""

from __future__ import annotations

import pytest

from innkeeper.engine.rulebook import house_rules, parse
from tests.toy.rules import GAME

TEXT = """# Title

Not a clause.

## XX-1 First

<a id="XX-1.1"></a>**XX-1.1** One line,
and another.

- <a id="XX-1.2"></a>**XX-1.2** in a list
* <a id="XX-1.10"></a> ten

### Details

No clause either.

## XX-2 Second
<a id="XX-2.1.3"></a>deep
"""


def test_a_clause_reaches_to_the_next_clause_or_heading() -> None:
    book = parse(TEXT)
    assert list(book.clauses) == ["XX-1.1", "XX-1.2", "XX-1.10", "XX-2.1.3"]
    assert book["XX-1.1"].text == "**XX-1.1** One line,\nand another."
    assert book["XX-1.1"].chapter == "XX-1 First"
    assert (book["XX-1.10"].text, book["XX-2.1.3"].text) == ("ten", "deep")
    assert book["XX-2.1.3"].chapter == "XX-2 Second"
    assert book.text == TEXT


def test_a_clause_stands_only_once() -> None:
    with pytest.raises(ValueError, match=r"XX-1\.1 stands twice"):
        parse(TEXT + '\n<a id="XX-1.1"></a>again')


def test_a_games_rulebook_has_the_rules_of_the_inn_too() -> None:
    assert list(house_rules().clauses) == [f"IN-1.{n}" for n in range(1, 9)]
    assert set(house_rules().clauses) < set(GAME.rulebook.clauses)
    assert GAME.rulebook["TY-2.4"].text.startswith("**TY-2.4** Once a round")
