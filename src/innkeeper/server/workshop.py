"""The workshop: where a landlord changes a number, presses a button, and reads whether it matters.

Studies wait in the database, whichever process they were asked at, and one is worked on at a time: there is
one bench, which the database itself gives to one of them only. The work is done in a process of its own that
gives way to all others, on one core, in a bounded time. Who works says so every second; if nobody has for a
while, the study is taken up again by whoever is there. A few of the last are kept with their reports.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from innkeeper.engine.content import shipped
from innkeeper.engine.game import get_game
from innkeeper.server import schema
from innkeeper.server.bots import environment
from innkeeper.server.clocks import now_ms
from innkeeper.server.errors import Denied, NotFound, TooFast
from innkeeper.server.metrics import METRICS
from innkeeper.server.parcels import MOST_BYTES
from innkeeper.server.protocol import Checked, NewStudy, Report, StudyInfo, WorkshopInfo
from innkeeper.server.schema import encoded, packed, unpacked
from innkeeper.server.seats import Caller, new_id
from innkeeper.server.storage import Storage, StorageDown
from innkeeper.server.tasks import Task, Word

KEPT = 30  # studies that are over
WAITING = 10  # that wait or are worked on
EACH = 4  # of these, for one landlord
TRIES = 3  # times that a study is begun, should whoever works on it go away
CHECK_SECONDS = 20.0  # for proofreading
GRACE_SECONDS = 20.0  # more than a study may take, to put what it knows into words
LOOK_SECONDS = 5.0  # between two looks at what others may have left
BEAT_SECONDS = 1.0
SILENT_MS = 20_000  # after so long without a beat nobody works on it any more
LARGEST_WORD = 16 << 20  # bytes

_log = logging.getLogger("innkeeper.workshop")
_s = schema.studies.c
OVER = ("done", "failed", "cancelled")


class BenchFailed(Exception):
    """The process gave no report, and why."""


class Workshop:
    """The studies of an inn, and whoever works on them in this process."""

    def __init__(self, storage: Storage, seconds: float) -> None:
        self.storage = storage
        self.seconds = seconds
        self._worker: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._checking = asyncio.Lock()
        self._checks = 0

    @property
    def open(self) -> bool:
        return self.seconds > 0

    def start(self) -> None:
        if self.open:
            self._worker = asyncio.create_task(self._work(), name="workshop")

    async def stop(self) -> None:
        """Leave the bench; what was worked on waits for the next who comes."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    # What a landlord asks

    async def shown(self) -> WorkshopInfo:
        """All studies, the latest first."""
        a = schema.accounts.c
        columns = [column for column in schema.studies.c if column.name != "body"]
        rows = await self.storage.rows(
            select(*columns, a.name.label("by"))
            .select_from(schema.studies.join(schema.accounts))
            .order_by(_s.made.desc(), _s.id)
        )
        ahead = _ahead(rows)
        found = [_told(row, ahead.get(row["id"], 0), None) for row in rows]
        return WorkshopInfo(found, self.seconds, KEPT, WAITING, MOST_BYTES)

    async def study(self, id: str) -> StudyInfo:
        """One of them, with its report."""
        a = schema.accounts.c
        row = await self.storage.row(
            select(schema.studies, a.name.label("by"))
            .select_from(schema.studies.join(schema.accounts))
            .where(_s.id == id)
        )
        if row is None:
            raise NotFound("there is no such study")
        waiting = await self.storage.rows(
            select(_s.id, _s.status, _s.made).where(_s.status.in_(("waiting", "running")))
        )
        return _told(row, _ahead(waiting).get(id, 0), unpacked(row["body"], Report))

    async def check(self, asked: NewStudy) -> Checked:
        """Say what is wrong with cards and house rules, before anything is played."""
        word = await self._checked(asked)
        return Checked(word.refused, word.remarks, sorted(word.files))

    async def ask(self, asked: NewStudy, caller: Caller) -> StudyInfo:
        """Put a study at the end of the queue."""
        await self._room(caller)
        word = await self._checked(asked)
        if word.refused is not None:
            said = [f"{one.file}:{one.line}: {one.place}: {one.said}" for one in word.remarks if not one.odd]
            raise Denied("\n".join([word.refused, *said])[:4000])
        await self._room(caller)
        id = new_id()
        kept = msgspec.structs.replace(asked, files={}, archive="")
        values = {
            "id": id,
            "account": caller.account,
            "asked": encoded(kept),
            "files": encoded(word.files),
            "status": "waiting",
            "tries": 0,
            "done": 0,
            "total": 0,
            "made": now_ms(),
        }

        def run(connection: Connection) -> None:
            connection.execute(insert(schema.studies).values(**values))
            _tidy(connection)

        await self.storage.transact(run)
        self._news.set()
        return await self.study(id)

    async def drop(self, id: str) -> None:
        """Give up a study that waits or is worked on; throw away one that is over."""

        def run(connection: Connection) -> None:
            given_up = update(schema.studies).where(_s.id == id, _s.status.not_in(OVER))
            if connection.execute(given_up.values(status="cancelled", ended=now_ms())).rowcount:
                return
            if not connection.execute(delete(schema.studies).where(_s.id == id)).rowcount:
                raise NotFound("there is no such study")

        await self.storage.transact(run)
        self._news.set()

    async def _room(self, caller: Caller) -> None:
        rows = await self.storage.rows(
            select(_s.account, func.count().label("many")).where(_s.status.not_in(OVER)).group_by(_s.account)
        )
        many = {row["account"]: row["many"] for row in rows}
        if sum(many.values()) >= WAITING or many.get(caller.account, 0) >= EACH:
            METRICS.refusals.labels("workshop").inc()
            raise TooFast("other studies are still waiting; wait for those, or give one up")

    async def _checked(self, asked: NewStudy) -> Word:
        """One at a time, and only a few that wait for it."""
        if self._checks >= EACH:
            raise TooFast("other cards are still being read; wait a moment")
        self._checks += 1
        try:
            async with self._checking:
                return await self._bench(asked, CHECK_SECONDS, only_check=True)
        except BenchFailed as wrong:
            raise Denied(f"these cards could not be read: {wrong}") from None
        finally:
            self._checks -= 1

    # The work

    async def _work(self) -> None:
        """Take whatever waits, one after another."""
        while True:
            try:
                taken = await self._take()
                if taken is not None:
                    await self._carry_out(taken)
                    continue
            except StorageDown as wrong:
                _log.warning("the workshop waits: %s", wrong)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK_SECONDS)
            self._news.clear()

    async def _take(self) -> RowMapping | None:
        """The study that has waited longest, if the bench is free."""
        now = now_ms()

        def run(connection: Connection) -> RowMapping | None:
            silent = update(schema.studies).where(_s.bench == 1, _s.beat < now - SILENT_MS)
            connection.execute(silent.where(_s.status == "running").values(bench=None, status="waiting"))
            connection.execute(silent.values(bench=None))
            lost = update(schema.studies).where(_s.status == "waiting", _s.tries >= TRIES)
            said = "whoever worked on it went away, again and again"
            connection.execute(lost.values(status="failed", said=said, ended=now))
            if connection.execute(select(_s.id).where(_s.bench == 1)).first() is not None:
                return None
            first = select(schema.studies).where(_s.status == "waiting").order_by(_s.made, _s.id).limit(1)
            row = connection.execute(first).mappings().first()
            if row is not None:
                mine = update(schema.studies).where(_s.id == row["id"], _s.status == "waiting")
                values = {"bench": 1, "status": "running", "beat": now, "tries": row["tries"] + 1}
                if not connection.execute(mine.values(**values)).rowcount:
                    return None
            return row

        try:
            return await self.storage.transact(run)
        except StorageDown as wrong:
            if wrong.duplicate:  # another process was faster
                return None
            raise

    async def _carry_out(self, row: RowMapping) -> None:
        """Work on a study until it has a report, fails, or somebody gives it up."""
        id, reached = row["id"], [0, 0]
        asked = msgspec.json.decode(row["asked"], type=NewStudy)
        asked = msgspec.structs.replace(asked, files=msgspec.json.decode(row["files"]))

        def hear(word: Word) -> None:
            reached[:] = word.done, word.total

        work = asyncio.ensure_future(self._bench(asked, self.seconds, hear=hear))
        try:
            while not work.done():
                await asyncio.wait([work], timeout=BEAT_SECONDS)
                if not work.done() and not await self._beat(id, reached):
                    return
            await self._end(id, await _outcome(work), reached)
        except asyncio.CancelledError:
            with contextlib.suppress(StorageDown):
                await self._change(id, status="waiting", tries=row["tries"])
            raise
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            await self._leave(id)

    async def _leave(self, id: str) -> None:
        """The process is gone: the bench is free for the next, whatever became of this one."""

        def run(connection: Connection) -> None:
            connection.execute(update(schema.studies).where(_s.id == id, _s.bench == 1).values(bench=None))

        with contextlib.suppress(StorageDown):
            await self.storage.transact(run)

    async def _beat(self, id: str, reached: list[int]) -> bool:
        """Say that this goes on, and how far it is; False if somebody has given it up."""
        return await self._change(id, beat=now_ms(), done=reached[0], total=reached[1])

    async def _end(self, id: str, word: Word | str, reached: list[int]) -> None:
        values: dict[str, Any] = {"ended": now_ms(), "done": reached[0], "total": reached[1]}
        refused = word if isinstance(word, str) else word.refused
        if refused is None and not isinstance(word, str) and word.report is not None:
            values |= {"status": "done", "body": packed(word.report)}
        else:
            values |= {"status": "failed", "said": (refused or "there is no report")[:4000]}
        await self._change(id, **values)

    async def _change(self, id: str, **values: Any) -> bool:
        """Write down something of a study that is still worked on."""

        def run(connection: Connection) -> bool:
            mine = update(schema.studies).where(_s.id == id, _s.status == "running", _s.bench == 1)
            return bool(connection.execute(mine.values(**values)).rowcount)

        return await self.storage.transact(run)

    # The process

    async def _bench(
        self,
        asked: NewStudy,
        seconds: float,
        only_check: bool = False,
        hear: Callable[[Word], None] = lambda word: None,
    ) -> Word:
        """What a process of its own says in the end; BenchFailed if it says nothing."""
        game = get_game(asked.game)
        own = game.content.hash == shipped(game.folder / "content").hash
        task = Task(asked, None if own else dict(game.content.files), seconds, only_check)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "innkeeper.server.workbench",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment(),
        )
        try:
            most = seconds if only_check else seconds + GRACE_SECONDS
            return await asyncio.wait_for(_hear_out(process, task, hear), most)
        except TimeoutError:
            raise BenchFailed("it took too long") from None
        except (asyncio.IncompleteReadError, OSError, msgspec.DecodeError, ValueError):
            raise BenchFailed("its process ended") from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()


