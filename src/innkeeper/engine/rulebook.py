"""Rulebooks: Markdown for people, one anchor per clause, which every log line can point at.

A link leads to a clause, `[healing](#MD-5.1)`, or to a card, `[Specter](card:specter)`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

_CLAUSE = re.compile(r'^(?:[-*] )?<a id="(?P<id>[A-Z]{2}-[0-9.]+)"></a>\s*(?P<text>.*)$')
_ANCHOR = re.compile(r'<a id="[^"]*"></a>')
_LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<to>[^)\s]+)\)")
_CARD = "card:"
_EMPHASIS = [  # from the outside in
    re.compile(r"\*\*(.+?)\*\*", re.DOTALL),
    re.compile(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])"),
    re.compile(r"`([^`]+)`"),
]
_RULE = re.compile(r"^(?:\|[-|: ]+\||```.*)$")  # lines that are signs alone: of tables, around blocks
_CHAPTER = re.compile(r"^#{1,3} (?P<title>.*)$")


class Clause(msgspec.Struct, frozen=True):
    """One numbered rule."""

    id: str
    text: str
    chapter: str


class Rulebook(msgspec.Struct, frozen=True):
    """A whole rulebook: its text, its clauses by id, and what its chapters say besides them, in order."""

    text: str
    clauses: dict[str, Clause]
    chapters: dict[str, str]

    def cards(self) -> set[str]:
        """The ids of all cards that the book has a link to."""
        return {
            link["to"].removeprefix(_CARD)
            for link in _LINK.finditer(self.text)
            if link["to"].startswith(_CARD)
        }

    def __getitem__(self, clause: str) -> Clause:
        return self.clauses[clause]


def parse(text: str) -> Rulebook:
    """Read a rulebook; a clause reaches to the next clause or heading."""
    clauses: dict[str, Clause] = {}
    chapters: dict[str, list[str]] = {}
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
            chapters[chapter] = []
        if clause:
            current, lines = clause["id"], [clause["text"]]
        elif current:
            lines.append(line)
        elif chapter and not heading:
            chapters[chapter].append(line)
    close()
    prose = {title: "\n".join(lines).strip() for title, lines in chapters.items()}
    return Rulebook(text, clauses, prose)


def for_terminals(text: str) -> str:
    """Markdown as it is read aloud: no signs, no links; a clause that is meant is named."""

    def shown(link: re.Match[str]) -> str:
        clause = link["to"].removeprefix("#")
        if link["to"].startswith(_CARD) or clause == link["text"]:
            return link["text"]
        return f"{link['text']} ({clause})"

    plain = _LINK.sub(shown, _ANCHOR.sub("", text))
    lines = [_row(line) for line in plain.splitlines() if not _RULE.match(line)]
    told = "\n".join(lines)
    for signs in _EMPHASIS:
        told = signs.sub(r"\1", told)
    return told


def _row(line: str) -> str:
    """A heading without its signs, a row of a table as a sentence with pauses, any other line as it is."""
    heading = _CHAPTER.match(line)
    if heading:
        return heading["title"]
    if line.startswith("|"):
        return "; ".join(cell.strip() for cell in line.strip().strip("|").split("|"))
    return line


@cache
def load(path: Path) -> Rulebook:
    """The rulebook in a file."""
    return parse(path.read_text(encoding="utf-8"))


def house_rules() -> Rulebook:
    """The rules of the inn, which hold at every table."""
    return load(Path(__file__).parents[1] / "house.md")
