"""What a run says, as a report."""

from __future__ import annotations

import shlex

from innkeeper.engine.game import Game
from innkeeper.lab.figures import (
    DRAWN,
    INTERVAL,
    PLAYERS,
    Figure,
    Report,
    asked,
    bars,
    columns,
    figure_name,
    half_of,
    house_rules,
    measure_name,
    seat_name,
    spelled,
)
from innkeeper.lab.runs import RunPlan
from innkeeper.lab.summary import Share, Summary

LADDER = f"{PLAYERS} Ask `innkeeper study` for several."
MEASURES = "What the game notes of every match."


def report_of(game: Game, plan: RunPlan, summary: Summary) -> Report:
    """Who won, how it ended, and every measure of the game."""
    fair = _fair(summary)
    seats = [(seat_name(seat), share) for seat, share in enumerate(summary.seats)]
    verdict = _fairness(summary, fair)
    figures = [
        Figure(
            question="Is it fair to every seat?", answer=verdict, caveat=LADDER, bars=bars(seats), mark=fair
        )
    ]
    if len(summary.players) > 1:
        shares = bars(summary.players.items())
        figures.append(
            Figure(question="Who plays better?", answer=_best(summary.players), caveat=LADDER, bars=shares)
        )
    ends = [
        *((figure_name(reason), share) for reason, share in summary.reasons.items()),
        (DRAWN, summary.draws),
    ]
    figures.append(
        Figure(
            question="How does it end?",
            answer=f"Most often by {figure_name(next(iter(summary.reasons)))}.",
            caveat=INTERVAL,
            bars=bars(ends),
        )
    )
    for name, spread in summary.spreads.items():
        if len(spread.counts) > 1:
            figures.append(
                Figure(
                    question=asked(name, len(plan.players)),
                    answer=half_of(spread),
                    caveat=MEASURES,
                    columns=columns(spread),
                )
            )
    for name, found in summary.shares.items():
        if len(found) > 1:
            answer = f"Most often {next(iter(found))}."
            figures.append(
                Figure(
                    question=asked(name, len(plan.players), "which"),
                    answer=answer,
                    caveat=MEASURES,
                    bars=bars(found.items()),
                )
            )
    title = f"{game.title}: {summary.matches:,} matches"
    return Report(title, verdict, figures, _facts(plan, summary), _again(plan))


def _fair(summary: Summary) -> float:
    """The share that every seat should have: where several win together, what all have on average."""
    won = sum(share.count for share in summary.seats)
    return max(won, summary.matches) / (summary.matches * len(summary.seats))


def _fairness(summary: Summary, fair: float) -> str:
    first = summary.seats[0]
    if first.interval is None:
        return "Nobody can say: all matches are one and the same."
    low, high = first.interval
    if low <= fair <= high:
        return f"As far as this can tell: a fair share would be {100 * fair:.1f} %."
    worse = "more" if first.rate > fair else "less"
    return f"No: the first seat wins {worse} than its fair share of {100 * fair:.1f} %."


def _best(players: dict[str, Share]) -> str:
    name, share = max(players.items(), key=lambda one: one[1].rate)
    return f"{name} wins most: {share}."


def _facts(plan: RunPlan, summary: Summary) -> list[tuple[str, str]]:
    """What was played, so that it can be played again."""
    return [
        ("game", f"{plan.game}, rules {plan.rules}, cards {plan.content}"),
        ("house rules", spelled(plan.options.items())),
        ("players", ", ".join(plan.players) + (", in turn in every seat" if plan.rotate else "")),
        ("seed", str(plan.seed)),
        ("random first decisions", str(plan.opening)),
        *_constants(summary, len(plan.players)),
        ("matches that are no copies", f"about {summary.distinct:,}"),
        ("version", f"{plan.version}, build {plan.build}"),
    ]


def _constants(summary: Summary, seats: int) -> list[tuple[str, str]]:
    """What was the same in every match."""
    amounts = [
        (name, f"{spread.largest:g}") for name, spread in summary.spreads.items() if len(spread.counts) == 1
    ]
    words = [(name, next(iter(found))) for name, found in summary.shares.items() if len(found) == 1]
    return [(f"{measure_name(name, seats)}, always", value) for name, value in [*amounts, *words]]


def _again(plan: RunPlan) -> str:
    """The command that plays the same matches."""
    words = [
        *("innkeeper", "simulate", plan.game, "-n", str(plan.matches), "--players", ",".join(plan.players)),
        *house_rules(plan.options),
        *("--seed", str(plan.seed)),
        *(["--rotate"] if plan.rotate else []),
        *(["--opening", str(plan.opening)] if plan.opening else []),
    ]
    return shlex.join(words)
