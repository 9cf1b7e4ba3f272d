"""`make play`: steps beside each other, one line each; an inn that begins anew on compiled rules."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.server.running import free_port
from tests.test_builds import COMPILED, ROOT, other_build
from tools import play
from tools.steps import Step, together


def steps(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "tools/steps.py", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)


def alive(number: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[:1]
    except (FileNotFoundError, ProcessLookupError):  # not there, or gone while it was read
        return False


def test_steps_run_beside_each_other_and_say_one_line_each(tmp_path: Path) -> None:
    """Each waits for a sign from the other, and what they print themselves is not shown."""

    def command(mine: str, yours: str) -> str:
        return f"echo noise; touch {mine}; while [ ! -e {yours} ]; do sleep 0.05; done; sleep 1"

    signs = str(tmp_path / "one"), str(tmp_path / "two")
    run = steps("first thing", command(*signs), "second thing", command(*reversed(signs)))
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 0
    lines = sorted(line.split() for line in said.splitlines())
    assert [line[:2] for line in lines] == [["first", "thing"], ["second", "thing"]]
    assert all(float(line[2]) >= 1 and line[3] == "s" for line in lines)


def test_a_step_with_nothing_to_do_is_not_worth_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a clock that stands still: on a busy machine even nothing takes more than a second."""
    monkeypatch.setattr(Step, "seconds", 0.0)
    assert together({"nothing": "true"})
    assert capsys.readouterr().out == ""
    assert not together({"a fault": "false"})
    assert "a fault" in capsys.readouterr().out


def test_a_step_that_fails_shows_the_end_of_its_log_and_stops_the_others(tmp_path: Path) -> None:
    other = tmp_path / "other"
    long = f"echo $$ > {other}; exec sleep 1000"
    failing = f"while [ ! -s {other} ]; do sleep 0.05; done; seq 1 100; echo 'error: no luck'; exit 7"
    run = steps("the other", long, "the failing", failing)
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    lines = said.splitlines()
    assert lines[0].startswith("  the failing")
    assert "failed after" in lines[0]
    assert lines[-2].strip() == "error: no luck"
    assert lines[1].strip() == "77", "the end of it, not all"
    assert "100\nerror: no luck" in Path(lines[-1].rpartition(" ")[2]).read_text()
    assert not alive(int(other.read_text()))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_step_leaves_nothing_running(tmp_path: Path, number: int) -> None:
    """Also what a step has started itself, as a compile starts compilers."""
    child = tmp_path / "child"
    run = steps("long", f"sleep 1000 & echo $! > {child}; wait")
    until(lambda: child.exists() and child.read_text().strip() != "")
    run.send_signal(number)
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert said == ""
    until(lambda: not alive(int(child.read_text())))


def fetch(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextmanager
def an_inn(folder: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    port = free_port()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    server = play.serve(
        str(folder), ["--no-browser", "--port", str(port), "--database", str(tmp_path / "db")]
    )
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    try:
        yield server, f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def runs_compiled(server: subprocess.Popen[bytes]) -> bool:
    return str(COMPILED) in Path(f"/proc/{server.pid}/maps").read_text()


def test_the_inn_goes_from_plain_to_compiled_in_its_place(tmp_path: Path) -> None:
    """Told before it listens for signals, it hears of it all the same."""
    if other_build() != COMPILED:
        pytest.skip("there is no compiled build to go to: INNKEEPER_COMPILE=0")
    folder = tmp_path / "first"
    folder.mkdir()
    with an_inn(folder, tmp_path) as (server, address):
        server.send_signal(signal.SIGUSR2)
        until(lambda: fetch(address))
        until(lambda: fetch(address))
        assert not runs_compiled(server)
        play.take(str(COMPILED), str(folder))
        server.send_signal(signal.SIGUSR2)
        until(lambda: runs_compiled(server))
        until(lambda: fetch(address))


def start_play(tmp_path: Path, **environment: str) -> subprocess.Popen[str]:
    """The whole of it, where everything is installed already."""
    words = ["--no-browser", "--port", "0", "--database", str(tmp_path / "db")]
    return subprocess.Popen(
        [sys.executable, "tools/play.py", "make", str(tmp_path / "compiled"), *words],
        cwd=ROOT,
        env={**os.environ, "INNKEEPER_WEB": "0", **environment},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_without_a_compiler_the_inn_is_open_and_says_why_it_is_slow(tmp_path: Path) -> None:
    run = start_play(tmp_path, INNKEEPER_COMPILE="0")
    assert run.stdout is not None
    waits_for = {"The inn is open: http://127.0.0.1:", "The rules stay plain Python."}
    try:
        for line in run.stdout:
            met = {one for one in waits_for if line.startswith(one)}
            assert ("INNKEEPER_COMPILE=0" in line) == ("The rules stay plain Python." in met)
            waits_for -= met
            if not waits_for:
                break
        assert not waits_for
    finally:
        os.killpg(run.pid, signal.SIGINT)  # as Ctrl-C does
        run.communicate(timeout=PATIENCE)
    assert run.returncode == 0
