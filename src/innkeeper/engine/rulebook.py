"""Rulebooks: Markdown for people, one anchor per clause, which every log line can point at."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

_CLAUSE = re.compile(r'^(?:[-*] )?<a id="(?P<id>[A-Z]{2}-[0-9.]+)"></a>\s*(?P<text>.*)$')
_CHAPTER = re.compile(r"^#{1,3} (?P<title>.*)$")


class Clause(msgspec.Struct, frozen=True):
    """One numbered rule."""

    id: str
    text: str
    chapter: str


class Rulebook(msgspec.Struct, frozen=True):
    """A whole rulebook: its text and its clauses by id, in order."""

    text: str
    clauses: dict[str, Clause]

    def __getitem__(self, clause: str) -> Clause:
        return self.clauses[clause]


def parse(text: str) -> Rulebook:
    """Read a rulebook; a clause reaches to the next clause or heading."""
    clauses: dict[str, Clause] = {}
    chapter, current = "", ""
    lines: list[str] = []

    def close() -> None:
        if current:
            if current in clauses:
                raise ValueError(f"clause {current} stands twice in the rulebook")
            clauses[current] = Clause(current, "\n".join(lines).strip(), chapter)

    for line in text.splitlines():
        heading, clause = _CHAPTER.match(line), _CLAUSE.match(line)
        if heading or clause:
            close()
            current, lines = "", []
        if heading:
            chapter = heading["title"]
        if clause:
            current, lines = clause["id"], [clause["text"]]
        elif current:
            lines.append(line)
    close()
    return Rulebook(text, clauses)


@cache
def load(path: Path) -> Rulebook:
    """The rulebook in a file."""
    return parse(path.read_text(encoding="utf-8"))


def house_rules() -> Rulebook:
    """The rules of the inn, which hold at every table."""
    return load(Path(__file__).parents[1] / "house.md")
