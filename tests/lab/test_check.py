"""Proofreading a designer's folder: all faults at once, each with its line and what would be right."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper import Content
from innkeeper.cli import main
from innkeeper.engine import proof
from innkeeper.engine.doubts import doubts
from innkeeper.engine.game import Game, all_games
from innkeeper.engine.positions import leaves, lines_of

CASES = tomllib.loads((Path(__file__).parent / "broken.toml").read_text())
BROKEN, ODD = ([tuple(case.values()) for case in CASES[kind]] for kind in ("fault", "warning"))


def edited(game: Game, file: str, old: str, new: str) -> Content:
    text = game.content.files[file]
    assert old in text
    return game.content.edited({file: text.replace(old, new, 1)})


def fits(said: str, expected: str) -> bool:
    """Is it said so? `…` stands for anything."""
    head, *rest = expected.split("…")
    if not rest or "[encuonter" in expected:
        return said == expected
    return said.startswith(head) and said.endswith(rest[-1])


@pytest.mark.parametrize(("id", "file", "old", "new", "expected"), BROKEN)
def test_a_broken_file_is_answered_with_one_message(
    id: str, file: str, old: str, new: str, expected: str
) -> None:
    """The line, what is wrong there and what would be right; and nothing that only follows from it."""
    game = innkeeper.get_game(id)
    (said,) = map(str, proof.faults(game, edited(game, file, old, new)))
    assert fits(said, f"{file}:{expected}"), said


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    game = innkeeper.get_game("micah")
    files = dict(game.content.files)
    expected = []
    for id, file, old, new, message in BROKEN:
        torn = "not TOML" in message and old != "[weather.clear]"  # nothing else of the file would be told
        if id == "micah" and old in files[file] and "copies" not in old and not torn:
            files[file] = files[file].replace(old, new, 1)
            expected.append(file + ":" + message.partition(": ")[2][:20])
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    (tmp_path / "wether.toml").write_text('[weather.fog]\nname = "Fog"\n')
    done = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert done.exit_code == 1
    said = done.output.removeprefix("Error: ").splitlines()
    told = [line.partition(":")[0] + ":" + line.partition(": ")[2][:20] for line in said]
    assert sorted(told) == sorted([*expected, "wether.toml:Micah's Game has no "])


def test_several_faults_of_one_card_are_all_told() -> None:
    game = innkeeper.get_game("micah")
    text = game.content.files["encounters.toml"]
    text = text.replace('kind = "creature"', 'kind = "creture"', 1).replace("charm = ", "chram = ", 1)
    said = proof.faults(
        game, game.content.edited({"encounters.toml": text.replace("escape = ", 'escape = "x"  # ', 1)})
    )
    assert [(one.line, one.place) for one in said] == [
        (18, "encounter.grumpy-goose.kind"),
        (22, "encounter.grumpy-goose.chram"),
        (23, "encounter.grumpy-goose.escape"),
    ]


def test_a_pack_in_json_has_lines_too() -> None:
    game = innkeeper.get_game("adventurer")
    cards = [
        {"id": "pebble", "name": "Pebble", "types": ["Item"], "cost": 1},
        {"id": "rock", "name": "Rock", "types": ["Item"], "cost": -1, "on_play": "heal(99)"},
    ]
    text = json.dumps({"pack": "stones", "cards": cards}, indent=0)
    lines = text.splitlines()
    said = proof.faults(game, game.content.edited({"stones.json": text}))
    assert [str(one) for one in said] == [
        f"stones.json:{len(lines) - 4}: cards[1].cost: this must be a whole number, at least 0",
        f"stones.json:{len(lines) - 3}: cards[1].on_play: '99': amounts are from 0 to 30",
    ]
    (torn,) = proof.faults(game, game.content.edited({"stones.json": text[:-3]}))
    assert torn.line == len(lines) - 1
    assert torn.said.startswith("this is not JSON")


@pytest.mark.parametrize("game", all_games()[0], ids=lambda game: game.id)
def test_every_place_in_every_file_has_its_line(game: Game) -> None:
    for file, text in game.content.files.items():
        lines, found = text.split("\n"), lines_of(file, text)
        for path, _ in leaves(tomllib.loads(text)):
            for end in range(1, len(path) + 1):
                step = path[end - 1]
                assert not isinstance(step, str) or step in lines[found[path[:end]] - 1], (file, path[:end])


def test_lines_are_right_beside_everything_that_toml_can_write() -> None:
    text = 'a."b.c" = """\n[x]\n"""\n[[t]]\nk = 1.5 # [\n[[t]]\nk = [\n 1, # ]\n {q = \'"\'},\n]\n'
    assert lines_of("x.toml", text) == {
        ("a",): 1, ("a", "b.c"): 1, ("t",): 4, ("t", 0): 4, ("t", 0, "k"): 5, ("t", 1): 6, ("t", 1, "k"): 7,
        ("t", 1, "k", 0): 8, ("t", 1, "k", 1): 9, ("t", 1, "k", 1, "q"): 9,
    }  # fmt: skip


# What is allowed, and odd


@pytest.mark.parametrize(("id", "file", "old", "new", "expected"), ODD)
def test_a_slip_that_is_allowed_is_told_as_a_warning(
    id: str, file: str, old: str, new: str, expected: str
) -> None:
    game = innkeeper.get_game(id)
    content = edited(game, file, old, new)
    assert not proof.faults(game, content)
    (said,) = map(str, doubts(game, content))
    assert expected in said
    assert ": warning: " in said


@pytest.mark.parametrize("game", all_games()[0], ids=lambda game: game.id)
def test_nothing_that_came_with_a_game_is_odd(game: Game) -> None:
    content = game.content.edited({file: text + "\n" for file, text in game.content.files.items()})
    assert not proof.faults(game, content)
    assert not doubts(game, content)


def test_a_folder_is_checked_for_the_game_that_knows_its_files(tmp_path: Path) -> None:
    game = innkeeper.get_game("micah")
    (tmp_path / "treasures.toml").write_text(game.content.files["treasures.toml"])
    (tmp_path / "encounters.tml").write_text("")
    done = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert done.exit_code == 0
    assert "encounters.tml: warning: this file is not read; did you mean 'encounters.toml'?" in done.output
    assert "Micah's Game can be played with this, and it changes nothing." in done.output
    unknown = tmp_path / "empty"
    unknown.mkdir()
    asked = CliRunner().invoke(main, ["check", str(unknown)])
    assert asked.exit_code == 2
    assert "which game is this for?" in asked.output
    none = CliRunner().invoke(main, ["check", str(unknown), "--game", "micah"])
    assert none.exit_code == 1
    assert "has no TOML files" in none.output


def test_files_that_cannot_be_read_are_all_named(tmp_path: Path) -> None:
    """What is no text at all has no cards to look at: every such file is told, and what to do about it."""
    (tmp_path / "boss.toml").mkdir()
    (tmp_path / "ghosts.toml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "classes.toml").write_bytes("# Names\n# caf\u00e9\n".encode("latin-1"))
    (tmp_path / "\udcff.toml").write_text("")
    done = CliRunner().invoke(main, ["check", str(tmp_path), "--game", "micah"])
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        "Error: boss.toml: this should be a file, and is a folder",
        "classes.toml:2: a letter here is not UTF-8; let your editor save the file as UTF-8",
        "ghosts.toml: this file cannot be read: No such file or directory",
        "'\\udcff.toml': give this file a name of plain letters",
    ]


def test_what_editors_put_before_and_after_lines_changes_nothing(tmp_path: Path) -> None:
    game = innkeeper.get_game("micah")
    text = game.content.files["weather.toml"]
    (tmp_path / "weather.toml").write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    done = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert done.output == f"{tmp_path}: Micah's Game can be played with this, and it changes nothing.\n"


def test_a_folder_in_the_folder_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    done = CliRunner().invoke(main, ["check", str(tmp_path), "--game", "micah"])
    assert done.exit_code == 1
    (tmp_path / "weather.toml").write_text(innkeeper.get_game("micah").content.files["weather.toml"])
    done = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert "cards/: warning: this folder is not looked into" in done.output


def test_a_file_of_decks_under_another_name_is_sent_where_decks_are_read() -> None:
    game = innkeeper.get_game("adventurer")
    text = game.content.files["decks.toml"]
    (said,) = proof.faults(game, game.content.edited({"deks.toml": text}))
    assert str(said) == "deks.toml:3: deck: decks are read from decks.toml alone"
    knights = game.content.files["knight.toml"]
    told = proof.faults(game, game.content.edited({"knigth.toml": knights}))
    assert {one.said.partition(" by ")[2].partition(":")[0] for one in told} == {"knight.toml"}


@pytest.mark.parametrize("command", ["check", "simulate", "play", "serve"])
def test_faults_and_doubts_are_the_same_at_every_door(tmp_path: Path, command: str) -> None:
    game = innkeeper.get_game("micah")
    text = game.content.files["treasures.toml"]
    (tmp_path / "treasures.toml").write_text(
        text.replace("die attack +3", "die attck +3", 1).replace("price = 4", 'price = "4"', 1)
    )
    inn = ["serve", "--port", "0", "--database", str(tmp_path / "inn.db")]
    words = {
        "check": ["check", str(tmp_path)],
        "serve": [*inn, "--content", f"micah={tmp_path}"],
    }.get(command, [command, "micah", "--content", str(tmp_path)])
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert "treasures.toml:29: treasure.odachi-blade.clauses[0]: 'attck' is no stat" in done.output
    assert "treasures.toml:38: treasure.wooden-spoon.price: this must be a whole number" in done.output
