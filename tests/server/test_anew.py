"""SIGUSR2: the server begins anew in its place, and nobody who knocks meanwhile is turned away."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.patience import PATIENCE
from tests.server.client import Api, Seat, two_seats
from tests.server.running import STOPPING, Process


async def knock(server: Process, stop: asyncio.Event) -> int:
    """Come to the door again and again; how often one was let in.

    Who is inside when it closes may be cut off and comes back; to be refused at the door is an error.
    """
    times = 0
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        while not stop.is_set():
            try:
                answer = await http.get("/health", headers={"connection": "close"})
            except (httpx.ReadError, httpx.RemoteProtocolError):
                continue
            assert answer.status_code == 200
            times += 1
    return times


async def acts(seat: Seat, action: str) -> dict[str, Any]:
    """As a client does: comes back and says it again when the process that answers is about to go, too."""
    asked = False
    while True:
        try:
            await seat.connect()
            asked = asked or await seat.turn()  # who has said it may not be asked any more
            assert asked
            return await seat.act(action, nonce="once")
        except websockets.ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != 1012:
                raise


async def begins_anew(server: Process) -> None:
    """A match goes on through it, for seats that come back as clients do."""
    assert server.process is not None
    async with Api(server.url) as api:
        id, tokens = await two_seats(api, "magicduel")
        seats = [Seat(server.url, id, token) for token in tokens]
        for seat in seats:
            await seat.connect()
        before = await seats[0].act("magic")
        stop = asyncio.Event()
        knocking = asyncio.create_task(knock(server, stop))
        server.process.send_signal(signal.SIGUSR2)
        server.process.send_signal(signal.SIGUSR2)  # told twice in one breath is told once
        for seat in seats:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await seat.until(lambda message: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        after = await acts(seats[1], "magic")
        assert after["seq"] == before["seq"] + 1
        stop.set()
        assert await knocking > 0
        await seats[0].connect()
        for seat in seats:
            await seat.socket.close()


def test_a_match_goes_on(folder: Path) -> None:
    """The code that runs afterwards is what Python finds then: here, a module that was not there before."""
    found, later = folder / "found", folder / "later"
    path = os.pathsep.join([str(later), os.environ.get("PYTHONPATH", "")])
    server = Process("--database", str(folder / "inn.db"), PYTHONPATH=path).start()
    assert server.process is not None
    later.mkdir()
    (later / "sitecustomize.py").write_text(f"open({str(found)!r}, 'w').close()\n")
    try:
        asyncio.run(begins_anew(server))
        assert found.exists()
        assert server.stop() < STOPPING
    finally:
        if server.process.poll() is None:
            server.kill()


def stops_while_it_begins_anew(server: Process) -> None:
    """Told to stop at any moment of its beginning anew, it stops."""
    for seconds in (0, 0.3, 0.6, 0.9, 1.2):
        server.start()
        assert server.process is not None
        try:
            server.process.send_signal(signal.SIGUSR2)
            time.sleep(seconds)  # the moment is what is tried
            server.stop()
        finally:
            if server.process.poll() is None:
                server.kill()


def test_told_to_stop_it_stops(folder: Path) -> None:
    stops_while_it_begins_anew(Process("--database", str(folder / "inn.db")))


def handed(given: int, database: Path, count: str = "1") -> subprocess.Popen[str]:
    """A server that is started the way systemd starts one for which it holds a socket."""
    script = 'exec 3<&0 0</dev/null; LISTEN_PID=$$ exec "$@"'
    command = [sys.executable, "-m", "innkeeper", "serve", "--no-browser", "--database", str(database)]
    return subprocess.Popen(
        ["sh", "-c", script, "sh", *command],
        stdin=given,
        env={**os.environ, "LISTEN_FDS": count},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_socket_from_systemd_is_taken(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = handed(listener.fileno(), folder / "inn.db")
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/ready"
        try:
            assert httpx.get(address, timeout=60).status_code == 200  # waits at the socket until it is served
        finally:
            server.terminate()
            server.communicate(timeout=PATIENCE)


def test_anything_but_one_socket_is_refused(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, open(os.devnull) as nothing:
        two = handed(listener.fileno(), folder / "inn.db", count="2")
        none = handed(nothing.fileno(), folder / "inn.db")
        for server, reason in ((two, "LISTEN_FDS is 2"), (none, "not there")):
            _, complaint = server.communicate(timeout=60)
            assert server.returncode == 1
            assert reason in complaint
            assert "Traceback" not in complaint
