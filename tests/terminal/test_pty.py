"""The plain client as a person types to it: a real process at a real terminal, with every command it has."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest

import innkeeper
from innkeeper.terminal.local import LocalTable
from innkeeper.terminal.plain import HELP, PlainTable
from tests.patience import PATIENCE
from tests.terminal.waiting import until_it_waits

pty = pytest.importorskip("pty")

# What is typed for each command, in this order, and what is answered. A new command needs a line here.
DIALOGUE = {
    "help": ("help", r"as many letters as it takes: attack:normal:0:player"),
    "look": ("look", r"Moves left"),
    "card": ("card specter", r"Specter: Costs 5 magic"),
    "log": ("log", r"1\. The duel begins"),
    "why": ("why 1", r"MD-1\.4 "),
    "rule": ("rule MD-1.5", r"MD-1\.5 You have 2 moves a turn"),
    "what": ("what 1", r"health: 25 to 22"),
    "also": ("also", r"nothing besides resign"),
    "hint": ("hint", r"\w+ would choose: "),
    "undo": ("undo", r"Not now: seat 0 has not acted yet"),
    "say": ("say hello", r"nobody to talk to"),
    "yes": ("yes", r"nobody asks to take anything back"),
    "no": ("no", r"nobody asks to take anything back"),
    "again": ("again", r"Not now: the match is not over"),
    "save": ("save kept.json", r"Saved\. innkeeper replay kept\.json"),
    "resign": ("resign", r"Really resign\? Type yes: "),
    "quit": ("quit", r"You leave the table\."),
}
CHOICES = {
    "NUMBER": ("10", r"Traveller gathers 4 magic"),
    "VERB": ("attack", r"attack:pierce:player"),
    "ACTION": ("attack:pierce:player", r"Traveller jabs the rival"),
}


class Typist:
    """Somebody at the other end of a pseudo-terminal, who reads before typing."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.pid, self.line = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ["TERM"] = "dumb"
            os.execv(sys.executable, [sys.executable, "-m", "innkeeper", "play", *arguments])
        self.heard = ""

    def hear(self, wanted: str) -> str:
        """Everything until this is said; only what is new counts."""
        until = time.monotonic() + PATIENCE
        while (found := re.search(wanted, self.heard)) is None:
            assert time.monotonic() < until, f"never said {wanted!r} but: {self.heard[-3000:]}"
            if select.select([self.line], [], [], 1)[0]:
                self.heard += self._read()
        told, self.heard = self.heard[: found.end()], self.heard[found.end() :]
        return told

    def _read(self) -> str:
        try:
            return os.read(self.line, 1 << 16).decode(errors="replace").replace("\r\n", "\n")
        except OSError:  # the other end is closed
            raise AssertionError(f"it ended: {self.heard[-3000:]}") from None

    def say(self, text: str) -> None:
        os.write(self.line, f"{text}\n".encode())

    def interrupt(self) -> None:
        """Ctrl-C."""
        until_it_waits(self.pid)
        os.write(self.line, b"\x03")

    def end(self) -> int:
        """Wait for the process; its exit code."""
        try:
            while os.read(self.line, 1 << 16):
                pass
        except OSError:
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.line)
        return os.waitstatus_to_exitcode(status)


@pytest.fixture
def typist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typist:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return Typist(tmp_path, "magicduel", "--plain", "--seed", "4")


def test_every_command_has_its_line_here() -> None:
    table = LocalTable(innkeeper.new_match("magicduel", seed=4), ["you", "greedy"], seed=4)
    commands = PlainTable(table, input, print).commands
    assert set(DIALOGUE) == set(commands)
    named = {word.strip(",") for name in HELP for word in name.split() if word.strip(",").islower()}
    assert named == set(commands)
    assert set(CHOICES) == {name for name in HELP if name.isupper()}


def test_every_command_at_a_real_terminal(typist: Typist, tmp_path: Path) -> None:
    typist.hear(r"> $")
    for name, (typed, answer) in DIALOGUE.items():
        if name in ("resign", "quit"):
            continue
        typist.say(typed)
        typist.hear(answer)
        typist.hear(r"> $")
    assert innkeeper.verify(json.loads((tmp_path / "kept.json").read_text())).length == 0
    for typed, answer in CHOICES.values():
        typist.say(typed)
        typist.hear(answer)
        typist.hear(r"> $")
    typist.say(DIALOGUE["resign"][0])
    typist.hear(DIALOGUE["resign"][1])
    typist.say("yes")
    typist.hear(r"Won by \w+ \(resign, MD-9\.4\)\.")
    typist.hear(r"or Enter to leave: $")
    typist.say("again")
    typist.hear(r"seat 0 is \w+, seat 1 is Traveller")
    typist.hear(r"> $")
    typist.say(DIALOGUE["quit"][0])
    typist.hear(DIALOGUE["quit"][1])
    assert typist.end() == 0


def test_a_line_can_be_edited_before_it_is_sent(typist: Typist) -> None:
    typist.hear(r"> $")
    os.write(typist.line, b"magix\x7fc\n")
    typist.hear(r"Traveller gathers 4 magic")
    typist.hear(r"> $")
    os.write(typist.line, b"\x04")
    typist.hear(
        r"You leave the table\. The match is not finished\. innkeeper play --resume \S+ goes on with it\."
    )
    assert typist.end() == 0


def test_control_c_at_a_real_terminal_leaves_the_table(typist: Typist) -> None:
    typist.hear(r"> $")
    typist.say("magic")
    typist.hear(r"Traveller gathers 4 magic")
    typist.hear(r"> $")
    typist.interrupt()
    typist.hear(r"You leave the table\.")
    assert typist.end() in (0, -signal.SIGINT)


def test_the_application_at_a_real_terminal_starts_and_answers_keys_with_little_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bounds of the processor's time, several times what is needed, for what grows wildly."""
    pytest.importorskip("textual")
    from benchmarks.terminal import first_words, screen

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with screen("mazerunner", "--seed", "1", "-o", "grid_size=21", size=(80, 24)) as found:
        found.until(b"Traveller: " + first_words("mazerunner"))
        assert found.cpu < 5
        found.settle()
        assert found.megabytes < 150
        work = sorted(found.press(key)[1] for key in (b"\x1b[B", b"\x1b[A") * 5)
        assert work[len(work) // 2] < 100
        found.press(b"2\r")
        found.until(b"Traveller chooses to explore")
