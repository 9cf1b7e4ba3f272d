"""The command line, from the outside: what it prints, what it refuses, how it exits."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import innkeeper
from innkeeper import FastChance, ScriptedChance
from innkeeper.cli import SECTIONS, main
from innkeeper.engine.chance import seal_of
from innkeeper.terminal import saved
from innkeeper.testing.table import rule


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=typed)


def ok(*arguments: str, typed: str = "") -> str:
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*arguments: str, code: int = 1) -> str:
    """The one-line refusal: an exit code, no stack trace."""
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stderr


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = innkeeper.new_match("magicduel", options={"preset": "tournament"}, seed=5)
    while match.outcome is None:
        ((seat, decision),) = match.pending.items()
        match.act(seat, decision.actions[len(decision.actions) // 2].id)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match.record()))
    return path


def test_help_names_every_command() -> None:
    text = ok("--help")
    for command in (
        "games",
        "rules",
        "play",
        "simulate",
        "arena",
        "replay",
        "verify",
        "doctor",
        "completion",
        "cards",
        "words",
    ):
        assert command in text
        assert "Usage" in ok(command, "--help")


def test_help_lists_every_command_in_its_group_with_a_whole_sentence() -> None:
    text = ok("--help")
    for title, commands in SECTIONS.items():
        assert f"\n{title}:\n" in text
        for command in commands:
            assert command.name is not None
            told = command.get_short_help_str(limit=1000)
            assert told.endswith("."), f"{command.name}: {told}"
            assert told in " ".join(text.split()), f"{command.name} is not told whole"
    assert {command.name for commands in SECTIONS.values() for command in commands} == set(main.commands)


def test_help_needs_no_heavy_module() -> None:
    heavy = "{'msgspec', 'rich', 'joblib', 'pyarrow'}"
    check = f"import sys, innkeeper.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_games_lists_games_and_one_games_table() -> None:
    assert "MagicDuel (2 seats" in ok("games")
    text = ok("games", "magicduel")
    assert "tournament (recommended)" in text
    assert "max_hp = 25: starting and highest health (a whole number from 5 to 99)" in text
    assert "first_turn_moves = 1: " in text  # as the recommended preset has it
    assert "  regular: Looks one move ahead" in text
    assert "Bots: random, greedy" in text


@pytest.mark.parametrize("game", innkeeper.game_ids())
def test_the_defaults_that_are_listed_are_those_that_are_played(game: str) -> None:
    listed = dict(
        re.findall(r"^  (\w+) = (.*?): ", ok("games", game).partition("House rules")[2], re.MULTILINE)
    )
    ok("play", game, "--plain", "--seats", "2", typed="1\nquit\n")
    played = next(saved.all_saved()).setup
    assert played["game"] == game
    assert {name: json.loads(value) for name, value in listed.items() if value[:1] not in "[{"} == {
        name: value for name, value in played["options"].items() if not isinstance(value, (list, dict))
    }


def test_rules_prints_the_book_a_clause_and_a_search() -> None:
    assert "MD-9.7" in ok("rules", "magicduel")
    clause = ok("rules", "magicduel", "md-3.2")
    assert "MD-3.2" in clause
    assert "<a id" not in clause
    assert "MD-7.10" in ok("rules", "magicduel", "--search", "specter")
    assert "IN-1.3" in ok("rules", "magicduel", "IN-1.3")


def test_refusals_are_one_line() -> None:
    assert "no game 'chess' is installed" in refused("rules", "chess")
    assert "no clause 'MD-99'" in refused("rules", "magicduel", "MD-99")
    assert "mentions 'zeppelin'" in refused("rules", "magicduel", "--search", "zeppelin")
    assert "option max_hp: 1 is not a whole number from 5 to 99" in refused(
        "play", "magicduel", "--plain", "-o", "max_hp=1"
    )
    assert "is not NAME=VALUE" in refused("play", "magicduel", "-o", "max_hp", code=2)
    assert "MagicDuel is for 2 seats, not 3" in refused("simulate", "magicduel", "--seats", "3")
    assert "has no bot 'oracle'" in refused("simulate", "magicduel", "--players", "oracle,random")
    assert "names 1 players for 2 seats" in refused(
        "simulate", "magicduel", "--players", "random", "--seats", "2", code=2
    )


@rule("IN-1.8")
def test_replay_and_verify_a_record(record: Path) -> None:
    log = ok("replay", str(record))
    assert log.startswith("1. The duel begins")
    assert "(MD-9" in log
    assert len(ok("replay", str(record), "--at", "3").splitlines()) < len(log.splitlines())
    assert ": good. MagicDuel," in ok("verify", str(record))


def test_replay_says_what_was_missed(tmp_path: Path) -> None:
    """In MagicDuel's literal rules a shield may be of any size: one of nothing misses the whole of it."""
    match = innkeeper.new_match("magicduel", seed=1, options={"preset": "literal"})
    file = tmp_path / "short.json"
    match.act(0, "heal:0")
    file.write_text(json.dumps(match.record()))
    assert "the match is not over" in refused("replay", str(file), "--missed")
    match.resign(0)
    file.write_text(json.dumps(match.record()))
    (line,) = ok("replay", str(file), "--missed").splitlines()
    assert re.match(
        r"0\. Seat 0: Heal \+ Shield of 0\. Better: .+, by \d+ of 100 \(give or take 0\)\.$", line
    )
    _save(file, seed=1)
    assert "Nothing was missed that a champion could be sure of" in ok("replay", str(file), "--missed")


