"""What `make test` looks at in some cases, and `make test-long` in the others."""

from __future__ import annotations

from typing import Any

import pytest


def wide(*cases: Any) -> list[Any]:
    """Cases for `make test-long`, of what `make test` looks at in others."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
        for case in cases
    ]
