"""What a connection may cost before it has asked anything: size, time, places. All over real sockets."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from innkeeper.server import porch
from innkeeper.server.config import Settings
from innkeeper.server.limits import HEAD_BYTES, neighbourhood
from innkeeper.server.porch import Porch
from tests.patience import PATIENCE
from tests.server.client import Api, Seat, two_seats
from tests.server.running import Running, running

HEAD = b"GET /health HTTP/1.1\r\nhost: inn\r\n"


@contextmanager
def line(server: Running, *, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE, source_address=(source, 0)) as made:
        yield made


def read_all(made: socket.socket) -> bytes:
    """What comes until the server hangs up."""
    parts = []
    try:
        while part := made.recv(65_536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def send_until_refused(made: socket.socket, what: bytes, most: int) -> int:
    """Send the same again and again; how many bytes the server let pass."""
    sent = 0
    try:
        while sent < most:
            made.sendall(what)
            sent += len(what)
    except (ConnectionError, TimeoutError):
        pass
    return sent


def health(server: Running) -> None:
    assert httpx.get(server.url + "/health").status_code == 200


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unfinished requests are not given up: whom they keep out, they keep out for good."""
    monkeypatch.setattr(porch, "HEAD_SECONDS", 600.0)


@pytest.mark.parametrize("start", [HEAD + b"x-long: ", b"GET /"], ids=["header", "address"])
def test_headers_without_an_end_cost_nobody_anything(server: Running, patient: None, start: bytes) -> None:
    with line(server) as made:
        made.sendall(start)
        assert send_until_refused(made, b"a" * 65_536, 128 << 20) < 16 << 20
        health(server)
    with line(server) as made:
        made.sendall(start)
        for _ in range(5):
            made.sendall(b"a" * 4096)
            time.sleep(0.01)
        assert read_all(made).startswith(b"HTTP/1.1 431 ")
    with line(server) as made:  # all of it at once
        made.sendall(start + b"a" * 20_480)
        assert read_all(made).startswith(b"HTTP/1.1 431 ")


