"""Who is counted together, and what a whole text is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets

from innkeeper.server import protocol
from innkeeper.server.limits import neighbourhood
from tests.patience import PATIENCE
from tests.server.client import Api
from tests.server.conftest import Standing
from tests.server.running import running


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:a:b:c:d", "2001:db8:1:2::/64"),
        ("2001:0DB8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("?", "?"),
        ("testclient", "testclient"),
    ],
)
def test_one_house_is_counted_together(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted


def test_every_limit_by_address_is_by_house(folder: Path, refilling: Standing) -> None:
    def house(n: int) -> dict[str, str]:
        return {"x-forwarded-for": f"2001:db8:1:2::{n:x}"}

    async def sockets(url: str, table: str) -> list[int | None]:
        address = url.replace("http", "ws") + f"/api/tables/{table}/socket"
        found = []
        for n in range(4):
            socket = await websockets.connect(address, additional_headers=house(n), compression=None)
            try:
                await asyncio.wait_for(socket.recv(), PATIENCE)
                found.append(socket)
            except websockets.ConnectionClosed:
                found.append(socket)
        codes = [socket.close_code for socket in found]
        for socket in found:
            await socket.close()
        return codes

    async def a_table(url: str) -> str:
        async with Api(url) as api:
            made = await api.post("/api/tables", {"game": "echo"})
            return str(made["table"]["id"])

    with running(
        folder, proxies="127.0.0.1", requests_per_second=1.0, sockets_per_address=2, messages_per_second=0.0
    ) as server:
        table = asyncio.run(a_table(server.url))
        assert asyncio.run(sockets(server.url, table)) == [None, None, 4429, 4429]
        codes = [httpx.get(server.url + "/api/games", headers=house(n)).status_code for n in range(8)]
        assert 429 in codes
        assert httpx.get(server.url + "/api/games", headers={"x-forwarded-for": "::1"}).status_code == 200
    with running(folder, proxies="127.0.0.1", requests_per_second=50.0) as server:
        tries = [
            httpx.get(server.url + "/api/codes/goose-1", headers=house(n)).status_code for n in range(14)
        ]
        assert tries[:10] == [404] * 10
        assert 429 in tries[10:]


@pytest.mark.parametrize(
    ("kind", "good"),
    [
        (protocol.Nonce, "n1"),
        (protocol.DiceNonce, "a goose of my own"),
        (protocol.DiceNonce, ""),
        (protocol.PlayerName, "Hanne"),
        (protocol.AccountName, "Hanne"),
        (protocol.GameId, "echo"),
        (protocol.BotName, "greedy"),
    ],
)
def test_a_text_is_looked_at_to_its_end(kind: Any, good: str) -> None:
    assert msgspec.convert(good, kind) == good
    for bad in (good + "\n", good + "\r", good + "\x00"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, kind)


def test_no_pattern_of_the_schema_lets_a_newline_follow(folder: Path) -> None:
    def patterns(node: Any) -> list[str]:
        if isinstance(node, dict):
            own = [node["pattern"]] if isinstance(node.get("pattern"), str) else []
            return own + [found for value in node.values() for found in patterns(value)]
        if isinstance(node, list):
            return [found for value in node for found in patterns(value)]
        return []

    with running(folder) as server:
        schema = httpx.get(server.url + "/api/schema/openapi.json").json()
        for path in ("/api/games/echo%0A", "/api/codes/goose-14%0A", "/api/leaderboard/echo%0A"):
            assert httpx.get(server.url + path).status_code == 400
    found = patterns(schema)
    assert len(found) > 10
    assert [pattern for pattern in found if not pattern.endswith(r"$(?!\n)")] == []


def house(n: int) -> dict[str, str]:
    """As a proxy says it: somebody in the n-th house."""
    return {"x-forwarded-for": f"198.51.100.{n}"}


async def a_table(url: str) -> str:
    async with Api(url) as api:
        made = await api.post("/api/tables", {"game": "echo"})
        return str(made["table"]["id"])


async def a_line(url: str, table: str, number: int) -> Any:
    address = url.replace("http", "ws") + f"/api/tables/{table}/socket"
    headers = house(number)
    # without a bound on what it has not read yet, or the answer to its goodbye would wait behind that
    return await websockets.connect(address, additional_headers=headers, compression=None, max_queue=None)


def test_all_lines_of_one_house_share_what_they_may_ask(folder: Path, refilling: Standing) -> None:
    """Each within its own limit: two hundred of them would leave the server no time for anybody else."""

    async def answers(line: Any, messages: int) -> list[str]:
        for n in range(messages):
            await line.send(f'{{"type": "ping", "nonce": "n{n}"}}')
        kinds: list[str] = []
        while len(kinds) < messages:
            kind = msgspec.json.decode(await asyncio.wait_for(line.recv(), PATIENCE))["type"]
            kinds += [kind] if kind in ("pong", "refused") else []
        return kinds

    async def run(url: str) -> None:
        table = await a_table(url)
        lines = [await a_line(url, table, 1) for _ in range(30)]
        said = [
            kind for kinds in await asyncio.gather(*[answers(line, 3) for line in lines]) for kind in kinds
        ]
        assert said.count("pong") >= 30
        assert said.count("refused") >= 30
        other = await a_line(url, table, 2)
        assert await answers(other, 3) == ["pong"] * 3
        for line in (*lines, other):
            await line.close()

    with running(folder, proxies="127.0.0.1", messages_per_second=1.0) as server:
        asyncio.run(run(server.url))


def test_a_line_that_is_opened_counts_as_a_request(folder: Path, refilling: Standing) -> None:
    """Whoever opens one after another has everything sent anew each time."""

    async def openings(url: str, table: str, number: int, count: int) -> list[int]:
        codes = []
        for _ in range(count):
            line = await a_line(url, table, number)
            try:
                await asyncio.wait_for(line.recv(), PATIENCE)
            except websockets.ConnectionClosed:
                pass
            await line.close()
            codes.append(line.close_code)
        return codes

    async def run(url: str) -> None:
        table = await a_table(url)
        assert 4429 in await openings(url, table, 1, 12)
        assert 4429 not in await openings(url, table, 2, 2)

    with running(folder, proxies="127.0.0.1", requests_per_second=1.0) as server:
        asyncio.run(run(server.url))
