"""How processes tell each other that something happened: (table, seq) hints, never the thing itself.

A hint may be lost; the log may not. Whoever hears one reads what is new from the database.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

import msgspec
from litestar.channels.backends.base import ChannelsBackend
from msgspec import Struct

from innkeeper.engine.errors import InvalidOptions

_log = logging.getLogger("innkeeper.channels")
_RETRY_SECONDS = 1.0
EVERYBODY = "innkeeper"  # the channel that all processes hear


class Hint(Struct, frozen=True, omit_defaults=True):
    """Look at this table: it has come as far as `seq` and `said`, or somebody came or went.

    Without a table: the key of the guest `withdrawn` is worth nothing any more.
    """

    process: str
    table: str | None = None
    seq: int = 0
    said: int = 0
    changed: bool = False
    seat: int | None = None
    here: int = -1  # connections of `seat` in that process; -1: not about presence
    withdrawn: str | None = None


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
        self._task: asyncio.Task[None] | None = None
        self.connected = asyncio.Event()

    async def start(self, handler: Handler, reconnected: Callable[[], None]) -> None:
        """Begin to listen."""
        if self._make is None:
            return
        self._task = asyncio.create_task(self._listen(self._make, handler, reconnected), name="channels")
        await asyncio.wait_for(self.connected.wait(), 10)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(
        self, make: Callable[[], ChannelsBackend], handler: Handler, reconnected: Callable[[], None]
    ) -> None:
        """Listen for ever; after trouble connect again and let everybody look at the log."""
        while True:
            backend = make()
            try:
                await backend.on_startup()
                await backend.subscribe([*self._wanted, EVERYBODY])
                self._backend = backend
                self.connected.set()
                reconnected()
                async for _, data in backend.stream_events():
                    try:
                        hint = _decode(data)
                    except msgspec.DecodeError:
                        continue
                    if hint.process != self.process:
                        await handler(hint)
            except asyncio.CancelledError:
                self._backend = None
                await asyncio.wait_for(backend.on_shutdown(), 2)
                raise
            except Exception as wrong:
                _log.warning("channels are down, trying again: %s", type(wrong).__name__)
                self._backend = None
                await asyncio.sleep(_RETRY_SECONDS)

    async def follow(self, table: str) -> None:
        """Hear hints about a table from now on."""
        self._wanted.add(_channel(table))
        if self._backend is not None:
            await self._backend.subscribe([_channel(table)])

    async def leave(self, table: str) -> None:
        """Hear no more of a table."""
        self._wanted.discard(_channel(table))
        if self._backend is not None:
            await self._backend.unsubscribe([_channel(table)])

    async def publish(self, hint: Hint) -> None:
        """Tell the other processes. If that fails they find out by looking."""
        if self._backend is None:
            return
        try:
            await self._backend.publish(
                msgspec.json.encode(hint), [EVERYBODY if hint.table is None else _channel(hint.table)]
            )
        except Exception as wrong:
            _log.warning("a hint was lost: %s", type(wrong).__name__)


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