async def _hear_out(process: asyncio.subprocess.Process, task: Task, hear: Callable[[Word], None]) -> Word:
    assert process.stdin is not None
    assert process.stdout is not None
    data = msgspec.msgpack.encode(task)
    process.stdin.write(struct.pack("<I", len(data)) + data)
    await process.stdin.drain()
    decode = msgspec.msgpack.Decoder(Word).decode
    while True:
        (size,) = struct.unpack("<I", await process.stdout.readexactly(4))
        if size > LARGEST_WORD:
            raise ValueError("too long a word")
        word = decode(await process.stdout.readexactly(size))
        if word.last:
            return word
        hear(word)


async def _outcome(work: Awaitable[Word]) -> Word | str:
    try:
        return await work
    except BenchFailed as wrong:
        return str(wrong)


def _tidy(connection: Connection) -> None:
    """Of those that are over, the oldest go."""
    old = select(_s.id).where(_s.status.in_(OVER)).order_by(_s.made.desc(), _s.id).offset(KEPT)
    connection.execute(delete(schema.studies).where(_s.id.in_(connection.execute(old).scalars().all())))


def _ahead(rows: Any) -> dict[str, int]:
    """How many come before each that waits."""
    queue = sorted(
        (row for row in rows if row["status"] in ("waiting", "running")),
        key=lambda row: (row["status"] == "waiting", row["made"], row["id"]),
    )
    return {row["id"]: place for place, row in enumerate(queue)}


def _told(row: RowMapping, ahead: int, report: Report | None) -> StudyInfo:
    asked = msgspec.json.decode(row["asked"], type=NewStudy)
    return StudyInfo(
        id=row["id"],
        kind=asked.kind,
        game=asked.game,
        preset=asked.preset,
        options=asked.options,
        players=list(asked.players),
        matches=asked.matches,
        files=sorted(msgspec.json.decode(row["files"], type=dict[str, str])),
        by=row["by"],
        status=row["status"],
        ahead=ahead,
        done=row["done"],
        total=row["total"],
        made=row["made"],
        ended=row["ended"],
        said=row["said"],
        report=report,
    )
