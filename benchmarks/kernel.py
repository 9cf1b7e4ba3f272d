"""Measures the kernel against its peers, side by side in one run, and writes RESULTS.md.

Every contestant is a process of its own. Every round asks each of them for every job once, so that
other load on the machine hits all alike; what counts is CPU time, and the best of the rounds. Before
anything is measured, all must play the same games for the same seeds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
PEERS = ROOT / "benchmarks" / "peers"
BENCH_PYTHON = ROOT / ".venv-bench" / "bin" / "python"

Message = dict[str, Any]  # one line of JSON

COMPILED = "Innkeeper, compiled"
PLAIN = "Innkeeper, plain"
LIMIT = "C"
OPENSPIEL = "OpenSpiel"
RLCARD = "RLCard"
PETTINGZOO = "PettingZoo"
CLIENT = "boardgame.io, Client"
REDUCER = "boardgame.io, reducer"


class Absent(Exception):
    """A contestant cannot take part; the message says why and what would help."""


# ---- Contestants ----


@dataclass(frozen=True)
class Entry:
    """How to start a contestant."""

    command: tuple[str, ...]
    environment: dict[str, str]
    help: str  # what to do when it is missing


def worker(python: Path | str, name: str, path: Path, advice: str) -> Entry:
    """A contestant in Python."""
    command = (str(python), "-W", "ignore", "-m", "benchmarks.worker", name)
    return Entry(command, {"PYTHONPATH": str(path), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}, advice)


def node(way: str) -> Entry:
    """A contestant on node."""
    command = ("node", str(PEERS / "magicduel_boardgameio.cjs"), way)
    return Entry(command, {"NODE_ENV": "production"}, "needs node and: npm ci --prefix benchmarks/peers")


IN_BENCH_VENV = ".venv-bench needs: pip install --require-hashes -r benchmarks/requirements.lock"
ENTRIES = {
    LIMIT: worker(sys.executable, "limit", ROOT, "needs a C compiler"),
    COMPILED: worker(sys.executable, "compiled", ROOT / "build" / "compiled", "make compiled builds it"),
    PLAIN: worker(sys.executable, "plain", ROOT / "src", "needs the requirements of Innkeeper"),
    OPENSPIEL: worker(BENCH_PYTHON, "openspiel", ROOT, IN_BENCH_VENV),
    CLIENT: node("client"),
    REDUCER: node("reducer"),
    RLCARD: worker(BENCH_PYTHON, "rlcard", ROOT, IN_BENCH_VENV),
    PETTINGZOO: worker(BENCH_PYTHON, "pettingzoo", ROOT, IN_BENCH_VENV),
}


class Contestant:
    """A running process that answers one JSON line by another."""

    def __init__(self, name: str) -> None:
        entry = ENTRIES[name]
        self.name = name
        try:
            self.process = subprocess.Popen(
                entry.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
                cwd=ROOT,
                env={**os.environ, **entry.environment},
            )
        except OSError as error:
            raise Absent(f"{error.strerror or error} ({entry.help})") from error
        hello = self._answer()
        if hello is None or "missing" in hello:
            self.close()
            why = "it does not start" if hello is None else hello["missing"]
            raise Absent(f"{why} ({entry.help})")
        self.version = str(hello["version"])
        self.jobs = frozenset(hello["jobs"])
        self.presets = frozenset(hello["presets"])

    def _answer(self) -> Message | None:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            return None
        answer: Message = json.loads(line)
        return answer

    def ask(self, request: Message) -> Message:
        """One question, one answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        answer = self._answer()
        if answer is None:
            raise Absent(f"it broke down over {request}")
        return answer

    def trace(self, preset: str, seed: int) -> str:
        """One random game as text."""
        return str(self.ask({"trace": preset, "seed": seed})["text"])

    def run(self, job: str, size: int) -> tuple[float, float]:
        """Work done and CPU seconds taken."""
        answer = self.ask({"job": job, "size": size})
        return float(answer["work"]), float(answer["cpu"])

    def close(self) -> None:
        """Let it go."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


# ---- What is compared ----


@dataclass(frozen=True)
class Row:
    """One contestant at one job."""

    contestant: str
    job: str
    game: str = "MagicDuel"
    slower: float = 0  # we may be at most so many times slower, 0: no target
    faster: float = 0  # we must be at least so many times faster


@dataclass(frozen=True)
class Table:
    """One comparison: the row of the compiled build is what the others are measured by."""

    title: str
    unit: str
    about: str
    rows: tuple[Row, ...]


def ours(job: str) -> tuple[Row, Row]:
    """Both builds of Innkeeper."""
    return Row(COMPILED, job), Row(PLAIN, job)


def tables() -> list[Table]:
    """Everything that is measured, with the targets."""
    found = []
    for preset in ("tournament", "literal"):
        found += [
            Table(
                f"The kernel's own loop, {preset}",
                "decisions/s",
                "Random games inside the compiled part, the legal list built for every decision.",
                (
                    Row(LIMIT, f"playouts {preset}", slower=10),
                    *ours(f"playouts {preset}"),
                ),
            ),
            Table(
                f"Driven from Python, {preset}",
                "decisions/s",
                "A loop in Python asks whose turn it is, gets the legal list and acts; the random numbers"
                " are drawn beforehand on both sides.",
                (
                    *ours(f"driven {preset}"),
                    Row(OPENSPIEL, f"driven {preset}", "MagicDuel as a Python game", faster=15),
                ),
            ),
            Table(
                f"With the log and the acting seat's view, {preset}",
                "decisions/s",
                "What a referee at a real table does: everything is logged, and the seat that is asked"
                " gets its view. Driven from outside.",
                (
                    *ours(f"watched {preset}"),
                    Row(CLIENT, f"watched {preset}", faster=40),
                    Row(REDUCER, f"watched {preset}", faster=40),
                ),
            ),
            Table(
                f"Copies of a state in mid-game, {preset}",
                "copies/s",
                "Made one by one from Python; in C inside the loop, with malloc and free.",
                (
                    Row(LIMIT, f"copies {preset}"),
                    *ours(f"copies {preset}"),
                    Row(OPENSPIEL, f"copies {preset}", "MagicDuel as a Python game"),
                    Row(OPENSPIEL, "copies hanabi", "Hanabi, in C++", faster=1.5),
                    Row(OPENSPIEL, "copies leduc_poker", "Leduc poker, in C++", faster=1.5),
                    Row(OPENSPIEL, "copies gin_rummy", "Gin rummy, in C++", faster=1.5),
                ),
            ),
        ]
    found.append(
        Table(
            "Other card games, for scale",
            "decisions/s",
            "Different games, so only the order of magnitude means anything. Random play with what a learner"
            " is given for every decision: the observation and what is allowed. Ours is a batch of 64;"
            " views are what people are shown.",
            (
                *ours("batch tournament"),
                Row(COMPILED, "viewed tournament", "MagicDuel, by views"),
                Row(PLAIN, "viewed tournament", "MagicDuel, by views"),
                Row(RLCARD, "viewed leduc-holdem", "Leduc hold'em", faster=15),
                Row(RLCARD, "viewed uno", "Uno", faster=15),
                Row(RLCARD, "viewed gin-rummy", "Gin rummy", faster=15),
                Row(PETTINGZOO, "viewed leduc_holdem_v4", "Leduc hold'em", faster=75),
                Row(PETTINGZOO, "viewed texas_holdem_v4", "Texas hold'em", faster=75),
                Row(PETTINGZOO, "viewed hanabi_v5", "Hanabi", faster=75),
            ),
        )
    )
    return found


# ---- Measuring ----


@dataclass
class Contest:
    """All contestants that are here, and the best rate of each at each job."""

    rounds: int
    seconds: float  # CPU time of one measurement, about
    present: dict[str, Contestant] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    best: dict[tuple[str, str], float] = field(default_factory=dict)

    def enter(self, names: list[str]) -> None:
        """Start the contestants; one that is missing is named and left out."""
        for name in names:
            say(f"starting {name} …")
            try:
                self.present[name] = Contestant(name)
            except Absent as error:
                self.leave(name, str(error))

    def leave(self, name: str, why: str) -> None:
        """Go on without one."""
        say(f"  {name} is left out: {why}")
        self.absent[name] = why
        contestant = self.present.pop(name, None)
        if contestant is not None:
            contestant.close()

    def check(self, games: int) -> list[str]:
        """Prove that all play the same games; says which did."""
        said = []
        for preset in ("tournament", "literal", "workshop"):
            players = [c for c in self.present.values() if preset in c.presets]
            if len(players) < 2:
                continue
            for seed in range(1, games + 1):
                first, *others = [(c.name, c.trace(preset, seed)) for c in players]
                for name, text in others:
                    if text != first[1]:
                        raise SystemExit(difference(preset, seed, first, (name, text)))
            names = "; ".join(c.name for c in players)
            said.append(f"`{preset}`: {games} games move for move the same ({names})")
            say(said[-1])
        return said

    def measure(self, rows: list[Row]) -> None:
        """All rows, round by round."""
        wanted = list(dict.fromkeys((row.contestant, row.job) for row in rows))
        sizes: dict[tuple[str, str], int] = {}
        for key in self._runnable(wanted):
            say(f"sizing {key[0]}: {key[1]}")
            with self._surviving(key[0]):
                sizes[key] = self._size(*key)
        for number in range(1, self.rounds + 1):
            say(f"round {number} of {self.rounds}")
            for key in self._runnable(list(sizes)):
                with self._surviving(key[0]):
                    work, cpu = self.present[key[0]].run(key[1], sizes[key])
                    self.best[key] = max(self.best.get(key, 0), work / cpu)

    def _runnable(self, keys: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        for name, job in keys:
            if name in self.present and job in self.present[name].jobs:
                yield name, job

    @contextmanager
    def _surviving(self, name: str) -> Iterator[None]:
        try:
            yield
        except (Absent, BrokenPipeError) as error:
            self.leave(name, str(error))

    def _size(self, name: str, job: str) -> int:
        """How much to ask for, so that one measurement takes about as long as it should."""
        size = 1
        while True:
            _, cpu = self.present[name].run(job, size)
            if cpu > self.seconds / 4:
                return max(1, round(size * self.seconds / cpu))
            size *= 4

    def close(self) -> None:
        """Send everybody home."""
        for contestant in self.present.values():
            contestant.close()


def difference(preset: str, seed: int, one: tuple[str, str], other: tuple[str, str]) -> str:
    """Where two games part."""
    for number, (left, right) in enumerate(zip(one[1].splitlines(), other[1].splitlines()), 1):
        if left != right:
            return (
                f"Not the same game ({preset}, seed {seed}), line {number}:\n"
                f"  {one[0]}: {left}\n  {other[0]}: {right}"
            )
    return f"Not the same game ({preset}, seed {seed}): {one[0]} and {other[0]} end at different times"


# ---- The report ----


def say(text: str) -> None:
    """Progress, for whoever waits."""
    print(text, file=sys.stderr, flush=True)


def short(number: float) -> str:
    """Three figures are more than such measurements can bear."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.3g}"


