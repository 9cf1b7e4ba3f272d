"""Clocks: kept by the server, derived from the times in the log, so they survive a restart.

Time during which no server ran (an outage) is nobody's. Bots have no clock. The inn's time is the wall
clock's when a process begins and goes on steadily from there: whoever sets the wall clock meanwhile
takes no time from anybody, and gives none.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from innkeeper.server.protocol import BankClock, Clock, Clocks, DecisionClock, NoClock

Outages = Sequence[tuple[int, int]]


class SteadyTime:
    """Milliseconds since 1970, which only ever go forward, as fast as time does."""

    def __init__(self) -> None:
        self.begin()

    def begin(self, at_least: int = 0) -> None:
        """Look at the wall clock. `at_least`: it has been later than that here, whatever the wall says."""
        wall = max(time.time_ns(), at_least * 1_000_000)
        self._ahead = wall - time.monotonic_ns()

    def now(self) -> int:
        return (time.monotonic_ns() + self._ahead) // 1_000_000


TIME = SteadyTime()
now_ms = TIME.now


class TableClock:
    """The clocks of one match, in milliseconds."""

    def __init__(self, rule: Clock, seats: int, timed: Iterable[int], outages: Outages) -> None:
        self.rule = rule
        self.timed = frozenset(timed)
        self.outages = outages
        full = 0 if isinstance(rule, NoClock) else rule.seconds * 1000
        self.left = [full] * seats
        self.running: frozenset[int] = frozenset()
        self.since = 0

    def begin(self, now: int, required: Iterable[int]) -> None:
        """The first question is asked."""
        self.since = now
        self.running = self.timed & frozenset(required)

    def step(self, now: int, required: Iterable[int], seat: int | None, answered: bool) -> None:
        """An entry of `seat` came in; `answered`: it was an answer to a required decision of its own."""
        self._spend(now)
        asked = self.timed & frozenset(required)
        rule = self.rule
        if isinstance(rule, BankClock) and answered and seat in self.running:
            self.left[seat] += rule.increment * 1000
        if isinstance(rule, DecisionClock):
            for other in asked:
                if other not in self.running or (other == seat and answered):
                    self.left[other] = rule.seconds * 1000
        self.running = asked

    def _spend(self, now: int) -> None:
        spent = self.elapsed(now)
        for seat in self.running:
            self.left[seat] = max(0, self.left[seat] - spent)
        self.since = now

    def elapsed(self, now: int) -> int:
        """The time since the question was asked, without outages."""
        total = max(0, now - self.since)
        for began, ended in self.outages:
            total -= max(0, min(now, ended) - max(self.since, began))
        return max(0, total)

    def deadline(self, now: int) -> int | None:
        """When the next clock runs out."""
        if not self.running:
            return None
        return now + min(self.left[seat] for seat in self.running) - self.elapsed(now)

    def expired(self, now: int) -> list[int]:
        """Seats whose clock has run out."""
        spent = self.elapsed(now)
        return sorted(seat for seat in self.running if self.left[seat] <= spent)

    def shown(self, now: int) -> Clocks:
        """The clocks as clients see them."""
        spent = self.elapsed(now)
        left: list[int | None] = [None] * len(self.left)
        for seat in self.timed:
            left[seat] = max(0, self.left[seat] - (spent if seat in self.running else 0))
        return Clocks(left, sorted(self.running))
