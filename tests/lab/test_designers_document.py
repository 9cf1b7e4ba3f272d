"""docs/designers.md from idea to verdict: its cards are put into a folder, checked, played and compared."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper.cli import main

DOCUMENT = Path(__file__).parents[2] / "docs" / "designers.md"
FILES = {"encounter": "encounters.toml", "treasure": "treasures.toml", "class": "classes.toml"}
OTHERS = {
    "minion": ("magicduel", "minions.toml"),
    "edict": ("echo", "edicts.toml"),
    "monster": ("mazerunner", "monsters.toml"),
    "card": ("adventurer", "bard.toml"),
}


def cards() -> list[tuple[str, str, str]]:
    """The cards of the document: the table that each belongs to, its heading, and its text."""
    found = []
    for block in re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL):
        ((table, entries),) = tomllib.loads(block).items()
        (id,) = entries
        found.append((table, f"[{table}.{id}]", block))
    return found


def with_card(text: str, heading: str, card: str) -> str:
    """A file with a card of the document: in the place of one with that heading, or at the end."""
    before, found, after = text.partition(f"{heading}\n")
    if not found:
        return f"{text}\n{card}"
    following = after.find("\n[")
    return before + card + (after[following:] if following >= 0 else "")


def test_from_the_cards_of_the_document_to_a_verdict(tmp_path: Path) -> None:
    own = innkeeper.get_game("micah").content.files
    files: dict[str, str] = {}
    for table, heading, card in cards():
        if table in OTHERS:
            continue
        file = FILES[table]
        files[file] = with_card(files.get(file, own[file]), heading, card)
    assert sorted(files) == sorted(FILES.values())
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    checked = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert checked.exit_code == 0, checked.output
    assert "warning" not in checked.output
    assert "Micah's Game can be played with this." in checked.output
    compared = CliRunner().invoke(
        main, ["compare", "-", str(tmp_path), "--players", "greedy", "-n", "40", "-j", "1", "--json"]
    )
    assert compared.exit_code == 0, compared.output
    told = json.loads(compared.stdout)
    assert told["verdict"] in ("changed", "open")
    assert told["affected"] > 0


@pytest.mark.parametrize("table", OTHERS)
def test_the_card_of_each_other_game_is_checked_and_compared(table: str, tmp_path: Path) -> None:
    game, file = OTHERS[table]
    ((_, heading, card),) = [one for one in cards() if one[0] == table]
    (tmp_path / file).write_text(with_card(innkeeper.get_game(game).content.files[file], heading, card))
    checked = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert checked.exit_code == 0, checked.output
    assert "can be played with this." in checked.output
    assert "changes nothing" not in checked.output
    compared = CliRunner().invoke(
        main, ["compare", "-", str(tmp_path), "--players", "greedy", "-n", "8", "-j", "1", "--json"]
    )
    assert compared.exit_code == 0, compared.output
    assert json.loads(compared.stdout)["game"] == game


def test_every_command_of_the_document_is_one() -> None:
    named = set(re.findall(r"^innkeeper ([a-z-]+)", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE))
    assert {"check", "compare", "study", "sweep", "simulate", "serve", "play"} <= named
    assert named <= set(main.commands)
