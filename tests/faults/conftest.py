from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.services import Missing, Services, started


@pytest.fixture(scope="session")
def services() -> Iterator[Services]:
    """Real PostgreSQL and Redis. What is missing fails the tests with the command to run; never a skip."""
    try:
        with started() as found:
            yield found
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
