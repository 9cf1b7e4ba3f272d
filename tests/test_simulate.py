"""What a simulation may claim: copies are no evidence, seeds share nothing, trouble comes before the work."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper.cli import main
from innkeeper.engine.chance import FastChance
from innkeeper.engine.playout import Best
from innkeeper.lab.report import copies
from innkeeper.lab.simulate import Plan, match_seed, simulate
from innkeeper.lab.summary import Share, summarise


def plan(game: str = "magicduel", *players: str, **more: Any) -> Plan:
    options = {"preset": innkeeper.get_game(game).recommended}
    return Plan(game, players or ("greedy", "greedy"), options, **more)


def courses(made: Plan, games: int = 50) -> list[str]:
    return [row["course"] for row in simulate(made, games, jobs=1)]


def test_two_players_without_luck_do_not_play_one_match_for_ever() -> None:
    """Moves that nobody could tell apart are chosen between by chance."""
    assert len(set(courses(plan(), 20))) == 20


def test_plans_with_other_seeds_share_no_match() -> None:
    one = courses(plan("magicduel", "random", "random", seed=1))
    two = courses(plan("magicduel", "random", "random", seed=2))
    assert not set(one) & set(two)
    assert one == courses(plan("magicduel", "random", "random", seed=1))
    seeds = {match_seed(seed, number) for seed in range(40) for number in range(250)}
    assert len(seeds) == 10_000
    assert all(0 <= seed < 2**61 for seed in seeds)


def copied(rows: list[dict[str, Any]], times: int) -> list[dict[str, Any]]:
    return [{**row, "match": number} for number, row in enumerate(rows * times)]


def test_no_interval_is_made_of_copies() -> None:
    rows = simulate(plan("magicduel", "greedy", "random"), 10, jobs=1)
    alone = summarise(copied(rows[:1], 500))
    assert (alone.matches, alone.distinct) == (500, 1)
    assert alone.seats[0].interval is None
    assert "[" not in str(alone.seats[0])
    assert "are one and the same" in copies(alone)
    some, fifty = summarise(rows), summarise(copied(rows, 50))
    assert fifty.distinct == 10
    assert fifty.seats[0].rate == some.seats[0].rate
    assert fifty.seats[0].interval == pytest.approx(some.seats[0].interval)
    assert "Only 10 of the 500 matches differ" in copies(fifty)
    assert Share(5, 10).interval != Share(50, 100).interval


def test_copies_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the screen and in the JSON. A player that never wavers plays one match."""
    from innkeeper.games.magicduel import strategy

    class Stubborn(innkeeper.engine.playout.Policy):
        def choose(self, s: Any, seat: int, legal: list[Any], chance: Any) -> Any:
            return legal[0]

    monkeypatch.setitem(strategy.BOTS, "stubborn", Stubborn)
    command = ["simulate", "magicduel", "-n", "30", "-j", "1", "--players", "stubborn,stubborn"]
    shown = CliRunner().invoke(main, command).output
    assert "All 30 matches are one and the same" in shown
    assert "100.0 % [" not in shown
    told = json.loads(CliRunner().invoke(main, [*command, "--json"]).stdout)
    assert told["distinct"] == 1
    assert told["seats"][0]["interval"] is None
    opened = json.loads(CliRunner().invoke(main, [*command, "--opening", "4", "--json"]).stdout)
    assert opened["distinct"] > 20
    assert opened["draws"]["interval"] is not None


def test_an_opening_is_random_and_the_rest_is_not() -> None:
    rows = simulate(plan("magicduel", "greedy", "greedy", opening=1000), 10, jobs=1)
    assert len({row["course"] for row in rows}) == 10
    assert all(row["decisions"] > 0 for row in rows)


def test_ties_are_broken_by_chance() -> None:
    act = innkeeper.new_match("magicduel", seed=1).state.actions(0)
    best = Best()
    for action, value in zip(act, (3, 7, 7, 1), strict=False):
        best.offer(action, value)
    assert {best.pick(FastChance(seed)) for seed in range(20)} == {act[1], act[2]}
    close = Best(4)
    for action, value in zip(act, (3, 7, 7, 1), strict=False):
        close.offer(action, value)
    assert {close.pick(FastChance(seed)) for seed in range(40)} == {act[0], act[1], act[2]}


def test_what_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_work(*_: object) -> None:
        raise AssertionError("matches were played")

    monkeypatch.setattr("innkeeper.lab.simulate.simulate", no_work)
    command = ["simulate", "magicduel", "-n", "10", "--out"]
    nowhere = CliRunner().invoke(main, [*command, str(tmp_path / "no" / "rows.parquet")])
    assert nowhere.exit_code == 1
    assert "cannot be written" in nowhere.output
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "innkeeper.lab.simulate.find_spec", lambda name: None if name == "pyarrow" else found(name)
    )
    missing = CliRunner().invoke(main, [*command, str(tmp_path / "rows.parquet")])
    assert missing.exit_code == 1
    assert "needs pyarrow" in missing.output
    assert not (tmp_path / "rows.parquet").exists()


def test_a_full_disk_is_said_in_a_sentence() -> None:
    full = CliRunner().invoke(main, ["simulate", "magicduel", "-n", "2", "-j", "1", "--out", "/dev/full"])
    assert full.exit_code == 1
    assert isinstance(full.exception, SystemExit), full.exception
    assert "/dev/full cannot be written: No space left on device" in full.output


@pytest.mark.parametrize("command", ["simulate", "play", "cards", "serve", "decks"])
def test_a_misnamed_content_file_is_refused_at_every_door(tmp_path: Path, command: str) -> None:
    (tmp_path / "encounter.toml").write_text('[encounter.tea-party]\nname = "Tea Party"\n')
    words = {
        "serve": ["serve", "--port", "0", "--database", str(tmp_path / "inn.db")],
        "decks": ["decks", "check", str(tmp_path / "encounter.toml"), "--game", "micah"],
    }.get(command, [command, "micah"])
    folder = f"micah={tmp_path}" if command == "serve" else str(tmp_path)
    done = CliRunner().invoke(main, [*words, "--content", folder])
    assert done.exit_code == 1
    assert (
        "encounter.toml:1: Micah's Game has no such content file; there are boss.toml, classes.toml, "
        in done.output
    )


def test_a_misnamed_table_in_a_content_file_is_refused() -> None:
    game = innkeeper.get_game("micah")
    text = game.content.files["encounters.toml"].replace("[encounter.goblin]", "[encuonter.goblin]")
    with pytest.raises(innkeeper.InvalidContent, match=r"encounters.toml: there are no \[encuonter"):
        game.book_of(game.content.edited({"encounters.toml": text}))


def test_cards_and_decks_are_those_of_the_folder(tmp_path: Path) -> None:
    game = innkeeper.get_game("adventurer")
    text = game.content.files["knight.toml"]
    (tmp_path / "knight.toml").write_text(text.replace('name = "Knight"', 'name = "Night"'))
    shown = CliRunner().invoke(main, ["cards", "adventurer", "--content", str(tmp_path)])
    assert "**Night** `knight`" in shown.output
    deck = tmp_path / "deck.txt"
    deck.write_text("40 knight\n")
    bare = (tmp_path / "knight.toml").read_text().replace("[card.knight]", "[card.day]")
    (tmp_path / "knight.toml").write_text(bare)
    checked = CliRunner().invoke(main, ["decks", "check", str(deck), "--content", str(tmp_path)])
    assert "there is no card 'knight'" in checked.output
