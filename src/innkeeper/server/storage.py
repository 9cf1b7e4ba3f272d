"""Keeping everything: SQLite or PostgreSQL through one group-commit writer per process.

An entry is durable before anybody hears of it. The unique (match, seq) is the only lock between
processes: of two that append the same seq, the database takes one.

The database is spoken to in threads: one that writes, a few that read. Crossing to a thread once for a
whole batch costs a fraction of what an asynchronous driver costs, which crosses for every step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from msgspec import Struct
from sqlalchemy import Connection, Engine, bindparam, create_engine, event, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError
from innkeeper.server import schema
from innkeeper.server.inbox import Inbox
from innkeeper.server.metrics import METRICS

T = TypeVar("T")
Row = dict[str, Any]

BATCH = 200
READERS = 4
_MIGRATIONS_LOCK = 0x1994_1995


class StorageDown(InnkeeperError):
    """Something could not be kept, so it has not happened. `duplicate`: because it is there already."""

    def __init__(self, message: str, duplicate: bool = False) -> None:
        super().__init__(message)
        self.duplicate = duplicate


class Entry(NamedTuple):
    """A row of the log, in the order of its columns."""

    match_id: str
    seq: int
    seat: int | None
    body: str
    at: int
    nonce: str | None


class Patch(Struct, frozen=True):
    """What an entry changes in the row of its match."""

    status: str
    due: int | None
    ended: int | None
    outcome: str | None


class _Append(Struct):
    entry: Entry
    patch: Patch | None
    done: asyncio.Future[bool]


class _Transaction(Struct):
    run: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class Storage:
    """The database of one process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.engine = _engine(url)
        self._write_engine = self.engine.execution_options(writes=True)
        self._queue: Inbox[_Append | _Transaction | None] = Inbox()
        self._writer: asyncio.Task[None] | None = None
        self._writing = ThreadPoolExecutor(1, "writer")
        self._reading = ThreadPoolExecutor(READERS, "reader")
        self._packs: dict[str, Content] = {}
        self._connection: Connection | None = None  # the writer's
        mark = "?" if self.is_sqlite else "%s"
        self._insert = (
            f"INSERT INTO entries ({', '.join(Entry._fields)}) "
            f"VALUES ({', '.join([mark] * len(Entry._fields))})"
        )
        self._insert_new = f"{self._insert} ON CONFLICT DO NOTHING"
        build = sqlite.insert if self.is_sqlite else postgresql.insert
        self._insert_pack = build(schema.packs).on_conflict_do_nothing()
        self._patch = (
            update(schema.matches)
            .where(schema.matches.c.id == bindparam("match"))
            .values(
                status=bindparam("status"),
                due=bindparam("due"),
                ended=bindparam("ended"),
                outcome=bindparam("outcome"),
            )
        )

    async def start(self) -> None:
        """Begin to write. The schema must be up to date: see `migrate`."""
        self._writer = asyncio.create_task(self._write(), name="writer")

    async def stop(self) -> None:
        """Write what is waiting, then close."""
        if self._writer is not None:
            self._queue.put_nowait(None)
            await self._writer
            self._writer = None
        await asyncio.get_running_loop().run_in_executor(self._writing, self._hang_up)
        self._writing.shutdown()
        self._reading.shutdown()
        self.engine.dispose()

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return len(self._queue)

    # Writing

    def append(self, entry: Entry, patch: Patch | None = None) -> asyncio.Future[bool]:
        """Add an entry. True: it is durable. False: somebody else has that seq."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Append(entry, patch, done))
        return done

    async def transact(self, run: Callable[[Connection], T]) -> T:
        """Run something in a transaction of its own, in turn with all other writing. In the writer's thread:
        it may not touch anything but the connection."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Transaction(run, done))
        return await done

    async def _write(self) -> None:
        stopping = False
        while not stopping:
            jobs = [await self._queue.get()]
            while len(jobs) < BATCH and not self._queue.empty():
                jobs.append(await self._queue.get())
            METRICS.queue.set(len(self._queue))
            appends: list[_Append] = []
            for job in jobs:
                if isinstance(job, _Append):
                    appends.append(job)
                    continue
                await self._commit(appends)
                appends = []
                if job is None:
                    stopping = True
                else:
                    await self._run(job)
            await self._commit(appends)

    async def _commit(self, jobs: list[_Append]) -> None:
        """One transaction for all that waited; only after it is anybody answered."""
        if not jobs:
            return
        loop = asyncio.get_running_loop()
        try:
            with METRICS.commit_seconds.time():
                kept = await loop.run_in_executor(self._writing, self._append_all, jobs)
        except Exception as wrong:  # whatever it is: the writer must go on, and nobody may wait for ever
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(StorageDown(f"this could not be kept: {_brief(wrong)}"))
            return
        METRICS.commits.inc()
        for job, is_kept in zip(jobs, kept, strict=True):
            if not job.done.done():
                job.done.set_result(is_kept)

    def _append_all(self, jobs: list[_Append]) -> list[bool]:
        """Which of the entries are new. Every action waits for this, so the usual case is one statement."""
        try:
            with self._transaction() as connection:
                connection.exec_driver_sql(self._insert, [job.entry for job in jobs])
                self._patch_all(connection, jobs)
            return [True] * len(jobs)
        except IntegrityError:  # somebody else has one of them: find out which
            with self._transaction() as connection:
                kept = [connection.exec_driver_sql(self._insert_new, job.entry).rowcount == 1 for job in jobs]
                self._patch_all(connection, [job for job, is_kept in zip(jobs, kept, strict=True) if is_kept])
            return kept

    def _patch_all(self, connection: Connection, jobs: list[_Append]) -> None:
        patches = [
            {"match": job.entry.match_id, **msgspec.structs.asdict(job.patch)}
            for job in jobs
            if job.patch is not None
        ]
        if patches:
            connection.execute(self._patch, patches)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """A transaction on the writer's own connection, which is made anew after trouble."""
        if self._connection is None:
            self._connection = self._write_engine.connect()
        try:
            with self._connection.begin():
                yield self._connection
        except (SQLAlchemyError, OSError) as wrong:
            if not isinstance(wrong, IntegrityError):
                self._hang_up()
            raise

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    async def _run(self, job: _Transaction) -> None:
        def work() -> Any:
            with self._transaction() as connection:
                return job.run(connection)

        try:
            result = await asyncio.get_running_loop().run_in_executor(self._writing, work)
        except (SQLAlchemyError, OSError) as wrong:
            if not job.done.done():
                duplicate = isinstance(wrong, IntegrityError)
                job.done.set_exception(StorageDown(f"this could not be kept: {_brief(wrong)}", duplicate))
        except Exception as wrong:
            if not job.done.done():
                job.done.set_exception(wrong)
        else:
            if not job.done.done():
                job.done.set_result(result)

    # Reading

    async def rows(self, statement: Any, **values: object) -> Sequence[RowMapping]:
        """The rows of a query; `values` are for the parameters it names."""

        def work() -> Sequence[RowMapping]:
            with self.engine.connect() as connection:
                return connection.execute(statement, values).mappings().all()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, work)
        except (SQLAlchemyError, OSError) as wrong:
            raise StorageDown(f"the book cannot be read: {_brief(wrong)}") from wrong

    async def row(self, statement: Any, **values: object) -> RowMapping | None:
        """The first row of a query."""
        found = await self.rows(statement, **values)
        return found[0] if found else None

    async def check(self) -> bool:
        """Does the database answer?"""
        try:
            await self.rows(text("SELECT 1"))
        except StorageDown:
            return False
        return True

    # Content packs

    async def keep_pack(self, game: str, pack: Content) -> None:
        """Store a content pack under its hash, once."""
        if pack.hash in self._packs:
            return
        row = {"hash": pack.hash, "game": game, "files": msgspec.json.encode(pack.files).decode()}

        def run(connection: Connection) -> None:
            connection.execute(self._insert_pack, row)

        await self.transact(run)
        self._packs[pack.hash] = pack

    async def pack(self, hash: str) -> Content | None:
        """The content pack with a hash."""
        if hash not in self._packs:
            row = await self.row(select(schema.packs).where(schema.packs.c.hash == hash))
            if row is None:
                return None
            self._packs[hash] = Content.of(msgspec.json.decode(row["files"], type=dict[str, str]))
        return self._packs[hash]


