"""The arena: fair meetings, evidence that is counted once, and a file that loses nothing."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

import innkeeper
from innkeeper.cli import main
from innkeeper.engine.errors import InvalidOptions
from innkeeper.engine.outcome import Outcome
from innkeeper.lab import season as season_module
from innkeeper.lab.arena import (
    AMONG_THEMSELVES,
    Arena,
    Block,
    Bout,
    Pairing,
    mixed,
    pace_of,
    play_blocks,
    points_of,
    seconds_of,
)
from innkeeper.lab.arena_report import as_json
from innkeeper.lab.ledger import Ledger
from innkeeper.lab.season import Running, Season, no_end
from innkeeper.lab.standings import STALE, Tally, standings


def arena(game: str = "magicduel", *players: str, seats: int | None = None, **more: Any) -> Arena:
    options = more.pop("options", {"preset": innkeeper.get_game(game).recommended})
    return Arena.of(game, players or ("greedy", "random"), seats, options=options, **more)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["arena", *arguments])


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code in (1, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stderr


def untimed(blocks: list[Block]) -> list[tuple[Any, ...]]:
    return [(block.pairing, block.number, block.dealt, block.bouts) for block in blocks]


def test_a_block_seats_the_challenger_everywhere_on_the_same_deal() -> None:
    made = arena("mazerunner", "greedy", "random", seats=3)
    (block,) = play_blocks(made, ("greedy", "random"), 5, 1)
    assert [bout.seat for bout in block.bouts] == [0, 1, 2]
    assert all(sum(bout.points) == pytest.approx(1) for bout in block.bouts)
    assert block.share == pytest.approx(sum(bout.points[bout.seat] for bout in block.bouts) / 3)
    again = play_blocks(made, ("greedy", "random"), 4, 2)[1]
    assert untimed([block]) == untimed([again]), "a block is the same whatever is played before it"


def test_everyone_challenges_whoever_is_named_later() -> None:
    made = arena("magicduel", "greedy", "random", "greedy")
    assert made.pairings == [("greedy", "random"), ("greedy", "greedy#2"), ("random", "greedy#2")]


def test_seeds_share_nothing() -> None:
    def courses(seed: int) -> set[str]:
        made = arena("magicduel", "random", "random", seed=seed)
        blocks = play_blocks(made, made.pairings[0], 0, 10)
        return {bout.course for block in blocks for bout in block.bouts}

    assert len(courses(1)) == 20, "not even both seatings of two that are alike"
    assert courses(1) == courses(1)
    assert not courses(1) & courses(2)
    assert mixed(1, "a", "b", 12) != mixed(1, "a", "b1", 2)
    assert len({mixed(seed, "a", "b", number) for seed in range(50) for number in range(200)}) == 10_000


def test_no_slow_meeting_keeps_the_quick_ones_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was slow once is taken to be slow elsewhere, and waits until others have had as much time. What
    would not be over in time is not begun."""
    played = [0.0]

    def timed(made: Arena, pairing: tuple[str, str], first: int, count: int) -> tuple[list[Block], float]:
        took = count * (100.0 if "guest" in pairing else 1.0)
        played[0] += took
        slow = {name: 100.0 if name == "guest" else 0.1 for name in pairing}
        return [replace(block, spent=slow) for block in play_blocks(made, pairing, first, count)], took

    monkeypatch.setattr(season_module, "play_batch", timed)
    running = Running(Season(arena("magicduel", "greedy", "random", "guest"), 2000))
    running.run(jobs=1, left=lambda: 175 - played[0])
    blocks = {pairing: tally.played for pairing, tally in running.tallies.items()}
    assert blocks == {("greedy", "random"): 74, ("greedy", "guest"): 1, ("random", "guest"): 0}


