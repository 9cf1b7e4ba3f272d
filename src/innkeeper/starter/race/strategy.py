"""A bot."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper import Action, Chance, Policy, State

from .rules import Track


class Sprinter(Policy):
    """Dashes, unless a walk is more likely to reach the line."""

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Track)
        left = s.options.track - s.squares[seat]
        walk = sum(6 for face in range(1, 7) if face >= left)
        dash = sum(
            1 for first in range(1, 7) for second in range(1, 7) if first != second and first + second >= left
        )
        return legal[0] if walk > dash else legal[1]
