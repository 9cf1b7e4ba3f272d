"""uvicorn's WebSocket, spoken to directly once it is accepted.

ASGI makes a coroutine of every message sent. Here a message goes out at once, in the same step that made
it: so nothing can come between, and no task waits for its turn. Opening, closing, pings and frames that
are long or in pieces stay uvicorn's.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from innkeeper.server.inbox import Inbox
from innkeeper.server.limits import Bucket, neighbourhood
from innkeeper.server.porch import Config
from innkeeper.server.wire import EXTENSION, TOO_FAST


class FastWire(WebSocketsSansIOProtocol):
    """One WebSocket. The application finds it in the scope of its connection: see `wire_of`."""

    keeps_place = True  # on the porch, until the connection is lost

    config: Config

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox()  # type: ignore[assignment]
        self.clear = True  # the client keeps up; if not, wait for `writable` and send less, later
        self._between = True  # all that came were whole frames
        rate = self.config.settings.messages_per_second
        self._trifles = Bucket(rate, 3 * rate)  # frames that are no message: each costs as much
        self._deaf = False  # there were too many

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        """Nearly always one short message has come in one piece: it needs no parser that can wait."""
        if not self.handshake_complete:
            super().data_received(data)
            return
        self._between = self._between and _is_one_frame(data)
        if self._between and data[0] == _WHOLE_TEXT and self.conn.state is OPEN and not self.frames:
            self.curr_msg_data_type = "text"
            self.frames = [apply_mask(data[6:], data[2:6])]
            self.send_receive_event_to_app()
        else:
            for first in range(0, len(data), _SLICE):
                if self._deaf:
                    return
                super().data_received(data[first : first + _SLICE])

    def handle_cont(self, event: Any) -> None:
        if self._listens():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._listens():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._listens():
            super().handle_pong(event)

    def _listens(self) -> bool:
        """Pings, pongs and pieces are no messages, so they have a limit of their own; then it is over."""
        if not self._deaf and not self._trifles.take():
            self._deaf = True
            self.shut(TOO_FAST, "too many frames")
            self.transport.close()
        return not self._deaf

    def send_receive_event_to_app(self) -> None:
        """Reading stops when the application is behind, not for every single message."""
        behind = not self.queue.empty()
        paused, self.read_paused = self.read_paused, self.read_paused or not behind
        super().send_receive_event_to_app()
        if not behind:
            self.read_paused = paused

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.porch.leave(neighbourhood(self.client[0] if self.client else "?"))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.clear = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self.clear = True

    def say(self, text: bytes) -> None:
        """Send a message now."""
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise ClientDisconnected
        self.transport.write(_header(len(text)) + text)

    def shut(self, code: int, reason: str) -> None:
        """Close now: nothing that is said in the same step, or later, is sent after this."""
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    async def finish(self) -> None:
        """Whatever was said has been written."""


_WHOLE_TEXT = 0x81  # the first byte of a text that is not continued: RFC 6455, section 5.2
_SLICE = 4096  # bytes that are parsed before anybody asks whether they are still wanted
_SHORT = 126  # a frame's second byte holds its length, if that is less


def _is_one_frame(data: bytes) -> bool:
    """Is this exactly one short frame of a client: two bytes, four of the mask, and what it says?"""
    return len(data) >= 6 and 0x80 <= data[1] < 0x80 + _SHORT and len(data) == 6 + data[1] - 0x80


def _header(length: int) -> bytes:
    """What stands before a whole text from server to client."""
    if length < _SHORT:
        return bytes((_WHOLE_TEXT, length))
    if length < 65_536:
        return bytes((_WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_WHOLE_TEXT, 127)) + length.to_bytes(8, "big")
