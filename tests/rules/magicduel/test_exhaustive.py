"""Everything in MagicDuel happens sooner or later."""

from __future__ import annotations

from innkeeper.testing.exhaustive import explore


def test_nothing_is_left_out() -> None:
    report = explore("magicduel", matches=400)
    assert not report.missing, report
