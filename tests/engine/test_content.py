"""Content: typed TOML with errors that point at the file, the card and the field."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

import innkeeper
from innkeeper import Content, InvalidContent
from innkeeper.engine.content import shipped
from tests.toy.rules import GAME, PebbleData

pytestmark = pytest.mark.usefixtures("toy")

GOOD = '[pebble.chalk]\nname = "Chalk"\nweight = 1\n'


def test_a_pack_is_its_files_and_nothing_else() -> None:
    one = Content.of({"a.toml": "x = 1", "b.toml": "y = 2"})
    assert one == Content.of({"b.toml": "y = 2", "a.toml": "x = 1"})
    assert one.hash != Content.of({"a.toml": "x = 1", "b.toml": "y = 3"}).hash
    assert one.hash != Content.of({"a.toml": "x = 1b.toml", "": "y = 2"}).hash
    assert one.edited({"b.toml": "y = 3"}).files == {"a.toml": "x = 1", "b.toml": "y = 3"}
    assert shipped(GAME.folder / "content") is shipped(GAME.folder / "content") == GAME.content


def test_cards_come_in_the_order_of_the_file() -> None:
    cards = GAME.content.cards("pebbles.toml", "pebble", PebbleData)
    assert list(cards) == ["chalk", "slate", "flint", "iron"]
    assert cards["iron"] == PebbleData("Iron", 5, 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[pebble.chalk", "pebbles.toml: this is not TOML"),
        ("", r"pebbles.toml: there is no \[pebble.…\] entry"),
        ("pebble = 5", r"pebbles.toml: there is no \[pebble.…\] entry"),
        ("[pebble.chalk]\nname = 'Chalk'", "pebbles.toml: pebble.chalk: .*missing required field `weight`"),
        (GOOD + "colour = 1", "pebbles.toml: pebble.chalk: .*unknown field `colour`"),
        (GOOD + "copies = 0", r"pebbles.toml: pebble.chalk: .*`int` >= 1.*\$.copies"),
        (GOOD.replace("1", "'x'"), r"pebbles.toml: pebble.chalk: Expected `int`, got `str` - at `\$.weight`"),
    ],
)
def test_errors_point_at_the_file_the_card_and_the_field(text: str, why: str) -> None:
    content = GAME.content.edited({"pebbles.toml": text})
    with pytest.raises(InvalidContent, match=why):
        innkeeper.new_match("toy", content=content)


class Clasp(msgspec.Struct, forbid_unknown_fields=True):
    metal: Literal["brass", "copper"] = "brass"


class Box(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    wood: Literal["oak", "pine"] | None = None
    lid: Literal["D4", "D6", "D12"] = "D4"
    clasps: list[Clasp] = []
    by_side: dict[str, Clasp] = {}


@pytest.mark.parametrize(
    ("entry", "right"),
    [
        ({"wodo": "oak"}, "unknown field `wodo`; there are wood, lid, clasps, by-side; did you mean 'wood'?"),
        ({"quite": 1}, "unknown field `quite`; there are wood, lid, clasps, by-side"),
        ({"wood": "oka"}, "'oka' - at `$.wood`; there are oak, pine; did you mean 'oak'?"),
        (
            {"clasps": [{}, {"metal": "bras"}]},
            "`$.clasps[1].metal`; there are brass, copper; did you mean 'brass'?",
        ),
        ({"lid": "plain"}, "Invalid enum value 'plain' - at `$.lid`; there are D4, D6, D12"),
        ({"clasps": [{"mettle": 1}]}, "`$.clasps[0]`; there are metal; did you mean 'metal'?"),
        ({"by-side": {"left": {"metal": "tin"}}}, "`$.by-side.left.metal`; there are brass, copper"),
    ],
)
def test_a_name_that_is_none_is_answered_with_those_that_are(entry: object, right: str) -> None:
    with pytest.raises(InvalidContent) as refused:
        Content.decode("boxes.toml: box.small", entry, Box)
    assert str(refused.value).endswith(right)


def test_a_missing_file_is_named_with_those_that_are_there() -> None:
    with pytest.raises(InvalidContent, match=r"no file cards.toml; it has pebbles.toml"):
        GAME.content.tables("cards.toml")


def test_a_book_is_built_once_per_content() -> None:
    edited = GAME.content.edited({"pebbles.toml": GOOD + "copies = 9"})
    assert GAME.book_of(edited) is GAME.book_of(Content.of(dict(edited.files)))
    assert GAME.book_of(edited) is not GAME.book_of(GAME.content)
    match = innkeeper.new_match("toy", content=edited, seed=1)
    assert match.pending[0].ids == ("show:chalk",)
