"""Whoever had a place at a table has it no longer than it is theirs: seats, the bench, keys."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

import pytest
import websockets
from sqlalchemy import Connection, delete, update

from innkeeper.server import schema
from innkeeper.server.readings import Who
from innkeeper.server.table import Table
from tests.patience import PATIENCE
from tests.server.client import Api, Message, Seat
from tests.server.running import Running, running

NO_LONGER = 4410
PEOPLE = {"echo": 2, "adventurer": 2, "micah": 3}
SECRET = {"name": "Hanne", "password": "geese are geese"}


async def shut(seat: Seat) -> tuple[int, str, list[Message]]:
    """Read until the line is closed: the code, the reason, and what was still said."""
    said: list[Message] = []
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            said.append(await seat.receive())
    return seat.socket.close_code, seat.socket.close_reason, said


async def with_cookie(api: Api, id: str, url: str | None = None, **query: Any) -> Seat:
    """A seat's socket as a browser opens it, in another process if `url` says so."""
    seat = Seat(url or api.url, id, **query)
    seat.headers = {"cookie": "; ".join(f"{name}={value}" for name, value in api.http.cookies.items())}
    await seat.connect()
    return seat


async def all_mine(api: Api, game: str) -> tuple[str, list[str]]:
    """A table whose seats are all taken by one person, not begun; its id and the tokens by seat."""
    seats = [{"who": "you", "name": f"Wren {seat}"} for seat in range(PEOPLE[game])]
    made = await api.post("/api/tables", {"game": game, "seats": seats})
    return made["table"]["id"], [key["token"] for key in made["tokens"]]


@pytest.mark.parametrize("by", ["token", "cookie"])
@pytest.mark.parametrize("game", sorted(PEOPLE))
def test_who_gets_up_neither_sees_nor_acts_for_the_next_one_there(
    server: Running, game: str, by: str
) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren, Api(server.url) as hanne:
            id, tokens = await all_mine(wren, game)
            if by == "token":
                old = Seat(server.url, id, tokens[1])
                await old.connect()
            else:
                old = await with_cookie(wren, id, seat=1)
            await wren.call("DELETE", f"/api/tables/{id}/seats/1")
            joined = await hanne.post(f"/api/tables/{id}/sit", {"name": "Hanne"})
            assert joined["table"]["status"] == "playing"
            act = {"action": "resign", "seq": 0, "nonce": "n"}
            with contextlib.suppress(websockets.ConnectionClosed):
                await old.send("act", **act)
            code, reason, said = await shut(old)
            assert code == NO_LONGER
            assert reason == "seat 1 is no longer yours"
            assert [message["type"] for message in said if message["type"] != "table"] == []
            shown = await hanne.get(f"/api/tables/{id}/view")
            assert (shown["seq"], shown["over"]) == (0, False)
            await wren.post(f"/api/tables/{id}/act?seat=1", act, status=403)

    asyncio.run(scenario())


