"""The line to a seat: a WebSocket that is made anew when it is cut; nothing is lost, nothing done twice."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from innkeeper.away.inn import Away, Inn, Message
from innkeeper.server.protocol import FOR_GOOD

GIVE_UP = 120.0  # seconds without a line
PAUSES = (0.1, 0.3, 1.0, 3.0)  # between two tries; the last one again and again


class Line:
    """A seat at a table far away. `table` and `update` are the last that was heard of either."""

    def __init__(self, inn: Inn, table: str, token: str) -> None:
        self.inn = inn
        self.id = table
        self.token = token
        self.table: Message = {}
        self.update: Message | None = None
        self.log: list[str] = []  # sentences that nobody has taken yet
        self._socket: ClientConnection | None = None
        self._nonces = (f"{name}.{n}" for name in [secrets.token_hex(6)] for n in itertools.count(1))

    async def __aenter__(self) -> Line:
        await self._come_back()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def news(self) -> None:
        """Wait until something is heard."""
        try:
            await self._hear()
        except ConnectionClosed as closed:
            await self._cut(closed)

    async def ask(self, type: str, **fields: Any) -> Message:
        """Send a wish and wait for its answer. If the line is cut, it is sent again with the same nonce."""
        nonce = next(self._nonces)
        text = json.dumps({"type": type, **fields, "nonce": nonce})
        while True:
            assert self._socket is not None
            try:
                await self._socket.send(text)
                while (heard := await self._hear()).get("answers") != nonce:
                    pass
                return heard
            except ConnectionClosed as closed:
                await self._cut(closed)

    async def _hear(self) -> Message:
        assert self._socket is not None
        heard: Message = json.loads(await self._socket.recv())
        if heard["type"] == "update":
            self._take(heard)
        elif heard["type"] in ("table", "welcome"):
            self.table = heard["table"] if heard["type"] == "welcome" else heard
        return heard

    def _take(self, update: Message) -> None:
        before = -1 if self.update is None else self.update["seq"]
        if update["seq"] >= before:
            self.log += [line["text"] for line in update["lines"] if line["seq"] > before]
            self.update = update

    async def _cut(self, closed: ConnectionClosed) -> None:
        if closed.rcvd is not None and closed.rcvd.code in FOR_GOOD:
            raise Away(f"the inn has closed the line: {closed.rcvd.reason or closed.rcvd.code}") from None
        await self._come_back()

    async def _come_back(self) -> None:
        """Connect, with what is known already; try for a while before giving up."""
        known = f"?seq={self.update['seq']}" if self.update is not None else ""
        address = f"{self.inn.sockets}/api/tables/{self.id}/socket{known}"
        headers = {"authorization": f"Bearer {self.token}"}
        began = time.monotonic()
        for number in itertools.count():
            try:
                self._socket = await connect(address, additional_headers=headers, max_size=None)
                heard = await self._hear()
                if heard["type"] != "welcome":
                    raise Away(f"{self.inn.url} does not greet as an inn does")
                return
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FOR_GOOD:
                    raise Away(f"the inn does not let us in: {closed.rcvd.reason}") from None
                why: Exception = closed
            except (OSError, InvalidHandshake, TimeoutError) as wrong:
                why = wrong
            if time.monotonic() - began > GIVE_UP:
                raise Away(f"the line to {self.inn.url} is dead: {why}")
            await asyncio.sleep(PAUSES[min(number, len(PAUSES) - 1)])
        raise AssertionError