def test_decks_are_taken_in_turn() -> None:
    """Every pair of decks once before any comes again; what somebody chose stays."""
    made = arena("adventurer")
    assert len(made.line_ups) == 49
    dealt = [made.dealt(made.pairings[0], number) for number in range(98)]
    firsts = {(one["deck_0"], one["deck_1"]) for one in dealt[:49]}
    assert len(firsts) == 49
    assert firsts == {(one["deck_0"], one["deck_1"]) for one in dealt[49:]}
    assert dealt[:49] != dealt[49:]
    chosen = arena("adventurer", options={"preset": "literal", "deck_0": "goose-company"})
    assert len(chosen.line_ups) == 7
    (block,) = play_blocks(made, made.pairings[0], 0, 1)
    assert block.dealt == dealt[0]


def test_classes_are_dealt() -> None:
    assert arena("micah").line_ups == [{"class_pick": "random"}]
    assert arena("micah", options={"class_pick": "choose"}).line_ups == [{}]


def test_where_all_win_together_rivals_play_the_deal_too() -> None:
    made = arena("micah", "greedy", "random", seats=2)
    assert made.together
    (block,) = play_blocks(made, made.pairings[0], 0, 1)
    assert [bout.seat for bout in block.bouts] == [0, 1, AMONG_THEMSELVES]
    assert block.edge == pytest.approx(block.share - sum(block.bouts[2].points) / 2)
    assert not arena("micah", seats=2, options={"champion": True}).together


def test_points() -> None:
    def outcome(winners: tuple[int, ...], draw: bool = False) -> Outcome:
        return Outcome(winners, draw, (), "", "")

    assert points_of(outcome((1,)), 2, False) == [0, 1]
    assert points_of(outcome((), True), 2, False) == [0.5, 0.5]
    assert points_of(outcome((0, 2)), 4, False) == [0.5, 0, 0.5, 0]
    assert points_of(outcome((0, 2)), 3, True) == [1, 0, 1]
    assert points_of(outcome((), True), 3, True) == [0, 0, 0]


def made_block(number: int, *points: list[float], course: str = "", pairing: Pairing = ("a", "b")) -> Block:
    bouts = [Bout(seat, got, 10, f"{course or number}-{seat}") for seat, got in enumerate(points)]
    paces = {"a": {pace_of(0.01): 95, pace_of(1): 5}}
    return Block(pairing[0], pairing[1], number, {}, bouts, paces, {"a": 5.95})


def test_copies_count_once_and_are_said() -> None:
    made = arena()
    tally = Tally(made, ("greedy", "random"), 0.02)
    for number in range(STALE + 1):
        tally.add(made_block(number, [1, 0], [0, 1], course="same"))
    assert (len(tally.blocks), tally.copies, tally.stale) == (1, STALE, True)
    assert tally.share.interval is None
    assert not tally.settled, "a hundred copies prove nothing"
    tally.add(made_block(0, [1, 0], [0, 1], course="other"))
    assert (len(tally.blocks), tally.stale) == (2, False)
    tally.add(made_block(1, [1, 0], [0, 1]))
    half = made_block(2, [1, 0], [0, 1])
    tally.add(Block("a", "b", 2, {}, [half.bouts[0], made_block(1, [1, 0], [0, 1]).bouts[1]], {}, {}))
    assert (len(tally.blocks), tally.copies, tally.repeated) == (4, STALE, 2 * STALE + 1)


def test_a_player_that_never_wavers_plays_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    from innkeeper.games.magicduel import strategy

    class Stubborn(innkeeper.Policy):
        def choose(self, s: Any, seat: int, legal: list[Any], chance: Any) -> Any:
            return legal[0]

    monkeypatch.setitem(strategy.BOTS, "stubborn", Stubborn)
    command = ["magicduel", "--players", "stubborn,stubborn", "-j", "1", "-n", "40", "-o", "round_limit=10"]
    said = run(*command, "-o", "storm_round=0").stdout
    assert "38 of the 40 matches are copies" in " ".join(said.split())
    told = json.loads(run(*command, "-o", "storm_round=0", "--json").stdout)
    assert told["pairings"][0]["blocks"] == 1
    assert told["pairings"][0]["share"]["interval"] is None
    opened = json.loads(run(*command, "-o", "storm_round=0", "--opening", "4", "--json").stdout)
    assert opened["pairings"][0]["blocks"] > 10


