"""A database that hangs, is damaged or comes from another time: said in time, and in a sentence."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from innkeeper.server.storage import migrate
from tests.faults.services import Services
from tests.patience import PATIENCE
from tests.server.client import Api, Seat, two_seats
from tests.server.running import STOPPING, Process

IN_TIME = 10.0  # for what takes less than two seconds where nobody else works
NEW = {"game": "echo", "seats": [{"who": "you"}, {"who": "open"}]}


def _get(server: Process, path: str) -> httpx.Response:
    return httpx.get(f"{server.url}{path}", timeout=PATIENCE)


def _set(server: Process) -> int:
    """Whether a table can be set, as the status of the answer."""
    return httpx.post(f"{server.url}/api/tables", json=NEW, timeout=PATIENCE).status_code


def _until(server: Process, status: int) -> None:
    """Within a few rounds of housekeeping, which writes something in each."""
    deadline = time.monotonic() + PATIENCE
    while _get(server, "/ready").status_code != status:
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.timeout(120)
def test_ready_answers_in_time_and_the_server_goes_while_postgresql_hangs(own_services: Services) -> None:
    server = Process("--database", own_services.database()).start()

    async def begin() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            seat = Seat(server.url, id, tokens[0])
            await seat.connect()
            own_services.postgres_service.pause()
            await seat.send("act", action="magic", seq=0, nonce="waits")  # the writer hangs from here on
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                for _ in range(8):  # more than there are readers
                    began = time.monotonic()
                    assert (await http.get("/ready")).status_code == 503
                    assert time.monotonic() - began < IN_TIME
                assert (await http.get("/health")).status_code == 200
            assert server.stop() < STOPPING

    try:
        asyncio.run(begin())
    finally:
        own_services.postgres_service.resume()
        if server.process is not None and server.process.poll() is None:
            server.kill()


@pytest.mark.timeout(120)
def test_ready_comes_back_with_the_database(own_services: Services) -> None:
    server = Process("--database", own_services.database()).start()
    try:
        own_services.postgres_service.stop()
        assert _get(server, "/ready").status_code == 503
        own_services.postgres_service.start()
        own_services.wait()
        _until(server, 200)
    finally:
        server.stop()


@pytest.mark.timeout(120)
def test_ready_tells_that_the_file_is_damaged(tmp_path: Path) -> None:
    """Where nobody reads at the start: in the middle of the log."""
    file = tmp_path / "inn.db"
    migrate(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as book:
        book.execute("INSERT INTO packs VALUES ('c', 'echo', '{}')")
        book.executemany(
            "INSERT INTO packs VALUES (?, 'echo', ?)", [(f"{n:032}", "x" * 2000) for n in range(500)]
        )
        book.commit()
        book.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        book.execute("PRAGMA journal_mode=DELETE")
    size = file.stat().st_size
    with open(file, "r+b") as torn:
        torn.seek(size // 2 // 4096 * 4096)
        torn.write(os.urandom(4096))
    server = Process("--database", str(file))
    server.start_without_waiting()
    try:
        while True:
            try:
                answer = httpx.get(f"{server.url}/ready", timeout=5)
            except httpx.TransportError:
                time.sleep(0.05)
                continue
            if answer.status_code == 503 and answer.json()["status"] == "unavailable":
                break
            time.sleep(0.05)
        assert _get(server, "/health").status_code == 200
    finally:
        server.stop()


@pytest.mark.timeout(120)
def test_ready_tells_that_nothing_can_be_written(tmp_path: Path) -> None:
    """The disk is full: whatever is asked is refused, so the server is not ready, until there is room."""
    import resource

    server = Process("--database", str(tmp_path / "inn.db")).start()
    try:
        assert server.process is not None
        assert _set(server) == 201
        room = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, room[1]))
        assert _set(server) == 503
        _until(server, 503)
        assert _get(server, "/api/tables").status_code == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, room)
        _until(server, 200)
        assert _set(server) == 201
    finally:
        server.stop()


@pytest.mark.timeout(120)
def test_ready_tells_that_writing_hangs(tmp_path: Path) -> None:
    """Another program keeps the database to itself: looking still works, and nothing else does."""
    server = Process("--database", str(tmp_path / "inn.db")).start()
    try:
        with closing(sqlite3.connect(tmp_path / "inn.db", timeout=PATIENCE, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            _until(server, 503)
            other.execute("ROLLBACK")
        _until(server, 200)
    finally:
        server.stop()


@pytest.mark.timeout(120)
def test_nothing_is_promised_when_the_file_is_taken_away(tmp_path: Path) -> None:
    """What is written into a file without a name is gone when the server goes."""
    file, away = tmp_path / "inn.db", tmp_path / "away.db"
    server = Process("--database", str(file)).start()
    try:
        assert _set(server) == 201
        file.rename(away)
        assert _get(server, "/ready").status_code == 503
        assert _set(server) == 503
        file.touch()  # another one is not the same
        assert _get(server, "/ready").status_code == 503
        assert _set(server) == 503
        away.rename(file)
        assert _set(server) == 201
        _until(server, 200)
    finally:
        server.stop()


def _serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "innkeeper", "serve", "--no-browser", "--port", "0", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_a_database_of_a_newer_version_ends_in_a_sentence(services: Services, tmp_path: Path) -> None:
    import psycopg

    file, url = tmp_path / "inn.db", services.database()
    migrate(f"sqlite:///{file}")
    migrate(url.replace("postgresql://", "postgresql+psycopg://"))
    with closing(sqlite3.connect(file)) as book:
        book.execute("UPDATE alembic_version SET version_num = 'later'")
        book.commit()
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
    for database in (str(file), url):
        done = _serve("--database", database)
        assert done.returncode == 1
        assert "made by a newer version of Innkeeper" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_file_that_is_no_database_ends_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "inn.db"
    file.write_text("a shopping list\n" * 1000)
    done = _serve("--database", str(file))
    assert done.returncode == 1
    assert "cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr
    done = _serve("--database", "/proc/inn.db")
    assert done.returncode == 1
    assert "cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr
