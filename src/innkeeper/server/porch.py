"""The porch: what a connection may cost before anybody has looked at what it wants.

A request must arrive within bounds of size and time, whatever stands in front of the server. Whoever takes
longer holds a place, and places are counted: per address, and in all. When there are none left, whoever has
waited longest without having asked anything goes, first at the address that has the most: so strangers who
never finish a sentence cannot keep out those who do.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from innkeeper.server.config import Settings
from innkeeper.server.limits import BODY_BYTES, HEAD_BYTES, neighbourhood
from innkeeper.server.metrics import METRICS

HEAD_SECONDS = 10.0  # from the first byte, or from the connection, to the end of the headers
BODY_SECONDS = 30.0  # from there to the end of the body
IDLE_SECONDS = 30  # between two requests
STALLED_SECONDS = 20.0  # so often a client that reads slowly is looked at
SLOWEST = 4096  # bytes a second that it must read
REQUEST_BYTES = BODY_BYTES * 8  # a body in chunks of a byte or two is mostly chunks
PIPELINED = 16  # requests that may wait for the answer to the first
SPARE_FILES = 200  # for the database, the bots and whatever a library opens


class Porch:
    """The places of one process: who has one, and who has not asked anything yet."""

    def __init__(self, settings: Settings) -> None:
        self.most = min(settings.connections, _files() - SPARE_FILES)
        own, sockets = settings.connections_per_address, settings.sockets_per_address
        self.each = own + sockets if own and sockets else 0
        self._proxies = _TrustedHosts(settings.proxies) if settings.proxies else None
        self._all: Counter[str] = Counter()
        self._waiting: dict[str, OrderedDict[Request, None]] = {}

    def __len__(self) -> int:
        return self._all.total()

    def enter(self, host: str) -> str:
        """A place for one more, by the address it counts for; none, if nobody could be shown out for it."""
        address = neighbourhood(host)
        full = self._all.total() >= self.most and not self._show_out(self._largest())
        crowded = 0 < self.each <= self._all[address] and not self._is_proxy(host)
        if full or (crowded and not self._show_out(address)):
            METRICS.turned_away.labels("full").inc()
            return ""
        self._all[address] += 1
        return address

    def leave(self, address: str) -> None:
        """A connection has gone."""
        self._all[address] -= 1
        if self._all[address] <= 0:
            del self._all[address]

    def waits(self, request: Request) -> None:
        """A connection on which nothing is being answered now."""
        waiting = self._waiting.setdefault(request.address, OrderedDict())
        waiting.pop(request, None)
        waiting[request] = None

    def waits_no_more(self, request: Request) -> None:
        """It is being answered, or has gone."""
        waiting = self._waiting.get(request.address)
        if waiting is not None:
            waiting.pop(request, None)
            if not waiting:
                del self._waiting[request.address]

    def _show_out(self, address: str) -> bool:
        waiting = self._waiting.get(address)
        if not waiting:
            return False
        next(iter(waiting)).show_out()
        METRICS.turned_away.labels("waited").inc()
        return True

    def _largest(self) -> str:
        return max(self._waiting, key=lambda address: len(self._waiting[address]), default="")

    def _is_proxy(self, host: str) -> bool:
        """A proxy brings many people, who are told apart by what it forwards."""
        return self._proxies is not None and host in self._proxies


class Config(uvicorn.Config):
    """uvicorn's, with a porch that every process makes for itself."""

    def __init__(self, settings: Settings, app: Any, **named: Any) -> None:
        super().__init__(app, http=Request, timeout_keep_alive=IDLE_SECONDS, **named)
        self.settings = settings
        self.porch: Porch

    def load(self) -> None:
        super().load()
        self.porch = Porch(self.settings)


