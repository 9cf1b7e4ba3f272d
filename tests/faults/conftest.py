from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.services import Missing, Services, started


def _services() -> Iterator[Services]:
    """Real PostgreSQL and Redis. What is missing fails the tests with the command to run; never a skip."""
    try:
        with started() as found:
            yield found
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def services() -> Iterator[Services]:
    """For all tests that leave them as they are."""
    yield from _services()


@pytest.fixture(scope="module")
def own_services() -> Iterator[Services]:
    """For tests that stop them."""
    yield from _services()
