"""Everything one server process holds, put together."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from urllib.parse import urlsplit

from innkeeper.engine.game import all_games
from innkeeper.server.accounts import Accounts
from innkeeper.server.bots import BotPool
from innkeeper.server.channels import Channels
from innkeeper.server.config import Settings
from innkeeper.server.errors import TooFast
from innkeeper.server.hall import Hall
from innkeeper.server.hints import Hints
from innkeeper.server.limits import Limiter
from innkeeper.server.ratings import Ratings
from innkeeper.server.replay import Replays
from innkeeper.server.storage import Storage, migrate
from innkeeper.server.sweep import Sweeper
from innkeeper.server.tables import Tables
from innkeeper.server.watchman import Watchman
from innkeeper.server.workshop import Workshop

_log = logging.getLogger("innkeeper.inn")

HOUSEFUL = 10  # connections of one address that may all be as busy as one is allowed to be
ENTRIES_A_REQUEST = 500  # so much of a log is as much work as a request


class Inn:
    """The parts of a running server, and the limits at its door."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database_url)
        self.bots = BotPool(settings.bots, settings.bot_seconds, settings.bot_beat)
        self.channels = Channels(settings.channels)
        self.hall = Hall(settings, self.storage, self.channels, self.bots)
        self.accounts = Accounts(self.storage, settings.registration)
        self.tables = Tables(self.hall, self.accounts)
        self.replays = Replays(self.hall, self.tables)
        self.hints = Hints(self.hall)
        self.ratings = Ratings(self.storage)
        self.workshop = Workshop(self.storage, settings.workshop_seconds)
        self.hall.finished = self.ratings.finished
        rate = settings.requests_per_second
        self.requests = Limiter(rate, 3 * rate)
        said = HOUSEFUL * settings.messages_per_second
        self.messages = Limiter(said, 3 * said)
        self.codes = Limiter(0.5 if rate else 0, 10)
        new = settings.tables_per_minute
        self.new_tables = Limiter(new / 60, new)
        self.new_guests = Limiter(new / 60, 4 * new)  # a whole class may come in at once
        self._sockets: Counter[str] = Counter()
        self.sweeper = Sweeper(self._sockets)
        self._sweeping: asyncio.Task[None] | None = None
        self.watchman = Watchman()
        self.state = "starting"

    async def start(self) -> None:
        await asyncio.to_thread(migrate, self.settings.database_url)
        self.watchman.start()
        await self.storage.start()
        await self.hall.start()
        for trouble in all_games()[1]:
            _log.warning("%s", trouble)
        self.workshop.start()
        self._sweeping = asyncio.create_task(self.sweeper.run(), name="sweeper")
        self.state = "ok"

    async def stop(self) -> None:
        self.state = "stopping"
        self.watchman.stop()
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self.workshop.stop()
        await self.hall.stop()
        await self.replays.stop()
        await self.hints.stop()
        await self.bots.stop()
        await self.storage.stop()

    def charge(self, address: str, entries: int) -> None:
        """An answer with a long log counts for several requests; TooFast if there were too many."""
        amount = min(entries / ENTRIES_A_REQUEST, self.requests.burst / 2)
        if amount >= 1 and not self.requests.take(address, amount):
            raise TooFast("slow down: the log is long; ask for what you are missing only")

    def come_in(self, address: str) -> bool:
        """One more WebSocket from an address, if it may have one. To open it is a request like any other."""
        limit = self.settings.sockets_per_address
        self._sockets[address] += 1
        return (not limit or self._sockets[address] <= limit) and self.requests.take(address)

    def gone(self, address: str) -> None:
        self.sweeper.ended()
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]

    def origin_allowed(self, origin: str | None, host: str | None) -> bool:
        """Programs send no origin; a page must come from this very server or from one that is allowed."""
        if origin is None:
            return True
        return urlsplit(origin).netloc == host or origin in self.settings.origins