def test_figures_of_seats_luck_and_paces() -> None:
    made = arena("magicduel", "greedy", "random")
    tally = Tally(made, ("greedy", "random"), 0.02)
    first = ([1.0, 0.0], [1.0, 0.0])  # the first seat wins, whoever sits there
    skill = ([1.0, 0.0], [0.0, 1.0])  # the challenger wins, wherever it sits
    for number in range(40):
        tally.add(made_block(number, *(first if number % 4 else skill), pairing=("greedy", "random")))
    found = standings(made, {("greedy", "random"): tally})
    assert found.first_seat.mean == pytest.approx((30 + 5) / 40)
    assert found.luck.same.mean == pytest.approx(30 / 40)
    assert found.luck.accident == pytest.approx(0.75)
    assert tally.share.mean == pytest.approx((15 + 10) / 40)
    assert seconds_of(pace_of(0.01)) == pytest.approx(0.01, rel=0.05)
    paced = standings(arena("magicduel", "greedy", "random"), {("greedy", "random"): tally}).paces
    assert paced["greedy"].moves == 0


def test_paces_say_the_mean_and_the_95th() -> None:
    from innkeeper.lab.standings import _pace

    pace = _pace("a", [made_block(0, [1, 0], [0, 1])])
    assert pace.moves == 100
    assert pace.mean == pytest.approx(0.0595)
    assert pace.most == pytest.approx(0.01, rel=0.05)


def test_it_stops_when_it_knows_at_the_same_block_on_any_number_of_processes() -> None:
    def played(jobs: int) -> dict[str, Any]:
        season = Season(arena("magicduel", "greedy", "random"), 2000, sure=True)
        running = Running(season)
        running.run(jobs)
        found = as_json(season, standings(season.arena, running.tallies))
        del found["paces"]
        return found

    one = played(1)
    assert one["pairings"][0]["verdict"] == "stronger"
    assert one["matches"] < 100
    assert one == played(2)


def test_a_slow_pairing_does_not_keep_a_quick_one_waiting() -> None:
    """Each has as much time as the others, not as many turns."""
    meeting = arena("magicduel", "greedy", "random", "beginner:50", opening=4)
    running = Running(Season(meeting, 200))
    slow, costs = ("greedy", "random"), dict.fromkeys(meeting.pairings, 0.5)
    costs[slow] = 60.0
    for one in running._work(no_end):
        pairing, _, count = one[1:]
        running._take(play_blocks(*one), count * costs[pairing], lambda done: None)
        if pairing == slow and running.tallies[slow].played == 2:
            break
    assert all(tally.played == 100 for pairing, tally in running.tallies.items() if pairing != slow)


def test_a_share_is_tested_against_any_other() -> None:
    def told(*more: str) -> dict[str, Any]:
        result = run("magicduel", "--players", "greedy,random", "-j", "1", "--json", "--sure", *more)
        assert result.exit_code == 0, result.output
        found: dict[str, Any] = json.loads(result.stdout)
        return found

    fair, hard = told(), told("--than", "80")
    assert [found["pairings"][0]["verdict"] for found in (fair, hard)] == ["stronger", "stronger"]
    assert hard["pairings"][0]["sequential"][0] > 0.8 > fair["pairings"][0]["sequential"][0] > 0.5
    turned = run(
        "magicduel", "--players", "random,greedy", "-j", "1", "--sure", "--than", "20", "--margin", "5"
    )
    assert "less than 20 %" in " ".join(turned.stdout.split())
    wrong = run("magicduel", "--players", "greedy,random", "--than", "-5")
    assert (wrong.exit_code, "a share of the points is more than 0" in wrong.output) == (2, True)


