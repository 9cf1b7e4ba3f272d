"""A whole game in a real terminal: tmux runs the plain client, keys go in, the screen is read."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

LONGEST_WAIT = 20.0  # seconds until the screen must have changed


class Terminal:
    """A private tmux server with one window."""

    def __init__(self, socket: Path, command: list[str]) -> None:
        self.socket = socket
        self._tmux(
            "new-session", "-d", "-x", "120", "-y", "50", shlex.join(command) + "; echo THE END; read x"
        )
        self._tmux("set-option", "-g", "history-limit", "50000")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-f", "/dev/null", "-S", str(self.socket), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-S", "-", "-J").rstrip()

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)
        self._tmux("send-keys", "Enter")

    def wait_until(self, reached: Callable[[str], bool]) -> str:
        """The screen once it is as wanted; polling is the only way tmux can be asked."""
        until = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < until:
            screen = self.screen()
            if reached(screen):
                return screen
            time.sleep(0.02)
        raise AssertionError(f"this never came:\n{self.screen()}")

    def ask_why(self, number: str, clause: str) -> None:
        """`why N` shows the clause, and the prompt comes back."""
        question = f"why {number}"
        self.type(question)
        self.wait_until(lambda screen: over(screen) and f"\n{clause} " in screen.rpartition(question)[2])

    def close(self) -> None:
        subprocess.run(["tmux", "-S", str(self.socket), "kill-server"], capture_output=True, check=False)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    command = [sys.executable, "-m", "innkeeper", "play", "magicduel", "--plain", "--seed", "4"]
    opened = Terminal(tmp_path / "tmux", command)
    yield opened
    opened.close()


def over(screen: str) -> bool:
    return screen.endswith("Enter to leave:")


def test_a_whole_duel_in_a_real_terminal(terminal: Terminal) -> None:
    def asked_again(screen: str) -> bool:
        return over(screen) or len(re.findall(r"^>", screen, re.MULTILINE)) > answered

    answered = 0
    screen = terminal.wait_until(asked_again)
    while not over(screen):
        terminal.type("1")  # always the first legal answer: a bolt, or a needle
        answered += 1
        assert answered < 200
        screen = terminal.wait_until(asked_again)
    assert "Won by" in screen or "A draw" in screen

    lines = re.findall(r"^(\d+)\. .*\(((?:MD|IN)-[0-9.]+)\)$", screen, re.MULTILINE)
    assert [int(number) for number, _ in lines] == list(range(1, len(lines) + 1))
    for number, clause in lines:  # every line of the log can answer "why?"
        terminal.ask_why(number, clause)
    terminal.type("")
    terminal.wait_until(lambda screen: screen.endswith("THE END"))
