"""What is not installed is named, with the extra that brings it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Imports that only an extra of the package brings."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"{missing.name} is not installed: pip install 'innkeeper[{extra}]'", name=missing.name
        ) from missing
