"""A bad row, a damaged log, a game that is gone: each hurts its own table and nothing else."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import innkeeper
from innkeeper.server import housekeeping
from innkeeper.server.serve import JsonLines
from tests.server.client import Api, Seat, two_seats
from tests.server.running import Running, running
from tests.wide import wide

CLOCK = {"kind": "decision", "seconds": 5}
LONG = {"kind": "decision", "seconds": 600}


def change(folder: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(folder / "inn.db", timeout=60) as book:
        assert book.execute(statement, values).rowcount != 0
    book.close()


def read(folder: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    with sqlite3.connect(folder / "inn.db", timeout=60) as book:
        found = book.execute(statement, values).fetchall()
    book.close()
    return found


async def until(fits: Any) -> None:
    """Look until something has happened; a test's own limit ends it if it never does."""
    while not await fits():
        await asyncio.sleep(0.05)


async def _two_tables(url: str, game: str = "magicduel", **more: Any) -> list[tuple[str, list[str]]]:
    async with Api(url) as api:
        return [await two_seats(api, game, public=True, **more) for _ in range(2)]


DAMAGE = [
    "UPDATE matches SET options = '{' WHERE id = ?",
    "UPDATE matches SET clock = '[]' WHERE id = ?",
    "UPDATE matches SET due = 1, start_hash = 'none' WHERE id = ?",
    "UPDATE chairs SET mutes = 'nobody' WHERE match_id = ?",
    "UPDATE matches SET content = 'gone' WHERE id = ?",
]


@pytest.mark.parametrize("statement", [*DAMAGE[:2], *wide(*DAMAGE[2:])])
def test_one_bad_row_stops_neither_housekeeping_nor_the_lobby(
    folder: Path, quick: None, statement: str
) -> None:
    """The bad table is the first that housekeeping looks at; the clock of the other one still runs out."""

    async def look(url: str, bad: str, good: str) -> None:
        async with Api(url) as api:

            async def timed_out() -> bool:
                return bool((await api.get(f"/api/tables/{good}/view"))["seq"] >= 1)

            await until(timed_out)
            listed = [one["id"] for one in (await api.get("/api/tables?status=playing"))["tables"]]
            assert good in listed
            refused = await api.get(f"/api/tables/{bad}/view", status=409)
            assert "frozen" in refused["reason"] or "cannot be read" in refused["reason"]
            assert (await api.get("/ready"))["status"] == "ok"
            page = (await api.http.get("/metrics")).text
            assert "innkeeper_tables_damaged_total 0.0" not in page

    with running(folder) as before:
        (bad, _), (good, _) = asyncio.run(_two_tables(before.url, preset="literal", clock=CLOCK))
    change(folder, "UPDATE matches SET due = 1 WHERE id = ?", bad)
    change(folder, statement, bad)
    with running(folder) as after:
        asyncio.run(look(after.url, bad, good))


@pytest.mark.parametrize("damage", ["outcome = '{'", "ended = NULL", "outcome = '{}'"])
def test_a_bad_result_does_not_keep_later_ones_from_being_written(
    folder: Path, quick: None, damage: str
) -> None:
    async def play(url: str) -> list[str]:
        tables = []
        seats = [{"who": "you"}, {"who": "bot"}]
        async with Api(url) as api:
            for _ in range(2):
                made = await api.post("/api/tables", {"game": "magicduel", "seats": seats})
                id, token = made["table"]["id"], made["tokens"][0]["token"]
                await api.post(f"/api/tables/{id}/start")
                await api.post(
                    f"/api/tables/{id}/act", {"action": "resign", "seq": 0, "nonce": "n"}, token=token
                )
                tables.append(id)
        return tables

    with running(folder) as before:
        first, second = asyncio.run(play(before.url))
    change(folder, "DELETE FROM results")
    change(folder, "UPDATE matches SET rated = 0")
    change(folder, f"UPDATE matches SET {damage} WHERE id = ?", first)
    with running(folder):

        async def written() -> bool:
            return read(folder, "SELECT rated FROM matches WHERE id = ?", second) == [(1,)]

        asyncio.run(until(written))
    assert read(folder, "SELECT rated FROM matches WHERE id = ?", first) == [(0,)]


