"""Every card, die face, event, house rule and question of Mazerunner comes up sooner or later."""

from __future__ import annotations

from innkeeper.testing.exhaustive import explore


def test_nothing_is_left_out() -> None:
    report = explore("mazerunner", matches=300)
    assert not report.missing, report
