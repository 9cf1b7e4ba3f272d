"""The figures of a simulation, for people and for programs."""

from __future__ import annotations

import json

from innkeeper.lab.figures import figure_name, measure_name, seat_name
from innkeeper.lab.simulate import Plan
from innkeeper.lab.summary import Share, Summary


def show(plan: Plan, summary: Summary, seconds: float) -> None:
    """A table on the terminal."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{plan.game}, {summary.matches} matches", title_justify="left")
    table.add_column("what")
    table.add_column("share [95 % interval], or median [5 %, 95 %]")
    seats = len(summary.seats)
    for seat, share in enumerate(summary.seats):
        table.add_row(f"wins of the {seat_name(seat).lower()}", str(share))
    if len(summary.players) > 1:
        for name, share in summary.players.items():
            table.add_row(f"wins of {name}", str(share))
    table.add_row("draws", str(summary.draws))
    for reason, share in summary.reasons.items():
        table.add_row(figure_name(f"ended by {reason}"), str(share))
    for name, spread in summary.spreads.items():
        table.add_row(measure_name(name, seats), str(spread))
    for name, shares in summary.shares.items():
        for value, share in shares.items():
            table.add_row(f"{measure_name(name, seats)}: {value}", str(share))
    console = Console()
    console.print(table)
    if summary.distinct < summary.matches:
        console.print(copies(summary), soft_wrap=True)
    decisions = summary.spreads["decisions"].total
    console.print(f"{decisions:.0f} decisions in {seconds:.1f} s ({decisions / seconds:,.0f} a second)")


def copies(summary: Summary) -> str:
    """What is to be said of matches that are copies of others."""
    if summary.distinct == 1:
        return (
            f"All {summary.matches} matches are one and the same: nothing was left to chance. "
            "They tell no more than one, so there are no intervals; --opening 4 makes them differ."
        )
    return (
        f"Only {summary.distinct} of the {summary.matches} matches differ; the intervals are those of "
        f"{summary.distinct}. --opening 4 makes more of them differ."
    )


def show_json(plan: Plan, summary: Summary, seconds: float) -> None:
    """The same as one JSON object."""

    def share(value: Share) -> dict[str, object]:
        return {"count": value.count, "rate": value.rate, "interval": value.interval and list(value.interval)}

    print(
        json.dumps(
            {
                "game": plan.game,
                "players": list(plan.players),
                "options": dict(plan.options),
                "matches": summary.matches,
                "distinct": summary.distinct,
                "seats": [share(value) for value in summary.seats],
                "by_player": {name: share(value) for name, value in summary.players.items()},
                "draws": share(summary.draws),
                "reasons": {name: share(value) for name, value in summary.reasons.items()},
                "measures": {
                    name: {"median": s.at(0.5), "p5": s.at(0.05), "p95": s.at(0.95), "largest": s.largest}
                    for name, s in summary.spreads.items()
                },
                "shares": {
                    name: {value: share(s) for value, s in shares.items()}
                    for name, shares in summary.shares.items()
                },
                "seconds": seconds,
            },
            indent=1,
        )
    )
