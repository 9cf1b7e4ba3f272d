"""Docs are code: every Python snippet of the README and the guides runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_snippets_run(document: Path) -> None:
    failed, tried = doctest.testfile(
        str(document), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert failed == 0
    if document.name == "README.md":
        assert tried > 15


@pytest.mark.parametrize(
    "document",
    [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md"],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_links_lead_somewhere(document: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", document.read_text(encoding="utf-8")):
        page = document.parent / target if target else document
        assert page.exists(), f"{document.name} links to {target}"
        assert not anchor or anchor in anchors(page), f"{document.name} links to {target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """What a link can point at: headings as they are spelled in addresses, and clauses."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    spelled = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}
    return spelled | set(re.findall(r'id="([^"]+)"', text))


def test_no_comment_points_at_a_section_of_no_file() -> None:
    """Rules are named by their clause; a bare number of a section is nowhere to be found."""
    told = re.compile(r"(?<!RFC \d{4}, )\b[Ss]ection \d|§")
    folders = (
        ROOT / name for name in ("src/innkeeper", "tests", "benchmarks", "tools", "web/src", "web/tools")
    )
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".py", ".ts", ".svelte", ".css", ".toml"}
        and not {"static", "node_modules"} & set(path.parts)
        for line in path.read_text(encoding="utf-8").splitlines()
        if told.search(line) and path != Path(__file__)
    ]
    assert found == []
