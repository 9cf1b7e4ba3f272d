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
from tests.server.client import Api
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


def test_every_limit_by_address_is_by_house(folder: Path) -> None:
    def house(n: int) -> dict[str, str]:
        return {"x-forwarded-for": f"2001:db8:1:2::{n:x}"}

    async def sockets(url: str, table: str) -> list[int | None]:
        address = url.replace("http", "ws") + f"/api/tables/{table}/socket"
        found = []
        for n in range(4):
            socket = await websockets.connect(address, additional_headers=house(n), compression=None)
            try:
                await asyncio.wait_for(socket.recv(), 10)
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
