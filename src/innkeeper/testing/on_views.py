"""Every view is of the shape that its game declares: no field missing, none that nobody declared."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from innkeeper import get_game, new_match
from innkeeper.engine import shapes
from innkeeper.testing.guests import drawn, eventful, sit_down, viewers

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


@drawn(60)
@given(data=st.data())
def test_every_view_is_of_the_declared_shape(game_id: str, data: st.DataObject) -> None:
    match, party = sit_down(game_id, data)
    for steps in data.draw(st.lists(st.integers(0, 60), min_size=1, max_size=3), label="steps"):
        eventful(match, party, steps)
        for viewer in viewers(match):
            view = match.view(viewer)
            # a field that is missing or of another type is refused; one that is not declared falls away
            assert msgspec.convert(view, match.game.view_type, strict=True) == view


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