def test_what_goes_to_other_processes_is_small() -> None:
    made = arena("adventurer")
    assert made.matches == 2
    assert len(made.line_ups) == 49
    sent = pickle.dumps(made)
    assert len(sent) < 200_000, "the book stays here"
    assert pickle.loads(sent) == made


def test_an_arena_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    def figures(*more: str) -> dict[str, Any]:
        result = run("magicduel", "--players", "greedy,random", "-j", "1", "--json", *more)
        assert result.exit_code == 0, result.output
        told: dict[str, Any] = json.loads(result.stdout)
        del told["paces"]
        return told

    file = tmp_path / "arena.jsonl"
    figures("-n", "12", "--resume", str(file))
    assert len(file.read_bytes().splitlines()) == 1 + 6
    with file.open("ab") as torn:
        torn.write(b'{"challenger":"greedy","ri')
    assert figures("-n", "20", "--resume", str(file)) == figures("-n", "20")
    assert len(file.read_bytes().splitlines()) == 1 + 10
    before = file.read_bytes()
    assert figures("-n", "20", "--resume", str(file)) == figures("-n", "20")
    assert file.read_bytes() == before, "nothing is played twice"
    more = run("magicduel", "--players", "greedy,random,greedy", "-n", "20", "-j", "1", "--resume", str(file))
    assert more.exit_code == 0, "another player may join"
    assert len(file.read_bytes().splitlines()) == 1 + 30


def test_a_file_of_something_else_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "arena.jsonl"
    begin = ["magicduel", "--players", "greedy,random", "-n", "4", "-j", "1", "--resume", str(file)]
    assert run(*begin).exit_code == 0
    good = file.read_bytes()
    assert "arena with seed 1, not 2" in refused(*begin, "--seed", "2")
    assert "arena with game 'magicduel', not 'echo'" in refused("echo", *begin[1:])
    assert "with options" in refused(*begin, "-o", "max_hp=30")
    monkeypatch.setattr("innkeeper.lab.ledger.build_of", lambda game: "0123")
    assert "bots of another build" in refused(*begin)
    monkeypatch.undo()
    assert file.read_bytes() == good
    for text, said in (
        (b"Dear diary", "is no file of an arena"),
        (b"Dear diary\n", "line 1: this is no heading"),
        (good + b"{}\n", "line 4: this is no block"),
        (good + good.splitlines(keepends=True)[1], "line 4: block 0 of greedy against random stands where"),
        (good + b"[" * 100_000 + b"\n", "line 4: this is no block"),
    ):
        file.write_bytes(text)
        assert said in refused(*begin), text[:50]
        assert file.read_bytes() == text
    assert "cannot be used: No such file" in refused(*begin[:-1], str(tmp_path / "no" / "file"))


def test_two_arenas_do_not_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    with Ledger(file, arena()), pytest.raises(InvalidOptions, match="is being written by another arena"):
        Ledger(file, arena())
    Ledger(file, arena()).close()


def workers_ignore_interrupts(group: int) -> bool:
    """False while one of them is still being imported."""
    for pid in subprocess.check_output(["pgrep", "-g", str(group)], text=True).split():
        status = Path(f"/proc/{pid}/status").read_text()
        ignored = re.search(r"^SigIgn:\s*([0-9a-f]+)$", status, re.MULTILINE)
        assert ignored is not None
        if int(pid) != group and not int(ignored[1], 16) & 1 << (signal.SIGINT - 1):
            return False
    return True


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_loses_nothing(tmp_path: Path, jobs: str) -> None:
    """As a terminal does it: all processes of the group are interrupted at once."""
    file = tmp_path / "arena.jsonl"
    command = [sys.executable, "-m", "innkeeper", "arena", "mazerunner", "--players", "greedy,random"]
    command += ["-n", "100000", "--seats", "2", "--resume", str(file), "-j", jobs]
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 120
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < deadline
        assert started.poll() is None, started.communicate()
        time.sleep(0.05)
    while not workers_ignore_interrupts(started.pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=120)
    assert started.returncode == 130, err
    assert "Traceback" not in err, err
    blocks = file.read_bytes().count(b"\n") - 1
    assert f"Broken off after {2 * blocks} matches; go on with the same command" in err
    assert f"{2 * blocks} matches" in out
    with Ledger(file, arena("mazerunner", seats=2)) as kept:
        assert len(kept.blocks) == blocks