@pytest.mark.parametrize("body", ["{", "null", '{"seat": 0}', "[" * 5000])
def test_a_damaged_log_is_frozen_and_named_not_shown_as_empty(folder: Path, body: str) -> None:
    async def begin(url: str) -> tuple[str, list[str]]:
        async with Api(url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(url, id, tokens[0]) as seat:
                await seat.act("magic")
                await seat.act("magic")
            return id, tokens

    async def look(url: str, id: str, tokens: list[str]) -> None:
        async with Api(url) as api:
            for _ in range(2):  # a second look finds the same
                refused = await api.get(f"/api/tables/{id}/view", status=409, token=tokens[0])
                assert "frozen" in refused["reason"]
                assert "entry 2" in refused["reason"]
            async with Seat(url, id, tokens[0]) as seat:
                assert seat.table["status"] == "frozen"
                assert seat.update is None

    with running(folder) as before:
        id, tokens = asyncio.run(begin(before.url))
    good = read(folder, "SELECT body FROM entries WHERE seq = 2")[0][0]
    change(folder, "UPDATE entries SET body = ? WHERE seq = 2", body)
    with running(folder) as after:
        asyncio.run(look(after.url, id, tokens))
    # freezing is reversible: with the right log it goes on
    change(folder, "UPDATE entries SET body = ? WHERE seq = 2", good)
    with running(folder) as mended:

        async def go_on() -> None:
            async with Seat(mended.url, id, tokens[1]) as seat:
                assert seat.seq == 2
                assert seat.table["status"] == "playing"
                assert (await seat.act("magic"))["entry"] == 3

        asyncio.run(go_on())


def test_a_match_that_freezes_is_shown_as_frozen_to_everybody_who_is_at_it(folder: Path) -> None:
    """Whoever's message finds the damage out is refused; the others need not ask to be told."""

    async def scenario(server: Running) -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as finder, Seat(server.url, id, tokens[1]) as other:
                await finder.act("magic")
                await asyncio.to_thread(
                    change, folder, "UPDATE entries SET body = '{}' WHERE match_id = ?", id
                )
                server.inn.hall.tables[id].forget()
                refused = await finder.ask("act", action="magic", seq=1)
                assert "frozen" in refused["reason"]
                told = await other.until(lambda message: message["type"] == "table")
                while told["status"] != "frozen":
                    told = await other.until(lambda message: message["type"] == "table")
                assert "frozen: entry 1" in told["notice"]

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_a_game_that_is_gone_breaks_no_list(folder: Path, quick: None, toy: innkeeper.Game) -> None:
    """Its tables are told of with a notice; lists, a person's own tables and housekeeping go on."""

    async def begin(api: Api) -> tuple[str, str]:
        await api.post("/api/accounts", {"name": "Hanne", "password": "a long enough password"})
        made = await api.post(
            "/api/tables",
            {"game": "toy", "public": True, "seats": [{"who": "you"}, {"who": "bot"}], "clock": LONG},
        )
        gone = made["table"]["id"]
        await api.post(f"/api/tables/{gone}/start")
        made = await api.post(
            "/api/tables",
            {"game": "magicduel", "public": True, "seats": [{"who": "you"}] * 2, "clock": CLOCK},
        )
        there = made["table"]["id"]
        await api.post(f"/api/tables/{there}/start")
        return gone, there

    async def look(api: Api, gone: str, there: str) -> None:
        async def timed_out() -> bool:
            return bool((await api.get(f"/api/tables/{there}"))["seq"] >= 1)

        await until(timed_out)
        listed = {one["id"]: one for one in (await api.get("/api/tables?status=playing"))["tables"]}
        assert set(listed) == {gone, there}
        assert "'toy' is not installed" in listed[gone]["notice"]
        mine = {one["id"]: one["status"] for one in (await api.get("/api/me"))["tables"]}
        assert mine == {gone: "frozen", there: "playing"}
        assert (await api.get("/api/players/Hanne"))["name"] == "Hanne"
        refused = await api.get(f"/api/tables/{gone}/view", status=409)
        assert "'toy' is not installed" in refused["reason"]
        refused = await api.post(f"/api/tables/{gone}/practise", {"at": 0, "seat": 0}, status=409)
        assert (await api.get("/ready"))["status"] == "ok"

    async def scenario() -> None:
        with running(folder) as before:
            async with Api(before.url) as api:
                gone, there = await begin(api)
                cookies = api.http.cookies
        change(folder, "UPDATE matches SET due = 1 WHERE id = ?", gone)
        rows = read(folder, "SELECT * FROM matches WHERE id = ?", gone)
        innkeeper.unregister(toy)
        try:
            with running(folder) as after:
                async with Api(after.url) as api:
                    api.http.cookies = cookies
                    await look(api, gone, there)
        finally:
            innkeeper.register(toy)
        assert read(folder, "SELECT * FROM matches WHERE id = ?", gone) == rows  # left alone

    asyncio.run(scenario())


def test_ready_tells_when_housekeeping_has_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.05)

    async def look(server: Running) -> None:
        async with Api(server.url) as api:
            assert (await api.get("/ready"))["status"] == "ok"
            keeper = server.inn.hall.housekeeping
            assert keeper.task is not None
            keeper.task.get_loop().call_soon_threadsafe(keeper.task.cancel)
            monkeypatch.setattr(housekeeping, "STOPPED_SECONDS", 0.5)

            async def unavailable() -> bool:
                return (await api.http.get("/ready")).status_code == 503

            await until(unavailable)
            assert (await api.get("/health"))["status"] == "ok"

    with running(folder) as server:
        asyncio.run(look(server))


