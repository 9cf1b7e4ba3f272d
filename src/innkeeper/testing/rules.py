"""Is every clause of every rulebook kept by a test, and does every clause that is named exist?

    python -m innkeeper.testing.rules [GAME …]      the books of these games (none: of all, and of the house)

A test names clauses with `@rule("MD-3.2")` (or `pytest.mark.rule`, also on a `pytest.param`). A mark
on something that pytest does not run, or that it is told to skip, keeps nothing honest and fails.
Clauses are also named by event kinds, verbs, outcomes, refusals, content and docstrings: whatever
looks like a clause id in a game's folder must stand in that game's rulebook.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import innkeeper
from innkeeper.engine import events as kernel_events
from innkeeper.engine.events import Kind
from innkeeper.engine.game import Game
from innkeeper.engine.rulebook import Rulebook, house_rules
from innkeeper.engine.sentences import MANNERS

TESTS = Path("tests")  # where it is run
HOUSE = "house"
_CLAUSE = re.compile(r"\b([A-Z]{2}-\d+(?:\.\d+)*)\b")
_CHAPTER = re.compile(r"[A-Z]{2}-\d+")
_LINK = re.compile(r"\]\(#([^)]*)\)")
_NOT_RUN = {"skip", "skipif", "xfail"}


@dataclass
class Book:
    """What was found about one rulebook."""

    name: str
    clauses: list[str] = field(default_factory=list)
    tests: Counter[str] = field(default_factory=Counter)  # clause to number of tests that name it
    events: int = 0
    verbs: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def tested(self) -> int:
        return sum(1 for clause in self.clauses if self.tests[clause])

    def row(self) -> list[str]:
        share = "–" if not self.clauses else f"{100 * self.tested // len(self.clauses)} %"
        numbers = [len(self.clauses), self.tested, self.tests.total(), self.events, self.verbs]
        return [self.name, *map(str, numbers), share, "ok" if not self.problems else "FAILS"]


@dataclass(frozen=True)
class Marks:
    """The clauses that tests name, and what is wrong with the marks themselves."""

    named: dict[str, list[str]]  # clause to the tests that name it
    problems: dict[str, list[str]]  # module to complaints


@cache
def marks(tests: Path = TESTS) -> Marks:
    """Import every test module and read the marks."""
    named: dict[str, list[str]] = {}
    problems: dict[str, list[str]] = {}
    root = tests.resolve().parent
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    for path in sorted(tests.resolve().rglob("test_*.py")):
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        try:
            module = _module(path, name)
        except Exception as wrong:
            problems.setdefault(name, []).append(f"{name} cannot be imported: {_said(wrong)}")
            continue
        for where, test, clauses, runs in _marked(module):
            if not runs:
                problems.setdefault(name, []).append(f"{name}.{where} names {clauses[0]}, but is never run")
            else:
                for clause in clauses:
                    named.setdefault(clause, []).append(f"{name}.{test}")
    return Marks(named, problems)


def _module(path: Path, name: str) -> ModuleType:
    """A test module: the one that pytest has loaded, whatever it is called there, or else imported now."""
    for known in list(sys.modules.values()):
        if getattr(known, "__file__", None) == str(path):
            return known
    return importlib.import_module(name)


def _marked(module: ModuleType) -> Iterator[tuple[str, str, list[str], bool]]:
    """Everything with a mark in a module: where it stands, its test, its clauses, and whether it is run."""
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) != module.__name__:
            continue  # imported from elsewhere, and counted there
        if isinstance(thing, type):
            in_class = list(_clauses(thing))
            collected = name.startswith("Test") and _runs(thing)
            if in_class:
                yield name, name, in_class, collected
            for inner, method in vars(thing).items():
                clauses = list(_clauses(method)) if callable(method) else []
                if clauses:
                    runs = collected and inner.startswith("test") and _runs(method)
                    yield f"{name}.{inner}", f"{name}.{inner}", clauses, runs
        elif callable(thing):
            clauses = list(_clauses(thing))
            if clauses:
                yield name, name, clauses, name.startswith("test") and _runs(thing)


def _clauses(thing: Any) -> Iterator[str]:
    own = vars(thing) if isinstance(thing, type) else {**getattr(thing, "__dict__", {})}
    yield from own.get("clauses", ())
    for mark in _pytest_marks(thing):
        if mark.name == "rule":
            yield from mark.args
        if mark.name == "parametrize":
            for value in mark.args[1]:
                for inner in getattr(value, "marks", ()):
                    if inner.name == "rule":
                        yield from inner.args


def _runs(thing: Any) -> bool:
    return not any(mark.name in _NOT_RUN for mark in _pytest_marks(thing))


def _pytest_marks(thing: Any) -> list[Any]:
    found = getattr(thing, "pytestmark", [])
    return list(found) if isinstance(found, list) else [found]


def check_game(name: str, tests: Path = TESTS) -> Book:
    """One game's own clauses."""
    book = Book(name)
    try:
        game = innkeeper.get_game(name)
        rulebook = game.rulebook
        verbs = game.book_of(game.content).verbs.all
    except Exception as wrong:
        book.problems.append(f"cannot be loaded: {_said(wrong)}")
        return book
    house = house_rules().clauses
    book.clauses = [clause for clause in rulebook.clauses if clause not in house]
    book.events, book.verbs = len(game.kinds), len(verbs)
    if not book.clauses:
        book.problems.append("the rulebook has no clauses")
        return book
    prefixes = {clause.partition("-")[0] for clause in book.clauses}
    home = f"tests.rules.{name}" if tests.joinpath("rules").is_dir() else "tests."
    _count_tests(book, prefixes, home, tests)
    _must_exist(book, rulebook, ((kind.clause, f"event {kind.name}") for kind in game.kinds))
    _must_exist(book, rulebook, ((verb.clause, f"verb {verb.name}") for verb in verbs))
    _must_exist(book, rulebook, _in_files(game.folder, ("**/*.py", "**/*.toml")))
    _must_exist(book, rulebook, ((link, "a link of the rulebook") for link in _LINK.findall(rulebook.text)))
    book.problems += _texts(game, verbs)
    return book