def verdict(row: Row, ratio: float) -> str:
    """The target of a row, and whether it is met."""
    if row.slower:
        return f"{'met' if 1 / ratio <= row.slower else '**missed**'}: at most {row.slower:g}× slower"
    if row.faster:
        return f"{'met' if ratio >= row.faster else '**missed**'}: at least {row.faster:g}× faster"
    return ""


def report_table(table: Table, best: dict[tuple[str, str], float]) -> str:
    """One comparison in Markdown."""
    lines = [
        f"## {table.title}",
        "",
        table.about,
        "",
        f"| | game | {table.unit} | compiled Innkeeper is | target |",
        "|---|---|--:|--:|---|",
    ]
    basis = next((best.get((r.contestant, r.job), 0) for r in table.rows if r.contestant == COMPILED), 0)
    for row in table.rows:
        rate = best.get((row.contestant, row.job))
        if rate is None:
            lines.append(f"| {row.contestant} | {row.game} | not measured | | |")
            continue
        ratio = basis / rate
        if row.contestant == COMPILED or not basis:
            compared, target = "", ""
        else:
            compared = f"{ratio:.3g}× faster" if ratio >= 1 else f"{1 / ratio:.3g}× slower"
            target = verdict(row, ratio)
        lines.append(f"| {row.contestant} | {row.game} | {short(rate)} | {compared} | {target} |")
    return "\n".join(lines)


