"""Copies of the book, and going back to one.

A copy is one SQLite file, whichever database it was taken from: nothing but Innkeeper is needed to make
one or to go back to it, and a house may move from SQLite to PostgreSQL with it, or back.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from innkeeper.engine.errors import InnkeeperError
from innkeeper.server import schema
from innkeeper.server.storage import (
    APPLICATION,
    MIGRATIONS_LOCK,
    StorageDown,
    alembic_config,
    brief,
    file_of,
    keep_house,
    make_private,
    migrate,
)

ROWS = 1000  # copied at a time
_PARTS = ("", "-wal", "-shm", "-journal")  # all that SQLite keeps of one database


def backup(url: str, target: Path) -> int:
    """Copy a database while it is used; the number of bytes written."""
    with _in_a_sentence():
        return _backup(url, target)


def _backup(url: str, target: Path) -> int:
    if target.exists():
        raise InnkeeperError(f"{target} exists already")
    if url.startswith("sqlite") and not file_of(url).exists():
        raise InnkeeperError(f"there is no database {file_of(url)}")
    with _beside(target) as fresh:
        if url.startswith("sqlite"):
            _copy_file(file_of(url), fresh)
        else:
            migrate(f"sqlite:///{fresh}")
            with _postgresql(url) as engine, engine.connect() as source, _sqlite(fresh) as book:
                source = source.execution_options(isolation_level="REPEATABLE READ")
                _check_revision(source)
                _copy_rows(source, book)
        _finish(fresh)
        fresh.replace(target)
    return target.stat().st_size


def restore(url: str, source: Path) -> None:
    """Go back to a copy: all of it or nothing. Refused while a server uses the database."""
    if not source.exists():
        raise InnkeeperError(f"there is no copy {source}")
    with _in_a_sentence():
        if url.startswith("sqlite"):
            _restore_file(file_of(url), source)
        else:
            _restore_postgresql(url, source)


@contextmanager
def _in_a_sentence() -> Iterator[None]:
    """A disk may be full, a file damaged or not ours to write."""
    try:
        yield
    except (sqlite3.Error, SQLAlchemyError, OSError) as wrong:
        raise StorageDown(f"the database could not be copied: {brief(wrong)}") from None


def _restore_file(file: Path, source: Path) -> None:
    """Write-ahead logs that were left by a crash belong to the old file: they never meet the new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with keep_house(file, alone=True), _beside(file) as fresh:
        _take(source, fresh)
        if file.exists():
            _close_up(file)
        for part in _PARTS[1:]:  # of a database that was moved away by hand
            Path(f"{file}{part}").unlink(missing_ok=True)
        fresh.replace(file)
        _sync_folder(file.parent)


def _close_up(file: Path) -> None:
    """Make the old database one whole file, so that whatever happens now there is one: old, or new.

    If it is too badly damaged for that, all its parts are put aside.
    """
    try:
        with closing(sqlite3.connect(file, timeout=2, isolation_level=None)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            kept = old.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        if kept != "delete":
            raise InnkeeperError(f"{file} is in use: stop the server first")
    except sqlite3.OperationalError as wrong:
        raise InnkeeperError(f"{file} cannot be replaced: {wrong}; stop whatever uses it") from None
    except sqlite3.DatabaseError:
        aside = tempfile.mkdtemp(prefix=f"{file.name}-damaged-", dir=file.parent)
        for part in _PARTS:
            if (old_part := Path(f"{file}{part}")).exists():
                shutil.move(old_part, Path(aside) / old_part.name)


def _restore_postgresql(url: str, source: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="innkeeper-") as folder:
        fresh = Path(folder) / "copy.db"
        make_private(fresh)
        _take(source, fresh)
        migrate(url)
        with _postgresql(url) as engine, _sqlite(fresh) as book, engine.begin() as target:
            target.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATIONS_LOCK})"))
            others = target.execute(
                text(
                    "SELECT count(*) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND application_name = :ours"
                ),
                {"ours": APPLICATION},
            ).scalar()
            if others:
                raise InnkeeperError("a server uses this database: stop it first")
            names = ", ".join(table.name for table in schema.metadata.sorted_tables)
            target.execute(text(f"TRUNCATE {names}"))
            _copy_rows(book, target)
            target.execute(
                text(
                    "SELECT setval(pg_get_serial_sequence('accounts', 'id'), "
                    "(SELECT coalesce(max(id), 0) + 1 FROM accounts), false)"
                )
            )


def _take(source: Path, fresh: Path) -> None:
    """A good copy of a copy, brought up to date."""
    try:
        _copy_file(source, fresh)
        with _sqlite(fresh) as book:
            known = MigrationContext.configure(book).get_current_revision()
    except (sqlite3.DatabaseError, SQLAlchemyError) as wrong:
        if _has_no_room(wrong):
            raise
        known = None
    if known is None:
        raise InnkeeperError(f"{source} is no copy that `innkeeper backup` made, or it is damaged")
    migrate(f"sqlite:///{fresh}")
    _finish(fresh)


def _has_no_room(wrong: Exception) -> bool:
    """Is it the disk that is at fault, not what was read?"""
    cause = getattr(wrong, "orig", None) or wrong
    return getattr(cause, "sqlite_errorcode", 0) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


def _copy_file(source: Path, target: Path) -> None:
    """By SQLite's own means: with what is in the write-ahead log, also while it is written to."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, pages=ROWS)


def _finish(file: Path) -> None:
    """One whole, sound, durable file."""
    with closing(sqlite3.connect(file)) as book:
        book.execute("PRAGMA journal_mode=DELETE")
        good = book.execute("PRAGMA integrity_check").fetchone()[0]
        broken = book.execute("PRAGMA foreign_key_check").fetchone()
    if good != "ok" or broken is not None:
        raise InnkeeperError(f"the copy is damaged: {good if broken is None else f'table {broken[0]}'}")
    with open(file, "rb") as written:
        os.fsync(written.fileno())


def _copy_rows(source: Connection, target: Connection) -> None:
    for table in schema.metadata.sorted_tables:
        rows = source.execution_options(yield_per=ROWS).execute(select(table)).mappings()
        for some in rows.partitions():
            target.execute(insert(table), [dict(row) for row in some])


def _check_revision(connection: Connection) -> None:
    found = MigrationContext.configure(connection).get_current_revision()
    wanted = ScriptDirectory.from_config(alembic_config()).get_current_head()
    if found != wanted:
        raise InnkeeperError(
            f"the database is at revision {found}, and this version of Innkeeper is at {wanted}: "
            "copy it with the version that serves it"
        )


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A private file next to another, gone afterwards unless it took that one's place."""
    fresh = target.with_name(target.name + ".part")
    for part in _PARTS:
        Path(f"{fresh}{part}").unlink(missing_ok=True)
    make_private(fresh)
    try:
        yield fresh
    finally:
        for part in _PARTS:
            Path(f"{fresh}{part}").unlink(missing_ok=True)


@contextmanager
def _postgresql(url: str) -> Iterator[Engine]:
    waits = {"connect_timeout": 5, "application_name": f"{APPLICATION} copies"}
    engine = create_engine(url, hide_parameters=True, connect_args=waits)
    try:
        yield engine
    except SQLAlchemyError as wrong:
        raise StorageDown(f"the database cannot be copied: {brief(wrong)}") from None
    finally:
        engine.dispose()


@contextmanager
def _sqlite(file: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{file}", hide_parameters=True)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
