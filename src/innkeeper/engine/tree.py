"""What a search remembers: a table of answers for every situation a seat could tell from others."""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import WORD, Chance

CURIOUS: Final = 0.1  # how often a mixed answer is one that is not regretted
UNTRIED: Final = 0.05  # an answer that was never tried counts as so much worse than the situation


@final
class Table:
    """One seat's answers in one situation, how often each was tried, and what came of it."""

    def __init__(self, actions: list[Action], priors: list[float], search: i64) -> None:
        self.actions: Final = actions
        self.priors: Final = priors  # empty: all alike
        self.visits: Final[list[i64]] = [0] * len(actions)
        self.totals: Final[list[float]] = [0.0] * len(actions)
        self.count: i64 = 0
        self.total: float = 0.0
        self.search: i64 = search  # the last search that came by
        # Only where answers are mixed: how much each is missed, how often it was meant, and the last pick.
        self.regrets: list[float] = []
        self.meant: list[float] = []
        self.likely: float = 1.0

    def pick(self, explore: float) -> i64:
        """PUCT: what is good so far, and what was tried too seldom for how promising it looked."""
        visits = self.visits
        totals = self.totals
        priors = self.priors
        several: i64 = len(visits)
        even = 1.0 / float(several)
        soft = len(priors) > 0
        count = float(self.count)
        first = (self.total / count if self.count > 0 else 0.5) - UNTRIED
        reach = explore * sqrt(count + 1.0)
        best: i64 = 0
        most = -1.0e9
        for place in range(several):
            times: i64 = visits[place]
            worth = first if times == 0 else totals[place] / float(times)
            worth += reach * (priors[place] if soft else even) / float(1 + times)
            if worth > most:
                most = worth
                best = place
        return best

    def draw(self, chance: Chance) -> i64:
        """Regret matching: an answer is drawn as often as it was missed, and cannot be exploited for long."""
        regrets = self.regrets
        meant = self.meant
        if len(regrets) == 0:
            for _ in self.visits:
                regrets.append(0.0)
                meant.append(0.0)
        several: i64 = len(regrets)
        even = 1.0 / float(several)
        missed = 0.0
        for regret in regrets:
            missed += regret
        left = float(chance.word()) / float(WORD)
        picked: i64 = several - 1
        for place in range(several):
            share = regrets[place] / missed if missed > 0.0 else even
            meant[place] += share
            share = (1.0 - CURIOUS) * share + CURIOUS * even
            if left >= 0.0:
                left -= share
                if left < 0.0:
                    picked = place
                    self.likely = share
        return picked

    def learn(self, place: i64, value: float) -> None:
        """What came of an answer."""
        if len(self.regrets) > 0:
            self.regret(place, value)
        self.visits[place] += 1
        self.totals[place] += value
        self.count += 1
        self.total += value

    def regret(self, place: i64, value: float) -> None:
        """How much better this answer was than usual, for those that were not picked and for it."""
        surplus = value - (self.total / float(self.count) if self.count > 0 else value)
        for other in range(len(self.regrets)):
            gain = -surplus
            if other == place:
                gain += surplus / self.likely
            self.regrets[other] = max(0.0, self.regrets[other] + gain)

    def share(self, place: i64) -> float:
        """How often an answer was tried; where answers are mixed, how often it was meant."""
        if len(self.meant) > 0:
            return self.meant[place] / max(1.0, float(self.count))
        return float(self.visits[place]) / float(max(1, self.count))

    def mean(self, place: i64) -> float:
        """What an answer brought on average; of an untried one, what the situation did."""
        times: i64 = self.visits[place]
        if times > 0:
            return self.totals[place] / float(times)
        return self.total / float(self.count) if self.count > 0 else 0.5

    def favourite(self) -> i64:
        """The answer that was tried most; of several such the one that brought more."""
        best: i64 = 0
        for place in range(1, len(self.visits)):
            more: i64 = self.visits[place] - self.visits[best]
            if more > 0 or (more == 0 and self.mean(place) > self.mean(best)):
                best = place
        return best

    def lead(self) -> i64:
        """How many more times the favourite was tried than the next."""
        best: i64 = 0
        second: i64 = 0
        for visits in self.visits:
            times: i64 = visits
            if times > best:
                second = best
                best = times
            elif times > second:
                second = times
        return best - second


@final
class Memory:
    """The tables of one seat's searches, found again from move to move; never more than `room`."""

    def __init__(self, room: i64) -> None:
        self.room: i64 = room
        self.tables: dict[int, Table] = {}
        self.search: i64 = 0

    def begin(self) -> None:
        """A new search: what the last one did not come by makes room."""
        if len(self.tables) * 4 > self.room * 3:
            kept: dict[int, Table] = {}
            for key, table in self.tables.items():
                if table.search == self.search:
                    kept[key] = table
            self.tables = kept if len(kept) * 4 <= self.room * 3 else {}
        self.search += 1

    def find(self, key: i64) -> Table | None:
        """The table of a situation, if there is one."""
        found = self.tables.get(key)
        if found is not None:
            found.search = self.search
        return found

    def full(self) -> bool:
        return len(self.tables) >= self.room

    def add(self, key: i64, actions: list[Action], priors: list[float]) -> Table:
        """A table for a situation that nobody has thought about."""
        made = Table(actions, priors, self.search)
        self.tables[key] = made
        return made
