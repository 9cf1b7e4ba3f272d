"""The pytest plug-in: `pytest -p innkeeper.testing.plugin`, or the same name in `addopts` or a conftest.

It makes `@pytest.mark.rule("XX-1.2")` known, so that strict markers allow it. It is not loaded by itself:
whoever has Innkeeper installed may be testing something else.
"""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers", "rule(*clauses): the clauses of a rulebook that this test keeps honest"
    )
