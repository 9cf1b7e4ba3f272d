"""Private PostgreSQL and Redis servers on free loopback ports, started and stopped by the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from tests.server.running import free_port

HELP = (
    "these tests need PostgreSQL and Redis: run `tools/test-services.sh`, "
    "or: apt-get install -y --no-install-recommends postgresql redis-server"
)


class Missing(Exception):
    """A program is not there, and how to get it."""


class Services:
    """Addresses of the two."""

    def __init__(self, postgres: str, redis: str) -> None:
        self.postgres = postgres
        self.redis = redis
        self._numbers = count(1)

    def database(self) -> str:
        """A new, empty database."""
        name = f"inn{next(self._numbers)}"
        with psycopg.connect(f"{self.postgres}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{self.postgres}/{name}"


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
    user: dict[str, object] = {}
    if os.getuid() == 0:  # PostgreSQL refuses to run as root
        postgres = pwd.getpwnam("postgres")
        for path in (root, data):
            os.chown(path, postgres.pw_uid, postgres.pw_gid)
        user = {"user": postgres.pw_uid, "group": postgres.pw_gid, "extra_groups": []}
    port, redis_port = free_port(), free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
    processes: list[subprocess.Popen[bytes]] = []
    try:
        subprocess.run(
            [bin / "initdb", "-D", data, "-U", "inn", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True,
            cwd=root,
            **quiet,  # type: ignore[call-overload]
            **user,
        )
        options = ["-h", "127.0.0.1", "-k", str(root), "-p", str(port), "-c", "max_connections=60"]
        processes.append(
            subprocess.Popen([bin / "postgres", "-D", data, *options], cwd=root, **quiet, **user)  # type: ignore[call-overload]
        )
        bound = ["--bind", "127.0.0.1", "--port", str(redis_port), "--save", "", "--dir", str(root)]
        processes.append(subprocess.Popen([redis, *bound], cwd=root, **quiet))  # type: ignore[call-overload]
        found = Services(f"postgresql://inn@127.0.0.1:{port}", f"redis://127.0.0.1:{redis_port}/0")
        _wait(found, processes)
        yield found
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(20)
        shutil.rmtree(root, ignore_errors=True)


def _wait(services: Services, processes: list[subprocess.Popen[bytes]]) -> None:
    import redis

    deadline = time.monotonic() + 60
    while True:
        for process in processes:
            assert process.poll() is None, f"{process.args!r} ended with {process.returncode}"
        try:
            psycopg.connect(f"{services.postgres}/postgres").close()
            redis.Redis.from_url(services.redis).ping()
        except (psycopg.OperationalError, redis.ConnectionError):
            assert time.monotonic() < deadline, "PostgreSQL and Redis did not start"
            time.sleep(0.05)
        else:
            return