def test_whatever_a_step_of_housekeeping_raises_the_next_round_comes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.05)

    async def look(server: Running) -> None:
        rounds = 0

        def evict() -> None:
            nonlocal rounds
            rounds += 1
            raise ZeroDivisionError("a bug")

        monkeypatch.setattr(server.inn.hall.housekeeping, "evict", evict)
        async with Api(server.url) as api:

            async def again() -> bool:
                return rounds >= 3

            await until(again)
            assert (await api.get("/ready"))["status"] == "ok"
            page = (await api.http.get("/metrics")).text
            assert 'innkeeper_housekeeping_failures_total{step="evict"}' in page

    with running(folder) as server:
        asyncio.run(look(server))


def test_consent_is_not_asked_for_what_was_taken_back(server: Running) -> None:
    """After a free undo nothing is left to ask for, and a consent given all the same does no harm."""

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first:
                await first.act("magic")
                undone = await first.ask("undo", seq=1)
                assert undone["undo"] == {"free": False, "ask": False, "asked_by": None, "waits_for": []}
                refused = await first.ask("undo", seq=2)
                assert refused["type"] == "refused"
                assert "nothing to take back" in refused["reason"]
                assert (await first.act("magic"))["type"] == "update"

    asyncio.run(scenario())


class Listener(logging.Handler):
    """All that a server writes into its log, as it would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(JsonLines().format(record))


def test_errors_name_neither_tables_nor_values(folder: Path) -> None:
    """Whatever goes wrong with the database, what is logged opens no table and tells no secret."""
    listener = Listener()

    async def scenario(server: Running) -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            broken, _ = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as seat:
                await seat.act("magic")
                for table in ("entries", "notes"):
                    no = f"CREATE TRIGGER no_{table} BEFORE INSERT ON {table}"
                    change(folder, f"{no} BEGIN SELECT RAISE(ABORT, 'no'); END")
                refused = await seat.ask("act", action="magic", seq=1)
                assert "nothing has happened" in refused["reason"]
                refused = await seat.ask("say", text="a word in confidence")
                assert "nothing has happened" in refused["reason"]
            act = {"action": "magic", "seq": 1, "nonce": "over-REST"}
            await api.post(f"/api/tables/{id}/act", act, token=tokens[0], status=503)
            server.inn.hall.tables.pop(broken)
            change(folder, "UPDATE chairs SET mutes = '{' WHERE match_id = ?", broken)
            await api.get(f"/api/tables/{broken}", status=409)

            async def fall_over(*_: object) -> None:
                raise RuntimeError("a bug")

            server.inn.hall.open = fall_over  # type: ignore[assignment]
            await api.get(f"/api/tables/{id}", status=500)
            written = "\n".join(listener.lines)
            assert "a bug" in written
            assert "could not be kept" in written
            assert "/api/tables/{table_id" in written
            for secret in (id, broken, *tokens, "a word in confidence", "over-REST"):
                assert secret not in written

    with running(folder) as server:
        logging.getLogger("innkeeper").addHandler(listener)
        try:
            asyncio.run(scenario(server))
        finally:
            logging.getLogger("innkeeper").removeHandler(listener)
