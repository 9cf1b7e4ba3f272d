"""How much can be won from a policy by whoever knows it? Exactly, for games that can be walked through.

Written without OpenSpiel, so that its answer and this one check each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from innkeeper.envs.positions import Position, Setting

Policy = Callable[[Position], Mapping[int, float]]  # how often each code is chosen where a seat is asked


def exploitability(setting: Setting, policy: Policy) -> float:
    """What best answers to a policy gain over it, on average over the seats."""
    seats = setting.table.seats
    won = values(setting.opening, policy)
    return sum(BestAnswer(setting, policy, seat).value - won[seat] for seat in range(seats)) / seats


def values(at: Position, policy: Policy) -> list[float]:
    """What every seat wins if all follow the policy."""
    if at.over():
        return at.returns()
    total = [0.0] * at.setting.table.seats
    for step, part in ways(at, policy):
        for seat, value in enumerate(values(at.after(step), policy)):
            total[seat] += part * value
    return total


def ways(at: Position, policy: Policy) -> list[tuple[int, float]]:
    """Where a position leads, and how often."""
    found = at.toss.odds if at.toss is not None else list(policy(at).items())
    return [(step, part) for step, part in found if part > 0.0]


class BestAnswer:
    """What one seat wins at most while the others follow a policy."""

    def __init__(self, setting: Setting, policy: Policy, seat: int) -> None:
        self.policy = policy
        self.seat = seat
        self.alike: defaultdict[tuple[object, ...], list[tuple[Position, float]]] = defaultdict(list)
        self.keys: dict[Position, tuple[object, ...]] = {}
        self.chosen: dict[tuple[object, ...], int] = {}
        self.worth: dict[Position, float] = {}
        self._gather(setting.opening, 1.0, ())
        self.value = self._value(setting.opening)

    def _gather(self, at: Position, reach: float, known: tuple[object, ...]) -> None:
        """All positions where the seat is asked, by what it knows there: what it saw and did so far."""
        if at.over():
            return
        if at.toss is None and at.seat == self.seat:
            assert at.state is not None
            known = (*known, at.setting.eyes.key(at.state, self.seat))
            self.alike[known].append((at, reach))
            self.keys[at] = known
            for code in at.legal():
                self._gather(at.after(code), reach, (*known, code))
            return
        for step, part in ways(at, self.policy):
            self._gather(at.after(step), reach * part, known)

    def _value(self, at: Position) -> float:
        found = self.worth.get(at)
        if found is None:
            if at.over():
                found = at.returns()[self.seat]
            elif at.toss is None and at.seat == self.seat:
                found = self._value(at.after(self._choose(self.keys[at])))
            else:
                found = sum(part * self._value(at.after(step)) for step, part in ways(at, self.policy))
            self.worth[at] = found
        return found

    def _choose(self, known: tuple[object, ...]) -> int:
        """The code that is best over all positions the seat cannot tell apart."""
        if known not in self.chosen:
            alike = self.alike[known]
            self.chosen[known] = max(
                alike[0][0].legal(),
                key=lambda code: sum(reach * self._value(at.after(code)) for at, reach in alike),
            )
        return self.chosen[known]
