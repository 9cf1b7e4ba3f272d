"""Tables without people: how many one may set, and what becomes of those that nobody comes back to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from innkeeper.server import schema
from innkeeper.server.table import Table
from tests.patience import PATIENCE
from tests.server.client import Api, Seat, two_seats
from tests.server.conftest import Standing
from tests.server.running import Running, running

OPEN: dict[str, Any] = {"game": "echo", "seats": [{"who": "you"}, {"who": "open"}]}


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_guest_cannot_set_tables_without_end(folder: Path) -> None:
    with running(folder, tables_per_guest=5) as server, httpx.Client(base_url=server.url) as http:
        made = [http.post("/api/tables", json=OPEN) for _ in range(7)]
        assert [one.status_code for one in made] == [201] * 5 + [409] * 2
        assert "5 tables today" in made[-1].json()["reason"]
        assert httpx.post(server.url + "/api/tables", json=OPEN).status_code == 201  # somebody else
        first = made[0].json()["table"]["id"]
        assert http.delete(f"/api/tables/{first}").status_code == 204
        assert http.post("/api/tables", json=OPEN).status_code == 201
        assert http.post("/api/tables", json=OPEN).status_code == 409


def test_an_address_cannot_set_tables_without_end(folder: Path, refilling: Standing) -> None:
    with running(folder, tables_per_minute=6) as server:
        made = [httpx.post(server.url + "/api/tables", json=OPEN) for _ in range(8)]
        assert [one.status_code for one in made] == [201] * 6 + [429] * 2
        assert made[-1].headers["retry-after"]


def guests(server: Running) -> int:
    return len(server.call(server.inn.storage.rows(select(schema.guests.c.id))))


def test_an_address_cannot_bring_guests_without_end(folder: Path, refilling: Standing) -> None:
    with running(folder, tables_per_minute=6) as server, httpx.Client(base_url=server.url) as http:
        three = {"game": "micah", "seats": [{"who": "you"}, {"who": "open"}, {"who": "open"}]}
        table = f"/api/tables/{http.post('/api/tables', json=three).json()['table']['id']}"
        for _ in range(5):  # at a table that is not there, nobody becomes a guest
            assert httpx.post(f"{server.url}/api/tables/{'x' * 22}/sit", json={}).status_code == 404
        assert guests(server) == 1
        codes = []
        for _ in range(40):
            sat = httpx.post(server.url + table + "/sit", json={"seat": 1})
            codes.append(sat.status_code)
            if sat.status_code == 201:
                key = {"authorization": f"Bearer {sat.json()['tokens'][0]['token']}"}
                httpx.delete(f"{server.url}{table}/seats/1", headers=key)
        assert codes[:20] == [201] * 20
        assert 429 in codes
        assert guests(server) == 1 + codes.count(201)
        assert http.get("/api/me").status_code == 200  # who is known here already is not counted


def age(server: Running, table: str, milliseconds: int) -> None:
    """Let a table have waited for so long."""

    def run(connection: Any) -> None:
        m = schema.matches
        connection.execute(update(m).where(m.c.id == table).values(due=m.c.due - milliseconds))

    server.call(server.inn.storage.transact(run))


def test_a_table_that_nobody_is_at_goes_away(folder: Path, quick: None) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as api:

            async def status(id: str) -> str:
                return str((await api.get(f"/api/tables/{id}"))["status"])

            async def goes(id: str) -> None:
                while await status(id) != "closed":
                    await asyncio.sleep(0.05)

            left, kept, private, late = [
                (await api.post("/api/tables", {**OPEN, "public": public}))["table"]
                for public in (True, True, False, True)
            ]
            for one in (left, kept, private, late):
                age(server, one["id"], 31 * 60_000)
            async with Api(server.url) as other:
                began, _ = await two_seats(other, "echo", public=True)
            await goes(left["id"])
            async with Seat(server.url, private["id"]) as watcher:
                assert watcher.table["status"] == "open"  # invitations wait longer
                age(server, private["id"], 48 * 3_600_000)
                told = await watcher.until(lambda message: message.get("status") == "closed")
                assert "cleared away" in told["notice"]
            refused = await api.post(f"/api/tables/{left['id']}/sit", {"name": "Late"}, status=409)
            assert refused["reason"]
            listed = (await api.get("/api/tables"))["tables"]
            assert left["id"] not in [one["id"] for one in listed]
            assert await status(began) == "playing"

    async def kept(server: Running) -> None:
        async with Api(server.url) as api:
            made = await api.post("/api/tables", {**OPEN, "public": True})
            id, token = made["table"]["id"], made["tokens"][0]["token"]
            async with Seat(server.url, id, token) as host:
                await host.ask("ping")
                leaf = server.inn.hall.tables[id].leaf
                before = leaf.due or 0
                leaf.due = before - 20 * 60_000
                while (leaf.due or 0) < before:  # somebody is there
                    await asyncio.sleep(0.05)
                assert (await api.get(f"/api/tables/{id}"))["status"] == "open"

    with running(folder) as server:
        asyncio.run(scenario(server))
        asyncio.run(kept(server))


def test_tables_of_before_are_given_time_too(folder: Path, quick: None) -> None:
    with running(folder) as server:
        made = httpx.post(server.url + "/api/tables", json={**OPEN, "public": True}).json()["table"]["id"]

        def forget(connection: Any) -> None:
            connection.execute(update(schema.matches).values(due=None))

        server.call(server.inn.storage.transact(forget))
    with running(folder, lobby_minutes=0.001) as server:
        until(lambda: httpx.get(f"{server.url}/api/tables/{made}").json()["status"] == "closed")


@pytest.mark.parametrize("people", [1, 2])
def test_a_match_that_began_is_not_deserted(folder: Path, quick: None, people: int) -> None:
    with running(folder, lobby_minutes=0.001, invitation_hours=0.00001) as server:
        seats = [{"who": "you"}, {"who": "you" if people == 2 else "bot"}]
        with httpx.Client(base_url=server.url) as http:
            made = http.post("/api/tables", json={"game": "echo", "seats": seats})
            id = made.json()["table"]["id"]
            started = http.post(f"/api/tables/{id}/start", json={})
            if started.status_code == 200:
                time.sleep(1)
                assert http.get(f"/api/tables/{id}").json()["status"] == "playing"
            else:  # it was cleared away before it could begin
                assert http.get(f"/api/tables/{id}").json()["status"] == "closed"


def test_a_table_cleared_away_while_it_begins_has_not_begun(folder: Path, quick: None) -> None:
    with running(folder) as server, httpx.Client(base_url=server.url) as http:
        begin = server.inn.tables.dealer.begin

        async def too_late(table: Table) -> None:
            m = schema.matches.c
            closed = update(schema.matches).where(m.id == table.id).values(status="closed")
            await server.inn.storage.transact(lambda connection: connection.execute(closed))
            await begin(table)

        server.inn.tables.dealer.begin = too_late  # type: ignore[method-assign]
        seats = [{"who": "you"}, {"who": "bot"}]
        id = http.post("/api/tables", json={"game": "echo", "seats": seats}).json()["table"]["id"]
        started = http.post(f"/api/tables/{id}/start", json={})
        assert (started.status_code, "or will not" in started.text) == (409, True)
        assert http.get(f"/api/tables/{id}").json()["status"] == "closed"