def test_bad_input_is_refused_in_a_sentence(tmp_path: Path) -> None:
    two = ["--players", "greedy,random"]
    assert "no game 'chess' is installed" in refused("chess", *two)
    assert "2 to 50 players, not 1" in refused("magicduel", "--players", "greedy")
    assert "has no bot 'oracle'" in refused("magicduel", "--players", "oracle,random")
    assert "has no bot ''" in refused("magicduel", "--players", "greedy,")
    assert "numbers players that are alike" in refused("magicduel", "--players", "greedy,greedy#2")
    assert "'greedy' takes no budget in seconds" in refused("magicduel", "--players", "greedy:0.1s,random")
    assert "'random' takes no budget in iterations" in refused("magicduel", "--players", "greedy,random:40")
    for budget in ("", "fast", "-1", "0", "nan", "inf", "1e400"):
        assert "a budget is seconds" in refused("magicduel", "--players", f"greedy:{budget},random")
    assert "MagicDuel is for 2 seats, not 3" in refused("magicduel", *two, "--seats", "3")
    assert "needs rivals" in refused("mazerunner", *two, "--seats", "1")
    assert "option max_hp: 1 is not" in refused("magicduel", *two, "-o", "max_hp=1")
    assert "a number from 0 to" in refused("magicduel", *two, "--seed", "-1")
    assert "0 processes" in refused("magicduel", *two, "-j", "0")
    assert "cannot be written" in refused("magicduel", *two, "--plot", str(tmp_path / "no" / "a.svg"))
    assert "deck" in refused("adventurer", *two, "-o", "deck_size=20")


def test_a_bot_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from innkeeper.games.magicduel import strategy

    class Faulty(innkeeper.Policy):
        def choose(self, s: Any, seat: int, legal: list[Any], chance: Any) -> Any:
            raise KeyError("my secret card")

    monkeypatch.setitem(strategy.BOTS, "faulty", Faulty)
    said = refused("magicduel", "--players", "faulty,random", "-j", "1")
    assert "in block 0 of faulty against random failed (KeyError in test_arena.py" in said
    assert "secret" not in said


def test_budgets_reach_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    from innkeeper.bots import make_bot
    from innkeeper.games.magicduel import strategy

    given: list[dict[str, float]] = []

    def thinker(**budget: float) -> innkeeper.Policy:
        given.append(budget)
        return innkeeper.RandomPolicy()

    monkeypatch.setitem(strategy.BOTS, "thinker", thinker)
    for name in ("thinker", "thinker:0.1", "thinker:2s", "thinker:400"):
        make_bot(innkeeper.get_game("magicduel"), name)
    assert given == [{}, {"seconds": 0.1}, {"seconds": 2}, {"iterations": 400}]


def test_the_picture_is_an_image_with_every_pairing(tmp_path: Path) -> None:
    file = tmp_path / "arena.svg"
    done = run("echo", "--players", "greedy,random,random", "-n", "8", "-j", "1", "--plot", str(file))
    assert done.exit_code == 0, done.output
    drawn = ElementTree.fromstring(file.read_text())
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for said in ("greedy against random", "greedy against random#2", "random#2", "fair share"):
        assert said in texts
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 3 + 3