def test_headers_are_counted_when_they_come_in_one_piece(server: Running) -> None:
    with line(server) as made:
        made.sendall(HEAD + b"x: y\r\n" * (HEAD_BYTES // 4) + b"\r\n")
        answer = read_all(made)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["reason"].startswith("the headers")
    assert httpx.get(server.url + "/health", headers={"x": "y" * (HEAD_BYTES // 2)}).status_code == 200


def test_a_body_without_an_end(server: Running) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nhost: inn\r\ntransfer-encoding: chunked\r\n\r\n"
    with line(server) as made:
        made.sendall(head)
        assert send_until_refused(made, b"10000\r\n" + b"a" * 65_536 + b"\r\n", 128 << 20) < 16 << 20
    with line(server) as made:  # trailers are headers too
        made.sendall(head + b"2\r\n{}\r\n0\r\n")
        assert send_until_refused(made, b"x: " + b"a" * 65_536 + b"\r\n", 128 << 20) < 16 << 20
    small = b"".join(b"1\r\n%c\r\n" % byte for byte in b'{"game":"echo"' + b" " * 30_000 + b"}")
    with line(server) as made:
        made.sendall(head + small + b"0\r\n\r\n")
        assert made.recv(65_536).startswith(b"HTTP/1.1 201 ")


class Heard(logging.Handler):
    """What the server says."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.mark.parametrize("how", [b"content-length: 500", b"transfer-encoding: chunked"])
def test_hanging_up_in_the_middle_is_no_trouble(folder: Path, how: bytes) -> None:
    """Everybody can do that as often as they like: a page of the log for each would fill the disk."""
    request = b"POST /api/tables HTTP/1.1\r\nhost: inn\r\ncontent-type: application/json\r\n"
    heard = Heard()
    with running(folder) as server:
        logging.getLogger("innkeeper").addHandler(heard)
        try:
            for rest in (b"", b"1\r\n{\r\n" if how.startswith(b"t") else b'{"game":'):
                with line(server) as made:
                    made.sendall(request + how + b"\r\n\r\n" + rest)
                    time.sleep(0.1)  # it is being read
            until_empty(server)
            health(server)
        finally:
            logging.getLogger("innkeeper").removeHandler(heard)
    assert heard.lines == []


def until_empty(server: Running) -> None:
    deadline = time.monotonic() + PATIENCE
    while server.porch_size():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_not_http(server: Running) -> None:
    with line(server) as made:
        made.sendall(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")
        assert read_all(made).startswith(b"HTTP/1.1 400 ")
    with line(server) as made:
        send_until_refused(made, (HEAD + b"\r\n") * 500, 1 << 20)
        assert read_all(made).count(b"HTTP/1.1 ") <= porch.PIPELINED + 2
    with line(server) as made:
        made.sendall((HEAD + b"\r\n") * 5)
        got = b""
        while got.count(b"HTTP/1.1 200 ") < 5:
            got += made.recv(65_536)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with less patience than it has."""
    monkeypatch.setattr(porch, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(porch, "BODY_SECONDS", 0.7)
    monkeypatch.setattr(porch, "STALLED_SECONDS", 0.3)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET /hea", b"HTTP/1.1 408 "),
        (HEAD, b"HTTP/1.1 408 "),
        (HEAD + b"upgrade: websocket\r\nconnection: upgrade\r\n", b"HTTP/1.1 408 "),
        (b"POST /api/tables HTTP/1.1\r\nhost: inn\r\ncontent-length: 20\r\n\r\n{", b"HTTP/1.1 408 "),
        (b"POST /api/none HTTP/1.1\r\nhost: inn\r\ncontent-length: 20\r\n\r\n{", b"HTTP/1.1 40"),
        (HEAD + b"\r\n" + HEAD, b"HTTP/1.1 200 "),
    ],
    ids=[
        "nothing",
        "a word",
        "no end of headers",
        "no end of an upgrade",
        "no body",
        "no body, refused",
        "second",
    ],
)
def test_a_request_that_is_never_finished(
    folder: Path, hasty: None, sent: bytes, answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with running(folder) as server, caplog.at_level(logging.ERROR), ExitStack() as lines:
        with server.held():  # it is given all of that in the moment in which it lets one in
            made = lines.enter_context(line(server))
            made.sendall(sent)
            began = time.monotonic()
        assert read_all(made).startswith(answer)
        assert time.monotonic() - began > 0.3
    assert not caplog.records


def test_a_slow_drip_is_still_too_slow(folder: Path, hasty: None) -> None:
    """It is the whole head that has to come in time, not the next byte."""
    with running(folder) as server, line(server) as made:
        began = time.monotonic()
        try:
            for byte in HEAD * 20:  # half a minute's worth
                made.sendall(bytes((byte,)))
                time.sleep(0.05)
        except ConnectionError:
            pass
        assert time.monotonic() - began < 15


def test_who_does_not_read_is_hung_up_on(folder: Path, hasty: None) -> None:
    with running(folder) as server, ExitStack() as lines:
        ask = b"GET /api/games/adventurer/rulebook HTTP/1.1\r\nhost: inn\r\n\r\n"
        mute = lines.enter_context(line(server))
        mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(200):
            try:
                mute.sendall(ask * 10)
            except (ConnectionError, TimeoutError):
                break
            time.sleep(0.01)
        until_empty(server)
        health(server)


def test_unfinished_requests_keep_nobody_out(folder: Path, patient: None) -> None:
    with running(folder, sockets_per_address=10, connections_per_address=30) as server, ExitStack() as lines:
        made = [lines.enter_context(line(server)) for _ in range(200)]
        for one in made[-30:]:
            one.sendall(HEAD)
        health(server)
        assert server.porch_size() <= 40
        assert read_all(made[0]) == b""  # the oldest went
        neighbour = lines.enter_context(line(server, source="127.0.0.2"))
        neighbour.sendall(HEAD + b"\r\n")
        assert neighbour.recv(4096).startswith(b"HTTP/1.1 200 ")

        async def scenario() -> None:
            async with Api(server.url) as api:
                id, tokens = await two_seats(api, "magicduel")
                async with Seat(server.url, id, tokens[0]) as seat:
                    for _ in range(60):
                        lines.enter_context(line(server))
                    assert (await seat.act(seat.legal[0]))["type"] == "update"

        asyncio.run(scenario())


def test_when_all_places_are_taken_the_largest_crowd_gives_way(folder: Path, patient: None) -> None:
    with running(folder, connections=50) as server, ExitStack() as lines:
        quiet = lines.enter_context(line(server, source="127.0.0.3"))
        quiet.sendall(HEAD)
        crowd = [lines.enter_context(line(server)) for _ in range(120)]
        health(server)
        assert server.porch_size() <= 50
        quiet.sendall(b"\r\n")
        assert quiet.recv(4096).startswith(b"HTTP/1.1 200 ")
        del crowd


def test_a_place_is_given_back(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel")
            async with Seat(server.url, id, tokens[0]), Seat(server.url, id, tokens[1]) as cut:
                assert server.porch_size() >= 3
                cut.cut()
        await asyncio.to_thread(until_empty, server)

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_a_proxy_is_not_one_person() -> None:
    def entered(**settings: Any) -> int:
        found = Porch(Settings(sockets_per_address=1, connections_per_address=1, **settings))
        return sum(bool(found.enter("10.0.0.7")) for _ in range(5))

    assert entered() == 2
    assert entered(proxies="10.0.0.0/8") == 5


def test_a_subscriber_has_many_addresses() -> None:
    assert neighbourhood("192.0.2.7") == "192.0.2.7"
    assert neighbourhood("::ffff:192.0.2.7") == "192.0.2.7"
    assert neighbourhood("2001:db8:1:2:3:4:5:6") == neighbourhood("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert neighbourhood("fe80::1%eth0") == "fe80::/64"
    assert neighbourhood("?") == "?"
