"""The line to one client, once it is accepted.

There is a fast one (`fastwire`), which speaks to uvicorn's WebSocket directly, and a plain one for every
other server of ASGI, and for a uvicorn whose inside is not the one we know. To a connection they are alike:
messages go out in the order, and with the contents, of the step that said them.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

from innkeeper.server.inbox import Inbox

EXTENSION = "innkeeper"  # in the scope of a connection that has a fast wire
TOO_FAST = 4429  # the code with which whoever asks too much is shown out
LAGGING = 16  # messages that wait: a client so far behind is sent less, later
FAREWELL_SECONDS = 5.0  # to take what was said last

_log = logging.getLogger("innkeeper.wire")


class Wire(Protocol):
    """One WebSocket. `clear`: the client keeps up; if not, wait for `writable` and send less, later."""

    scope: Any
    clear: bool
    writable: asyncio.Event

    async def receive(self) -> Any:
        """The next event of ASGI."""

    def say(self, text: bytes) -> None:
        """Send a message now; OSError if the client has gone."""

    def shut(self, code: int, reason: str) -> None:
        """Close now: nothing that is said in the same step, or later, is sent after this."""

    async def finish(self) -> None:
        """Everything has been said: let the client have it."""


class PlainWire:
    """A WebSocket of any ASGI server. What is said waits in a queue, from which one task sends."""

    def __init__(self, socket: Any) -> None:
        self.scope: Any = socket.scope
        self.clear = True
        self.writable = asyncio.Event()
        self.writable.set()
        self._socket = socket
        self._outbox: Inbox[dict[str, Any] | None] = Inbox()
        self._shut: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sending = asyncio.create_task(self._send(), name="plain wire")

    async def receive(self) -> Any:
        coming = asyncio.ensure_future(self._socket.receive())
        try:
            await asyncio.wait([coming, self._shut], return_when=asyncio.FIRST_COMPLETED)
            return {"type": "websocket.disconnect"} if self._shut.done() else coming.result()
        finally:
            coming.cancel()

    def say(self, text: bytes) -> None:
        if self._shut.done() or self._sending.done():
            raise ConnectionResetError("the client has gone")
        self._put({"type": "websocket.send", "text": text.decode()})

    def shut(self, code: int, reason: str) -> None:
        if not self._shut.done():
            self._shut.set_result(None)
            self._put({"type": "websocket.close", "code": code, "reason": reason})

    async def finish(self) -> None:
        self._put(None)
        await asyncio.wait([self._sending], timeout=FAREWELL_SECONDS)
        self._sending.cancel()

    def _put(self, message: dict[str, Any] | None) -> None:
        self._outbox.put_nowait(message)
        if len(self._outbox) > LAGGING:
            self.clear = False
            self.writable.clear()

    async def _send(self) -> None:
        try:
            while (message := await self._outbox.get()) is not None:
                await self._socket.send(message)
                if self._outbox.empty():
                    self._keeps_up()
        except Exception as wrong:  # what a server raises when the client has gone is its own affair
            _log.debug("nothing more can be sent: %s", wrong)
        finally:
            self._keeps_up()  # whoever waits finds out that it has gone

    def _keeps_up(self) -> None:
        self.clear = True
        self.writable.set()


def wire_of(socket: Any) -> Wire:
    """The wire of an accepted connection."""
    extension = (socket.scope.get("extensions") or {}).get(EXTENSION)
    if extension is not None:
        wire: Wire = extension["wire"]
        return wire
    say_plain("the server is not `innkeeper serve`, or its uvicorn is not one whose inside we know")
    return PlainWire(socket)


_said: list[str] = []


def say_plain(why: str) -> None:
    """Say why messages go the plain way, once in a process."""
    if not _said:
        _said.append(why)
        _log.warning("messages go by plain ASGI, which costs more: %s", why)
