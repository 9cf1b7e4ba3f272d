"""The WebSocket underneath: frames of every shape, clients that lag behind, and nothing told too early."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import weakref
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.frames import Frame, Opcode

from innkeeper.server.fastwire import FastWire, _header
from innkeeper.server.socket import Connection
from innkeeper.server.storage import Storage
from innkeeper.server.sweep import SOME, Sweeper
from tests.patience import PATIENCE
from tests.server.client import Api, Seat, two_seats
from tests.server.running import Running, running


def text(nonce: str, spaces: int = 0) -> bytes:
    return (json.dumps({"type": "ping", "nonce": nonce}) + " " * spaces).encode()


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=mask)


def pieces(nonce: str) -> list[bytes]:
    """One message in three frames, with a ping of the protocol's own between them."""
    data = text(nonce)
    return [
        frame(data[:5], fin=False),
        frame(data[5:9], Opcode.CONT, fin=False),
        frame(b"still there?", Opcode.PING),
        frame(data[9:], Opcode.CONT),
    ]


@pytest.mark.parametrize("first", ["short", "long", "longer", "split", "together", "pieces", "pong"])
def test_messages_of_every_shape_are_heard(server: Running, first: str) -> None:
    shapes = {
        "short": ([frame(text("a"))], ["a"]),
        "long": ([frame(text("a", spaces=200))], ["a"]),
        "longer": ([frame(text("a", spaces=2000))], ["a"]),
        "split": ([bytes((byte,)) for byte in frame(text("a"))], ["a"]),
        "together": ([frame(text("a")) + frame(text("b"))], ["a", "b"]),
        "pieces": (pieces("a"), ["a"]),
        "pong": ([frame(b"?", Opcode.PONG), frame(text("a"))], ["a"]),
    }

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as seat:
                for name in (first, *shapes):  # whatever came first, all others are heard after it
                    parts, nonces = shapes[name]
                    for part in parts:
                        seat.socket.transport.write(part)
                        await asyncio.sleep(0)
                    for nonce in nonces:
                        answer = await seat.until(lambda message: message["type"] == "pong")
                        assert answer["answers"] == nonce, name
                assert (await seat.act("magic"))["type"] == "update"

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"\xff\xfe"), 1007),
        (frame(text("a"), mask=False), 1002),
        (b"\xc1\x80\x00\x00\x00\x00", 1002),
        (frame(b"half", fin=False) + frame(b"another"), 1002),
    ],
    ids=["no text", "no mask", "a reserved bit", "a message inside another"],
)
def test_what_is_no_websocket_is_closed_and_nobody_else(server: Running, data: bytes, code: int) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as seat, Seat(server.url, id, tokens[1]) as other:
                other.socket.transport.write(data)
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await other.until(lambda message: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == code
                assert (await seat.act("magic"))["type"] == "update"

    asyncio.run(scenario())


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT])
def test_frames_that_are_no_message_have_a_limit_too(tmp_path: Path, opcode: Opcode) -> None:
    """Each costs as much as a message, and nobody else counts them: a flood would hold up all tables."""

    async def scenario(server: Running) -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as seat, Seat(server.url, id, tokens[1]) as other:
                start = frame(b"", fin=False) if opcode is Opcode.CONT else b""
                end = frame(text("a"), Opcode.CONT if start else Opcode.TEXT)
                few = frame(b"", opcode, fin=opcode is not Opcode.CONT) * 20
                other.socket.transport.write(start + few + end)
                assert (await other.until(lambda message: message["type"] == "pong"))["answers"] == "a"
                other.socket.transport.write(start + few * 50 + end)
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await other.until(lambda message: message["type"] == "pong")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4429
                assert (await seat.act("magic"))["type"] == "update"

    with running(tmp_path, messages_per_second=20.0) as server:
        asyncio.run(scenario(server))


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000])
def test_the_header_is_what_the_library_writes(length: int) -> None:
    data = b"x" * length
    assert _header(length) + data == frame(data, mask=False)


def connection_of(server: Running, table: str, seat: int) -> Connection:
    return next(one for one in server.inn.hall.tables[table].connections if one.seat == seat)


def test_a_slow_client_gets_one_large_update_later(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as fast, Seat(server.url, id, tokens[1]) as slow:
                await slow.ask("ping")
                wire = connection_of(server, id, 1).wire
                assert isinstance(wire, FastWire)

                async def set_pace(lagging: bool) -> None:
                    wire.pause_writing() if lagging else wire.resume_writing()

                await asyncio.to_thread(server.call, set_pace(True))
                for line in ("one", "two"):
                    await fast.ask("say", text=line)
                await fast.act("magic")
                before = len(slow.received)
                await asyncio.to_thread(server.call, set_pace(False))
                await slow.until(lambda message: message["type"] == "said" and message["text"] == "two")
                kinds = [json.loads(data)["type"] for data in slow.received[before:]]
                assert kinds.count("update") == 1
                assert slow.seq == 1
                assert [line["text"] for line in slow.chat] == ["one", "two"]

    asyncio.run(scenario())


def test_nobody_hears_of_an_action_before_it_is_durable(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who leaves meanwhile wakes everybody; they may hear of that, and of nothing else."""
    writing, may_write = threading.Event(), threading.Event()
    append = Storage._append_all

    def slowly(self: Storage, jobs: Any) -> list[bool]:
        writing.set()
        assert may_write.wait(PATIENCE)
        return append(self, jobs)

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            table = server.inn.hall.tables[id]
            async with Seat(server.url, id, tokens[0]) as actor, Seat(server.url, id, tokens[1]) as other:
                watcher = Seat(server.url, id)
                await watcher.connect()
                monkeypatch.setattr(Storage, "_append_all", slowly)
                acting = asyncio.create_task(actor.act("magic"))
                assert await asyncio.to_thread(writing.wait, PATIENCE)
                while table.seq < 1:  # somebody else's may be written, too
                    await asyncio.sleep(0.01)
                await watcher.socket.close()
                while len(table.connections) > 2:
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(server.call, asyncio.sleep(0.05))
                heard, known = connection_of(server, id, 1).seq, table.seq
                may_write.set()
                assert heard == 0
                assert known == 1  # the kernel knew, but nobody else
                assert (await acting)["seq"] == 1
                await other.until(lambda message: message["type"] == "update" and message["seq"] == 1)

    asyncio.run(scenario())


class Thing:
    """Something in a circle."""

    def __init__(self) -> None:
        self.me = self


def test_circles_that_were_put_aside_are_swept_when_enough_have_gone() -> None:
    sweeper = Sweeper(Counter(somewhere=1))
    thing = Thing()
    seen = weakref.ref(thing)
    sweeper.sweep()
    del thing
    sweeper.sweep()
    assert seen() is not None  # put aside: nobody looks at it
    for _ in range(SOME + 1):
        sweeper.ended()
    sweeper.sweep()
    assert seen() is None
    assert sweeper.gone == 0
    assert gc.isenabled()
    gc.unfreeze()
