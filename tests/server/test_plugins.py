"""Faulty packages: each is named with the reason, and neither the inn, a list nor another game notices more.

Every one of them is the game that `innkeeper new-game` writes, with one thing broken, installed as a package
of its own.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from innkeeper.newgame import new_game
from tests.server.client import Api, Seat
from tests.server.running import Process

Break = Callable[[Path], None]


def _change(file: str, old: str, new: str) -> Break:
    """Write something else in a file of the package."""

    def run(package: Path) -> None:
        path = package / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    return run


def _remove(file: str) -> Break:
    return lambda package: (package / file).unlink()


def _cards(package: Path) -> None:
    """A game with cards, one of which lacks its name."""
    package.joinpath("content").mkdir()
    package.joinpath("content", "cards.toml").write_text("[card.goose]\nname = 5\n")
    _change(
        "rules.py",
        "        self.verbs = Verbs()",
        '        content.cards("cards.toml", "card", Card)\n        self.verbs = Verbs()',
    )(package)
    _change("rules.py", "class Book:", "class Card(Struct):\n    name: str\n\n\nclass Book:")(package)
    _change("rules.py", "from mypy_extensions", "from msgspec import Struct\nfrom mypy_extensions")(package)


# Broken before the first match: what is done to the package, and what is said of it
UNLOADED: dict[str, tuple[Break, str]] = {
    "no_field": (_change("__init__.py", '    version="1",\n', ""), "TypeError: .*missing .*'version'"),
    "no_file": (_remove("rulebook.md"), "FileNotFoundError: .*rulebook.md"),
    "no_python": (_change("rules.py", "class Book:", "class Book"), r"expected ':' \(rules.py, line \d+\)"),
    "no_module": (_change("options.py", "from msgspec", "from messagespec"), "No module named 'messagespec'"),
    "at_import": (_change("rules.py", "KINDS = Kinds()", "KINDS = Kinds()\n1 / 0"), "ZeroDivisionError: "),
    "at_exit": (
        _change("rules.py", "KINDS = Kinds()", "KINDS = Kinds()\nraise SystemExit('bye')"),
        "SystemExit: bye",
    ),
    "no_game": (_change("__init__.py", "GAME = Game(", "GAME = dict("), "its entry point is no Game"),
    "other_id": (
        _change("__init__.py", 'id="other_id"', 'id="magicduel"'),
        "its entry point is 'magicduel' under rules '1'",
    ),
    "bad_card": (_cards, r"cards.toml: card.goose: Expected `str`, got `int` - at `\$.name`"),
    "bad_book": (_change("rulebook.md", "BA-1.2", "BA-1.1"), "clause BA-1.1 stands twice in the rulebook"),
    "no_clause": (_change("rulebook.md", "NO-3.3", "NO-3.4"), "event 'left' names NO-3.3, which"),
    "bad_table": (_change("table.toml", "[prompts]", "[prompt]"), "table.toml: .*`prompt`"),
    "bad_preset": (
        _change("options.py", '"track": 12', '"track": 5'),
        "option track: 5 is not a whole number",
    ),
    "bad_seats": (_change("__init__.py", "range(2, 7)", "range(2, 2)"), r"seats is range\(2, 2\)"),
    "bad_view": (_change("__init__.py", "view_type=View", "view_type=Game"), "cannot be loaded: "),
}
# Broken at the table
PLAYED: dict[str, Break] = {
    "at_start": _change("rules.py", "    s.stack = [TURN]", "    s.stack = [TURN] * (1 // 0)"),
    "in_frame": _change(
        "rules.py",
        "            first, second =",
        "            raise OSError(s.squares)\n            first, second =",
    ),
    "in_view": _change("view.py", '        "track": s', '        "track": 1 // (s.turn == 1) * s'),
    "in_bot": _change("strategy.py", "        left =", "        raise KeyError(s.squares)\n        left ="),
    "endless": _change(
        "rules.py",
        "class Turn(Frame[Track]):",
        "class Turn(Frame[Track]):\n    def proceed(self, s: Track) -> bool:\n"
        "        return s.rolled == []\n",
    ),
    "in_loop": _change(
        "rules.py",
        "            first, second =",
        "            while True:\n                s.squares[seat] += 1\n            first, second =",
    ),
    "no_answer": _change(
        "rules.py", "        return [s.book.walk", "        return [] if s.rolled else [s.book.walk"
    ),
    "good": lambda package: None,
}


def _install(site: Path, sources: Path, name: str, broken: Break, entry: str = "") -> None:
    """What an installer leaves behind: the package, and beside it what it says of itself."""
    folder = new_game(name, sources)
    folder.joinpath(name).rename(site / name)
    broken(site / name)
    about = site / f"{name}-0.1.0.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    about.joinpath("entry_points.txt").write_text(entry or f"[innkeeper.games]\n{name} = {name}:GAME\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all the faulty packages, and a good one."""
    site, sources = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("sources")
    for name, (broken, _) in UNLOADED.items():
        _install(site, sources, name, broken)
    for name, broken in PLAYED.items():
        _install(site, sources, name, broken)
    _install(site, sources, "rival", PLAYED["good"], "[innkeeper.games]\nmagicduel = rival:GAME\n")
    return site


