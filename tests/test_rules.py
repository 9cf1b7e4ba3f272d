"""Every rulebook is kept: the same check as `make rules`, one test per book."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing import rules


@pytest.mark.parametrize("name", [*innkeeper.game_ids(), rules.HOUSE])
def test_every_clause_has_a_test_and_every_named_clause_exists(name: str) -> None:
    book = rules.check(name)
    assert not book.problems, "\n".join([rules.table([book]), *book.problems])