def test_replay_says_of_echo_how_an_equilibrium_would_have_chosen(tmp_path: Path) -> None:
    fields = {"fields": "custom", "field_list": ["glade", "urban", "night", "last-strand"]}
    match = innkeeper.new_match("echo", options=fields, seed=5)
    chosen = match.pending[0].actions[0]
    match.act(0, chosen.id)
    match.resign(0)
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match.record()))
    line = ok("replay", str(file), "--missed").splitlines()[0]
    assert line.startswith(f"0. Seat 0: {chosen.label}. By an equilibrium: ")
    shares = [int(part) for part in re.findall(r"(\d+) %", line)]
    assert 95 <= sum(shares) <= 105


def _save(path: Path, game: str = "magicduel", **table: Any) -> dict[str, Any]:
    """A short finished match with the dice that are asked for."""
    match = innkeeper.new_match(game, **table)
    match.resign(0)
    record = match.record()
    path.write_text(json.dumps(record))
    return record


@rule("IN-1.7")
def test_verify_says_what_it_proves_and_what_not(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    words = ["a word under a seal", "said openly"]
    record = _save(path, seed=5, nonces=words, seals=[seal_of(words[0]), ""])
    commitment = record["chance"]["commitment"]
    said = ok("verify", str(path))
    assert f"Commitment: {commitment}\n" in said
    assert f"Seat 0: the word 'a word under a seal', under the seal {seal_of(words[0])}." in said
    assert "Seat 1: the word 'said openly', said openly." in said
    assert "nobody chose them, if this is the commitment you noted before the match" in said
    assert "It does not prove who sat there" in said
    said = ok("verify", str(path), "--commitment", commitment.upper())
    assert "as you noted it" in said
    assert "know each other's words.\n" in said
    bound = "if all other seals and open words were shown to you before you opened it"
    assert f"nobody chose them, if one of the sealed words is yours, and {bound}." in said
    refused_text = refused("verify", str(path), "--commitment", "0" * 64)
    assert "these are not the dice that were promised" in refused_text
    assert "64 hexadecimal digits" in refused("verify", str(path), "--commitment", "12", code=2)
    record["chance"]["nonces"][0] = "another word"
    path.write_text(json.dumps(record))
    assert "the word of seat 0 does not fit its seal" in refused("verify", str(path))
    _save(path, "adventurer", seed=5, nonces=words, seals=[seal_of(words[0]), ""])
    assert "nor that a deck they brought was chosen before these were opened." in ok("verify", str(path))
    _save(path, seed=5)
    said = ok("verify", str(path))
    assert "Seat 1: no word." in said
    assert "whoever knew the seed could have chosen the last word" in said


@rule("IN-1.7")
def test_verify_never_calls_dice_good_that_nobody_promised(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    for chance, why in (
        (ScriptedChance([1] * 50), "they were written down beforehand"),
        (FastChance(5), "they were made fast, from a small number"),
    ):
        _save(path, chance=chance)
        said = refused("verify", str(path), code=3)
        assert "good" not in said
        assert f"nobody promised its dice: {why}" in said
        assert "the record has none" in refused("verify", str(path), "--commitment", "0" * 64)
    match = innkeeper.new_match("magicduel", seed=5)
    match.practise(b"other dice", None)
    match.resign(0)
    path.write_text(json.dumps(match.record()))
    assert "entry 0 put others in their place" in refused("verify", str(path), code=3)


@rule("IN-1.8")
def test_verify_names_the_first_bad_entry(record: Path) -> None:
    text = json.loads(record.read_text())
    text["entries"][4]["hash"] = "0" * 16
    record.write_text(json.dumps(text))
    assert "entry 4" in refused("verify", str(record))
    record.write_text("{")
    assert "not JSON" in refused("verify", str(record))
    record.write_text("[]")
    assert "not list" in refused("verify", str(record))
    assert "does not exist" in refused("verify", str(record) + "-gone", code=2)


def test_simulate_counts_and_writes_parquet(tmp_path: Path) -> None:
    import pyarrow.parquet

    out = tmp_path / "matches.parquet"
    text = ok(
        "simulate",
        "magicduel",
        "-n",
        "40",
        "--players",
        "greedy,random",
        "--rotate",
        "-j",
        "1",
        "--out",
        str(out),
    )
    assert "wins of greedy" in text
    table = pyarrow.parquet.read_table(out)
    assert table.num_rows == 40
    assert table["players"][1].as_py() == ["random", "greedy"]


def test_simulation_does_not_depend_on_the_number_of_processes() -> None:
    def figures(jobs: str) -> dict[str, object]:
        result = run("simulate", "magicduel", "-n", "30", "--players", "random,random", "-j", jobs, "--json")
        figures: dict[str, object] = json.loads(result.stdout)
        del figures["seconds"]
        return figures

    assert figures("1") == figures("2")


def test_doctor_says_which_build_runs() -> None:
    from innkeeper.engine import frame

    text = ok("doctor")
    compiled = not str(frame.__file__).endswith(".py")
    assert ("build: compiled" in text) == compiled
    assert "game magicduel: rules 1" in text


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    assert "_INNKEEPER_COMPLETE" in ok("completion", shell)


def test_content_folder_replaces_the_games_own(tmp_path: Path) -> None:
    game = innkeeper.get_game("magicduel")
    (tmp_path / "minions.toml").write_text(game.content.files["minions.toml"].replace("hp = 10", "hp = ten"))
    assert "minions.toml" in refused("simulate", "magicduel", "--content", str(tmp_path))
    assert "has no TOML files" in refused("simulate", "magicduel", "--content", str(tmp_path.parent))


def test_play_a_few_moves_and_ask_why() -> None:
    typed = ["help", "magic", "why 2", "why 999", "rule MD-3.3", "rule XX", "also", "look", "log"]
    typed += ["summon:specter", "0", "resign", "no", "resign", "yes", "", ""]
    text = ok(
        *("play", "magicduel", "--plain", "--seed", "1", "--players", "you,random"), typed="\n".join(typed)
    )
    assert "why N" in text
    assert "MD-1.5 " in text
    assert "why needs the number of a line of the log" in text
    assert "MD-3.3 Burn." in text
    assert "no clause XX" in text
    assert "Not now: Cast Specter needs 5 magic" in text
    assert "There is no number 0" in text
    assert "Won by Random (resign, MD-9.4)." in text


def test_play_save_then_verify(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    text = ok(
        "play", "magicduel", "--plain", typed=f"1\nundo\nsave\nsave /no/such/folder/x\nsave {path}\nquit\n"
    )
    assert "save needs a file name" in text
    assert "could not be written" in text
    assert "The match is not finished." in text
    assert "good" in ok("verify", str(path))


def test_play_ends_politely_when_the_input_ends() -> None:
    assert "You leave the table" in ok("play", "magicduel", "--plain", typed="")


def test_hotseat_hands_the_screen_over() -> None:
    text = ok("play", "magicduel", "--plain", "--players", "you,you", typed="magic\n\nmagic\nquit\n")
    assert "Traveller 2, it is your turn. The others look away." in text


def test_bots_can_play_alone() -> None:
    assert "ended" not in ok("play", "magicduel", "--plain", "--players", "greedy,random", "--seed", "1")


@pytest.mark.parametrize("game", ["adventurer", "micah"])
def test_the_card_pages_of_the_docs_are_fresh(game: str) -> None:
    page = Path(__file__).parents[1] / "docs" / "cards" / f"{game}.md"
    assert ok("cards", game) == page.read_text(encoding="utf-8"), "make cards writes it anew"


@pytest.mark.parametrize("game", ["magicduel", "micah"])
def test_the_word_pages_of_the_docs_are_fresh(game: str) -> None:
    page = Path(__file__).parents[1] / "docs" / "words" / f"{game}.md"
    assert ok("words", game) == page.read_text(encoding="utf-8"), "make cards writes it anew"


def test_a_game_without_a_page_of_its_own_lists_what_its_cards_do() -> None:
    page = ok("cards", "echo")
    assert page.startswith("# Echo: its cards\n\n| Card | What it does |\n|---|---|\n")
    assert "| **Witch** | Negates theirs. No strength from edicts. Beats the Wall. |\n" in page
    assert page.count("\n| **") == len(set(page.splitlines())) - 4


@pytest.mark.usefixtures("toy")
def test_a_game_without_cards_says_so() -> None:
    assert "has no cards to show; its rulebook says all" in refused("cards", "toy")


@rule("AF-10.4", "AF-10.5")
def test_decks_are_checked_and_brought(tmp_path: Path) -> None:
    game = innkeeper.get_game("adventurer")
    counts = game.book_of(game.content).decks["goose-company"].counts
    cards = game.book_of(game.content).cards
    good = tmp_path / "good.txt"
    good.write_text("# Geese\n" + "".join(f"{n} {cards[card].id}\n" for card, n in counts.items()))
    assert "a legal deck" in ok("decks", "check", str(good))
    text = ok("play", "adventurer", "--plain", "-o", f"deck_0=@{good}", typed="quit\n")
    assert "Geese" in text

    bad = tmp_path / "bad.txt"
    bad.write_text("4 knigt\n")
    result = run("decks", "check", str(bad))
    assert result.exit_code == 1
    assert "line 1: E-UNKNOWN" in result.output
    assert "E-UNKNOWN" in refused("play", "adventurer", "--plain", "-o", f"deck_0=@{bad}")
    assert "No such file" in refused("play", "adventurer", "-o", f"deck_0=@{bad}-gone")
    assert "has no decks to bring" in refused("play", "magicduel", "-o", f"max_hp=@{bad}")


def deep(depth: int, before: str = "", after: str = "") -> str:
    return before + "[" * depth + "]" * depth + after


def test_cards_are_copied_to_be_changed_and_never_over_others(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "my-cards"
    assert "Change what you like" in ok("copy-cards", "micah", str(folder), "boss.toml")
    assert [path.name for path in folder.iterdir()] == ["boss.toml"]
    assert "it changes nothing" in ok("check", str(folder))
    (folder / "boss.toml").write_text("mine")
    assert "stays as it is" in refused("copy-cards", "micah", str(folder))
    assert [path.name for path in folder.iterdir()] == ["boss.toml"]
    assert (folder / "boss.toml").read_text() == "mine"
    assert "did you mean 'ghosts.toml'" in refused("copy-cards", "micah", str(folder), "gosts.toml", code=2)
    assert "cannot be made" in refused("copy-cards", "echo", str(folder / "boss.toml" / "below"))
    every = tmp_path / "echo"
    ok("copy-cards", "echo", str(every))
    files = innkeeper.get_game("echo").content.files
    assert {path.name: path.read_text() for path in every.iterdir()} == dict(files)


@pytest.mark.parametrize("depth", [500, 100_000])
@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("field", ["", "options", "chance", "start", "entries", "outcome", "game", "seats"])
def test_records_that_are_nested_deeply(
    record: Path, command: str, depth: int, field: str, recursion: None
) -> None:
    text = json.dumps({**json.loads(record.read_text()), field: "HERE"} if field else "HERE")
    record.write_text(text.replace('"HERE"', deep(depth)))
    if (command, field, depth) == ("replay", "outcome", 500):
        ok(command, str(record))  # what came of it is for `verify` to compare
    else:
        assert refused(command, str(record)).startswith("Error: ")


@pytest.fixture
def recursion() -> Iterator[None]:
    """As deep as Python goes by itself, whatever the tests before may have set."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize("data", [b"\xff\xfe{", b"", b"{", b"9" * 5000, b"\x00" * 9, deep(90_000).encode()])
def test_files_that_are_none_of_ours(tmp_path: Path, data: bytes) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(data)
    for command in ("verify", "replay"):
        assert str(bad) in refused(command, str(bad))
    assert refused("decks", "check", str(bad)) == "Error: this deck is refused\n"
    assert "bad.json" in refused("play", "adventurer", "--option", f"deck_0=@{bad}")
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "cards.toml").write_bytes(data if data else b"[")
    assert "cards.toml" in refused("simulate", "adventurer", "-n", "1", "--content", str(folder))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").mkdir()
    assert "cards.toml" in refused("simulate", "adventurer", "-n", "1", "--content", str(tmp_path))
    assert "larger than" in refused("verify", "/dev/zero")
    assert "No such file" in refused("play", "adventurer", "--option", f"deck_0=@{tmp_path / 'none'}")
    value = deep(100_000)
    assert "nested too deeply" in refused("play", "adventurer", "--option", f"deck_0={value}", code=2)


def test_a_card_is_told_by_its_name() -> None:
    """In the terminal, and in the middle of a match."""
    done = CliRunner().invoke(main, ["cards", "micah", "Goblin King"])
    assert done.output.startswith("Goblin King: ")
    assert CliRunner().invoke(main, ["cards", "micah", "goblin-king"]).output == done.output
    wrong = CliRunner().invoke(main, ["cards", "micah", "gobblin-king"])
    assert wrong.exit_code == 1
    assert "has no card 'gobblin-king'; did you mean 'goblin-king'?" in wrong.output
    typed = "card specter\ncard spook\nrule MD-2.10\nquit\n"
    played = CliRunner().invoke(main, ["play", "magicduel", "--plain", "--seed", "1"], input=typed).output
    assert "Specter: " in played
    assert "MagicDuel has no card 'spook'" in played
    assert "](#" not in played