def _innkeeper(site: Path, *arguments: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-m", "innkeeper", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        input=answers,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_each_is_named_with_the_reason_and_all_others_are_listed(site: Path) -> None:
    for command in ("doctor", "games"):
        ran = _innkeeper(site, command)
        assert ran.returncode == 0, ran.stderr
        said = ran.stdout + ran.stderr
        assert "Traceback" not in said
        for name, (_, reason) in UNLOADED.items():
            lines = [line for line in said.splitlines() if f"game '{name}' is installed but" in line]
            assert len(lines) == 1, f"{name} in {said}"
            assert re.search(reason, lines[0]), lines[0]
        assert "game 'magicduel' of the package 'rival' is left alone: 'innkeeper' has one" in said
        for good in ("magicduel", "echo", "mazerunner", "adventurer", "micah", *PLAYED):
            assert re.search(rf"^(game )?{good}\b", ran.stdout, re.MULTILINE), good


def test_a_package_that_garbles_its_own_entry_points_hides_nobody_elses(tmp_path: Path) -> None:
    """Where one cannot be read, Python finds none at all."""
    (site := tmp_path / "site").mkdir()
    _install(site, tmp_path, "garbled", PLAYED["good"], "[innkeeper.games]\nno equals sign\n")
    ran = _innkeeper(site, "doctor")
    assert re.search(r"the entry points of .*garbled-0.1.0.dist-info.* cannot be read: TypeError", ran.stdout)
    assert "game magicduel: rules 1" in ran.stdout


def test_what_fails_in_a_simulation_is_one_line(site: Path) -> None:
    for name, kind in (("in_frame", "OSError"), ("in_bot", "KeyError"), ("at_start", "ZeroDivisionError")):
        ran = _innkeeper(site, "simulate", name, "--games", "3", "--jobs", "1")
        assert ran.returncode == 1
        assert "Traceback" not in ran.stderr
        assert re.search(rf"Error: the rules of .*in match 0 failed \({kind} in \w+.py, line \d+", ran.stderr)
    assert _innkeeper(site, "simulate", "good", "--games", "20", "--jobs", "1").returncode == 0


def test_the_terminal_plays_on(site: Path) -> None:
    ran = _innkeeper(site, "play", "in_frame", "--plain", "--players", "you,you", answers="dash\nquit\n")
    assert "Not now: the rules of In Frame failed (OSError in rules.py, line" in ran.stdout
    assert "You leave the table" in ran.stdout
    assert "[0, 0]" not in ran.stdout, "what an exception says may be a secret"
    ran = _innkeeper(site, "play", "in_bot", "--plain", "--seed", "1", answers="walk\n" * 40)
    assert "cannot answer: the rules of In Bot failed (KeyError in strategy.py" in ran.stdout
    assert re.search(r"wins|won", ran.stdout)


@pytest.fixture(scope="module")
def inn(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server where all of these are installed."""
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    book = tmp_path_factory.mktemp("inn") / "inn.db"
    server = Process("--database", str(book), PYTHONPATH=path).start()
    yield server
    server.stop()


async def _table(api: Api, game: str, other: str = "you") -> tuple[str, list[str]]:
    seats = [{"who": "you"}, {"who": other}]
    made = await api.post("/api/tables", {"game": game, "seats": seats, "preset": "literal"})
    id = made["table"]["id"]
    await api.post(f"/api/tables/{id}/start")
    return id, [one["token"] for one in made["tokens"]]


def test_the_inn_lists_what_can_be_played_and_says_why_not_of_the_rest(inn: Process) -> None:
    async def look() -> None:
        async with Api(inn.url) as api:
            listed = {game["id"] for game in await api.get("/api/games")}
            assert {"magicduel", "micah", *PLAYED} <= listed
            assert not listed & set(UNLOADED)
            for name, (_, reason) in UNLOADED.items():
                refused = await api.post("/api/tables", {"game": name}, status=404)
                assert re.search(reason, refused["reason"])

    asyncio.run(look())


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("in_frame", r"OSError in rules.py, line \d+"),
        ("endless", "the step Turn goes on for ever"),
        ("no_answer", "seat 1 has no answer to turn"),
    ],
)
def test_an_action_that_fails_is_refused_and_the_table_is_not_lost(
    inn: Process, game: str, reason: str
) -> None:
    async def play() -> None:
        async with Api(inn.url) as api:
            id, (token, _) = await _table(api, game)
            async with Seat(inn.url, id, token) as seat:
                answer = await seat.act("dash")
                assert answer["type"] == "refused", answer
                assert re.search(
                    rf"the rules of .* failed \({reason}\); nothing has happened", answer["reason"]
                )
                assert seat.update is not None
                seen = await api.get(f"/api/tables/{id}/view", token=token)
                assert seen["view"] == seat.update["view"]
                assert (await seat.ask("say", text="oh"))["type"] == "done"
                assert (await seat.ask("resign"))["type"] == "update"
            await _others_play(api, inn)

    asyncio.run(play())


def test_rules_that_go_on_for_ever_are_called_back_and_not_asked_again(inn: Process) -> None:
    """The whole inn waits for a step of any game; so it waits for some seconds, and only once."""

    async def play() -> None:
        async with Api(inn.url) as api:
            id, tokens = await _table(api, "in_loop")
            async with Seat(inn.url, id, tokens[0]) as seat:
                answer = await seat.act("dash")
                assert answer["type"] == "refused", answer
                assert "the rules of In Loop failed (Endless in rules.py" in answer["reason"]
                while seat.table["status"] != "frozen":
                    await seat.receive()
                assert "its rules went on for ever" in seat.table["notice"]
                answer = await seat.ask("act", action="dash", seq=0)
                assert "This match is frozen" in answer["reason"]
            await _others_play(api, inn)

    asyncio.run(play())


async def _others_play(api: Api, inn: Process) -> None:
    """Another table of the same inn goes on as if nothing had been."""
    id, (token, _) = await _table(api, "good")
    async with Seat(inn.url, id, token) as seat:
        assert (await seat.act("walk"))["type"] == "update"


def test_a_bot_that_fails_is_answered_for(inn: Process) -> None:
    async def play() -> None:
        async with Api(inn.url) as api:
            id, (token,) = await _table(api, "in_bot", "bot")
            async with Seat(inn.url, id, token) as seat:
                for _ in range(3):
                    assert await seat.turn()
                    assert (await seat.act("walk"))["type"] == "update"
                assert await seat.turn()

    asyncio.run(play())


def test_a_view_that_fails_is_said_and_can_be_taken_back(inn: Process) -> None:
    async def play() -> None:
        async with Api(inn.url) as api:
            id, tokens = await _table(api, "in_view")
            async with Seat(inn.url, id, tokens[0]) as first, Seat(inn.url, id, tokens[1]) as second:
                assert (await first.act("walk"))["type"] == "update"
                await second.turn()
                answer = await second.act("walk")
                assert answer["type"] == "refused"
                shown = (
                    "this position cannot be shown: the rules of In View failed (ZeroDivisionError in view.py"
                )
                assert answer["reason"].startswith(shown)
                told = await first.until(lambda message: message["type"] == "refused")
                assert told["reason"].startswith(shown)
                late = Seat(inn.url, id, tokens[0])
                coming = asyncio.create_task(late.connect())
                while shown.encode() not in b"".join(late.received):
                    assert not coming.done(), coming
                    await asyncio.sleep(0.01)
                coming.cancel()  # it never gets an update, and has been told why
                await asyncio.gather(coming, return_exceptions=True)
                await late.ask("ping")
                assert late.update is None
                await late.socket.close()
                answer = await second.ask("undo", seq=2)
                assert answer["type"] == "update", answer
                assert answer["view"]["turn"] == 1
            await _others_play(api, inn)

    asyncio.run(play())


def test_a_match_that_cannot_begin_is_said(inn: Process) -> None:
    async def start() -> None:
        async with Api(inn.url) as api:
            made = await api.post("/api/tables", {"game": "at_start", "seats": [{"who": "you"}] * 2})
            refused = await api.post(f"/api/tables/{made['table']['id']}/start", status=409)
            assert "the rules of At Start failed (ZeroDivisionError in rules.py" in refused["reason"]
            assert (await api.get(f"/api/tables/{made['table']['id']}"))["status"] == "open"
            await _others_play(api, inn)

    asyncio.run(start())