class Request(HttpToolsProtocol):
    """One connection that speaks HTTP, kept to what a request may be."""

    config: Config
    cycle: Any  # the request that is being answered, or the last one; none before the first

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.porch = self.config.porch
        self.address = ""
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._in_head = False
        self._unfinished = False  # something of a request has come, and not all of it
        self._began = 0  # requests that began with the bytes that are being read
        self._bytes = 0  # that came for it since
        self._closed = False  # by us: nothing that still comes is looked at

    # The connection

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.porch.enter(self.client[0] if self.client else "?")
        if self.address:
            self.porch.waits(self)
            self._within(HEAD_SECONDS)
        else:
            self._refuse(503, "the inn is full: too many connections")

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        self._watch(None)
        self.porch.waits_no_more(self)
        if self.address:
            self.porch.leave(self.address)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on a `FastWire` keeps the place and gives it back; other protocols know of no place."""
        self._within(None)
        self._watch(None)
        self.porch.waits_no_more(self)
        if not getattr(self.config.ws_protocol_class, "keeps_place", False):
            self.porch.leave(self.address)
            self.address = ""
        super().handle_websocket_upgrade()

    def show_out(self) -> None:
        """Others need the place."""
        if self._unfinished:
            self._refuse(503, "the inn is full: too many connections that ask nothing")
        else:
            self._close()
        self.porch.waits_no_more(self)

    # A request

    def data_received(self, data: bytes) -> None:
        if self._closed:
            return
        if self._timer is None and self.cycle is not None and self.cycle.response_complete:
            self._within(HEAD_SECONDS)  # even if it is only an empty line, before a request
        carried, self._began = self._unfinished, 0
        super().data_received(data)
        if not self._unfinished:
            return
        if self._began == 0:
            self._bytes += len(data)
        else:  # behind the end of another request it is not known how many of these bytes are its own
            self._bytes = len(data) if self._began == 1 and not carried else 0
        if self._in_head and self._bytes > HEAD_BYTES:
            self._refuse(431, f"the headers of a request have at most {HEAD_BYTES} bytes")
        elif self._bytes > REQUEST_BYTES:
            self._refuse(413, f"a request has at most {BODY_BYTES} bytes")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._began += 1
        self._in_head = self._unfinished = True
        self._within(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        if self._closed:
            return
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEAD_BYTES:
            self._refuse(431, f"the headers of a request have at most {HEAD_BYTES} bytes")
        elif len(self.pipeline) >= PIPELINED:
            self._refuse(429, "slow down: wait for an answer before you ask again")
        else:
            self._in_head = False
            self._within(BODY_SECONDS)
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._closed:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._closed:
            return
        self._unfinished = False
        self._within(None)
        self.porch.waits_no_more(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self.porch.waits(self)

    # Time

    def _within(self, seconds: float | None) -> None:
        """What is to come next must come within so many seconds; None: it is our turn."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        self._timer = None
        METRICS.turned_away.labels("slow").inc()
        if self._unfinished:
            self._refuse(408, "the request did not come in time")
        else:
            self._close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch(None)

    def _watch(self, size: int | None) -> None:
        """Look again in a while whether less than so many bytes wait for the client; None: none do."""
        if self._stalled is not None:
            self._stalled.cancel()
        self._stalled = (
            None if size is None else self.loop.call_later(STALLED_SECONDS, self._look_whether_it_reads, size)
        )

    def _look_whether_it_reads(self, before: int) -> None:
        size = self.transport.get_write_buffer_size()
        if size > before - SLOWEST * STALLED_SECONDS:
            METRICS.turned_away.labels("slow").inc()
            self._closed = True
            self.transport.abort()
        else:
            self._watch(size)

    # Refusing

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "this is not HTTP/1.1 as RFC 9112 writes it")

    def _refuse(self, status: int, reason: str) -> None:
        """Say why, unless an answer is under way or has been given, and hang up."""
        if not self._closed and self._is_unanswered():
            body = b'{"reason":"%s"}' % reason.encode()
            head = [STATUS_LINE[status], b"content-type: application/json\r\n", b"connection: close\r\n"]
            self.transport.write(b"".join([*head, b"content-length: %d\r\n\r\n" % len(body), body]))
        self._close()

    def _is_unanswered(self) -> bool:
        """Is the request that comes in next to be answered, and nothing said to it yet?"""
        if self.cycle is None:
            return True
        if self._in_head or not self._unfinished:
            return bool(self.cycle.response_complete)
        return not self.cycle.response_started and not self.pipeline

    def _close(self) -> None:
        self._closed = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._within(None)
        self.transport.close()


def _files() -> int:
    """How many files and sockets this process may have open."""
    with contextlib.suppress(ImportError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return MOST_FILES


MOST_FILES = 65_536
