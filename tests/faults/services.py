"""Private PostgreSQL and Redis servers on free loopback ports, started and stopped by the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from tests.server.running import free_port

HELP = (
    "these tests need PostgreSQL and Redis: run `tools/test-services.sh`, "
    "or: apt-get install -y --no-install-recommends postgresql redis-server"
)


class Missing(Exception):
    """A program is not there, and how to get it."""


class Service:
    """A process that can be stopped, started again, and made to hang."""

    def __init__(self, command: Sequence[object], folder: Path, user: dict[str, Any]) -> None:
        self.command = [str(part) for part in command]
        self.folder = folder
        self.user = user
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(self.command, cwd=self.folder, **quiet, **self.user)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """At once: clients that are still there are sent away."""
        if self.process is not None:
            self.process.send_signal(how)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:  # Redis overhears it once in some hundred times
                self.process.kill()
                self.process.wait()
            self.process = None

    def pause(self) -> None:
        """It hangs: alive, and silent."""
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        self._send(signal.SIGCONT)

    def _send(self, number: signal.Signals) -> None:
        """To it and to its children, of whom one may go between the look and the signal."""
        for pid in self._family():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _family(self) -> list[int]:
        assert self.process is not None
        first = self.process.pid
        return [first, *(pid for pid, parent in _parents() if parent == first)]


def _parents() -> Iterator[tuple[int, int]]:
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                stat = Path(f"/proc/{name}/stat").read_text(encoding="utf-8")
            except OSError:
                continue
            yield int(name), int(stat.rpartition(")")[2].split()[1])


class Services:
    """The two, and their addresses."""

    def __init__(self, postgres: str, redis: str, postgres_service: Service, redis_service: Service) -> None:
        self.postgres = postgres
        self.redis = redis
        self.postgres_service = postgres_service
        self.redis_service = redis_service
        self._numbers = count(1)

    def database(self) -> str:
        """A new, empty database."""
        name = f"inn{next(self._numbers)}"
        with psycopg.connect(f"{self.postgres}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{self.postgres}/{name}"

    def wait(self) -> None:
        """Until both answer."""
        import redis

        deadline = time.monotonic() + 60
        while True:
            for service in (self.postgres_service, self.redis_service):
                process = service.process
                assert process is not None
                assert process.poll() is None, f"{process.args!r} ended with {process.returncode}"
            try:
                psycopg.connect(f"{self.postgres}/postgres").close()
                redis.Redis.from_url(self.redis).ping()
            except (psycopg.OperationalError, redis.ConnectionError):
                assert time.monotonic() < deadline, "PostgreSQL and Redis did not start"
                time.sleep(0.05)
            else:
                return


def programs() -> tuple[Path, Path]:
    """Where PostgreSQL's programs and Redis are."""
    redis = shutil.which("redis-server")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    initdb = found[-1] if found else shutil.which("initdb")
    if redis is None or initdb is None:
        raise Missing(HELP)
    return Path(initdb).parent, Path(redis)


@contextmanager
def started() -> Iterator[Services]:
    """Both servers, in a folder of their own, gone afterwards."""
    bin, redis = programs()
    root = Path(tempfile.mkdtemp(prefix="innkeeper-services-"))
    data = root / "postgres"
    data.mkdir()
    user: dict[str, Any] = {}
    if os.getuid() == 0:  # PostgreSQL refuses to run as root
        postgres = pwd.getpwnam("postgres")
        for path in (root, data):
            os.chown(path, postgres.pw_uid, postgres.pw_gid)
        user = {"user": postgres.pw_uid, "group": postgres.pw_gid, "extra_groups": []}
    port, redis_port = free_port(), free_port()
    try:
        subprocess.run(
            [bin / "initdb", "-D", data, "-U", "inn", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True,
            cwd=root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            **user,
        )
        options = ["-h", "127.0.0.1", "-k", str(root), "-p", str(port), "-c", "max_connections=60"]
        bound = ["--bind", "127.0.0.1", "--port", str(redis_port), "--save", "", "--dir", str(root)]
        found = Services(
            f"postgresql://inn@127.0.0.1:{port}",
            f"redis://127.0.0.1:{redis_port}/0",
            Service([bin / "postgres", "-D", data, *options], root, user),
            Service([redis, *bound], root, {}),
        )
        both = (found.postgres_service, found.redis_service)
        try:
            for service in both:
                service.start()
            found.wait()
            yield found
        finally:
            for service in both:
                if service.process is not None:
                    service.resume()
                    service.stop()
    finally:
        shutil.rmtree(root, ignore_errors=True)
