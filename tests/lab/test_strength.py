"""Strength cards: who meets whom, what is made of it, and a file that says neither more nor less."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

import innkeeper
from innkeeper.bots import RANDOM, levels_of, make_bot
from innkeeper.bots.strength import FILE, FOR_PEOPLE, FORM, StrengthCard, _code_of, card_of, parse, written
from innkeeper.cli import main
from innkeeper.engine.errors import InnkeeperError, InvalidOptions
from innkeeper.engine.game import all_games
from innkeeper.engine.levels import NAMES
from innkeeper.lab.arena import Block, Bout, Pairing, pace_of
from innkeeper.lab.measuring import Measuring, card_from, same_code
from innkeeper.lab.season import Running, Season
from innkeeper.lab.standings import Tally
from innkeeper.lab.strength_page import page
from tests.toy.rules import GAME as PEBBLES

ROOT = Path(__file__).parents[2]
QUICK = ("--players", "beginner,greedy", "-j", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["strength", *arguments])


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code in (1, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stderr


def measured(folder: Path, game: str, *more: str) -> StrengthCard:
    result = run(game, *QUICK, "--out", str(folder), *more)
    assert result.exit_code == 0, result.output
    return parse((folder / f"{game}.json").read_bytes(), "card")


def untimed(card: StrengthCard) -> dict[str, Any]:
    """What follows from the seed: not how long it took, nor where it was played."""
    found: dict[str, Any] = msgspec.to_builtins(card)
    for level in found["levels"]:
        level["tempo"] = level["tempo"]["moves"]
    del found["build"]
    return found


# Who meets whom


def test_every_level_meets_random_greedy_the_level_below_itself_and_its_counter() -> None:
    made = Measuring.of(innkeeper.get_game("adventurer"))
    met = set(made.arena.pairings)
    assert made.levels == NAMES
    for below, name in zip((None, *NAMES), NAMES, strict=False):
        assert (name, RANDOM) in met
        assert (name, f"{name}#2") in met
        assert (f"counter-{name}:100", name) in met
        assert below is None or (name, below) in met or (below, name) in met
        assert name == "regular" or (name, "regular") in met or ("regular", name) in met
    assert len(met) == len(made.arena.pairings) == 21, "between two, one meeting tells of both"


def test_among_several_each_challenges_the_other() -> None:
    made = Measuring.of(innkeeper.get_game("mazerunner"))
    assert made.arena.seats == 4
    assert {("guest", "regular"), ("regular", "guest")} <= set(made.arena.pairings)


def test_a_game_says_where_its_bots_are_measured() -> None:
    micah = Measuring.of(innkeeper.get_game("micah")).arena
    assert (micah.seats, micah.options["champion"], micah.together) == (3, True, False)
    assert Measuring.of(innkeeper.get_game("magicduel")).arena.opening == 4


def test_a_game_without_a_strategy_has_no_counters() -> None:
    with innkeeper.engine.game.registered(PEBBLES):
        made = Measuring.of(PEBBLES)
        assert made.levels == tuple(levels_of(PEBBLES))
        assert made.counters == {}
        running = Running(Season(made.arena, 4))
        running.run(1)
        card = card_from(made, running.tallies, "the command")
    assert [level.exploited for level in card.levels] == [None] * len(made.levels)
    assert all(level.random for level in card.levels)


def test_nobody_is_measured_twice() -> None:
    with pytest.raises(InvalidOptions, match="every level is measured once"):
        Measuring.of(innkeeper.get_game("echo"), ["greedy", "greedy"])
    with pytest.raises(InvalidOptions, match="every level is measured once"):
        Measuring.of(innkeeper.get_game("echo"), ["random", "greedy"])


# What is made of it


Deal = tuple[list[float], ...]  # what the seats got, with the challenger in each of them in turn


def played(made: Measuring, results: dict[Pairing, list[Deal]]) -> dict[Pairing, Tally]:
    """Tallies of made-up deals."""
    tallies = {pairing: Tally(made.arena, pairing, 0.02) for pairing in made.arena.pairings}
    for pairing, deals in results.items():
        for number, deal in enumerate(deals):
            bouts = [Bout(seat, points, 9, f"{number}-{seat}") for seat, points in enumerate(deal)]
            paces = {pairing[0]: {pace_of(0.01): 95, pace_of(1): 5}}
            tallies[pairing].add(Block(*pairing, number, {}, bouts, paces, {pairing[0]: 5.95}))
    return tallies


WON, LOST = [1.0, 0.0], [0.0, 1.0]  # what the first seat and the second got
SKILL: Deal = (WON, LOST)  # the challenger wins, wherever it sits
FIRST: Deal = (WON, WON)  # the first seat wins, whoever sits there
BEATEN: Deal = (LOST, WON)


def test_the_figures_of_a_card() -> None:
    made = Measuring.of(innkeeper.get_game("echo"), ["beginner", "greedy"])
    card = card_from(
        made,
        played(
            made,
            {
                ("beginner", RANDOM): [SKILL] * 10,
                ("greedy", RANDOM): [SKILL] * 10,
                ("beginner", "greedy"): [FIRST] * 6 + [BEATEN] * 2,
                ("beginner", "beginner#2"): [FIRST] * 3 + [SKILL],
                ("counter-beginner:100", "beginner"): [SKILL] * 100,
                ("counter-greedy:100", "greedy"): [FIRST] * 10,
            },
        ),
        "the command",
    )
    beginner, greedy = card.levels
    assert (card.fair, card.greedy, card.matches, card.command) == (0.5, "greedy", 284, "the command")
    assert beginner.rating is not None
    assert greedy.rating is not None
    assert beginner.rating.low < beginner.rating.points < greedy.rating.points < greedy.rating.high
    assert beginner.greedy is not None
    assert beginner.greedy.mean == pytest.approx(3 / 8)
    assert greedy.greedy is None, "nobody is measured against itself"
    assert greedy.below is not None
    assert greedy.below.mean == pytest.approx(5 / 8), "what the other did not get"
    assert greedy.below.low == pytest.approx(1 - (beginner.greedy.high or 0))
    assert beginner.below is None
    assert beginner.first_seat is not None
    assert beginner.first_seat.mean == pytest.approx(7 / 8)
    assert greedy.first_seat is None, "it never met itself"
    assert beginner.luck is not None
    assert beginner.luck == greedy.luck
    assert beginner.luck.same.mean == pytest.approx(6 / 8)
    assert beginner.luck.same.matches == 16
    assert beginner.luck.accident == pytest.approx(0.75)
    assert beginner.exploited is not None
    assert beginner.exploited.share.low is not None
    assert beginner.exploited.least == pytest.approx(beginner.exploited.share.low - 0.5)
    assert beginner.exploited.least > 0.4
    assert greedy.exploited is not None
    assert greedy.exploited.least == 0.0, "no more than fair is no proof of anything"
    assert beginner.tempo is not None
    assert beginner.tempo.p95 == pytest.approx(0.01, rel=0.05)


def test_nothing_played_nothing_said() -> None:
    made = Measuring.of(innkeeper.get_game("echo"), ["beginner", "greedy"])
    card = card_from(made, played(made, {}), "the command")
    for level in card.levels:
        assert {getattr(level, name) for name in level.__struct_fields__ if name != "name"} == {None}


def test_counters_know_their_rival() -> None:
    """A tree in which greedy answers as greedy does wins where greedy's own habits can be used."""
    from innkeeper.bots.counter import Knowing
    from innkeeper.engine.search import Searcher

    game = innkeeper.get_game("echo")
    bot = make_bot(game, "counter-greedy:30")
    assert isinstance(bot, Searcher)
    assert isinstance(bot.strategy, Knowing)
    assert bot.settings.model
    assert type(bot.rival) is type(make_bot(game, "greedy"))
    imagined = make_bot(game, "counter-champion:30")
    assert isinstance(imagined, Searcher)
    assert isinstance(imagined.rival, Searcher)
    assert imagined.rival.budget.seconds == 0.0
    # who draws by lot cannot be foreseen: legend has no counter, and none is measured
    assert set(Measuring.of(game).counters) == set(levels_of(game)) - {"legend"}
    for wrong in ("counter-nobody", "counter-", "counter-counter-greedy", "counter-legend"):
        with pytest.raises(InvalidOptions, match="has no bot"):
            make_bot(game, wrong)


