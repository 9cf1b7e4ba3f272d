"""Runs the steps of a set-up beside each other, and says one line about each: what it was, how long it took.

python tools/steps.py NAME COMMAND [NAME COMMAND …]

What the tools themselves have to say goes to build/logs. When a step fails, the end of its log is shown, the
others are stopped, and so is this program.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "logs"
TAIL = 25  # lines of a log that are shown when a step fails


class Step:
    """A command of the shell that runs, in a group of processes of its own so that all of it can be ended."""

    def __init__(self, name: str, command: str) -> None:
        self.name = name
        self.log = LOGS / f"{re.sub('[^a-zA-Z]+', '-', name)}.log"
        self.began = time.monotonic()
        # what make tells a make that it starts concerns only one that is its direct child
        environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS")}
        LOGS.mkdir(parents=True, exist_ok=True)
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", command],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                process_group=0,
            )

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def running(self, seconds: float) -> bool:
        """Whether it still runs after so long."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return True
        return False

    def report(self) -> str:
        """What is to be said of a step that has ended."""
        if not self.process.returncode:
            return f"  {self.name:<28} {self.seconds:6.1f} s"
        lines = self.log.read_text(errors="replace").splitlines()[-TAIL:]
        shown = "\n".join(f"    {line}" for line in lines)
        return f"  {self.name:<28} failed after {self.seconds:.1f} s:\n{shown}\n  All of it is in {self.log}"

    def end(self) -> None:
        """Stop whatever still runs of it."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()


class Line:
    """The last line of a terminal, which tells what is under way; elsewhere nothing."""

    def __init__(self) -> None:
        self.live = sys.stdout.isatty()

    def show(self, running: list[Step]) -> None:
        if self.live:
            told = ", ".join(f"{step.name} {step.seconds:.0f} s" for step in running)
            print(f"\r\033[K  {told} …" if told else "\r\033[K", end="", flush=True)

    def say(self, text: str) -> None:
        print(f"\r\033[K{text}" if self.live else text, flush=True)


def together(steps: dict[str, str]) -> bool:
    """Run all of them at once; whether all went well. One that had nothing to do is not worth a line."""
    line = Line()
    running: list[Step] = []
    try:
        for name, command in steps.items():
            running.append(Step(name, command))
        while running:
            for step in [step for step in running if step.process.poll() is not None]:
                running.remove(step)
                if step.process.returncode or step.seconds >= 1:
                    line.say(step.report())
                if step.process.returncode:
                    return False
            line.show(running)
            if running:
                running[0].running(0.1)
    finally:
        for step in running:
            step.end()
        line.show([])
    return True


def ended_politely(run: Callable[[], int]) -> int:
    """The exit status of a program that Ctrl-C and SIGTERM end alike, after it has put everything away."""

    def leave(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, leave)
    try:
        return run()
    except KeyboardInterrupt:
        return 130


def main() -> int:
    words = sys.argv[1:]
    if not words or len(words) % 2:
        print(__doc__, file=sys.stderr)
        return 2
    return 0 if together(dict(zip(words[::2], words[1::2]))) else 1


if __name__ == "__main__":
    sys.exit(ended_politely(main))
