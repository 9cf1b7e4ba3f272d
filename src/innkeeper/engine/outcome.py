"""How a match ended."""

from __future__ import annotations

from typing import Final, final

from innkeeper.engine.events import copied


@final
class Outcome:
    """Winners, places, and the clause that ended the match. `more` is what the game adds."""

    def __init__(
        self,
        winners: tuple[int, ...],
        draw: bool,
        places: tuple[int, ...],
        reason: str,
        clause: str,
        more: dict[str, object] | None = None,
    ) -> None:
        self.winners: Final = winners
        self.draw: Final = draw
        self.places: Final = places
        self.reason: Final = reason
        self.clause: Final = clause
        self.more: Final[dict[str, object]] = {} if more is None else more

    def rewards(self) -> list[float]:
        """What the match was worth to each seat, from 1 to -1.

        A draw is 0 for all. Alone, or where several win or nobody does, winners have 1 and the others -1.
        Otherwise it goes by places: the share of the others who came in behind, less that of those before.
        """
        seats = len(self.places)
        if self.draw:
            return [0.0] * seats
        if len(self.winners) != 1 or seats == 1:
            return [1.0 if seat in self.winners else -1.0 for seat in range(seats)]
        found: list[float] = []
        for place in self.places:
            ahead = 0
            for other in self.places:
                ahead += 1 if other > place else -1 if other < place else 0
            found.append(ahead / (seats - 1))
        return found

    def json(self) -> dict[str, object]:
        """`table.result` of every view."""
        out: dict[str, object] = {
            "winners": list(self.winners),
            "draw": self.draw,
            "reason": self.reason,
            "clause": self.clause,
            "places": list(self.places),
        }
        for name, value in self.more.items():
            out[name] = copied(value)
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.json() == other.json()

    def __hash__(self) -> int:
        return hash((self.winners, self.reason, self.places))

    def __repr__(self) -> str:
        return (
            f"Outcome(winners={self.winners}, draw={self.draw}, places={self.places}, "
            f"reason={self.reason!r}, clause={self.clause!r})"
        )
