"""A second try must not stumble over what the first left behind: names that are taken, tables that stand."""

from __future__ import annotations

import pytest


def tried_again(request: pytest.FixtureRequest) -> bool:
    """Has this test fallen before in this run (`--reruns`)?"""
    return getattr(request.node, "execution_count", 1) > 1
