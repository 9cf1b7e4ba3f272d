"""The rooms of the server: one leaf of the book per table, and one way to say that something is new."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

import innkeeper
from innkeeper.server import schema
from innkeeper.server.leaf import Chair, Leaf, Talk
from innkeeper.server.table import Table

ROOMS = ("hall", "referee", "consent", "chat", "presence", "watch", "housekeeping")
SERVER = Path(innkeeper.__file__).parent / "server"


@pytest.mark.parametrize(
    ("struct", "rows", "differ"),
    [
        (Leaf, schema.matches, {"seq"}),  # how many entries there were
        (Chair, schema.chairs, {"match_id", "account_name"}),
        (Talk, schema.notes, {"match_id", "nonce"}),
    ],
)
def test_what_is_read_of_a_row_is_what_its_table_has(
    struct: type[msgspec.Struct], rows: Any, differ: set[str]
) -> None:
    assert set(struct.__struct_fields__) ^ {column.name for column in rows.columns} == differ


def test_a_table_says_that_something_is_new_once_to_everybody() -> None:
    class Client:
        def __init__(self) -> None:
            self.woken: list[bool] = []

        def wake(self, settled: bool = False) -> None:
            self.woken.append(settled)

    told: list[bool] = []
    match = innkeeper.new_match("magicduel", seed=1)
    table = Table(leaf_of(match), [], match.content, lambda _, info: told.append(info))
    client: Any = Client()
    table.connections.add(client)
    version = table.version
    table.changed()
    assert (table.version, client.woken, told) == (version + 1, [False], [True])
    table.changed(info=False, settled=True)
    assert (table.version, client.woken, told) == (version + 1, [False, True], [True, False])
    table.changed(ours=False)
    assert (table.version, len(client.woken), len(told)) == (version + 2, 3, 2)


def test_a_match_that_cannot_be_replayed_is_shown_as_such_and_over_stays_over() -> None:
    match = innkeeper.new_match("magicduel", seed=1)
    table = Table(leaf_of(match), [], match.content)
    assert (table.status, table.notice) == ("playing", None)
    table.fault = "entry 3 of its log does not replay"
    assert table.status == "frozen"
    assert "frozen: entry 3" in (table.notice or "")
    assert table.leaf.status == "playing"  # the book is changed by whoever writes it
    table.leaf.outcome = "{}"
    assert table.status == "over"
    table.set(leaf_of(match), [])
    assert table.status == "playing"


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_do_not_do_by_hand_what_changed_does(room: str) -> None:
    """Version, wake and tell belong together: only `Table.changed` does them."""
    tree = ast.parse((SERVER / f"{room}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.AugAssign) and ast.unparse(node.target) == "table.version")
        assert not (isinstance(node, ast.Call) and ast.unparse(node.func) == "table.wake")


def leaf_of(match: innkeeper.Match) -> Leaf:
    """The row of a running match, as it is read."""
    record = match.record()
    row: dict[str, Any] = {
        column.name: None if column.nullable else column.type.python_type()
        for column in schema.matches.columns
    }
    row |= {
        "id": "t",
        "status": "playing",
        "game": record["game"],
        "rules": record["rules"],
        "content": record["content"],
        "options": msgspec.json.encode(record["options"]).decode(),
        "clock": '{"kind":"none"}',
        "seq": None,
    }
    return Leaf.of(row)
