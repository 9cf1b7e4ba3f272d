"""The plain way: the same server where nobody knows the inside of what runs it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest
import websockets

import innkeeper
from innkeeper.server import serve, wire
from innkeeper.server.fastwire import FastWire
from innkeeper.server.serve import KNOWN_INSIDE, websocket_protocol
from innkeeper.server.wire import LAGGING, PlainWire
from tests.server.client import Api, Seat, play_out, two_seats
from tests.server.running import FREE, Running, free_port, running

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def unsaid() -> Iterator[None]:
    """Nothing has been said of the plain way in this process."""
    before = [*wire._said]
    wire._said.clear()
    yield
    wire._said[:] = before


@pytest.fixture
def plain(folder: Path, unsaid: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server on a uvicorn whose version nobody has looked into."""
    monkeypatch.setitem(serve.KNOWN_INSIDE, "uvicorn", ((99,), (100,)))
    with running(folder) as found:
        yield found


def test_the_fast_way_is_taken_where_it_is_known() -> None:
    assert websocket_protocol() is FastWire


def test_the_ceilings_are_those_of_the_package() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]["server"]
    for name, (first, beyond) in KNOWN_INSIDE.items():
        bounds = f"{name}>={'.'.join(map(str, first))},<{'.'.join(map(str, beyond))}"
        assert bounds in wanted
        assert f"{name}=={version(name)} " in (ROOT / "requirements.lock").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "known", "why"),
    [
        ("uvicorn", ((99,), (100,)), r"we know uvicorn from 99 to below 100, and here is 0\."),
        ("websockets", ((1,), (2, 5)), r"we know websockets from 1 to below 2\.5, and here is "),
    ],
)
def test_another_version_takes_the_plain_way_and_it_is_said_once(
    unsaid: None,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    known: tuple[tuple[int, ...], tuple[int, ...]],
    why: str,
) -> None:
    monkeypatch.setitem(serve.KNOWN_INSIDE, name, known)
    with caplog.at_level(logging.WARNING, "innkeeper.wire"):
        assert [websocket_protocol(), websocket_protocol()] == ["auto", "auto"]
    assert len(caplog.records) == 1
    assert re.search(why, caplog.text)


def test_a_changed_inside_takes_the_plain_way(unsaid: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "innkeeper.server.fastwire")
    monkeypatch.setitem(sys.modules, "uvicorn.protocols.websockets.websockets_sansio_impl", None)
    assert websocket_protocol() == "auto"
    assert "inside is another" in wire._said[0]


def test_a_whole_match_by_plain_asgi(plain: Running) -> None:
    async def scenario() -> None:
        async with Api(plain.url) as api:
            made = await api.post("/api/tables", {"game": "magicduel"})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            async with Seat(plain.url, id, made["tokens"][0]["token"]) as seat, Seat(plain.url, id) as bench:
                (one, other) = plain.inn.hall.tables[id].connections
                assert isinstance(one.wire, PlainWire)
                assert isinstance(other.wire, PlainWire)
                await play_out(seat, 2)
                await bench.until(lambda message: message["type"] == "update" and message["over"])
                assert bench.seq == seat.seq
            assert innkeeper.verify(await api.get(f"/api/tables/{id}/record")).outcome is not None

    asyncio.run(scenario())


def test_places_on_the_porch_are_given_back(plain: Running) -> None:
    async def scenario() -> None:
        async with Api(plain.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            for _ in range(5):
                async with Seat(plain.url, id, tokens[0]) as seat:
                    await seat.ask("ping")
        while plain.porch_size() or plain.inn.hall.tables[id].connections:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(scenario(), 60))


