"""Ten million matches in one folder: how large it is, and how soon it answers. `make bench-runs`.

Matches of MagicDuel between players that answer at random are played into a folder, as `innkeeper simulate
--run` does. With PLAYED=10000000 all of them are; that takes a quarter of an hour. Else the blocks that were
played are repeated under other numbers until the folder is full: the rows are real, but most of them are
copies, and the summary says so. Each question is asked by a process of its own; its memory is what that
process needed at most, and its time is told on the clock and on the processor (of all cores together).
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from innkeeper.lab.runs import MOST, read_plan, run, tally_of
from innkeeper.lab.simulate import Plan
from innkeeper.lab.summary import summary_of

PLAN = Plan("magicduel", ("random", "random"), {"preset": "tournament"}, opening=4)
SHARE = "what does each seat win, how does it end, how long does it take?"
BY_LENGTH = "what does the first seat win, by the number of rounds?"
LONGEST = "which endings have the longest matches?"


def fill(folder: Path, matches: int, played: int, jobs: int) -> None:
    """Play, and repeat what was played until there are enough."""
    run(PLAN, played, folder, jobs=jobs, block=min(MOST, played))
    parts = sorted(folder.glob("part-*.parquet"))
    for number in range(len(parts), matches // min(MOST, played)):
        (folder / f"part-{number:06}.parquet").write_bytes(parts[number % len(parts)].read_bytes())


def ask(folder: Path, question: str) -> object:
    """One of the questions."""
    import pyarrow.compute
    import pyarrow.dataset

    if question == SHARE:
        plan = read_plan(folder)
        found = summary_of(tally_of(folder, plan), len(plan.players))
        return [str(share) for share in found.seats], list(found.reasons), found.distinct
    rows = pyarrow.dataset.dataset(sorted(map(str, folder.glob("part-*.parquet"))))
    if question == BY_LENGTH:
        won = {"first": pyarrow.compute.equal(pyarrow.compute.field("winners"), 1)}
        table = rows.to_table({"rounds": pyarrow.compute.field("rounds"), **won})
        return table.group_by("rounds").aggregate([("first", "mean"), ([], "count_all")]).num_rows
    table = rows.to_table(["reason", "decisions"])
    return table.group_by("reason").aggregate([("decisions", "max"), ("decisions", "mean")]).num_rows


def asked(folder: Path, question: str) -> dict[str, Any]:
    """The seconds and megabytes of a question in a process of its own, and what it said."""
    words = [sys.executable, "-m", "benchmarks.runs", "--ask", str(folder), "--question", question]
    told: dict[str, Any] = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000_000)
    parser.add_argument("--played", type=int, default=200_000)
    parser.add_argument("--jobs", type=int, default=-1)
    parser.add_argument("--ask", type=Path)
    parser.add_argument("--question", choices=(SHARE, BY_LENGTH, LONGEST))
    given = parser.parse_args()
    if given.ask is not None:
        began, busy = time.perf_counter(), time.process_time()
        answer = str(ask(given.ask, given.question))
        spent, worked = time.perf_counter() - began, time.process_time() - busy
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"clock": spent, "busy": worked, "megabytes": most, "answer": answer}))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "run")
        began = time.perf_counter()
        fill(folder, given.matches, given.played, given.jobs)
        size = sum(path.stat().st_size for path in folder.glob("part-*.parquet"))
        spent = time.perf_counter() - began
        print(
            f"{given.matches:,} matches, of which {given.played:,} were played, in {spent:.0f} s: "
            f"{size / 1e6:.1f} MB, {size / given.matches:.1f} bytes a match"
        )
        print("| question | clock | processor | MB | |\n|---|--:|--:|--:|---|")
        for question in (SHARE, BY_LENGTH, LONGEST):
            told = asked(folder, question)
            print(
                f"| {question} | {told['clock']:.2f} s | {told['busy']:.2f} s | {told['megabytes']:.0f} "
                f"| {told['answer']} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
