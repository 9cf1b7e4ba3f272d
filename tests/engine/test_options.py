"""House rules: presets, ranges, refusals and descriptions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from innkeeper import InvalidOptions
from innkeeper.engine.options import OptionHelp, Options, describe_options, describe_range
from tests.toy.rules import GAME, PebbleOptions


def resolve(given: Any) -> dict[str, Any]:
    return PebbleOptions.resolve(given, None).json()


def test_the_preset_first_then_single_overrides() -> None:
    assert resolve(None) == resolve({}) == resolve({"preset": "literal"})
    assert (resolve({"preset": "long"})["hand"], resolve({"preset": "long"})["rounds"]) == (3, 9)
    mixed = resolve({"rounds": 2, "preset": "long"})
    assert (mixed["preset"], mixed["hand"], mixed["rounds"]) == ("long", 3, 2)
    assert GAME.recommended == "long"
    assert [preset.id for preset in GAME.presets] == ["literal", "long"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"preset": "short"}, "option preset: 'short' is not one of literal, long"),
        ({"preset": None}, "option preset: None is not one of"),
        ({"size": 3}, "unknown option 'size'; there are "),
        ({7: 3}, "unknown option 7; there are "),
        ({"hand": 9}, "option hand: 9 is not a whole number from 1 to 3"),
        ({"hand": 0}, "option hand: 0 is not a whole number from 1 to 3"),
        ({"hand": "2"}, "option hand: '2' is not a whole number"),
        ({"hand": True}, "option hand: True is not a whole number"),
        ({"hand": None}, "option hand: None is not a whole number"),
        ({"binding": 1}, "option binding: 1 is not true or false"),
        ({"bag": "wet"}, "option bag: 'wet' is not one of shuffled, sorted"),
        ({"lucky": ["x"]}, r"option lucky: \['x'\] is not a list of \(a whole number\) or null"),
        ({"lucky": [7]}, r"option lucky: \[7\] are not faces from 1 to 6"),
        ({"lucky": "\ud800"}, "option lucky: "),
        ({"rounds": 10**500}, "option rounds: 1000.*… is not a whole number"),
        (5, "options are a mapping of names to values, not 5"),
        ([], "options are a mapping"),
    ],
)
def test_a_refusal_names_the_option_the_value_and_the_range(given: Any, why: str) -> None:
    with pytest.raises(InvalidOptions, match=why):
        resolve(given)


def test_options_describe_themselves() -> None:
    found = {help.name: help for help in describe_options(PebbleOptions)}
    assert list(found) == ["preset", "hand", "rounds", "binding", "bag", "lucky"]
    assert found["hand"] == OptionHelp("hand", "a whole number from 1 to 3", 2, "pebbles at the start")
    assert found["bag"].range == "one of shuffled, sorted"
    assert found["preset"].default == "literal"


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (int, "a whole number"),
        (str, "a text"),
        (bool, "true or false"),
        (float, "float"),
        (Annotated[int, msgspec.Meta(ge=2)], "a whole number of at least 2"),
        (Annotated[int, msgspec.Meta(le=2)], "a whole number of at most 2"),
        (Literal[0, 2], "one of 0, 2"),
        (list[bool], "a list of (true or false)"),
        (int | None, "a whole number or null"),
    ],
)
def test_ranges_in_words(hint: Any, words: str) -> None:
    assert describe_range(hint) == words


def test_a_default_may_follow_from_another_option() -> None:
    class Derived(Options, frozen=True, kw_only=True):
        one: int = 1
        two: int = 1

        @classmethod
        def derive(cls, values: dict[str, Any]) -> None:
            values.setdefault("two", 2 * values.get("one", 1))

    assert Derived.resolve({"one": 4}, None).json() == {"preset": "literal", "one": 4, "two": 8}
    assert Derived.resolve({"one": 4, "two": 1}, None).json()["two"] == 1


def test_resolved_options_resolve_to_themselves() -> None:
    resolved = resolve({"preset": "long", "rounds": 3})
    assert resolve(resolved) == resolved