def test_who_sends_nonsense_is_told_why_before_the_line_is_closed(plain: Running) -> None:
    async def scenario() -> None:
        async with Api(plain.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(plain.url, id, tokens[0]) as seat, Seat(plain.url, id, tokens[1]) as other:
                for _ in range(41):
                    await seat.socket.send("nonsense")
                before = len(seat.received)
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await seat.until(lambda message: False)
                kinds = [json.loads(data)["type"] for data in seat.received[before:]]
                assert kinds.count("refused") == 41
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4429
                assert (await other.ask("ping"))["type"] == "pong"

    asyncio.run(scenario())


def test_a_lost_seat_is_closed_at_once(plain: Running) -> None:
    async def scenario() -> None:
        async with Api(plain.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(plain.url, id, tokens[0]) as seat:
                table = plain.inn.hall.tables[id]

                async def lose() -> None:
                    for connection in table.connections:
                        connection.caller.withdrawn = True
                    table.wake()

                await asyncio.to_thread(plain.call, lose())
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await seat.until(lambda message: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4410
                while table.connections:
                    await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(scenario(), 60))


class Slow:
    """A socket whose client takes one message each time it is told to."""

    def __init__(self) -> None:
        self.scope: dict[str, object] = {}
        self.sent: list[dict[str, object]] = []
        self.takes = asyncio.Semaphore(0)

    async def send(self, message: dict[str, object]) -> None:
        await self.takes.acquire()
        self.sent.append(message)

    async def receive(self) -> dict[str, object]:
        await asyncio.Event().wait()
        return {}


def test_who_lags_behind_is_noticed_and_what_is_said_keeps_its_order() -> None:
    async def scenario() -> None:
        slow = Slow()
        line = PlainWire(slow)
        for number in range(LAGGING + 2):
            line.say(str(number).encode())
        await asyncio.sleep(0)
        assert not line.clear
        assert not line.writable.is_set()
        line.shut(4429, "enough")
        with pytest.raises(OSError, match="gone"):
            line.say(b"too late")
        assert (await line.receive())["type"] == "websocket.disconnect"
        for _ in range(LAGGING + 3):
            slow.takes.release()
        await line.finish()
        assert [message.get("text") for message in slow.sent] == [*map(str, range(LAGGING + 2)), None]
        assert slow.sent[-1] == {"type": "websocket.close", "code": 4429, "reason": "enough"}
        assert line.writable.is_set()

    asyncio.run(asyncio.wait_for(scenario(), 60))


def test_another_server_of_asgi_runs_the_inn(tmp_path: Path) -> None:
    """Nothing of `innkeeper serve`: neither its porch nor its wire."""
    port = free_port()
    limits = {f"INNKEEPER_{name.upper()}": str(value) for name, value in FREE.items()}
    here = {**os.environ, **limits, "INNKEEPER_DATABASE": str(tmp_path / "inn.db")}
    subprocess.run(
        [
            sys.executable,
            "-c",
            "from innkeeper.server.config import from_environment\n"
            "from innkeeper.server.storage import migrate\n"
            "migrate(from_environment().database_url)",
        ],
        env=here,
        check=True,
    )
    command = [sys.executable, "-m", "uvicorn", "--factory", "innkeeper.server.app:create"]
    server = subprocess.Popen([*command, "--port", str(port)], env=here, stderr=subprocess.PIPE)
    url = f"http://127.0.0.1:{port}"

    async def scenario() -> None:
        async with Api(url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(url, id, tokens[0]) as one, Seat(url, id, tokens[1]) as two:
                for _ in range(2):
                    assert (await one.act("magic"))["type"] == "update"
                await two.until(lambda message: message["type"] == "update" and message["seq"] == 2)
                await one.ask("say", text="hello")
                await two.until(lambda message: message["type"] == "said")

    try:
        until = time.monotonic() + 60
        while True:
            assert server.poll() is None
            try:
                if httpx.get(f"{url}/ready", timeout=5).status_code == 200:
                    break
            except httpx.HTTPError:
                assert time.monotonic() < until
                time.sleep(0.05)
        asyncio.run(scenario())
    finally:
        server.send_signal(signal.SIGTERM)
        _, said = server.communicate(timeout=30)
    assert said.decode().count("messages go by plain ASGI") == 1
