from __future__ import annotations

import asyncio

import pytest

TURNS = 300  # more than the hands through which a key goes until everything is drawn


async def _at_rest(min_sleep: float = 0.02, max_sleep: float = 1) -> None:
    """Textual takes a process that gets no time for one with nothing to do; its turns are counted, too."""
    from textual import _wait

    await _wait.wait_for_idle(min_sleep, max_sleep)
    for _ in range(TURNS):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def patient_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pilot goes on when a key has done what it does, also on a machine that stands still meanwhile."""
    for module in ("app", "pilot"):
        try:
            monkeypatch.setattr(f"textual.{module}.wait_for_idle", _at_rest)
        except ImportError:  # an extra
            return
