"""Without Redis: servers start, serve, and see each other's moves all the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from statistics import median

import pytest

from innkeeper.server.lookout import POLL_SECONDS
from tests.faults.servers import Killable
from tests.faults.services import Services
from tests.server.client import Api, Seat

SEEN_SECONDS = 2.0  # as a rule: a busy machine may stand still once


async def _sit(servers: list[Killable]) -> tuple[str, list[Seat]]:
    """A table of two, one at each server; the second sits down while the first looks on."""
    async with Api(servers[0].url) as api, Api(servers[1].url) as other:
        made = await api.post(
            "/api/tables",
            {"game": "magicduel", "preset": "literal", "seats": [{"who": "you"}, {"who": "open"}]},
        )
        id = made["table"]["id"]
        first = Seat(servers[0].url, id, made["tokens"][0]["token"])
        await first.connect()
        joined = await other.post(f"/api/tables/{id}/sit", {"name": "Hanne", "nonce": "goose"})
        if first.update is None:
            await first.until(lambda m: m["type"] == "update")
        second = Seat(servers[1].url, id, joined["tokens"][0]["token"])
        await second.connect()
        return id, [first, second]


async def _play(seats: list[Seat], moves: int) -> float:
    """How long one waited, as a rule, to see the other's move."""
    waits = []
    for _ in range(moves):
        actor = next(seat for seat in seats if seat.update and seat.update["decision"])
        other = next(seat for seat in seats if seat is not actor)
        done = await actor.act("magic")
        assert done["type"] == "update"
        began = time.monotonic()
        while other.seq < actor.seq:
            await other.receive()
        waits.append(time.monotonic() - began)
    return median(waits)


async def _talk(seats: list[Seat]) -> None:
    await seats[0].ask("say", text="Is anybody there?")
    await seats[1].until(lambda m: m["type"] == "said")


@pytest.mark.timeout(120)
def test_servers_start_and_serve_without_redis_and_hear_it_when_it_comes(own_services: Services) -> None:
    database = own_services.database()
    own_services.redis_service.stop()
    servers = [Killable(database=database, channels=own_services.redis) for _ in range(2)]

    async def scenario() -> None:
        _, seats = await _sit(servers)
        assert await _play(seats, 6) < SEEN_SECONDS
        await _talk(seats)
        own_services.redis_service.start()
        own_services.wait()
        for _ in range(15):  # soon hints come again; looking alone is hardly so quick ten times of twenty
            if await _play(seats, 20) < POLL_SECONDS / 4:
                break
        else:
            pytest.fail("everybody still waits for the next look")
        for seat in seats:
            await seat.socket.close()

    try:
        for server in servers:
            server.start()
        asyncio.run(scenario())
    finally:
        for server in servers:
            server.stop()


@pytest.mark.timeout(180)
@pytest.mark.parametrize("trouble", ["stops", "hangs"])
def test_moves_are_seen_while_redis_is_away(own_services: Services, trouble: str) -> None:
    redis = own_services.redis_service
    away: Callable[[], None] = redis.stop if trouble == "stops" else redis.pause
    back: Callable[[], None] = redis.start if trouble == "stops" else redis.resume
    database = own_services.database()
    servers = [Killable(database=database, channels=own_services.redis).start() for _ in range(2)]

    async def scenario() -> None:
        _, seats = await _sit(servers)
        await _play(seats, 4)
        away()
        try:
            assert await _play(seats, 8) < SEEN_SECONDS
            await _talk(seats)
            _, more = await _sit(servers)  # and new ones are set
            assert await _play(more, 4) < SEEN_SECONDS
        finally:
            back()
        own_services.wait()
        assert await _play(seats, 8) < SEEN_SECONDS  # on the way back nothing is missed either
        for seat in (*seats, *more):
            await seat.socket.close()

    try:
        asyncio.run(scenario())
    finally:
        for server in servers:
            server.stop()