def test_a_counter_wins_more_than_a_fair_share_against_whom_it_knows() -> None:
    made = Measuring.of(innkeeper.get_game("echo"), ["greedy"])
    arena = replace(made.arena, meetings=(("counter-greedy:100", "greedy"),))
    running = Running(Season(arena, 60))
    running.run(1)
    assert running.tallies[arena.pairings[0]].share.mean > 0.55


def test_code_that_differs_from_the_checkout_is_noticed(tmp_path: Path) -> None:
    built, sources = tmp_path / "built", tmp_path / "sources"
    for folder in (built, sources):
        (folder / "inner").mkdir(parents=True)
        (folder / "inner" / "rules.py").write_text("x = 1")
    (built / "rules.so").touch()
    assert same_code(built, sources)
    (sources / "inner" / "rules.py").write_text("x = 2")
    assert not same_code(built, sources)
    (built / "inner" / "rules.py").write_text("x = 2")
    (sources / "more.py").touch()
    assert not same_code(built, sources)


def test_a_sentence_told_otherwise_makes_no_bot_stronger(tmp_path: Path) -> None:
    game = tmp_path / "game"
    (game / "content").mkdir(parents=True)
    for name in ("frames.py", "words.py", "content/cards.toml"):
        (game / name).write_text("x = 1")
    before = _code_of(game, True, FOR_PEOPLE), _code_of(game, True)
    (game / "words.py").write_text("x = 2")
    assert _code_of(game, True, FOR_PEOPLE) == before[0]
    assert _code_of(game, True) != before[1]
    (game / "content" / "cards.toml").write_text("x = 2")
    changed = _code_of(game, True, FOR_PEOPLE)
    assert changed != before[0]
    (game / "frames.py").write_text("x = 2")
    assert _code_of(game, True, FOR_PEOPLE) != changed


