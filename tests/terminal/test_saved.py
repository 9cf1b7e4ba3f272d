"""Saved matches: nothing that was answered is ever lost, whatever becomes of the process."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import innkeeper
from innkeeper.cli import main
from innkeeper.engine.errors import InvalidRecord
from innkeeper.terminal import saved
from innkeeper.terminal.local import LocalTable
from innkeeper.terminal.saved import CannotSave, Keeper
from tests.terminal.waiting import until_it_waits

KILLS = int(os.environ.get("INNKEEPER_KILLS", "6"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return saved.folder()


def play(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def begun(game: str = "magicduel", moves: int = 3) -> LocalTable:
    match = innkeeper.new_match(game, seed=7)
    players = ["you", *["random"] * (match.seats - 1)]
    table = LocalTable(match, players, Keeper.begin(match, players), seed=7)
    for _ in range(moves):
        one_more(table)
    return table


def one_more(table: LocalTable) -> None:
    """The person's next answer, after those of the bots."""
    while table.advance():
        pass
    decision = table.moment().decision
    assert decision is not None
    table.act(decision.actions[0].id)


@pytest.mark.parametrize("game", innkeeper.game_ids())
def test_what_was_played_is_in_the_file_at_once(game: str) -> None:
    table = begun(game)
    (found,) = saved.all_saved()
    assert found.game == game
    assert found.record() == table.match.record()
    assert found.match().hash == table.match.hash
    table.close()


def test_leaving_and_going_on() -> None:
    left = play("magicduel", "--plain", typed="magic\nquit\n")
    name = re.search(r"innkeeper play --resume (\S+) goes on with it", left.output)
    assert name is not None, left.output
    again = play("--plain", "--resume", name[1], typed="log\nquit\n")
    assert "Traveller gathers 4 magic" in again.output
    assert f"1. {name[1]}: you, regular, " in play("--resume", typed="1\nquit\n").output
    assert "Traveller gathers 4 magic" in play("--resume", "magicduel", typed="quit\n").output
    assert "Traveller gathers 4 magic" in play("--resume", "1", typed="quit\n").output
    wrong = play("--resume", "chess-1900")
    assert wrong.exit_code == 1
    assert "no saved match is called 'chess-1900'" in wrong.output


def test_without_a_saved_match_there_is_nothing_to_go_on_with() -> None:
    nothing = play("--resume")
    assert nothing.exit_code == 1
    assert "there is no unfinished match" in nothing.output
    assert "say which game" in play("--plain").output


