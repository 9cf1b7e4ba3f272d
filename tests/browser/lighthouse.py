"""Lighthouse against a running inn: `python -m tests.browser.lighthouse` measures and prints a table.

The performance score is timed, so it is asked for here and not in the tests: a busy machine says nothing
about the page. The median of the runs counts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median_low
from typing import Any

import msgspec

from tests.browser.house import WEB, Inn, built, chromium, running

PAGES = ("hall", "magicduel", "echo", "mazerunner", "adventurer", "micah")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
LEAST = 95


class Run(msgspec.Struct):
    """What Lighthouse found on one page."""

    page: str
    scores: dict[str, int]
    figures: dict[str, float]
    requests: list[dict[str, Any]]
    blocking: list[str]
    shifts: list[str | None]
    low: list[str]


def measure(inn: Inn, runs: int = 1, seconds: float = 600) -> Iterator[Run]:
    """Every page, so many times."""
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("Lighthouse runs in node: install node 20 or newer")
    command = [node, str(WEB / "tools" / "lighthouse.mjs"), inn.url, str(runs)]
    env = {**os.environ, "CHROME_PATH": chromium()}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                yield msgspec.json.decode(line, type=Run)
            if process.wait(seconds):
                raise RuntimeError("Lighthouse failed")
        finally:
            process.terminate()


def main(runs: int = 3) -> int:
    built()
    worst = 100
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as inn:
        found: dict[str, list[Run]] = {page: [] for page in PAGES}
        print(
            f"{'page':<12}{'perf':>6}{'a11y':>6}{'best':>6}{'seo':>6}   FCP s  LCP s  TBT ms    CLS  machine"
        )
        for run in measure(inn, runs):
            found[run.page].append(run)
            scores = "".join(f"{run.scores[one]:>6}" for one in CATEGORIES)
            f = run.figures
            times = f"{f['fcp'] / 1000:8.1f}{f['lcp'] / 1000:7.1f}{f['tbt']:8.0f}{f['cls']:7.3f}"
            print(f"{run.page:<12}{scores}{times}{f['machine']:9.0f}", flush=True)
        for page, its_runs in found.items():
            medians = [median_low(run.scores[one] for run in its_runs) for one in CATEGORIES]
            worst = min(worst, *medians)
            print(f"{page}: median {' / '.join(map(str, medians))} of {len(its_runs)} runs")
    return int(worst < LEAST)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