def test_a_seat_given_to_a_bot_is_nobodys(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren:
            id, tokens = await all_mine(wren, "echo")
            old = Seat(server.url, id, tokens[1])
            await old.connect()
            await wren.call("DELETE", f"/api/tables/{id}/seats/1")
            await wren.call("PUT", f"/api/tables/{id}/seats/1", {"who": "bot", "bot": "random"})
            await wren.post(f"/api/tables/{id}/start")
            code, _, said = await shut(old)
            assert code == NO_LONGER
            assert not [message for message in said if message["type"] == "update"]

    asyncio.run(scenario())


def test_the_bench_is_cleared_when_a_table_is_no_longer_for_watching(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren:
            id, tokens = await all_mine(wren, "echo")
            await wren.post(f"/api/tables/{id}/start")
            bench = Seat(server.url, id)
            await bench.connect()
            own = await with_cookie(
                wren, id, watch="true"
            )  # those who sit there may also look from the bench
            first = Seat(server.url, id, tokens[0])
            await first.connect()
            await wren.call("PATCH", f"/api/tables/{id}", {"watchers": False})
            code, reason, said = await shut(bench)
            assert (code, reason) == (NO_LONGER, "this table is not for watching")
            assert not [message for message in said if message["type"] == "update" and message["seq"] > 0]
            await first.act(first.legal[0])
            await own.until(lambda message: message["type"] == "update" and message["seq"] == 1)
            await own.socket.close()
            await first.socket.close()

    asyncio.run(scenario())


class Held:
    """A table whose lock is held while something else happens."""

    def __init__(self, server: Running, id: str) -> None:
        self.server = server
        self.table: Table = server.inn.hall.tables[id]

    def __enter__(self) -> Held:
        self.server.call(self._hold())
        return self

    async def _hold(self) -> None:
        await self.table.lock.acquire()

    async def waits(self, count: int) -> None:
        """Until so many wait for their turn."""
        deadline = time.monotonic() + PATIENCE
        while len(self.table.lock._waiters or ()) < count:
            assert time.monotonic() < deadline, "nobody waits"
            await asyncio.sleep(0.002)

    def empty(self, seat: int) -> None:
        """The database says that nobody sits there any more."""
        c = schema.chairs.c
        values = {"who": "open", "token": None, "guest": None, "account": None}

        def run(connection: Connection) -> None:
            here = (c.match_id == self.table.id) & (c.seat == seat)
            connection.execute(update(schema.chairs).where(here).values(**values))

        async def change() -> None:
            await self.server.inn.storage.transact(run)
            self.table.set(*await self.server.inn.hall.books.leaf(self.table.id))

        self.server.call(change())

    def __exit__(self, *_: object) -> None:
        async def release() -> None:
            self.table.lock.release()
            self.table.wake()

        self.server.call(release())


MESSAGES: list[Message] = [
    {"type": "act", "action": "resign", "seq": 0, "nonce": "a"},
    {"type": "resign", "nonce": "b"},
    {"type": "undo", "seq": 0, "nonce": "c"},
    {"type": "answer_undo", "agree": True, "seq": 0, "nonce": "d"},
    {"type": "preview", "action": "resign", "seq": 0, "nonce": "e"},
    {"type": "say", "text": "It is me.", "nonce": "f"},
    {"type": "mute", "seat": 0, "muted": True},
    {"type": "sync", "seq": 0, "said": 0},
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["type"]))
def test_a_message_that_waits_while_the_seat_changes_hands_is_not_carried_out(
    server: Running, message: Message
) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren:
            id, tokens = await all_mine(wren, "echo")
            await wren.post(f"/api/tables/{id}/start")
            old = Seat(server.url, id, tokens[1])
            await old.connect()
            with Held(server, id) as held:
                await old.send(**message)
                await held.waits(1)
                held.empty(1)
            code, reason, said = await shut(old)
            assert (code, reason) == (NO_LONGER, "seat 1 is no longer yours")
            assert {one["type"] for one in said} <= {"table"}
            table = held.table
            assert (table.seq, len(table.notes), table.chairs[1].mutes) == (0, 0, frozenset())

    asyncio.run(scenario())


def test_a_request_that_waits_while_the_seat_changes_hands_is_refused(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren:
            id, tokens = await all_mine(wren, "echo")
            await wren.post(f"/api/tables/{id}/start")
            body = {"action": "resign", "seq": 0, "nonce": "n"}
            with Held(server, id) as held:
                asked = [
                    asyncio.create_task(
                        wren.post(f"/api/tables/{id}/act", body, token=tokens[1], status=403)
                    ),
                    asyncio.create_task(wren.get(f"/api/tables/{id}/view", token=tokens[1], status=403)),
                ]
                await held.waits(2)
                held.empty(1)
            await asyncio.gather(*asked)
            assert held.table.seq == 0

    asyncio.run(scenario())


@pytest.mark.parametrize("look", ["replay?as=1", "tape"])
def test_who_looks_back_while_the_seat_changes_hands_is_refused(server: Running, look: str) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren:
            id, tokens = await all_mine(wren, "echo")
            await wren.post(f"/api/tables/{id}/start")
            room = server.inn.replays.room
            turn = room._turn(Who("somebody else"))
            server.call(turn.__aenter__())
            path = f"/api/tables/{id}/{look}"
            asked = asyncio.create_task(wren.get(path, token=tokens[1], status=403))
            deadline = time.monotonic() + PATIENCE
            while not room._queue:
                assert time.monotonic() < deadline, "nobody waits"
                await asyncio.sleep(0.002)
            Held(server, id).empty(1)
            server.call(turn.__aexit__(None, None, None))
            await asked

    asyncio.run(scenario())


def test_getting_up_twice_does_not_make_the_next_one_get_up(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren, Api(server.url) as hanne:
            id, _ = await all_mine(wren, "micah")
            table = server.inn.hall.tables[id]
            seen = table.chairs[1]
            await wren.call("DELETE", f"/api/tables/{id}/seats/1")
            await wren.call("DELETE", f"/api/tables/{id}/seats/2")
            await hanne.post(f"/api/tables/{id}/sit", {"name": "Hanne", "seat": 1})
            tables = server.inn.tables
            assert not server.call(tables._change_chair(table, seen, {"who": "open"}, None))
            assert (table.chairs[1].who, table.chairs[1].name) == ("person", "Hanne")

    asyncio.run(scenario())


def test_a_key_that_is_withdrawn_closes_what_it_opened(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as home, Api(server.url) as phone:
            id, tokens = await all_mine(home, "echo")
            guest = await with_cookie(home, id, seat=1)
            await home.post("/api/accounts", SECRET)  # the key from before the login opens nothing any more
            code, reason, _ = await shut(guest)
            assert code == NO_LONGER
            assert "logged out, or in" in reason
            await phone.post("/api/login", SECRET)
            here = await with_cookie(home, id, seat=1)
            there = await with_cookie(phone, id, seat=1)
            program = Seat(server.url, id, tokens[0])
            await program.connect()
            await home.post("/api/logout")
            code, reason, _ = await shut(here)
            assert code == NO_LONGER
            assert "logged out" in reason
            # another device of the account, and the seats' own keys, are as good as before
            await home.post(f"/api/tables/{id}/start", token=tokens[0])
            await there.until(lambda message: message["type"] == "update")
            await program.until(lambda message: message["type"] == "update")
            await there.socket.close()
            await program.socket.close()

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_a_key_withdrawn_while_its_socket_is_being_opened(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren:
            id, _ = await all_mine(wren, "echo")
            guest = server.inn.hall.tables[id].chairs[0].guest
            assert guest is not None
            server.inn.hall.keys.close([guest])
            late = Seat(server.url, id, seat=0)
            late.headers = {"cookie": f"innkeeper_guest={wren.http.cookies['innkeeper_guest']}"}
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await late.connect()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == NO_LONGER

    asyncio.run(scenario())


def test_logging_in_over_somebody_else_leaves_them_their_seats(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as shared, Api(server.url) as phone:
            await shared.post("/api/accounts", SECRET)
            id, _ = await all_mine(shared, "echo")
            await shared.post("/api/accounts", {"name": "Wren", "password": "birdbirdbird"})
            assert (await shared.get("/api/me"))["tables"] == []
            await phone.post("/api/login", SECRET)
            assert [table["id"] for table in (await phone.get("/api/me"))["tables"]] == [id]

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_a_withdrawal_nobody_told_of_is_found_by_looking(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren, Api(server.url) as hanne:
            id, _ = await all_mine(wren, "echo")
            await hanne.post("/api/tables", {"game": "echo"})  # a cookie of her own
            gone = await with_cookie(wren, id, seat=0)
            stays = await with_cookie(hanne, id, watch="true")
            guest = server.inn.hall.tables[id].chairs[0].guest

            def run(connection: Connection) -> None:
                connection.execute(delete(schema.guests).where(schema.guests.c.id == guest))

            server.call(server.inn.storage.transact(run))
            server.call(server.inn.hall.keys.look())
            code, _, _ = await shut(gone)
            assert code == NO_LONGER
            assert (await stays.ask("ping"))["type"] == "pong"
            await stays.socket.close()

    asyncio.run(scenario())
