"""Keeping everything: SQLite or PostgreSQL through one group-commit writer per process.

An entry is durable before anybody hears of it. The unique (match, seq) is the only lock between
processes: of two that append the same seq, the database takes one.

The database is spoken to in threads: one that writes, a few that read. Crossing to a thread once for a
whole batch costs a fraction of what an asynchronous driver costs, which crosses for every step.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy import Connection, Engine, TableClause, bindparam, create_engine, event, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError, InternalError, OperationalError, SQLAlchemyError

try:
    import fcntl
except ImportError:  # not Unix: only SQLite's own locks keep a restore from a running server
    fcntl = None  # type: ignore[assignment]

from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError
from innkeeper.server import schema
from innkeeper.server.inbox import Inbox
from innkeeper.server.metrics import METRICS
from innkeeper.server.threads import Threads

_log = logging.getLogger("innkeeper.storage")

T = TypeVar("T")
Row = dict[str, Any]

BATCH = 200
READERS = 4
CHECK_SECONDS = 1.5  # how long a database may take to say that it is there
STUCK_SECONDS = 5.0  # how long writing something may take until we are not ready any more
STOP_SECONDS = 1.0  # how long it may take to write what waits when we go
EXAMINE_SECONDS = 60.0
APPLICATION = "innkeeper"  # what PostgreSQL calls our connections
_MALFORMED = re.compile("malformed|not a database|invalid page|could not read block")
MIGRATIONS_LOCK = 0x1994_1995


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
        self.engine = engine_of(url)
        self._write_engine = self.engine.execution_options(writes=True)
        self._queue: Inbox[_Append | _Transaction | None] = Inbox()
        self._writer: asyncio.Task[None] | None = None
        self._writing = Threads(1, "writer")
        self._reading = Threads(READERS, "reader")
        self._house = ExitStack()
        self._examining: asyncio.Task[None] | None = None
        self._checking: asyncio.Future[Any] | None = None
        self.damage: str | None = None  # what is wrong with the database itself, as far as we know
        self._failing = False  # the last thing could not be written, whatever it was
        self._since: float | None = None  # when what is being written was begun
        self._place = str(file_of(url))  # of the SQLite file: looked at before every transaction
        self._file: tuple[int, int] | None = None  # the one that was opened there
        self._packs: dict[str, Content] = {}
        self._connection: Connection | None = None  # the writer's
        mark = "?" if self.is_sqlite else "%s"
        self._insert = (
            f"INSERT INTO entries ({', '.join(Entry._fields)}) "
            f"VALUES ({', '.join([mark] * len(Entry._fields))})"
        )
        self._insert_new = f"{self._insert} ON CONFLICT DO NOTHING"
        self._insert_pack = self.insert_new(schema.packs)
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

    def insert_new(self, table: TableClause) -> Any:
        """Insert a row, unless it is there already."""
        build = sqlite.insert if self.is_sqlite else postgresql.insert
        return build(table).on_conflict_do_nothing()

    async def start(self) -> None:
        """Begin to write. The schema must be up to date: see `migrate`."""
        if self.is_sqlite:
            self._house.enter_context(keep_house(file_of(self.url)))
            self._file = _identity(self._place)
            self._examining = asyncio.create_task(self._examine(), name="examine")
        self._writer = asyncio.create_task(self._write(), name="writer")

    async def stop(self) -> None:
        """Write what is waiting, then close. A database that hangs is not waited for."""
        if self._writer is not None:
            self._queue.put_nowait(None)
            await asyncio.wait([self._writer], timeout=STOP_SECONDS)
            if self._writer.done():
                await self._writing.run(self._hang_up)
            else:
                self._writer.cancel()
                _log.error("the database does not answer: what waits to be written is given up")
            self._writer = None
        if self._examining is not None:
            self._examining.cancel()
        self._writing.stop()
        self._reading.stop()
        self.engine.dispose()
        self._house.close()

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
        try:
            with METRICS.commit_seconds.time():
                kept = await self._in_thread(self._append_all, jobs)
        except Exception as wrong:  # whatever it is: the writer must go on, and nobody may wait for ever
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(StorageDown(f"this could not be kept: {self._brief(wrong)}"))
            return
        METRICS.commits.inc()
        for job, is_kept in zip(jobs, kept, strict=True):
            if not job.done.done():
                job.done.set_result(is_kept)

    async def _in_thread(self, work: Callable[..., T], *given: Any) -> T:
        """Write something, and remember whether that can be done just now."""
        self._since = time.monotonic()
        try:
            result = await self._writing.run(work, *given)
        except (OperationalError, InternalError, OSError):
            self._failing = True
            raise
        finally:
            self._since = None
        self._failing = False
        return result

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
        self._check_file()
        if self._connection is None:
            self._connection = self._write_engine.connect()
        try:
            with self._connection.begin():
                yield self._connection
        except (SQLAlchemyError, OSError) as wrong:
            if not isinstance(wrong, IntegrityError):
                self._hang_up()
            raise

    def _check_file(self) -> None:
        """What is written into a file that has lost its name is gone as soon as we are."""
        if self._file is not None and _identity(self._place) != self._file:
            raise OSError("another file was put in the place of the database")

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    async def _run(self, job: _Transaction) -> None:
        def work() -> Any:
            with self._transaction() as connection:
                return job.run(connection)

        try:
            result = await self._in_thread(work)
        except (SQLAlchemyError, OSError) as wrong:
            if not job.done.done():
                duplicate = isinstance(wrong, IntegrityError)
                job.done.set_exception(
                    StorageDown(f"this could not be kept: {self._brief(wrong)}", duplicate)
                )
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
            return await self._reading.run(work)
        except (SQLAlchemyError, OSError) as wrong:
            raise StorageDown(f"the book cannot be read: {self._brief(wrong)}") from None

    async def row(self, statement: Any, **values: object) -> RowMapping | None:
        """The first row of a query."""
        found = await self.rows(statement, **values)
        return found[0] if found else None

    # Is the database well?

    async def check(self) -> bool:
        """Does the database answer in time, can it be written, and is it sound as far as we know?"""
        stuck = self._since is not None and time.monotonic() - self._since > STUCK_SECONDS
        if self._failing or stuck:
            return False
        try:
            self._check_file()
        except OSError:
            return False
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self.row(select(schema.pulse.c.beat)))
        done, _ = await asyncio.wait([self._checking], timeout=CHECK_SECONDS)
        return bool(done) and self._checking.exception() is None and self.damage is None

    async def _examine(self) -> None:
        """Look through the whole file once, beside everything else: damage may lie where nobody reads."""
        found = await Threads(1, "examiner").run(examine, file_of(self.url))
        if found is not None:
            self._note_damage(found)

    def _note_damage(self, what: str) -> None:
        if self.damage is None:
            _log.error("the database is damaged: %s", what)
        self.damage = what

    def _brief(self, wrong: BaseException) -> str:
        said = brief(wrong)
        if _MALFORMED.search(said):
            self._note_damage(said)
        return said

    # Content packs

    async def keep_pack(self, game: str, pack: Content) -> None:
        """Store a content pack under its hash, once."""
        if pack.hash in self._packs:
            return
        row = {"hash": pack.hash, "game": game, "files": schema.encoded(pack.files)}

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


def brief(wrong: BaseException) -> str:
    """The first line of a database error: never its parameters, which may hold secrets."""
    cause = getattr(wrong, "orig", None) or wrong
    return f"{type(cause).__name__}: {str(cause).partition(chr(10))[0][:200]}"


def engine_of(url: str) -> Engine:
    """A way to a database: SQLite or PostgreSQL."""
    if not url.startswith("sqlite"):
        waits = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "application_name": APPLICATION}
        return create_engine(
            url, pool_size=READERS + 1, pool_pre_ping=True, hide_parameters=True, connect_args=waits
        )
    engine = create_engine(
        url,
        pool_size=READERS + 1,
        hide_parameters=True,
        connect_args={"timeout": 30, "check_same_thread": False},
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
        make_private(file_of(url))
    engine = engine_of(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if not url.startswith("sqlite"):
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATIONS_LOCK})"))
            _upgrade(connection, revision)
    except CommandError:
        raise StorageDown(
            "the database was made by a newer version of Innkeeper: run that version, "
            "or go back to a copy from before with `innkeeper restore`"
        ) from None
    except (SQLAlchemyError, OSError) as wrong:
        raise StorageDown(f"the database cannot be opened: {brief(wrong)}") from None
    finally:
        engine.dispose()


def _identity(place: str) -> tuple[int, int]:
    """Which file lies there, whatever it is called."""
    found = os.stat(place)
    return found.st_dev, found.st_ino


def file_of(url: str) -> Path:
    """Where a SQLite database is."""
    return Path(url.partition(":///")[2])


def make_private(file: Path) -> None:
    """The book holds the seeds of running matches: only whoever runs the inn may read it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():  # opening one that SQLite has open would let go of its locks
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        file.chmod(0o600)
    except OSError as wrong:
        raise StorageDown(f"the database {file} cannot be opened: {wrong.strerror}") from None


@contextmanager
def keep_house(file: Path, alone: bool = False) -> Iterator[None]:
    """Servers share a SQLite database; whoever goes back to a copy of it must be `alone`."""
    lock = file.with_name(file.name + ".lock")
    make_private(lock)
    with open(lock, "rb") as held:
        if fcntl is not None:
            try:
                fcntl.flock(held, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
            except OSError:
                busy = "a server uses it: stop that first" if alone else "it is being restored"
                raise StorageDown(f"{file}: {busy}") from None
        yield


def _upgrade(connection: Connection, revision: str) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def examine(file: Path) -> str | None:
    """What is wrong with a SQLite file; None: nothing that was found in a minute."""
    ends = time.monotonic() + EXAMINE_SECONDS
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True)) as book:
            book.set_progress_handler(lambda: time.monotonic() > ends, 100_000)
            found = book.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as wrong:
        return None if "interrupted" in str(wrong) else str(wrong)
    except sqlite3.DatabaseError as wrong:
        return str(wrong)
    return None if found == "ok" else str(found)
