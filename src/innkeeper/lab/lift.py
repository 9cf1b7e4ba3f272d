"""Which cards help whoever has them: the lift of a card, and how far it can be trusted.

Chance deals and draws, so who has a card by chance differs from who has another in nothing but that. The lift
of a card that is dealt is how much more often its owners win than those who were dealt a hand without it; of
one that is drawn later, than those who drew another: at the same kind of event, in the same seat with the
same deck or class, about as early. (Not than those who drew nothing: they may be out already.) Each such
group is a small experiment by itself, and weighs as much as it tells (Cochran, Mantel and Haenszel).

Of many cards, some look good by accident. So a lift is shrunk towards none, the more the less is known of it,
as much as the lifts of all cards together suggest (empirical Bayes).

A card that was played was chosen: who is winning plays more, and other cards. That is a correlation, and is
called one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from innkeeper.engine.events import AT_FIRST, BY_CHANCE, BY_CHOICE
from innkeeper.lab.evidence import normal
from innkeeper.lab.watch import Watched

ROLES = (AT_FIRST, BY_CHANCE, BY_CHOICE)
RANDOMISED = (AT_FIRST, BY_CHANCE)  # the first that a game has is the headline
FEWEST = 20  # owners of a card, and of others, that anything is said of
SURE = normal()  # half of a 95 % interval, in standard errors


@dataclass(frozen=True)
class Lift:
    """How much more often owners of a card win, in parts of 1."""

    card: str
    owners: int
    raw: float
    error: float  # standard
    shrunk: float = 0.0
    left: float = 0.0  # standard error of what is left after shrinking

    @property
    def interval(self) -> tuple[float, float]:
        return self.shrunk - SURE * self.left, self.shrunk + SURE * self.left

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.shrunk:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]"


def headline(lifts: Mapping[str, Mapping[str, Lift]]) -> str | None:
    """The role that says most of what cards do, as far as chance gave them to anybody."""
    return next((role for role in RANDOMISED if lifts[role]), None)


def lifts_of(watched: Watched) -> dict[str, dict[str, Lift]]:
    """Of every role, the lift of every card that came so."""
    return {role: _of_role(watched, role) for role in ROLES}


def _of_role(watched: Watched, role: str) -> dict[str, Lift]:
    groups: dict[tuple[str, str, int], dict[str, tuple[int, int]]] = {}
    for arrived, count in watched.came.items():
        if arrived[0] == role:
            _, kind, stratum, early, card = arrived
            groups.setdefault((kind, stratum, early), {})[card] = count, watched.won[arrived]
    weighed: dict[str, list[tuple[float, float, float]]] = {}
    owners: dict[str, int] = {}
    for (_, stratum, _), group in groups.items():
        every = sum(count for count, _ in group.values()), sum(won for _, won in group.values())
        if role == AT_FIRST:
            every = watched.sat[stratum], watched.sat_won[stratum]
        for card, (count, won) in group.items():
            others = every[0] - count
            if others:
                owners[card] = owners.get(card, 0) + count
                weighed.setdefault(card, []).append(_contrast(count, won, others, every[1] - won))
    found = [_pooled(card, owners[card], parts) for card, parts in weighed.items() if owners[card] >= FEWEST]
    return {one.card: one for one in shrunk(found)}


def _contrast(count: int, won: int, others: int, others_won: int) -> tuple[float, float, float]:
    """One group: its weight, the difference of both shares, and the scatter of that if there were none."""
    weight = count * others / (count + others)
    rate = (won + others_won + 1) / (count + others + 2)
    return weight, won / count - others_won / others, rate * (1 - rate) / weight


def _pooled(card: str, owners: int, parts: Iterable[tuple[float, float, float]]) -> Lift:
    listed = list(parts)
    total = math.fsum(weight for weight, _, _ in listed)
    raw = math.fsum(weight * difference for weight, difference, _ in listed) / total
    scatter = math.fsum(weight * weight * scatter for weight, _, scatter in listed) / total**2
    return Lift(card, owners, raw, math.sqrt(scatter))


def shrunk(lifts: list[Lift]) -> list[Lift]:
    """The same, each as far from none as what is known of it and of all others lets it be."""
    spread = _spread(lifts)
    found = []
    for one in lifts:
        trust = spread / (spread + one.error**2)
        found.append(replace(one, shrunk=trust * one.raw, left=math.sqrt(trust) * one.error))
    return found


def _spread(lifts: list[Lift]) -> float:
    """How much true lifts scatter about none: what accident does not explain (DerSimonian, Laird)."""
    weights = [1 / one.error**2 for one in lifts]
    if not weights:
        return 0.0
    seen = math.fsum(weight * one.raw**2 for weight, one in zip(weights, lifts, strict=True))
    return max(0.0, (seen - len(lifts)) / math.fsum(weights))
