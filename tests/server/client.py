"""A client written from docs/PROTOCOL.md: what a stranger's program would look like."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
from collections.abc import Callable
from hashlib import sha256
from types import TracebackType
from typing import Any, Self

import httpx
import websockets

from tests.patience import PATIENCE

Message = dict[str, Any]
OPENING = 60.0  # a server that begins anew lets one wait at its door


class Api:
    """REST, as one person with a cookie jar."""

    def __init__(self, url: str) -> None:
        self.url = url
        # over HTTP there is nothing to verify
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, status: int | None = None
    ) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        content = None if body is None else json.dumps(body)
        if content is not None:
            headers["content-type"] = "application/json"
        response = await self.http.request(method, path, content=content, headers=headers)
        if status is None:
            assert response.is_success, f"{method} {path}: {response.status_code} {response.text}"
        else:
            assert response.status_code == status, f"{method} {path}: {response.status_code} {response.text}"
        return response.json() if response.content else None

    async def get(self, path: str, **more: Any) -> Any:
        return await self.call("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> Any:
        return await self.call("POST", path, {} if body is None else body, **more)


class Seat:
    """One WebSocket: keeps the last update and all lines, and can be cut off and come back."""

    def __init__(self, url: str, table: str, token: str | None = None, **query: Any) -> None:
        self.url = url.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        self.token = token
        self.headers = {"authorization": f"Bearer {token}"} if token else {}
        self.query = query
        self.update: Message | None = None
        self.lines: list[Message] = []
        self.chat: list[Message] = []
        self.table: Message = {}
        self.seq = -1
        self.said = 0
        self.received: list[bytes] = []
        self.socket: Any = None
        self.nonces = itertools.count(1)
        self.name = f"{random.getrandbits(48):x}"

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()

    async def connect(self) -> None:
        """Connect, or come back: the server sends exactly what is missing."""
        query = {**self.query, "said": self.said}
        if self.seq >= 0:
            query["seq"] = self.seq
        address = self.url + "?" + "&".join(f"{name}={value}" for name, value in query.items())
        self.socket = await websockets.connect(
            address,
            additional_headers=self.headers,
            max_size=None,
            max_queue=None,  # or a goodbye would wait behind what nobody has read
            compression=None,
            ping_interval=None,
            open_timeout=OPENING,
        )
        welcome = await self.receive()
        assert welcome["type"] == "welcome", welcome
        assert welcome["version"] == 1
        self.table = welcome["table"]
        if self.table["status"] in ("playing", "over"):
            await self.until(lambda message: message["type"] == "update")

    def cut(self) -> None:
        """The line goes dead without a goodbye."""
        self.socket.transport.abort()

    async def receive(self) -> Message:
        """The next message, taken note of."""
        data = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        self.received.append(data.encode() if isinstance(data, str) else data)
        message: Message = json.loads(data)
        if message["type"] == "update":
            if self.update is None or message["seq"] >= self.update["seq"]:
                assert message["since"] <= self.seq, "lines are missing"
                self.lines += [line for line in message["lines"] if line["seq"] > self.seq]
                self.update = message
                self.seq = message["seq"]
        elif message["type"] == "table":
            self.table = message
        elif message["type"] == "said":
            self.chat.append(message)
            self.said = message["n"]
        return message

    async def until(self, fits: Callable[[Message], bool]) -> Message:
        """Read until a message fits."""
        while not fits(message := await self.receive()):
            pass
        return message

    async def send(self, type: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type, **fields}))

    def nonce(self) -> str:
        return f"{self.name}.{next(self.nonces)}"

    async def ask(self, type: str, **fields: Any) -> Message:
        """Send a message with a nonce and wait for its answer."""
        nonce = fields.setdefault("nonce", self.nonce())
        await self.send(type, **fields)
        return await self.until(lambda message: message.get("answers") == nonce)

    async def act(self, action: str, nonce: str | None = None, seq: int | None = None) -> Message:
        fields = {"action": action, "seq": self.seq if seq is None else seq}
        return await self.ask("act", **fields, **({} if nonce is None else {"nonce": nonce}))

    async def turn(self) -> bool:
        """Wait until this seat is asked something; False when the match is over."""
        while True:
            if self.update is not None:
                if self.update["over"]:
                    return False
                if self.update["decision"] is not None:
                    return True
            await self.receive()

    @property
    def legal(self) -> list[str]:
        assert self.update is not None
        return [action["id"] for action in self.update["decision"]["actions"]]


async def play_out(seat: Seat, seed: int, before: Callable[[Seat], Any] | None = None) -> None:
    """Answer at random until the match is over."""
    chance = random.Random(seed)
    while await seat.turn():
        if before is not None:
            await before(seat)
            if not await seat.turn():
                return
        answer = await seat.act(chance.choice(seat.legal))
        assert answer["type"] in ("update", "stale"), answer


def sealed(word: str) -> str:
    """The seal of a word for the dice."""
    return sha256(f"innkeeper word:{word}".encode()).hexdigest()


async def two_seats(api: Api, game: str, **table: Any) -> tuple[str, list[str]]:
    """A table of two programs, started; its id and the tokens by seat."""
    words = [secrets.token_hex(16) for _ in range(2)]
    seats = [{"who": "you", "seal": sealed(words[0])}, {"who": "open"}]
    made = await api.post("/api/tables", {"game": game, "seats": seats, **table})
    id = made["table"]["id"]
    async with Api(api.url) as other:
        joined = await other.post(f"/api/tables/{id}/sit", {"name": "Hanne", "seal": sealed(words[1])})
        assert joined["table"]["status"] == "dealing"
        await other.post(f"/api/tables/{id}/words", {"words": {"1": words[1]}})
        dealt = await api.post(f"/api/tables/{id}/words", {"words": {"0": words[0]}})
    assert dealt["status"] == "playing"
    return id, [made["tokens"][0]["token"], joined["tokens"][0]["token"]]
