"""Games in a real terminal: tmux runs both clients, keys go in, the screen is read."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

LONGEST_WAIT = 60.0  # seconds until the screen must have changed


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

    def press(self, *keys: str) -> None:
        """Keys by their names."""
        self._tmux("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def raw(self) -> str:
        """The screen with its colours."""
        return self._tmux("capture-pane", "-p", "-e")

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


def test_the_application_in_a_real_terminal(tmp_path: Path) -> None:
    """Keys of a real terminal, a window that becomes small, a curtain of no colour, and a way back."""
    home = tmp_path / "data"
    command = ["env", f"XDG_DATA_HOME={home}", "NO_COLOR=1", sys.executable, "-m", "innkeeper"]
    terminal = Terminal(tmp_path / "tmux", [*command, "play", "magicduel", "--seed", "4"])
    try:
        terminal.wait_until(lambda screen: "What do you do?" in screen and "Normal Attack" in screen)
        terminal.press("1", "0")
        terminal.wait_until(lambda screen: "+4: from 0 to 4" in screen)
        terminal.press("Enter")
        terminal.press("Space")
        terminal.wait_until(lambda screen: "gathers 4 magic" in screen)
        terminal.resize(80, 24)
        terminal.wait_until(
            lambda screen: max(map(len, screen.splitlines()), default=81) <= 80 and "Health" in screen
        )
        coloured = re.findall(r"\x1b\[[0-9;]*m", terminal.raw())
        codes = {code for found in coloured for code in found[2:-1].split(";")}
        assert not codes & {"31", "32", "33", "34", "35", "36", "91", "92", "93", "94", "95", "96"}
        assert_grey(coloured)
        terminal.wait_until(lambda screen: "Traveller: What do you do?" in screen)
        terminal.press("Escape")
        terminal.wait_until(lambda screen: "Your matches" in screen and "MagicDuel with regular" in screen)
        terminal.press("q")
        terminal.wait_until(lambda screen: screen.endswith("THE END"))
        (kept,) = (home / "innkeeper" / "matches").iterdir()
        assert "magic" in kept.read_text()
    finally:
        terminal.close()


def assert_grey(codes: list[str]) -> None:
    """Whatever true colours there are, they are shades of grey."""
    for code in codes:
        for red, green, blue in re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", code):
            assert red == green == blue, code
