"""Every view is of the shape that its game declares: no field missing, none that nobody declared."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st

from innkeeper import get_game, new_match
from innkeeper.engine import shapes
from tests.properties.guests import GAMES, each_game, eventful, sit_down, viewers

pytestmark = pytest.mark.usefixtures("toy")

HINTS = {
    "seat": "integer",
    "card": "string",
    "thing": ("integer", "string"),
    "word": "string",
    "amount": "integer",
    "count": "integer",
    "ordinal": "integer",
    "die": "integer",
    "dice": "string",
    "sides": "integer",
    "place": "integer",
    "cell": "array",
    "chance": "number",
    "action": "string",
    "clause": "string",
    "options": "object",
}


@each_game(60)
def test_every_view_is_of_the_declared_shape(game_id: str, data: st.DataObject) -> None:
    match, party = sit_down(game_id, data)
    for steps in data.draw(st.lists(st.integers(0, 60), min_size=1, max_size=3), label="steps"):
        eventful(match, party, steps)
        for viewer in viewers(match):
            view = match.view(viewer)
            # a field that is missing or of another type is refused; one that is not declared falls away
            assert msgspec.convert(view, match.game.view_type, strict=True) == view


@pytest.mark.parametrize("game_id", GAMES)
def test_a_field_too_many_or_too_few_is_noticed(game_id: str) -> None:
    view: dict[str, Any] = _first_view(game_id)
    declared = get_game(game_id).view_type
    for place in (view, view["seats"][0], view["table"]):
        place["surplus"] = 1
        assert msgspec.convert(view, declared, strict=True) != view
        del place["surplus"]
        name, value = place.popitem()
        with pytest.raises(msgspec.ValidationError, match=name):
            msgspec.convert(view, declared, strict=True)
        place[name] = value


@pytest.mark.parametrize("game_id", GAMES)
def test_the_schema_says_what_every_field_is(game_id: str) -> None:
    """Each hint is a word of the vocabulary on a value that can be one, and speaks of what exists."""
    schema = shapes.schema(get_game(game_id).view_type)
    parts = schema["$defs"]
    assert schema["$ref"] == "#/$defs/TableView"
    assert list(parts["TableView"]["properties"]) == list(_first_view(game_id))
    for part in parts.values():
        for field in part["properties"].values():
            for hint in _hinted(field):
                assert hint.get("type", "string") in HINTS[hint["is"]]
                for beside in ("most", "by"):
                    assert hint.get(beside, "") in {"", *part["properties"]}


def _first_view(game_id: str) -> Any:
    return new_match(game_id, seed=b"shape").view(0)


def _hinted(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [hint for part in schema for hint in _hinted(part)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if "is" in schema else []
    return own + [hint for part in schema.values() for hint in _hinted(part)]


DICE_TOLD = {"rolled", "bonus_rolled", "encounter_rolled", "first_seat_rolled", "coin_tossed"}


@each_game(30)
def test_dice_are_told_in_one_shape(game_id: str, data: st.DataObject) -> None:
    """Whatever an event calls them, its line has every die as its size and what it showed."""
    match, party = sit_down(game_id, data)
    eventful(match, party, data.draw(st.integers(0, 100), label="steps"))
    for viewer in viewers(match):
        for line in match.lines(viewer):
            hidden = line.event.get("dice", "") is None  # under somebody's cup
            assert bool(line.dice) == (line.event["kind"] in DICE_TOLD and not hidden), line
            for sides, rolled in line.dice:
                assert 1 <= rolled <= sides
            assert "thrown" not in line.event
