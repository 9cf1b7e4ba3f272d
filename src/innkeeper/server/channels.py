"""How processes tell each other that something happened: (table, seq) hints, never the thing itself.

A hint may be lost; the log may not. Whoever hears one reads what is new from the database. A process
also sends hints to itself: if these do not come back, no others do, and it is time to look unasked.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

import msgspec
from litestar.channels.backends.base import ChannelsBackend
from msgspec import Struct

from innkeeper.engine.errors import InvalidOptions

_log = logging.getLogger("innkeeper.channels")
RETRY_SECONDS = 0.5
BEAT_SECONDS = 0.5  # how often a process tells itself something
SILENT_SECONDS = 1.2  # hints do not come any more
HANG_SECONDS = 1.0  # longest that anybody waits for the channels
LOST_SECONDS = 5.0  # silent for so long: connect anew
EVERYBODY = "innkeeper"  # the channel that all processes hear


class Hint(Struct, frozen=True, omit_defaults=True):
    """Look at this table: it has come as far as `seq` and `said`, or somebody came or went.

    Without a table: the key of the guest `withdrawn` is worth nothing any more, or `missed` hints of that
    process never went out, so that only looking at everything tells what they were.
    """

    process: str
    table: str | None = None
    seq: int = 0
    said: int = 0
    changed: bool = False
    seat: int | None = None
    here: int = -1  # connections of `seat` in that process; -1: not about presence
    withdrawn: str | None = None
    missed: bool = False


_decode = msgspec.json.Decoder(Hint).decode
Handler = Callable[[Hint], Awaitable[None]]


class Channels:
    """Hints in and out. In memory there is only this process, so there is nobody to tell."""

    def __init__(self, url: str) -> None:
        self.process = secrets.token_urlsafe(6)
        self.shared = url != "memory"
        self._make = _backend(url) if self.shared else None
        self._backend: ChannelsBackend | None = None
        self._wanted: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._reading: asyncio.Task[None] | None = None
        self._heard = float("-inf")
        self._lost = False  # a hint of ours went nowhere

    @property
    def silent(self) -> bool:
        """Do hints not come through?"""
        return self.shared and time.monotonic() - self._heard > SILENT_SECONDS

    async def start(self, handler: Handler, reconnected: Callable[[], None]) -> None:
        """Begin to listen. Nobody waits for channels that are away."""
        if self._make is not None:
            listening = self._listen(self._make, handler, reconnected)
            self._tasks = [asyncio.create_task(work) for work in (listening, self._beat())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(
        self, make: Callable[[], ChannelsBackend], handler: Handler, reconnected: Callable[[], None]
    ) -> None:
        """Listen for ever; after trouble connect again and let everybody look at the log."""
        while True:
            backend = make()
            try:
                async with asyncio.timeout(HANG_SECONDS):
                    await backend.on_startup()
                    await backend.subscribe([*self._wanted, EVERYBODY])
                self._backend, self._heard = backend, time.monotonic()
                reconnected()
                self._reading = asyncio.create_task(self._read(backend, handler))
                await asyncio.wait([self._reading])
                if self._reading.cancelled():
                    raise ConnectionError
                self._reading.result()
            except Exception as wrong:
                _log.warning("channels are down, trying again: %s", type(wrong).__name__)
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                self._hang_up()
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(HANG_SECONDS / 2):
                        await backend.on_shutdown()

    async def _read(self, backend: ChannelsBackend, handler: Handler) -> None:
        async for _, data in backend.stream_events():
            try:
                hint = _decode(data)
            except msgspec.DecodeError:
                continue
            if hint.process == self.process:
                self._heard = time.monotonic()
            else:
                await handler(hint)

    async def _beat(self) -> None:
        """Tell ourselves something again and again, and hang up on those who do not repeat it."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            missed, self._lost = self._lost, False
            if not await self._send(Hint(self.process, missed=missed)):
                self._lost |= missed
            if time.monotonic() - self._heard > LOST_SECONDS:
                self._hang_up()

    def _hang_up(self) -> None:
        self._backend = None
        if self._reading is not None:
            self._reading.cancel()

    async def follow(self, table: str) -> None:
        """Hear hints about a table from now on."""
        self._wanted.add(_channel(table))
        if self._backend is not None:
            await self._ask(self._backend.subscribe([_channel(table)]))

    async def leave(self, table: str) -> None:
        """Hear no more of a table."""
        self._wanted.discard(_channel(table))
        if self._backend is not None:
            await self._ask(self._backend.unsubscribe([_channel(table)]))

    async def _ask(self, work: Awaitable[None]) -> None:
        """Change what we hear. If that fails, connecting anew does it."""
        try:
            async with asyncio.timeout(HANG_SECONDS):
                await work
        except Exception as wrong:
            _log.warning("channels are down: %s", type(wrong).__name__)
            self._hang_up()

    async def publish(self, hint: Hint) -> None:
        """Tell the other processes. If that fails, they are told to look as soon as they can be."""
        if not await self._send(hint):
            self._lost = True

    async def _send(self, hint: Hint) -> bool:
        if self._backend is None:
            return False
        where = EVERYBODY if hint.table is None else _channel(hint.table)
        try:
            async with asyncio.timeout(HANG_SECONDS):
                await self._backend.publish(msgspec.json.encode(hint), [where])
        except Exception as wrong:
            _log.warning("a hint was lost: %s", type(wrong).__name__)
            return False
        return True


def _channel(table: str) -> str:
    return f"t_{table}"


def _backend(url: str) -> Callable[[], ChannelsBackend]:
    if url.startswith(("redis://", "rediss://", "unix://")):
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        return lambda: RedisChannelsPubSubBackend(redis=Redis.from_url(url))
    if url.startswith(("postgresql://", "postgres://")):
        from litestar.channels.backends.psycopg import PsycoPgChannelsBackend

        return lambda: PsycoPgChannelsBackend(url)
    raise InvalidOptions(f"channels: {url.partition('://')[0]!r} is none of memory, redis://, postgresql://")
