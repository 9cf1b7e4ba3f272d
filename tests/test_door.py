"""The door for other people's games: what `innkeeper` exports is documented, and is enough for a game."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from pathlib import Path

import innkeeper

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
VOCABULARIES = ("events", "shapes", "words")


def _imported(path: Path) -> list[tuple[str, str]]:
    """Everything that a file imports with `from`, as module and name, wherever it stands."""
    found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    return [(str(node.module), name.name) for node in found for name in node.names]


def test_the_reference_lists_what_can_be_imported() -> None:
    tables = re.findall(r"^\| name \|.*\n(?:\|.*\n)+", PAGE.partition("## Tests")[0], re.MULTILINE)
    listed = [name for table in tables for name in re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)]
    assert sorted(listed) == sorted(innkeeper.__all__)


def test_every_export_is_what_type_checkers_are_told() -> None:
    told = [one for one in _imported(Path(str(innkeeper.__file__))) if one[0].startswith("innkeeper.")]
    assert sorted(name for _, name in told) == sorted(innkeeper.__all__)
    for module, name in told:
        if module == "innkeeper.engine":
            assert getattr(innkeeper, name) is importlib.import_module(f"{module}.{name}")
        else:
            assert getattr(innkeeper, name) is getattr(importlib.import_module(module), name), name


def test_the_reference_names_words_that_exist() -> None:
    for name in VOCABULARIES:
        (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |")]
        for word in re.findall(r"`(\w+)`", line)[1:]:
            assert hasattr(getattr(innkeeper, name), word), f"{name}.{word}"
    fields = {
        name
        for name, thing in vars(innkeeper.events).items()
        if not name.startswith("_") and inspect.getdoc(thing) and _makes_a_field(thing)
    }
    assert {field for field in fields if f"`{field}`" not in PAGE} == set()


def _makes_a_field(thing: object) -> bool:
    return callable(thing) and getattr(thing, "__annotations__", {}).get("return") in (
        "Field",
        innkeeper.events.Field,
    )


def test_the_reference_names_what_a_game_writes() -> None:
    source = ast.parse((ROOT / "src" / "innkeeper" / "engine" / "frame.py").read_text(encoding="utf-8"))
    (state,) = [part for part in source.body if isinstance(part, ast.ClassDef) and part.name == "State"]
    methods = [part for part in state.body if isinstance(part, ast.FunctionDef)]
    written = [method.name for method in methods if "«game" in (ast.get_docstring(method) or "")]
    assert len(written) >= 8
    assert [name for name in written if f"`{name}`" not in PAGE] == []


def test_a_whole_game_needs_nothing_but_the_door() -> None:
    for name in ("rules.py", "second.py"):
        used = {module for module, _ in _imported(ROOT / "tests" / "toy" / name)}
        assert {module for module in used if module.startswith("innkeeper.")} == set()


def test_the_reference_names_the_kit() -> None:
    from innkeeper import testing

    part = PAGE.partition("## Tests")[2]
    listed = {
        name
        for line in re.findall(r"^\| (`\w+`[^|]*)\|", part, re.M)
        for name in re.findall(r"`(\w+)`", line)
    }
    assert listed == set(testing.__all__)
    assert all(getattr(testing, name) for name in listed)
