"""What a comparison has found, for people and for programs."""

from __future__ import annotations

import json
import math

from innkeeper.lab.compare import LENGTH, Running
from innkeeper.lab.figures import figure_name
from innkeeper.lab.parting import AT_FIRST, TRIAL
from innkeeper.lab.verdicts import CHANGED, OPEN, SAME, SHARE, Finding


def sentence(running: Running, brief: bool = False) -> str:
    """The verdict; in brief, without what it rests on."""
    margin = f"±{100 * running.margin:g} %"
    if running.verdicts is None:
        if running.stale or running.copies:
            return "Undecided: all matches are copies of a few. --opening 4 makes them differ."
        return "Undecided: these are too few matches to say anything."
    main, others = _findings(running)
    alike = f"o change beyond {margin} in who wins, how it ends and how long it takes."
    changed = [one for one in main if one.verdict == CHANGED]
    if changed:
        return f"Changed: {_listed(changed, brief)}." + (f" But n{alike}" if running.verdicts.within else "")
    besides = [one for one in others if one.verdict == CHANGED]
    first = f"Changed: {_listed(besides, brief)}. But " if besides else ""
    if running.verdicts.within:
        return f"{first}n{alike}" if first else f"N{alike}"
    undecided = "undecided" if first else "Undecided"
    if running.stale:
        return (
            f"{first}{undecided}: only copies of earlier matches come. --opening 4 makes more of them differ."
        )
    return f"{first}{undecided} at {margin}: about {more(running):,} more matches would tell."


def more(running: Running) -> int:
    """Matches that are about needed: until one figure has changed for sure, or none has."""
    main, _ = _findings(running)
    pairs = [one.more * running.pairs / max(one.pairs, 1) for one in main if one.verdict == OPEN]
    leaning = [
        one.more * running.pairs / max(one.pairs, 1)
        for one in main
        if one.verdict == OPEN and abs(one.difference) > running.margin * _scale(one)
    ]
    return math.ceil(min([*leaning, max(pairs, default=0.0)])) * running.comparison.matches


def _scale(one: Finding) -> float:
    return 1.0 if one.kind == SHARE else abs(one.before)


def main_findings(running: Running) -> list[Finding]:
    """What the verdict is about, as far as anything is known."""
    return [] if running.verdicts is None else _findings(running)[0]


def lines(running: Running) -> list[str]:
    """Every figure that the verdict is about in a line, and all others that have changed."""
    if running.verdicts is None:
        return []
    words = _words(running)
    return [f"{_listed([one])}: {words[one.verdict]}." for one in _told_of(running)]


def _told_of(running: Running) -> list[Finding]:
    """What the verdict is about and all else that has changed; first what is known to have changed."""
    main, others = _findings(running)
    shown = [*main, *(one for one in others if one.verdict == CHANGED)]
    return sorted(shown, key=lambda one: (CHANGED, OPEN, SAME).index(one.verdict))


def _words(running: Running) -> dict[str, str]:
    return {CHANGED: "changed", SAME: f"within ±{100 * running.margin:g} %", OPEN: "undecided"}


def _findings(running: Running) -> tuple[list[Finding], list[Finding]]:
    """What the verdict is about, and the rest."""
    assert running.verdicts is not None
    found = running.verdicts.findings()
    main = [one for one in found if one.name in running.verdicts.main]
    return main, [one for one in found if one not in main]


def _listed(found: list[Finding], brief: bool = False) -> str:
    return "; ".join(
        f"{what(one)} {_value(one, one.before)} → {_value(one, one.after)}"
        + ("" if brief else f" ({_difference(one)}; more in {one.ups} pairs, less in {one.downs})")
        for one in found
    )


def what(one: Finding) -> str:
    """A figure in words."""
    return figure_name(one.name) if one.name != LENGTH else "decisions in a match"


def _value(one: Finding, value: float) -> str:
    return f"{100 * value:.1f} %" if one.kind == SHARE else f"{value:.4g}"


def _difference(one: Finding) -> str:
    times, unit, digits = (100, " points", 1) if one.kind == SHARE else (1, "", 2)
    text = f"{times * one.difference:+.{digits}f}{unit}"
    if math.isinf(one.interval[0]):
        return text
    low, high = (times * bound for bound in one.interval)
    return f"{text} [{low:+.{digits}f}, {high:+.{digits}f}]"


def show(running: Running, again: str, seconds: float) -> None:
    """The figures as a table on the terminal, and the verdict below."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    before, after = (side.name for side in running.comparison.sides)
    if running.verdicts is not None:
        table = Table(title=f"{running.comparison.game}: {before} → {after}", title_justify="left")
        for heading in ("what", before, after, "difference [95 %, at any time]", "verdict"):
            table.add_column(heading)
        words = _words(running)
        for one in _told_of(running):
            table.add_row(
                what(one),
                _value(one, one.before),
                _value(one, one.after),
                _difference(one),
                words[one.verdict],
            )
        console.print(table)
    console.print(sentence(running), soft_wrap=True, highlight=False)
    console.print(facts(running), soft_wrap=True, highlight=False)
    console.print(f"Again: {again}", soft_wrap=True, highlight=False, markup=False)
    console.print(f"{running.matches} matches in {seconds:.1f} s", highlight=False)


def facts(running: Running) -> str:
    """How much was played, and how much of it the change reached."""
    played = running.matches // 2
    reached = 100 * running.affected / max(played, 1)
    told = f"{running.pairs} pairs; {reached:.1f} % of the matches were affected at all."
    if running.copies:
        told += f" {running.copies} pairs were copies of others and were not counted."
    comparison = running.comparison
    if running.ends:
        told += f" From where both ways part, the rest was played {_often(AT_FIRST)}"
        if running.pairs > TRIAL and comparison.times != AT_FIRST:
            told += f" in the first {TRIAL} pairs, {_often(comparison.times)} after these"
        told += "."
    if comparison.focused:
        here, everywhere = len(comparison.line_ups), len(comparison.all_line_ups)
        told += f" Only {here} of {everywhere} deals hold something changed and were played; "
        told += "a look at each of the others showed no difference."
    return told


def _often(times: int) -> str:
    return "once" if times == 1 else f"{times} times"


def show_json(running: Running, again: str, seconds: float) -> None:
    """The same as one JSON object."""
    verdicts = running.verdicts
    print(
        json.dumps(
            {
                "game": running.comparison.game,
                "sides": [side.name for side in running.comparison.sides],
                "players": list(running.comparison.players),
                "verdict": OPEN if verdicts is None else verdicts.verdict,
                "within_margin": verdicts is not None and verdicts.within,
                "sentence": sentence(running),
                "margin": running.margin,
                "pairs": running.pairs,
                "matches": running.matches,
                "copies": running.copies,
                "affected": running.affected,
                "times": running.comparison.times,
                "focused": running.comparison.focused,
                "figures": {} if verdicts is None else {one.name: _told(one) for one in verdicts.findings()},
                "again": again,
                "seconds": seconds,
            },
            indent=1,
        )
    )


def _told(one: Finding) -> dict[str, object]:
    bounded = not math.isinf(one.interval[0])
    return {
        "before": one.before,
        "after": one.after,
        "difference": one.difference,
        "interval": list(one.interval) if bounded else None,
        "verdict": one.verdict,
        "pairs": one.pairs,
        "more_in": one.ups,
        "less_in": one.downs,
    }
