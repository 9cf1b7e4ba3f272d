"""A saved match in the browser's replay, and a record of a server in the terminal."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper.cli import main
from innkeeper.terminal import saved
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def played(game: str, typed: str) -> Path:
    result = CliRunner().invoke(main, ["play", game, "--plain", "--seed", "2"], input=typed)
    assert result.exit_code == 0, result.output
    (path,) = saved.folder().iterdir()
    return path


@contextmanager
def shown(file: Path) -> Iterator[str]:
    """The address of the table at which a browser would look at this match."""
    command = [sys.executable, "-m", "innkeeper", "replay", str(file), "--browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            said = child.stdout.readline()
            found = re.search(r"(http://127\.0\.0\.1:\d+/)#/t/([\w-]+)/replay", said)
            assert found is not None, said
            yield f"{found[1]}api/tables/{found[2]}"
        finally:  # or a test that fails would wait for it for ever
            child.send_signal(signal.SIGINT)


def ask(address: str) -> Any:
    """It listened before it said where: who asks too early waits at its door."""
    with urlopen(address, timeout=PATIENCE) as answer:
        return json.load(answer)


def test_a_saved_match_opens_in_the_browsers_replay_and_comes_back() -> None:
    file = played("echo", "1\n" * 12)
    record = saved.read(file).record()
    with shown(file) as table:
        assert ask(f"{table}/verify")["good"] is True
        assert len(ask(f"{table}/tape")["entries"]) == len(record["entries"])
        last = ask(f"{table}/replay?at={len(record['entries'])}&as=0")
        assert last["view"]["table"]["result"]["winners"] == record["outcome"]["winners"]
        assert [seat["name"] for seat in ask(table)["seats"]] == ["Traveller", "Regular"]
        assert ask(table)["unrated"] == "it was played elsewhere"
        downloaded = file.with_name("from-the-browser.json")
        downloaded.write_text(json.dumps(ask(f"{table}/record")))
    assert json.loads(downloaded.read_text()) == record
    assert "EC-" in CliRunner().invoke(main, ["replay", str(downloaded)]).output


def test_what_is_not_over_or_has_no_fair_dice_is_not_shown(tmp_path: Path) -> None:
    file = played("magicduel", "magic\nquit\n")
    refused = CliRunner().invoke(main, ["replay", str(file), "--browser"])
    assert refused.exit_code == 1
    assert "the match is not over" in refused.output
    other = tmp_path / "other.json"
    for match, why in (
        (innkeeper.new_match("magicduel", chance=innkeeper.FastChance(3)), "fair dice only"),
        (innkeeper.new_match("magicduel", seed=3), "a word, or none, for every seat"),
    ):
        match.resign(0)
        other.write_text(json.dumps(match.record()))
        assert why in CliRunner().invoke(main, ["replay", str(other), "--browser"]).output
