"""Measures the environments against their peers, side by side in one run, and writes RESULTS-environments.md.

As in kernel.py every contestant is a process of its own, all are asked in turn, and CPU time counts. The
games differ, so between them only orders of magnitude mean anything.

    python -m benchmarks.environments --quick
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks import kernel
from benchmarks.kernel import (
    BENCH_PYTHON,
    COMPILED,
    IN_BENCH_VENV,
    OPENSPIEL,
    PETTINGZOO,
    RLCARD,
    ROOT,
    Contest,
    Row,
    machine,
    say,
    short,
    worker,
)

RESULTS = ROOT / "benchmarks" / "RESULTS-environments.md"
PGX = "pgx on the CPU"
# Decisions a second that a batch must reach on one quiet core.
WANTED = {"magicduel": 1.5e6, "echo": 0.5e6, "mazerunner": 0.25e6, "adventurer": 0.25e6, "micah": 0.25e6}
WANTED_AEC = 80e3
FASTER = {RLCARD: 15.0, PETTINGZOO: 75.0}  # MagicDuel than each of these
PEERS = (
    Row(RLCARD, "viewed leduc-holdem", "Leduc hold'em"),
    Row(RLCARD, "viewed uno", "Uno"),
    Row(RLCARD, "viewed gin-rummy", "Gin rummy"),
    Row(PETTINGZOO, "viewed leduc_holdem_v4", "Leduc hold'em"),
    Row(PETTINGZOO, "viewed texas_holdem_v4", "Texas hold'em"),
    Row(PETTINGZOO, "viewed hanabi_v5", "Hanabi"),
    Row(OPENSPIEL, "viewed leduc_poker", "Leduc poker, in C++"),
    Row(OPENSPIEL, "viewed hanabi", "Hanabi, in C++"),
    Row(OPENSPIEL, "viewed liars_dice", "Liar's dice, in C++"),
    Row(PGX, "batch leduc_holdem 64", "Leduc hold'em, 64 at once"),
    Row(PGX, "batch leduc_holdem 1024", "Leduc hold'em, 1,024 at once"),
    Row(PGX, "batch kuhn_poker 1024", "Kuhn poker, 1,024 at once"),
)
DOORS = {"aec": "PettingZoo, one seat after the other", "gymnasium": "Gymnasium", "openspiel": "OpenSpiel"}


def entries() -> None:
    """Who takes part here."""
    kernel.ENTRIES[COMPILED] = worker(
        sys.executable, "environments", ROOT / "build" / "compiled", "make compiled builds it"
    )
    kernel.ENTRIES[PGX] = worker(BENCH_PYTHON, "pgx", ROOT, IN_BENCH_VENV)


def rows() -> list[Row]:
    """Everything that is measured."""
    found = [Row(COMPILED, f"batch {game} {matches}") for game in WANTED for matches in (64, 1024)]
    found += [Row(COMPILED, f"{door} {game}") for door in DOORS for game in ("magicduel", "echo")]
    return [*found, *PEERS]


def met(rate: float, wanted: float) -> str:
    """Is a target reached?"""
    return f"{'met' if rate >= wanted else '**missed**'}: at least {short(wanted)}"


def times(ratio: float) -> str:
    """How much faster, or slower."""
    return f"{ratio:.3g}× faster" if ratio >= 1 else f"{1 / max(ratio, 1e-9):.3g}× slower"


def report(contest: Contest, memory: dict[str, float]) -> str:
    """The whole of RESULTS-environments.md."""
    best = contest.best
    about = (
        "Made by `make bench-environments` (`benchmarks/environments.py`); do not edit. Random play; every"
        " decision comes with the observation and the mask. CPU time of one core, best of"
        f" {contest.rounds} interleaved rounds of about {contest.seconds:g} s."
    )
    lines = ["# The environments beside their peers", "", about, "", f"- {machine()}"]
    lines += [f"- {name}: {c.version}" for name, c in contest.present.items()]
    lines += [f"- left out, {name}: {why}" for name, why in contest.absent.items()]
    lines += ["", "## The batch", "", "| game | 64 at once | 1,024 at once | memory of a match | target |"]
    lines += ["|---|--:|--:|--:|---|"]
    for game, wanted in WANTED.items():
        small, large = (best.get((COMPILED, f"batch {game} {n}"), 0.0) for n in (64, 1024))
        held = f"{memory[game] / 1024:.1f} kB" if game in memory else ""
        lines.append(
            f"| {game} | {short(small)} | {short(large)} | {held} | {met(max(small, large), wanted)} |"
        )
    lines += ["", "## One match at a time, from Python", "", "| door | MagicDuel | Echo | target |"]
    lines += ["|---|--:|--:|---|"]
    for door, name in DOORS.items():
        duel, echo = (best.get((COMPILED, f"{door} {game}"), 0.0) for game in ("magicduel", "echo"))
        target = met(duel, WANTED_AEC) if door == "aec" else ""
        lines.append(f"| {name} | {short(duel)} | {short(echo)} | {target} |")
    duel, *others = (
        max(best.get((COMPILED, f"batch {game} {n}"), 0.0) for n in (64, 1024)) for game in WANTED
    )
    slowest = min(duel, *others)
    lines += ["", "## Their peers, for scale", ""]
    lines += ["The targets are those of MagicDuel, as in RESULTS.md.", ""]
    lines += ["| | game | decisions/s | MagicDuel is | our slowest game is | target |"]
    lines += ["|---|---|--:|--:|--:|---|"]
    for row in PEERS:
        rate = best.get((row.contestant, row.job))
        if rate is None:
            lines.append(f"| {row.contestant} | {row.game} | not measured | | | |")
            continue
        least = FASTER.get(row.contestant, 0.0)
        target = f"{'met' if duel / rate >= least else '**missed**'}: at least {least:g}×" if least else ""
        compared = f"{times(duel / rate)} | {times(slowest / rate)}"
        lines.append(f"| {row.contestant} | {row.game} | {short(rate)} | {compared} | {target} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and say what came out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default 5)")
    parser.add_argument("--quick", action="store_true", help="two short rounds, to see that it works")
    parser.add_argument("--out", type=Path, help="where to write (default RESULTS-environments.md)")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error("--rounds must be at least 1")
    entries()
    contest = Contest(2, 0.05) if given.quick else Contest(given.rounds, 0.4)
    try:
        contest.enter([COMPILED, RLCARD, PETTINGZOO, OPENSPIEL, PGX])
        memory = {}
        if COMPILED in contest.present:
            for game in WANTED:
                memory[game] = contest.present[COMPILED].run(f"memory {game}", 1)[0] / 1000
        contest.measure(rows())
        text = report(contest, memory)
    finally:
        contest.close()
    print(text)
    out = given.out or (None if given.quick else RESULTS)
    if out:
        out.write_text(text, encoding="utf-8")
        say(f"written to {out}")


if __name__ == "__main__":
    main()
