"""Copies, and going back to one: also after a crash, and whichever database it is."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from innkeeper.cli import main
from innkeeper.server.storage import migrate
from tests.faults.servers import Killable
from tests.faults.services import Services
from tests.server.client import Api, Seat, two_seats


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def go_back(copy: Path, database: str) -> Result:
    return run("restore", str(copy), "--yes", "--database", database)


async def begin(url: str, actions: int) -> tuple[str, list[str]]:
    async with Api(url) as api:
        id, tokens = await two_seats(api, "magicduel", preset="literal")
    await go_on(url, id, tokens, actions)
    return id, tokens


async def go_on(url: str, id: str, tokens: list[str], actions: int) -> None:
    seats = [Seat(url, id, token) for token in tokens]
    for seat in seats:
        await seat.connect()
    for _ in range(actions):
        seq = max(seat.seq for seat in seats)
        for seat in seats:
            while seat.seq < seq:
                await seat.receive()
        actor = next(seat for seat in seats if seat.update and seat.update["decision"])
        await actor.act("magic")
    for seat in seats:
        await seat.socket.close()


async def seq_of(url: str, id: str) -> int:
    async with Api(url) as api:
        return int((await api.get(f"/api/tables/{id}/view"))["seq"])


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path, services: Services) -> Iterator[str]:
    if request.param == "sqlite":
        # a file of an older version may have been open to everybody: that is mended
        (tmp_path / "inn.db").touch(0o644)
        yield str(tmp_path / "inn.db")
    else:
        yield services.database()


@pytest.mark.timeout(120)
def test_going_back_to_a_copy_after_a_crash(database: str, tmp_path: Path) -> None:
    """What was written after the copy and before the crash is gone, and nothing of it mixes in."""
    copy = tmp_path / "copy.db"
    server = Killable(database=database).start()
    try:
        id, tokens = asyncio.run(begin(server.url, 3))
        made = run("backup", str(copy), "--database", database)
        assert made.exit_code == 0, made.output
        asyncio.run(go_on(server.url, id, tokens, 6))
        other, _ = asyncio.run(begin(server.url, 1))
        refused = go_back(copy, database)
        assert refused.exit_code == 1
        assert "stop" in refused.output
        server.kill()
        if not database.startswith("postgresql"):
            assert Path(f"{database}-wal").stat().st_size > 0  # the crash has left it
        done = go_back(copy, database)
        assert done.exit_code == 0, done.output
        server.start()
        assert asyncio.run(seq_of(server.url, id)) == 3
        asyncio.run(go_on(server.url, id, tokens, 2))
        assert asyncio.run(seq_of(server.url, id)) == 5

        async def gone() -> None:
            async with Api(server.url) as api:
                await api.get(f"/api/tables/{other}", status=404)
                await api.post("/api/accounts", {"name": "Hanne", "password": "a long enough password"})

        asyncio.run(gone())
    finally:
        server.stop()
    if not database.startswith("postgresql"):
        with closing(sqlite3.connect(database)) as book:
            assert book.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for file in (Path(database), copy):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.timeout(120)
def test_a_house_moves_from_one_database_to_the_other(services: Services, tmp_path: Path) -> None:
    here, there, back = str(tmp_path / "inn.db"), services.database(), str(tmp_path / "back.db")
    server = Killable(database=here).start()
    id, tokens = asyncio.run(begin(server.url, 2))
    server.stop()
    for number, (source, target) in enumerate(((here, there), (there, back))):
        copy = tmp_path / f"copy{number}.db"
        assert run("backup", str(copy), "--database", source).exit_code == 0
        done = go_back(copy, target)
        assert done.exit_code == 0, done.output
        server = Killable(database=target).start()
        try:
            assert asyncio.run(seq_of(server.url, id)) == 2 + number
            asyncio.run(go_on(server.url, id, tokens, 1))
        finally:
            server.stop()


def test_what_is_no_copy_changes_nothing(database: str, tmp_path: Path) -> None:
    server = Killable(database=database).start()
    id, _ = asyncio.run(begin(server.url, 1))
    server.stop()
    text, other, newer = tmp_path / "text", tmp_path / "other.db", tmp_path / "newer.db"
    text.write_text("this is no database at all, and it is long enough to be looked at" * 50)
    with closing(sqlite3.connect(other)) as book:
        book.execute("CREATE TABLE recipes (name)")
    assert run("backup", str(newer), "--database", database).exit_code == 0
    with closing(sqlite3.connect(newer)) as book:
        book.execute("UPDATE alembic_version SET version_num = 'later'")
        book.commit()
    torn = tmp_path / "torn.db"
    assert run("backup", str(torn), "--database", database).exit_code == 0
    os.truncate(torn, torn.stat().st_size // 2)
    for copy, why in ((text, "no copy"), (other, "no copy"), (newer, "newer version"), (torn, "damaged")):
        refused = go_back(copy, database)
        assert refused.exit_code == 1
        assert why in refused.output, refused.output
        assert "Traceback" not in refused.output
    server.start()
    try:
        assert asyncio.run(seq_of(server.url, id)) == 1
    finally:
        server.stop()
    assert sorted(file.name for file in tmp_path.glob("*.part*")) == []


def test_a_ruined_database_is_put_aside(tmp_path: Path) -> None:
    database, copy = tmp_path / "inn.db", tmp_path / "copy.db"
    server = Killable(database=str(database)).start()
    id, _ = asyncio.run(begin(server.url, 1))
    server.stop()
    assert run("backup", str(copy), "--database", str(database)).exit_code == 0
    ruins = b"a cup of coffee " * 4096
    database.write_bytes(ruins)
    Path(f"{database}-wal").write_bytes(ruins)
    done = go_back(copy, str(database))
    assert done.exit_code == 0, done.output
    (aside,) = tmp_path.glob("inn.db-damaged-*")
    assert (aside / "inn.db").read_bytes() == ruins
    server.start()
    try:
        assert asyncio.run(seq_of(server.url, id)) == 1
    finally:
        server.stop()


def test_a_copy_goes_nowhere_else(tmp_path: Path) -> None:
    for arguments, why in (
        (["backup", str(tmp_path / "x"), "--database", str(tmp_path / "none.db")], "there is no database"),
        (["backup", str(tmp_path / "x"), "--database", "postgresql://127.0.0.1:1/x"], "cannot be copied"),
        (["restore", str(tmp_path / "none"), "--yes"], "does not exist"),
    ):
        refused = run(*arguments)
        assert refused.exit_code != 0
        assert why in refused.output, refused.output
    assert list(tmp_path.iterdir()) == []


def test_a_ruined_database_and_a_full_disk_end_in_a_sentence(tmp_path: Path) -> None:
    file, copy, good = tmp_path / "inn.db", tmp_path / "copy.db", tmp_path / "good.db"
    migrate(f"sqlite:///{file}")
    assert run("backup", str(good), "--database", str(file)).exit_code == 0

    def small(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["prlimit", "--fsize=20000", sys.executable, "-m", "innkeeper", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    for full in (
        small("backup", str(copy), "--database", str(file)),
        small("restore", str(good), "--yes", "--database", str(file)),
    ):
        assert full.returncode == 1
        assert "could not be copied" in full.stderr
        assert "Traceback" not in full.stderr
    size = file.stat().st_size
    with open(file, "r+b") as torn:
        torn.seek(4096)
        torn.write(os.urandom(size - 4096))
    ruined = run("backup", str(copy), "--database", str(file))
    assert ruined.exit_code == 1
    assert isinstance(ruined.exception, SystemExit), ruined.exception
    assert "could not be copied" in ruined.output
    assert sorted(one.name for one in tmp_path.iterdir() if "copy" in one.name or "part" in one.name) == []