# The command


def test_a_card_is_measured_shown_and_gone_on_with(tmp_path: Path) -> None:
    first = measured(tmp_path / "one", "echo", "-n", "4")
    assert [level.name for level in first.levels] == ["beginner", "greedy"]
    assert first.seats == 2
    assert first.command == (
        "innkeeper strength echo --games 4 --seed 1 --players beginner,greedy --out strength"
    )
    assert first.build.version == innkeeper.__version__
    lines = (tmp_path / "one" / "echo.jsonl").read_bytes().splitlines()
    again = measured(tmp_path / "one", "echo", "-n", "4")
    assert (tmp_path / "one" / "echo.jsonl").read_bytes().splitlines() == lines, "nothing is played twice"
    assert untimed(again) == untimed(first)
    more = measured(tmp_path / "one", "echo", "-n", "8")
    whole = measured(tmp_path / "two", "echo", "-n", "8")
    assert more.matches == 2 * first.matches
    assert untimed(more) == untimed(whole), "in two goes or in one"
    told = (tmp_path / "one" / "strength.md").read_text()
    assert "## Echo" in told
    assert first.command.replace("4", "8", 1) in told


def test_a_budget_ends_it_with_what_was_played(tmp_path: Path) -> None:
    card = measured(tmp_path, "echo", "-n", "100000", "--budget", "0.02")
    assert 0 < card.matches < 100_000
    assert card.levels[0].name == "beginner"