def _brief(wrong: BaseException) -> str:
    """The first line of a database error: never its parameters, which may hold secrets."""
    cause = getattr(wrong, "orig", None) or wrong
    return f"{type(cause).__name__}: {str(cause).partition(chr(10))[0][:200]}"


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=READERS + 1, pool_pre_ping=True)
    engine = create_engine(
        url, pool_size=READERS + 1, connect_args={"timeout": 30, "check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if connection.get_execution_options().get("writes", False):  # a query is a transaction of its own
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


# Migrations


def alembic_config() -> Config:
    """Where the migrations are: inside the package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(url: str, revision: str = "head") -> None:
    """Bring the database to a revision of the schema; several processes may try at once."""
    if url.startswith("sqlite"):
        Path(url.partition(":///")[2]).parent.mkdir(parents=True, exist_ok=True)
    engine = _engine(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if not url.startswith("sqlite"):
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATIONS_LOCK})"))
            _upgrade(connection, revision)
    except (SQLAlchemyError, OSError) as wrong:
        raise StorageDown(f"the database cannot be opened: {_brief(wrong)}") from wrong
    finally:
        engine.dispose()


def _upgrade(connection: Connection, revision: str) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def backup(url: str, target: Path) -> int:
    """Copy a SQLite database while it is used; the number of bytes written."""
    import sqlite3

    if not url.startswith("sqlite"):
        raise InnkeeperError("this copies SQLite; for PostgreSQL use pg_dump")
    source = Path(url.partition(":///")[2])
    if not source.exists():
        raise InnkeeperError(f"there is no database {source}")
    if target.exists():
        raise InnkeeperError(f"{target} exists already")
    fresh = target.with_name(target.name + ".part")
    fresh.unlink(missing_ok=True)
    with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as old, sqlite3.connect(fresh) as new:
        old.backup(new, pages=1000)
        good = new.execute("PRAGMA integrity_check").fetchone()[0]
    old.close()
    new.close()
    if good != "ok":
        raise InnkeeperError(f"the copy is damaged: {good}")
    fresh.replace(target)
    return target.stat().st_size
