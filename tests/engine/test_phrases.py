"""What is said at a table belongs to the game: prompts, short names, words."""

from __future__ import annotations

from pathlib import Path

import pytest

from innkeeper import Content, InvalidContent, get_game, new_match
from innkeeper.engine.game import all_games
from innkeeper.engine.phrases import Phrases, load
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.words import Known, describe_view

GAMES = [game.id for game in all_games()[0]]


def card_fields(content: Content) -> set[str]:
    """What is written of cards in a content pack; a gallery shows it."""
    tables = [table for file in content.files for table in content.tables(file).values()]
    cards = [card for table in tables if isinstance(table, dict) for card in (table, *table.values())]
    return {field for card in cards if isinstance(card, dict) for field in card}


@pytest.mark.parametrize("game_id", GAMES)
def test_words_and_short_names_are_of_things_that_exist(game_id: str) -> None:
    game = get_game(game_id)
    fields = {field for part in game.schema["$defs"].values() for field in part["properties"]}
    fields |= card_fields(game.content)
    names = game.names_of(game.content)
    assert game.phrases.flavour
    assert set(game.phrases.short) <= set(names)
    assert {word for word in game.phrases.words if word not in fields} <= {"cleanup"}


def test_what_is_not_written_down_is_made_from_its_id() -> None:
    assert Phrases().prompt("pay_the-toll") == "Your choice: pay the toll."
    assert Phrases(prompts={"toll": "A coin, please."}).prompt("toll") == "A coin, please."
    assert Phrases().word("half_steps") == "half steps"


def test_a_game_without_phrases_has_none(tmp_path: Path) -> None:
    assert load(tmp_path / "table.toml") == Phrases()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("promts = {}", "promts.*; there are flavour, .*; did you mean 'prompts'"),
        ("[prompts]\nmove = 3", "prompts"),
        ("keys = [['one']]", "keys"),
        ("= 3", "Invalid"),
    ],
)
def test_a_faulty_file_is_named_with_what_is_wrong(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    with pytest.raises(InvalidContent, match=rf"table\.toml: .*{wrong}"):
        load(path)


def test_a_view_is_told_in_the_words_of_its_game() -> None:
    match = new_match("magicduel", seed=1)
    lines = describe_view(match.view(0), Known({0: "Ada", 1: "Bo"}, Lore.of(match.game, match.content)))
    assert lines[0].startswith("Table: turn 1, round 1, first Ada, moves left 2")
    assert lines[1].startswith("Ada: health 25 of 25, magic 0, burn 0, shield 0")