def test_control_c_says_how_to_go_on(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "innkeeper", "play", "magicduel", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("magic\n")
        child.stdin.flush()
        for line in child.stdout:
            if "Traveller gathers" in line:
                break
        until_it_waits(child.pid)
        child.send_signal(signal.SIGINT)
        rest = child.stdout.read()
    (path,) = folder.iterdir()
    assert f"innkeeper play --resume {path.stem} goes on with it" in rest
    assert child.returncode == 0


def test_a_match_without_an_answer_leaves_no_file(folder: Path) -> None:
    left = play("magicduel", "--plain", typed="quit\n")
    assert "--resume" not in left.output
    assert list(folder.iterdir()) == []


def test_a_line_that_was_cut_off_was_never_answered(folder: Path) -> None:
    table = begun()
    table.close()
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (last + 1, len(whole) - 5, len(whole) - 1):
        path.write_bytes(whole[:cut])
        found = saved.read(path)
        assert len(found.entries) == table.match.length - 1
        keeper, match = Keeper.resume(found)
        match.play(*next((seat, decision.actions[0].id) for seat, decision in match.pending.items()))
        keeper.keep(match)
        keeper.close()
        assert saved.read(path).record() == match.record()


def test_files_that_are_none_of_ours_are_named_and_left_alone(folder: Path) -> None:
    begun().close()
    (path,) = folder.iterdir()
    good = path.read_bytes()
    lines = good.splitlines(keepends=True)
    for data, wrong in (
        (b"", "there is nothing in it"),
        (b"[]\n", "line 1: this is no saved match"),
        (lines[0] + b"\x00\x00\n" + lines[2], "line 2: this is not JSON"),
        (lines[0].replace(b'"format": 1', b'"format": 9') + lines[1], "line 1: saved in format 9"),
        (b"[" * 90_000 + b"\n", "line 1"),
    ):
        path.write_bytes(data)
        with pytest.raises(InvalidRecord, match=re.escape(f"{path}: {wrong}")):
            saved.read(path)
        assert list(saved.all_saved()) == []
        assert path.read_bytes() == data
    path.write_bytes(good.replace(b'"seat": 0', b'"seat": 1'))
    refused = play("--resume", str(path))
    assert refused.exit_code == 1
    assert "entry 0" in refused.output


def test_one_match_is_played_in_one_window() -> None:
    table = begun()
    (found,) = saved.all_saved()
    with pytest.raises(CannotSave, match="is being played in another window"):
        Keeper.resume(found)
    table.close()
    keeper, _ = Keeper.resume(found)
    keeper.close()


def test_only_its_owner_may_read_a_match_for_it_holds_the_seed(folder: Path) -> None:
    begun().close()
    (path,) = folder.iterdir()
    assert path.stat().st_mode & 0o077 == 0


def test_a_full_disk_is_told_and_made_good_later(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun()

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        one_more(table)
    assert "No space left on device" in table.trouble
    one_more(table)
    table.close()
    assert next(saved.all_saved()).record() == table.match.record()


def test_a_match_with_edited_cards_goes_on_with_them(tmp_path: Path) -> None:
    game = innkeeper.get_game("magicduel")
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "minions.toml").write_text(game.content.files["minions.toml"].replace("Specter", "Bogle"))
    assert "Table" in play("magicduel", "--plain", "--content", str(cards), typed="magic\nquit\n").output
    assert "Bogle: " in play("--resume", "1", typed="card bogle\nquit\n").output
    (found,) = saved.all_saved()
    for command in ("replay", "verify"):
        done = CliRunner().invoke(main, [command, str(found.path)])
        assert done.exit_code == 0, done.output


def test_a_saved_match_is_a_record_for_every_command(folder: Path, tmp_path: Path) -> None:
    play("magicduel", "--plain", typed="magic\nresign\nyes\n\n")
    (path,) = folder.iterdir()
    run = CliRunner().invoke
    assert ": good. MagicDuel," in run(main, ["verify", str(path)]).output
    assert "Traveller" not in run(main, ["replay", str(path)]).output
    assert "(MD-9.4)" in run(main, ["replay", str(path)]).output
    whole = tmp_path / "record.json"
    whole.write_text(json.dumps(saved.read(path).record()))
    assert ": good. MagicDuel," in run(main, ["verify", str(whole)]).output


def test_a_match_that_is_not_over_is_seen_with_ones_own_eyes_only() -> None:
    begun("echo", 1).close()
    (found,) = saved.all_saved()
    run = CliRunner().invoke
    assert "Traveller" not in run(main, ["replay", str(found.path)]).output
    own = run(main, ["replay", str(found.path), "--as", "0"])
    assert own.exit_code == 0
    others = run(main, ["replay", str(found.path), "--as", "1"])
    assert others.exit_code == 1
    assert "the match is not over: see it as your own seat" in others.output


def test_killed_in_the_middle_it_has_every_answer(folder: Path) -> None:
    """`kill -9` again and again: whatever the client had told us of is in the file, and it goes on."""
    dice = random.Random(20)
    heard = 0
    new = ["play", "magicduel", "--plain", "--preset", "literal", "-o", "max_hp=99"]
    arguments = new
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-m", "innkeeper", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write("magic\n" * 200)  # the pipe holds them all: it is killed wherever it is by then
            child.stdin.close()
            until = heard + dice.randint(1, 12)
            answers, said = 0, ""
            for line in child.stdout:
                said += line
                told = re.match(r"(?:> )?(\d+)\. ", line)
                answers = max(answers, int(told[1])) if told else answers
                if answers > until:
                    break
            child.kill()
            rest = child.stdout.read()
        said += rest
        answers = max([answers, *(int(n) for n in re.findall(r"^(?:> )?(\d+)\. .*\n", rest, re.MULTILINE))])
        (path,) = folder.iterdir()
        match = saved.read(path).match()
        lines = len(match.lines(0))
        assert lines >= answers > heard, said
        heard = lines
        if match.outcome is not None:
            path.unlink()
            heard = 0
            arguments = new
        else:
            arguments = ["play", "--plain", "--resume", path.stem]