def check_house() -> Book:
    """The rules of the inn, kept by the tests of the kernel."""
    rulebook = house_rules()
    book = Book(HOUSE, list(rulebook.clauses))
    kinds = [kind for kind in vars(kernel_events).values() if isinstance(kind, Kind)]
    book.events = len(kinds)
    _count_tests(book, {"IN"}, "tests.engine.", TESTS)
    _must_exist(book, rulebook, ((kind.clause, f"event {kind.name}") for kind in kinds))
    engine = Path(kernel_events.__file__).parent
    found = _in_files(engine, ("*.py",))
    _must_exist(book, rulebook, ((clause, where) for clause, where in found if clause.startswith("IN-")))
    return book


def _count_tests(book: Book, prefixes: set[str], home: str, tests_folder: Path) -> None:
    """Each clause needs a test; each clause that a test of this book names must exist."""
    known = set(book.clauses)
    for clause, tests in marks(tests_folder).named.items():
        if clause in known:
            book.tests[clause] = len(tests)
        elif clause.partition("-")[0] in prefixes:
            book.problems.append(f"{clause} does not exist, but is named by {tests[0]}")
    book.problems += [f"{clause} is named by no test" for clause in book.clauses if not book.tests[clause]]
    for module, complaints in marks(tests_folder).problems.items():
        if module.startswith(home):
            book.problems += complaints


def _must_exist(book: Book, rulebook: Rulebook, named: Iterable[tuple[str, str]]) -> None:
    known = set(rulebook.clauses)
    chapters = {clause.partition(".")[0] for clause in known}
    for clause, where in named:
        if clause not in known and not (_CHAPTER.fullmatch(clause) and clause in chapters):
            problem = f"{clause} does not exist, but is named by {where}"
            if problem not in book.problems:
                book.problems.append(problem)


def _in_files(folder: Path, patterns: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Whatever looks like a clause id in source and content, outcomes and refusals included."""
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            for clause in _CLAUSE.findall(path.read_text(encoding="utf-8")):
                yield clause, path.name


def _texts(game: Game, verbs: Iterable[Any]) -> Iterator[str]:
    """Every sentence and every label must find the values it asks for."""
    for kind in game.kinds:
        words = dict.fromkeys(["kind", "turn", "seat", "clause", *(f.name for f in kind.fields)], "")
        for text in (kind.text, kind.veiled):
            for wrong in _unknown(text, words):
                yield f"event {kind.name}@{kind.clause}: {text!r} asks for {wrong}"
        for name in kind.secret:
            if name not in words:
                yield f"event {kind.name}@{kind.clause}: the secret {name!r} is none of its fields"
    for verb in verbs:
        try:
            verb.template.format(*([""] * len(verb.domains)))
        except (KeyError, IndexError, ValueError) as wrong:
            yield f"verb {verb.name}: {verb.template!r} asks for {_said(wrong)}"


def _unknown(text: str, words: Container[str]) -> Iterator[str]:
    """What a sentence asks for and nobody can say."""
    try:
        asked = [(name, manner) for _, name, manner, _ in Formatter().parse(text) if name is not None]
    except ValueError as wrong:
        yield _said(wrong)
        return
    for name, manner in asked:
        if name not in words:
            yield repr(name)
        elif manner not in ("", *MANNERS):
            yield f"{name!r} in the manner {manner!r}"


def _said(wrong: BaseException) -> str:
    return f"{type(wrong).__name__}: {wrong}".splitlines()[0]


def check(name: str, tests: Path = TESTS) -> Book:
    """The report of one book: a game's id, or `house`. `tests` is the folder that tests are looked for in."""
    return check_house() if name == HOUSE else check_game(name, tests)


def table(books: list[Book]) -> str:
    """The coverage as people read it."""
    rows = [["book", "clauses", "tested", "tests", "events", "verbs", "share", ""]]
    rows += [book.row() for book in books]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if i in (0, 7) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * max(map(len, lines)))
    return "\n".join(lines)


def main(names: list[str]) -> int:
    books = [check(name) for name in names or [*innkeeper.game_ids(), HOUSE]]
    print(table(books))
    for book in books:
        for problem in book.problems:
            print(f"{book.name}: {problem}")
    return 1 if any(book.problems for book in books) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
