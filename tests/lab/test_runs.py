"""Runs: folders of blocks that can be killed and gone on with, on any executor, bit for bit the same."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper import InvalidOptions
from innkeeper.cli import main
from innkeeper.lab.run_page import report_of
from innkeeper.lab.runs import Run, RunPlan, read_plan, run
from innkeeper.lab.simulate import Plan, play_batch, simulate
from innkeeper.lab.summary import Courses, summarise

PLAN = Plan("magicduel", ("greedy", "random"), {"preset": "tournament"}, rotate=True, opening=4)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a run, but for the one that only keeps others away."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def test_a_run_says_what_a_simulation_says(tmp_path: Path) -> None:
    told = run(PLAN, 250, tmp_path / "run", jobs=1, block=100)
    assert told == summarise(simulate(PLAN, 250, 1))
    assert told.distinct == 250
    assert [path.name for path in sorted((tmp_path / "run").glob("*.parquet"))] == [
        "part-000000.parquet",
        "part-000001.parquet",
        "part-000002.parquet",
    ]


def test_any_executor_will_do_and_all_give_the_same_bytes(tmp_path: Path) -> None:
    run(PLAN, 120, tmp_path / "here", jobs=1, block=20)
    run(PLAN, 120, tmp_path / "processes", jobs=2, block=20)
    with ThreadPoolExecutor(3) as threads:
        run(PLAN, 120, tmp_path / "threads", on=threads, block=20)
    one = contents(tmp_path / "here")
    assert len(one) == 7
    assert one == contents(tmp_path / "processes") == contents(tmp_path / "threads")


def test_what_is_missing_is_played_and_nothing_else(tmp_path: Path) -> None:
    run(PLAN, 100, tmp_path / "whole", jobs=1, block=20)
    run(PLAN, 100, tmp_path / "torn", jobs=1, block=20)
    (tmp_path / "torn" / "part-000001.parquet").unlink()
    (tmp_path / "torn" / ".part-000003.parquet.new").write_bytes(b"half a bl")
    (tmp_path / "torn" / "part-000003.parquet").unlink()
    kept = (tmp_path / "torn" / "part-000000.parquet").stat().st_mtime_ns
    played: list[int] = []
    run(PLAN, 100, tmp_path / "torn", jobs=1, progress=played.append)
    assert played == [20, 20]
    assert (tmp_path / "torn" / "part-000000.parquet").stat().st_mtime_ns == kept
    assert contents(tmp_path / "torn") == contents(tmp_path / "whole")


def test_a_run_may_grow_and_its_short_last_block_is_played_anew(tmp_path: Path) -> None:
    run(PLAN, 110, tmp_path / "grown", jobs=1, block=40)
    run(PLAN, 150, tmp_path / "grown", jobs=1)
    run(PLAN, 150, tmp_path / "whole", jobs=1, block=40)
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")
    with pytest.raises(InvalidOptions, match="has 150 matches already, more than 20"):
        run(PLAN, 20, tmp_path / "grown", jobs=1)


def test_a_killed_run_goes_on_and_does_not_show_it(tmp_path: Path) -> None:
    """kill -9 while blocks are being played and written, again and again, long before the end."""
    words = [sys.executable, "-c", KILLED, str(tmp_path / "killed")]
    for blocks in (2, 5):
        process = subprocess.Popen(words)
        try:
            while len(list((tmp_path / "killed").glob("part-*.parquet"))) < blocks and process.poll() is None:
                time.sleep(0.005)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
    before = len(list((tmp_path / "killed").glob("part-*.parquet")))
    assert 5 <= before < 10_000
    with Run(tmp_path / "killed", PLAN, 200_000, 20) as left:
        assert len(left.missing()) == 10_000 - before
    run(PLAN, 20 * before, tmp_path / "whole", jobs=1, block=20)
    for path in sorted((tmp_path / "killed").glob("part-*.parquet")):
        assert path.read_bytes() == (tmp_path / "whole" / path.name).read_bytes()


KILLED = """
import sys
from pathlib import Path
from innkeeper.lab.runs import run
from innkeeper.lab.simulate import Plan
plan = Plan("magicduel", ("greedy", "random"), {"preset": "tournament"}, rotate=True, opening=4)
run(plan, 200_000, Path(sys.argv[1]), jobs=1, block=20)
"""


def test_a_run_that_was_killed_twice_and_gone_on_with_ends_as_one_that_nobody_disturbed(
    tmp_path: Path,
) -> None:
    """kill -9 from within, on one process and on two, each after five more blocks; then to the very end."""
    for jobs in (1, 2):
        died = subprocess.run([sys.executable, "-c", DYING, str(tmp_path / "killed"), str(jobs)], check=False)
        assert died.returncode == -signal.SIGKILL
    with Run(tmp_path / "killed", PLAN, 600, 20) as left:
        assert len(left.missing()) == 30 - 2 * 5
    told = run(PLAN, 600, tmp_path / "killed", jobs=1)
    assert told == run(PLAN, 600, tmp_path / "whole", jobs=1, block=20)
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


DYING = """
import os, signal, sys
from pathlib import Path
from innkeeper.lab.runs import run
from innkeeper.lab.simulate import Plan
plan = Plan("magicduel", ("greedy", "random"), {"preset": "tournament"}, rotate=True, opening=4)
done = []
def die(count):
    done.append(count)
    if len(done) == 5:
        os.kill(os.getpid(), signal.SIGKILL)