def test_what_is_wrong_is_said_before_any_work_is_done(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    out = ("--out", str(folder))
    assert "which GAME?" in refused()
    assert "either --all or the games by name" in refused("echo", "--all")
    assert "no game 'chess'" in refused("chess", *out)
    assert "no bot 'nobody'" in refused("echo", "--players", "nobody", *out)
    assert "every level is measured once" in refused("echo", "--players", "greedy,greedy", *out)
    assert "0 processes" in refused("echo", "-j", "0", *out)
    assert "--out measures" in refused("echo", "--show", *out)
    assert "is not in the range" in refused("echo", "--budget", "0", *out)
    assert "seed is a number" in refused("echo", "--seed", "-1", *out)
    assert not folder.exists()
    file = tmp_path / "file"
    file.touch()
    assert "cannot be made" in refused("echo", *QUICK, "--out", str(file / "below"))


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "innkeeper", "strength", "echo", *QUICK, "--out", str(tmp_path)]
    running = subprocess.Popen([*command, "-n", "100000"], stderr=subprocess.PIPE, text=True)
    ledger = tmp_path / "echo.jsonl"
    until = time.monotonic() + 120
    while not (ledger.exists() and ledger.read_bytes().count(b"\n") > 3):
        assert time.monotonic() < until
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    said = running.communicate(timeout=120)[1]
    assert running.returncode == 130, said
    assert "the same command goes on" in said
    assert "Traceback" not in said
    card = parse((tmp_path / "echo.json").read_bytes(), "card")
    assert card.matches >= 6
    assert ledger.read_bytes().count(b"\n") - 1 == card.matches // 2


# What came with the games


def test_shipped_cards_are_whole_and_small() -> None:
    for game in all_games()[0]:
        card = card_of(game)
        if card is None:
            continue
        assert (card.form, card.game) == (FORM, game.id)
        assert [level.name for level in card.levels] == list(levels_of(game))
        assert card.build.commit
        assert len((game.folder / FILE).read_bytes()) < 20_000
        assert written(card) == (game.folder / FILE).read_bytes(), "as the command writes it"


def test_the_page_is_what_the_command_prints() -> None:
    told = run("--page")
    assert told.exit_code == 0, told.output
    assert (ROOT / "docs" / "bots" / "strength.md").read_text(encoding="utf-8") == told.stdout


def test_a_card_can_be_looked_at(tmp_path: Path) -> None:
    game = replace(innkeeper.get_game("echo"), folder=tmp_path)
    assert card_of(game) is None
    made = Measuring.of(innkeeper.get_game("echo"))
    card = card_from(made, played(made, {("guest", RANDOM): [SKILL] * 3}), "the command")
    (tmp_path / FILE).write_bytes(written(card))
    assert card_of(game) == card
    met = card.levels[0].random
    assert met is not None
    assert met.low is not None
    assert f"| against random | 100.0 % [{100 * met.low:.1f}, 100.0] | – |" in page([(game, card)])
    (tmp_path / FILE).write_bytes(b'{"form": 1}')
    os.utime(tmp_path / FILE, (1, 1))
    with pytest.raises(InnkeeperError, match="is no strength card"):
        card_of(game)


def test_a_card_of_other_code_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Measuring.of(innkeeper.get_game("echo"))
    card = card_from(made, played(made, {("guest", RANDOM): [SKILL] * 3}), "the command")
    monkeypatch.setattr("innkeeper.bots.strength.card_of", lambda game: card)
    said = "The code of its bots has changed since."
    assert said not in run("echo").stdout
    card = msgspec.structs.replace(card, build=msgspec.structs.replace(card.build, code="something else"))
    assert said in run("echo").stdout


def test_games_without_a_card_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("innkeeper.bots.strength.card_of", lambda game: None)
    assert run("echo").stdout == "Nobody has measured the bots of Echo yet.\n"