def machine() -> str:
    """What it ran on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def report(contest: Contest, same: list[str], compared: list[Table]) -> str:
    """The whole of RESULTS.md."""
    parts = [
        "# Results",
        "Made by `make bench` (`benchmarks/kernel.py`); do not edit. Ratios within one run mean something,"
        " absolute rates depend on the machine. CPU time, random play, best of"
        f" {contest.rounds} interleaved rounds of about {contest.seconds:g} s.",
        "\n".join([f"- {machine()}"] + [f"- {name}: {c.version}" for name, c in contest.present.items()]),
    ]
    if contest.absent:
        parts.append("Left out:\n\n" + "\n".join(f"- {n}: {why}" for n, why in contest.absent.items()))
    if same:
        parts.append("Identical games:\n\n" + "\n".join(f"- {line}" for line in same))
    parts += [report_table(table, contest.best) for table in compared]
    return "\n\n".join(parts) + "\n"


def chosen(only: list[str] | None) -> list[str]:
    """The contestants that were asked for, by name or by a part of it."""
    wanted = set()
    for part in only or [""]:
        whole = {name for name in ENTRIES if name.lower() == part.lower()}
        found = whole or {name for name in ENTRIES if part.lower() in name.lower()}
        if not found:
            raise SystemExit(f"Nobody is called {part!r}. There are: {'; '.join(ENTRIES)}.")
        wanted |= found
    return [name for name in ENTRIES if name in wanted]


def main() -> None:
    """Measure, and say what came out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured (default 7)")
    parser.add_argument("--quick", action="store_true", help="two short rounds, to see that it works")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these contestants (parts of names)")
    parser.add_argument("--out", type=Path, help="where to write (default RESULTS.md if everybody took part)")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error("--rounds must be at least 1")

    contest = Contest(rounds=2, seconds=0.05) if given.quick else Contest(given.rounds, seconds=0.4)
    compared = tables()
    try:
        contest.enter(chosen(given.only))
        same = contest.check(games=10 if given.quick else 50)
        contest.measure([row for table in compared for row in table.rows])
        text = report(contest, same, compared)
    finally:
        contest.close()
    print(text)
    out = given.out or (None if given.quick or given.only else RESULTS)
    if out:
        out.write_text(text, encoding="utf-8")
        say(f"written to {out}")


if __name__ == "__main__":
    main()
