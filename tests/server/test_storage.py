"""Storage: durable before acknowledged, one seq once, migrations, copies, packs, frozen matches."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy import Connection, create_engine, insert, select

from innkeeper.cli import main
from innkeeper.server import schema
from innkeeper.server.storage import Entry, Patch, Storage, StorageDown, alembic_config, migrate
from tests.server.client import Api, Seat, two_seats
from tests.server.running import Running, running

MATCH = {
    "id": "m",
    "code": None,
    "game": "echo",
    "rules": "1",
    "content": "c",
    "options": "{}",
    "public": False,
    "watchers": True,
    "clock": '{"kind":"none"}',
    "takeover": None,
    "host": None,
    "status": "playing",
    "notice": None,
    "seed": b"s",
    "commitment": "0",
    "created": 1,
    "rated": False,
}


def url_of(folder: Path) -> str:
    return f"sqlite:///{folder / 'inn.db'}"


def with_storage(url: str, run: Callable[[Storage], Awaitable[None]]) -> None:
    async def scenario() -> None:
        migrate(url)
        storage = Storage(url)
        await storage.start()

        def prepare(connection: Connection) -> None:
            connection.execute(insert(schema.packs).values(hash="c", game="echo", files="{}"))
            connection.execute(insert(schema.matches).values(**MATCH))

        await storage.transact(prepare)
        try:
            await run(storage)
        finally:
            await storage.stop()

    asyncio.run(scenario())


def entry(seq: int, **more: Any) -> Entry:
    return Entry("m", seq, 0, "{}", 1, None)._replace(**more)


def check_conflicts(url: str) -> None:
    async def run(storage: Storage) -> None:
        over = Patch("over", None, 9, "{}")
        results = await asyncio.gather(
            storage.append(entry(1, nonce="a")),
            storage.append(entry(1, nonce="b"), over),  # the same seq in one batch
            storage.append(entry(2, nonce="c")),
            storage.append(entry(3, seat=1, nonce="a")),
        )
        assert results[0]
        assert not results[1]
        assert results[2]
        assert results[3]
        assert not await storage.append(entry(1, nonce="z"), over)
        row = await storage.row(select(schema.matches.c.status))
        assert row is not None
        assert row["status"] == "playing"  # what was refused changed nothing
        assert await storage.append(entry(4), over)
        row = await storage.row(select(schema.matches.c.status, schema.matches.c.ended))
        assert row is not None
        assert (row["status"], row["ended"]) == ("over", 9)

    with_storage(url, run)


def test_of_two_with_the_same_seq_one_is_kept(folder: Path) -> None:
    check_conflicts(url_of(folder))


def test_many_at_once_share_their_commits(folder: Path) -> None:
    async def run(storage: Storage) -> None:
        assert all(await asyncio.gather(*(storage.append(entry(seq)) for seq in range(1, 501))))
        rows = await storage.rows(select(schema.entries.c.seq))
        assert len(rows) == 500

    with_storage(url_of(folder), run)


def test_what_cannot_be_kept_fails_those_who_wait_and_nobody_else(folder: Path) -> None:
    async def run(storage: Storage) -> None:
        with pytest.raises(StorageDown, match="could not be kept"):
            await storage.append(entry(1, match_id="no such match"))
        assert await storage.append(entry(1))

        def wrong(connection: Connection) -> None:
            raise ValueError("a bug")

        with pytest.raises(ValueError, match="a bug"):
            await storage.transact(wrong)
        assert await storage.append(entry(2))

    with_storage(url_of(folder), run)


def test_sqlite_is_set_to_survive_a_power_cut(folder: Path) -> None:
    async def run(storage: Storage) -> None:
        with storage.engine.connect() as connection:
            for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                found = connection.exec_driver_sql(f"PRAGMA {pragma}")
                assert found.scalar() == value

    with_storage(url_of(folder), run)


def test_migrations_lead_to_the_schema_and_keep_what_is_there(folder: Path) -> None:
    """From the very first schema on, with a match in it."""
    url = url_of(folder)
    revisions = [one.revision for one in ScriptDirectory.from_config(alembic_config()).walk_revisions()]
    first = revisions[-1]
    assert first == "0001"
    migrate(url, first)
    with sqlite3.connect(folder / "inn.db") as old:
        old.execute("INSERT INTO packs VALUES ('c', 'echo', '{}')")
        names = ", ".join(MATCH)
        marks = ", ".join("?" * len(MATCH))
        old.execute(f"INSERT INTO matches ({names}) VALUES ({marks})", list(MATCH.values()))
        old.execute("INSERT INTO entries VALUES ('m', 1, 0, '{}', 1, 'n')")
    old.close()
    migrate(url)
    migrate(url)  # again changes nothing
    engine = create_engine(f"sqlite:///{folder / 'inn.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == revisions[0]
        assert compare_metadata(context, schema.metadata) == []
        assert connection.execute(select(schema.entries.c.seq)).scalars().all() == [1]
    engine.dispose()


def test_a_copy_while_the_server_runs(folder: Path) -> None:
    with running(folder) as server:

        async def play() -> str:
            async with Api(server.url) as api:
                id, tokens = await two_seats(api, "magicduel", preset="literal")
                async with Seat(server.url, id, tokens[0]) as seat:
                    await seat.act("magic")
                return id

        id = asyncio.run(play())
        target = folder / "copy.db"
        done = CliRunner().invoke(main, ["backup", str(target), "--database", str(folder / "inn.db")])
        assert done.exit_code == 0, done.output
        assert "checked" in done.output
        again = CliRunner().invoke(main, ["backup", str(target), "--database", str(folder / "inn.db")])
        assert again.exit_code == 1
        assert "exists already" in again.output
    with running(folder, database=str(target)) as other:

        async def look() -> None:
            async with Api(other.url) as api:
                assert (await api.get(f"/api/tables/{id}/view"))["seq"] == 1

        asyncio.run(look())


def change(folder: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(folder / "inn.db") as book:
        book.execute(statement, values)
    book.close()


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE matches SET rules = 'old'", "begun under rules version old"),
        ("UPDATE entries SET body = replace(body, 'magic', 'heal:1')", "entry 1 of its log"),
        ("UPDATE entries SET body = '{}'", "entry 1 of its log"),
        ("UPDATE matches SET start_hash = 'none'", "set-up does not replay"),
    ],
)
def test_a_match_that_no_longer_replays_is_frozen_with_a_notice(
    folder: Path, statement: str, why: str
) -> None:
    async def begin(url: str) -> tuple[str, list[str]]:
        async with Api(url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(url, id, tokens[0]) as seat:
                await seat.act("magic")
            return id, tokens

    async def look(url: str, id: str, token: str) -> None:
        async with Api(url) as api:
            refused = await api.get(f"/api/tables/{id}/view", status=409)
            assert why in refused["reason"]
            shown = await api.get(f"/api/tables/{id}")
            assert shown["status"] == "frozen"
            assert "This match is frozen" in shown["notice"]
            async with Seat(url, id, token) as seat:
                assert seat.table["status"] == "frozen"
                refused = await seat.ask("act", action="magic", seq=1)
                assert why in refused["reason"]

    with running(folder) as before:
        id, tokens = asyncio.run(begin(before.url))
    change(folder, statement)
    with running(folder) as after:
        asyncio.run(look(after.url, id, tokens[0]))


def test_editing_a_card_does_not_touch_a_running_match(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import innkeeper
    from innkeeper.engine import game as engine_game

    async def begin(url: str) -> tuple[str, list[str]]:
        async with Api(url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            return id, tokens

    async def look(url: str, id: str, token: str, old: str, new: str) -> None:
        async with Api(url) as api:
            shown = await api.get(f"/api/tables/{id}")
            assert shown["content"] == old
            async with Seat(url, id, token) as seat:
                assert (await seat.act("magic"))["type"] == "update"
            made = await api.post("/api/tables", {"game": "magicduel"})
            assert made["table"]["content"] == new
            cards = await api.get(f"/api/games/magicduel/content/{old}")
            assert "moves.toml" in cards

    with running(folder) as before:
        id, tokens = asyncio.run(begin(before.url))
    shipped = innkeeper.get_game("magicduel").content
    text = shipped.files["moves.toml"]
    edited = shipped.edited({"moves.toml": text + "\n# a designer was here\n"})
    monkeypatch.setattr(engine_game, "shipped", lambda folder: edited)
    with running(folder) as after:
        asyncio.run(look(after.url, id, tokens[0], shipped.hash, edited.hash))


def test_idle_matches_leave_the_memory_and_come_back(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as seat:
                await seat.act("magic")
                table = server.inn.hall.tables[id]
                assert table.match is not None
                table.touched -= 10_000
                server.inn.hall.housekeeping.evict()
                assert table.match is None
                await seat.act("magic")
                assert table.match is not None
                assert seat.seq == 2
            table.touched -= 10_000
            while table.connections:
                await asyncio.sleep(0.01)
            table.touched -= 10_000
            server.inn.hall.housekeeping.evict()
            assert id not in server.inn.hall.tables
            assert (await api.get(f"/api/tables/{id}/view", token=tokens[0]))["seq"] == 2

    with running(folder, bots=1) as server:
        asyncio.run(scenario(server))
