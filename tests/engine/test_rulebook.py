"""Rulebooks are read clause by clause."""

from __future__ import annotations

import re

import pytest

import innkeeper
from innkeeper.engine.game import Game
from innkeeper.engine.rulebook import for_terminals, house_rules, parse
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


LINKED = """\
# A book

Before all rules.

## TY-1 First

What this is about.

<a id="TY-1.1"></a>**TY-1.1** Take a [pebble](card:pebble), then [rest](#TY-1.2).

<a id="TY-1.2"></a>**TY-1.2** Rest, as [TY-1.1](#TY-1.1) says.

## Your first game

- Take it easy.
"""


def test_what_stands_beside_the_clauses_is_kept_by_chapter() -> None:
    book = parse(LINKED)
    assert book.chapters == {
        "A book": "Before all rules.",
        "TY-1 First": "What this is about.",
        "Your first game": "- Take it easy.",
    }
    assert book["TY-1.2"].text.endswith("says.")


def test_terminals_are_told_the_clause_a_link_leads_to() -> None:
    book = parse(LINKED)
    assert book.cards() == {"pebble"}
    assert for_terminals(book["TY-1.1"].text) == "TY-1.1 Take a pebble, then rest (TY-1.2)."
    assert for_terminals(LINKED).count("<a") == 0
    assert "as TY-1.1 says" in for_terminals(book["TY-1.2"].text)


def cards_of(game: Game) -> set[str]:
    """Everything in the content that has a name, as the page's inspector counts cards."""
    return {
        id
        for file in game.content.files
        for entries in game.content.tables(file).values()
        if isinstance(entries, dict)
        for id, entry in entries.items()
        if isinstance(entry, dict) and isinstance(entry.get("name"), str)
    }


@pytest.mark.parametrize("id", ["magicduel", "echo", "mazerunner", "adventurer", "micah"])
def test_every_book_leads_to_all_its_cards_and_to_no_other(id: str) -> None:
    game = innkeeper.get_game(id)
    assert game.rulebook.cards() == cards_of(game)


@pytest.mark.parametrize("id", innkeeper.game_ids())
def test_every_link_of_a_book_leads_to_a_clause_or_a_card(id: str) -> None:
    book = innkeeper.get_game(id).rulebook
    for to in re.findall(r"\]\(([^)]*)\)", book.text):
        assert to.startswith("card:") or to.removeprefix("#") in book.clauses, to
