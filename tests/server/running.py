"""Servers for tests: in a thread of this process, or as processes of their own."""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from sqlalchemy import Connection, update

from innkeeper.server import schema
from innkeeper.server.app import create
from innkeeper.server.config import Settings
from innkeeper.server.door import Door
from innkeeper.server.inn import Inn
from innkeeper.server.serve import uvicorn_config
from tests.patience import PATIENCE

T = TypeVar("T")
STOPPING = 15.0  # seconds; less than five where nothing else is done
FREE: dict[str, Any] = {
    "requests_per_second": 0.0,
    "messages_per_second": 0.0,
    "sockets_per_address": 0,
    "connections_per_address": 0,
    "tables_per_guest": 0,
    "tables_per_minute": 0.0,
    "bot_beat": 0.0,
}


class Running:
    """A server in a thread: its code is measured by coverage, and its parts can be looked at."""

    def __init__(self, settings: Settings) -> None:
        self.door: Door = create(settings)
        self.inn: Inn = self.door.inn
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen(256)
        port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._config = uvicorn_config(settings, self.door)
        self._server = uvicorn.Server(self._config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]})

    def start(self) -> Running:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        return self

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        writer = self.inn.storage._writer
        assert writer is not None
        return writer.get_loop()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something inside the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Its loop stands still: what comes meanwhile is all there when it looks again."""
        stands, goes_on = threading.Event(), threading.Event()

        def stand() -> None:
            stands.set()
            goes_on.wait(PATIENCE)

        self.loop.call_soon_threadsafe(stand)
        assert stands.wait(PATIENCE)
        try:
            yield
        finally:
            goes_on.set()

    @contextmanager
    def bots_at_rest(self) -> Iterator[None]:
        """Nobody thinks meanwhile."""
        locks = [worker.lock for worker in self.inn.bots.workers]

        async def hold() -> None:
            for lock in locks:
                await lock.acquire()

        async def release() -> None:
            for lock in locks:
                lock.release()

        self.call(hold())
        try:
            yield
        finally:
            self.call(release())

    def porch_size(self) -> int:
        """How many connections have a place."""
        return len(self._config.porch)

    def set_dice(self, table: str, number: int) -> None:
        """The same dice whenever a table that has not begun is given the same number."""
        seed = sha256(number.to_bytes(8)).digest()
        m = schema.matches

        def run(connection: Connection) -> None:
            values = {"seed": seed, "commitment": sha256(seed).hexdigest()}
            connection.execute(update(m).where(m.c.id == table).values(**values))

        async def change() -> None:
            await self.inn.storage.transact(run)
            await self.inn.hall.refresh(self.inn.hall.tables[table])

        self.call(change())

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Running]:
    """A server without rate limits, with its book in a folder."""
    values = {**FREE, "database": str(folder / "inn.db"), **settings}
    server = Running(Settings(**values)).start()
    try:
        yield server
    finally:
        server.stop()


def wait_until_ready(url: str, ended: Callable[[], int | None]) -> None:
    """Until a server says that it serves. `ended`: its exit status, once it has one."""
    deadline = time.monotonic() + PATIENCE
    with httpx.Client(verify=False) as http:  # reading all certificates takes longer than a look
        while True:
            status = ended()
            assert status is None, f"the server ended with {status}"
            try:
                if http.get(f"{url}/ready", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            assert time.monotonic() < deadline, "the server did not become ready"
            time.sleep(0.02)


class Process:
    """A server as a process of its own, which can be killed."""

    def __init__(
        self, *arguments: str, port: int | None = None, program: str = "innkeeper", **environment: str
    ) -> None:
        self.program = program
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.arguments = arguments
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Process:
        self.start_without_waiting()
        assert self.process is not None
        wait_until_ready(self.url, self.process.poll)
        return self

    def start_without_waiting(self) -> None:
        limits = {f"INNKEEPER_{name.upper()}": str(value) for name, value in FREE.items()}
        command = [sys.executable, "-m", self.program, "serve", "--no-browser", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *self.arguments],
            env={**os.environ, **limits, **self.environment},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        """As a power cut would: the whole group at once."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> float:
        """Ask it to stop; the seconds it took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        return time.monotonic() - began


def free_port() -> int:
    """A port nobody listens on. It stays held until the tests end, so that nobody else is given it before the
    server for which it was found has opened there, or between two servers; who names it may listen."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    atexit.register(held.close)
    port: int = held.getsockname()[1]
    return port
