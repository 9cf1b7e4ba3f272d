"""Docs are code: every Python snippet of the README and the guides runs."""

from __future__ import annotations

import doctest
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
    import re

    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), f"{document.name} links to {target}"
