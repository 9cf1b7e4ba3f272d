"""Several processes serve the same matches: PostgreSQL keeps them, Redis or PostgreSQL carries the hints."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

import innkeeper
from innkeeper.engine.game import all_games
from innkeeper.server import schema
from tests.faults.load import BROKEN
from tests.faults.servers import Killable
from tests.faults.services import Services
from tests.server.client import Api, Seat, play_out, two_seats
from tests.server.running import STOPPING, Process
from tests.server.test_anew import begins_anew, stops_while_it_begins_anew
from tests.server.test_rights import NO_LONGER, all_mine, shut, with_cookie
from tests.server.test_storage import check_conflicts

GAMES = [game.id for game in all_games()[0] if 2 in game.seats]
Two = tuple[Killable, Killable]


@pytest.fixture(scope="module")
def two(services: Services) -> Iterator[Two]:
    database = services.database()
    servers = [Killable(database=database, channels=services.redis) for _ in range(2)]
    try:
        yield servers[0].start(), servers[1].start()
    finally:
        for server in servers:
            server.stop()


def test_of_two_with_the_same_seq_postgresql_keeps_one(services: Services) -> None:
    check_conflicts(services.database().replace("postgresql://", "postgresql+psycopg://"))


def test_the_migrations_lead_to_the_schema_on_postgresql(services: Services, two: Two) -> None:
    url = str(two[0].settings["database"]).replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_between_two_processes(two: Two, game: str) -> None:
    async def scenario() -> None:
        async with Api(two[0].url) as api:
            id, tokens = await two_seats(api, game)
            seats = [Seat(server.url, id, token) for server, token in zip(two, tokens)]
            for seat in seats:
                await seat.connect()
            await asyncio.gather(*(play_out(seat, number) for number, seat in enumerate(seats)))
            for number, seat in enumerate(seats):
                truth = await api.get(f"/api/tables/{id}/view", token=tokens[number])
                assert seat.update is not None
                assert seat.update["view"] == truth["view"]
                assert seat.lines == truth["lines"]
                await seat.socket.close()
            innkeeper.verify(await api.get(f"/api/tables/{id}/record"))

    asyncio.run(scenario())


def test_what_was_lost_in_one_process_is_lost_in_the_other(two: Two) -> None:
    """A seat that was left and a key that was withdrawn here close the sockets they opened there."""

    async def scenario() -> None:
        async with Api(two[0].url) as wren, Api(two[0].url) as hanne:
            id, tokens = await all_mine(wren, "echo")
            far = Seat(two[1].url, id, tokens[1])
            await far.connect()
            await wren.call("DELETE", f"/api/tables/{id}/seats/1")
            await hanne.post(f"/api/tables/{id}/sit", {"name": "Hanne"})
            code, reason, said = await shut(far)
            assert (code, reason) == (NO_LONGER, "seat 1 is no longer yours")
            assert not [message for message in said if message["type"] == "update"]
            # Hanne's browser has its socket over there, and logs in here: her new key opens the seat there
            browser = await with_cookie(hanne, id, url=two[1].url)
            watching = Seat(two[1].url, id)
            await watching.connect()
            await hanne.post("/api/accounts", {"name": "hanne-of-two", "password": "geese are geese"})
            code, _, _ = await shut(browser)
            assert code == NO_LONGER
            browser = await with_cookie(hanne, id, url=two[1].url)
            assert browser.update is not None
            assert browser.update["view"]["you"] == 1
            await hanne.post("/api/logout")
            code, reason, _ = await shut(browser)
            assert code == NO_LONGER
            assert "logged out" in reason
            await watching.socket.close()

    asyncio.run(scenario())


def test_presence_chat_and_consent_between_two_processes(two: Two) -> None:
    async def scenario() -> None:
        async with Api(two[0].url) as api, Api(two[1].url) as far:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(two[0].url, id, tokens[0]) as first:
                second = Seat(two[1].url, id, tokens[1])
                await second.connect()
                if not first.table["seats"][1]["here"]:
                    await first.until(lambda m: m["type"] == "table" and m["seats"][1]["here"])
                await first.ask("say", text="Hello over there.")
                heard = await second.until(lambda m: m["type"] == "said")
                assert heard["text"] == "Hello over there."
                await first.act("magic")
                await first.act("magic")
                await second.turn()
                await second.act("magic")
                await first.until(lambda m: m["type"] == "update" and m["seq"] == 3)
                await first.ask("undo", seq=3)
                await second.until(lambda m: m["type"] == "update" and m["undo"]["asked_by"] == 0)
                await second.ask("answer_undo", agree=True, seq=3)
                await first.until(lambda m: m["type"] == "update" and m["seq"] == 4)
                # a process that serves no connection of this table reads the log before it answers
                for server in (api, far):
                    assert (await server.get(f"/api/tables/{id}/view", token=tokens[0]))["seq"] == 4
                second.cut()
                await first.until(lambda m: m["type"] == "table" and not m["seats"][1]["here"])

    asyncio.run(scenario())


def test_both_processes_want_the_same_seq(two: Two) -> None:
    async def scenario() -> None:
        async with Api(two[0].url) as near, Api(two[1].url) as far:
            id, tokens = await two_seats(near, "magicduel", preset="literal")
            for server in (near, far):
                await server.get(f"/api/tables/{id}/view", token=tokens[0])  # both have it in memory
            path = f"/api/tables/{id}/act"
            for seq in range(20):
                bodies = [{"action": "magic", "seq": seq, "nonce": f"{seq}{side}"} for side in "ab"]
                view = await near.get(f"/api/tables/{id}/view?since={seq}", token=tokens[0])
                token = tokens[view["view"]["to_act"][0]]
                answers = await asyncio.gather(
                    near.post(path, bodies[0], token=token), far.post(path, bodies[1], token=token)
                )
                done = {answer["entry"] for answer in answers}
                assert done == {seq + 1, None}
            assert (await far.get(f"/api/tables/{id}/view", token=tokens[0]))["seq"] == 20

    asyncio.run(scenario())


def test_hints_over_postgresql(services: Services) -> None:
    database = services.database()
    servers = [Killable(database=database, channels=database).start() for _ in range(2)]

    async def scenario() -> None:
        async with Api(servers[0].url) as api:
            id, tokens = await two_seats(api, "echo")
            seats = [Seat(server.url, id, token) for server, token in zip(servers, tokens)]
            for seat in seats:
                await seat.connect()
            await asyncio.gather(*(play_out(seat, number) for number, seat in enumerate(seats)))
            for seat in seats:
                await seat.socket.close()

    try:
        asyncio.run(scenario())
    finally:
        for server in servers:
            server.stop()


def test_workers_begin_anew(services: Services) -> None:
    server = Process(
        "--database", services.database(), "--channels", services.redis, "--workers", "2"
    ).start()
    try:
        asyncio.run(begins_anew(server))
    finally:
        server.stop()


@pytest.mark.long
def test_workers_that_take_long_to_begin_are_waited_for(services: Services, tmp_path: Path) -> None:
    """As on a machine that is slow or busy; who takes them for dead ends them and begins again, for ever."""
    slowly = "import sys, time\nif any('spawn_main' in word for word in sys.orig_argv):\n    time.sleep(11)\n"
    (tmp_path / "sitecustomize.py").write_text(slowly)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    crew = ["--database", services.database(), "--channels", services.redis, "--workers", "2"]
    server = Process(*crew, PYTHONPATH=path)
    try:
        server.start()
    finally:
        server.kill()


def test_workers_told_to_stop_stop(services: Services) -> None:
    stops_while_it_begins_anew(
        Process("--database", services.database(), "--channels", services.redis, "--workers", "2")
    )


def test_workers_of_one_server_and_the_death_of_one(services: Services) -> None:
    server = Process(
        "--database", services.database(), "--channels", services.redis, "--workers", "2"
    ).start()
    assert server.process is not None
    parent = server.process.pid

    def workers() -> list[int]:
        found = []
        for name in os.listdir("/proc"):
            if name.isdecimal():
                try:
                    with open(f"/proc/{name}/stat", encoding="utf-8") as stat:
                        fields = stat.read().rpartition(")")[2].split()
                    with open(f"/proc/{name}/cmdline", "rb") as line:
                        command = line.read()
                except OSError:
                    continue
                if int(fields[1]) == parent and b"spawn_main" in command:
                    found.append(int(name))
        return found

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            seats = [Seat(server.url, id, token) for token in tokens]
            for seat in seats:
                await seat.connect()
            while len(before := workers()) < 2:
                await asyncio.sleep(0.05)
            assert len(before) == 2
            os.kill(before[0], signal.SIGKILL)

            async def play(seat: Seat, number: int) -> None:
                while True:
                    try:
                        await play_out(seat, number)
                        return
                    except Exception:  # whatever the cut looks like: come back
                        await asyncio.sleep(0.05)
                        try:
                            await seat.connect()
                        except BROKEN:
                            continue

            await asyncio.wait_for(asyncio.gather(*(play(s, n) for n, s in enumerate(seats))), 60)
            innkeeper.verify(await api.get(f"/api/tables/{id}/record"))
            for seat in seats:
                await seat.socket.close()
            page = (await api.http.get("/metrics")).text
            assert 'innkeeper_matches_finished_total{game="magicduel"} 1.0' in page  # over all workers

    try:
        asyncio.run(scenario())
    finally:
        assert server.stop() < STOPPING
