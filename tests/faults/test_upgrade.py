"""A rolling upgrade: two versions of a game's rules serve one database at the same time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.services import Services
from tests.server.client import Api, Seat, play_out, two_seats
from tests.server.running import Process

CLOCK = {"kind": "decision", "seconds": 300}
ROUNDS = 7.0  # seconds in which every server has looked for matches that wait


RULES = {"1": "tests.toy.rules:GAME", "2": "tests.toy.second:SECOND"}


class Inn:
    """One database, and servers at which this or that version of Pebbles is installed as a package."""

    def __init__(self, services: Services, folder: Path) -> None:
        self.database = services.database()
        self.channels = services.redis
        self.folder = folder
        self.servers: list[Process] = []

    def server(self, newest: str, *older: str) -> Process:
        package = self.folder / f"server{len(self.servers)}" / f"pebbles-{newest}.dist-info"
        package.mkdir(parents=True)
        (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: pebbles\nVersion: {newest}\n")
        names = [("toy", newest), *((f"toy@{version}", version) for version in older)]
        points = "".join(f"{name} = {RULES[version]}\n" for name, version in names)
        (package / "entry_points.txt").write_text(f"[innkeeper.games]\n{points}")
        path = os.pathsep.join([str(package.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
        made = Process("--database", self.database, "--channels", self.channels, PYTHONPATH=path)
        self.servers.append(made)
        return made.start()

    def row(self, id: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database) as book:
            return [
                *book.execute("SELECT * FROM matches WHERE id = %s", [id]).fetchall(),
                *book.execute("SELECT * FROM entries WHERE match_id = %s ORDER BY seq", [id]).fetchall(),
            ]

    def make_due(self, id: str) -> None:
        """As if its time had come long ago."""
        with psycopg.connect(self.database) as book:
            book.execute("UPDATE matches SET due = 0 WHERE id = %s", [id])

    def kept(self, id: str) -> bool:
        with psycopg.connect(self.database) as book:
            return bool(book.execute("SELECT 1 FROM endings WHERE match_id = %s", [id]).fetchall())


@pytest.fixture
def inn(services: Services, tmp_path: Path) -> Iterator[Inn]:
    made = Inn(services, tmp_path)
    yield made
    for server in made.servers:
        if server.process is not None and server.process.poll() is None:
            server.stop()


async def finish(url: str, id: str, tokens: list[str]) -> list[Seat]:
    seats = [Seat(url, id, token) for token in tokens]
    for seat in seats:
        await seat.connect()
    await asyncio.gather(*(play_out(seat, number) for number, seat in enumerate(seats)))
    for seat in seats:
        await seat.socket.close()
    return seats


@pytest.mark.timeout(180)
def test_two_versions_serve_one_database(inn: Inn) -> None:
    async def scenario(old: Process, new: Process) -> None:
        async with Api(old.url) as before, Api(new.url) as after:
            over, over_tokens = await two_seats(before, "toy", public=True)
            seats = await finish(old.url, over, over_tokens)
            record = await before.get(f"/api/tables/{over}/record")
            while not inn.kept(over):
                await asyncio.sleep(0.1)
            running, tokens = await two_seats(before, "toy", public=True, clock=CLOCK)
            waiting = await before.post(
                "/api/tables", {"game": "toy", "seats": [{"who": "you"}, {"who": "open"}]}
            )

            # The new server only looks: at what is over, at what runs, and at what has not begun.
            rows = inn.row(over)
            for number, seat in enumerate(seats):
                assert seat.update is not None
                shown = await after.get(f"/api/tables/{over}/view", token=over_tokens[number])
                assert (shown["seq"], shown["over"]) == (seat.seq, True)
                assert shown["view"] == seat.update["view"]
                assert shown["lines"] == seat.lines
                again = Seat(new.url, over, over_tokens[number])
                await again.connect()
                assert again.lines == seat.lines
                assert again.table["status"] == "over"
                assert "rules version 1, and here is 2" in again.table["notice"]
                await again.socket.close()
            assert await after.get(f"/api/tables/{over}/record") == record
            bench = await after.get(f"/api/tables/{over}/replay")
            assert bench["view"] == (await before.get(f"/api/tables/{over}/replay"))["view"]
            for what in ("replay?at=1", "tape", "verify"):
                refused = await after.get(f"/api/tables/{over}/{what}", status=409)
                assert "rules version 1, and here is 2" in refused["reason"]
            assert inn.row(over) == rows

            shown = await after.get(f"/api/tables/{running}")
            assert shown["status"] == "frozen"
            assert "rules version 1, and here is 2" in shown["notice"]
            await after.get(f"/api/tables/{running}/view", token=tokens[0], status=409)
            act = {"action": "show:iron", "seq": 0, "nonce": "n"}
            await after.post(f"/api/tables/{running}/act", act, token=tokens[0], status=409)
            id = waiting["table"]["id"]
            await after.post(f"/api/tables/{id}/sit", {"name": "Hanne"}, status=409)
            listed = [one["id"] for one in (await after.get("/api/tables?status=playing"))["tables"]]
            assert running in listed

            # Meanwhile the old one plays on, and answers for whoever is too slow.
            async with Seat(old.url, running, tokens[0]) as seat:
                assert (await seat.act(seat.legal[0]))["entry"] == 1

            # And what the new one begins is not for the old one.
            fresh, fresh_tokens = await two_seats(after, "toy", public=True)
            assert (await after.get(f"/api/tables/{fresh}"))["rules"] == "2"
            assert (await before.get(f"/api/tables/{fresh}"))["status"] == "frozen"
            async with Seat(new.url, fresh, fresh_tokens[0]) as seat:
                assert (await seat.act(seat.legal[0]))["entry"] == 1

            # The old server goes. Nobody has the rules: the match waits, whatever its clock says.
            old.stop()
            inn.make_due(running)
            rows = inn.row(running)
            await asyncio.sleep(ROUNDS)
            assert inn.row(running) == rows
            while (await after.http.get("/ready")).status_code != 200:  # it may be slow, and is well
                await asyncio.sleep(0.1)

            # A server that has both goes on with either.
            both = inn.server("2", "1")
            async with Api(both.url) as api:
                assert (await api.get(f"/api/tables/{running}"))["status"] == "playing"
                await finish(both.url, running, tokens)
                assert (await api.get(f"/api/tables/{running}/verify"))["good"]
                assert len((await api.get(f"/api/tables/{over}/tape"))["entries"]) == len(record["entries"])
                assert (await api.get(f"/api/tables/{over}"))["notice"] is None
                again = await api.post(f"/api/tables/{over}/rematch", token=over_tokens[0])
                assert again["rules"] == "2"
                await finish(both.url, fresh, fresh_tokens)

    asyncio.run(scenario(inn.server("1"), inn.server("2")))


@pytest.mark.timeout(120)
def test_what_an_older_server_froze_is_thawed(inn: Inn) -> None:
    """Servers once froze whatever they could not replay, also what was over."""

    async def scenario(server: Process) -> tuple[str, str, list[str]]:
        async with Api(server.url) as api:
            over, over_tokens = await two_seats(api, "toy")
            await finish(server.url, over, over_tokens)
            running, tokens = await two_seats(api, "toy")
            return over, running, tokens

    async def look(server: Process, over: str, running: str, tokens: list[str]) -> None:
        async with Api(server.url) as api:
            assert (await api.get(f"/api/tables/{over}/view"))["over"]
            assert (await api.get(f"/api/tables/{over}"))["status"] == "over"
            async with Seat(server.url, running, tokens[0]) as seat:
                assert (await seat.act(seat.legal[0]))["entry"] == 1

    server = inn.server("1")
    over, running, tokens = asyncio.run(scenario(server))
    server.stop()
    with psycopg.connect(inn.database) as book:
        book.execute("UPDATE matches SET status = 'frozen', notice = 'This match is frozen.', due = NULL")
    server = inn.server("1")
    asyncio.run(look(server, over, running, tokens))
    with psycopg.connect(inn.database) as book:
        found: dict[str, str] = dict(book.execute("SELECT id, status FROM matches").fetchall())
    assert found == {over: "over", running: "playing"}