run(plan, 600, Path(sys.argv[1]), jobs=int(sys.argv[2]), block=20, progress=die)
"""


def test_another_plan_is_not_added_to(tmp_path: Path) -> None:
    run(PLAN, 20, tmp_path / "run", jobs=1, block=20)
    before = contents(tmp_path / "run")
    other = Plan("magicduel", ("greedy", "random"), {"preset": "literal"}, rotate=True, opening=4)
    with pytest.raises(InvalidOptions, match=r"is of a run with options .*tournament.*, not .*literal"):
        run(other, 20, tmp_path / "run", jobs=1)
    with (
        Run(tmp_path / "run", PLAN, 20),
        pytest.raises(InvalidOptions, match="is being written by another run"),
    ):
        run(PLAN, 20, tmp_path / "run", jobs=1)
    assert contents(tmp_path / "run") == before
    (tmp_path / "rows").mkdir()
    (tmp_path / "rows" / "mine.parquet").write_bytes(b"")
    with pytest.raises(InvalidOptions, match="no folder of a run"):
        run(PLAN, 20, tmp_path / "rows", jobs=1)
    (tmp_path / "run" / "part-000000.parquet").write_bytes(b"no parquet")
    with pytest.raises(InvalidOptions, match=r"part-000000.parquet cannot be read"):
        run(PLAN, 20, tmp_path / "run", jobs=1)
    (tmp_path / "run" / "plan.json").write_text("{}")
    with pytest.raises(InvalidOptions, match="no plan of a run"):
        read_plan(tmp_path / "run")


def test_cards_of_a_designer_are_kept_with_the_run(tmp_path: Path) -> None:
    game = innkeeper.get_game("magicduel")
    text = game.content.files["moves.toml"].replace("amount = 5", "amount = 6", 1)
    content = game.content.edited({"moves.toml": text})
    plan = Plan("magicduel", ("greedy",) * 2, {}, content=content)
    run(plan, 10, tmp_path / "run", jobs=1)
    assert contents(tmp_path / "run")["content/moves.toml"] == text.encode()
    assert read_plan(tmp_path / "run").content == content.hash


def test_copies_are_counted_exactly_while_few_and_nearly_when_many() -> None:
    rows = play_batch(PLAN, 0, 3)
    assert summarise([*rows, *rows]).distinct == 3
    digests = [f"{(number * 0x9E3779B97F4A7C15) % 2**64:016x}" for number in range(50_000)]
    many, again = Courses(digests[:30_000]), Courses.unpacked(Courses(digests[20_000:]).packed())
    many.add(again)
    assert 45_000 < many.distinct(60_000) < 55_000
    assert many.distinct(52_000) == 52_000


def test_the_command_keeps_a_run_and_goes_on(tmp_path: Path) -> None:
    words = ["simulate", "magicduel", "-n", "30", "-j", "1", "--opening", "4", "--run", str(tmp_path / "run")]
    first = CliRunner().invoke(main, [*words, "--json"])
    assert first.exit_code == 0, first.output
    again = CliRunner().invoke(main, [*words, "--json"])
    seconds = {"seconds": 0}
    assert {**json.loads(first.stdout), **seconds} == {**json.loads(again.stdout), **seconds}
    for more, wrong in (
        (["--out", str(tmp_path / "x.parquet")], "--out is for those that are not kept"),
        (["--seed", "2"], "is of a run with seed 1, not 2"),
        (["-j", "0"], "0 processes"),
    ):
        refused = CliRunner().invoke(main, [*words, *more])
        assert refused.exit_code != 0
        assert wrong in refused.output
    lonely = CliRunner().invoke(main, ["simulate", "magicduel", "--ray", "auto"])
    assert lonely.exit_code == 2
    assert "--ray plays a run" in lonely.output


def test_the_report_is_one_page_with_every_figure_and_nothing_from_elsewhere(tmp_path: Path) -> None:
    run(PLAN, 60, tmp_path / "run", jobs=1, block=20)
    done = CliRunner().invoke(main, ["report", str(tmp_path / "run")])
    assert done.exit_code == 0, done.output
    assert "60 of 60 matches" in done.output
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    for told in (
        "MagicDuel: 60 matches",
        "Is it fair to every seat?",
        "How does it end?",
        "Rounds: how many?",
        "First seat",
        "in turn in",
    ):
        assert told in page
    again = "innkeeper simulate magicduel -n 60 --players greedy,random --preset tournament --seed 1 --rotate"
    assert again in re.sub("</?span>", "", page)
    assert "://" not in page
    assert "src=" not in page
    assert "default-src 'none'" in page
    (tmp_path / "none").mkdir()
    none = CliRunner().invoke(main, ["report", str(tmp_path / "none")])
    assert none.exit_code == 1
    assert "is no folder of a run" in none.output
    for part in (tmp_path / "run").glob("*.parquet"):
        part.unlink()
    empty = CliRunner().invoke(main, ["report", str(tmp_path / "run")])
    assert "holds no matches yet" in empty.output


def test_what_a_stranger_names_in_a_plan_stays_text(tmp_path: Path) -> None:
    run(PLAN, 20, tmp_path / "run", jobs=1)
    plan = tmp_path / "run" / "plan.json"
    plan.write_text(plan.read_text().replace('"tournament"', '"<script>alert(1)</script>"'))
    assert CliRunner().invoke(main, ["report", str(tmp_path / "run")]).exit_code == 0
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_where_all_may_win_together_no_seat_is_called_too_good() -> None:
    game = innkeeper.get_game("micah")
    plan = Plan("micah", ("greedy",) * 3, {"preset": game.recommended})
    summary = summarise(play_batch(plan, 0, 30))
    assert sum(share.rate for share in summary.seats) > 1
    told = report_of(game, RunPlan.of(plan, 30, 30), summary)
    assert "wins more than its fair share" not in told.verdict
    assert told.figures[0].mark == pytest.approx(sum(share.rate for share in summary.seats) / 3)
    assert any(bar.name == "deck exhausted" for figure in told.figures for bar in figure.bars)
